"""All that players have done in a deal, in one list: every window of the books is counted in it."""

import msgspec

from engine.betting.underway import Underway


class Done(msgspec.Struct, frozen=True, gc=False):
    """One action."""

    seat: int
    do: str
    chips: bool  # by bet, call or raise
    posted: bool  # by a player who had posted a blind
    to: int = 0  # his total for the round after it
    forced: bool = False  # the bring-in of stud, which is no action of his own


class Acts:
    """The actions of a deal, and where the betting round in question began among them."""

    __slots__ = ("all", "largest", "now", "opens_at", "round_began")

    def __init__(self) -> None:
        self.all: list[Done] = []
        self.round_began = 0
        self.opens_at = 0  # the pot may be opened since: it was by false openers (uspa.3.2.9.5.2a)
        self.largest = 0  # total of one player in an earlier round
        self.now = Underway()

    def add(self, seat: int, do: str, to: int, *, posted: bool, forced: bool = False) -> None:
        """Write an action down."""
        self.all.append(Done(seat, do, do not in ("fold", "check"), posted, to, forced))

    def opener(self) -> int | None:
        """Who bet first in the deal, false openers apart."""
        return next((done.seat for done in self.all[self.opens_at :] if done.chips), None)

    def own(self) -> list[Done]:
        """The actions of the deal that nobody was forced to."""
        return [done for done in self.all if not done.forced]

    def begin_round(self) -> None:
        """Nobody has acted in the round that begins."""
        self.now.close_round()
        for done in self.all[self.round_began :]:
            if done.to > self.largest:
                self.largest = done.to
        self.round_began = len(self.all)

    def of_round(self) -> list[Done]:
        """The actions of the round in question."""
        return self.all[self.round_began :]

    def before_raise(self, blind: int) -> int:
        """The total to be called before the last raise of the round; 0 where there was none."""
        most, lower = blind, 0
        for done in self.all[self.round_began :]:
            if done.chips and done.to > most:
                most, lower = done.to, most
            elif done.chips and lower < done.to < most:
                lower = done.to
        return lower

    def by(self, seat: int) -> bool:
        """Whether a seat has acted in this deal."""
        return any(done.seat == seat for done in self.all)
