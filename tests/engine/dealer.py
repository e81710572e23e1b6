"""A dealer for tests: does what the engine expects, or asks a script what else to do."""

from __future__ import annotations

import random
from typing import Any

from engine import Table
from engine.cards import DECK

BOOKS = ("dc", "california", "diamondjims", "hilton", "uspa")


class Dealer:
    """Feeds a table orderly events and keeps the log and the answers."""

    def __init__(self, book: str, players: int, seed: int = 1, **opening: Any) -> None:
        self.rnd = random.Random(seed)
        self.table = Table()
        self.t = 0.0
        self.log: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any]] = []
        self.deck: list[str] = []
        self.do(
            "open",
            **{
                "game": "holdem",
                "structure": "no_limit",
                "format": "cash",
                "rulebook": book,
                "small_blind": 1,
                "big_blind": 2,
            }
            | opening,
        )
        for seat in range(1, players + 1):
            self.do("sit", seat=seat, stack=self.rnd.choice([3, 20, 200, 500]))

    def do(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """One event, and its answers."""
        self.t += 0.4
        event = {"t": round(self.t, 1), "e": kind, **fields}
        self.log.append(event)
        answers = self.table.apply(event)
        self.answers += answers
        return answers

    def hand(self, **fields: Any) -> None:
        """Shuffle, cut and begin a deal."""
        self.deck = list(DECK)
        self.rnd.shuffle(self.deck)
        self.do("shuffle")
        self.do("cut")
        self.do("hand", **fields)

    def step(self) -> bool:
        """Do what is expected; False when the deal is over."""
        expected = self.table.expected
        assert expected is not None
        if expected["what"] == "card":
            self.do("card", card=self.deck.pop(), zone=expected["zone"], face=expected["face"])
        elif expected["what"] == "act":
            self._act(expected)
        elif expected["what"] == "show":
            self.do("show", seat=expected["seat"])
        else:
            return False
        return True

    def _act(self, expected: dict[str, Any]) -> None:
        choice = self.rnd.choice(expected["options"])
        if choice["do"] == "fold" and self.rnd.random() < 0.6:
            choice = expected["options"][1]
        fields = {"seat": expected["seat"], "do": choice["do"]}
        if choice["do"] in ("bet", "raise"):
            fields["to"] = self.rnd.choice([choice["min"], choice["max"]])
        self.do("act", **fields)

    def play(self, **fields: Any) -> None:
        """A whole deal without a mistake."""
        self.hand(**fields)
        while self.step():
            pass

    def of(self, kind: str) -> list[dict[str, Any]]:
        """All answers of a kind so far."""
        return [answer for answer in self.answers if answer["o"] == kind]
