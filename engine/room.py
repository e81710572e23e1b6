"""What is true between deals, and the only thing that is saved of a table (``engine.saved``)."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.answers import AnyExpect


class Dues(msgspec.Struct, omit_defaults=True):
    """Why a player is not simply dealt in, and what he has put up for it."""

    new: bool = False  # he posts the big blind, or waits for it
    free: bool = False  # he posts nothing, but neither button nor small blind come to him yet
    small: bool = False  # the small blind went by without him
    big: bool = False  # the big blind went by without him
    moved: bool = False  # he changed to a seat further from the big blind
    sits_out: int = 0  # deals until he has come as far as he was before
    waits: bool = False  # he said that he waits for the big blind
    what: str = ""  # what he has put up: a word of ``post``
    live: int = 0  # so much of it is his bet
    dead: int = 0  # and so much the pot's
    told: tuple[str, int, int] | None = None  # as it was last told


class Person(msgspec.Struct):
    """Whoever has a seat, between deals and during them."""

    stack: int
    name: str = ""
    away: bool = False
    asked: bool = False  # away, but wants to be dealt in
    leaving: bool = False
    pending: int = 0  # chips bought during a deal, or taken for the seat
    dues: Dues | None = None  # nothing stands in the way of his next hand
    short_buys: int = 0
    waits_for_chips: bool = False  # he has bought less than the house wants
    least: int = 0  # what he must have before him for his next hand
    least_why: str = ""  # and by which clause
    sits_out: int = 0  # deals that the floor has him miss
    reported: int = 0  # how often his conduct was reported
    asked_to_see: int = 0  # how often he asked for a hand that was thrown away


class CashedOut(msgspec.Struct):
    """What somebody took away as he left, when, and how many deals there had been."""

    t: float
    chips: int
    deals: int


class Bank(msgspec.Struct, omit_defaults=True):
    """Who took chips away, and how long ago in deals."""

    deals: int = 0  # begun since the table opened
    cashed: dict[str, CashedOut] = {}  # by name: who comes back soon brings it along


class Race(msgspec.Struct):
    """A race that is on: whose cards are still to come, and those that have."""

    chip: int
    into: int
    odd: dict[int, int]
    cards: dict[int, list[str]] = {}


class Levels(msgspec.Struct, omit_defaults=True):
    """The stakes that come, and the clock of those that hold."""

    told: dict[str, Any] = {}  # and not yet in force
    due: dict[str, Any] = {}  # in force with the deal that has begun to be shuffled
    first: bool = False  # the deal is the first of its level
    number: int = 1
    until: float | None = None  # when the clock of this level runs out


class Evening(msgspec.Struct, omit_defaults=True):
    """What outlives a deal, besides seats and button."""

    first_button: int | None = None  # of a new game, until the button has gone round
    first_small: int | None = None
    levels: Levels = msgspec.field(default_factory=Levels)
    posted: dict[int, tuple[str, int, int]] = {}  # what was put up for the last deal
    bigs: list[int] = []  # who posted a big blind in it besides the one whose turn it was
    drawn: dict[int, str] = {}  # cards drawn for the first button
    race: Race | None = None
    raked: int = 0  # of all pots since the table opened
    bank: Bank = msgspec.field(default_factory=Bank)
    entitled: list[int] = []  # who may play for what a false opener left; empty: anybody
    barred: list[int] = []  # all-in on false openers: they wait until the pot is won
    leg: int = 0  # the seat that won the last pot
    killer: int = 0  # the seat that must kill the next one
    killed: int = 0  # and the one that has killed this one
    entrants: int = 0  # of the tournament, as far as this table knows


class Kept(msgspec.Struct):
    """What a room keeps apart from the deal itself."""

    evening: Evening = msgspec.field(default_factory=Evening)
    carried: int = 0  # chips of deals that nobody opened: they are in the pot of the next
    passed: int = 0  # how many such deals in a row


class Room(Kept):
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
