"""A face is shown when the table saw it where it lies: not by hearsay, and not after a shuffle."""

import pytest

from tests.engine.dealer import Dealer
from tests.engine.stud import Evening


def dealt(book: str = "diamondjims") -> Dealer:
    dealer = Dealer(book, 3)
    dealer.hand(button=1)
    for card, seat in (("Ah", 2), ("7c", 3), ("Kd", 1)):
        dealer.do("card", card=card, zone=f"seat:{seat}", face="down")
    return dealer


def cards(dealer: Dealer, seat: int) -> list[str]:
    held: list[str] = dealer.table.view("public")["seats"][str(seat)]["cards"]
    return held


def test_who_reports_an_exposed_card_without_naming_it_learns_no_face() -> None:
    dealer = dealt()
    dealer.do("report", fault="exposed_card", seat=3)
    assert dealer.of("ruling") and not dealer.table.is_shown("7c")
    assert "seven" not in dealer.of("ruling")[0]["text"]


def test_who_names_it_has_seen_it() -> None:
    dealer = dealt()
    dealer.do("report", fault="exposed_card", seat=3, card="7c")
    assert dealer.table.is_shown("7c")


def test_who_names_another_seats_card_does_not_learn_where_it_is() -> None:
    dealer = dealt()
    (refused,) = dealer.do("report", fault="exposed_card", seat=3, card="Ah")
    assert refused["why"] == "that card does not lie before seat 3"
    assert cards(dealer, 2) == ["??"]


def test_a_card_seen_and_mixed_into_the_stub_is_hidden_when_it_comes_again() -> None:
    dealer = Dealer("uspa", 3)
    dealer.hand(button=1)
    dealer.do("flash", card="7c", zone="deck", by="dealer")
    assert dealer.table.is_shown("7c")
    dealer.do("card", card="7c", zone="seat:2", face="down")
    assert cards(dealer, 2) == ["??"]


def test_a_show_that_is_refused_shows_nothing() -> None:
    dealer = Dealer("uspa", 2, seed=4)
    dealer.hand(button=1)
    for card, seat in (("Ah", 2), ("Kd", 1), ("??", 2), ("Qs", 1)):
        dealer.do("card", card=card, zone=f"seat:{seat}", face="down")
    dealer.deck = [card for card in dealer.deck if card not in ("Ah", "Kd", "Qs")]
    while (expected := dealer.table.expected or {})["what"] != "show":
        if expected["what"] == "act":
            do = "call" if expected["to_call"] else "check"
            dealer.do("act", seat=expected["seat"], do=do)
        else:
            dealer.step()
    (refused,) = dealer.do("show", seat=2)
    assert refused["o"] == "reject"
    assert cards(dealer, 2) == ["??", "??"]


def test_a_face_that_was_seen_and_is_not_to_be_told_is_any_card_of_the_seat() -> None:
    unnamed, untold = dealt("hilton"), dealt("hilton")
    said = unnamed.do("report", fault="exposed_card", seat=3)
    assert untold.do("report", fault="exposed_card", seat=3, card="??") == said
    assert cards(untold, 3) == ["??"]


def test_a_stub_dropped_with_a_face_seen_is_remade_whichever_it_was() -> None:
    named, untold = dealt("hilton"), dealt("hilton")
    decided = named.do("report", fault="dropped_deck", card="2s", zone="deck")
    said = untold.do("report", fault="dropped_deck", card="??", zone="deck")
    assert [a["clause"] for a in said if a["o"] == "ruling"] == [decided[0]["clause"]]
    assert [a["decision"] for a in said if a["o"] == "ruling"] == [decided[0]["decision"]]


def test_a_burn_that_a_report_counts_as_board_wins_no_pot_before_it_is_turned_up() -> None:
    dealer = Dealer("hilton", 2, seed=4)
    dealer.hand(button=1)
    while (expected := dealer.table.expected or {})["what"] != "show":
        if expected["what"] == "act":
            dealer.do("act", seat=expected["seat"], do="all_in")
        else:
            dealer.step()
    dealer.do("report", fault="extra_burn", zone="burn")
    assert dealer.of("ruling")[-1]["decision"] == "shift"
    dealer.do("show", seat=expected["seat"])
    dealer.do("show", seat=3 - expected["seat"])
    assert not dealer.of("award")


@pytest.mark.parametrize("hidden", ["2c", "9h", "Kd"])
def test_who_opens_stud_is_found_by_faces_that_were_seen(hidden: str) -> None:
    """A hole card said to be exposed becomes the upcard; its antenna knows it, nobody else."""
    evening = Evening(3).sit(1, 2, 3, stack=200)
    evening.send("hand")
    faces = {1: ["8c", "6d", "5d"], 2: ["7h", "7d", hidden], 3: ["9c", "6h", "5h"]}
    for number in range(9):
        due = evening.table.expected or {}
        seat = int(due["zone"].removeprefix("seat:"))
        evening.send("card", card=faces[seat].pop(), zone=due["zone"], face=due["face"])
        if number == 1:
            (ruled, *_) = evening.send("report", fault="exposed_card", seat=seat)
            assert ruled["decision"] == "keep"
    assert (evening.table.expected or {})["seat"] == 1, "the lowest card on view"
