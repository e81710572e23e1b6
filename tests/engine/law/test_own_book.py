"""A whole rulebook of the house's own: read from a file, carried in an open event, checked."""

from typing import Any

import pytest

from engine import Table
from engine.law import BOOKS, RulesError, book_for, from_toml, house_file, load

GREEN_FELT = """
title = "The Green Felt"
authority = "greenfelt.floor"

[params]
raise_cap = 4

[windows]
misdeal = { acted = 1 }

[why]
deal = "greenfelt.deal"

[[exposed_card]]
until = "misdeal"
decision = "misdeal"
clause = "greenfelt.exposed"
steps = "misdeal"
"""
OPEN = {
    "t": 0, "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash",
    "small_blind": 1, "big_blind": 2,
}  # fmt: skip


def told(rulebook: str, house: dict[str, Any], *events: dict[str, Any]) -> list[dict[str, Any]]:
    table = Table()
    answers = table.apply({**OPEN, "rulebook": rulebook, "house": house})
    for seat in (1, 2, 3):
        answers += table.apply({"t": 0, "e": "sit", "seat": seat, "stack": 100})
    for event in ({"e": "hand", "button": 3}, *events):
        answers += table.apply({"t": 1, **event})
    return answers


def rulings(answers: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one["decision"], one["clause"]) for one in answers if one["o"] == "ruling"]


def test_a_book_of_the_houses_own_starts_from_what_is_common_to_all() -> None:
    book = from_toml(GREEN_FELT, "greenfelt")
    assert (book.name, book.title, book.authority) == (
        "greenfelt", "The Green Felt", "greenfelt.floor",
    )  # fmt: skip
    assert (book.params["raise_cap"], book.params["show_first"]) == (4, "last_bettor")
    assert book.find("joker", frozenset()) is None
    assert book.floor["scrap"].clause == "greenfelt.floor"


def test_it_travels_in_the_open_event_so_that_a_log_needs_no_other_file() -> None:
    name, house = house_file(GREEN_FELT, "greenfelt")
    exposed = {"e": "card", "card": "7c", "zone": "seat:1", "face": "up"}
    answers = told(name, house, exposed)
    assert rulings(answers) == [("misdeal", "greenfelt.exposed")]
    assert any(one.get("why") == "greenfelt.deal" for one in answers)


def test_where_it_is_silent_the_others_are_quoted() -> None:
    name, house = house_file(GREEN_FELT, "greenfelt")
    [ruling] = [
        one
        for one in told(name, house, {"e": "card", "card": "Jk", "zone": "seat:1", "face": "down"})
        if one["o"] == "ruling"
    ]
    assert (ruling["decision"], ruling["clause"]) == ("floor_call", "greenfelt.floor")
    assert "The book is silent. Hilton: Misdeal" in ruling["text"]


def test_the_tables_own_word_stands_before_the_houses_book() -> None:
    name, house = house_file(GREEN_FELT, "greenfelt")
    assert book_for(name, {**house, "raise_cap": 2}).params["raise_cap"] == 2


def test_its_clauses_are_its_own_or_those_it_lists() -> None:
    listed = "id,summary\ngreenfelt.deal,x\ngreenfelt.exposed,y\nfloor.1,z\n"
    with pytest.raises(RulesError) as error:
        from_toml(GREEN_FELT, "greenfelt", listed)
    [mistake] = error.value.mistakes
    assert (mistake.line, mistake.got) == (3, "'greenfelt.floor'")
    text = GREEN_FELT.replace("greenfelt.floor", "floor.1")
    assert from_toml(text, "greenfelt", listed).authority == "floor.1"


@pytest.mark.parametrize(
    ("was", "is_now", "line", "said"),
    [
        ('title = "The Green Felt"\n', "", 1, "a text in quotes"),
        ('clause = "greenfelt.exposed"', 'clause = "hilton.A9.h"', 17, "a clause of greenfelt"),
        ('steps = "misdeal"', 'steps = "misdeel"', 18, "did you mean 'misdeal'"),
        ("acted = 1", "acted = true", 9, "a whole number"),
        ("raise_cap = 4", "rise_cap = 4", 6, "did you mean 'raise_cap'"),
        ("[windows]", "[window]", 8, "did you mean 'windows'"),
        ("[params]", 'name = "uspa"\n[params]', 5, "a name of its own"),
    ],
)
def test_a_mistake_in_it_is_named_with_its_line(
    was: str, is_now: str, line: int, said: str
) -> None:
    with pytest.raises(RulesError) as error:
        from_toml(GREEN_FELT.replace(was, is_now), "greenfelt")
    assert error.value.mistakes[0].line == line
    assert said in str(error.value)


def test_one_that_is_wrong_in_the_open_event_is_named_there() -> None:
    with pytest.raises(RulesError, match=r"house\.book\.exposed_card\.when.*mean 'looked'"):
        book = {"title": "T", "authority": "house"}
        told("t", {"book": {**book, "exposed_card": {"decision": "keep", "when": "lookd"}}})


def test_a_table_that_opens_has_read_every_book_before_the_first_ruling() -> None:
    load.cache_clear()
    told("uspa", {})
    assert load.cache_info().currsize == len(BOOKS)
