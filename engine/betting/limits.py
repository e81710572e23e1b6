"""What bounds a wager."""

from dataclasses import dataclass


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
    blind_gap: int = 0  # and the small blind as a big one, by so much more (uspa.3.4.3.6a)
    check_raise: bool = True  # who has checked may raise
    gap_until: int = 0  # until this seat, the big blind, has acted (uspa.3.4.3.6b)
    opening: str = ""  # stud's first round: its opener must ``bet``, or ``bet_or_fold``
    bring_in: int = 0  # and this much is enough, until somebody completes it
    upper: int = 0  # at fixed limit: a pair on view lets a wager be of this size too
