"""What the engine says in its own English is understood, whole, and said in every language."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import engine
from controller.languages import SHIPPED, language, placeholders
from controller.languages.heard import HANDS, REFUSALS, hand_in_words, patterns, understood
from engine.play.agreeing import NOT_NOW
from engine.worth import scale

ENGINE = Path(engine.__file__).parent
REFUSING = [*sorted((ENGINE / "play").glob("*.py")), ENGINE / "table.py", ENGINE / "history.py"]
FILLED = (  # what stands for the engine's own expressions, by a word in them
    ("zone", "seat:14"), ("fault", "exposed_card"), ("_instead", "say keep, dead_hand"),
    ("decision", "take_back"), ("what", "half_kill"), ("NOT_NOW", NOT_NOW),
)  # fmt: skip
MADE = ("topped",)  # fills that are made from another


def sentences(node: ast.expr) -> list[str]:
    """All that an expression may say, with something in each of its places."""
    match node:
        case ast.Constant(value=str(text)):
            return [re.sub(r"\{\w+\}", "3", text)]
        case ast.JoinedStr(values=parts):
            return ["".join(map(_part, parts))]
        case ast.IfExp(body=one, orelse=other):
            return [*sentences(one), *sentences(other)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return ["".join(both) for both in product(sentences(left), sentences(right))]
    return []


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    told = ast.unparse(part)
    return next((sample for word, sample in FILLED if word in told), "1,200")


def refusals() -> Iterator[tuple[str, str]]:
    """Each sentence that a function of the engine answers with, or that something is set to."""
    for path in REFUSING:
        tree = ast.parse(path.read_text("utf-8"))
        said_by = (one for one in ast.walk(tree) if isinstance(one, ast.Assign | ast.Return))
        for said in (one.value for one in said_by):
            for text in sentences(said) if said is not None else ():
                if re.match(r"['a-z0-9]", text) and " " in text:
                    yield path.name, text


def test_every_refusal_of_the_engine_is_understood() -> None:
    found = list(refusals())
    assert len(found) > 50, "they are looked for where they are"
    missing = [(file, text) for file, text in found if understood(text) is None]
    assert not missing


def test_no_refusal_is_foreseen_that_the_engine_does_not_know() -> None:
    known = {phrase.key for _, text in refusals() if (phrase := understood(text))}
    elsewhere = {"refused.no_seat"}  # of the setting
    assert {f"refused.{key}" for key in REFUSALS} - known == elsewhere


def test_a_pattern_means_its_words_and_nothing_else() -> None:
    assert not any(set(".^$*+?()[]|\\") & set(text) for text in (REFUSALS | HANDS).values())
    assert len(dict(patterns())) == len(REFUSALS) + len(HANDS)


@pytest.mark.parametrize("code", SHIPPED)
def test_each_has_its_text_filled_with_what_the_engine_said(code: str) -> None:
    words = language(code).words
    for section, sources in (("refused", REFUSALS), ("hand", HANDS)):
        for key, source in sources.items():
            wanted = placeholders(words[f"{section}.{key}"]) - set(MADE)
            assert wanted <= placeholders(source), key


@pytest.mark.parametrize(
    ("cards", "english", "german", "chinese"),
    [
        ("As Ks Qs Js Ts", "Royal flush", "Royal Flush", "皇家同花顺"),
        ("9s 8s 7s 6s 5s", "Nine-high straight flush", "Straight Flush, Neun hoch", "9高同花顺"),
        ("Ah Ad As Ac 2d", "Four aces", "Vier Asse", "四条A"),
        ("Ah Ad As Kc Kd", "Aces full of kings", "Full House, Asse über Könige", "葫芦，A带K"),
        ("Ah Th 7h 5h 2h", "Ace-high flush", "Flush, Ass hoch", "A高同花"),
        ("Ah 2d 3c 4s 5d", "Five-high straight", "Straße, Fünf hoch", "5高顺子"),
        ("Qh Qd Qs 2c 3d", "Three queens", "Drei Damen", "三条Q"),
        ("6h 6d 3s 3c 2d", "Two pair, sixes and threes", "Zwei Paare, Sechsen und Dreien",
         "两对，6和3"),
        ("Ah Ad 3s 4c 2d", "Pair of aces", "Paar Asse", "一对A"),
        ("Ah Td 3s 4c 2d", "Ace high", "Ass hoch", "A高牌"),
    ],
)  # fmt: skip
def test_a_hand_is_called_what_viewers_call_it(
    cards: str, english: str, german: str, chinese: str
) -> None:
    name = scale("high").best([], cards.split()).name
    assert spoken(name) == (english, german, chinese)


def test_a_low_is_called_by_its_two_highest_cards() -> None:
    name = scale("low8").best([], "8h 6d 3s 2c Ad".split()).name
    assert spoken(name) == ("Eight-six low", "Acht-Sechs Low", "8-6低牌")
    name = scale("low8").best([], "5h 4d 3s 2c Ad".split()).name
    assert spoken(name) == ("Wheel", "Wheel", "轮子低牌")


def spoken(name: str) -> tuple[str, ...]:
    return tuple(hand_in_words(name, language(code).words) for code in ("en", "de", "zh"))


def test_a_hand_that_nobody_foresaw_is_said_as_the_engine_says_it() -> None:
    assert hand_in_words("five of a kind", language("de").words) == "Five of a kind"
