"""What people are told: phrases with what fills them, and the English of each.

A phrase is a key and its fill, so that whoever shows it can say it in another language
(``controller/languages``); the contract's ``text`` is the English of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.cards import JOKER, SEAT_OF, UNREAD
from engine.english import ENGLISH
from engine.law.catalogue import cited

_FORMAT = Formatter()
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
FLOORS = ("law.silent", "law.elsewhere", "law.nowhere")  # for the floor's eyes
STREET_OF = {  # faults of a whole street: its steps name it, and not each card
    "premature_flop": "flop", "premature_turn": "turn", "premature_river": "river",
    "flop_count": "flop", "flop_one_by_one": "flop",
}  # fmt: skip
LISTED = ("misdeal", "take_back", "shift")  # verdicts that are nothing but their steps
FLOP_OF = {1: "one", 2: "two", 4: "four", 5: "five"}  # as dealers say it
OF_A_HAND = ("fouled_hand", "mucked_hand")  # faults of a hand, and not of one card


class Phrase(NamedTuple):
    """One thing said: which sentence of a language, and what is filled in."""

    key: str
    fill: Mapping[str, Any] = MappingProxyType({})


# Saying it in a language


def told(phrases: Iterable[Phrase], words: Mapping[str, str] = ENGLISH) -> str:
    """Phrases as one text."""
    return words["language.join"].join(spelled(one, words) for one in phrases)


def spelled(phrase: Phrase, words: Mapping[str, str] = ENGLISH) -> str:
    """One phrase in a language's words; a key that has none is said as it is."""
    template = words.get(phrase.key)
    if template is None:
        return plain(phrase.key.rpartition(".")[2])
    fill = {name: _filled(name, value, words) for name, value in phrase.fill.items()}
    text = template.format_map(fill)
    return text[:1].upper() + text[1:]


def is_whole(phrase: Phrase) -> bool:
    """Whether all that a phrase asks for is filled in."""
    template = ENGLISH.get(phrase.key, "")
    return all(name is None or name in phrase.fill for _, name, _, _ in _FORMAT.parse(template))


def _filled(name: str, value: Any, words: Mapping[str, str]) -> str:
    """What stands for a value: a card by its signs, a word of the log by its name."""
    if name == "card":
        return signed(value) or words["card.unread"]
    if name in ("street", "decision", "fault", "reason"):
        return words.get(f"{name}.{value}", plain(value).lower())
    if name == "clause":
        return cited(value)
    if name == "step":
        return _within(spelled(Phrase(*value), words), words)
    if name == "steps":
        return "; ".join(_group(when, steps, words) for when, steps in value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _group(when: str, steps: Sequence[Sequence[Any]], words: Mapping[str, str]) -> str:
    said = ", ".join(_within(spelled(Phrase(*step), words), words) for step in steps)
    template = words.get(f"then.{when}", "{steps}")
    return template.format_map({"steps": said})


def _within(text: str, words: Mapping[str, str]) -> str:
    """A step inside a sentence; not every language writes it small there."""
    return text[:1].lower() + text[1:] if words["language.small"] else text


def plain(word: str) -> str:
    """A word of the log as people write it."""
    return word.replace("_", " ").capitalize()


def signed(card: str) -> str:
    """``7c`` as it looks: 7♣; nothing for a face that nobody has read."""
    if card == JOKER:
        return "★"
    return card[0].replace("T", "10") + SIGNS[card[1]] if card and card != UNREAD else ""


# Rulings


def ruling(
    fault: str,
    decision: str,
    seats: Sequence[int],
    card: str | None,
    street: str,
    steps: Sequence[Mapping[str, Any]] = (),
    *,
    folded: bool = False,
    count: int = 0,
) -> list[Phrase]:
    """What went wrong, and what is done; ``card`` and steps only with faces that were shown."""
    fill: dict[str, Any] = {"street": street}
    fill |= dict(zip(("seat", "due"), seats, strict=False))
    if card:
        fill["card"] = card
    if fault == "player_exposed" and folded:
        return [_of("lead.folded_seen", fill), Phrase("verdict.nothing")]
    if fault == "flop_count":
        lead = _counted(street, count)
        return [lead, *_verdict(decision, fill, steps, street_of(fault, decision))]
    if decision == "keep" and fault in OF_A_HAND:
        return [_lead(fault, fill), Phrase("verdict.keep_hand")]
    return [_lead(fault, fill), *_verdict(decision, fill, steps, street_of(fault, decision))]


def _of(key: str, fill: Mapping[str, Any]) -> Phrase:
    """A phrase with as much of the fill as it asks for."""
    return Phrase(key, {name: fill[name] for name in fill if f"{{{name}}}" in ENGLISH[key]})


def _fits(key: str, fill: Mapping[str, Any]) -> bool:
    """Whether there is such a sentence, and all that it names is known."""
    named = ENGLISH.get(key)
    return named is not None and all(
        f"{{{name}}}" not in named or name in fill for name in ("seat", "due", "card", "steps")
    )


def awarded(
    fault: str, seats: Sequence[int], street: str, seat: int, amount: int | None
) -> list[Phrase]:
    """What happened, and to whom the floor gives the pot, or a part of it."""
    named: dict[str, Any] = {"street": street} | dict(zip(("seat", "due"), seats, strict=False))
    if amount is None:
        return [_lead(fault, named), Phrase("verdict.award", {"seat": seat})]
    part = Phrase("verdict.award_part", {"amount": amount, "seat": seat})
    return [_lead(fault, named), part]


def _lead(fault: str, fill: Mapping[str, Any]) -> Phrase:
    key = f"lead.{fault}"
    return _of(key, fill) if _fits(key, fill) else Phrase("lead.fault", {"fault": fault})


def _counted(street: str, count: int) -> Phrase:
    """A street of the wrong size, by the number of its cards where that is known."""
    if street == "flop" and count in FLOP_OF:
        return Phrase(f"lead.flop_of_{FLOP_OF[count]}")
    if count in (0, 3):
        return Phrase("lead.fault", {"fault": "flop_count"})
    return Phrase("lead.flop_count", {"street": street, "count": count})


def _verdict(
    decision: str, fill: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], street: str
) -> list[Phrase]:
    fill = {**fill, "steps": grouped(steps, street)} if steps else fill
    now = any(step["do"] == "replace" and step.get("when") == "now" for step in steps)
    key = f"verdict.{decision}_now" if now else f"verdict.{decision}"
    key = key if key in ENGLISH else f"verdict.{decision}"
    if decision == "replace" and "seat" not in fill:
        key = "verdict.replace_board"
    kept = next((step for step in steps if step["do"] == "burn" and step.get("card")), None)
    burn = [Phrase("verdict.is_burn", {"card": kept["card"]})] if kept else []
    if not _fits(key, fill):
        return [Phrase("verdict.decision", {"decision": decision}), *burn]
    return [_of(key, fill), *(burn if decision not in LISTED else [])]


