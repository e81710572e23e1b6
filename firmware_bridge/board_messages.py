"""What the table board and the host say to one another; PROTOCOL.md has it byte by byte."""

import struct
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypeVar

from firmware_bridge.link import LampMode
from firmware_bridge.readers import TagRead
from firmware_bridge.sightings import Button

VERSION = 1
MAX_TAG = 16  # bytes; the longest identity in use is a 128-bit EPC
MAX_TEXT = 64
KEPT_DRAWS = 16  # told again in each snapshot; a deal of a second has fewer
KEPT_PRESSES = 8
MAX_LAMP = 15
MAX_BEEPS = 10
MAX_BEEP_MS = 2000
NO_ANTENNA = 0xFF
_NOT_SWEPT = 0xFF
_NO_RSSI = -128

FaultKind = Literal["antenna", "reader", "shoe", "overflow", "supply", "other"]
AckStatus = Literal["done", "unknown command", "bad value", "busy"]
Wanted = Literal["hello", "snapshot"]

LAMP_MODES: tuple[LampMode, ...] = ("off", "on", "slow", "fast")
FAULTS: tuple[FaultKind, ...] = ("other", "antenna", "reader", "shoe", "overflow", "supply")
STATUSES: tuple[AckStatus, ...] = ("done", "unknown command", "bad value", "busy")
BUTTONS: dict[int, Button] = {1: "new_hand", 2: "round_complete", 3: "call_floor", 4: "undo"}
QUERIES: dict[int, Wanted] = {1: "hello", 2: "snapshot"}
UNUSED = ""  # the zone of an antenna that is not connected
MAX_SEAT = 30
ZONES: dict[int, str] = {
    0x00: UNUSED,
    **{seat: f"seat:{seat}" for seat in range(1, MAX_SEAT + 1)},
    0x80: "deck",
    0x81: "board",
    0x82: "burn",
    0x83: "muck",
}

_Word = TypeVar("_Word", bound=str)


class BoardError(Exception):
    """Something on the table board's wire is not as PROTOCOL.md says."""


class MessageError(BoardError):
    """A frame with the right checksum whose content does not follow PROTOCOL.md."""


class VersionError(BoardError):
    """A board that speaks another version of the protocol."""

    def __init__(self, hello: "Hello") -> None:
        older = "the board's firmware" if hello.version < VERSION else "Cutcard"
        super().__init__(
            f"table board {hello.board_id} speaks protocol version {hello.version}, "
            f"this host version {VERSION}: update {older}"
        )


class Payload:
    """Takes a message's fields off its bytes, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        got = self._data[self._at : self._at + count]
        if len(got) < count:
            raise MessageError(f"expected {count} more bytes, got {len(got)}")
        self._at += count
        return got

    def rest(self) -> bytes:
        """All that is left."""
        return self.take(len(self._data) - self._at)

    def u8(self) -> int:
        """A byte."""
        return self.take(1)[0]

    def u32(self) -> int:
        """Four bytes, the highest first."""
        return int.from_bytes(self.take(4), "big")

    def below(self, limit: int, what: str) -> int:
        """A byte that must be less than ``limit``."""
        value = self.u8()
        if value >= limit:
            raise MessageError(f"expected {what} below {limit}, got {value}")
        return value

    def word(self, words: dict[int, _Word], what: str) -> _Word:
        """A byte that stands for a word."""
        value = self.u8()
        if value not in words:
            raise MessageError(f"expected {what}, got {value:#04x}")
        return words[value]

    def tag(self) -> str:
        """A tag's identity, as upper-case hexadecimal."""
        length = self.u8()
        if not 1 <= length <= MAX_TAG:
            raise MessageError(f"expected a tag of 1 to {MAX_TAG} bytes, got {length}")
        return self.take(length).hex().upper()

    def rssi(self) -> float | None:
        """Signal strength in dBm, if the board knows it."""
        value = int.from_bytes(self.take(1), "big", signed=True)
        return None if value == _NO_RSSI else float(value)

    def end(self) -> None:
        """Nothing may be left over."""
        if self._at != len(self._data):
            raise MessageError(f"expected no more bytes, got {len(self._data) - self._at}")


