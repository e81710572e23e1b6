"""All that players have done in a deal, in one list: every window of the books is counted in it."""

import msgspec


class Done(msgspec.Struct, frozen=True, gc=False):
    """One action."""

    seat: int
    do: str
    chips: bool  # by bet, call or raise
    posted: bool  # by a player who had posted a blind


class Acts:
    """The actions of a deal, and where the betting round in question began among them."""

    __slots__ = ("all", "round_began")

    def __init__(self) -> None:
        self.all: list[Done] = []
        self.round_began = 0

    def add(self, seat: int, do: str, *, posted: bool) -> None:
        """Write an action down."""
        self.all.append(Done(seat, do, do not in ("fold", "check"), posted))

    def begin_round(self) -> None:
        """Nobody has acted in the round that begins."""
        self.round_began = len(self.all)

    def of_round(self) -> list[Done]:
        """The actions of the round in question."""
        return self.all[self.round_began :]

    def by(self, seat: int) -> bool:
        """Whether a seat has acted in this deal."""
        return any(done.seat == seat for done in self.all)