def grouped(steps: Sequence[Mapping[str, Any]], street: str = "") -> list[list[Any]]:
    """Steps as a sentence takes them: by the time they wait for."""
    return [
        [when, [_inside(step(one, street)) for one in group]]
        for when, group in groupby(steps, key=lambda one: str(one.get("when", "now")))
    ]


def _inside(phrase: Phrase) -> list[Any]:
    """A phrase that fills another one."""
    return [phrase.key, dict(phrase.fill)]


def step(one: Mapping[str, Any], street: str = "") -> Phrase:
    """One step of a correction, without its time; of a street's, by the street's name."""
    if street and (key := f"step.{one['do']}_street") in ENGLISH:
        return Phrase(key, {"street": street})
    do, seat, cards = one["do"], one.get("seat"), one.get("cards", [])
    card = one.get("card") or (cards[0] if len(cards) == 1 else None)
    if do == "move":
        zone = one.get("zone", "")
        if zone in SEAT_OF:
            return Phrase("step.move_seat", {"card": card or UNREAD, "seat": SEAT_OF[zone]})
        key = f"step.move_{zone}"
        return Phrase(key if key in ENGLISH else "step.move", {"card": card or UNREAD})
    if one.get("amount") and (key := f"step.{do}_chips") in ENGLISH:
        if seat is None and (pot := f"step.{do}_pot") in ENGLISH:  # a drop that was too large
            return Phrase(pot, {"amount": one["amount"]})
        return Phrase(key, {"seat": seat, "amount": one["amount"]})
    variants = {"card": card, "seat": seat}
    for name, value in variants.items():
        if value is not None and value != UNREAD and (key := f"step.{do}_{name}") in ENGLISH:
            return Phrase(key, {name: value})
    return Phrase(f"step.{do}")


def street_of(fault: str, decision: str) -> str:
    """The street that a correction takes back, by its name."""
    return STREET_OF.get(fault, "") if decision == "take_back" else ""


def timed(one: Mapping[str, Any], fault: str = "", decision: str = "") -> list[Phrase]:
    """One step of the correction of a fault, with its time."""
    key, said = f"when.{one.get('when', 'now')}", step(one, street_of(fault, decision))
    return [Phrase(key, {"step": _inside(said)}) if key in ENGLISH else said]


def said_by_book(text: str) -> list[Phrase]:
    """A book's own sentence on a case."""
    return [Phrase("law.says", {"text": text})]


def silent(others: Iterable[tuple[str, str, str]]) -> list[Phrase]:
    """What the other books would do, for a floor whose own book is silent."""
    known = [
        Phrase("law.elsewhere", {"book": book, "decision": decision, "clause": clause})
        for book, decision, clause in others
    ]
    return [Phrase("law.silent"), *(known or [Phrase("law.nowhere")])]


# Doubts


def question(fault: str, seats: Sequence[int], street: str) -> Phrase:
    """What the dealer is asked while a verdict is held back; yes means that it happened."""
    fill: dict[str, Any] = {"street": street}
    fill |= dict(zip(("seat", "due"), seats, strict=False))
    key = f"question.{fault}"
    return _of(key, fill) if _fits(key, fill) else Phrase("question.fault", {"fault": fault})
