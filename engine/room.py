"""What is true between deals, and the only thing that is saved of a table (``engine.saved``)."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.answers import AnyExpect


class Person(msgspec.Struct):
    """Whoever has a seat, between deals and during them."""

    stack: int
    name: str = ""
    away: bool = False
    asked: bool = False  # away, but wants to be dealt in
    leaving: bool = False
    pending: int = 0  # chips bought during a deal


class Unopened(msgspec.Struct):
    """What deals that nobody opened leave to the next one."""

    carried: int = 0  # their chips: they are in its pot
    passed: int = 0  # how many such deals in a row


class Room(Unopened):
    """The people, the button, the deck's state and the numbers that go on from deal to deal."""

    opening: dict[str, Any] = {}  # the last ``open`` event; none before the table opens
    t: float = float("-inf")  # of the last event
    last_ruling: int = 0
    last_doubt: int = 0
    seats: dict[int, Person] = {}
    button: int | None = None
    small_seat: int | None = None
    big_seat: int | None = None
    dealt_in: list[int] = []  # the seats of the last deal
    redeal: bool = False  # a misdeal keeps the button where it is
    shuffled: bool = False
    cut: bool = False
    expected: AnyExpect | None = None
    lying: dict[str, str] = {}  # cards of the last deal that were not yet gathered, and where
    button_in_question: bool = False  # it was ruled wrong in the last deal: a person places it
