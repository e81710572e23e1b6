"""A scripted dealer: deals hands by the script, at a pace, with the faults he is told to make."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from firmware_bridge.decks import NAMES, Deck, Decks
from firmware_bridge.simulator.faults import EXPOSURES, FAULTS
from firmware_bridge.simulator.script import Dealt, Lay, Say, Script, Shift, Step
from firmware_bridge.simulator.truth import (
    BOARD,
    BURN,
    DECK,
    MUCK,
    OFF,
    SEATS,
    Card,
    Event,
    Face,
    Happening,
    Move,
    Said,
)

RANDOM = "random"
_MAKERS = {7: "04", 8: "E004", 12: "E200"}  # ISO 14443A, ISO 15693, UHF EPC
FLASH = 0.25  # seconds that a face can be seen before its card flies on
HOLDEM = Dealt()
_STACK = 1_000_000  # nobody goes broke by calling


class FaultError(Exception):
    """A fault that this dealer cannot make."""


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


class Dealer:
    """Deals one hand after the other; all chance comes from one seed."""

    def __init__(
        self, seats: tuple[int, ...], *, seed: int = 1, pace: Pace = FAST,
        faults: tuple[str, ...] = (), rulebook: str = "uspa", tag_bytes: int = 8,
        dealt: Dealt = HOLDEM,
    ) -> None:  # fmt: skip
        _check(faults, seats)
        self._chance = random.Random(seed)  # noqa: S311  (repeatable hands, no secrets)
        self._seats, self._pace, self._rulebook = seats, pace, rulebook
        self._faults = list(faults)
        self.dealt = dealt
        self._button = seats[-1]
        self.deck = make_deck(self._chance, tag_bytes=tag_bytes)
        spares = random.Random(seed + 1)  # noqa: S311  (as above)
        self._foreign = make_deck(spares, "blue", tag_bytes)
        self._joker = Card(make_tag(spares, tag_bytes), "Jk")
        self._unknown = Card(make_tag(spares, tag_bytes), "??")
        self._felt: dict[str, list[Card]] = {}
        self._stub: list[Card] = []
        self._held: list[tuple[float, Card, Lay]] = []
        self.fault: str | None = None  # of the hand dealt last
        self.t = 0.0

    def decks(self) -> Decks:
        """The register of the deck in play and of the one that lies beside it."""
        red = {card.tag: card.name for card in (*self.deck, self._joker)}
        blue = {card.tag: card.name for card in self._foreign}
        mine, other = Deck("red", "red", 1, red), Deck("blue", "blue", 0, blue)
        return Decks(decks=(mine, other), turn=("red",))

    def opening(self) -> Iterator[Happening]:
        """The table opens and the players sit down."""
        dealt = self.dealt
        game: Event = {"game": dealt.game, "structure": dealt.structure, "format": "cash"}
        game |= {"rulebook": self._rulebook, "small_blind": 1, "big_blind": 2, "seats": SEATS}
        yield self._say("open", {**game, "sensors": ["rfid", "shoe", "camera", "shuffle"]})
        for seat in self._seats:
            yield self._say("sit", {"seat": seat, "stack": _STACK})

    def hand(self) -> Iterator[Happening]:
        """The next hand, with the next fault; after one the floor voids the deal."""
        fault = self.fault = self._next_fault()
        self._button = _after(self._seats, self._button)
        empty = next((n for n in range(1, SEATS + 1) if n not in self._seats), None)
        script = Script(self._seats, self._button, empty, self.dealt)
        self._stub = [*self.deck]
        self._chance.shuffle(self._stub)
        steps = (FAULTS | EXPOSURES)[fault](script) if fault else script.whole()
        for step in steps:
            yield from self._do(step)
        if fault:
            yield from self._put_right(steps)
        yield from self._gather()

    def _next_fault(self) -> str | None:
        if not self._faults:
            return None
        if self._faults[0] != RANDOM:
            return self._faults.pop(0)
        if self._chance.random() >= 0.5:
            return None
        full = len(self._seats) == SEATS
        known = [name for name in FAULTS if not (full and name == "ineligible_seat")]
        return self._chance.choice(known)

    def _do(self, step: Step) -> Iterator[Happening]:
        if isinstance(step, Lay):
            yield from self._lay(step)
        elif isinstance(step, Shift):
            card = self._felt[step.origin].pop()
            yield self._move(card, step.origin, step.zone, step.face)
            self.t += self._pace.card
        else:
            self.t += max(self._pace.pause, LOOKS) if step.e == "floor" else 0.0
            yield self._say(step.e, step.fields)

    def _lay(self, step: Lay) -> Iterator[Happening]:
        """Draw a card; those of the flop are held until the last one, then lie down together."""
        card = self._pick(step)
        if step.zone in (BOARD, BURN) and not self._held:
            self.t += self._pace.pause
        self._held.append((self.t, card, step))
        self.t += self._pace.card
        if step.held:
            return
        self.t += FLASH if step.flashed else 0.0
        lands = self.t - self._pace.card + self._pace.mouth + self._pace.flight
        for t, each, lay in self._held:
            move = self._move(each, DECK, lay.zone, lay.face, t=t, lands=lands, boxed=lay.boxed)
            yield replace(move, flashed=lay.flashed)
        self._held.clear()

    def _pick(self, step: Lay) -> Card:
        if step.pick in ("top", "second", "bottom"):
            return self._stub.pop({"top": -1, "second": -2, "bottom": 0}[step.pick])
        if step.pick == "foreign":
            name = self._stub[-1].name  # a face that is not out yet: only its back is wrong
        elif step.pick == "twin":
            name = next(cards[0].name for cards in self._felt.values() if cards)
        else:
            return self._joker if step.pick == "joker" else self._unknown
        twin = next(card for card in self._foreign if card.name == name)
        return twin if step.pick == "foreign" else Card(twin.tag, name)

    def _put_right(self, steps: list[Step]) -> Iterator[Happening]:
        self.t += max(self._pace.pause, LOOKS)
        yield self._say("floor", {"decision": "void_deal"})
        for step in steps:
            if isinstance(step, Say) and step.e == "away":
                yield self._say("back", step.fields)

    def _gather(self) -> Iterator[Happening]:
        """All hands but the last shown go to the muck, then everything back to the deck."""
        hands = [zone for zone in self._felt if zone.startswith("seat:") and self._felt[zone]]
        self.t += self._pace.pause
        for zone in hands[:-1]:
            yield from self._sweep(zone, MUCK)
            self.t += self._pace.card
        self.t += self._pace.pause
        for zone in [*hands[-1:], BOARD, BURN, MUCK, OFF]:
            if self._felt.get(zone):
                yield from self._sweep(zone, DECK)
                self.t += self._pace.card
        self.t += self._pace.pause

    def _sweep(self, origin: str, zone: str) -> Iterator[Happening]:
        for card in self._felt.pop(origin, []):
            yield self._move(card, origin, zone, "down")

    def _move(
        self, card: Card, origin: str, zone: str, face: Face, *,
        t: float | None = None, lands: float | None = None, boxed: bool = False,
    ) -> Move:  # fmt: skip
        """Note where the card lies now, and tell its way there."""
        start = self.t if t is None else t
        pace = self._pace
        mouth = pace.mouth if origin == DECK else 0.0
        if zone != DECK:
            self._felt.setdefault(zone, []).append(card)
        elif not self._stub or origin == BURN:
            self._stub.append(card)
        over = self._slid_over(origin, zone)
        lands = start + mouth + pace.flight if lands is None else lands
        return Move(start, card, origin, zone, face, lands, mouth, over, pace.slide, boxed)

    def _slid_over(self, origin: str, zone: str) -> str:
        """A pitched card slides over the place before its own, a mucked one over the burns."""
        if zone.startswith("seat:"):
            seat = int(zone.removeprefix("seat:"))
            return f"seat:{seat - 1 or SEATS}" if origin == DECK else ""
        return {BOARD: BURN, MUCK: BURN}.get(zone, "")

    def _say(self, e: str, fields: Event) -> Said:
        self.t += self._pace.act
        return Said(self.t, {"e": e, **fields})


def _after(seats: tuple[int, ...], button: int) -> int:
    return next((seat for seat in seats if seat > button), seats[0])


def _check(faults: tuple[str, ...], seats: tuple[int, ...]) -> None:
    unknown = [name for name in faults if name not in (*FAULTS, *EXPOSURES, RANDOM)]
    if unknown:
        known = ", ".join([*sorted(FAULTS | EXPOSURES), RANDOM])
        raise FaultError(f"this dealer cannot make the fault {unknown[0]!r}; he knows {known}")
    if "ineligible_seat" in faults and len(seats) == SEATS:
        raise FaultError("ineligible_seat needs a seat where nobody sits: take fewer players")
    if len(seats) < 3:
        raise FaultError("the books differ on heads-up blinds: this dealer needs three players")
