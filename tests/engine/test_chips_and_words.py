"""Any chips and words at any time end in answers; chips stay; real hands as chips get no ruling."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import phh
from engine.history import History
from engine.phh.again import events
from engine.phh.play import play
from engine.phh.text import HandHistory
from engine.table import Table
from tests.engine.dealer import BOOKS, Dealer

Event = dict[str, Any]
HANDS = Path(__file__).parents[1] / "hands"
VALUES = (1, 5, 25, 100, 500, 1000, 5000)
WORDS = ("fold", "check", "call", "bet", "raise", "all_in", "all in", "rap", "pass", "pot", "see",
         "rabbit", "time", "whatever", 0, 2, 4, 7, 10, 40, 200, 900)  # fmt: skip
CLAIMS = ("unaware_of_raise", "meant_to_call", "misled", "in_the_dark", "waive")


def cut(amount: int, rnd: random.Random) -> list[int]:
    """An amount in chips, none so large that it is change."""
    chips = []
    while amount:
        fits = [value for value in VALUES if value <= amount]
        value = rnd.choice(fits[-2:])
        chips.append(value)
        amount -= value
    rnd.shuffle(chips)
    return chips


def as_chips(hand: HandHistory, rnd: random.Random) -> Iterator[Any]:
    """The hand with every act made of chips and words that agree."""
    table = Table()
    event: Any
    for event in events(hand):
        if event["e"] != "act":
            table.apply(event)
            yield event
            continue
        player = table.deal.betting.players[event["seat"]]
        told = said_or_put(event, player.bet, player.stack, table.deal.betting.high, rnd)
        table.apply(event)
        yield told


def said_or_put(event: Event, bet: int, stack: int, high: int, rnd: random.Random) -> Event:
    """One act as chips, as words, or as both."""
    head = {"t": event["t"], "seat": event["seat"]}
    do = event["do"]
    if do in ("fold", "check"):
        return {**head, "e": "say", "words": do}
    to = min(high, bet + stack) if do == "call" else event.get("to", bet + stack)
    to = bet + stack if do == "all_in" else to
    words: list[str | int] = ["call"] if do == "call" else [to]
    if rnd.random() < 0.3:
        return {**head, "e": "say", "words": words[0]}
    chips = cut(to - bet, rnd)
    owed = max(0, min(high - bet, stack))
    ambiguous = to - bet > owed > to - bet - min(chips)  # the last chip could be change
    if do != "call" and (ambiguous or rnd.random() < 0.4):
        return {**head, "e": "chips", "chips": chips, "said": words[0]}
    return {**head, "e": "chips", "chips": chips}


def hands(name: str, most: int) -> list[HandHistory]:
    """Recorded hands of the project's own copies."""
    read = [
        hand
        for hand in phh.loads((HANDS / name).read_text(encoding="utf-8"))
        if hand.variant in ("NT", "FT", "PO")
    ]
    return random.Random(5).sample(read, min(most, len(read)))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", ["pluribus-1000.phhs", "wsop-2023-42.phhs"])
def test_real_hands_as_chips_end_with_their_stacks_and_without_a_ruling(
    name: str, book: str
) -> None:
    rnd = random.Random(3)
    for hand in hands(name, 60):
        if play(hand, book).objection:
            continue  # played under other rules than the book's
        wanted, table = None, Table(book)
        plain = Table(book)
        for event in events(hand):
            for answer in plain.apply(event):
                wanted = answer.get("stacks", wanted)
        came, answers = None, []
        for event in as_chips(hand, rnd):
            answers += table.apply(event)
        for answer in answers:
            assert answer["o"] not in ("ruling", "reject"), (hand, answer)
            came = answer.get("stacks", came)
        assert came == wanted


