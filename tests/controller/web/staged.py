"""Hands made up for the overlay: sealed for the station and told live, as a controller does."""

import base64
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from controller.broadcast import context, packed
from controller.messages import BroadcastHand, Frame, Sealed
from controller.security import seal
from engine.worth import scale
from tests.controller.brokers import TOPICS, Person

NAMES = (
    "Ada Lovelace", "Grace Hopper", "Emmy Noether", "Alan Turing", "Sofia Kovalevskaya",
    "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth", "Katherine Johnson", "Linus Torvalds",
)  # fmt: skip
LONG_NAMES = (
    "Wolfgang Amadeus von Hohenzollern-Strauss",  # Latin
    "Константин Константинопольский",  # Cyrillic
    "Κωνσταντίνος Παπαδημητρόπουλος",  # Greek
    "عبد الرحمن بن محمد الأنصاري",  # Arabic
    "אברהם בן־יהודה הכהן הגדול",  # Hebrew
    "欧阳慕容司马上官诸葛令狐",  # Chinese
    "Nguyễn Thị Phương Thảo Quỳnh",  # Vietnamese
    "Llanfairpwllgwyngyllgogerychwyrndrobwll",  # one word
    "MAXIMILIAN WORTHINGTON-MONTGOMERY III",
    "Ćwiąkała-Święcicki Grzegorz Bolesław",
)
DECK = [rank + suit for rank in "AKQJT98765432" for suit in "hsdc"]


@dataclass
class StagedHand:
    """One moment of a hand, with as much of everything as one likes."""

    players: int = 6
    names: tuple[str, ...] = NAMES
    game: str = "holdem"
    stack: int = 12_350
    board: int = 4
    folded: tuple[int, ...] = (2,)
    over: bool = False
    number: int = 1
    hole: dict[int, list[str]] = field(default_factory=dict)
    draws: dict[int, int] = field(default_factory=dict)
    boards: list[list[str]] = field(default_factory=list)  # run more than once
    up: list[str] = field(default_factory=list)  # of the hole cards, what all at the table see

    def state(self) -> dict[str, Any]:
        each = 4 if self.game.startswith("omaha") else 2
        given = {card for cards in self.hole.values() for card in cards}
        deck = [card for card in random.Random(5).sample(DECK, len(DECK)) if card not in given]
        board = [deck.pop(0) for _ in range(5)][: self.board]
        bets = dict.fromkeys((1, 3, 4), self.stack // 3)
        seats = {
            str(seat): {
                "name": self.names[seat - 1], "stack": self.stack + 7 * seat, "away": False,
                "bet": 0 if self.over else bets.get(seat, 0), "in_pot": 0,
                "folded": seat in self.folded,
                "all_in": seat == 3,
                "cards": self.hole.get(seat) or deck[(seat - 1) * each :][:each],
            }
            for seat in range(1, self.players + 1)
        }  # fmt: skip
        pots = [{"amount": 2 * self.stack, "seats": [1]}, {"amount": self.stack, "seats": [1]}]
        return {
            "game": self.game, "structure": "no_limit", "button": 1, "seats": seats,
            "hand": {
                "stage": "over" if self.over else "bet", "street": "turn", "board": board,
                "turn": None if self.over else 1, "pots": pots,
                "result": "won" if self.over else "", "boards": self.boards,
            },
            "expect": {} if self.over else {"what": "act", "to_call": self.stack // 3},
        }  # fmt: skip

    def hand(self, began: str) -> BroadcastHand:
        state = self.state()
        frames = [Frame(0.0, state, {"e": "hand"}, up=self.up)]
        for seat, do in ((3, "all_in"), (4, "raise"), (2, "fold")):
            if seat <= self.players:
                frames.append(Frame(1.0, state, {"e": "act", "seat": seat, "do": do}, up=self.up))
        for seat, count in self.draws.items():
            frames.append(
                Frame(1.5, state, {"e": "draw", "seat": seat, "count": count}, up=self.up)
            )
        if self.over:
            cards = [*state["hand"]["board"], *state["seats"]["1"]["cards"]]
            best = scale("high").best([], cards)
            award = {"o": "award", "seat": 1, "amount": 3 * self.stack, "pot": 0,
                     "hand": {"name": best.name, "cards": list(best.cards)}}  # fmt: skip
            frames.append(Frame(2.0, state, {"e": "show", "seat": 1}, [award]))
        return BroadcastHand(table=TOPICS.table, hand=self.number, began=began, frames=frames)


class Stage:
    """Whoever tells the station what to show."""

    def __init__(self, person: Person, public: Path) -> None:
        self._person, self._public = person, seal.read_public(public)
        person.say(TOPICS.status, b"online", retain=True)

    def informs(self, **more: Any) -> None:
        info = {"table": TOPICS.table, "small_blind": 100, "big_blind": 200, "seats": 10,
                "delay": 60.0, "live": True, "game": "holdem", **more}  # fmt: skip
        self._person.say(TOPICS.info, msgspec.json.encode(info), retain=True)

    def leaves(self) -> None:
        self._person.say(TOPICS.status, b"offline", retain=True)

    def shows(
        self, scene: StagedHand, began: str = "2026-01-01T12:00:00.000Z", *, live: bool = True
    ) -> None:
        hand = scene.hand(began)
        sealed = seal.seal_for(self._public, packed(hand), context(hand.table, hand.hand))
        message = Sealed(
            table=hand.table, hand=hand.hand, ended="", released=began, live=live,
            sealed=base64.b64encode(sealed).decode(),
        )  # fmt: skip
        self._person.say(TOPICS.broadcast_hand, msgspec.json.encode(message), retain=True)
