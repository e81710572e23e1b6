"""The daemon: sensors, requests, rules, journal and broker wired together on one loop."""

import asyncio
import contextlib
import dataclasses
import gc
import logging
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.metadata import version
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from controller import assembly, health, logbook, waiting_start
from controller.config import TableConfig
from controller.console import Console
from controller.core import Batch, Core
from controller.journal_watch import CLOCK, JournalWatch
from controller.lamps import Signal
from controller.loop_thread import LoopThread
from controller.messages import ChipsAsked, Health, Trouble
from controller.mqtt import homeassistant
from controller.mqtt.client import BrokerState, Listener, Mqtt, MqttSettings, RawRequest
from controller.mqtt.delivery import Publication
from controller.records import trust
from controller.records.archive import Archive
from controller.records.evidence import Evidence
from controller.records.journal import JournalError, JournalReader, Record
from controller.records.keeper import Keeper, Keeping
from controller.records.witness import Witness
from controller.requests import Ask
from controller.senses import chip_tags, found
from controller.senses.camera import CameraProcess
from controller.senses.disagreements import Disagreement
from controller.senses.fusion import Fusion
from controller.senses.reader_watch import ReaderWatch
from controller.session import Session
from controller.table_clock import Moment
from controller.turnstile import Turnstile
from controller.watchdog import Watchdog
from engine.log import LogError
from firmware_bridge import decks
from firmware_bridge.pins import Lamp, Mode
from firmware_bridge.sightings import ReaderState, Told
from vision.sightings import CameraState, Seen

LOG = logging.getLogger(__name__)
HEALTH_EVERY = 10.0  # seconds
SWITCHES = 0.0005  # seconds a thread may keep the others waiting; each has little to do at a time
SETTLES = 0.003  # seconds from an event that is told to what displays show after it
AT_ONCE = 10  # requests between two looks at the sensors
AT_A_STRETCH = 0.01  # seconds for them: what takes long makes the others of its commit wait
RETRY = 1.0  # seconds until a commit that failed is tried again
AWAY: Final = "away"  # an alert, and its kind
REST = 0.25  # seconds without an event: then the journal is tidied


class Wires(Protocol):
    """What the daemon needs of the hardware."""

    def start(self) -> None:
        """Begin to tell."""

    def stop(self) -> None:
        """End all threads."""

    def expect(self, zone: str | None) -> None:
        """Say where the next card should land."""

    def decks(self, decks: decks.Decks) -> None:
        """Another deck is in turn."""

    def light(self, lamp: Lamp, mode: Mode) -> None:
        """Set a lamp."""

    def buzz(self, beeps: int, milliseconds: int) -> None:
        """Sound the buzzer."""

    def unsettled(self) -> float | None:
        """Since when an antenna reads a card that is not told yet."""

    @property
    def ticked(self) -> Mapping[str, float]:
        """When each thread last turned."""


class FaultError(Exception):
    """A fault of the controller's own: it ends, and the next start goes on from the journal."""


MakeWires = Callable[[Callable[[Told], None]], Wires]  # given whom to tell