class Message(ABC):
    """One message; ``code`` is its type byte."""

    __slots__ = ()
    code: ClassVar[int]

    @abstractmethod
    def payload(self) -> bytes:
        """The bytes between sequence number and checksum."""

    @classmethod
    @abstractmethod
    def parse(cls, data: Payload) -> Self:
        """The message of these bytes."""


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Who the board is; of another version only version and id are read."""

    code = 0x01
    version: int
    board_id: str  # 16 hexadecimal digits
    boot: int  # how often it has started
    zones: tuple[str, ...]  # by antenna; UNUSED where none is connected

    def payload(self) -> bytes:
        """Version and id stay in place in every version to come."""
        identity = bytes.fromhex(self.board_id)
        if len(identity) != 8:
            raise MessageError(f"expected a board id of 8 bytes, got {self.board_id}")
        zones = bytes(_number(ZONES, zone) for zone in self.zones)
        head = bytes((self.version,)) + identity
        return head + struct.pack(">IB", self.boot, len(zones)) + zones

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Read a foreign version no further than is promised."""
        version, board_id = data.u8(), data.take(8).hex().upper()
        if version != VERSION:
            data.rest()
            return cls(version, board_id, 0, ())
        boot, count = data.u32(), data.u8()
        return cls(version, board_id, boot, tuple(data.word(ZONES, "a zone") for _ in range(count)))


@dataclass(frozen=True, slots=True)
class ShoeDraw(Message):
    """A card left the shoe, the ``number``th since the board started."""

    code = 0x05
    boot: int  # its lowest byte: numbers begin anew at each start
    number: int
    tag: str
    face_up: bool

    def payload(self) -> bytes:
        """Boot, number, side, tag."""
        return struct.pack(">BIB", self.boot, self.number, self.face_up) + _tag(self.tag)

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Boot, number, side, tag."""
        boot, number, face_up = data.u8(), data.u32(), bool(data.below(2, "a side"))
        return cls(boot, number, data.tag(), face_up)


@dataclass(frozen=True, slots=True)
class ButtonPress(Message):
    """A button went down, the ``number``th press since the board started."""

    code = 0x06
    boot: int  # its lowest byte: numbers begin anew at each start
    number: int
    button: Button

    def payload(self) -> bytes:
        """Boot, number, button."""
        return struct.pack(">BIB", self.boot, self.number, _number(BUTTONS, self.button))

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Boot, number, button."""
        return cls(data.u8(), data.u32(), data.word(BUTTONS, "a button"))


