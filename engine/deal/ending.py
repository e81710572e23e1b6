"""How a deal ended, and what it takes to let it go on: kept until the next one begins."""

from __future__ import annotations

from typing import Literal

from engine.answers import Result, Stage
from engine.betting import taken_back
from engine.betting.round import Betting
from engine.betting.taken_back import Chips
from engine.log import CardMoved


class Ending:
    """The chips before they were pushed or given back, and what has moved since."""

    __slots__ = (
        "came", "carried", "chips", "gone", "kill", "moved", "rake", "raked", "result", "shuffled",
        "stacks", "stage",
        "unread",
    )  # fmt: skip

    def __init__(self) -> None:
        self.result: Result | Literal[""] = ""
        self.stage: Stage = "over"
        self.chips: Chips | None = None
        self.stacks: dict[int, int] = {}  # as they were told with the end
        self.gone: set[int] = set()  # who has left since, with his chips
        self.moved: dict[str, str] = {}  # cards that were put elsewhere since: where they lay
        self.unread = False  # and one that nobody had read
        self.shuffled = False  # and the deck has been shuffled
        self.raked = 0  # what the dealer dropped of the pot
        self.rake = 0  # and all that the house took
        self.came: CardMoved | None = None  # the card that came as the deal ended
        self.kill = (0, 0, 0)  # who had won before, who was to kill and who killed
        self.carried = (0, 0)  # what the room carried before the end, and of how many deals

    def keep(self, betting: Betting, stage: Stage) -> None:
        """The deal is about to end: this is how it stands."""
        self.chips, self.stage = taken_back.chips(betting), stage
        self.moved, self.unread, self.shuffled, self.came = {}, False, False, None

    def note(self, card: str, origin: str, *, unread: bool) -> None:
        """A card moves though the deal is over."""
        if unread:
            self.unread = True
        else:
            self.moved.setdefault(card, origin)