class Daemon:
    """One table; all its methods run on the loop, but for those that say otherwise."""

    def __init__(
        self,
        config: TableConfig,
        session: Session,
        mqtt: MqttSettings,
        wires: MakeWires,
        *,
        watchdog: Watchdog | None = None,
    ) -> None:
        self._config, self._session = config, session
        self._opening = config.opening()
        self.core: Core = session.core
        self.topics = session.core.topics
        self._clock = session.clock
        self._loop = asyncio.get_running_loop()
        self._watchdog = watchdog or Watchdog()
        in_turn = decks.load(config.decks.file)
        values = chip_tags.load(config.chips.tags) if config.chips.tags else {}
        self._fusion = Fusion(
            in_turn, camera=config.camera is not None, chips=values, windows=config.fusion
        )
        self._wires = wires(partial(self._from_thread, self._receive))
        self._parts = health.Parts((r.name, r.antennas.values()) for r in config.reader)
        listener = Listener(
            asked=self._came,
            delivered=self._delivered,
            state=partial(self._from_thread, self._broker_is),
            undeliverable=partial(self._from_thread, self._lay_aside),
            anchored=partial(self._from_thread, self._anchored),
        )
        named = dataclasses.replace(mqtt, client_id=session.client_id)
        self.mqtt = Mqtt(named, self.topics, listener)
        keeping = Keeping(config.journal.keep_days, config.journal.keep_bytes)
        may_age = partial(_no_clock_was_set, self.core)
        self._keeper = Keeper(
            session.journal,
            self.mqtt,
            show=self._show,
            trouble=self._journal_is,
            keeping=keeping,
            may_age=may_age,
        )
        self._reader = JournalReader(config.journal.file, session.journal.vault)
        evidence = Evidence(config.journal.file, session.journal.vault)
        self._witness = Witness(evidence, self._reader, keeping, may_age)
        self._journal_watch = JournalWatch(
            self.core,
            self._clock,
            session.journal,
            (self._reader,),
            keep=self._keep,
            publish=self.mqtt.publish_retained,
        )
        self._console = Console(
            self.core,
            self._clock,
            self._reader,
            Archive(self._reader, evidence),
            keep=self._put,
            unkept=lambda: self._keeper.waiting,
            to_table=self._to_fusion,
            take_turns=self._take_turns,
            health=self._health,
        )
        self._began = time.monotonic()
        self._inbox: deque[Callable[[], None]] = deque()  # what threads have handed over
        self._watch = ReaderWatch()
        self._turnstile = Turnstile()
        self._serving: asyncio.TimerHandle | None = None
        self._dropped = 0
        self._unsettled = False  # events were taken that no display shows yet
        self._wakes_at = inf  # a tick is ordered for then
        self._flushing: asyncio.Handle | None = None
        self._settling: asyncio.Handle | None = None
        self._next: asyncio.TimerHandle | None = None
        self._stopping = asyncio.Event()
        self._fault = ""
        self._away, self._asked_of_found = "", False  # for how long, in words

    # The life of it

    async def run(self, ready: Callable[["Daemon"], None] = lambda daemon: None) -> None:
        """Serve the table until it is stopped."""
        self._loop.set_exception_handler(self._fail)
        self._say_start()
        self._witness.start()
        if self._config.camera is not None:
            self._await_camera()
        self._open()
        self._fusion.expect(self.core.table)
        self._keep(self.core.again(self._clock.now()))
        self._say_differences()
        self._journal_watch.begin(self._session.trust)
        self._come_back()
        self._announce()
        self._wake(self._clock.now().t)  # a clock that ran when the table stopped
        self._flush()  # the broker hears that the table is online when all is there
        self.mqtt.start()
        self._wires.start()
        regular = [
            asyncio.create_task(self._regularly(HEALTH_EVERY, self._publish_health)),
            asyncio.create_task(self._regularly(self._watchdog.every, self._feed_watchdog)),
            asyncio.create_task(self._tidy()),
            asyncio.create_task(self._journal_watch.look(HEALTH_EVERY)),
            asyncio.create_task(self._verify()),
        ]
        self._pump()
        self._watchdog.ready()
        ready(self)
        try:
            await self._stopping.wait()
        finally:
            for task in regular:
                task.cancel()
            await self._end()
        if self._fault:
            raise FaultError(self._fault)

    def stop(self) -> None:
        """Ask for the end."""
        self._stopping.set()

    def _fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End at a fault of our own; asyncio would log the item at hand, and its tag with it."""
        error = context.get("exception")
        where = traceback.extract_tb(error.__traceback__)[-1:] if error else []
        at = "".join(f" in {Path(frame.filename).name}:{frame.lineno}" for frame in where)
        self._fault = f"{type(error).__name__}{at}"
        LOG.critical("a fault of the controller's own, %s: it starts anew", self._fault)
        self.stop()

    async def _end(self) -> None:
        """Nothing that came is lost: sensors first, then the journal, then the broker."""
        self._watchdog.stopping()
        await asyncio.to_thread(self._wires.stop)
        self._keep(self.core.settled(self._clock.now()))
        self._flush()
        await asyncio.to_thread(self._witness.stop)
        await asyncio.to_thread(self.mqtt.stop)
        for handle in (self._next, self._serving, self._flushing, self._settling):
            if handle is not None:
                handle.cancel()  # the loop may go on without this table
        self._reader.close()
        self._watchdog.close()
        LOG.info("%s is served no longer", self._config.table.name)

    async def _regularly(self, seconds: float, what: Callable[[], None]) -> None:
        while True:
            what()
            await asyncio.sleep(seconds)

    async def _tidy(self) -> None:
        """Put the journal in order when nothing happens, beside the loop."""
        while True:
            await asyncio.sleep(REST)
            if self._keeper.resting():
                self._keeper.tidied(await asyncio.to_thread(self._keeper.tidy))

    async def _verify(self) -> None:
        """Go along the whole chain once, beside the table that has opened meanwhile."""
        try:
            with JournalReader(self._reader.path, self._reader.vault) as journal:
                await asyncio.to_thread(journal.verify)
        except JournalError as error:
            self._journal_watch.verified(str(error))

    def _anchored(self, anchor: bytes) -> None:
        self._journal_watch.anchored(anchor)

    def _from_thread(self, what: Callable[..., None], *item: Any) -> None:
        """Hand something over to the loop; called by any thread."""
        self._inbox.append(partial(what, *item))
        self._loop.call_soon_threadsafe(self._work)

    def _work(self) -> None:
        """Take in all that has come: one commit will do for it."""
        if self._inbox:
            while self._inbox:
                self._inbox.popleft()()
            self._pump()

    def _open(self) -> None:
        """Open the table, or open it anew where its file has changed since and no deal is on."""
        opening, table = self._opening, self.core.table
        if self.core.desk.opening == opening or self._in_hand:
            return
        people = {seat: (one.stack, one.name) for seat, one in table.seats.items()}
        self._take({**opening, "src": "config"})
        for seat, (stack, name) in people.items():
            self._take({"e": "sit", "seat": seat, "stack": stack, "name": name, "src": "config"})

    def _announce(self) -> None:
        """Tell Home Assistant which topics to show, where it is wanted."""
        ours = self._config.homeassistant
        for topic, payload in homeassistant.discovery(self.topics, version("cutcard"), ours.prefix):
            if ours.enabled:
                self.mqtt.publish_retained(topic, payload)

    def _say_start(self) -> None:
        game, name = self._opening, self._config.table.name
        stakes = f"{game['structure']} {game['game']} by {game['rulebook']}"
        LOG.info(
            "cutcard %s serves %s: %s, %s seats", version("cutcard"), name, stakes, game["seats"]
        )
        LOG.info("journal: %s, %d events", self._config.journal.file, self.core.seq)

    def _say_differences(self) -> None:
        session = self._session
        if session.why:
            LOG.warning("the journal was played from its beginning: %s", session.why)
        if session.differs is not None:
            text = (
                f"Event {session.differs} is answered otherwise than it was when it was journaled: "
                "the software has changed since. Check the stacks."
            )
            LOG.error(text)
            self._keep(self.core.alarm("replay", "journal", "floor", text, self._clock.now()))

    # After having been away

    def _come_back(self) -> None:
        """Say for how long nobody looked, and look which cards have landed meanwhile."""
        if self.core.seq <= 1:
            return  # nobody has been here before
        self._fusion.begin(time.monotonic())
        if self._in_hand:
            away = self._session.trust.away
            self._away = "I was away" + (f" for {trust.span(away)}." if away is not None else ".")
            now = self._clock.now()
            self._keep(self.core.alarm(AWAY, AWAY, "note", self._away, now))
            self._loop.call_later(found.LOOKS, self._ask_of_found)

    def _ask_of_found(self) -> None:
        """Ask the dealer about cards that fit nowhere; where there are none, all is said."""
        now, held = self._clock.now(), self._fusion.found
        if not held or not self._in_hand:
            self._keep(self.core.recovered(AWAY, now))
            return
        if not self._asked_of_found:
            where = ", ".join(dict.fromkeys(zone.replace(":", " ") for zone in held))
            text = (
                f"{self._away} Cards lie where none is due yet: {where}. Enter what was done "
                "meanwhile, or acknowledge this: then they count as they lie."
            )
            self._keep(self.core.alarm(AWAY, AWAY, "fix", text, now))
            self._asked_of_found = True
        elif not self.core.alerts.has(AWAY):
            self._fusion.take_found()
            self._pump()
        self._loop.call_later(1.0, self._ask_of_found)

    # What comes in

    def _receive(self, item: Told) -> None:
        if isinstance(item, ReaderState):
            self._reader_is(item)
        else:
            self._fusion.receive(item)

    def seen(self, item: Seen) -> None:
        """Take what the camera tells."""
        if self._stopping.is_set():
            return
        if isinstance(item, CameraState):
            self._camera_is(item)
        self._witness.saw(item)
        self._fusion.seen(item)
        self._pump()

    def said(self, event: dict[str, Any]) -> None:
        """Take what people say at a table that is simulated: they have no console."""
        if event["e"] != "open" and not self._stopping.is_set():  # its file has that
            self._to_fusion({**event, "src": "simulated"})
            self._pump()

    def _pump(self) -> None:
        """Let all that is due happen, and come again when more will be."""
        t = time.monotonic()
        self._take_all_fused(t)
        if self._unsettled and not self._keeper.failing:
            self._flush()  # before anything else: somebody waits for the ruling
        self._ask_of_chips()
        for one in self._fusion.disagreements(t):
            self._disagree(one)
        self._judge_readers(t)
        self._release()
        readers = self._watch.due(t, in_hand=self._in_hand)
        due = [at for at in (self._fusion.due(), self._release_at(), readers) if at is not None]
        if self._next is not None:
            self._next.cancel()
        self._next = self._loop.call_at(max(min(due), t), self._pump) if due else None

    def _take_all_fused(self, t: float) -> None:
        for event in self._fusion.take(t, self._wires.unsettled()):
            self._take_fused(event)
            self._fusion.expect(self.core.table)

    def _ask_of_chips(self) -> None:
        """Chips that the camera cannot name are the dealer's to name."""
        asked = [
            ChipsAsked(one.seat, [list(chips) for chips in one.choices])
            for one in self._fusion.chips_asked
        ]
        batch = self.core.count(asked, self._clock.now())
        if not batch.empty:
            self._keep(batch)

    def _take_fused(self, event: dict[str, Any]) -> None:
        """An event of fusion: its time is the sensors', and it may answer a request."""
        now = self._clock.of(event.pop("t"))
        ask = self._console.pending(event.pop("request", None))
        if event["e"] == "call":
            self._keep(self.core.call("", now))
        else:
            self._take(event, now, ask)

    def _take(
        self, event: dict[str, Any], now: Moment | None = None, ask: Ask | None = None
    ) -> None:
        now = now or self._clock.now()
        if self._keeper.full:
            LOG.error("an event was not taken: the journal has persisted none for too long")
            return
        due = self.core.table.expected or {}
        try:
            batch = self.core.take(event, now, ask)
        except LogError as error:  # its text may name a face
            trouble = Trouble(f"{error.field}: {error.expected}", "something else")
            LOG.error("not an event of the table log: %s was not %s", error.field, error.expected)
            if ask is not None:
                self._keep(self.core.answer(ask, now, trouble=trouble))
            return
        self._keep(batch)
        if batch.entry.record is None:
            return  # it was refused: nothing has happened
        self._unsettled = True
        if self._keeper.failing and self._settling is None:  # it is shown all the same
            self._settling = self._loop.call_later(SETTLES, self._settle)
        self._witness.swear(self.core.seq, event, self.core.table.outlook().stage, due)
        self._loop.call_soon(self._follow, batch.entry.record, now)
        if self.core.desk.opening != self._opening:
            self._open()

    def _follow(self, record: Record, now: Moment) -> None:
        """What else comes of an event: nobody waits for it, and by now the event is told."""
        for line in logbook.lines(record):
            LOG.info("%s", line)
        expected = self.core.table.expected or {}
        self._wires.expect(expected.get("zone"))
        for doubt in self.core.table.doubts():
            if doubt["until"] > now.t:  # else it waits for a turn, not for the clock
                self._loop.call_later(doubt["until"] - now.t + 0.01, self._let_time_pass)
        self._wake(now.t)

    def _wake(self, t: float) -> None:
        """A clock warns and runs out, hands come to rest, though nothing else happens."""
        at = self.core.table.wakes_at()
        if at != self._wakes_at and isfinite(at):
            self._loop.call_later(max(0.0, at - t) + 0.01, self._let_time_pass)
        self._wakes_at = at

    def _let_time_pass(self) -> None:
        """What was in doubt for too long is ruled, though nothing else happens."""
        now, table = self._clock.now(), self.core.table
        if table.wakes_at() <= now.t or any(one["until"] <= now.t for one in table.doubts()):
            self._take({"e": "tick"}, now)

    def _keep(self, batch: Batch) -> None:
        self._console.keep(batch)

    def _put(self, batch: Batch) -> None:
        """Give a batch to the keeper; what else has come by now is kept with it."""
        self._keeper.put(batch)
        if self._flushing is None:
            self._flushing = self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Keep what has come, and tell it."""
        if self._flushing is not None:
            self._flushing.cancel()
        self._keeper.keep()
        self._flushing = None
        if self._keeper.failing:
            self._flushing = self._loop.call_later(RETRY, self._flush)
        elif self._keeper.waiting:  # how the journal is
            self._flushing = self._loop.call_soon(self._flush)
        if self._unsettled and self._settling is None:
            self._settling = self._loop.call_later(SETTLES, self._settle)

    def _settle(self) -> None:
        """Show what the events come to, once for all of them: each has reached the broker by now.

        More may have come since: what is shown waits behind them for the journal, as they do.
        """
        self._settling, self._unsettled = None, False
        self._keep(self.core.settled(self._clock.now()))

    def _delivered(self, upto: int) -> None:
        """The broker has all up to a row; called by its thread."""
        self._keeper.delivered(upto)
        if self._keeper.behind:
            self._from_thread(self._flush)

    def _lay_aside(self, one: Publication, why: str) -> None:
        """What no broker takes is kept as a dead letter, and the rest go on."""
        now, journal = self._clock.now(), self._session.journal
        try:
            if one.row:
                journal.lay_aside(one.row, now.at, why)
                self.mqtt.laid_aside(one.row)
            text = f"Messages that could not be published: {journal.dead_letters}. The last: {why}"
        except JournalError as error:
            LOG.error("journal: %s", error)
            self._loop.call_later(RETRY, self._lay_aside, one, why)
        else:
            self._keep(self.core.alarm("dead-letter", "journal", "floor", text, now))

    def _show(self, signal: Signal) -> None:
        """Light the lamps; called after the commit."""
        for lamp, mode in signal.lamps.items():
            self._wires.light(lamp, mode)
        if signal.beeps is not None:
            self._wires.buzz(*signal.beeps)

    # Requests

    def _came(self, raw: RawRequest) -> None:
        """A request waits its turn, or is left out; called by the broker's thread."""
        if self._turnstile.admit(raw):
            self._loop.call_soon_threadsafe(self._serve)
        elif self._turnstile.may_refuse(raw):
            self._from_thread(self._console.overrun, raw, self._turnstile.lane(raw))

    def _asked(self, raw: RawRequest) -> None:
        self._console.asked(raw)

    def _serve(self) -> None:
        """Take some requests, behind what the sensors told until now; the rest come later."""
        self._work()
        until, taken = time.monotonic() + AT_A_STRETCH, 0
        while taken < AT_ONCE and time.monotonic() < until:
            if (raw := self._turnstile.take()) is None:
                break
            self._asked(raw)
            self._take_all_fused(time.monotonic())
            taken += 1
        if taken:
            self._pump()
        due = self._turnstile.due()
        if self._serving is not None:
            self._serving.cancel()
        self._serving = None if due is None else self._loop.call_later(due, self._serve)

    def _to_fusion(self, event: dict[str, Any]) -> None:
        """What a person says waits for cards that landed before it."""
        self._fusion.asked(event, time.monotonic())

    def _take_turns(self, names: list[str]) -> dict[str, Any]:
        """Write the decks' new turn; runs beside the loop, as the disk may be slow."""
        file = self._config.decks.file
        with decks.writing(file):
            changed = decks.load(file).taking_turns(*names)
            decks.save(file, changed)
        self._from_thread(self._new_decks, changed)
        return {"decks": list(changed.turn)}

    def _new_decks(self, changed: decks.Decks) -> None:
        self._fusion.decks(changed)
        self._wires.decks(changed)

    # The broadcast

    def _release(self) -> None:
        now = self._clock.now()
        due = self.core.broadcast.due()
        if due is not None and due <= now.t:
            self._keep(self.core.release(now))

    def _release_at(self) -> float | None:
        due = self.core.broadcast.due()
        return None if due is None else self._clock.due(due)

    # How the parts are

    def _reader_is(self, state: ReaderState) -> None:
        now = self._clock.now()
        LOG.info("reader %s: %s %s", state.reader, state.state, state.detail)
        self._parts.reader(state, now)
        self._watch.receive(state)
        self._publish_health()

    def _judge_readers(self, t: float) -> None:
        now = self._clock.of(t)
        for one in self._watch.verdicts(t, in_hand=self._in_hand):
            if one.text:
                self._keep(self.core.alarm(one.name, "reader", "fix", one.text, now))
            else:
                self._keep(self.core.recovered(one.name, now))

    @property
    def _in_hand(self) -> bool:
        return self.core.table.deal_on

    def _await_camera(self) -> None:
        """Until the camera says that it sees, the table is half blind and waits for no picture."""
        waiting = CameraState(time.monotonic(), "absent", "the camera has told nothing yet")
        self._parts.camera, self._parts.camera_detail = waiting.state, waiting.detail
        self._keep(self.core.see(waiting.detail, self._clock.now()))
        self._fusion.seen(waiting)

    def _camera_is(self, state: CameraState) -> None:
        now = self._clock.now()
        self._parts.camera, self._parts.camera_detail = state.state, state.detail
        blind = "" if state.state == "ok" else state.detail or state.state
        LOG.info("camera: %s %s", state.state, state.detail)
        self._keep(self.core.see(blind, now))
        if state.state == "ok":
            self._keep(self.core.recovered("camera", now))
        else:
            text = f"The camera is {state.state}. {state.detail}".strip()
            self._keep(self.core.alarm("camera", "camera", "fix", text, now))
        self._publish_health()

    def _disagree(self, one: Disagreement) -> None:
        now, name = self._clock.of(one.t), f"{one.kind}-{one.zone}"
        if one.over:
            self._keep(self.core.recovered(name, now))
        else:
            self._keep(self.core.alarm(name, "disagreement", "floor", one.text, now))

    def _broker_is(self, state: BrokerState) -> None:
        LOG.info("broker: %s %s", state.word, state.detail)
        self._watchdog.status(f"broker: {state.word}")

    def _journal_is(self, trouble: str) -> None:
        """The journal does not keep, or does again; said although it cannot be kept."""
        now = self._clock.now()
        self._parts.journal = trouble or "ok"
        self.core.kept = not self._keeper.failing
        if trouble:
            LOG.error("journal: %s", trouble)
            unkept = "" if self.core.kept else ". What the screens show is not kept"
            text = f"Journal: {trouble}{unkept}"
            self._keep(self.core.alarm("journal", "journal", "stop", text, now))
        else:
            LOG.info("journal: it persists again")
            self._keep(self.core.recovered("journal", now))
        self._keep(self.core.again(now))  # marked as kept, or as not
        self._publish_health()

    def _publish_health(self) -> None:
        now = self._clock.now()
        if (dropped := self._session.journal.dropped) > self._dropped:
            self._dropped = dropped
            text = f"The broker was away too long: {dropped} messages were given up."
            self._keep(self.core.alarm("outbox", "journal", "floor", text, now))
        self.mqtt.publish_retained(self.topics.floor_health, msgspec.json.encode(self._health(now)))

    def _health(self, now: Moment) -> Health:
        return Health(
            **self.core.stamp(now),
            **self._parts.health(self.core.desk, now),
            **health.space(self._config.journal.file),
            waiting=self._session.journal.waiting,
            uptime=round(time.monotonic() - self._began, 1),
        )

    @property
    def ticks(self) -> dict[str, float]:
        """When each loop last turned: serial, engine with journal, MQTT."""
        return {
            **{f"serial {name}": at for name, at in self._wires.ticked.items()},
            "engine and journal": time.monotonic(),  # who asks for it is on their loop
            "mqtt": self.mqtt.ticked,
        }

    def _feed_watchdog(self) -> None:
        stuck = self._watchdog.feed(self.ticks, time.monotonic())
        if stuck:
            LOG.error("stuck: %s", ", ".join(stuck))