class Wild:
    """Players who put in any chips and say anything, in turn and out of it."""

    def __init__(self, book: str, seed: int) -> None:
        self.rnd = random.Random(seed)
        structure = self.rnd.choice(["no_limit", "limit", "pot_limit", "spread"])
        self.seats = self.rnd.randint(2, 6)
        bets = {"small_bet": 2, "big_bet": 4 if structure == "limit" else 10}
        self.dealer = Dealer(book, self.seats, seed, structure=structure, **bets)
        self.total = self.chips()

    def chips(self) -> int:
        """All chips at the table, wherever they lie."""
        deal, seats = self.dealer.table.deal, self.dealer.table.seats
        if deal.over:
            return sum(person.stack + person.pending for person in seats.values())
        betting = deal.betting
        playing = sum(player.stack + player.paid for player in betting.order) + betting.dead
        out = [person for seat, person in seats.items() if seat not in betting.players]
        return playing + sum(person.stack for person in out)

    def one(self) -> list[dict[str, Any]]:
        """One thing that happens."""
        rnd, dealer = self.rnd, self.dealer
        expected = dealer.table.expected or {}
        in_turn = expected.get("seat", 1) if rnd.random() < 0.8 else rnd.randint(1, self.seats)
        roll = rnd.random()
        if expected.get("what") == "floor":
            decision = rnd.choice(["call", "raise", "stands", "refused", "binding", "check"])
            return dealer.do("floor", decision=decision)
        if roll < 0.35:
            chips = [rnd.choice(VALUES[:4]) for _ in range(rnd.randint(0, 4))]
            said = {"said": rnd.choice(WORDS)} if rnd.random() < 0.4 else {}
            return dealer.do("chips", seat=in_turn, chips=chips, **said)
        if roll < 0.55:
            return dealer.do("say", seat=in_turn, words=rnd.choice(WORDS))
        if roll < 0.6:
            return dealer.do("rest", seat=in_turn)
        if roll < 0.65:
            return dealer.do("declare", seat=in_turn, what=rnd.choice(CLAIMS))
        if roll < 0.68:
            return dealer.do("clock", seat=in_turn, by=rnd.choice(["player", "dealer", "floor"]))
        if roll < 0.72:
            dealer.t += rnd.choice([1, 4, 75])
            return dealer.do("tick")
        if roll < 0.8:
            do = rnd.choice(["fold", "check", "call", "bet", "raise", "all_in"])
            return dealer.do("act", seat=in_turn, do=do, to=rnd.choice([2, 4, 8, 30, 180]))
        dealer.step()
        return []


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(12))
def test_any_chips_and_words_end_in_answers_and_no_chip_is_lost(book: str, seed: int) -> None:
    wild = Wild(book, seed)
    for _ in range(3):
        if sum(person.stack > 0 for person in wild.dealer.table.seats.values()) < 2:
            return
        wild.dealer.hand()
        for _ in range(120):
            if not wild.dealer.table.deal_on:
                break
            wild.one()
            assert wild.chips() == wild.total
            for player in wild.dealer.table.deal.betting.order:
                assert player.stack >= 0
        while wild.dealer.table.deal_on and wild.dealer.step():
            assert wild.chips() == wild.total
        if wild.dealer.table.deal_on:
            return


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(4))
def test_what_was_said_and_put_in_is_undone_and_comes_back_from_the_disk(
    book: str, seed: int
) -> None:
    wild = Wild(book, 100 + seed)
    wild.dealer.hand()
    for _ in range(60):
        if wild.dealer.table.deal_on:
            wild.one()
    history = History()
    for event in wild.dealer.log:
        before = history.table.view("broadcast")
        answers = history.apply(event)
        said = event["e"] in ("say", "chips", "rest", "clock", "act", "declare")
        if not said or any(answer["o"] == "reject" for answer in answers):
            continue
        after = history.table.view("broadcast")
        again = History.restored(history.saved())
        assert again.table.view("broadcast") == after
        assert again.table.wakes_at() == history.table.wakes_at()
        if event["e"] in ("say", "chips") and not history.table.ran_out:
            again.apply({"e": "undo", "t": event["t"]})
            assert again.table.view("broadcast") == before
