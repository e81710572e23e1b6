"""What a dealer's fingers do with cards: draw, lay, turn, sweep, at a pace, and where each lies."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware_bridge.decks import NAMES, Deck, Decks
from firmware_bridge.simulator.script import Lay, Shift, Throw
from firmware_bridge.simulator.truth import (
    BOARD,
    BURN,
    DECK,
    MUCK,
    OFF,
    SEATS,
    Card,
    Face,
    Move,
)

_MAKERS = {7: "04", 8: "E004", 12: "E200"}  # ISO 14443A, ISO 15693, UHF EPC
FLASH = 0.25  # seconds that a face can be seen before its card flies on


@dataclass(frozen=True)
class Pace:
    """How long a dealer's hands take, in seconds."""

    card: float  # from one card to the next
    mouth: float  # a card slides through the shoe's mouth
    flight: float  # from hand to felt
    slide: float  # of the flight, over a neighbour's antenna
    act: float  # a player acts
    pause: float  # before a street, before the cards are gathered


LOOKS = 2.2  # a person comes and looks: longer than a verdict may be held back
HUMAN = Pace(card=0.6, mouth=0.25, flight=0.25, slide=0.1, act=1.5, pause=1.5)
LIVELY = Pace(card=0.45, mouth=0.25, flight=0.2, slide=0.1, act=0.8, pause=1.0)
# As quick as cards can be dealt; people take a moment to see and say what they do.
BRISK = Pace(card=0.35, mouth=0.2, flight=0.15, slide=0.08, act=0.3, pause=0.5)
FAST = Pace(card=0.35, mouth=0.2, flight=0.15, slide=0.08, act=0.02, pause=0.5)


def make_deck(chance: random.Random, back: str = "red", tag_bytes: int = 8) -> list[Card]:
    """A new deck, each card with a tag of its own that says nothing of its face."""
    return [Card(make_tag(chance, tag_bytes), name, back) for name in NAMES]


def make_tag(chance: random.Random, size: int) -> str:
    """A tag of so many bytes, beginning as those of its kind do."""
    maker = bytes.fromhex(_MAKERS.get(size, ""))
    return (maker + chance.randbytes(size - len(maker))).hex().upper()


