"""The table's hardware as a whole: readers, lamps, buzzer and buttons behind one door."""

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from firmware_bridge.board_messages import MAX_BEEP_MS, MAX_BEEPS
from firmware_bridge.bridge import Antenna, Bridge
from firmware_bridge.decks import Decks
from firmware_bridge.link import LampMode, Link
from firmware_bridge.pins import Lamp, Panel, Pins, Wiring
from firmware_bridge.ports import PortSettings
from firmware_bridge.presence import Presence, Timing
from firmware_bridge.reader_states import ReaderStates
from firmware_bridge.reader_thread import PortTimes, Reader
from firmware_bridge.readers.registry import LinkTimes, driver
from firmware_bridge.sightings import Heard, Read, ReaderState, Sighting, Swept, Told

PUMP = "pump"  # the thread for what time asks for, by its name in ``ticked``
_TURN = 0.005  # seconds; how often the pins are looked at
_IDLE = 0.02  # likewise what was asked, where there are no pins
_LAMPS: tuple[Lamp, ...] = get_args(Lamp)  # in the order a board numbers them


class HardwareError(Exception):
    """Something asked of the hardware that cannot be; the text says what to correct."""


@dataclass(frozen=True, slots=True)
class ReaderPlan:
    """A reader as the table's configuration has it."""

    name: str
    driver: str  # a name of ``readers.registry``
    port: PortSettings
    zones: Mapping[int, str] = field(default_factory=dict)  # by antenna; a board's hello has them
    times: LinkTimes = field(default_factory=LinkTimes)
    retry: PortTimes = field(default_factory=PortTimes)