@dataclass(frozen=True, slots=True)
class Snapshot(Message):
    """All there is: every antenna's tags, and the last draws and presses told again."""

    code = 0x02
    number: int
    boot: int
    antennas: tuple[tuple[TagRead, ...] | None, ...]  # None: it cannot be swept now
    draws: tuple[ShoeDraw, ...] = ()  # the last, oldest first, numbered without a gap
    presses: tuple[ButtonPress, ...] = ()
    drawn: int = 0  # how many since the board started
    pressed: int = 0
    complete: bool = True  # False: tags were left off for want of room

    def payload(self) -> bytes:
        """Antennas, draws and presses, each with its count before it."""
        out = bytearray(struct.pack(">IIBB", self.number, self.boot, not self.complete, 0))
        out[-1] = len(self.antennas)
        for reads in self.antennas:
            out.append(_NOT_SWEPT if reads is None else len(reads))
            for read in reads or ():
                out += _rssi(read.rssi) + _tag(read.tag)
        out += struct.pack(">IB", self.drawn, len(self.draws))
        for draw in self.draws:
            out.append(draw.face_up)
            out += _tag(draw.tag)
        out += struct.pack(">IB", self.pressed, len(self.presses))
        out += bytes(_number(BUTTONS, press.button) for press in self.presses)
        return bytes(out)

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Antennas, draws and presses."""
        number, boot, short = data.u32(), data.u32(), data.below(2, "flags")
        antennas = tuple(_antenna(data, antenna) for antenna in range(data.u8()))
        drawn, draws = data.u32(), data.below(KEPT_DRAWS + 1, "draws told again")
        first = _first_number(drawn, draws)
        low = boot % 256
        told = tuple(_draw_again(data, low, first + at) for at in range(draws))
        pressed, presses = data.u32(), data.below(KEPT_PRESSES + 1, "presses told again")
        first = _first_number(pressed, presses)
        again = (data.word(BUTTONS, "a button") for _ in range(presses))
        pushed = tuple(ButtonPress(low, first + at, button) for at, button in enumerate(again))
        return cls(number, boot, antennas, told, pushed, drawn, pressed, not short)


@dataclass(frozen=True, slots=True)
class TagSeen(Message):
    """A tag is read that the antenna's last sweep did not read, or its signal has changed."""

    code = 0x03
    antenna: int
    tag: str
    rssi: float | None = None

    def payload(self) -> bytes:
        """Antenna, signal, tag."""
        return bytes((self.antenna,)) + _rssi(self.rssi) + _tag(self.tag)

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Antenna, signal, tag."""
        antenna, rssi = data.u8(), data.rssi()
        return cls(antenna, data.tag(), rssi)


@dataclass(frozen=True, slots=True)
class TagGone(Message):
    """A tag that the antenna's last sweep read is not read now."""

    code = 0x04
    antenna: int
    tag: str

    def payload(self) -> bytes:
        """Antenna, tag."""
        return bytes((self.antenna,)) + _tag(self.tag)

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Antenna, tag."""
        return cls(data.u8(), data.tag())


@dataclass(frozen=True, slots=True)
class Fault(Message):
    """Something on the board does not work."""

    code = 0x07
    kind: FaultKind
    antenna: int | None = None
    text: str = ""

    def payload(self) -> bytes:
        """Kind, antenna, text."""
        text = self.text.encode("ascii", "replace")[:MAX_TEXT]
        antenna = NO_ANTENNA if self.antenna is None else self.antenna
        return bytes((FAULTS.index(self.kind), antenna, len(text))) + text

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Kind, antenna, text."""
        kind, antenna = FAULTS[data.below(len(FAULTS), "a kind of fault")], data.u8()
        text = data.take(data.below(MAX_TEXT + 1, "a text's length"))
        if not all(0x20 <= byte < 0x7F for byte in text):
            raise MessageError("expected printable ASCII in a fault's text")
        return cls(kind, None if antenna == NO_ANTENNA else antenna, text.decode("ascii"))


@dataclass(frozen=True, slots=True)
class Ack(Message):
    """The board has the command of this sequence number."""

    code = 0x08
    command: int
    status: AckStatus = "done"

    def payload(self) -> bytes:
        """The command's number, and what came of it."""
        return bytes((self.command, STATUSES.index(self.status)))

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """The command's number, and what came of it."""
        return cls(data.u8(), STATUSES[data.below(len(STATUSES), "a status")])


@dataclass(frozen=True, slots=True)
class SweepEnd(Message):
    """Every antenna has been swept once more, and all that changed has been told."""

    code = 0x09

    def payload(self) -> bytes:
        """Nothing: that it comes is what it says."""
        return b""

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Nothing."""
        return cls()


@dataclass(frozen=True, slots=True)
class LookEnd(Message):
    """These antennas have been swept once more, out of turn, and all that changed told."""

    code = 0x0A
    antennas: tuple[int, ...]

    def payload(self) -> bytes:
        """Count, antennas."""
        return _antennas(self.antennas)

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Count, antennas."""
        return cls(tuple(data.take(data.u8())))


