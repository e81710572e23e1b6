"""Every text in every language, with the same fills; a house's file may add and change some."""

import re
from pathlib import Path

import pytest

from controller.config import LanguageSection
from controller.languages import (
    SHIPPED,
    LanguageError,
    language,
    languages,
    placeholders,
)
from controller.languages import _shipped as shipped
from controller.web.server import STATIC
from engine.english import ENGLISH
from engine.log import DECISIONS, FAULTS
from engine.wording import Phrase
from tests.controller.floor_desk import FloorDesk

ENGLISH_WORDS = language("en").words
# Keys that a page makes up: their beginnings.
MADE = tuple(
    "severity. stage. told. game. structure. console. page. login. reason. error. expect. "
    "alert.call kind. follows. place. history. replay. sheet.sure deed. side. next. "
    "face. suit. health. zone. rank. ranks. topped. refused. post. hand. people. "
    "people_needs.".split()
)


@pytest.mark.parametrize("code", SHIPPED)
def test_each_language_has_every_text_with_the_same_fills(code: str) -> None:
    words = shipped(code)
    assert set(words) == set(ENGLISH_WORDS)
    for key, english in ENGLISH_WORDS.items():
        assert placeholders(words[key]) == placeholders(english), key
        assert words[key] or key in ("language.join", "language.small"), key


def test_every_fault_and_decision_of_the_table_log_has_a_name() -> None:
    for word in FAULTS:
        assert f"fault.{word}" in ENGLISH
    for word in DECISIONS:
        assert f"decision.{word}" in ENGLISH


def test_pages_name_only_texts_that_there_are_and_no_text_is_left_over() -> None:
    named, strings = set(), set()
    for path in (path for path in STATIC.rglob("*") if path.suffix in (".html", ".js")):
        text = path.read_text("utf-8")
        found = re.findall(r'data-(?:word|label|hint)="([\w.]+)"|\bt\("([\w.]+)"', text)
        named |= {f"{path.name}: {key}" for pair in found for key in pair if key}
        strings |= set(re.findall(r'"([a-z_]+\.[a-z_]+)"', text))
    assert [one for one in named if one.partition(": ")[2] not in ENGLISH_WORDS] == []
    left_over = [
        key
        for key in ENGLISH_WORDS
        if key not in ENGLISH and key not in strings and not key.startswith(MADE)
    ]
    assert left_over == []


def test_a_ruling_is_said_in_the_tables_language() -> None:
    assert language("de").say([Phrase("expect.act_call", {"seat": 3, "amount": 36300})]) == (
        "Platz 3 ist dran, 36,300 zum Call"
    )
    misdeal = {"steps": [["now", [["step.return_all", {}], ["step.reshuffle", {}]]]]}
    assert language("fr").say([Phrase("verdict.misdeal", misdeal)]) == (
        "Maldonne : ramasser toutes les cartes, mêler."
    )
    assert language("zh").say([Phrase("lead.no_burn", {"street": "flop"})]) == "翻牌前未烧牌。"
    assert language("es").say([Phrase("step.move_deck", {"card": "??"})]) == (
        "Devolver la carta a la baraja"
    )


def test_an_alert_carries_its_sentence_for_pages_in_other_languages() -> None:
    desk = FloorDesk(rulebook="uspa")
    desk.take("hand", button=1)
    desk.card("Ah", "seat:2", "up")
    (alert,) = desk.alerts()
    said = [Phrase(one["key"], one["fill"]) for one in alert["said"]]
    assert language("en").say(said) == alert["text"]
    assert language("de").say(said).startswith("Platz 2: Karte aufgedeckt. Misdeal: Alle Karten")


def test_the_dealer_is_not_told_the_other_books_ways_and_the_floor_is() -> None:
    desk = FloorDesk(rulebook="california")
    desk.take("hand", button=1)
    desk.take("report", fault="fouled_hand", seat=2)
    (mine,), (floors,) = desk.alerts(), desk.alerts("cutcard/1/felt/floor/alert")
    assert mine["text"] == "Seat 2: fouled hand. Call the floor."
    assert "The book is silent. " in floors["text"] and "USPA 3.1.6.2b" in floors["text"]


def test_a_house_adds_a_language_and_changes_a_word(tmp_path: Path) -> None:
    (tmp_path / "pt.toml").write_text(
        '[language]\nname = "Português"\n[expect]\nburn = "Queimar"\n'
    )
    (tmp_path / "en.toml").write_text('[alert]\ngot_it = "OK"\n')
    known = languages(tmp_path)
    assert known["pt"].name == "Português" and known["pt"].words["expect.burn"] == "Queimar"
    assert known["pt"].words["expect.cut"] == "Cut", "English where it has none of its own"
    assert known["en"].words["alert.got_it"] == "OK"
    assert known["pt"].words["alert.got_it"] == "OK", "and that of the house"


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        (
            "de.toml",
            '[expect]\nbrun = "Burn"\n',
            "de.toml:2: expect.brun: no such text: did you mean",
        ),
        ("de.toml", '[expect]\ncard = "Karte an {sitz}"\n', "expected no other fill than seat"),
        ("de.toml", "[expect]\nburn = 3\n", "expected a text"),
        ("german.toml", "", "expected a language as its name"),
    ],
)
def test_a_mistake_in_a_houses_words_is_named(
    tmp_path: Path, name: str, text: str, wanted: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(LanguageError, match=re.escape(wanted)):
        languages(tmp_path)


def test_a_language_that_nobody_has_is_refused_by_name() -> None:
    with pytest.raises(LanguageError, match=r"language.use: expected one of en, de.*got pt"):
        language("pt")
    assert LanguageSection().use == "en"
