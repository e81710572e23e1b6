"""Random hands at a served table: what is expected is done, or now and then something else."""

import random
import time
from typing import Any

from controller.daemon import Daemon
from engine.cards import DECK
from tests.controller.brokers import PATIENCE
from tests.controller.served_table import Console, Served

FAULTS = 0.25  # of all hands


class RandomHands:
    """A dealer and players, all led by one seed."""

    def __init__(self, table: Served, floor: Console, seed: int) -> None:
        self._table, self._floor = table, floor
        self._chance = random.Random(seed)
        self._deck: list[str] = []
        floor.sits(players=6, stack=500)

    @property
    def _daemon(self) -> Daemon:
        return self._table.daemon

    def play(self) -> None:
        """One hand to its end; after a fault the floor voids it."""
        self._buy_chips()
        self._deck = list(DECK)
        self._chance.shuffle(self._deck)
        self._table.felt.gathered()
        fault_at = self._chance.randrange(25) if self._chance.random() < FAULTS else None
        assert self._floor.asks("hand")["ok"]
        for number in range(400):
            expected: dict[str, Any] = self._daemon.core.table.expected or {}
            if expected.get("what") in ("hand", "shuffle", None):
                return
            if number == fault_at:
                self._lay(self._chance.choice(["burn", "board", "seat:2", "muck"]))
                expected = {"what": "floor"}
            self._do(expected)
        raise AssertionError("a hand that never ends")

    def _do(self, expected: dict[str, Any]) -> None:
        what = expected["what"]
        if what == "card":
            self._lay(expected["zone"], expected.get("card"))
        elif what == "act":
            self._act(expected)
        elif what == "draw":
            count = self._chance.randint(0, 3)
            assert self._floor.asks("draw", seat=expected["seat"], count=count)["ok"]
        elif what == "discard":
            held = self._daemon.core.table.hole(expected["seat"])
            self._moves(self._chance.choice(held), "muck", drawn=False)
        elif what == "show":
            verb = self._chance.choice(["show", "show", "muck"])
            if not self._floor.asks(verb, seat=expected["seat"])["ok"]:
                assert self._floor.asks("show", seat=expected["seat"])["ok"]
        else:
            self._floor.asks("decide", decision="void_deal")

    def _lay(self, zone: str, card: str | None = None) -> None:
        if card is None or card not in self._deck:
            card = self._deck[-1]
        self._deck.remove(card)
        self._moves(card, zone)

    def _moves(self, card: str, zone: str, *, drawn: bool = True) -> None:
        before = self._daemon.core.seq
        self._table.felt.lands(card, zone, drawn=drawn)
        end = time.monotonic() + PATIENCE
        while self._daemon.core.seq == before:
            assert time.monotonic() < end, f"waited in vain for a card at {zone}"
            time.sleep(0.0005)

    def _act(self, expected: dict[str, Any]) -> None:
        choice = self._chance.choice(expected["options"])
        if choice["do"] in ("fold", "all_in") and self._chance.random() < 0.6:
            choice = expected["options"][min(1, len(expected["options"]) - 1)]
        fields = {"to": choice["min"]} if choice["do"] in ("bet", "raise") else {}
        self._floor.asks("act", seat=expected["seat"], do=choice["do"], **fields)

    def _buy_chips(self) -> None:
        for seat, person in list(self._daemon.core.table.seats.items()):
            if person.stack < 10:
                self._floor.asks("sit", seat=seat, stack=500)
