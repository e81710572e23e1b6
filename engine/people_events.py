"""Events of the table log: what people put up, where they sit, what they agree on."""

from typing import Annotated, Literal

import msgspec

from engine.event import Amount, Event, Seat

Structure = Literal["limit", "spread", "pot_limit", "no_limit"]
Above0 = Annotated[int, msgspec.Meta(ge=1, le=10**15)]


class PutUp(Event, tag="post"):
    """Chips are put up before the cards, beyond what a deal takes by itself."""

    seat: Seat
    what: Literal["big_blind", "missed", "straddle", "kill", "half_kill", "ante", "buy_button"]
    amount: Amount | None = None


class Wait(Event, tag="wait"):
    """A player stays out until the big blind comes to him."""

    seat: Seat


class Move(Event, tag="move"):
    """A player changes seats."""

    seat: Seat
    to: Seat


class Level(Event, tag="level"):
    """New stakes, or another game, from the next deal on."""

    small_blind: Amount | None = None
    big_blind: Amount | None = None
    ante: Amount | None = None
    bring_in: Amount | None = None
    small_bet: Amount | None = None
    big_bet: Amount | None = None
    game: str | None = None
    structure: Structure | None = None
    minutes: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class Agree(Event, tag="agree"):
    """Players agree on something."""

    what: Literal["deal_twice", "deal_three_times", "chop_blinds", "split_pot", "insurance"]
    seats: list[Seat]


class Race(Event, tag="race"):
    """The smallest chip leaves play; a card is dealt for each odd one."""

    chip: Above0
    into: Above0
    odd: dict[str, Amount]


class Rake(Event, tag="rake"):
    """The drop is taken from the pot in progress."""

    amount: Above0


class Collect(Event, tag="collect"):
    """Seat rental is taken, from one player or from all."""

    amount: Above0
    seat: Seat | None = None
