"""Every line of every rulebook matters: without it, or with another, a scenario fails."""

from collections import Counter

import pytest

from engine.law import BOOKS
from tests.engine.law.mutants import COMMON, mutants
from tests.engine.law.notebook import is_seen

ENOUGH = 0.95

# Changes that no scenario can notice, and why they cannot.
EXPLAINED = {
    "Where the cards of a shift go is worked out from where they lie.": (
        "hilton step: not_top_card, hilton.A6.1 (until misdeal): move now deck, what board",
        "hilton step: not_top_card, hilton.A6.1 (in_burn until burn): move now deck, what board",
        "hilton step: not_top_card, hilton.A6.1 (in_board until burn): move now deck, what board",
        "hilton step: no_burn, hilton.A14.10 (until burn): move now burn, what deck",
        "hilton step: extra_burn, hilton.A14.12 (until burn): move now deck, what board",
        "hilton step: wrong_step, hilton.A14.11 (extra_burn move): move now board, what deck",
        "common step: floor shift: move now burn, what deck",
    ),
    "A card too many in mid-deal is a misdeal already: no second one comes in that deal.": (
        "hilton when: extra_card, hilton.A9.p (again deal_complete !board !showdown until misdeal):"
        " without deal_complete",
        "uspa when: extra_card, uspa.3.2.1.5.5b (again deal_complete !board !showdown until"
        " misdeal): without deal_complete",
    ),
    "A live hand loses all its cards at the showdown alone: before it that is a fold, or ruled.": (
        "hilton when: short_hand, hilton.A31.b.2 (board_declared no_cards showdown):"
        " without showdown",
        "hilton when: short_hand, hilton.A31.b.2 (board_plays no_cards showdown): without showdown",
        "hilton when: short_hand, hilton.A31.b.2 (no_cards showdown): without showdown",
    ),
    "After such a ruling nothing but a move is due, unless the floor wants what makes no sense.": (
        "hilton when: wrong_step, hilton.A9.c.1 (move wrong_seat): without move",
        "hilton when: wrong_step, hilton.A14.11 (extra_burn move): without move",
    ),
    "The clause of the step is named where a seat is due a card; here it is a burn or the board.": (
        "uspa step: joker, uspa.3.1.6.8a (always): replace now, clause nothing",
    ),
}


@pytest.mark.slow
def test_nearly_every_change_of_a_rulebook_makes_a_scenario_fail(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tried: Counter[str] = Counter()
    unseen: Counter[str] = Counter()
    told = []
    for name in (*BOOKS, COMMON):
        for mutant in mutants(name):
            tried[mutant.kind] += 1
            if not is_seen(mutant):
                unseen[mutant.kind] += 1
                told.append(f"{name} {mutant.kind}: {mutant.what}")
    with capsys.disabled():
        _print(tried, unseen, told)
    assert 1 - unseen["line"] / tried["line"] >= ENOUGH
    assert 1 - unseen.total() / tried.total() >= ENOUGH


def _print(tried: Counter[str], unseen: Counter[str], told: list[str]) -> None:
    seen = tried.total() - unseen.total()
    print(f"\n{seen} of {tried.total()} changes are seen ({seen / tried.total():.1%})")
    for kind, count in tried.items():
        print(f"  {kind:10} {count - unseen[kind]:4} of {count:4}")
    for why, changes in EXPLAINED.items():
        print(f"not seen: {why}", *(change for change in changes if change in told), sep="\n  ")
    explained = {change for changes in EXPLAINED.values() for change in changes}
    print("not seen, and not explained:", *(set(told) - explained), sep="\n  ")
    print("explained, but seen:", *(explained - set(told)), sep="\n  ")
