"""A hand of which one card is shown keeps the other: for every view, in every book, at any time."""

import pytest

from engine.law import BOOKS
from tests.engine.dealer import Dealer

ROLES = ("public", "dealer", "floor")


def dealt(book: str) -> Dealer:
    dealer = Dealer(book, 2, seed=4)
    dealer.hand(button=1)
    for card, seat in (("Ah", 2), ("Kd", 1), ("7c", 2), ("Qs", 1)):
        dealer.do("card", card=card, zone=f"seat:{seat}", face="down")
    dealer.deck = [card for card in dealer.deck if card not in ("Ah", "Kd", "7c", "Qs")]
    return dealer


def at_the_showdown(book: str) -> Dealer:
    dealer = dealt(book)
    while (expected := dealer.table.expected or {})["what"] != "show":
        if expected["what"] == "act":
            do = "call" if expected["to_call"] else "check"
            dealer.do("act", seat=expected["seat"], do=do)
        else:
            dealer.step()
    return dealer


def sees(dealer: Dealer, seat: int) -> list[list[str]]:
    return [dealer.table.view(role)["seats"][str(seat)]["cards"] for role in ROLES]


@pytest.mark.parametrize("book", BOOKS)
def test_at_the_showdown_the_other_card_stays_hidden(book: str) -> None:
    dealer = at_the_showdown(book)
    answers = dealer.do("show", seat=2, cards=["7c"])
    assert [a["fault"] for a in answers if a["o"] == "ruling"] == ["one_card_shown"]
    assert sees(dealer, 2) == [["??", "7c"]] * len(ROLES)
    assert 2 not in dealer.table.deal.showing.tabled


@pytest.mark.parametrize("book", BOOKS)
def test_in_mid_hand_the_other_card_stays_hidden(book: str) -> None:
    dealer = dealt(book)
    answers = dealer.do("show", seat=2, cards=["7c"])
    (ruling,) = (answer for answer in answers if answer["o"] == "ruling")
    assert (ruling["fault"], ruling["cards"]) == ("player_exposed", ["7c"])
    assert sees(dealer, 2) == [["??", "7c"]] * len(ROLES)


@pytest.mark.parametrize("book", BOOKS)
def test_all_in_a_hand_half_shown_is_not_tabled(book: str) -> None:
    dealer = dealt(book)
    for _ in range(2):
        dealer.do("act", seat=(dealer.table.expected or {})["seat"], do="all_in")
    dealer.do("show", seat=2, cards=["7c"])
    assert sees(dealer, 2) == [["??", "7c"]] * len(ROLES)
    assert 2 not in dealer.table.deal.showing.tabled
    dealer.do("show", seat=2, cards=["Ah"])
    assert dealer.table.deal.showing.tabled == {2: True}