class Hardware:
    """Runs all there is; ``told`` is called by one thread at a time, in order: it must be quick.

    A reader's own thread judges what it hears: to hand it to another would cost more than that.
    """

    def __init__(
        self,
        readers: Sequence[ReaderPlan],
        told: Callable[[Told], None],
        *,
        decks: Decks,
        timing: Timing | None = None,
        pins: Pins | None = None,
        wiring: Wiring | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._told, self._clock = told, clock
        self._bridge = Bridge(_antennas(readers), Presence(timing))
        self._states = ReaderStates(decks)
        self._panel = Panel(pins, wiring) if pins else None
        self._judging = threading.Lock()
        self._readers = {plan.name: self._reader(plan) for plan in _spread(readers)}
        self._asked: queue.SimpleQueue[Callable[[float], None]] = queue.SimpleQueue()
        self._unsettled: float | None = None
        self._turned = self._panel_at = clock()
        self._stopping = threading.Event()
        self._pump = threading.Thread(target=self._run, name=PUMP, daemon=True)

    def start(self) -> None:
        """Open the ports and begin to tell."""
        self._pump.start()
        for reader in self._readers.values():
            reader.start()

    def stop(self) -> None:
        """End all threads; ports are closed, lamps on pins dark. Not to be called by ``told``."""
        self._stopping.set()
        if self._pump.is_alive():
            self._pump.join()
        for reader in self._readers.values():
            reader.stop()
        if self._panel:
            self._panel.close()

    def expect(self, zone: str | None) -> None:
        """Say where the next card should land: it settles between antennas that tell the same."""
        self._asked.put(lambda _: self._bridge.presence.expect(zone))

    def decks(self, decks: Decks) -> None:
        """A deck was registered, or another is in turn."""
        self._asked.put(lambda t: self._new_decks(t, decks))

    def light(self, lamp: Lamp, mode: LampMode) -> None:
        """Set a lamp, at the table board and at the pins, whichever are there."""
        for reader in self._readers.values():
            reader.ask(lambda link: link.lamp(_LAMPS.index(lamp), mode))
        if panel := self._panel:
            self._asked.put(lambda _: panel.lamp(lamp, mode))

    def buzz(self, beeps: int, milliseconds: int) -> None:
        """Sound the buzzer, at the table board and at the pins, whichever are there."""
        if not (1 <= beeps <= MAX_BEEPS and 1 <= milliseconds <= MAX_BEEP_MS):
            raise HardwareError(
                f"expected 1 to {MAX_BEEPS} beeps of 1 to {MAX_BEEP_MS} ms, "
                f"got {beeps} of {milliseconds} ms"
            )
        for reader in self._readers.values():
            reader.ask(lambda link: link.buzz(beeps, milliseconds))
        if panel := self._panel:
            self._asked.put(lambda t: panel.buzz(t, beeps, milliseconds))

    def unsettled(self) -> float | None:
        """Since when an antenna reads a card whose landing is not yet told; None if none does.

        What is done at the console after that must wait for the card. A card laid less than a poll
        ago has been read by nobody: let that long pass before you ask.
        """
        return self._unsettled

    @property
    def ticked(self) -> Mapping[str, float]:
        """When each thread last turned; one that lives does so every second at least."""
        return {
            PUMP: self._turned,
            **{reader.name: reader.turned for reader in self._readers.values()},
        }

    def _reader(self, plan: ReaderPlan) -> Reader[Link]:
        link = driver(plan.driver).link(plan.name, plan.zones, plan.times)
        return Reader(plan.port, link, self, times=plan.retry, clock=self._clock)

    def put(self, item: Heard) -> None:
        """Take what a reader heard; called by its thread."""
        with self._judging:
            self._turn(self._clock(), item)

    def _run(self) -> None:
        every = _TURN if self._panel else _IDLE
        while not self._stopping.wait(every):
            with self._judging:
                self._turn(self._clock(), None)

    def _turn(self, t: float, item: Heard | None) -> None:
        """One thing heard, or none for a while, and what the time asks for."""
        while not self._asked.empty():
            self._asked.get()(t)
        told: list[Told] = self._bridge.receive(item) if item is not None else []
        if isinstance(item, Swept):
            self._look_again(item)
        if self._panel and t >= self._panel_at:
            self._panel_at = t + _TURN
            told = [*told, *self._panel.tick(t)]
        if not isinstance(item, Read):  # which counts when its sweep is over
            self._unsettled = self._bridge.presence.unsettled(t)
        self._turned = t
        self._publish(t, told)  # last: whoever is told asks at once what is unsettled

    def _look_again(self, swept: Swept) -> None:
        if zones := self._bridge.doubts(swept):
            self._readers[swept.reader].ask(lambda link: link.look_again(zones))

    def _publish(self, t: float, told: Sequence[Told]) -> None:
        for one in told:
            self._told(self._states.receive(one) if isinstance(one, ReaderState) else one)
        if any(isinstance(one, Sighting) for one in told):
            self._look_at_cards(t)

    def _new_decks(self, t: float, decks: Decks) -> None:
        self._states.decks = decks
        self._look_at_cards(t)

    def _look_at_cards(self, t: float) -> None:
        bridge = self._bridge
        for state in self._states.lying(t, bridge.presence.present(), bridge.reader):
            self._told(state)


def _spread(readers: Sequence[ReaderPlan]) -> Iterator[ReaderPlan]:
    """Let the readers be polled one after the other: all at once, the last would have to wait."""
    for number, plan in enumerate(readers):
        phase = plan.times.poll.poll_every * number / len(readers)
        poll = replace(plan.times.poll, phase=phase)
        yield replace(plan, times=replace(plan.times, poll=poll))


def _antennas(readers: Sequence[ReaderPlan]) -> dict[str, Antenna]:
    """The antennas known before a board's hello; no name, port or zone may be taken twice."""
    _once("reader", [plan.name for plan in readers])
    _once("port", [str(plan.port.path) for plan in readers])
    _once("zone", [zone for plan in readers for zone in sorted(set(plan.zones.values()))])
    return {
        zone: Antenna(plan.name, driver(plan.driver).targets)
        for plan in readers
        for zone in plan.zones.values()
    }


def _once(what: str, names: Sequence[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise HardwareError(f"{what} {twice[0]} is given to two readers: correct one of them")
