"""Orderly tables of all kinds: nobody does anything wrong, but no two dealers do it alike.

Players come and go; cards are reported twice, read late, mucked late and one by one; boards come
face down and are turned; at the end everything is swept home in any order.
"""

from __future__ import annotations

import random
from typing import Any

from engine import Table
from engine.cards import DECK
from engine.games import BOARD_GAMES
from tests.engine.dealer import BOOKS

Event = dict[str, Any]
Answer = dict[str, Any]

DEALS = 5  # at one table, so that what people did before matters
SENSORS = (
    ["rfid", "shoe", "camera"],
    ["rfid", "shoe", "camera", "shuffle"],
    ["rfid", "camera"],
    ["rfid", "shuffle"],
)
STRUCTURES = ("no_limit", "no_limit", "pot_limit", "pot_limit", "limit", "spread")
BLIND_AND_ANTE = 3
STACKS = (1, 3, 7, 20, 60, 200, 200, 500)
WEIGHTS = {"fold": 3, "check": 9, "call": 8, "bet": 2, "raise": 1, "all_in": 1}


class UntidyError(AssertionError):
    """An orderly deal was answered with a ruling or a reject; the log says after what."""

    def __init__(self, answer: Answer, log: list[Event], seed: int) -> None:
        super().__init__(f"{answer} after {log[-1]}; seed {seed}, opened with {log[0]}")
        self.log = log


