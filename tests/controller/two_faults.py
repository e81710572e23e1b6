"""A dealer who errs twice and then does as he is told, at a controller that says what to do."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from controller.core import Core, Setting
from controller.mqtt.topics import Topics
from controller.table_clock import Moment
from engine.table import Table
from tests.engine.obedient import FAULTS, MOST_STEPS, Answer, Dealer, Run

Moments = tuple[str, Any]
TOPICS = Topics("felt")
BOOKS = ("dc", "california", "diamondjims", "hilton", "uspa")


@dataclass
class TwiceWrong(Dealer):
    """Makes one mistake, obeys as long as he likes, and makes another one."""

    then: str = ""  # the second mistake
    moments: Mapping[str, tuple[Moments, ...]] = field(default_factory=dict)  # when; else early
    core: Core = field(default_factory=lambda: Core(Setting(TOPICS, "boot-1")))
    retained: dict[str, bytes] = field(default_factory=dict)
    twice: bool = False

    def send(self, kind: str, **fields: Any) -> list[Answer]:
        self.t = round(self.t + 0.4, 1)
        now = Moment(self.t, f"2026-01-01T12:00:{self.t % 60:06.3f}Z")
        event = {"t": self.t, "e": kind, **fields}
        self.log.append(event)
        batch = self.core.take(event, now)
        self.retained |= self.core.settled(now).retained
        self.table = self.core.table
        assert batch.entry.record is not None
        answers = batch.entry.record.answers
        self.answers += answers
        self.heed(answers)
        if kind != "floor" and (why := [a["why"] for a in answers if a["o"] == "reject"]):
            raise self.lost(f"rejected: {why}")
        return answers

    # What the dealer sees

    def says(self, topic: str) -> dict[str, Any]:
        payload = self.retained.get(topic, b"")
        told: dict[str, Any] = msgspec.json.decode(payload) if payload else {}
        return told

    @property
    def alerts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.says(TOPICS.dealer_alert).get("alerts", [])
        return found

    @property
    def told(self) -> dict[str, Any]:
        return self.says(TOPICS.dealer_expect)

    # The deal

    def begin(self) -> None:
        for kind in ("shuffle", "cut"):
            self.send(kind)
        self.send("hand", button=1)

    def errs(self) -> bool:
        """Obey until a mistake can be made, and make it; twice."""
        self.begin()
        for name in (self.run.fault, self.then):
            if not self._reaches(name):
                return False
            try:
                FAULTS[name].make(self)
            except (IndexError, KeyError, ValueError):
                return False  # there is nothing to do it with
            self._confirm()
            self.agrees()
        self.wronged = self.twice = True
        return True

    def _reaches(self, name: str) -> bool:
        for _ in range(MOST_STEPS):
            if not self.table.deal_on:
                return False
            waits = self.expected["what"] == "floor"
            moments = self.moments.get(name, FAULTS[name].moments)
            if not waits and any(map(self._stands_at, moments)):
                return True
            self.obey()
            self.agrees()
        return False

    def _stands_at(self, moment: tuple[str, Any]) -> bool:
        self.run = _at(self.run, moment)
        return self._is_moment()

    def obeys_to_the_end(self) -> None:
        """Do what is said until the deal is over; doing so is never ruled on."""
        for _ in range(MOST_STEPS):
            if not self.table.deal_on:
                self._reckon()
                return
            self.obey()
            self._look()
            self.agrees()
        raise self.lost(f"no end: still {self.expected}")

    # What must hold of all that is on the screen at once

    def agrees(self) -> None:
        """No two alerts ask for different things, and the instruction is a step of the first."""
        asked: dict[str, str] = {}
        for alert in self.alerts:
            ruled = self.table.ruling(alert["ruling"]) if alert["ruling"] is not None else None
            for step, done in ruled.steps if ruled else ():
                if done or step["do"] not in ("move", "take_back", "set_aside"):
                    continue
                for card in [step["card"]] if "card" in step else step.get("cards", []):
                    place = step.get("zone") or step["do"]
                    if asked.setdefault(card, place) != place:
                        raise self.lost(f"{card} is to go to {asked[card]} and to {place}")
        due = self.told.get("ruling")
        if due is not None and due not in [alert["ruling"] for alert in self.alerts]:
            raise self.lost(f"{self.told['say']!r} is a step of ruling {due}, which has no alert")


def _at(run: Run, moment: tuple[str, Any]) -> Run:
    """The same run at another moment."""
    return replace(run, moment=moment)


def a_table(book: str, first: str, second: str, seed: int = 1) -> TwiceWrong:
    run = Run(book, first, FAULTS[first].moments[0], 4, "holdem", seed, shuffle_seen=False)
    return TwiceWrong(run, Table(), then=second)


def any_table(book: str, first: str, second: str, seed: int) -> TwiceWrong:
    """Two mistakes at moments of their own, at a table of any size."""
    rnd = random.Random(f"{book} {first} {second} {seed}")
    moments = {name: (rnd.choice(FAULTS[name].moments),) for name in (first, second)}
    game = rnd.choice(("holdem", "holdem", "omaha", "omaha8"))
    run = Run(
        book, first, moments[first][0], rnd.randint(2, 8), game, seed,
        shuffle_seen=rnd.random() < 0.5, acted=rnd.choice((0, 0, 1)),
    )  # fmt: skip
    return TwiceWrong(run, Table(), then=second, moments=moments)
