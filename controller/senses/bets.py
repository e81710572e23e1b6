"""Chips in the betting spots: what comes to those that the camera saw there before."""

from collections import Counter

from vision.sightings import ChipsSeen


class Bets:
    """The chips of each spot as they were last known; none is known while some are guessed."""

    def __init__(self) -> None:
        self._spots: dict[int, Counter[int] | None] = {}

    def pushed(self, seen: ChipsSeen) -> list[int]:
        """The chips that came to a spot, highest first; none if any left it, or cannot be named.

        The first word of a spot is what lay there before anybody looked.
        """
        before = self._spots.get(seen.seat)
        now = self._spots[seen.seat] = Counter(seen.chips) if seen.exact else None
        if before is None or now is None or before - now:
            return []
        return sorted((now - before).elements(), reverse=True)
