"""The same evening with its hidden faces exchanged: everybody hears the same bytes.

Two tables are served, each with a broker of its own. The same cards by their place in the deck go
to the same seats at the same steps, and a dealer, a console and a floor who mean no good ask the
same things; only the faces that nobody sees are others. Whatever an answer, a refusal, an alert,
a count or an order owed to such a face would differ. (When a byte comes is not compared.)

One kind of request is left out: a show that names nothing but cards of that hand, in either
evening. To be right is its proof, and such luck may show.
"""

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from controller import messages
from engine.cards import DECK
from engine.log import DECISIONS, FAULTS
from tests.controller import brokers
from tests.controller.stranger import TABLE, Stranger
from tests.controller.table_process import TableProcess

BOOKS = ("uspa", "diamondjims", "hilton", "dc", "california")
SEATS = range(1, 6)
PINNED = 16  # cards of a deck that are the same in both evenings: board and shown hands
ASKED = ("dealer", "console", "floor")
EVENT, HEALTH = f"{TABLE}/public/event", f"{TABLE}/floor/health"
ANCHOR = f"{TABLE}/anchor"  # the head of the journal's chain: a keyed proof
RETAINED = {HEALTH} | {
    f"{TABLE}/{of}"
    for of in ("status", "info", "public/state", "dealer/expect", "dealer/alert", "floor/alert")
}
MOST_STEPS = 120  # of one hand; then the floor voids it
DECLARED = ("play_board", "protected", "deal_me_in")
DONE = ("fold", "check", "call", "bet", "raise", "all_in")
SAID = ("fold", "call", "raise", "check", "all in", "nonsense", 10, 44)
NOT_ASKED = {"access", "release"}  # of other roles
VERBS = sorted(set(messages.VERBS) - NOT_ASKED)
# When a thing happened, how long and how large; nothing of it is a matter of cards.
CLOCKS = {
    "boot", "t", "at", "began", "ended", "uptime", "hands_hour", "journal_bytes", "disk_free",
    "waiting", "until", "hour", "hash", "head",  # of the audit, over the times in it
}  # fmt: skip


@dataclass
class Deal:
    """A deck by its places: the first are pinned, the others have other faces in each evening."""

    faces: tuple[list[str], list[str]]  # in the one evening, in the other
    shows: set[int]  # seats that get pinned cards alone
    lies: dict[int, str] = field(default_factory=dict)  # place in the deck, and its zone
    been: dict[str, set[int]] = field(default_factory=dict)  # all that a zone has had
    gone: int = 0
    pinned_gone: int = 0

    @classmethod
    def shuffled(cls, chance: random.Random) -> "Deal":
        deck = chance.sample(DECK, len(DECK))
        hidden = deck[PINNED:]
        other = [*deck[:PINNED], *hidden[1:], hidden[0]]  # each hidden face is another one
        return cls((deck, other), set(chance.sample(SEATS, 2)))

    def next(self, zone: str) -> int | None:
        """The next card for a zone: one that may be seen where it will be."""
        if zone == "board" or zone in {f"seat:{seat}" for seat in self.shows}:
            self.pinned_gone += 1
            return self.pinned_gone - 1 if self.pinned_gone <= PINNED else None
        self.gone += 1
        at = PINNED + self.gone - 1
        return at if at < len(DECK) else None

    def laid(self, place: int, zone: str) -> None:
        self.lies[place] = zone
        self.been.setdefault(zone, set()).add(place)

    def may_be_seen(self, seat: int) -> bool:
        """Whether all cards that the seat has had are the same in both evenings."""
        return all(place < PINNED for place in self.been.get(f"seat:{seat}", ()))

    def is_right(self, seat: int, named: list[str]) -> bool:
        """Whether a guess names nothing but cards of that seat, in either evening."""
        been = self.been.get(f"seat:{seat}", set())
        return any(set(named) <= {faces[place] for place in been} for faces in self.faces)


