"""Registering: a walk through a deck that asks for one card after the other; knows no reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from firmware_bridge.decks import JOKER, NAMES, TAG, Deck, Decks

# As a deck comes out of its box, seen from the face of the first card on.
NEW_DECK_ORDER = (
    *(rank + suit for suit in "sd" for rank in "A23456789TJQK"),
    *(rank + suit for suit in "ch" for rank in "KQJT98765432A"),
)

Outcome = Literal[
    "registered",
    "card twice",  # the card before was laid again
    "tag taken",  # an earlier card of this deck has this tag: it again, or two cards with one tag
    "other deck",  # a card of another deck has this tag
    "unreadable",
    "complete",  # no card is wanted any more
]


@dataclass(frozen=True, slots=True)
class Registered:
    """What came of a tag; ``number`` is the place in the walk of the card that has it."""

    outcome: Outcome
    number: int = 0
    deck: str = ""


class Walk:
    """Goes on where the deck left off; ``decks`` is what to save after each step."""

    def __init__(self, decks: Decks, deck: Deck, *, new_deck_order: bool = False) -> None:
        self.deck = deck
        self.decks = decks.having(deck)
        self._order = order(self.deck.jokers, new_deck_order=new_deck_order)

    @property
    def wanted(self) -> str | None:
        """The card to lay next."""
        return next((card for card in self._order if self.deck.lacks(card)), None)

    @property
    def done(self) -> int:
        """How many cards are registered, of ``deck.size``."""
        return len(self.deck.cards)

    def lay(self, text: str) -> Registered:
        """Take the tag of the card that was laid, as the reader told it; empty if it could not."""
        tag = text.strip().replace(" ", "").replace(":", "").upper()
        if not TAG.fullmatch(tag):
            return Registered("unreadable")
        tags = list(self.deck.cards)
        if tag in tags:
            twice: Outcome = "card twice" if tag == tags[-1] else "tag taken"
            return Registered(twice, tags.index(tag) + 1)
        other = self.decks.whose(tag)
        if other is not None:
            return Registered("other deck", deck=other.name)
        card = self.wanted
        if card is None:
            return Registered("complete")
        self._keep({**self.deck.cards, tag: card})
        return Registered("registered", self.done)

    def undo(self) -> bool:
        """Take the last card back; false if there is none."""
        tags = list(self.deck.cards)
        if not tags:
            return False
        self._keep({tag: self.deck.cards[tag] for tag in tags[:-1]})
        return True

    def _keep(self, cards: dict[str, str]) -> None:
        self.deck = msgspec.structs.replace(self.deck, cards=cards)
        self.decks = self.decks.having(self.deck)


def order(jokers: int, *, new_deck_order: bool = False) -> Sequence[str]:
    """The cards in the order they are asked for; jokers are on top of a new deck."""
    if new_deck_order:
        return (*[JOKER] * jokers, *NEW_DECK_ORDER)
    return (*NAMES, *[JOKER] * jokers)
