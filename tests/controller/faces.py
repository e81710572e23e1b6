"""Looking for faces: in bytes that people hear, and what of them the table has truly seen."""

import json
import re
from collections.abc import Iterable
from typing import Any

from controller.records.journal import Record
from engine.cards import DECK, spoken
from engine.wording import signed
from tests.controller.served_table import TAGS

FACE = re.compile(r"(?<![\w.])[2-9TJQKA][shdc](?!\w)")  # not the clause uspa.3.2.1.5.4c
SPOKEN = {name(card): card for card in DECK for name in (spoken, signed)}


def faces_in(text: str) -> set[str]:
    """Every card that a text names: as written, as spoken, or by its tag."""
    found = set(FACE.findall(text))
    found |= {card for words, card in SPOKEN.items() if words in text}
    return found | {card for card, tag in TAGS.items() if tag in text.upper()}


class Seen:
    """By event: the faces that the table has seen in this deal, judged by the felt alone."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._now: dict[int, set[str]] = {0: set()}  # and which nobody has lost sight of since
        self._ever: dict[int, set[str]] = {0: set()}
        now: set[str] = set()
        ever: set[str] = set()
        lying: dict[str, set[str]] = {}  # its zones: a deck may have a card twice
        before = (now, ever, lying)
        for record in records:
            event = record.event
            if not any(answer["o"] == "reject" for answer in record.answers):
                if event["e"] == "hand":
                    before = (now, ever, lying)
                    now, ever, lying = set(), set(), {}
                if any(a["o"] == "undone" and a["event"]["e"] == "hand" for a in record.answers):
                    now, ever, lying = before  # the deal before it lies there again
                shows = _shows(event, lying)
                if event["e"] == "card":
                    if not lying.get(event["card"]) and event["face"] == "down":
                        now = now - {event["card"]}  # mixed into the stub, and dealt from there
                    _moves(event, lying)
                now, ever = now | shows, ever | shows
            self._now[record.seq], self._ever[record.seq] = now, ever

    @property
    def most(self) -> int:
        """How many faces the table has seen in one deal, at most."""
        return max(map(len, self._ever.values()))

    def hidden_in(self, payload: bytes) -> set[str]:
        """The faces in a payload that whoever hears it must not know."""
        told = json.loads(payload)
        told.pop("sealed", None)  # looked at on its own
        seq = told.get("seq") or 0
        if "alerts" in told:  # what they tell of was seen when they were opened
            return faces_in(payload.decode()) - self._ever[seq]
        if isinstance(told.get("result"), list):  # a hand's log: each line has its own number
            lines = [
                (line.get("seq", 0), json.dumps(line, ensure_ascii=False))
                for line in told["result"]
            ]
        else:
            lines = [(seq, json.dumps(told, ensure_ascii=False))]
        return {face for seq, text in lines for face in faces_in(text) - self._now[seq]}


def _written(said: object) -> str:
    return json.dumps(said, ensure_ascii=False)


def _moves(event: dict[str, Any], lying: dict[str, set[str]]) -> None:
    """A card lies somewhere else now; what comes off the deck may be another of its name."""
    zones = lying.setdefault(event["card"], set())
    if event.get("from") != "deck":
        zones.clear()
    if event["zone"] != "deck":
        zones.add(event["zone"])


def _shows(event: dict[str, Any], lying: dict[str, set[str]]) -> set[str]:
    """What an event lets everybody see."""
    match event:
        case {"e": "card", "card": card, "face": "up"} | {"e": "flash", "card": card}:
            return {card}
        case {"e": "card", "card": card, "boxed": True}:
            return {card}
        case {"e": "show", "seat": seat}:
            held = {card for card, zones in lying.items() if f"seat:{seat}" in zones}
            return set(event.get("cards") or held)
    return set()