class Evening:
    """One of the two: what is done at its table is drawn from the seed and what all can hear."""

    def __init__(self, folder: Path, which: int, seed: int, stack: ExitStack) -> None:
        folder.mkdir()
        self._which, self._chance = which, random.Random(seed)
        broker = stack.enter_context(brokers.running("mosquitto", folder))
        self.people = {
            "dealer": stack.enter_context(Stranger(broker, "dealer")),
            "console": stack.enter_context(Stranger(broker, "dealer", "websockets")),
            "floor": stack.enter_context(Stranger(broker, "floor")),
            "display": stack.enter_context(Stranger(broker, "display")),
        }
        self._floor = self.people["floor"]
        # What is in doubt is ruled at once, or waits for an answer: the clock has no part in it.
        doubt = 0.0 if seed % 2 else 600.0
        self._table = TableProcess(folder, broker, BOOKS[seed % len(BOOKS)], doubt)
        self._table.start()
        stack.callback(self._table.kill)
        self._floor.until(lambda: bool(self._floor.last("public/state")), "the table")
        self._deal = Deal.shuffled(self._chance)
        self.requests = 0
        self.hostile: dict[str, int] = {}  # by what came of it
        self.tried: set[str] = set()  # verbs

    # What is done

    def goes_on(self, requests: int) -> None:
        """Deal hands until so much was asked."""
        while self.requests < requests:
            self._buys_in()
            self._hand()

    def _buys_in(self) -> None:
        seats = self._state()["seats"]
        for seat in SEATS:
            if not seats.get(str(seat), {}).get("stack"):
                self._asks("floor", "sit", seat=seat, stack=300)

    def _hand(self) -> None:
        self._deal = Deal.shuffled(self._chance)
        if self._asks("floor", "hand")["ok"]:
            self._table.gathered()
        mischief = self._chance.choice((0.1, 0.3, 0.6))
        for _ in range(MOST_STEPS):
            if self._expects().get("what", "hand") in ("hand", "shuffle", "cut"):
                return
            if self._chance.random() < mischief:
                self._mischievous()
            else:
                self._orderly()
        self._asks("floor", "decide", decision="void_deal")

    def _orderly(self) -> None:
        chance = self._chance
        match self._expects():
            case {"what": "card", "zone": zone, "card": _}:  # a certain card: any one will do here
                self._moves(zone)
            case {"what": "card", "zone": zone}:
                self._lands(zone)
            case {"what": "act", "seat": seat, "options": options}:
                choice = chance.choice(options)
                self._asks("dealer", "act", seat=seat, do=choice["do"], to=choice.get("min") or 2)
            case {"what": "show", "seat": seat} if self._deal.may_be_seen(seat):
                self._asks("dealer", "show", seat=seat)
            case {"what": "show", "seat": seat}:
                if not self._asks("dealer", "muck", seat=seat)["ok"]:
                    self._asks("floor", "decide", decision="award", seat=seat)
            case _:
                self._asks("floor", "decide", decision=chance.choice(DECISIONS))

    def _mischievous(self) -> None:
        chance = self._chance
        who, seat = chance.choice(ASKED), chance.randint(1, len(SEATS) + 1)
        verb = chance.choice(
            ["report", "show", "guess"] * 6
            + ["undo", "answer", "decide", "say", "chips"] * 3
            + VERBS
        )
        self.tried.add("show" if verb == "guess" else verb)
        answer = getattr(self, f"_{verb}s_badly", self._asks_badly)(who, seat, verb)
        if answer is not None:
            kind = f"{verb} {'done' if answer['ok'] else 'refused'}"
            self.hostile[kind] = self.hostile.get(kind, 0) + 1

    def _reports_badly(self, who: str, seat: int, verb: str) -> Any:
        chance = self._chance
        given = {
            "seat": seat, "card": chance.choice(DECK),
            "zone": chance.choice([f"seat:{seat}", "board", "burn", "muck", "deck"]),
        }  # fmt: skip
        for left_out in chance.choice([(), ("zone",), ("zone", "card"), ("seat",)]):
            del given[left_out]
        fault = chance.choice(["exposed_card", "extra_burn", chance.choice(FAULTS)])
        return self._asks(who, "report", fault=fault, **given)

    def _shows_badly(self, who: str, seat: int, verb: str) -> Any:
        """A hand that nobody has seen; at the showdown it may be asked for, if it is pinned."""
        stage = self._state().get("hand", {}).get("stage")
        if stage == "show" and not self._deal.may_be_seen(seat):
            return None
        return self._asks(who, "show", seat=seat)

    def _guesss_badly(self, who: str, seat: int, verb: str) -> Any:
        """Names for a hand: often a card that somebody holds in one evening or the other."""
        held = [place for place, zone in self._deal.lies.items() if zone.startswith("seat:")]
        likely = [self._deal.faces[which][place] for place in held for which in (0, 1)] or DECK
        named = [
            self._chance.choice(self._chance.choice([likely, DECK]))
            for _ in range(self._chance.randint(1, 3))
        ]
        if self._deal.is_right(seat, named) and not self._deal.may_be_seen(seat):
            return None
        return self._asks(who, "show", seat=seat, cards=named)

    def _asks_badly(self, who: str, seat: int, verb: str) -> Any:
        chance = self._chance
        fields: dict[str, dict[str, Any]] = {
            **{verb: {"seat": seat} for verb in ("muck", "look", "rest", "clock", "leave", "away")},
            "back": {"seat": seat}, "sit": {"seat": seat, "stack": chance.choice((0, 40))},
            "act": {"seat": seat, "do": chance.choice(DONE), "to": chance.choice((None, 2, 40))},
            "chips": {"seat": seat, "chips": chance.choice(([2], [5, 5], [100], [])),
                      "said": chance.choice((None, "raise", "call", 10))},
            "say": {"seat": seat, "words": chance.choice(SAID)},
            "answer": {"doubt": self._a_doubt(), "is": chance.random() < 0.5},
            "draw": {"seat": seat, "count": chance.randint(0, 5)},
            "declare": {"seat": seat, "what": chance.choice(DECLARED)},
            "decide": {"decision": chance.choice(DECISIONS), "seat": chance.choice((seat, None)),
                       "ruling": chance.choice((None, 1, 2, 3)),
                       "amount": chance.choice((None, None, 5))},
            "case": {"ruling": chance.randint(1, 4)}, "live": {"on": chance.random() < 0.5},
            "register": {"decks": [chance.choice(("red deck", "blue deck"))]},
            "duty": {"code": "4711"}, "hand": {"button": chance.choice((None, seat))},
            "hand_log": {"hand": chance.randint(1, 3)},
            "hand_phh": {"hand": chance.randint(1, 3)},
            "evidence": {"hand": chance.randint(1, 3)},
            "picture": {"seq": chance.randint(1, 99)},
            "acknowledge": {"alert": self._an_alert()},
            "post": {"seat": seat, "what": chance.choice(("missed", "straddle", "big_blind"))},
            "wait": {"seat": seat}, "move": {"seat": seat, "to": chance.randint(1, 9)},
            "agree": {"what": chance.choice(("deal_twice", "chop_blinds")), "seats": [seat]},
            "level": {"small_blind": 1, "big_blind": 2}, "rake": {"amount": 1},
            "race": {"chip": 1, "into": 5, "odd": {str(seat): 1}}, "collect": {"amount": 1},
        }  # fmt: skip
        return self._asks(who, verb, **fields.get(verb, {}))

    def _a_doubt(self) -> int:
        """One that the dealer is asked about, or any number."""
        doubts = self._floor.last("dealer/expect").get("doubts", [])
        numbers: list[int] = [one["id"] for one in doubts]
        return self._chance.choice([*numbers, *numbers, 1, 7])

    def _an_alert(self) -> str:
        told = self._floor.last("floor/alert").get("alerts", [])
        names: list[str] = [one["id"] for one in told]
        return self._chance.choice(names or ["none"])

    # How it is done

    def _asks(self, who: str, verb: str, **fields: Any) -> dict[str, Any]:
        self.requests += 1
        answer = self.people[who].asks(verb, number=self.requests, **fields)
        self._settles(answer.get("seq") or 0)
        return answer

    def _lands(self, zone: str) -> None:
        place = self._deal.next(zone)
        if place is None:
            self._asks("floor", "decide", decision="void_deal")
        else:
            self._lays(place, zone, drawn=True)

    def _moves(self, zone: str) -> None:
        """A card that lies there goes elsewhere; one that is not to be seen, not to the board."""
        fit = [
            place
            for place, at in sorted(self._deal.lies.items())
            if at != zone and (zone != "board" or place < PINNED)
        ]
        if fit and self._chance.random() < 0.7:
            self._lays(self._chance.choice(fit), zone, drawn=False)
        else:
            self._asks("floor", "decide", decision=self._chance.choice(DECISIONS))

    def _lays(self, place: int, zone: str, *, drawn: bool) -> None:
        seq = self._floor.last("public/event")["seq"]
        card = self._deal.faces[self._which][place]
        (self._table.lands if drawn else self._table.lies)(card, zone)
        self._deal.laid(place, zone)
        self._settles(seq + 1)

    def _settles(self, seq: int) -> None:
        """All have heard the table after an event, and what belongs to it: the next step may come.

        What is due and what is alerted comes after the table's state; an answer comes after both.
        """
        for person in self.people.values():
            person.until_settled(seq)
        self._floor.asks("health", number=-self.requests)

    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = self._floor.last("public/state")["state"]
        return state

    def _expects(self) -> dict[str, Any]:
        expects: dict[str, Any] = self._floor.last("dealer/expect").get("expect", {})
        return expects


