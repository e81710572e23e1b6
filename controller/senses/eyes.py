"""What the camera shows at this moment: faces that lie up, and how many backs."""

from __future__ import annotations

from collections.abc import Collection

from vision.sightings import Backs, FaceGone, FaceUp


class Eyes:
    """The camera's picture of the felt."""

    def __init__(self, *, open_: bool) -> None:
        self.open = open_  # there is a camera, and it sees
        self._faces: dict[tuple[str, str], FaceUp] = {}
        self._backs: dict[str, Backs] = {}

    def face_up(self, face: FaceUp) -> bool:
        """Take a face; whether it is news."""
        new = (face.card, face.zone) not in self._faces
        self._faces[face.card, face.zone] = face
        return new

    def face_gone(self, face: FaceGone) -> None:
        """A face lies there no more; a word older than the face itself is late."""
        seen = self._faces.get((face.card, face.zone))
        if seen is not None and seen.since <= face.t:
            del self._faces[face.card, face.zone]

    def backs(self, backs: Backs) -> None:
        """Take how many cards lie face down in a zone."""
        last = self._backs.get(backs.zone)
        if last is None or last.t <= backs.t:
            self._backs[backs.zone] = backs

    def close(self) -> None:
        """The camera sees nothing: what it saw may be so no longer."""
        self.open = False
        self._faces.clear()
        self._backs.clear()

    @property
    def faces(self) -> Collection[FaceUp]:
        """All faces that lie up."""
        return self._faces.values()

    def face(self, card: str, zone: str) -> FaceUp | None:
        """The face of a card in a zone, if it lies up there."""
        return self._faces.get((card, zone))

    def count(self, zone: str) -> int:
        """How many backs lie in a zone."""
        backs = self._backs.get(zone)
        return backs.count if backs is not None else 0

    def covers(self, zone: str, count: int) -> Backs | None:
        """The backs of a zone, if so many lie there."""
        backs = self._backs.get(zone)
        return backs if backs is not None and backs.count >= count else None


def colour_of(backs: Backs, own: str | None, others: Collection[str | None]) -> str | None:
    """The back of the card that came last: its deck's, unless only another colour lies there."""
    colours = {colour for colour in backs.colour.split("+") if colour}
    if own in colours or not colours:
        return own
    return min(colours - set(others) or colours)
