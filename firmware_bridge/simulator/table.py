"""A whole table on pseudo-terminals: readers or a table board that tell the truth through noise."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from firmware_bridge.board_device import BoardDevice
from firmware_bridge.descriptors import ready
from firmware_bridge.readers import TagRead
from firmware_bridge.readers.device import Device as CodecDevice
from firmware_bridge.readers.device import Poll
from firmware_bridge.readers.registry import DRIVERS, POLLED, TABLE_BOARD, driver
from firmware_bridge.simulator.noise import Air, Noise, NoisyWire, Troubles
from firmware_bridge.simulator.truth import ANTENNAS, BOARD, BURN, DECK, MUCK, Truth
from firmware_bridge.simulator.wires import Device, Wire

KINDS = tuple(DRIVERS)
BOARD_ID = "C07CA2D000000001"
SWEEP_EVERY = 1 / 20  # seconds; a board's own pace over its antennas
_EPSILON = 1e-6  # times are sums of floats
_PILES = (BOARD, BURN, MUCK)
_ANTENNAS_OF = {"yr903-4": 4}  # all the others have one


@dataclass(frozen=True, slots=True)
class Place:
    """A reader under the felt: its name, its kind, and the zones of its antennas in order."""

    name: str
    kind: str
    zones: tuple[str, ...]
    most: int | None = None  # tags it tells of in a poll


def layout(kind: str) -> list[Place]:
    """Which readers a table of this kind has, so that all its zones are watched."""
    if kind == TABLE_BOARD.name:
        return [Place("table-board", kind, ANTENNAS)]
    known = driver(kind)
    # A reader that tells of two tags a poll cannot watch a pile: a table board does that.
    zones = [zone for zone in ANTENNAS if known.targets is None or zone not in _PILES]
    each = _ANTENNAS_OF.get(kind, 1)
    groups = [tuple(zones[at : at + each]) for at in range(0, len(zones), each)]
    places = [Place(_name(group[0]), kind, group, known.targets) for group in groups]
    if known.targets is not None:
        places.append(Place("table-board", TABLE_BOARD.name, _PILES))
    return places


def tag_bytes(kind: str) -> int:
    """How long the tags of a deck for such a table are."""
    return driver(kind).tag_bytes


def _name(zone: str) -> str:
    return "shoe" if zone == DECK else zone.replace(":", "-")


class SimulatedReader:
    """A polled reader: its codec turned round, with an antenna for each of its zones."""

    def __init__(self, make: Callable[[], CodecDevice], zones: tuple[str, ...], air: Air) -> None:
        self._make, self._zones, self._air = make, zones, air
        self._codec = make()
        self._heard: list[TagRead] = []

    def boot(self, t: float) -> None:
        """Forget what was under way."""
        self._codec = self._make()

    def answer(self, data: bytes, t: float) -> bytes:
        """Answer each request in the host's bytes."""
        if not data:
            return b""
        said = b""
        for request in self._codec.feed(data):
            if isinstance(request, Poll) and not request.more:  # the rest is of the same inventory
                self._heard = self._tags()
            said += self._codec.answer(request, self._heard)
        return said

    def _tags(self) -> list[TagRead]:
        return [
            replace(read, antenna=antenna)
            for antenna, zone in enumerate(self._zones)
            for read in self._air.hear(zone)
        ]


class SimulatedBoard:
    """A table board: sweeps its antennas at its own pace, and tells of each card off the shoe."""

    def __init__(self, zones: tuple[str, ...], air: Air, truth: Truth) -> None:
        self._swept = tuple(zone for zone in zones if zone != DECK)
        self._has_shoe = DECK in zones
        self._air, self._truth = air, truth
        self.board: BoardDevice | None = None
        self._told = 0  # draws
        self._sweep_at = 0.0

    def boot(self, t: float) -> None:
        """Start, or start anew with a higher boot count; draws of the dark time are lost."""
        if self.board is None:
            self.board = BoardDevice(BOARD_ID, self._swept, sweep_every=None)
        else:
            self.board.reboot()
        self._sweep_at = t
        self._told = sum(draw.t < t for draw in self._truth.draws)

    def answer(self, data: bytes, t: float) -> bytes:
        """Hear the host, look at shoe and antennas, and give all there is to say."""
        assert self.board is not None, "a board speaks after it has started"
        self.board.feed(data)
        self._look_at_shoe(t)
        if t >= self._sweep_at - _EPSILON:
            self._sweep_at = max(t, self._sweep_at + SWEEP_EVERY)
            self._sweep(self.board, range(len(self._swept)))
            self.board.sweep_end()
        while self.board.looks:
            antennas = self.board.looks.pop(0)
            self._sweep(self.board, antennas)
            self.board.look_end(antennas)
        self.board.tick(t)
        return self.board.take()

    def _sweep(self, board: BoardDevice, antennas: Iterable[int]) -> None:
        for antenna in antennas:
            heard = self._air.hear(self._swept[antenna])
            board.sweep(antenna, {one.tag: one.rssi for one in heard})

    def _look_at_shoe(self, t: float) -> None:
        assert self.board is not None
        draws = self._truth.draws
        while self._has_shoe and self._told < len(draws) and draws[self._told].t <= t:
            draw = draws[self._told]
            self.board.draw(draw.tag, face_up=draw.face_up)
            self._told += 1


class SimulatedTable:
    """All devices of a table; whoever runs it says what time it is."""

    def __init__(self, kind: str, folder: Path, truth: Truth, noise: Noise | None = None) -> None:
        self.truth, self.noise = truth, noise or Noise()
        self.places = layout(kind)
        self._air = Air(self.noise, truth)
        self.wires = {place.name: self._wire(place, folder) for place in self.places}
        self._troubles = Troubles(self.noise, tuple(self.wires))
        self._plug_at: dict[str, float] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take all cables out."""
        for wire in self.wires.values():
            wire.pull()

    def step(self, t: float) -> None:
        """Let the time be ``t``: cards land, cables are pulled, devices hear and answer."""
        self.truth.advance(t)
        self._trouble(t)
        for wire in self.wires.values():
            wire.serve(t)

    def pull(self, name: str, until: float) -> None:
        """Take a reader's cable out, for some time."""
        self.wires[name].pull()
        self._plug_at[name] = until

    def wait(self, seconds: float) -> None:
        """Wait for the host to say something, but no longer than this."""
        ends = [end for wire in self.wires.values() if (end := wire.fileno()) is not None]
        ready(ends, seconds)

    def _wire(self, place: Place, folder: Path) -> Wire:
        line = NoisyWire(self.noise, place.name)
        return Wire(place.name, folder / place.name, self._device(place), line)

    def _device(self, place: Place) -> Device:
        if place.kind in POLLED:
            return SimulatedReader(POLLED[place.kind].device, place.zones, self._air)
        return SimulatedBoard(place.zones, self._air, self.truth)

    def _trouble(self, t: float) -> None:
        for name in [name for name, at in self._plug_at.items() if at <= t]:
            del self._plug_at[name]
            self.wires[name].plug()
        for kind, name in self._troubles.due(t):
            wire, until = self.wires[name], t + self.noise.outage
            if kind == "silent":
                wire.muted_until = until
            elif kind == "reboot":
                wire.reboot(until)
            else:
                self.pull(name, until)
