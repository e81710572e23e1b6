"""Every option, post, place and award has a clause of the table's own book."""

import pytest

from engine.games import GAMES, HOLDEM
from engine.law import BOOKS, book_for, catalogue, load
from engine.law.asked import GENERAL, KEYS, MOMENTS
from engine.law.hand_words import HAND_WHYS
from engine.law.people_words import PEOPLE_GROUNDS
from engine.law.showdown_words import GROUNDS, SHOWS
from engine.whys import whys_of

STRUCTURES = ("limit", "spread", "pot_limit", "no_limit")
FORMATS = ("cash", "tournament")
ORDER = (
    "deal deal_button deal_second hand redeal passed shuffle cut act act_later show show_checked "
    "tabled_check split odd_chip odd_half odd_half_low odd_half_unit odd_half_tied "
    "odd_side odd_side_several odd_side_low odd_both odd_beside deal_last "
    "showdown last_card_all_in remake_burns remake_buried passed_forfeited"
).split()
STREETS = {name for game in GAMES.values() for name in game.streets}
KINDS = {"later", "big_bet", *STRUCTURES, *FORMATS, *GAMES, *STREETS}
CLAUSES = {clause.id for clause in catalogue.clauses()}


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_has_no_why_that_nobody_asks_for(name: str) -> None:
    words = {*KEYS, *MOMENTS, *ORDER, *HAND_WHYS, *STREETS, *GROUNDS, *PEOPLE_GROUNDS, *SHOWS}
    words |= {f"{street}_burn" for street in STREETS} | {f"bets_{street}" for street in STREETS}
    kinds = KINDS | {f"{kind}_{game}" for kind in KINDS for game in GAMES}
    kinds |= {f"after_draw_limit_{game}" for game in GAMES}
    known = words | {f"{word}_{kind}" for word in words for kind in kinds}
    assert set(load(name).why) <= known


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("played_as", FORMATS)
@pytest.mark.parametrize("structure", STRUCTURES)
def test_every_why_is_a_clause_of_the_book(name: str, structure: str, played_as: str) -> None:
    book = load(name)
    kind = "limit" if structure == "limit" else "big_bet"
    for game in GAMES.values():
        whys = whys_of(book, game, structure, kind, played_as)
        cited = set(whys.plain.values()).union(*(own.values() for own in whys.by_street.values()))
        assert all(c == "house" or (c in CLAUSES and c.startswith(name)) for c in cited)
        assert set(whys.by_street) == set(game.streets)


def test_the_special_word_stands_before_the_general_one() -> None:
    hilton = load("hilton")
    limit = whys_of(hilton, HOLDEM, "limit", "cash").by_street["flop"]
    no_limit = whys_of(hilton, HOLDEM, "no_limit", "big_bet", "cash").by_street["flop"]
    assert limit["raise_added_up"] != no_limit["raise_added_up"]
    assert no_limit["reraise"] != no_limit["raise"] == limit["raise"]
    assert no_limit["call_two"] == no_limit["call"]
    assert set(GENERAL) <= set(KEYS)


def test_a_cap_that_no_book_has_is_the_houses() -> None:
    book = book_for("dc", {"raise_cap": 3})
    assert whys_of(book, HOLDEM, "limit", "cash")["cap"] == "house"