@contextmanager
def two_evenings(folder: Path, seed: int) -> Iterator[tuple[Evening, Evening]]:
    with ExitStack() as stack:
        yield (
            Evening(folder / "one", 0, seed, stack),
            Evening(folder / "other", 1, seed, stack),
        )


def without_clocks(payload: bytes) -> str:
    """What was said, without when."""
    if not payload.startswith(b"{"):
        return payload.decode()
    return json.dumps(_unclocked(json.loads(payload)))


def _unclocked(told: Any) -> Any:
    if isinstance(told, list):
        return [_unclocked(one) for one in told]
    if isinstance(told, dict):
        return {key: _unclocked(value) for key, value in told.items() if key not in CLOCKS}
    return told


def said(person: Stranger) -> dict[str, list[str]]:
    """All that somebody heard since the first player sat down; what comes by the clock left out.

    Events and answers have one order. What is retained has its own: the latest value goes out when
    there is time for it, so each of these topics is a list by itself, each value once in a row.
    """
    topics = [topic for topic, _ in person.heard]
    first = topics.index(EVENT, topics.index(EVENT) + 1)
    told: dict[str, list[str]] = {}
    for topic, payload in person.heard[first:]:
        if topic in (HEALTH, ANCHOR):
            continue  # these come by the clock, whatever lies on the felt
        text = without_clocks(payload)
        own = told.setdefault(topic if topic in RETAINED else "in order", [])
        if topic not in RETAINED:
            own.append(f"{topic} {text}")
        elif own[-1:] != [text]:
            own.append(text)
    return told


