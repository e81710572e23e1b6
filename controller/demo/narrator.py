"""Telling a deal to a person: events in plain words, rulings in colour, no hidden face."""

from collections.abc import Callable
from typing import Any

from controller.words import coloured, dim, paragraph
from engine import Table

SEVERITY = {"stop": "red", "fix": "yellow", "floor": "magenta", "note": "blue"}
LABEL = {"stop": "STOP", "fix": "FIX", "floor": "FLOOR", "note": "NOTE"}
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def pretty(card: str) -> str:
    """``7c`` with its suit's sign."""
    return card[0] + SUITS[card[1]] if card[1:] in SUITS else card


class Teller:
    """Tells events and their answers as they come."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.dealt: list[int] = []
        self._names: dict[int, str] = {}

    def tell(self, event: dict[str, Any], answers: list[dict[str, Any]]) -> None:
        """Tell one event with its answers."""
        eventful = any(answer["o"] != "expect" for answer in answers)
        self._event(event, eventful)
        for answer in answers:
            teller = getattr(self, f"_{answer['o']}", None)
            if teller is not None:
                teller(answer)
        if any(answer["o"] == "ruling" for answer in answers):
            self._next(answers[-1])

    def _event(self, event: dict[str, Any], eventful: bool) -> None:
        kind = event["e"]
        if kind == "sit" and event.get("name"):
            self._names[event["seat"]] = event["name"]
        if kind == "card" and event["zone"] == "muck" and not eventful:
            return  # a folded hand goes where folded hands go
        quiet_card = (
            kind == "card" and event["zone"].startswith("seat:") and event["face"] == "down"
        )
        if quiet_card:
            self.dealt.append(int(event["zone"][5:]))
        if self.dealt and (eventful or not quiet_card):
            self.say(dim(f"  cards to seats {' '.join(map(str, self.dealt))}"))
            self.dealt = []
        if not quiet_card and kind in TOLD:
            self.say("  " + TOLD[kind](event))

    def _ruling(self, ruling: dict[str, Any]) -> None:
        severity = ruling["severity"]
        label = coloured(f"{LABEL[severity]:10}", SEVERITY[severity])
        text = paragraph(ruling["text"], indent=13)
        self.say(f"  {label} {text[0].strip()}")
        for line in text[1:]:
            self.say(line)
        clauses = ", ".join([ruling["clause"], *ruling.get("also", [])])
        for line in paragraph(f"by {clauses}", indent=13):
            self.say(dim(line))

    def _next(self, last: dict[str, Any]) -> None:
        if last["o"] == "expect":
            self.say("  " + coloured(f"{'next':10} ", "green") + _expected(last))

    def _award(self, award: dict[str, Any]) -> None:
        won = f" with {award['hand']['name']}" if "hand" in award else ""
        side = f" for {award['side']}" if "side" in award else ""
        name = self._names.get(award["seat"], "")
        who = f"{name} (seat {award['seat']})" if name else f"seat {award['seat']}"
        pot = f" of side pot {award['pot']}" if award.get("pot") else ""
        self.say(coloured(f"  {who} wins {award['amount']:,}{pot}{side}{won}", "green"))

    def _reject(self, reject: dict[str, Any]) -> None:
        self.say(coloured(f"  {'REJECTED':10} {reject['why']}", "red"))


class Narrator(Teller):
    """A table that tells what happens while it is played."""

    def __init__(self, say: Callable[[str], None], book: str | None = None) -> None:
        super().__init__(say)
        self.table = Table(book)

    def apply(self, event: dict[str, Any], /) -> list[dict[str, Any]]:
        """Pass an event on, and tell it with its answers."""
        answers = self.table.apply(event)
        self.tell(event, answers)
        return answers


def _expected(expect: dict[str, Any]) -> str:
    what = expect["what"]
    if what == "card":
        card = (
            f"{pretty(expect['card'])} " if expect.get("card") and expect["zone"] == "burn" else ""
        )
        return f"{card or 'a card '}to {expect['zone'].replace(':', ' ')} ({expect['why']})"
    if what in ("act", "discard"):
        return f"seat {expect['seat']} to {what}"
    return {"floor": "the floor decides", "hand": "a new deal"}.get(what, str(what))


def _card(event: dict[str, Any]) -> str:
    place = event["zone"].replace(":", " ")
    if event["face"] == "down":
        return f"a card to {place}"
    return f"{pretty(event['card'])} face up to {place}"


def _act(event: dict[str, Any]) -> str:
    deeds = {"fold": "folds", "check": "checks", "call": "calls", "all_in": "is all in"}
    if event["do"] in deeds:
        return f"seat {event['seat']} {deeds[event['do']]}"
    return f"seat {event['seat']} {event['do']}s to {event['to']:,}"


TOLD: dict[str, Callable[[dict[str, Any]], str]] = {
    "card": _card,
    "act": _act,
    "hand": lambda event: "a new deal",
    "floor": lambda event: f"the floor decides: {event['decision'].replace('_', ' ')}",
    "show": lambda event: f"seat {event['seat']} shows",
    "muck": lambda event: f"seat {event['seat']} mucks",
}
