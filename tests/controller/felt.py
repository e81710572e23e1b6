"""A small felt for fusion's notebook: sensors speak, the engine answers, the events are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from controller.senses.disagreements import Disagreement
from controller.senses.fusion import Fusion, Windows
from engine.cards import DECK
from engine.history import History
from firmware_bridge.decks import Deck, Decks
from firmware_bridge.sightings import Draw, Press, Sighting
from vision.sightings import Seen

Event = dict[str, Any]
TAGS = {card: f"E004{number:04X}" for number, card in enumerate(DECK)}
BLUE = {card: f"E005{number:04X}" for number, card in enumerate(DECK)}
DECKS = Decks(
    decks=(
        Deck("red", "red", cards={tag: card for card, tag in TAGS.items()}),
        Deck("blue", "blue", cards={tag: card for card, tag in BLUE.items()}),
    ),
    turn=("red",),
)
DWELL = 0.3  # seconds from a landing to its telling
OPEN: Event = {
    "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash", "rulebook": "uspa",
    "small_blind": 1, "big_blind": 2,
}  # fmt: skip


def tag(card: str) -> str:
    return TAGS.get(card, card)  # a card's own, or one spelt out


class Felt:
    """A table of three, button in seat 3; its cards are drawn, laid, lifted and looked at."""

    def __init__(
        self, *, camera: bool = False, windows: Windows | None = None, sensors: str = "",
        chips: Mapping[str, int] | None = None, game: Event = OPEN,
    ) -> None:  # fmt: skip
        self.fusion = Fusion(DECKS, camera=camera, chips=chips, windows=windows)
        self.history = History()
        self.t = 0.0
        self.unsettled: float | None = None
        self.events: list[Event] = []
        self.rulings: list[str] = []
        self.disagreements: list[Disagreement] = []
        self.fusion.expect(self.history.table)
        opening = {**game, "sensors": sensors.split()} if sensors else game
        for event in (opening, *({"e": "sit", "seat": n, "stack": 200} for n in (1, 2, 3))):
            self.asks(event, 0.0)
        self.asks({"e": "hand", "button": 3}, 0.5)
        self.until(0.9)
        self.events.clear()

    # What happens

    def draws(self, card: str, t: float, *, face_up: bool = False) -> None:
        self.until(t)
        self.fusion.receive(Draw(t, tag(card), face_up, "shoe"))
        self._take()

    def lands(self, card: str, zone: str, since: float, *, told: float | None = None) -> None:
        told = since + DWELL if told is None else told
        self.until(told)
        self.fusion.receive(Sighting(told, tag(card), zone, True, zone.replace(":", "-"), since))
        self._take()

    def leaves(self, card: str, zone: str, since: float) -> None:
        self.until(since + DWELL)
        self.fusion.receive(Sighting(self.t, tag(card), zone, False, zone.replace(":", "-"), since))
        self._take()

    def sees(self, item: Seen, *, at: float | None = None) -> None:
        self.until(item.t if at is None else at)
        self.fusion.seen(item)
        self._take()

    def presses(self, button: Any, t: float) -> None:
        self.until(t)
        self.fusion.receive(Press(t, button))
        self._take()

    def asks(self, event: Event, t: float) -> None:
        self.until(t)
        self.fusion.asked(event, t)
        self._take()

    def until(self, t: float) -> None:
        """Let the time pass as the daemon would: only when something is due."""
        for _ in range(10_000):
            due = self.fusion.due()
            if due is None or due > t:
                break
            self.t = max(self.t, due)
            self._take()
        else:
            raise AssertionError("what is due is never done")
        self.t = max(self.t, t)

    def _take(self) -> None:
        for event in self.fusion.take(self.t, self.unsettled):
            answers = self.history.apply(event)
            self.fusion.expect(self.history.table)
            self.events.append(event)
            self.rulings += [one["fault"] for one in answers if one["o"] == "ruling"]
        self.disagreements += self.fusion.disagreements(self.t)

    # Whole stretches

    def deals(self, cards: Iterable[str], t: float = 1.0) -> None:
        """Hole cards, one at a time from seat 1 on."""
        for number, card in enumerate(cards):
            self.draws(card, t + number)
            self.lands(card, f"seat:{number % 3 + 1}", t + number + 0.3)

    def to_flop(self) -> None:
        """Everybody has two cards and calls; the burn is down. It is ten seconds past."""
        self.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
        for number, (seat, do) in enumerate([(3, "call"), (1, "call"), (2, "check")]):
            self.asks({"e": "act", "seat": seat, "do": do}, 8 + number / 2)
        self.draws("8c", 9.5)
        self.lands("8c", "burn", 9.7)
        self.until(10.5)
        self.events.clear()

    @property
    def cards(self) -> list[tuple[str, str, str, str]]:
        """The cards told: card, where from, where to, which way up."""
        return [
            (one["card"], one["from"], one["zone"], one["face"])
            for one in self.events
            if one["e"] == "card"
        ]
