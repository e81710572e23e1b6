"""The console: requests of people, each answered once; the same one asked again, the same."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from controller.core import Batch, Core
from controller.messages import (
    AskAccess,
    AskAlert,
    AskCall,
    AskCase,
    AskDuty,
    Asked,
    AskLive,
    AskRegister,
    Health,
    Trouble,
)
from controller.mqtt.client import RawRequest
from controller.mqtt.topics import Request
from controller.records.archive import Archive, ArchiveError
from controller.records.evidence import EvidenceError
from controller.records.journal import JournalError, JournalReader
from controller.records.journal_rows import Answered, Entry, Outgoing
from controller.requests import EVENTS, Ask, RefusedError, read, request_id
from controller.table_clock import Moment, TableClock
from firmware_bridge.decks import DecksError

LOG = logging.getLogger(__name__)
AT_HAND = 200  # answers, beside those that are not on the disk yet; the journal has the others
LOOKED_UP = 8  # past hands that wait to be looked up, and are, one after another
_OTHER = Trouble("an id of its own", "the id of another request", "ask again with a new id")
_OVERRUN = Trouble("fewer requests", "more than can wait in line", "wait a second, and ask again")
_UNKNOWN = Trouble("the journal at hand", "one that does not answer", "ask the same again")
_BUSY = Trouble("time for it", f"{LOOKED_UP} others that are looked up", "ask again in a moment")


class Console:
    """Takes requests on the loop; what is an event of the table log goes the sensors' way."""

    def __init__(
        self,
        core: Core,
        clock: TableClock,
        journal: JournalReader,
        archive: Archive,
        *,
        keep: Callable[[Batch], None],
        unkept: Callable[[], int],
        to_table: Callable[[dict[str, Any]], None],
        take_turns: Callable[[list[str]], dict[str, Any]],
        health: Callable[[Moment], Health],
    ) -> None:
        self._core, self._clock, self._journal = core, clock, journal
        self._keep, self._unkept, self._to_table = keep, unkept, to_table
        self._take_turns, self._health_now = take_turns, health
        self._pending: dict[str, Ask] = {}  # asked, and not yet an event
        self._answers: OrderedDict[str, Answered] = OrderedDict()
        self._looking = 0
        # One thread: several that read old hands at once would keep the table from its own work.
        self._reader = ThreadPoolExecutor(1, "look-up")
        self._verbs: dict[str, Callable[[Ask, Any, Moment], None]] = {
            "access": self._access,
            "acknowledge": self._acknowledge,
            "call": self._call,
            "duty": self._duty,
            "live": self._live,
            "register": self._register,
            "health": self._health,
            "case": self._case,
            "release": self._release,
        }
        self._lookups: dict[str, Callable[[Any], Any]] = {
            "hands": archive.hands,
            "hand_log": archive.hand_log,
            "hand_phh": archive.hand_phh,
            "history": archive.history,
            "audit": archive.audit,
            "evidence": archive.evidence,
            "picture": archive.picture,
        }

    def asked(self, raw: RawRequest) -> None:
        """Take a request as it came off the wire."""
        now = self._clock.now()
        try:
            ask = read(Request(raw.role, raw.verb, raw.person), raw.payload, raw.length)
        except RefusedError as error:
            self._keep(self._core.refuse(error, now))
            return
        if (under_way := self._pending.get(ask.key)) is not None:
            if under_way != ask:
                self._refuse(_OTHER, raw, now, ask.asked.id)
            return  # it is under way, and will be answered once
        try:
            known = self._answered(ask)
        except JournalError as error:  # whether it was done is not known: not twice, then
            LOG.error("journal: %s", error)
            self._refuse(_UNKNOWN, raw, now, ask.asked.id)
            return
        if known is not None:
            self._again(ask, known, raw, now)
        elif ask.verb in EVENTS:
            self._pending[ask.key] = ask
            self._to_table({**ask.event, "request": ask.key})
        elif (look_up := self._lookups.get(ask.verb)) is not None:
            self._look_up(ask, lambda: look_up(ask.asked))
        else:
            self._verbs[ask.verb](ask, ask.asked, now)

    def _again(self, ask: Ask, known: Answered, raw: RawRequest, now: Moment) -> None:
        """The same once more is answered the same; something else under its id is not done."""
        same_topic = known.topic == self._core.topics.response(ask.role, ask.verb)
        if same_topic and known.content in (b"", ask.content):
            self._keep(Batch(Entry(messages=(Outgoing(known.topic, known.payload),))))
        else:
            self._refuse(_OTHER, raw, now, ask.asked.id)

    def overrun(self, raw: RawRequest, lane: str) -> None:
        """One of many requests that had to be left out: whoever sends them, and the floor, hear."""
        now = self._clock.now()
        self._refuse(_OVERRUN, raw, now, request_id(raw.payload))
        text = f"More is asked as {lane} than a person can: requests were left out."
        self._keep(self._core.alarm(f"flood-{lane}", "requests", "floor", text, now))

    def _refuse(self, trouble: Trouble, raw: RawRequest, now: Moment, name: str) -> None:
        error = RefusedError(trouble, Request(raw.role, raw.verb, raw.person), name)
        self._keep(self._core.refuse(error, now))

    def pending(self, key: str | None) -> Ask | None:
        """The request that has now become an event."""
        return self._pending.pop(key, None) if key is not None else None

    def keep(self, batch: Batch) -> None:
        """Keep a batch, and its answer at hand for who asks again before it is on the disk."""
        self._keep(batch)
        if (answered := batch.entry.answered) is not None:
            self._answers[answered.request_id] = answered
            while len(self._answers) > AT_HAND + self._unkept():
                self._answers.popitem(last=False)

    def _answered(self, ask: Ask) -> Answered | None:
        """The answer that this request has had already."""
        if ask.key in self._answers:
            return self._answers[ask.key]
        return self._journal.response(ask.key)

    def _access(self, ask: Ask, asked: AskAccess, now: Moment) -> None:
        self.keep(self._core.access(ask, asked, now))

    def _acknowledge(self, ask: Ask, asked: AskAlert, now: Moment) -> None:
        self.keep(self._core.acknowledge(ask, asked.alert, now))

    def _call(self, ask: Ask, asked: AskCall, now: Moment) -> None:
        self.keep(self._core.call(asked.why, now, ask, reason=asked.reason))

    def _duty(self, ask: Ask, asked: AskDuty, now: Moment) -> None:
        self.keep(self._core.duty(ask, asked.code, now))

    def _live(self, ask: Ask, asked: AskLive, now: Moment) -> None:
        self.keep(self._core.go_live(ask, asked.on, now))

    def _health(self, ask: Ask, asked: Asked, now: Moment) -> None:
        self._publish(ask, now, msgspec.to_builtins(self._health_now(now)))

    def _case(self, ask: Ask, asked: AskCase, now: Moment) -> None:
        """What may be decided of a ruling: only the table as it is now can tell."""
        table = self._core.table
        choices = msgspec.to_builtins(table.choices(asked.ruling))
        others = table.elsewhere(asked.ruling)
        elsewhere = [dict(zip(("book", "decision", "clause"), one, strict=True)) for one in others]
        self._publish(ask, now, {"choices": choices, "elsewhere": elsewhere})

    def _release(self, ask: Ask, asked: Asked, now: Moment) -> None:
        """The station asks what it may wait for; the delay is nobody's to shorten."""
        waiting = [{"hand": one.hand, "due": one.due} for one in self._core.broadcast.releases]
        self._publish(ask, now, {"t": now.t, "live": self._core.desk.live, "waiting": waiting})

    def _register(self, ask: Ask, asked: AskRegister, now: Moment) -> None:
        self._look_up(ask, lambda: self._take_turns(asked.decks))

    def _publish(self, ask: Ask, now: Moment, result: Any, trouble: Trouble | None = None) -> None:
        """Answer what changes nothing: asked again, it is looked at anew."""
        self._keep(self._core.answer(ask, now, trouble=trouble, result=result, keep=False))

    def _look_up(self, ask: Ask, what: Callable[[], Any]) -> None:
        """Answer with what takes a while, without keeping the table waiting."""
        if self._looking >= LOOKED_UP:
            self._publish(ask, self._clock.now(), None, _BUSY)
            return
        self._looking += 1

        def done(found: asyncio.Future[Any]) -> None:
            self._looking -= 1
            error = found.exception()
            result = None if error else found.result()
            self._publish(ask, self._clock.now(), result, _trouble(ask, error) if error else None)

        asyncio.get_running_loop().run_in_executor(self._reader, what).add_done_callback(done)


def _trouble(ask: Ask, error: BaseException) -> Trouble:
    if isinstance(error, ArchiveError):
        return Trouble("something that may be looked up", str(error))
    if isinstance(error, JournalError | DecksError | EvidenceError):  # their texts have no face
        return Trouble("the journal and the decks at hand", str(error))
    LOG.error("%s was not answered: %s", ask.verb, type(error).__name__)
    return Trouble("an answer", "none", "look at the controller's log")
