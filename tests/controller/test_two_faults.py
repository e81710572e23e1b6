"""Two faults, one after the other: what is said of them agrees, and who obeys is never ruled on."""

import pytest

from tests.controller.two_faults import BOOKS, a_table, any_table
from tests.engine.obedient import FAULTS, LostError


@pytest.mark.parametrize("book", BOOKS)
def test_who_errs_twice_and_obeys_comes_to_a_clean_end(book: str) -> None:
    played, lost = 0, {}
    for first in FAULTS:
        for second in FAULTS.keys() - {"foreign_back"}:  # it asks where a card is due in between
            table = a_table(book, first, second)
            try:
                if table.errs():
                    played += 1
                    table.obeys_to_the_end()
            except LostError as error:
                lost[first, second] = str(error)
    assert played > 150, "faults that can follow one another"
    assert lost == {}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("book", BOOKS)
def test_two_mistakes_at_any_moment_of_any_table(book: str, seed: int) -> None:
    lost = {}
    for first in FAULTS:
        for second in FAULTS.keys() - {"foreign_back"}:
            table = any_table(book, first, second, seed)
            try:
                if table.errs():
                    table.obeys_to_the_end()
            except LostError as error:
                lost[first, second] = str(error)
    assert lost == {}


def test_a_premature_burn_and_then_the_flop_are_one_matter() -> None:
    table = a_table("hilton", "premature_burn", "premature_street")
    assert table.errs()
    (alert,) = table.alerts
    assert alert["fault"] == "premature_flop", "the later ruling takes the earlier one's place"
    assert table.told["say"] == "Take back the flop" and table.told["ruling"] == alert["ruling"]
    table.obeys_to_the_end()
    assert table.alerts == []
