"""An evening of fifty hands with void deals and long thinks: always exactly one delay behind."""

import asyncio
import random
import selectors
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from controller.broadcast import LEFT_OUT, SETTLED
from controller.core import Batch, Core, Setting
from controller.messages import VERBS
from controller.mqtt.client import MqttSettings
from controller.mqtt.topics import ROOT, Topics
from controller.requests import Ask
from controller.security.seal import seal_for
from controller.table_clock import Moment, iso
from controller.web.gateway import Gateway
from controller.web.player import HOLD
from controller.web.producer import Order, Shift
from controller.web.screen import Screen
from controller.web.station import Station
from engine.cards import DECK

TOPICS = Topics("main")
EVENING = 1_767_294_000.0  # the wall's time at which the table opens
DELAY = 120.0
LATE = 0.1  # seconds that the picture may be late
EARLY = 0.002  # seconds: times are told in milliseconds
EVERY = 0.05  # seconds between two looks at the screen


class Hurried(asyncio.SelectorEventLoop):
    """A loop whose time passes as soon as there is nothing to do."""

    def __init__(self) -> None:
        self.passed = 0.0
        super().__init__(_Impatient(self))

    def time(self) -> float:
        return self.passed


class _Impatient(selectors.DefaultSelector):
    def __init__(self, loop: Hurried) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            return super().select(None)
        ready = super().select(0)
        if not ready:
            self._loop.passed += timeout
        return ready


@dataclass
class Dealt:
    """A hand as the test itself saw it: when what was on the table, and what became of it."""

    number: int
    times: list[float] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=list)
    result: str = ""

    def at(self, moment: float) -> dict[str, Any] | None:
        place = bisect_right(self.times, moment + 1e-4) - 1
        return self.views[place] if place >= 0 else None


class Evening:
    """A table, its controller's core and a station, all by the loop's clock."""

    def __init__(self, seed: int, clock: Callable[[], float]) -> None:
        self.clock, self.chance = clock, random.Random(seed)
        key = X25519PrivateKey.generate()
        setting = Setting(TOPICS, "boot", delay=DELAY, seal=partial(seal_for, key.public_key()))
        self.core = Core(setting)
        self.gateway = Gateway("broadcast", MqttSettings())
        self.station = Station(self.gateway, key, clock=clock)
        self.hands: list[Dealt] = []
        self._deck: list[str] = []
        self._numbers = iter(range(1, 10**6))

    @property
    def screen(self) -> Screen:
        return self.station.screen("main")

    def now(self) -> Moment:
        return Moment(round(self.clock() - EVENING, 3), iso(self.clock()))

    # The table

    async def play(self, hands: int) -> None:
        self._happens(
            {"e": "open", "game": "holdem", "structure": "no_limit", "format": "cash",
             "rulebook": "hilton", "small_blind": 1, "big_blind": 2}
        )  # fmt: skip
        for seat in range(1, 7):
            self._happens({"e": "sit", "seat": seat, "stack": 500, "name": f"Player {seat}"})
        for _ in range(hands):
            await self._hand()
            await asyncio.sleep(self.chance.uniform(2.0, 40.0))

    async def _hand(self) -> None:
        for seat, person in self.core.table.seats.items():
            if person.stack < 20:
                self._happens({"e": "sit", "seat": seat, "stack": 500, "name": person.name})
        self._deck = self.chance.sample(DECK, len(DECK))
        voids = self.chance.randrange(30) if self.chance.random() < 0.2 else None
        self._happens({"e": "hand"})
        for number in range(300):
            expected = self.core.table.expected or {}
            if expected.get("what") in ("hand", "shuffle", None):
                return
            await asyncio.sleep(self._pause(expected))
            if number == voids:
                decision = self.chance.choice(["void_deal", "misdeal"])
                self._asked("decide", decision=decision)
            else:
                self._does(expected)
        raise AssertionError("a hand that never ends")

    def _pause(self, expected: dict[str, Any]) -> float:
        if expected["what"] != "act":
            return self.chance.uniform(0.3, 1.2)
        thinks = self.chance.random() < 0.04
        return self.chance.uniform(60.0, 150.0) if thinks else self.chance.uniform(1.0, 9.0)

    def _does(self, expected: dict[str, Any]) -> None:
        what = expected["what"]
        if what == "card":
            face = expected.get("face", "down")
            self._happens(
                {"e": "card", "card": self._deck.pop(), "zone": expected["zone"], "face": face}
            )
        elif what == "act":
            choice = self.chance.choice(expected["options"])
            sized = {"to": choice["min"]} if choice["do"] in ("bet", "raise") else {}
            self._asked("act", seat=expected["seat"], do=choice["do"], **sized)
        elif what == "show":
            self._asked("show", seat=expected["seat"])
        else:
            self._asked("decide", decision="void_deal")

    def _asked(self, verb: str, **fields: Any) -> None:
        asked = msgspec.convert({"id": str(next(self._numbers)), **fields}, VERBS[verb])
        ask = Ask("floor", verb, asked)
        self._told(self.core.take(ask.event, self.now(), ask))

    def _happens(self, event: dict[str, Any]) -> None:
        self._told(self.core.take(event, self.now()))

    # What follows: the test's own notes, and what the broker would carry to the station

    def _told(self, batch: Batch) -> None:
        record, table = batch.entry.record, self.core.table
        assert record is not None
        assert not any(answer["o"] == "reject" for answer in record.answers), record.answers
        if any(a["o"] == "phase" and a["street"] == "deal" for a in record.answers):
            self.hands.append(Dealt(record.hand))
        ended = [answer for answer in record.answers if answer["o"] == "end"]
        if self.hands and (table.deal_on or (table.dealt and ended)):
            self.hands[-1].times.append(EVENING + record.t)
            self.hands[-1].views.append(dict(table.view("broadcast")))
            self.hands[-1].result = ended[0]["result"] if ended else ""
        self._carry(batch)
        retained = self.core.settled(self.now()).retained
        if TOPICS.info in retained:
            self.gateway._took(TOPICS.info, retained[TOPICS.info], False)
        due = self.core.broadcast.due()
        if due is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(max(due - self.now().t, 0.0) + 0.001, self._release)

    def _release(self) -> None:
        self._carry(self.core.release(self.now()))

    def _carry(self, batch: Batch) -> None:
        for message in batch.entry.messages:
            if message.topic in (TOPICS.public_event, TOPICS.broadcast_hand):
                assert message.topic.startswith(ROOT)
                self.gateway._took(message.topic, message.payload, False)

    # The truth

    def truth(self, wall: float, behind: float = DELAY) -> dict[str, Any] | None:
        """What must be on air: what was at the table one delay ago, unless it must be withheld."""
        moment = wall - behind
        aired = [hand for hand in self.hands if hand.result and hand.result not in LEFT_OUT]
        begun = [hand for hand in aired if hand.times[0] <= moment + 1e-4]
        if not begun or moment >= begun[-1].times[-1] + HOLD - 1e-4:
            return None
        hand = begun[-1]
        return hand.at(moment) if wall >= hand.times[-1] + SETTLED else None


