"""Whatever went wrong, doing what is expected ends the deal, with the right stacks.

The floor's word is tried in all its words: what makes no sense of a fault is refused with a reason
and changes nothing, all else is carried out and followed to its end.
"""

import pytest

from engine.log import DECISIONS
from tests.engine.dealer import BOOKS
from tests.engine.obedient import FAULTS, Dealer, Run, a_run

# Words for wagers, for conduct and for other games: none of these mistakes calls for them.
OF_OTHER_FAULTS = frozenset(
    "floor_call option complete back_up bet call raise check binding allowed common_card bury "
    "post_next wait remake".split()
)


def ends_clean(run: Run) -> Dealer:
    dealer = Dealer(run)
    dealer.play()
    return dealer


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("fault", FAULTS)
def test_every_mistake_under_every_book(book: str, fault: str) -> None:
    for seed, moment in enumerate(FAULTS[fault].moments):
        dealer = ends_clean(Run(book, fault, moment, 3 + seed, "holdem", seed))
        assert dealer.wronged, "the moment never came"


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_word_of_the_floor(decision: str) -> None:
    taken = refused = 0
    for k, fault in enumerate(FAULTS):
        for overrules in (False, True):
            run = Run(
                BOOKS[k % 5], fault, FAULTS[fault].moments[0], 4, "holdem", k, decision, overrules
            )
            dealer = ends_clean(run)
            taken += dealer.took == decision
            refused += len(dealer.refused)
            assert all(answer["why"] for answer in dealer.refused)
    assert taken or (refused and decision in OF_OTHER_FAULTS), "said in vain, whatever happened"


def test_some_hundred_of_all_kinds() -> None:
    for seed in range(600):
        ends_clean(a_run(seed))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_of_all_kinds(part: int) -> None:
    for seed in range(10_000 + 1_000 * part, 11_000 + 1_000 * part):
        ends_clean(a_run(seed))
