"""House rules: a line before the book's, a parameter of its kind, each mistake named."""

from typing import Any

import pytest

from engine.law import BOOKS, load, with_house
from engine.log import LogError


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_loads_and_names_its_authority(name: str) -> None:
    book = load(name)
    assert book.authority
    assert book.floor["misdeal"].steps


def test_a_house_line_stands_before_the_books() -> None:
    line = {"decision": "keep", "clause": "house.1"}
    book = with_house(load("hilton"), {"exposed_card": line})
    found = book.find("exposed_card", {"again", "until:misdeal"})
    assert found is not None
    assert (found.decision, found.clause) == ("keep", "house.1")
    assert load("hilton").find("exposed_card", {"again", "until:misdeal"}) != found


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({"raise_cup": 3}, "did you mean 'raise_cap'"),
        ({"raise_cap": "three"}, "a whole number, 0 or more"),
        ({"exposed_card": "keep"}, "a table with a decision"),
        ({"exposed_card": {"decision": "shrug"}}, "one of the words for decisions"),
        ({"exposed_card": {"decision": "keep", "wen": "x"}}, "wen"),
        ({"exposed_card": {"decision": "replace", "steps": ["replace"]}}, "steps such as"),
        ({"exposed_card": {"decision": "replace", "steps": ["juggle now"]}}, "steps such as"),
        ({"exposed_card": {"decision": "replace", "steps": 3}}, "steps as a list"),
        ({"exposed_card": {"decision": "keep", "until": "tea_time"}}, "a window of the book"),
    ],
)
def test_a_mistake_in_a_house_rule_is_named(house: dict[str, Any], said: str) -> None:
    with pytest.raises(LogError, match="house") as error:
        with_house(load("hilton"), house)
    assert said in f"{error.value.expected} {error.value.got}"