@dataclass
class Watched:
    """How often the screen was looked at, and what was there."""

    looks: int = 0
    blank: int = 0
    hands: set[int] = field(default_factory=set)


async def watch(evening: Evening, until: asyncio.Task[None], behind: float = DELAY) -> Watched:
    """Look at the screen over and over; late by a tenth of a second at most."""
    seen = Watched()
    last = evening.clock()
    while not until.done() or evening.clock() < last + behind + HOLD:
        last = last if until.done() else evening.clock()
        await asyncio.sleep(EVERY)
        shown, wall = evening.screen.on_air, evening.clock()
        state = shown.hand.frames[shown.at].state if shown else None
        allowed = [evening.truth(wall + late, behind) for late in (EARLY, 0.0, -LATE)]
        assert state in allowed, f"not what happened {behind:g} s ago, at {wall - EVENING:.2f}"
        seen.looks += 1
        seen.blank += shown is None
        if shown:
            seen.hands.add(shown.hand.hand)
    until.result()
    return seen


def run(scenario: Callable[[Evening], Any], seed: int) -> Any:
    loop = Hurried()
    asyncio.set_event_loop(loop)
    try:
        evening = loop.run_until_complete(_made(seed, lambda: EVENING + loop.time()))
        result = loop.run_until_complete(scenario(evening))
        evening.station.stop()
        return result
    finally:
        asyncio.set_event_loop(None)
        loop.close()


async def _made(seed: int, clock: Callable[[], float]) -> Evening:
    return Evening(seed, clock)


def test_at_any_moment_what_is_on_air_happened_exactly_one_delay_ago() -> None:
    async def scenario(evening: Evening) -> Watched:
        playing = asyncio.create_task(evening.play(50))
        seen = await watch(evening, playing)
        void = [hand for hand in evening.hands if hand.result in LEFT_OUT]
        long = [hand for hand in evening.hands if hand.times[-1] - hand.times[0] > DELAY]
        assert len(evening.hands) == 50 and len(void) >= 4 and len(long) >= 4
        on = {hand.number for hand in evening.hands} - {hand.number for hand in void}
        assert seen.hands <= on, "void deals are left out"
        assert len(seen.hands) >= len(on) - len(long), "and no other hand is"
        return seen

    seen = run(scenario, seed=16)
    assert seen.looks > 40_000 and seen.blank < seen.looks


@pytest.mark.parametrize("offset", [7.25, 95.0])
def test_a_shifted_show_is_later_by_just_that(offset: float) -> None:
    async def scenario(evening: Evening) -> Watched:
        evening.station.order(Order("main", Shift(offset)))
        playing = asyncio.create_task(evening.play(6))
        return await watch(evening, playing, DELAY + offset)

    assert len(run(scenario, seed=17).hands) >= 4
