"""Stud's own part of a deal: whose turn it is to get a card, and which cards lie face up."""

from __future__ import annotations

from typing import NamedTuple

from engine.deal.starting import Slot, StartingDeal
from engine.games.rounds import Face


class Wrong(NamedTuple):
    """A forced bet that was not its player's to make."""

    seat: int
    to: int
    ruling: int


class Stud:
    """The street that is being dealt to the seats, and the upcards as they were due."""

    __slots__ = (
        "barred", "buried", "common", "dead", "excused", "flags", "last_up", "left_out", "plan",
        "rest", "short", "to_bury", "up", "upto", "wrong",
    )  # fmt: skip

    def __init__(self, seats: list[int], cards: int) -> None:
        self.up: dict[int, list[str]] = {seat: [] for seat in seats}  # as due: a last card is none
        self.plan = StartingDeal([], ())  # the street that is being dealt, or comes after its burn
        self.upto = cards  # how many cards each seat has when the street is whole
        self.dead: set[int] = set()  # folded with nothing to call: dealt to until somebody bets
        self.left_out: set[int] = set()  # dead seats that were passed over for good
        self.excused: set[int] = set()  # whose exposed hole card is his upcard: he need not open
        self.last_up: set[int] = set()  # whose last card came face up
        self.barred: set[int] = set()  # holds his last card already: no bet, no raise
        self.buried: list[str] = []  # premature cards, and those that make up their round
        self.to_bury = 0  # so many of these are still to come off the deck
        self.common = 0  # cards on the board that all share, the deck having run out
        self.short = 0  # so many cards are needed, and the deck has not enough: to be ruled
        self.rest: list[Slot] = []  # places for which the deck has to be remade first
        self.wrong: Wrong | None = None  # the forced bet of somebody else
        self.flags: set[str] = set()  # ``remade``: the deck was; ``no_betting`` on the last round

    def begin(self, seats: list[int], faces: tuple[Face, ...]) -> None:
        """The seats are due their cards of a street, as soon as the burn is made."""
        self.plan = StartingDeal(seats, faces)
        self.upto += len(faces)

    def turn_up(self, card: str, seat: int) -> None:
        """A card is one of the seat's upcards."""
        self.up.setdefault(seat, []).append(card)

    def drop(self, card: str) -> None:
        """A card is nobody's upcard any more."""
        for cards in self.up.values():
            if card in cards:
                cards.remove(card)