class OrderlyTable:
    """A table at which everything that happens is allowed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rnd = random.Random(seed)
        self.table = Table()
        self.t = 0.0
        self.log: list[Event] = []
        self.expected: Answer = {}
        self.ended = False
        self.lies: dict[str, str] = {}  # where each card of this deal lies
        self.up: set[str] = set()
        self.deck: list[str] = []
        self.to_muck: list[str] = []  # folded cards that still lie before their players
        self.people: dict[int, str] = {}  # here, away
        self.folded: set[int] = set()
        self.shown: set[int] = set()
        self.all_in = False
        self.pots = 1
        self.brought = 0  # chips, since the deal began
        self.tidy_folds = self.rnd.random() < 0.5  # folded cards go at once
        self._open()

    def send(self, kind: str, after: float = 0.3, /, **fields: Any) -> list[Answer]:
        """One event; an answer that tells anybody off is the end of it."""
        self.t = round(self.t + after, 2)
        event = {"t": self.t, "e": kind, **fields}
        self.log.append(event)
        answers = self.table.apply(event)
        for answer in answers:
            if answer["o"] in ("ruling", "reject"):
                raise UntidyError(answer, self.log, self.seed)
            if answer["o"] == "expect":
                self.expected = answer
            elif answer["o"] == "phase":
                self.pots = len(answer["pots"])
                # A street that asks for no act: all chips are in.
                self.all_in = answers[-1].get("what") == "card" and answer["street"] != "deal"
            self.ended = self.ended or answer["o"] == "end"
        return answers

    def _open(self) -> None:
        rnd = self.rnd
        self.cash = rnd.random() < 0.6
        opening = {
            "game": rnd.choice([game.name for game in BOARD_GAMES]),
            "structure": rnd.choice(STRUCTURES),
            "format": "cash" if self.cash else "tournament",
            "rulebook": rnd.choice(BOOKS),
            "small_blind": 1,
            "big_blind": 2,
            "ante": rnd.choice((0, 0, 0, 1)),
            "sensors": rnd.choice(SENSORS),
        }
        self.send("open", **opening)
        for seat in sorted(rnd.sample(range(1, 11), rnd.randint(2, 10))):
            self._sit(seat)

    def _sit(self, seat: int) -> None:
        if self.people.get(seat) == "gone":
            return
        self.people[seat] = self.people.get(seat, "here")
        stack = self.rnd.choice(STACKS)
        self.send("sit", seat=seat, stack=stack)
        self.brought += stack

    def _sits_beside(self, seat: int) -> None:
        """Somebody new while a deal goes on; who is in it adds no chips before its end."""
        if seat not in self.people:
            self._sit(seat)

    # Between deals.

    def deal(self) -> None:
        """One whole deal, from the people who come to the cards that go home."""
        self._come_and_go()
        self._enough_players()
        self._begin()
        self.brought, chips = 0, self._chips()
        while not self.ended:
            self._beside()
            self._follow()
        assert self._chips() == chips + self.brought
        self._sweep_home()
        self.people = {seat: how for seat, how in self.people.items() if how != "gone"}

    def _chips(self) -> int:
        return sum(person.stack + person.pending for person in self.table.seats.values())

    def _come_and_go(self) -> None:
        rnd = self.rnd
        for seat in range(1, 11):
            if rnd.random() > 0.15:
                continue
            state = self.people.get(seat)
            if state is None or rnd.random() < 0.3:
                self._sit(seat)
            elif state == "away":
                self._come_back(seat)
            elif self.cash and rnd.random() < 0.6:
                self.people[seat] = "away"
                self.send("away", seat=seat)
            else:
                del self.people[seat]
                self.send("leave", seat=seat)

    def _come_back(self, seat: int) -> None:
        self.people[seat] = "here"
        self.send("back", seat=seat)

    def _enough_players(self) -> None:
        """At least two are here who can pay a blind; in a tournament nobody is away."""
        for seat, state in list(self.people.items()):
            if state == "away" and not self.cash:
                self._come_back(seat)
        seats = self.table.seats
        while sum(not p.away and p.stack >= BLIND_AND_ANTE for p in seats.values()) < 2:
            seat = self.rnd.randint(1, 10)
            self._sit(seat)
            if self.people[seat] == "away":
                self._come_back(seat)

    def _begin(self) -> None:
        self.deck = list(DECK)
        self.rnd.shuffle(self.deck)
        self.lies, self.up, self.to_muck = {}, set(), []
        self.folded, self.shown = set(), set()
        self.ended = self.all_in = False
        self.send("shuffle")
        self.send("cut")
        self.send("hand")
        for seat, person in self.table.seats.items():
            if person.leaving:  # could not pay a blind (dc.1604.3.aa.1)
                self.people[seat] = "gone"
        self.people = {seat: how for seat, how in self.people.items() if seat in self.table.seats}

    def _sweep_home(self) -> None:
        """All cards go back, straight or over the muck, in any order; some are not even seen."""
        rnd = self.rnd
        cards = list(self.lies)
        rnd.shuffle(cards)
        by_muck = rnd.random() < 0.4
        for card in cards:
            if by_muck and self.lies[card] != "muck" and rnd.random() < 0.7:
                self._lay(card, "muck")
            if rnd.random() < 0.8:
                self._lay(card, "deck")

    # What the engine asks for.

    def _follow(self) -> None:
        expected = self.expected
        match expected["what"]:
            case "card" if expected["zone"] == "board":
                self._street()
            case "card":
                self._lay(self.deck.pop(), expected["zone"], expected["face"])
            case "act":
                self._act(expected)
            case "show":
                self._show(expected["seat"])
            case other:
                raise UntidyError({"o": "expect", "what": other}, self.log, self.seed)

    def _lay(self, card: str, zone: str, face: str = "down", after: float = 0.3) -> None:
        event = {"card": card, "zone": zone, "face": face}
        if self.rnd.random() < 0.1 and card in self.lies:
            event["from"] = self.lies[card]
        self.lies[card] = zone
        self.up.discard(card)
        if face == "up":
            self.up.add(card)
        self.send("card", after, **event)

    def _street(self) -> None:
        """The cards of a street; some dealers lay them down first, and turn them together."""
        down = self.rnd.random() < 0.4
        cards = []
        while self.expected.get("zone") == "board":
            cards.append(self.deck.pop())
            self._lay(cards[-1], "board", "down" if down else "up")
            if self.ended:
                return
        if down:
            self.rnd.shuffle(cards)
            for card in cards:
                self._lay(card, "board", "up", 0.1)

    def _act(self, expected: Answer) -> None:
        seat, rnd = expected["seat"], self.rnd
        if self.people.get(seat) == "away":
            self._come_back(seat)
            return
        options = expected["options"]
        choice = rnd.choices(options, [WEIGHTS[option["do"]] for option in options])[0]
        fields = {"seat": seat, "do": choice["do"]}
        if choice["do"] in ("bet", "raise"):
            fields["to"] = rnd.choice((choice["min"], choice["min"], choice["max"]))
            if choice["max"] > choice["min"] and rnd.random() < 0.3:
                fields["to"] = rnd.randint(choice["min"], choice["max"])
        self.send("act", **fields)
        if choice["do"] == "fold":
            self.folded.add(seat)
            self._fold_cards(seat)

    def _fold_cards(self, seat: int) -> None:
        cards = self._held(seat)
        if self.tidy_folds:
            for card in cards:
                self._lay(card, "muck")
        else:
            self.to_muck += cards

    def _held(self, seat: int) -> list[str]:
        return [card for card, zone in self.lies.items() if zone == f"seat:{seat}"]

    def _show(self, seat: int) -> None:
        rnd, held = self.rnd, self._held(seat)
        beaten = self.shown and self.table.deal.agenda.stage == "show"  # all-in hands lie open
        if beaten and self.pots == 1 and rnd.random() < 0.2:
            self.send("muck", seat=seat)  # beaten, he gives up his hand
            self._fold_cards(seat)
            return
        self.shown.add(seat)
        if rnd.random() < 0.3:  # the cards are turned before the operator enters it
            for card in held:
                self._lay(card, f"seat:{seat}", "up")
        if rnd.random() < 0.3:
            self.send("show", seat=seat, cards=rnd.sample(held, len(held)))
        else:
            self.send("show", seat=seat)

    # What happens beside, and is no fault.

    def _beside(self) -> None:
        rnd = self.rnd
        while self.to_muck and rnd.random() < 0.3:
            self._lay(self.to_muck.pop(rnd.randrange(len(self.to_muck))), "muck")
        luck = rnd.random()
        if luck < 0.04 and self.lies:
            self._report_again()
        elif luck < 0.06:
            self.send("tick", rnd.choice((0.1, 1.0, 2.5)))
        elif luck < 0.08 and self.expected.get("what") == "act":
            self.send("look", seat=self.expected["seat"])
        elif luck < 0.10 and self.folded:
            self._folded_goes()
        elif luck < 0.11:
            self._sits_beside(rnd.randint(1, 10))
        elif luck < 0.25 and self.all_in:
            self._turn_all_in_hand()

    def _turn_all_in_hand(self) -> None:
        """With all chips in, hands are turned up before the board is out, or shown by word."""
        holders = {int(zone[5:]) for zone in self.lies.values() if zone.startswith("seat:")}
        live = sorted(holders - self.folded - self.shown)
        if not live:
            return
        seat = self.rnd.choice(live)
        if self.rnd.random() < 0.5:
            self.shown.add(seat)
            self.send("show", seat=seat)
        else:
            for card in self._held(seat):
                self._lay(card, f"seat:{seat}", "up")

    def _report_again(self) -> None:
        """An antenna loses a card for a moment and sees it again, or two antennas see it."""
        card = self.rnd.choice(list(self.lies))
        face = "up" if card in self.up else "down"
        self.send("card", 0.1, card=card, zone=self.lies[card], face=face)

    def _folded_goes(self) -> None:
        """Who has folded may walk away, come back, or leave."""
        seat = self.rnd.choice(sorted(self.folded))
        state = self.people.get(seat)
        if state == "away":
            self._come_back(seat)
        elif state == "here" and self.rnd.random() < 0.7:
            self.people[seat] = "away"
            self.send("away", seat=seat)
        elif state == "here":
            self.send("leave", seat=seat)
            self.people[seat] = "gone"  # until the deal is over


def play(seeds: range) -> int:
    """Play the tables of some seeds; how many deals that were."""
    deals = 0
    for seed in seeds:
        table = OrderlyTable(seed)
        for _ in range(DEALS):
            table.deal()
            deals += 1
    return deals
