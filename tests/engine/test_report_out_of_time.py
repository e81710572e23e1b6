"""A fault reported long after its street is ruled on, and the table deals on."""

import pytest

from engine.law import BOOKS
from tests.engine.dealer import Dealer


@pytest.mark.parametrize("book", BOOKS)
def test_the_flops_count_reported_at_the_showdown_leaves_a_table_that_can_be_shown(
    book: str,
) -> None:
    dealer = Dealer(book, 2, seed=4)
    dealer.hand(button=1)
    while (expected := dealer.table.expected or {})["what"] != "show":
        if expected["what"] == "act":
            do = "call" if expected["to_call"] else "check"
            dealer.do("act", seat=expected["seat"], do=do)
        else:
            dealer.step()
    dealer.do("report", fault="flop_count")
    assert dealer.of("ruling")
    dealer.do("card", card=dealer.deck.pop(), zone="board", face="up")
    assert dealer.table.view("public")["hand"]["street"]
