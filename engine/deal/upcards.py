"""Stud's own part of a deal: whose turn it is to get a card, and which cards lie face up."""

from __future__ import annotations

from engine.deal.starting import Slot, StartingDeal
from engine.games.rounds import Face


class Stud:
    """The street that is being dealt to the seats, and the upcards as they were due."""

    __slots__ = (
        "barred", "buried", "common", "dead", "declared", "excused", "last_up", "left_out",
        "no_betting", "plan", "remade", "rest", "short", "up", "upto",
    )  # fmt: skip

    def __init__(self, seats: list[int], cards: int) -> None:
        self.up: dict[int, list[str]] = {seat: [] for seat in seats}  # as due: a last card is none
        self.plan = StartingDeal([], ())  # the street that is being dealt, or comes after its burn
        self.dead: set[int] = set()  # folded with nothing to call: dealt to until somebody bets
        self.left_out: set[int] = set()  # dead seats that were passed over for good
        self.excused: set[int] = set()  # an exposed hole card made its player low: not he opens
        self.last_up: set[int] = set()  # whose last card came face up
        self.declared: set[int] = set()  # of them, who said that they are all-in
        self.barred: set[int] = set()  # holds his last card already: no bet, no raise
        self.buried: list[str] = []  # premature cards, and those that make up their round
        self.upto = cards  # how many cards each seat has when the street is whole
        self.common = 0  # cards on the board that all share, the deck having run out
        self.short = 0  # so many cards are needed, and the deck has not enough: to be ruled
        self.rest: list[Slot] = []  # places for which the deck has to be remade first
        self.remade = False  # the deck was remade: its last card may be dealt
        self.no_betting = False  # there is no betting on the last round

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
