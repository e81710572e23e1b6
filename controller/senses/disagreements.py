"""Where the sensors contradict one another: what lasts is told to the floor, and when it ends."""

from collections.abc import Iterable
from dataclasses import dataclass

from controller.senses.eyes import Eyes
from controller.senses.placements import Pieces
from engine.cards import BOARD, DECK_ZONE, OFF, UNREAD

NO_ANTENNA = (DECK_ZONE, OFF)
TEXTS = {
    "elsewhere": "{zone}: the camera sees a card here that an antenna reads in another place",
    "unread": "{zone}: the camera sees a card that no antenna reads",
    "unseen": "{zone}: an antenna reads a card that the camera does not see",
    "other": "{zone}: the camera sees another card than the antenna reads",
    "lost": "{zone}: a card that belongs here is read by nobody",
    "drawn": "{zone}: a card left the shoe and lies nowhere",
}


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two sensors that do not agree; no face is in it."""

    t: float
    kind: str  # a word of TEXTS
    zone: str
    text: str
    over: bool = False


class Disagreements:
    """Told once when they have lasted, and once when they end."""

    def __init__(self, lasting: float) -> None:
        self._lasting = lasting
        self._began: dict[tuple[str, str], float] = {}
        self._told: set[tuple[str, str]] = set()

    def found(self, t: float, now: Iterable[tuple[str, str]]) -> list[Disagreement]:
        """Take all that disagree at this moment, by kind and zone; give what is to be told."""
        there = set(now)
        for one in there:
            self._began.setdefault(one, t)
        ended = [one for one in self._began if one not in there]
        for one in ended:
            del self._began[one]
        over = sorted(self._told.intersection(ended))
        begun = sorted(
            one
            for one, since in self._began.items()
            if t >= since + self._lasting and one not in self._told
        )
        self._told = (self._told - set(over)) | set(begun)
        return [_told(t, one, over=True) for one in over] + [_told(t, one) for one in begun]

    def due(self) -> float | None:
        """When the next one will have lasted long enough."""
        begun = [since for one, since in self._began.items() if one not in self._told]
        return min(begun) + self._lasting if begun else None


def _told(t: float, one: tuple[str, str], *, over: bool = False) -> Disagreement:
    kind, zone = one
    return Disagreement(t, kind, zone, TEXTS[kind].format(zone=zone.replace(":", " ")), over)


def contradictions(pieces: Pieces, eyes: Eyes, t: float, flight: float) -> set[tuple[str, str]]:
    """What does not agree now, by kind and zone; after its flight a card should lie somewhere."""
    lying: dict[str, set[str]] = {}
    found: set[tuple[str, str]] = set()
    for piece in pieces:
        if piece.lies is not None:
            lying.setdefault(piece.card, set()).add(piece.lies)
        elif piece.draw is not None and piece.in_air() and piece.draw.t + flight <= t:
            found.add(("drawn", DECK_ZONE))
        elif piece.zone == BOARD and piece.landing is None and not eyes.face(piece.card, BOARD):
            found.add(("lost", BOARD))
    return found | _half_seen(lying, eyes) if eyes.open else found


def _half_seen(lying: dict[str, set[str]], eyes: Eyes) -> set[tuple[str, str]]:
    """Zones where the camera tells otherwise than the antennas do."""
    wrong = {
        ("elsewhere" if face.card in lying else "unread", face.zone)
        for face in eyes.faces
        if face.zone not in (*NO_ANTENNA, *lying.get(face.card, ()))
    }
    unseen = any(
        BOARD in zones and card != UNREAD and not eyes.face(card, BOARD)
        for card, zones in lying.items()
    )
    if not unseen:
        return wrong
    if ("unread", BOARD) in wrong:
        return wrong - {("unread", BOARD)} | {("other", BOARD)}
    return wrong | {("unseen", BOARD)}
