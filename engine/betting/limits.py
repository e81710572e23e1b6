"""What bounds a wager."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Gap:
    """What the small blind lacks to a big one, while it counts as one at pot limit."""

    amount: int  # uspa.3.4.3.6a
    until: int = 0  # this seat, the big blind, has acted (uspa.3.4.3.6b)


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds a wager: the structure, and the house's book."""

    structure: str  # limit, spread, pot_limit, no_limit
    reopen: float  # the part of a full bet that reopens the betting
    add_up: bool  # short all-ins add up (hilton.A12.0.11, hilton.A12.0.13)
    cap: int | None  # raises allowed with three or more players
    half_pot_after: int | None  # hilton.A12.H: raises after which each is half the pot
    most_add: int = 0  # at a spread limit, the most that a wager may add
    first_to_limit: bool = False  # and the first raise of a forced bet (hilton.A12.C)
    round_pot: int = 0  # pot limit: the pot counts as the next multiple (uspa.3.4.3.5)
    gap: Gap | None = None  # and the small blind as a big one
    check_raise: bool = True  # who has checked may raise
    opening: str = ""  # stud's first round: its opener must ``bet``, or ``bet_or_fold``
    bring_in: int = 0  # and this much is enough, until somebody completes it
    ceiling: int = 0  # the most that a round's total bet may come to (hilton.A12.3)
    upper: int = 0  # at fixed limit: a pair on view lets a wager be of this size too
    # Any wager from the least up: nothing else bounds or forces one. Asked at every action.
    plain: bool = field(init=False)

    def __post_init__(self) -> None:
        forced = bool(self.opening or self.bring_in or self.upper or self.gap)
        bounded = self.structure != "no_limit" or not self.check_raise
        counted = self.cap is not None or self.half_pot_after is not None or self.ceiling > 0
        object.__setattr__(self, "plain", not (forced or bounded or counted))
