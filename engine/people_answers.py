"""Answers of the table log: what people owe, get for their odd chips, and how they finish."""

from typing import Literal, NotRequired, TypedDict

Owes = Literal["big_blind", "missed", "kill", "ante", "collection", "buy_in"]


class Owe(TypedDict):
    """What a player must put up before he is dealt in; with 0, that it is settled."""

    o: Literal["owe"]
    seat: int
    what: Owes
    amount: int
    dead: int
    clause: str


class Exchange(TypedDict):
    """What a race gives a seat for its odd chips."""

    o: Literal["exchange"]
    seat: int
    chips: int
    removed: int
    why: NotRequired[str]


class Out(TypedDict):
    """A player is out of the tournament."""

    o: Literal["out"]
    seat: int
    place: int
    why: NotRequired[str]


class Owed(TypedDict):
    """What a seat owes, in a view."""

    what: Owes
    amount: int
    dead: int
    clause: str
