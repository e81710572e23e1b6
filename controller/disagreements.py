"""Where the sensors contradict one another: what lasts is told to the floor, and when it ends."""

from collections.abc import Iterable
from dataclasses import dataclass

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
