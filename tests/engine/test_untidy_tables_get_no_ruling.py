"""Tables where people are people: no ruling, no reject, no stuck deal, the right stacks."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.dealer import BOOKS
from tests.engine.untidy import DISORDERS, Disorder, UntidyDealer

STRUCTURES = ("no_limit", "pot_limit", "limit")
GAMES = ("holdem", "omaha", "omaha8")
FORMATS = ("cash", "tournament")
BLINDS = 3  # who has less may be out (dc.1604.3.aa.1)
SELDOM = 1 / 20  # doubts a deal, where things are as untidy as they are
Choose = Callable[[random.Random], list[Disorder]]


def an_evening(book: str, seed: int, choose: Choose, deals: int = 3) -> UntidyDealer:
    table = random.Random(seed)
    dealer = UntidyDealer(
        book,
        table.randint(2, 10),
        seed,
        game=table.choice(GAMES),
        structure=table.choice(STRUCTURES),
        format=table.choice(FORMATS),
        sensors=["rfid", "shoe", "camera", "shuffle"],
    )
    for _ in range(deals):
        if sum(person.stack >= BLINDS for person in dealer.table.seats.values()) < 2:
            break
        dealer.chosen = choose(dealer.chance)
        dealer.play()
        dealer.until_told()
        assert dealer.table.dealt and not dealer.table.deal_on, f"the deal is stuck: {dealer.due}"
    return dealer


def nothing_was_said(dealer: UntidyDealer) -> int:
    """No ruling, the same pots as at the tidy table, all doubts over; how many these were."""
    told = [answer for answer in dealer.answers if answer["o"] in ("ruling", "reject")]
    assert told == [], (dealer.made, dealer.log)
    assert pushed(dealer.answers) == pushed(dealer.ends), dealer.made
    doubts = dealer.of("doubt")
    asked = {doubt["id"] for doubt in doubts}
    assert asked == {doubt["id"] for doubt in doubts if doubt.get("over")}, dealer.made
    return len(asked)


def pushed(answers: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Who got what for which hand, and the stacks; of equal cards any may be named first."""
    told = ("o", "seat", "amount", "pot", "side", "result", "stacks")
    ends: list[dict[str, Any]] = []
    began = 0
    for answer in answers:
        if answer["o"] == "phase" and answer["street"] == "deal":
            began = len(ends)
        elif answer["o"] == "phase":
            del ends[began:]  # pushed too soon, and taken back
        elif answer["o"] in ("award", "end"):
            ends.append(answer)
    names = [answer.get("hand", {}).get("name") for answer in ends]
    return [(*map(answer.get, told), name) for answer, name in zip(ends, names, strict=True)]


def mixed(chance: random.Random) -> list[Disorder]:
    """As often as they happen, in any order of preference."""
    chosen = [one for one in DISORDERS if chance.random() < one.often]
    return chance.sample(chosen, len(chosen))


def several(chance: random.Random) -> list[Disorder]:
    """More of them than any evening has."""
    return chance.sample(DISORDERS, chance.randint(1, 6))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("disorder", DISORDERS, ids=lambda one: one.name)
def test_each_disorder_by_itself(book: str, disorder: Disorder) -> None:
    made: Counter[str] = Counter()
    for seed in range(60):
        if seed >= 9 and (made.total() >= 3 or book in disorder.but):
            break
        dealer = an_evening(book, seed, lambda _: [disorder], deals=2)
        nothing_was_said(dealer)
        made.update(dealer.made)
    assert made or book in disorder.but, "it never happened"


@pytest.mark.parametrize("book", BOOKS)
def test_many_of_them_in_every_deal(book: str) -> None:
    for seed in range(30):
        nothing_was_said(an_evening(book, 100 + seed, several))


def test_a_thousand_deals_as_untidy_as_they_are() -> None:
    tables = [an_evening(BOOKS[seed % 5], seed, mixed) for seed in range(370)]
    doubts, deals = sum(map(nothing_was_said, tables)), sum(len(t.of("end")) for t in tables)
    assert deals >= 1_000
    assert doubts <= SELDOM * deals


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_ten_thousand_untidy_deals(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    deals = doubts = made = 0
    for seed in range(1_000, 2_800):
        table = an_evening(book, seed, mixed)
        doubts += nothing_was_said(table)
        deals, made = deals + len(table.of("end")), made + len(table.made)
        nothing_was_said(an_evening(book, seed, several))
    with capsys.disabled():
        print(f"\n{book}: {deals} deals, {made} disorders, {doubts} doubts")
    assert doubts <= SELDOM * deals
