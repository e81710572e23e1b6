"""The console: requests of people, each answered once; the same one asked again, the same."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec

from controller.core import Batch, Core
from controller.messages import (
    AskAlert,
    AskCall,
    Asked,
    AskHandLog,
    AskHands,
    AskLive,
    AskRegister,
    Health,
    Trouble,
)
from controller.mqtt.client import RawRequest
from controller.mqtt.topics import Request
from controller.records import past_hands
from controller.records.journal import JournalError, JournalReader
from controller.records.journal_rows import Entry, Outgoing
from controller.requests import EVENTS, Ask, RefusedError, read
from controller.table_clock import Moment, TableClock
from firmware_bridge.decks import DecksError

LOG = logging.getLogger(__name__)
REMEMBERED = 1000  # answers kept at hand; older ones are looked up in the journal


class Console:
    """Takes requests on the loop; what is an event of the table log goes the sensors' way."""

    def __init__(
        self,
        core: Core,
        clock: TableClock,
        journal: JournalReader,
        *,
        keep: Callable[[Batch], None],
        to_table: Callable[[dict[str, Any]], None],
        take_turns: Callable[[list[str]], dict[str, Any]],
        health: Callable[[Moment], Health],
    ) -> None:
        self._core, self._clock, self._journal = core, clock, journal
        self._keep, self._to_table = keep, to_table
        self._take_turns, self._health_now = take_turns, health
        self._pending: dict[str, Ask] = {}  # asked, and not yet an event
        self._answers: OrderedDict[str, Outgoing] = OrderedDict()
        self._verbs: dict[str, Callable[[Ask, Any, Moment], None]] = {
            "acknowledge": self._acknowledge,
            "call": self._call,
            "live": self._live,
            "register": self._register,
            "hands": self._hands,
            "hand_log": self._hand_log,
            "health": self._health,
            "release": self._release,
        }

    def asked(self, raw: RawRequest) -> None:
        """Take a request as it came off the wire."""
        now = self._clock.now()
        try:
            ask = read(Request(raw.role, raw.verb), raw.payload, raw.length)
        except RefusedError as error:
            self._keep(self._core.refuse(error, now))
            return
        if ask.key in self._pending:
            return  # it is under way, and will be answered once
        if (known := self._answered(ask)) is not None:
            self._keep(Batch(Entry(messages=(known,))))
        elif ask.verb in EVENTS:
            self._pending[ask.key] = ask
            self._to_table({**ask.event, "request": ask.key})
        else:
            self._verbs[ask.verb](ask, ask.asked, now)

    def pending(self, key: str | None) -> Ask | None:
        """The request that has now become an event."""
        return self._pending.pop(key, None) if key is not None else None

    def keep(self, batch: Batch) -> None:
        """Keep a batch, and its answer at hand for who asks again before it is on the disk."""
        self._keep(batch)
        if (answered := batch.entry.answered) is not None:
            self._answers[answered.request_id] = Outgoing(answered.topic, answered.payload)
            if len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)

    def _answered(self, ask: Ask) -> Outgoing | None:
        """The answer that this request has had already."""
        if ask.key in self._answers:
            return self._answers[ask.key]
        try:
            answered = self._journal.response(ask.key)
        except JournalError as error:
            LOG.error("journal: %s", error)
            return None
        return Outgoing(answered.topic, answered.payload) if answered else None

    def _acknowledge(self, ask: Ask, asked: AskAlert, now: Moment) -> None:
        self.keep(self._core.acknowledge(ask, asked.alert, now))

    def _call(self, ask: Ask, asked: AskCall, now: Moment) -> None:
        self.keep(self._core.call(asked.why, now, ask))

    def _live(self, ask: Ask, asked: AskLive, now: Moment) -> None:
        self.keep(self._core.go_live(ask, asked.on, now))

    def _health(self, ask: Ask, asked: Asked, now: Moment) -> None:
        self._tell(ask, now, msgspec.to_builtins(self._health_now(now)))

    def _release(self, ask: Ask, asked: Asked, now: Moment) -> None:
        """The station asks what it may wait for; the delay is nobody's to shorten."""
        waiting = [{"hand": one.hand, "due": one.due} for one in self._core.broadcast.releases]
        self._tell(ask, now, {"t": now.t, "live": self._core.desk.live, "waiting": waiting})

    def _hands(self, ask: Ask, asked: AskHands, now: Moment) -> None:
        self._look_up(ask, lambda: past_hands.hands(self._journal, asked.before, asked.most))

    def _hand_log(self, ask: Ask, asked: AskHandLog, now: Moment) -> None:
        self._look_up(ask, lambda: past_hands.hand_log(self._journal, asked.hand))

    def _register(self, ask: Ask, asked: AskRegister, now: Moment) -> None:
        self._look_up(ask, lambda: self._take_turns(asked.decks))

    def _tell(self, ask: Ask, now: Moment, result: Any, trouble: Trouble | None = None) -> None:
        """Answer what changes nothing: asked again, it is looked at anew."""
        self._keep(self._core.answer(ask, now, trouble=trouble, result=result, keep=False))

    def _look_up(self, ask: Ask, what: Callable[[], Any]) -> None:
        """Answer with what takes a while, without keeping the table waiting."""

        def done(found: asyncio.Future[Any]) -> None:
            error = found.exception()
            result = None if error else found.result()
            self._tell(ask, self._clock.now(), result, _trouble(ask, error) if error else None)

        asyncio.get_running_loop().run_in_executor(None, what).add_done_callback(done)


def _trouble(ask: Ask, error: BaseException) -> Trouble:
    if isinstance(error, JournalError | DecksError):  # their texts have no face
        return Trouble("the journal and the decks at hand", str(error))
    LOG.error("%s was not answered: %s", ask.verb, type(error).__name__)
    return Trouble("an answer", "none", "look at the controller's log")