class Fingers:
    """Moves cards and keeps time; knows where every card lies and no rule."""

    def __init__(
        self, chance: random.Random, spares: random.Random, pace: Pace, tag_bytes: int = 8
    ) -> None:
        self.pace, self.t = pace, 0.0
        self.deck = make_deck(chance, tag_bytes=tag_bytes)
        self._foreign = make_deck(spares, "blue", tag_bytes)
        self._joker = Card(make_tag(spares, tag_bytes), "Jk")
        self._unknown = Card(make_tag(spares, tag_bytes), "??")
        self.felt: dict[str, list[Card]] = {}
        self.stub: list[Card] = []  # its top is its end
        self._held: list[tuple[float, Card, Lay]] = []

    def decks(self) -> Decks:
        """The register of the deck in play and of the one that lies beside it."""
        red = {card.tag: card.name for card in (*self.deck, self._joker)}
        blue = {card.tag: card.name for card in self._foreign}
        mine, other = Deck("red", "red", 1, red), Deck("blue", "blue", 0, blue)
        return Decks(decks=(mine, other), turn=("red",))

    def add_joker(self) -> None:
        """The joker plays: it is one of the deck."""
        if self._joker not in self.deck:
            self.deck.append(self._joker)

    def shuffle(self, chance: random.Random) -> None:
        """All cards into one deck, in any order."""
        self.stub = [*self.deck]
        chance.shuffle(self.stub)

    def lay(self, step: Lay) -> Iterator[Move]:
        """Draw a card; those of the flop are held until the last one, then lie down together."""
        card = self._pick(step)
        if step.zone in (BOARD, BURN) and not self._held:
            self.t += self.pace.pause
        self._held.append((self.t, card, step))
        self.t += self.pace.card
        if step.held:
            return
        self.t += FLASH if step.flashed else 0.0
        self.t += step.crosses
        lands = self.t - self.pace.card + self.pace.mouth + self.pace.flight
        for t, each, lay in self._held:
            move = self.move(each, DECK, lay.zone, lay.face, t=t, lands=lands, boxed=lay.boxed)
            move = replace(move, flashed=lay.flashed, late=lay.late)
            yield _crossing(move, lay.over, lay.crosses)
        self._held.clear()

    def _pick(self, step: Lay) -> Card:
        if step.pick in ("top", "second", "bottom"):
            return self.stub.pop({"top": -1, "second": -2, "bottom": 0}[step.pick])
        if step.pick == "foreign":
            name = self.stub[-1].name  # a face that is not out yet: only its back is wrong
        elif step.pick == "twin":
            name = next(cards[0].name for cards in self.felt.values() if cards)
        else:
            return self._joker if step.pick == "joker" else self._unknown
        twin = next(card for card in self._foreign if card.name == name)
        return twin if step.pick == "foreign" else Card(twin.tag, name)

    def shift(self, step: Shift) -> Move:
        """A card of a zone goes to another, or is turned over where it lies."""
        return self.carry(self.felt[step.origin][step.at], step.origin, step.zone, step.face)

    def carry(self, card: Card, origin: str, zone: str, face: Face) -> Move:
        """One card goes from where it lies to another zone."""
        self.felt[origin].remove(card)
        move = self.move(card, origin, zone, face)
        self.t += self.pace.card
        return move

    def sweep(self, origin: str, zone: str) -> Iterator[Move]:
        """All cards of a zone go to another at once."""
        for card in self.felt.pop(origin, []):
            yield self.move(card, origin, zone, "down")

    def throw(self, step: Throw) -> Iterator[Move]:
        """All cards of a zone go to another at once, perhaps across a third."""
        for move in self.sweep(step.origin, step.zone):
            yield _crossing(replace(move, lands=move.lands + step.crosses), step.over, step.crosses)
        self.t += step.crosses + self.pace.card

    def gather(self) -> Iterator[Move]:
        """All hands but the last shown go to the muck, then everything back to the deck."""
        hands = [zone for zone in self.felt if zone.startswith("seat:") and self.felt[zone]]
        self.t += self.pace.pause
        for zone in hands[:-1]:
            yield from self.sweep(zone, MUCK)
            self.t += self.pace.card
        self.t += self.pace.pause
        for zone in [*hands[-1:], BOARD, BURN, MUCK, OFF]:
            if self.felt.get(zone):
                yield from self.sweep(zone, DECK)
                self.t += self.pace.card
        self.t += self.pace.pause

    def move(
        self, card: Card, origin: str, zone: str, face: Face, *,
        t: float | None = None, lands: float | None = None, boxed: bool = False,
    ) -> Move:  # fmt: skip
        """Note where the card lies now, and tell its way there."""
        start = self.t if t is None else t
        pace = self.pace
        mouth = pace.mouth if origin == DECK else 0.0
        (self.stub if zone == DECK else self.felt.setdefault(zone, [])).append(card)
        over = self._slid_over(origin, zone)
        lands = start + mouth + pace.flight if lands is None else lands
        return Move(start, card, origin, zone, face, lands, mouth, over, pace.slide, boxed)

    def _slid_over(self, origin: str, zone: str) -> str:
        """A pitched card slides over the place before its own, a mucked one over the burns."""
        if zone.startswith("seat:"):
            seat = int(zone.removeprefix("seat:"))
            return f"seat:{seat - 1 or SEATS}" if origin == DECK else ""
        return {BOARD: BURN, MUCK: BURN}.get(zone, "")


def _crossing(move: Move, over: str, seconds: float) -> Move:
    """The same way across another antenna, for so long just before the card lands."""
    return replace(move, over=over, slide=seconds) if over else move
