"""The controller's own state beside the table's: kept in the journal with every change."""

from collections import Counter
from typing import Any

import msgspec

from controller.alerts import TrackedAlert

HOUR = 3600.0
SCREEN = "link:"  # what an address for a kiosk proves: a screen, and nobody's name
LIVE_WITHIN = 600.0  # seconds in which two people must ask for it


class Desk(msgspec.Struct):
    """What the rules do not know and a restart must not forget."""

    opening: dict[str, Any] = {}  # the event that the table was opened with, as configured
    hand: int = 0  # the number of the deal
    live: bool = False  # broadcast without delay, by two people's word
    live_by: dict[str, float] = {}  # who has asked for it, and when; it begins with the next deal
    live_people: dict[str, str] = {}  # whose word each of these is, where a person was proved
    dealer: str = ""  # who deals, as the requests of his role say
    calls: int = 0  # how often the floor was called
    faults: dict[str, int] = {}
    faults_by_dealer: dict[str, int] = {}
    ends: list[float] = []  # of the deals of the last hour, in the table's time
    ruled: dict[int, str] = {}  # the faults of the deal, by the ruling's number
    kept: list[TrackedAlert] = []  # alerts
    barred: list[str] = []  # roles that named wrong cards in this deal: they show no more hands

    def count(self, event: dict[str, Any], answers: list[dict[str, Any]], t: float) -> None:
        """Follow the deals and the faults in an event and its answers."""
        if event["e"] == "open":
            self.opening = {key: event[key] for key in event if key not in ("t", "src")}
        for answer in answers:
            match answer:
                case {"o": "phase", "street": "deal"}:
                    self.hand += 1
                    self.live, self.live_by = self.live or self.goes_live, {}
                    self.ruled, self.barred = {}, []
                case {"o": "end"}:
                    self.ends = [end for end in self.ends if end > t - HOUR] + [t]
                case {"o": "ruling", "id": ruling, "fault": fault} if "answers" not in answer:
                    self.ruled = {**self.ruled, ruling: fault}
                    self._fault(fault)
                case {"o": "undone", "event": event, "rulings": rulings}:
                    self._take_back(event, rulings)

    @property
    def goes_live(self) -> bool:
        """Whether two people have asked to broadcast without delay, from the next deal on."""
        return len(self.live_by) > 1

    def has_asked(self, person: str, role: str, t: float) -> bool:
        """Whether a person has asked for it in another role: he is one of two people only once."""
        return any(
            self.live_people.get(other) == person and t - since < LIVE_WITHIN
            for other, since in self.live_by.items()
            if other != role
        )

    def switch(self, role: str, on: bool, t: float, person: str = "") -> None:
        """Somebody asks for the broadcast without delay, or ends it; a word of old counts not."""
        self.live = self.live and on
        self.live_people = {**self.live_people, role: person}
        lately = {who: since for who, since in self.live_by.items() if t - since < LIVE_WITHIN}
        self.live_by = {**lately, role: t} if on and not self.live else {}

    def _take_back(self, undone: dict[str, Any], rulings: list[int]) -> None:
        """Count an undone event's deal and faults no more."""
        if undone["e"] == "hand":
            self.hand -= 1
        for ruling in rulings:
            if fault := self.ruled.get(ruling):
                self._fault(fault, -1)

    def hands_hour(self, t: float) -> float:
        """How many deals end in an hour, by those of the last one."""
        ends = [end for end in self.ends if end > t - HOUR]
        return round(len(ends) * HOUR / min(HOUR, max(t, 60.0)), 1)

    def _fault(self, fault: str, by: int = 1) -> None:
        self.faults = _added(self.faults, fault, by)
        if self.dealer:
            self.faults_by_dealer = _added(self.faults_by_dealer, self.dealer, by)


def _added(counts: dict[str, int], key: str, by: int) -> dict[str, int]:
    """The counts with one changed; a mistake taken back leaves no line."""
    return +Counter({**counts, key: counts.get(key, 0) + by})


def who_deals(proved: str, says: str, role: str) -> str:
    """Who asks as the dealer deals, where nobody comes on duty; no role and no screen is a name."""
    names = (name for name in (proved, says) if name != role and not name.startswith(SCREEN))
    return next(filter(None, names), "")
