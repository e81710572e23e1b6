"""A seeded evening at a table: a dealer who follows what the engine expects, and keeps the log."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.cards import DECK
from engine.history import History
from engine.log import DECISIONS
from tests.engine.golden.playing import Answer, Event, answers

BOOKS = ("dc", "california", "diamondjims", "hilton", "uspa")
STRUCTURES = ("no_limit", "no_limit", "pot_limit", "limit", "spread")
SENSORS = (
    ["rfid", "shoe", "camera"],
    ["rfid", "shoe", "camera", "shuffle"],
    ["rfid", "camera"],
    ["camera", "shuffle"],
)
HOUSES: tuple[dict[str, Any], ...] = (
    {"raise_cap": 2},
    {"antes": [0, 2, 0, 1]},
    {"deal_absent": ["cash", "tournament"]},
    {"deal_absent": []},
    {"button": "dead"},
    {"button": "moving"},
    {"first_button": "right"},
    {"heads_up_small_blind": "left"},
    {"short_blind": "eliminated"},
    {"reopen": 0.5, "short_all_ins_add_up": True},
    {"half_pot_after": 1},
    {"show_first": "last_strength"},
    {"show_first": "opener"},
    {"show_first": "all"},
    {"odd_chip": "all_left_of_button"},
    {"odd_chip": "high_card"},
    {"burns_lie": "muck"},
    {"burns_lie": "burn", "remade_burn": "either"},
    {"second_card_exposed": "misdeal"},
    {"same_motion_seconds": 0, "flop_together_seconds": 1},
    {"before_deal": ["shuffle", "cut"]},
    {"exposed_card": {"decision": "misdeal", "steps": ["return_all now", "redeal now"]}},
    {"no_burn": [{"decision": "stands", "when": "board"}, {"decision": "floor_call"}]},
)
LIKELY_WORDS = ("stands", "replace", "misdeal", "dead_hand", "take_back", "move", "keep", "scrap")
GRIT = {"fold": 2, "check": 8, "call": 8, "bet": 2, "raise": 1, "all_in": 0}


class CrashError(Exception):
    """The engine failed over the last event of this log."""

    def __init__(self, log: list[Event]) -> None:
        super().__init__(f"no answer to {log[-1]}")
        self.log = log


class Evening:
    """Deals, bets and shows as the engine asks; what else happens is for others to say."""

    def __init__(self, book: str, seed: int, **opening: Any) -> None:
        self.rnd = random.Random(seed)
        self.table = History()
        self.t = 0.0
        self.log: list[Event] = []
        self.expected: Answer = {}
        self.answered: list[Answer] = []  # to the last event
        self.zones: dict[str, list[str]] = {}
        self.deck: list[str] = []
        self.ends: list[Answer] = []  # of deals
        self.folded: list[int] = []
        self.unread = self.rnd.random() < 0.12  # an evening on which the shoe reads badly
        self.wild = self.rnd.random() < 0.15  # an evening of raises
        self.players = self.rnd.randint(2, 10)
        self._open(book, opening)

    def _open(self, book: str, opening: dict[str, Any]) -> None:
        rnd = self.rnd
        fields: dict[str, Any] = {
            "game": "holdem",
            "structure": rnd.choice(STRUCTURES),
            "format": rnd.choice(("cash", "cash", "tournament")),
            "rulebook": book,
            "small_blind": 1,
            "big_blind": 2,
            "sensors": rnd.choice(SENSORS),
        }
        if rnd.random() < 0.2:
            fields["ante"] = 1
        if rnd.random() < 0.35:
            fields["house"] = rnd.choice(HOUSES)
        self.send("open", **fields | opening)
        seats = list(range(1, self.players + 1))
        if rnd.random() < 0.25:
            seats = sorted(rnd.sample(range(1, 11), self.players))
        for seat in seats:
            self.send("sit", seat=seat, stack=rnd.choice((3, 7, 20, 60, 200, 200, 500)))
        self.seats = seats

    def send(self, kind: str, after: float = 0.4, /, **fields: Any) -> list[Answer]:
        """One event, and what is answered."""
        self.t = round(self.t + after, 1)
        event = {"t": self.t, "e": kind, **fields}
        try:
            self.answered = answers(self.table, event)
        except Exception as error:
            raise CrashError([*self.log, event]) from error
        self.log.append(event)
        rejected = False
        for answer in self.answered:
            rejected = rejected or answer["o"] in ("reject", "error")
            if answer["o"] == "expect":
                self.expected = answer
            elif answer["o"] == "end":
                self.ends.append(answer)
        if not rejected:
            self._keep(event)
        return self.answered

    def _keep(self, event: Event) -> None:
        kind = event["e"]
        if kind == "hand":
            self._new_deck()
        elif kind == "card":
            self._move(event)
        elif kind == "show":
            self._read(event)
        elif kind == "act" and event["do"] == "fold":
            self.folded.append(event["seat"])

    def _new_deck(self) -> None:
        self.deck = list(DECK)
        self.rnd.shuffle(self.deck)
        self.zones, self.folded = {}, []

    def _read(self, event: Event) -> None:
        """Faces that were named are no longer in the stub."""
        held = self.held(event["seat"])
        for card in event.get("cards") or ():
            if card in self.deck and "??" in held:
                self.deck.remove(card)
                held[held.index("??")] = card

    def _move(self, event: Event) -> None:
        card = event["card"]
        if event.get("from") != "deck":
            for held in self.zones.values():
                if card in held and card != "??":
                    held.remove(card)
        if card in self.deck:
            self.deck.remove(card)
        if event["zone"] == "deck":
            self.deck.append(card)
        else:
            self.zones.setdefault(event["zone"], []).append(card)

    def top(self) -> str:
        """The next card of the stub; a deck that ran out gives unread ones."""
        return self.deck[-1] if self.deck else "??"

    def deal(self, zone: str, face: str = "down", after: float = 0.4, /, **more: Any) -> None:
        """The top card goes somewhere."""
        card = self.top()
        if self.unread and face == "down" and self.rnd.random() < 0.5 and self.deck:
            self.deck.pop()
            card = "??"
        self.send("card", after, card=card, zone=zone, face=face, **more)

    def what(self) -> str:
        """What is expected, a card by the kind of its zone."""
        what = str(self.expected.get("what", ""))
        if what != "card":
            return what
        return str(self.expected["zone"]).split(":")[0]

    def held(self, seat: int) -> list[str]:
        return self.zones.get(f"seat:{seat}", [])

    def holders(self) -> list[int]:
        """Seats with cards before them."""
        return [seat for seat in range(1, 11) if self.held(seat)]

    def live(self) -> list[int]:
        return [seat for seat in self.holders() if seat not in self.folded]

    def follow(self) -> None:
        """Do what is expected."""
        expected = self.expected
        ways: dict[str, Callable[[Answer], None]] = {
            "card": self._card,
            "act": self._act,
            "show": self._show,
            "floor": self._floor,
        }
        way = ways.get(expected.get("what", ""))
        if way is not None:
            way(expected)
        elif not self._broke():
            self.send(expected.get("what", "tick"))

    def _broke(self) -> bool:
        """Where nobody is left to play against, people buy in again."""
        stacks = [end["stacks"] for end in self.ends[-1:]]
        if self.what() != "hand" or not stacks or sum(map(bool, stacks[0].values())) > 1:
            return False
        self.ends.clear()
        for seat in self.seats:
            self.send("sit", seat=seat, stack=50)
        return True

    def _card(self, expected: Answer) -> None:
        if expected.get("card"):
            zone, face = expected["zone"], expected["face"]
            self.send("card", card=expected["card"], zone=zone, face=face)
        else:
            self.deal(expected["zone"], expected["face"])

    def _act(self, expected: Answer) -> None:
        options, seat = expected["options"], expected["seat"]
        weights = [3 if self.wild and o["do"] == "raise" else GRIT[o["do"]] for o in options]
        if self.rnd.random() < 0.03:
            weights = [1] * len(options)
        choice = self.rnd.choices(options, weights)[0]
        fields = {"seat": seat, "do": choice["do"]}
        if choice["do"] in ("bet", "raise"):
            few = min(choice["max"], choice["min"] + self.rnd.choice((0, 0, 1, 3)))
            fields["to"] = choice["max"] if self.rnd.random() < 0.08 else few
        self.send("act", **fields)
        if choice["do"] == "fold" and self.rnd.random() < 0.5:
            self.sweep(seat)

    def sweep(self, seat: int) -> None:
        """A seat's cards go to the discards."""
        for card in list(self.held(seat)):
            self.send("card", card=card, zone="muck", face="down", **{"from": f"seat:{seat}"})

    def _show(self, expected: Answer) -> None:
        seat, rnd = expected["seat"], self.rnd
        held = list(self.held(seat))
        unread = held.count("??")
        if unread:
            named = [card for card in held if card != "??"] + self.deck[:unread]
            self.send("show", seat=seat, cards=named)
        elif rnd.random() < 0.15:
            self.send("muck", seat=seat)
        elif rnd.random() < 0.25:
            self.send("show", seat=seat, cards=held)
        else:
            self.send("show", seat=seat)
        if any(answer["o"] == "reject" for answer in self.answered):
            self.send("show", seat=seat)  # the last hand of a pot cannot be mucked
        if any(answer["o"] == "reject" for answer in self.answered):
            self.send("floor", decision="award", seat=seat)

    def _floor(self, expected: Answer) -> None:
        rnd = self.rnd
        word = rnd.choice(LIKELY_WORDS if rnd.random() < 0.8 else DECISIONS)
        fields: dict[str, Any] = {"decision": word}
        if rnd.random() < 0.3 and self.holders():
            fields["seat"] = rnd.choice(self.holders())
        if "ruling" in expected and rnd.random() < 0.5:
            fields["ruling"] = expected["ruling"]
        if "ruling" not in expected:
            fields = {"decision": "award", "seat": rnd.choice(self.live() or [1])}
        self.send("floor", **fields)

    def tidy(self) -> None:
        """A little of what happens beside the deal and is no fault."""
        rnd = self.rnd
        holders = self.holders()
        if self.what() == "act" and holders and rnd.random() < 0.05:
            self.send("look", seat=rnd.choice(holders))
        elif rnd.random() < 0.01:
            self.send("tick", 1.5)
        elif self.what() == "hand" and rnd.random() < 0.15:
            self.send("sit", seat=rnd.choice(self.seats), stack=rnd.choice((20, 100)))
        elif self.what() in ("hand", "shuffle") and rnd.random() < 0.2:
            for zone in ("board", "burn", "muck"):
                for card in list(self.zones.get(zone, ())):
                    self.send("card", card=card, zone="deck", face="down")