def an_evening_twice(folder: Path, seed: int, requests: int) -> tuple[dict[str, int], set[str]]:
    with two_evenings(folder, seed) as (one, other):
        one.goes_on(requests)
        other.goes_on(requests)
        assert one.requests == other.requests and one.hostile == other.hostile
        for who in one.people:
            heard, otherwise = said(one.people[who]), said(other.people[who])
            assert heard.keys() == otherwise.keys()
            for topic, told in heard.items():
                for number, both in enumerate(zip_longest(told, otherwise[topic])):
                    assert both[0] == both[1], (
                        f"{topic} {number} to the {who} owes to a hidden face"
                    )
        return one.hostile, one.tried


@pytest.mark.parametrize("seed", range(2))
def test_hidden_faces_exchanged_make_no_difference_to_anybody(tmp_path: Path, seed: int) -> None:
    hostile, tried = an_evening_twice(tmp_path, seed, requests=250)
    for kind in ("report done", "show refused", "guess refused", "undo done"):
        assert hostile.get(kind), f"nothing was tried: {hostile}"
    assert tried <= set(VERBS) and len(tried) > len(VERBS) / 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 105))
def test_two_thousand_requests_under_each_book_make_none(tmp_path: Path, seed: int) -> None:
    _, tried = an_evening_twice(tmp_path, seed, requests=2000)
    assert tried == set(VERBS), "every verb there is"
