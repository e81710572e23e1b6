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
    minimum: int  # the smallest bet at no limit and pot limit
