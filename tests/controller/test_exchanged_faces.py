"""The same evening with its hidden faces exchanged: everybody hears the same bytes.

Two tables are served, each with a broker of its own. The same cards by their place in the deck go
to the same seats at the same steps, and a dealer, a console and a floor who mean no good ask the
same things; only the faces that nobody sees are others. Whatever an answer, a refusal, an alert,
a count or an order owed to such a face would differ. (How much work it is, is
compared there too.)

In draw whole hands are others, and what is thrown away and drawn. In stud the upcards are the same,
for all see them. Every game, with cards that come as they should not, is played in
`test_exchanged_faces_in_every_game.py`.

One kind of request is left out: a show that names nothing but cards of that hand, in either
evening. To be right is its proof, and such luck may show.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from tests.controller import brokers
from tests.controller.exchanged import DEALT_OTHERWISE, HOLDEM, STUD, VERBS, Evening, Played
from tests.controller.stranger import TABLE, Stranger
from tests.controller.table_process import TableProcess

EVENT, HEALTH = f"{TABLE}/public/event", f"{TABLE}/floor/health"
ANCHOR = f"{TABLE}/anchor"  # the head of the journal's chain: a keyed proof
RETAINED = {HEALTH} | {
    f"{TABLE}/{of}"
    for of in ("status", "info", "public/state", "dealer/expect", "dealer/alert", "floor/alert")
}
# When a thing happened, how long and how large; nothing of it is a matter of cards.
CLOCKS = {
    "boot", "t", "at", "began", "ended", "uptime", "hands_hour", "journal_bytes", "disk_free",
    "waiting", "until", "hour", "hash", "head",  # of the audit, over the times in it
}  # fmt: skip


class Served(Evening):
    """One of the two at a table that is served, with a broker of its own."""

    def __init__(
        self, folder: Path, which: int, seed: int, played: Played, stack: ExitStack
    ) -> None:
        super().__init__(which, seed, played)
        folder.mkdir()
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
        game = played.by(played.books[seed % len(played.books)])
        self._table = TableProcess(folder, broker, game, doubt)
        self._table.start()
        stack.callback(self._table.kill)
        self._floor.until(lambda: bool(self._floor.last("public/state")), "the table")

    def asks(self, who: str, verb: str, **fields: Any) -> dict[str, Any]:
        answer = self.people[who].asks(verb, number=self.requests, **fields)
        self._settles(answer.get("seq") or 0)
        return answer

    def tells(self, card: str, zone: str, *, drawn: bool, face: str = "down") -> None:
        seq = self._floor.last("public/event")["seq"]
        (self._table.lands if drawn else self._table.lies)(card, zone)
        self._settles(seq + 1)

    def all_gathered(self) -> None:
        self._table.gathered()

    def last(self, branch: str) -> dict[str, Any]:
        return self._floor.last(branch)

    def _settles(self, seq: int) -> None:
        """All have heard the table after an event, and what belongs to it: the next step may come.

        What is due and what is alerted comes after the table's state; an answer comes after both.
        """
        for person in self.people.values():
            person.until_settled(seq)
        self._floor.asks("health", number=-self.requests)


@contextmanager
def two_evenings(
    folder: Path, seed: int, played: Played = HOLDEM
) -> Iterator[tuple[Served, Served]]:
    with ExitStack() as stack:
        yield (
            Served(folder / "one", 0, seed, played, stack),
            Served(folder / "other", 1, seed, played, stack),
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


def an_evening_twice(
    folder: Path, seed: int, requests: int, played: Played = HOLDEM
) -> tuple[dict[str, int], set[str], Served]:
    with two_evenings(folder, seed, played) as (one, other):
        one.goes_on(requests)
        other.goes_on(requests)
        for who in one.people:
            heard, otherwise = said(one.people[who]), said(other.people[who])
            assert heard.keys() == otherwise.keys()
            for topic, told in heard.items():
                for number, both in enumerate(zip_longest(told, otherwise[topic])):
                    assert both[0] == both[1], (
                        f"{topic} {number} to the {who} owes to a hidden face"
                    )
        assert one.requests == other.requests and one.hostile == other.hostile
        return one.hostile, one.tried, one


@pytest.mark.parametrize("seed", range(2))
def test_hidden_faces_exchanged_make_no_difference_to_anybody(tmp_path: Path, seed: int) -> None:
    hostile, tried, _ = an_evening_twice(tmp_path, seed, requests=250)
    for kind in ("report done", "show refused", "guess refused", "undo done"):
        assert hostile.get(kind), f"nothing was tried: {hostile}"
    assert tried <= set(VERBS) and len(tried) > len(VERBS) / 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 105))
def test_two_thousand_requests_under_each_book_make_none(tmp_path: Path, seed: int) -> None:
    _, tried, _ = an_evening_twice(tmp_path, seed, requests=2000)
    assert tried == set(VERBS), "every verb there is"


@pytest.mark.parametrize("game", DEALT_OTHERWISE)
def test_exchanged_in_stud_and_draw_they_make_none_either(tmp_path: Path, game: str) -> None:
    hostile, _, evening = an_evening_twice(tmp_path, len(game), 200, DEALT_OTHERWISE[game])
    assert hostile.get("report done") and hostile.get("show refused"), hostile
    if DEALT_OTHERWISE[game].setting is STUD:
        assert evening.upcards > 20, "nobody got an upcard"
    else:
        assert evening.discarded, "nobody drew"