@dataclass(frozen=True, slots=True)
class Lamp(Message):
    """Light a lamp, or put it out."""

    code = 0x41
    lamp: int
    mode: LampMode

    def __post_init__(self) -> None:
        """A board may have fewer lamps, none has more."""
        _within(self.lamp, 0, MAX_LAMP, "a lamp")

    def payload(self) -> bytes:
        """Lamp, mode."""
        return bytes((self.lamp, LAMP_MODES.index(self.mode)))

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Lamp, mode."""
        return cls(data.u8(), LAMP_MODES[data.below(len(LAMP_MODES), "a lamp's mode")])


@dataclass(frozen=True, slots=True)
class Buzzer(Message):
    """Sound the buzzer."""

    code = 0x42
    beeps: int
    milliseconds: int  # of each beep, and of the pause after it

    def __post_init__(self) -> None:
        """A buzzer that cannot be stopped must stop soon."""
        _within(self.beeps, 1, MAX_BEEPS, "beeps")
        _within(self.milliseconds, 1, MAX_BEEP_MS, "milliseconds")

    def payload(self) -> bytes:
        """Beeps, milliseconds."""
        return struct.pack(">BH", self.beeps, self.milliseconds)

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Beeps, milliseconds."""
        return cls(data.u8(), int.from_bytes(data.take(2), "big"))


@dataclass(frozen=True, slots=True)
class Query(Message):
    """Ask the board for a hello or a snapshot."""

    code = 0x43
    wanted: Wanted

    def payload(self) -> bytes:
        """What is wanted."""
        return bytes((_number(QUERIES, self.wanted),))

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """What is wanted."""
        return cls(data.word(QUERIES, "hello or snapshot"))


@dataclass(frozen=True, slots=True)
class Look(Message):
    """Sweep these antennas once more, out of turn; said once and not acknowledged."""

    code = 0x44
    antennas: tuple[int, ...]

    def payload(self) -> bytes:
        """Count, antennas."""
        return _antennas(self.antennas)

    @classmethod
    def parse(cls, data: Payload) -> Self:
        """Count, antennas."""
        return cls(tuple(data.take(data.u8())))


Command = Lamp | Buzzer | Query
MESSAGES: dict[int, type[Message]] = {
    kind.code: kind
    for kind in (
        *(Hello, Snapshot, TagSeen, TagGone, ShoeDraw, ButtonPress, Fault, Ack, SweepEnd),
        *(LookEnd, Lamp, Buzzer, Query, Look),
    )
}


def parse(code: int, payload: bytes) -> Message:
    """The message of a type byte and its payload, to the last byte."""
    if code not in MESSAGES:
        raise MessageError(f"expected a message type of PROTOCOL.md, got {code:#04x}")
    data = Payload(payload)
    message = MESSAGES[code].parse(data)
    data.end()
    return message


def _antennas(antennas: tuple[int, ...]) -> bytes:
    return bytes((len(antennas), *antennas))


def _antenna(data: Payload, antenna: int) -> tuple[TagRead, ...] | None:
    count = data.u8()
    if count == _NOT_SWEPT:
        return None
    return tuple(_read(data, antenna) for _ in range(count))


def _read(data: Payload, antenna: int) -> TagRead:
    rssi = data.rssi()
    return TagRead(data.tag(), antenna, rssi)


def _draw_again(data: Payload, boot: int, number: int) -> ShoeDraw:
    face_up = bool(data.below(2, "a side"))
    return ShoeDraw(boot, number, data.tag(), face_up)


def _first_number(total: int, kept: int) -> int:
    if kept > total:
        raise MessageError(f"expected at most {total} told again, got {kept}")
    return total - kept + 1


def _tag(tag: str) -> bytes:
    identity = bytes.fromhex(tag)
    if not 1 <= len(identity) <= MAX_TAG:
        raise MessageError(f"expected a tag of 1 to {MAX_TAG} bytes, got {len(identity)}")
    return bytes((len(identity),)) + identity


def _rssi(rssi: float | None) -> bytes:
    value = _NO_RSSI if rssi is None else max(-127, min(127, round(rssi)))
    return value.to_bytes(1, "big", signed=True)


def _within(value: int, least: int, most: int, what: str) -> None:
    if not least <= value <= most:
        raise MessageError(f"expected {what} from {least} to {most}, got {value}")


def _number(words: dict[int, _Word], word: str) -> int:
    for number, known in words.items():
        if known == word:
            return number
    expected: Sequence[str] = sorted(words.values())
    raise MessageError(f"expected one of {', '.join(filter(None, expected))}; got {word}")
