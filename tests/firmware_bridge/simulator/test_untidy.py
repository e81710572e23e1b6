"""Untidy ways: the truth stays orderly, what antennas and people tell of it does not."""

from __future__ import annotations

import pytest

from engine.table import Table
from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.truth import BOARD, DECK, Card, Event, Move, Said, Truth
from firmware_bridge.simulator.untidy import UNTIDY
from tests.engine.dealer import BOOKS

ACE = Card("E0040000", "As")


def log_of(book: str, untidy: tuple[str, ...], hands: int) -> list[Event]:
    truth, dealer = Truth(), Dealer((1, 2, 3, 5, 8), rulebook=book, untidy=untidy)
    for happening in dealer.opening():
        truth.add(happening)
    for _ in range(hands):
        for happening in dealer.hand():
            truth.add(happening)
    truth.advance(dealer.t + 5)
    return truth.log


@pytest.mark.parametrize("book", BOOKS)
def test_what_truly_happens_is_in_order_by_every_book(book: str) -> None:
    table = Table()
    log = log_of(book, (*UNTIDY, *["random"] * 10), len(UNTIDY) + 10)
    answers = [answer for event in log for answer in table.apply(event)]
    assert [one for one in answers if one["o"] in ("ruling", "reject", "doubt")] == []
    ends = [one["result"] for one in answers if one["o"] == "end"]
    assert ends == ["won"] * (len(UNTIDY) + 10)


def test_burns_are_swept_only_where_the_book_has_no_duty_to_keep_them() -> None:
    swept = {
        book: any(one.get("from") == "burn" and one["zone"] == "muck" for one in log)
        for book in BOOKS
        if (log := log_of(book, ("burns_swept",), 1))
    }
    assert swept == {book: book != "hilton" for book in BOOKS}


def test_a_late_tag_lies_there_unheard() -> None:
    truth = Truth()
    truth.add(Move(1.0, ACE, DECK, BOARD, "up", lands=1.2, late=0.5))
    truth.advance(1.6)
    assert truth.under(BOARD) == []
    assert truth.seen(BOARD) == [(ACE, True)]
    truth.advance(1.7)
    assert truth.under(BOARD) == [ACE]


def test_a_late_word_is_entered_after_it_was_said() -> None:
    truth = Truth()
    truth.add(Said(1.0, {"e": "act", "seat": 3, "do": "fold"}, late=0.5))
    truth.advance(1.4)
    assert (len(truth.log), truth.entered) == (1, [])
    truth.advance(1.5)
    assert truth.entered == [{"t": 1.5, "e": "act", "seat": 3, "do": "fold"}]
