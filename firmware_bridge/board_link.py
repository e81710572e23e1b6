"""The host's side of the table board: greets it, keeps what it knows whole, and tells it on."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Generic, TypeVar

from firmware_bridge.board_commands import Commands
from firmware_bridge.board_messages import (
    UNUSED,
    VERSION,
    Ack,
    ButtonPress,
    Buzzer,
    Command,
    Fault,
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
    VersionError,
)
from firmware_bridge.link import LampMode
from firmware_bridge.readers.board import BoardFrame, Deframer, Malformed, encode
from firmware_bridge.readers.proven import HostProven
from firmware_bridge.sightings import Draw, Heard, Press, Read, ReaderState, State, Swept

_HELLO = Query("hello")
_SNAPSHOT = Query("snapshot")
_FROM_HOST = (Lamp, Buzzer, Query, Look)
_NOTE_AGAIN = 1.0  # seconds; the same note sooner is noise
_MOST_HELD = 254  # tags an antenna can have in a snapshot
GARBAGE = "bytes come but no whole frame: check the baud rate and the kind of reader"
FORGED = "frames come that the board's key does not prove: check the key, and who is on the wire"


@dataclass(frozen=True, slots=True)
class BoardTimes:
    """Seconds, and tries; PROTOCOL.md says why these."""

    ack_within: float = 0.2  # a longest snapshot at 115200 baud may lie before the answer
    tries: int = 5
    hello_every: float = 0.5  # asked again while the board is not known
    probe_after: float = 1.1  # a snapshot is overdue: ask for it
    silent_after: float = 1.8  # a pulled plug is told within two seconds
    again_after: float = 0.025  # from a sweep to a look out of turn, where a card went unread
    clock_every: float = 0.05  # the clock is looked at, while nothing comes
    press_keeps: float = 3.0  # a press that old is not told after a pulled cable: its time is over


_Event = TypeVar("_Event", ShoeDraw, ButtonPress)


class _Numbered(Generic[_Event]):
    """Events told once and in order, whichever of their tellings arrives."""

    def __init__(self) -> None:
        self.last: int | None = None  # None: what was before is not ours to tell

    def one(self, event: _Event) -> bool:
        """Whether an event is the next; one that is not waits for the snapshot."""
        if self.last is not None and event.number != self.last + 1:
            return False
        self.last = event.number
        return True

    def again(self, total: int, kept: tuple[_Event, ...]) -> tuple[list[_Event], int]:
        """Those of a snapshot that are new, and how many more are lost for good."""
        last = total if self.last is None else self.last
        self.last = total
        new = [event for event in kept if event.number > last]
        return new, max(0, total - last - len(new))


class BoardLink:
    """One table board: bytes and times in, words of the bridge and bytes to send out."""

    def __init__(self, name: str, times: BoardTimes | None = None, key: bytes = b"") -> None:
        self.name = name
        self._key = key  # of the line, where it has one
        self._proven = HostProven(key) if key else None
        self.times = times or BoardTimes()
        self.lost = 0  # frames the sequence numbers say are missing
        self._deframer = Deframer()
        self._commands = Commands(ack_within=self.times.ack_within, tries=self.times.tries)
        self._lamps: dict[int, LampMode] = {}
        self._known: Hello | None = None  # the board we last spoke with
        self._hello: Hello | None = None  # the board we speak with now
        self._refused: VersionError | None = None
        self._gave_up = False  # a command was; the lamps may not be as they should
        self._deaf = False  # it speaks, but acknowledges nothing
        self._whole = False  # a snapshot has come since we last lost sight
        self._held: dict[int, dict[str, float | None]] = {}
        self._unswept: frozenset[int] = frozenset()
        self._draws = _Numbered[ShoeDraw]()
        self._presses = _Numbered[ButtonPress]()
        self._seq: int | None = None
        self._fresh = False
        self._heard_at = self._bytes_at = self._hello_at = self._swept_at = self._looked_at = 0.0
        self._doubted: frozenset[str] = frozenset()  # zones to be looked at again
        self._told: tuple[State, str] | None = None
        self._noted: tuple[float, str] | None = None

    # What the caller asks of the board.

    def lamp(self, lamp: int, mode: LampMode) -> None:
        """Set a lamp; kept, and set again when the board comes back."""
        self._lamps[lamp] = mode
        if self._hello is not None:
            self._commands.add(Lamp(lamp, mode))

    def buzz(self, beeps: int, milliseconds: int) -> None:
        """Sound the buzzer now or not at all: a late beep misleads."""
        if self._hello is not None:
            self._commands.add(Buzzer(beeps, milliseconds))

    @property
    def board(self) -> Hello | None:
        """The board as it named itself, while it is greeted."""
        return self._hello

    def look_again(self, zones: Collection[str]) -> None:
        """Ask once; a look that is lost is made up for by the sweep in turn."""
        self._doubted |= frozenset(zones)

    # What the runner calls.

    def opened(self, t: float) -> list[Heard]:
        """Begin anew: whatever is behind the port must name itself."""
        if t - self._heard_at > self.times.press_keeps:
            self._presses.last = None
        self._deframer = Deframer()
        self._proven = HostProven(self._key) if self._key else None
        self._hello = self._refused = self._seq = self._told = None
        self._fresh, self._deaf, self._whole = True, False, False
        self._doubted = frozenset()
        self._heard_at = self._bytes_at = self._hello_at = self._swept_at = t
        return self.tick(t)

    def closed(self, t: float) -> None:
        """Nothing more can be sent."""
        self._hello = None
        self._whole = False
        self._commands.clear()

    def feed(self, data: bytes, t: float) -> list[Heard]:
        """Take bytes; give what they tell, and the board's state where it has changed."""
        told: list[Heard] = []
        if self._proven is not None:
            forged = self._proven.forged
            proved = self._proven.open(data)
            if self._proven.forged > forged and self._hello is not None:
                told += self._note(t, FORGED)
        else:
            proved = data
        for frame in self._deframer.feed(proved):
            self._heard_at = t
            if isinstance(frame, Malformed):
                told += self._note(t, f"the board's firmware errs: {frame.why}")
            else:
                told += self._frame(frame, t)
        if data:
            self._bytes_at = t
        return told + self._judge(t)

    def tick(self, t: float) -> list[Heard]:
        """Ask for what is overdue, and judge the board's state."""
        told = self._judge(t)
        if self._told is not None and self._told[0] == "ok":
            if t - self._heard_at >= self.times.probe_after:
                self._ask(_SNAPSHOT)
        elif t >= self._hello_at:
            lost = self._hello is None or self._deaf or self._told_silent()
            if self._ask(_HELLO if lost else _SNAPSHOT):
                self._hello_at = t + self.times.hello_every
        return told

    def to_send(self, t: float) -> bytes:
        """The next command, or the last one again; and a look that is due."""
        wire = self._command(t) + self._look(t)
        return wire if self._proven is None else self._proven.seal(wire)

    def _command(self, t: float) -> bytes:
        wire, given_up = self._commands.due(t)
        if given_up is not None:
            self._commands.clear()
            self._gave_up = True
            self._deaf = self._hello is not None and not self._told_silent()
            return b""
        if wire and self._fresh:  # ends whatever the line made of being plugged in
            self._fresh = False
            return b"\0" + wire
        return wire

    def next_due(self, t: float) -> float:
        """At the next look at the clock, or when a command or a look is due."""
        command = self._commands.next_due()
        look = self._looked_at + self.times.again_after if self._doubted else None
        due = (t + self.times.clock_every, command, look)
        return min(at for at in due if at is not None)

    # One message each.

    def _frame(self, frame: BoardFrame, t: float) -> list[Heard]:
        message = frame.message
        if isinstance(message, _FROM_HOST):
            return []  # a line that echoes
        if isinstance(message, Hello):
            self._seq = frame.seq
            return self._greeted(message, t)
        if self._hello is not None:
            self._count(frame.seq)
        if isinstance(message, Ack):
            return self._acked(message, t)
        if self._hello is None:
            return []  # without its antenna map nothing it says can be placed
        return self._message(message, self._hello, t)

    def _message(self, message: Message, hello: Hello, t: float) -> list[Heard]:
        match message:
            case Snapshot():
                return self._snapshot(message, hello, t)
            case TagSeen(antenna=antenna, tag=tag, rssi=rssi):
                if _zone(hello, antenna):
                    self._see(antenna, tag, rssi)  # the next sweep tells it: one look, one read
            case TagGone(antenna=antenna, tag=tag):
                self._held.get(antenna, {}).pop(tag, None)
            case SweepEnd():
                self._swept_at = t
                return self._swept(t, hello, range(len(hello.zones)))
            case LookEnd(antennas=antennas):
                return self._swept(t, hello, antennas)
            case ShoeDraw():
                return (
                    self._drawn([message], t) if self._in_turn(self._draws, message, hello) else []
                )
            case ButtonPress():
                return (
                    _pressed([message], t) if self._in_turn(self._presses, message, hello) else []
                )
            case Fault():
                return self._note(t, _fault(message, hello))
        return []

    def _greeted(self, hello: Hello, t: float) -> list[Heard]:
        if hello.version != VERSION:
            self._refused, self._hello = VersionError(hello), None
            self._commands.clear()
            return []
        told: list[Heard] = []
        before, self._known = self._known, hello
        same = before is not None and before.board_id == hello.board_id
        if before is not None and before != hello:
            started = f"the board was started again (boot {hello.boot}, before {before.boot})"
            other = f"another board is connected: {hello.board_id}, before {before.board_id}"
            told += self._note(t, started if same else other)
            # What a known board counted since its start is news; what a new one did is not ours.
            self._draws.last = self._presses.last = 0 if same else None
            self._held.clear()
        self._refused = None
        if self._hello != hello:
            self._hello, self._whole = hello, False
            self._light_again()
        return told

    def _snapshot(self, snapshot: Snapshot, hello: Hello, t: float) -> list[Heard]:
        if snapshot.boot != hello.boot:  # it has been started again and its hello was lost
            self._hello, self._hello_at = None, t
            return []
        if len(snapshot.antennas) != len(hello.zones):
            expected, got = len(hello.zones), len(snapshot.antennas)
            return self._note(t, f"expected a snapshot of {expected} antennas, got {got}")
        self._hold(snapshot)
        told: list[Heard] = []
        draws, draws_lost = self._draws.again(snapshot.drawn, snapshot.draws)
        presses, presses_lost = self._presses.again(snapshot.pressed, snapshot.presses)
        if draws_lost or presses_lost:
            text = f"{draws_lost} draws and {presses_lost} presses were lost: check the last cards"
            told += self._note(t, text)
        told += self._drawn(draws, t) + _pressed(presses, t)
        self._whole = True
        return told

    def _hold(self, snapshot: Snapshot) -> None:
        for antenna, reads in enumerate(snapshot.antennas):
            if reads is None:
                continue  # not swept: what was known there stays
            now = {read.tag: read.rssi for read in reads}
            before = {} if snapshot.complete else self._held.get(antenna, {})
            both = {**before, **now}
            self._held[antenna] = both if len(both) <= _MOST_HELD else now
        faulty = (antenna for antenna, reads in enumerate(snapshot.antennas) if reads is None)
        self._unswept = frozenset(faulty)

    def _see(self, antenna: int, tag: str, rssi: float | None) -> None:
        held = self._held.setdefault(antenna, {})
        if tag in held or len(held) < _MOST_HELD:
            held[tag] = rssi
        else:
            self._ask(_SNAPSHOT)  # no field has so many: their going was lost

    def _swept(self, t: float, hello: Hello, antennas: Collection[int]) -> list[Heard]:
        """All tags the board holds there, for it says that it has just looked."""
        if not self._whole:
            return []
        unseen = set(range(len(hello.zones))) - set(antennas) | self._unswept
        blind = {zone for antenna in unseen for zone in _zone(hello, antenna)}
        zones = set(hello.zones) - blind - {UNUSED}
        self._looked_at = t
        self._doubted -= zones
        told: list[Heard] = [
            Read(t, zone, tag, rssi)
            for antenna, zone in enumerate(hello.zones)
            if zone in zones
            for tag, rssi in self._held.get(antenna, {}).items()
        ]
        return [*told, Swept(t, tuple(sorted(zones)), self.name)]

    def _look(self, t: float) -> bytes:
        """The look that is due; it has no number of its own, for nobody acknowledges it."""
        if not self._doubted or t < self._looked_at + self.times.again_after:
            return b""
        zones, self._doubted = self._doubted, frozenset()
        known = self._hello.zones if self._hello else ()
        antennas = tuple(antenna for antenna, zone in enumerate(known) if zone in zones)
        return encode(0, Look(antennas)) if antennas else b""

    def _drawn(self, draws: list[ShoeDraw], t: float) -> list[Heard]:
        return [Draw(t, draw.tag, draw.face_up, self.name) for draw in draws]

    def _in_turn(self, numbered: _Numbered[_Event], event: _Event, hello: Hello) -> bool:
        if event.boot == hello.boot % 256 and numbered.one(event):
            return True
        self._ask(_SNAPSHOT)  # one before it was lost, or a hello: the snapshot tells
        return False

    def _light_again(self) -> None:
        self._gave_up = False
        for lamp, mode in self._lamps.items():
            self._commands.add(Lamp(lamp, mode))

    def _acked(self, ack: Ack, t: float) -> list[Heard]:
        self._deaf = False
        if self._gave_up and self._hello is not None:
            self._light_again()
        command = self._commands.acked(ack)
        if command is None or ack.status == "done":
            return []
        name = type(command).__name__.lower()
        return self._note(t, f"the board refused the {name} command: {ack.status}")

    def _count(self, seq: int) -> None:
        missing = 0 if self._seq is None else (seq - self._seq - 1) % 256
        self._seq = seq
        if missing:
            self.lost += missing
            self._ask(_SNAPSHOT)

    def _ask(self, command: Command) -> bool:
        """Whether it was not under way already."""
        if self._commands.asking(command):
            return False
        self._commands.add(command)
        return True

    # How the board is, from what is known of it.

    def _judge(self, t: float) -> list[Heard]:
        now = self._state(t)
        if now == self._told:
            return []
        self._told = now
        if now[0] == "silent":
            self._whole = False  # whatever it says next, a snapshot must make it right
        since = self._heard_at if now[1] in (GARBAGE, FORGED) else None
        return [ReaderState(t, self.name, *now, zones=self._zones(), since=since)]

    def _zones(self) -> tuple[str, ...]:
        """The zones of its antennas, once it has said hello."""
        named = self._hello.zones if self._hello else ()
        return tuple(zone for zone in named if zone != UNUSED)

    def _state(self, t: float) -> tuple[State, str]:
        after = self.times.silent_after
        if self._refused is not None:
            return "negotiating", str(self._refused)
        if t - self._heard_at >= after:
            if t - self._bytes_at < after:
                return "negotiating", GARBAGE if self._proven is None else FORGED
            return "silent", "connected, but the board says nothing: check its power and firmware"
        if self._hello is None:
            return "negotiating", "waiting for the board's hello"
        if self._deaf:
            return (
                "negotiating",
                "the board speaks but hears nothing: check the sending wire",
            )
        if not self._whole:
            return "negotiating", "waiting for the board's snapshot"
        if t - self._swept_at >= after:
            return "negotiating", "the board speaks but ends no sweep: check its firmware"
        return "ok", ""

    def _told_silent(self) -> bool:
        return self._told is not None and self._told[0] == "silent"

    def _note(self, t: float, detail: str) -> list[Heard]:
        """What happened, once; the state stays as it is."""
        if (
            self._noted is not None
            and self._noted[1] == detail
            and t < self._noted[0] + _NOTE_AGAIN
        ):
            return []
        self._noted = t, detail
        return [ReaderState(t, self.name, self._state(t)[0], detail, self._zones())]


def _zone(hello: Hello, antenna: int) -> tuple[str, ...]:
    """The antenna's zone, or nothing where none is connected."""
    zone = hello.zones[antenna] if antenna < len(hello.zones) else ""
    return (zone,) if zone else ()


def _pressed(presses: list[ButtonPress], t: float) -> list[Heard]:
    return [Press(t, press.button) for press in presses]


def _fault(fault: Fault, hello: Hello) -> str:
    where = ""
    if fault.antenna is not None:
        where = f" at antenna {fault.antenna}" + "".join(
            f" ({zone})" for zone in _zone(hello, fault.antenna)
        )
    return f"fault of the {fault.kind}{where}: {fault.text}".rstrip(": ")
