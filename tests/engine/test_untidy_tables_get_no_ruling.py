"""What people do at every table is no fault: no ruling, no reject, no pot that goes astray."""

import random
from collections import Counter

import pytest

from tests.engine.dealer import BOOKS
from tests.engine.untidy import DISORDERS, Disorder, UntidyDealer

STRUCTURES = ("no_limit", "pot_limit", "limit")


def an_evening(book: str, seed: int, disorders: list[Disorder], deals: int = 3) -> UntidyDealer:
    dealer = UntidyDealer(
        book,
        2 + seed % 9,
        seed,
        structure=STRUCTURES[seed % 3],
        format="tournament" if seed % 2 else "cash",
        sensors=["rfid", "shoe", "camera", "shuffle"],
    )
    for _ in range(deals):
        before = {seat: person.stack for seat, person in dealer.table.seats.items()}
        if sum(person.stack > 0 for person in dealer.table.seats.values()) < 2:
            break
        dealer.disorders = list(disorders)
        dealer.play()
        assert dealer.table.dealt and not dealer.table.deal_on, "the deal is stuck"
        after = {seat: person.stack for seat, person in dealer.table.seats.items()}
        # dc.1604.3.aa.1: who cannot post is out, and his last chips with him.
        assert sum(after.values()) == sum(before[seat] for seat in after)
    return dealer


def nothing_was_said(dealer: UntidyDealer) -> None:
    assert dealer.of("ruling") == [], dealer.made
    assert dealer.of("reject") == [], dealer.made
    assert {end["result"] for end in dealer.of("end")} <= {"won"}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("disorder", DISORDERS, ids=lambda one: one.__name__)
def test_each_disorder_by_itself(book: str, disorder: Disorder) -> None:
    made: Counter[str] = Counter()
    for seed in range(6):
        dealer = an_evening(book, seed, [disorder])
        nothing_was_said(dealer)
        made.update(dealer.made)
    fits = made or (book == "hilton" and disorder.__name__ == "burns_are_swept_to_the_discards")
    assert fits, "it never happened"


@pytest.mark.parametrize("book", BOOKS)
def test_all_of_them_mixed(book: str) -> None:
    for seed in range(40):
        chance = random.Random(seed)
        nothing_was_said(an_evening(book, 100 + seed, chance.sample(DISORDERS, 3)))


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_ten_thousand_untidy_deals(book: str) -> None:
    for seed in range(3_400):
        chance = random.Random(seed)
        disorders = chance.sample(DISORDERS, chance.randint(1, 3))
        nothing_was_said(an_evening(book, seed, disorders))
