"""Evenings at which people come, go, miss blinds, post, move and rebuy: chips and calm are kept."""

import random
from typing import Any

import pytest

from engine import Table
from engine.cards import DECK
from engine.law import BOOKS

Event = dict[str, Any]
# A blind made up between the blinds, and a tournament player who is not there at his turn.
RULED_BY_THE_BOOK = {"wrong_post", "absent_player", "misconduct"}


class Evening:
    """People and a dealer who does what the table asks for."""

    def __init__(self, book: str, seed: int) -> None:
        self.rnd, self.table, self.t = random.Random(f"{book}:{seed}"), Table(), 0.0
        tournament = self.rnd.random() < 0.25
        self.say(
            "open",
            game="holdem",
            structure=self.rnd.choice(["no_limit", "limit", "pot_limit"]),
            format="tournament" if tournament else "cash",
            rulebook=book,
            small_blind=5,
            big_blind=10,
            house={"rake": {"percent": 5, "cap": 4}} if self.rnd.random() < 0.5 else {},
        )
        self.bought = self.gone = self.raked = 0
        self.passed: dict[int, list[int]] = {}  # whose big blinds a player has seen since his own
        for seat in range(1, self.rnd.randint(3, 8)):
            self.sit(seat)

    def say(self, e: str, **fields: Any) -> list[Any]:
        self.t += 1
        answers = self.table.apply({"t": self.t, "e": e, **fields})
        for answer in answers:
            if answer["o"] == "ruling":
                assert answer["fault"] in RULED_BY_THE_BOOK, answer
            if answer["o"] == "out":  # for a blind that he cannot pay (dc.1604.3.aa.1)
                self.gone += self.table.seats[answer["seat"]].stack
            if answer["o"] == "end":
                self.raked += answer.get("rake", 0)
        return answers

    def sit(self, seat: int) -> None:
        stack = self.rnd.choice([15, 200, 1000])
        self.bought += stack
        self.say("sit", seat=seat, stack=stack)

    def people(self) -> None:
        """A little coming and going between two deals."""
        seats, rnd = self.table.seats, self.rnd
        for seat in [seat for seat, person in seats.items() if not person.leaving]:
            if not self.comes_or_goes(seat):
                self.pays_or_moves(seat)
        free = [seat for seat in range(1, 11) if seat not in seats]
        if free and (len(seats) < 4 or rnd.random() < 0.1):
            self.sit(rnd.choice(free))
        if rnd.random() < 0.02:
            self.say("level", small_blind=10, big_blind=20)

    def comes_or_goes(self, seat: int) -> bool:
        person, chance = self.table.seats[seat], self.rnd.random()
        if chance < 0.03:
            self.gone += person.stack + person.pending
            self.say("leave", seat=seat)
        elif chance < 0.08 or (person.away and chance < 0.4):
            self.say("back" if person.away else "away", seat=seat)
        elif not person.stack and chance < 0.5:
            self.sit(seat)
        else:
            return False
        return True

    def pays_or_moves(self, seat: int) -> None:
        chance = self.rnd.random()
        if chance < 0.02:
            self.say("move", seat=seat, to=self.rnd.randint(1, 10))
            self.passed.clear()  # the order of the seats is another one
        elif chance < 0.04:
            self.say("wait", seat=seat)
        elif chance < 0.045:
            self.say("floor", decision="sit_out", seat=seat, amount=self.rnd.randint(1, 3))
        elif self.table.seats[seat].dues is not None and chance < 0.5:
            self.say("post", seat=seat, what=self.rnd.choice(["big_blind", "missed"]))

    def deal(self) -> None:
        """One deal, as the table asks for it."""
        deck = list(DECK)
        self.rnd.shuffle(deck)
        opened = next((one for one in self.say("hand") if one["o"] == "phase"), None)
        if opened is None:
            return  # too few players are there
        self.blinds(opened)
        for _ in range(400):
            due = self.table.expected
            if not self.table.deal_on or due is None:
                break
            if due["what"] == "card":
                self.say("card", card=deck.pop(), zone=due["zone"], face=due["face"])
            elif due["what"] == "act":
                self.act(due)
            else:
                assert due["what"] == "show", due
                self.say("show", seat=due["seat"])
        assert not self.table.deal_on

    def blinds(self, opened: Any) -> None:
        """Nobody who stays in the game sees another's big blind twice without his own."""
        room, setting = self.table.room, self.table.setting
        posted = {post["seat"] for post in opened["posts"] if post["what"] != "small_blind"}
        self.passed = {seat: self.passed.get(seat, []) for seat in room.dealt_in}
        for seat, seen in self.passed.items():
            if seat in posted or len(self.passed) == 2:  # two take turns anew
                seen.clear()
            elif room.big_seat is not None:
                seen.append(room.big_seat)
        kinds = (f"{setting.format}_{setting.kind}", setting.format)
        dead = setting.book.param("button", *kinds) == "dead"
        if dead:  # under the moving button a blind may pass a player by, or come to him twice
            assert all(len(set(seen)) == len(seen) for seen in self.passed.values()), self.passed

    def act(self, due: Any) -> None:
        option = self.rnd.choice(due["options"])
        if option["do"] in ("all_in", "fold") and self.rnd.random() < 0.6:
            option = due["options"][1]
        fields = {"to": option["min"]} if option["do"] in ("bet", "raise") else {}
        self.say("act", seat=due["seat"], do=option["do"], **fields)

    def chips(self) -> int:
        people = self.table.seats.values()
        return sum(person.stack + person.pending for person in people if not person.leaving)

    def play(self, deals: int) -> None:
        for _ in range(deals):
            self.people()
            self.deal()
            assert self.chips() == self.bought - self.gone - self.raked


@pytest.mark.parametrize("book", BOOKS)
def test_an_evening_keeps_its_chips_and_its_calm(book: str) -> None:
    Evening(book, 1).play(60)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_many_evenings_keep_their_chips_and_their_calm(book: str) -> None:
    for seed in range(200):
        Evening(book, seed).play(200)
