"""House rules: a line before the book's, a parameter of its kind, each mistake named."""

from typing import Any

import pytest

from engine.law import BOOKS, RulesError, from_toml, load, with_house
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
        ({"exposed_card": {"decision": "keep", "after": "misdeel"}}, "did you mean 'misdeal'"),
        ({"exposed_card": {"decision": "keeep"}}, "did you mean 'keep'"),
        ({"exposed_card": {"decision": "keep", "when": "on_buton"}}, "did you mean 'on_button'"),
        ({"exposed_card": {"decision": "keep", "when": "!lookd"}}, "did you mean 'looked'"),
        ({"exposed_card": {"decision": "keep", "when": "live !live"}}, "a fact or its opposite"),
        ({"exposed_card": {"decision": "keep", "when": 3}}, "a text in quotes"),
        ({"exposed_card": {"decision": "keep", "severity": "stopp"}}, "did you mean 'stop'"),
        ({"exposed_card": {"decision": "keep", "clause": "hilton.A9.hh"}}, "mean 'hilton.A9.h'"),
        ({"exposed_card": {"decision": "keep", "also": "uspa.3.1.4.1"}}, "a clause of hilton"),
        ({"exposed_card": {"decision": "keep", "steps": "misdeel"}}, "did you mean 'misdeal'"),
        ({"exposed_card": {"decision": "move", "steps": ["move now"]}}, "move what: deck"),
        ({"exposed_card": {"decision": "move", "steps": ["move now dek"]}}, "did you mean 'deck'"),
        ({"exposed_card": {"decision": "keep", "steps": ["kill noww"]}}, "did you mean 'now'"),
        ({"exposed_card": {"decision": "keep", "steps": ["kill now deck"]}}, "steps such as"),
        ({"exposed_card": {"decision": "keep", "steps": ["kill now by me"]}}, "a clause of hilton"),
        ({"exposed_card wrong_sat": {"decision": "keep"}}, "did you mean 'wrong_seat'"),
        ({"raise_cap": 2.5}, "a whole number"),
        ({"raise_cap": True}, "a whole number"),
        ({"raise_cap": -1}, "a whole number, 0 or more"),
        ({"raise_cap": {"limt": 3}}, "did you mean 'limit'"),
        ({"show_first": {"cash": "all"}}, "one of last_bettor"),
        ({"odd_chip": "one_eech"}, "did you mean 'one_each'"),
        ({"before_deal": ["shuffel"]}, "did you mean 'shuffle'"),
        ({"antes": 5}, "a list, each a whole number"),
        ({"windows": {"tea": {"actd": 2}}}, "did you mean 'acted'"),
        ({"windows": {"tea": {"acted": "two"}}}, "a whole number"),
        ({"why": {"flopp": "house"}}, "did you mean 'flop'"),
        ({"floor": {"misdeel": {}}}, "did you mean 'misdeal'"),
        ({"on_floor": [{"decision": "refused", "when": "misdeel"}]}, "did you mean 'misdeal'"),
        ({"procedures": {"tea": ["pour now"]}}, "steps such as"),
        ({"book": 3}, "a parameter or a fault"),
    ],
)
def test_a_mistake_in_a_house_rule_is_named(house: dict[str, Any], said: str) -> None:
    with pytest.raises(LogError, match="house") as error:
        with_house(load("hilton"), house)
    assert said in f"{error.value.expected} {error.value.got}"


def test_every_mistake_of_a_file_is_named_with_its_line() -> None:
    text = """book = "hilton"
[params]
raise_cup = 3

[[exposed_card]]
when = "blind_left_of_buton"
decision = "keep"
severity = "stopp"
steps = [
    "play_on now",
    "play_om now",
]
"""
    with pytest.raises(RulesError) as error:
        from_toml(text)
    assert [(one.line, one.got) for one in error.value.mistakes] == [
        (3, "'raise_cup'"),
        (6, "'blind_left_of_buton'"),
        (8, "'stopp'"),
        (11, "'play_om now'"),
    ]
    assert "line 3: params.raise_cup: expected a parameter (did you mean" in str(error.value)


def test_a_mistake_in_a_line_for_several_faults_is_told_once() -> None:
    line = {"decision": "keep", "when": "lookd"}
    with pytest.raises(RulesError) as error:
        with_house(load("hilton"), {"exposed_card player_exposed": line})
    assert len(error.value.mistakes) == 1


def test_one_line_may_be_for_several_faults() -> None:
    book = with_house(load("dc"), {"exposed_card boxed_card": {"decision": "keep"}})
    for fault in ("exposed_card", "boxed_card"):
        line = book.find(fault, frozenset())
        assert line is not None
        assert (line.fault, line.decision, line.clause) == (fault, "keep", "house")


def test_a_parameter_by_structure_leaves_the_other_structures_to_the_book() -> None:
    book = with_house(load("hilton"), {"reopen": {"limit": 0.25}})
    assert (book.param("reopen", "limit"), book.param("reopen", "no_limit")) == (0.25, 1.0)


def test_a_house_may_have_windows_procedures_and_clauses_of_its_own() -> None:
    house = {
        "windows": {"tea": {"acted": 1}},
        "procedures": {"pause": ["call_floor now"]},
        "why": {"deal": "house.9"},
        "joker": {"until": "tea", "decision": "floor_call", "steps": "pause"},
    }
    book = with_house(load("uspa"), house)
    line = book.find("joker", {"until:tea"})
    assert line is not None
    assert [step["do"] for step in line.steps] == ["call_floor"]
    assert book.windows["tea"].acted == 1
    assert book.why["deal"] == "house.9"
    assert book.find("joker", frozenset()) == load("uspa").find("joker", frozenset())


@pytest.mark.parametrize("name", BOOKS)
def test_a_fact_of_a_book_with_a_letter_missing_is_named(name: str) -> None:
    # The five books pass the check that a house's rules do: each of their words is a known one.
    book = load(name)
    line = next(line for group in book.lines.values() for line in group if line.when)
    fact = sorted(line.when)[0]
    with pytest.raises(LogError, match=f"did you mean '{fact}'"):
        with_house(book, {line.fault: {"decision": line.decision, "when": fact[:-1]}})
