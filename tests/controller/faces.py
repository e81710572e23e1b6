"""Looking for faces: in bytes that people hear, and what of them the table has truly seen."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from controller.journal import Record
from engine.cards import DECK, spoken
from tests.controller.served_table import TAGS

FACE = re.compile(r"(?<![\w.])[2-9TJQKA][shdc](?!\w)")  # not the clause uspa.3.2.1.5.4c
SPOKEN = {spoken(card): card for card in DECK}


def faces_in(text: str) -> set[str]:
    """Every card that a text names: as written, as spoken, or by its tag."""
    found = set(FACE.findall(text))
    found |= {card for words, card in SPOKEN.items() if words in text}
    return found | {card for card, tag in TAGS.items() if tag in text.upper()}


def shown_at(records: Iterable[Record]) -> dict[int, set[str]]:
    """By event: the faces that the table has seen in this deal, judged by the felt alone."""
    seen: set[str] = set()
    lying: dict[str, str] = {}
    at = {}
    for record in records:
        event = record.event
        if not any(answer["o"] == "reject" for answer in record.answers):
            if event["e"] == "hand":
                seen, lying = set(), {}
            seen |= _shows(event, lying)
            if event["e"] == "card":
                if lying.get(event["card"], "deck") == "deck" and event["face"] == "down":
                    seen.discard(event["card"])
                lying[event["card"]] = event["zone"]
        at[record.seq] = set(seen)
    return at


def _shows(event: dict[str, Any], lying: dict[str, str]) -> set[str]:
    """What an event lets everybody see."""
    match event:
        case {"e": "card", "card": card, "face": "up"} | {"e": "flash", "card": card}:
            return {card}
        case {"e": "card", "card": card, "boxed": True}:
            return {card}
        case {"e": "show", "seat": seat}:
            held = {card for card, zone in lying.items() if zone == f"seat:{seat}"}
            return held | set(event.get("cards") or ())
        case {"e": "report", "fault": "exposed_card", "card": card}:
            return {card}
    return set()


def told_by_seq(payload: bytes) -> Iterator[tuple[int, str]]:
    """The parts of a payload, each with the number of the event up to which it may know."""
    told = json.loads(payload)
    if isinstance(told.get("result"), list):  # a hand's log: each line has its own number
        for line in told["result"]:
            yield line.get("seq", 0), json.dumps(line)
    else:
        told.pop("sealed", None)  # looked at on its own
        yield told.get("seq") or 0, json.dumps(told)
