"""The table board turned round: what its firmware does, for the simulator and the tests."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware_bridge.board_messages import (
    KEPT_DRAWS,
    KEPT_PRESSES,
    MESSAGES,
    VERSION,
    Ack,
    AckStatus,
    ButtonPress,
    Buzzer,
    Fault,
    FaultKind,
    Hello,
    Lamp,
    Look,
    LookEnd,
    Message,
    Query,
    ShoeDraw,
    Snapshot,
    SweepEnd,
    TagGone,
    TagSeen,
)
from firmware_bridge.link import LampMode
from firmware_bridge.readers import TagRead
from firmware_bridge.readers.board import MAX_BODY, BoardFrame, Deframer, encode
from firmware_bridge.readers.proven import PROOF, BoardProven
from firmware_bridge.sightings import Button

LAMPS = 3
SNAPSHOT_EVERY = 1.0
SWEEP_EVERY = 0.05
Antennas = tuple[tuple[TagRead, ...] | None, ...]
STRONGER = 3.0  # dB; a smaller change of signal is not told


@dataclass
class BoardDevice:
    """A board without its wire: sweeps, draws and presses in; ``take`` gives the bytes it sends."""

    board_id: str
    zones: tuple[str, ...]
    boot: int = 1
    version: int = VERSION
    sweep_every: float | None = SWEEP_EVERY  # seconds; None: whoever sweeps says when it is done
    key: bytes = field(default=b"", repr=False)  # of the line, where it has one
    lamps: dict[int, LampMode] = field(default_factory=dict)
    buzzes: list[Buzzer] = field(default_factory=list)
    looks: list[tuple[int, ...]] = field(default_factory=list)  # asked for and not yet done

    def __post_init__(self) -> None:
        """Start: all counters at nothing, a hello and a snapshot first."""
        self._out = bytearray(b"\0")  # ends whatever the line made of being switched on
        self._seq = self._number = self._drawn = self._pressed = 0
        self._deframer = Deframer()
        self._proven = BoardProven(self.key) if self.key else None
        self._fields: list[dict[str, float | None] | None] = [{} for _ in self.zones]
        self._draws: deque[ShoeDraw] = deque(maxlen=KEPT_DRAWS)
        self._presses: deque[ButtonPress] = deque(maxlen=KEPT_PRESSES)
        self._answered: tuple[int, AckStatus] | None = None
        self._snapshot_at: float | None = None
        self._sweep_at: float | None = None
        self._hello()

    def reboot(self) -> None:
        """Lose all but the id, the antenna map and the count of starts."""
        self.boot += 1
        self.lamps.clear()
        self.looks.clear()
        self.__post_init__()

    def sweep(self, antenna: int, reads: Mapping[str, float | None] | None) -> None:
        """What one antenna reads now, with its signal; None: it cannot be swept."""
        before = self._fields[antenna]
        if reads is None:
            if before is not None:
                self._fields[antenna] = None
                self.fault("antenna", antenna, "no answer from the coil")
            return
        now = dict(reads)
        for tag in before or {}:
            if tag not in now:
                self._send(TagGone(antenna, tag))
        for tag, rssi in now.items():
            told = (before or {}).get(tag)
            if tag in (before or {}) and not _changed(told, rssi):
                now[tag] = told
            else:
                self._send(TagSeen(antenna, tag, rssi))
        self._fields[antenna] = now

    def draw(self, tag: str, *, face_up: bool = False) -> None:
        """A card leaves the shoe."""
        self._drawn += 1
        draw = ShoeDraw(self.boot % 256, self._drawn, tag, face_up)
        self._draws.append(draw)
        self._send(draw)

    def press(self, button: Button) -> None:
        """A button goes down."""
        self._pressed += 1
        press = ButtonPress(self.boot % 256, self._pressed, button)
        self._presses.append(press)
        self._send(press)

    def fault(self, kind: FaultKind, antenna: int | None = None, text: str = "") -> None:
        """Something does not work."""
        self._send(Fault(kind, antenna, text))

    def feed(self, data: bytes) -> None:
        """Take the host's bytes: a command is done once and acknowledged as often as it comes."""
        for frame in self._deframer.feed(self._proven.open(data) if self._proven else data):
            if isinstance(frame, BoardFrame):
                self._command(frame)
            else:
                known = frame.code in MESSAGES
                self._send(Ack(frame.seq, "bad value" if known else "unknown command"))

    def sweep_end(self) -> None:
        """All antennas have been swept once more."""
        self._send(SweepEnd())

    def look_end(self, antennas: tuple[int, ...]) -> None:
        """These antennas have been swept out of turn, as was asked."""
        self._send(LookEnd(antennas))

    def tick(self, t: float) -> None:
        """Send the snapshot and the sweep's end when their time has come."""
        if self._snapshot_at is None or t >= self._snapshot_at:
            self._snapshot_at = t + SNAPSHOT_EVERY
            self._snapshot()
        if self.sweep_every is not None and (self._sweep_at is None or t >= self._sweep_at):
            self._sweep_at = t + self.sweep_every
            self.sweep_end()
        while self.sweep_every is not None and self.looks:
            self.look_end(self.looks.pop(0))

    def take(self) -> bytes:
        """The bytes to be sent, once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def _most(self) -> int:
        """Bytes of a payload: type, number and checksum come on top, with a key its proof."""
        return MAX_BODY - 4 - (PROOF if self._proven else 0)

    def _send(self, message: Message) -> None:
        wire = encode(self._seq, message)
        self._out += self._proven.seal(wire) if self._proven else wire
        self._seq = (self._seq + 1) % 256

    def _hello(self) -> None:
        self._send(Hello(self.version, self.board_id, self.boot, self.zones))
        self._snapshot()

    def _snapshot(self) -> None:
        self._number += 1
        whole = tuple(_reads(antenna, found) for antenna, found in enumerate(self._fields))
        snapshot = self._made(whole, complete=True)
        while len(snapshot.payload()) > self._most():
            whole = _without_weakest(whole)
            snapshot = self._made(whole, complete=False)
        self._send(snapshot)

    def _made(
        self, antennas: tuple[tuple[TagRead, ...] | None, ...], *, complete: bool
    ) -> Snapshot:
        return Snapshot(
            self._number,
            self.boot,
            antennas,
            tuple(self._draws),
            tuple(self._presses),
            self._drawn,
            self._pressed,
            complete,
        )

    def _command(self, frame: BoardFrame) -> None:
        message = frame.message
        if isinstance(message, Look):
            there = (antenna for antenna in message.antennas if antenna < len(self.zones))
            self.looks.append(tuple(there))
            return
        anew = isinstance(message, Query)  # its answer may have been lost
        if self._answered is not None and self._answered[0] == frame.seq and not anew:
            self._send(Ack(*self._answered))
            return
        act: Callable[[], None] | None = None
        status: AckStatus = "done"
        match message:
            case Query(wanted=wanted):
                act = self._hello if wanted == "hello" else self._snapshot
            case Lamp(lamp=lamp, mode=mode):
                status = self._light(lamp, mode)
            case Buzzer():
                self.buzzes.append(message)
            case _:
                return  # a board does not answer a board
        self._answered = frame.seq, status
        self._send(Ack(frame.seq, status))
        if act is not None:
            act()

    def _light(self, lamp: int, mode: LampMode) -> AckStatus:
        if lamp >= LAMPS:
            return "bad value"
        self.lamps[lamp] = mode
        return "done"


def _changed(told: float | None, now: float | None) -> bool:
    if told is None or now is None:
        return told != now
    return abs(told - now) >= STRONGER


def _reads(antenna: int, found: dict[str, float | None] | None) -> tuple[TagRead, ...] | None:
    if found is None:
        return None
    return tuple(TagRead(tag, antenna, rssi) for tag, rssi in found.items())


def _without_weakest(antennas: Antennas) -> Antennas:
    every = [read for reads in antennas for read in reads or ()]
    weakest = min(every, key=lambda read: -128.0 if read.rssi is None else read.rssi)
    return tuple(
        None if reads is None else tuple(read for read in reads if read is not weakest)
        for reads in antennas
    )