def _no_clock_was_set(core: Core) -> bool:
    return not core.alerts.has(CLOCK)


async def run(
    config: TableConfig,
    *,
    watchdog: Watchdog | None = None,
    wires: MakeWires | None = None,
    watched: bool = True,
    ready: Callable[[Daemon], None] = lambda daemon: None,
) -> None:
    """Serve the table of a configuration until SIGTERM or SIGINT.

    A simulated table is not ``watched``: its camera is made up, and tells by itself.
    """
    logbook.configure()
    sys.setswitchinterval(SWITCHES)
    session = await waiting_start.session(config, watchdog)
    with contextlib.ExitStack() as stack:
        stack.callback(session.journal.close)
        mqtt = stack.enter_context(assembly.broker(config))
        make = wires or partial(assembly.hardware, config)
        daemon = Daemon(config, session, mqtt, make, watchdog=watchdog)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, daemon.stop)
        if watched and config.camera is not None:
            camera = CameraProcess(config.camera, lambda seen: _on(loop, daemon.seen, seen))
            camera.start()
            stack.callback(camera.stop)
        stack.enter_context(_pages(config))
        gc.freeze()  # what is loaded by now lives to the end, and need not be looked through again
        await daemon.run(ready)


def _on(loop: asyncio.AbstractEventLoop, do: Callable[[Seen], None], seen: Seen) -> None:
    """Hand over what was seen, unless the table has ended meanwhile."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(do, seen)


@contextlib.contextmanager
def _pages(config: TableConfig) -> Iterator[None]:
    """The displays beside the table, where its file asks for them; on a loop of their own."""
    if config.web is None:
        yield
        return
    from controller.web.server import Displays  # a table without pages need not load it
    from controller.web.settings import from_config

    displays = Displays(from_config(config))
    with LoopThread("pages") as loop:
        loop.do(displays.start())
        LOG.info("pages: %s", displays.address)
        try:
            yield
        finally:
            loop.do(displays.stop())
