"""YR903 and other readers on Impinj's R2000 chip (UHF, four antennas)."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.readers import Fault, Frame, TagRead, Tags
from firmware_bridge.readers.checksums import complement8
from firmware_bridge.readers.device import Command, Device, Poll, signal
from firmware_bridge.readers.framing import Framer, Shape, any_bytes
from firmware_bridge.readers.tag_ids import epc_after_pc, epc_with_pc, name_of

HEAD = 0xA0
VERSION, SET_ANTENNA, INVENTORY, FAST_INVENTORY = 0x72, 0x74, 0x89, 0x8A
DONE, ANTENNA_MISSING = 0x10, 0x22
ANTENNAS = 4
NOWHERE = 0xFF  # in the place of an antenna: leave it out
RSSI_ZERO = 129  # dBm = value − 129
FAINT = -60.0  # dBm, for a simulated tag of which no signal is known
CARRIER = 0x40  # some frequency, in the upper six bits beside the antenna


@dataclass(frozen=True, slots=True)
class TagSeen(Tags):
    """One tag at one antenna; others and the summary follow of themselves."""


@dataclass(frozen=True, slots=True)
class Summary(Tags):
    """The inventory is over: how many reads it made."""

    reads: int = 0


@dataclass(frozen=True, slots=True)
class AntennaSet(Frame):
    """The reader changed its antenna."""


@dataclass(frozen=True, slots=True)
class Version(Frame):
    """The reader's firmware."""

    major: int = 0
    minor: int = 0


def encode(command: int, data: bytes = b"", *, address: int = 1) -> bytes:
    """A frame of either direction."""
    frame = bytes([HEAD, len(data) + 3, address, command]) + data
    return frame + bytes([complement8(frame)])


def encode_tag(read: TagRead, *, command: int = INVENTORY, address: int = 1) -> bytes:
    """The reader tells of one tag."""
    rssi = signal(read, FAINT, range(-RSSI_ZERO, 256 - RSSI_ZERO)) + RSSI_ZERO
    data = bytes([CARRIER | read.antenna]) + epc_with_pc(read.tag) + bytes([rssi])
    return encode(command, data, address=address)


def encode_summary(
    reads: int, *, antenna: int = 0, command: int = INVENTORY, address: int = 1
) -> bytes:
    """The reader ends an inventory."""
    if command == FAST_INVENTORY:
        data = reads.to_bytes(3, "big") + bytes(4)  # reads, milliseconds
    else:
        data = bytes([antenna]) + bytes(2) + reads.to_bytes(4, "big")  # antenna, rate, reads
    return encode(command, data, address=address)


def _length(header: bytes) -> int | None:
    return header[1] + 2


SHAPE = Shape(any_bytes(rb"\xa0[\x03-\x50].[\x72\x74\x89\x8a]"), 4, _length, 0x52)


def read_reply(raw: bytes) -> Frame | None:
    """What the reader says in a frame."""
    if sum(raw) & 0xFF:
        return None
    command, data = raw[3], raw[4:-1]
    if command == VERSION and len(data) == 2:
        return Version(raw, major=data[0], minor=data[1])
    if len(data) == 1:
        return _result(raw, command, data[0])
    if command not in (INVENTORY, FAST_INVENTORY):
        return None
    if len(data) == 2 and command == FAST_INVENTORY and data[0] < ANTENNAS:
        return _result(raw, command, data[1])
    return _summary(raw, command, data) if len(data) == 7 else _tag(raw, data)


def _result(raw: bytes, command: int, code: int) -> Frame | None:
    if code < DONE:
        return None  # no such result: this is a request that came back
    if code == DONE:
        return AntennaSet(raw) if command == SET_ANTENNA else None
    what = "an antenna is missing" if code == ANTENNA_MISSING else "the reader refused"
    return Fault(raw, code=code, meaning=f"YR903: {what} (code {code:02X})")


def _summary(raw: bytes, command: int, data: bytes) -> Frame | None:
    """Antenna, rate ×2, reads ×4; of several antennas: reads ×3, milliseconds ×4."""
    if command == FAST_INVENTORY:
        return Summary(raw, reads=int.from_bytes(data[:3], "big"))
    return Summary(raw, reads=int.from_bytes(data[3:], "big")) if data[0] < ANTENNAS else None


def _tag(raw: bytes, data: bytes) -> Frame | None:
    """Frequency and antenna, PC ×2, EPC, RSSI."""
    epc = epc_after_pc(data[1:-1]) if len(data) > 5 else None
    if epc is None:
        return None
    read = TagRead(name_of(epc), antenna=data[0] & 3, rssi=float(data[-1] - RSSI_ZERO))
    return TagSeen(raw, tags=(read,), last=False)


class Yr903Codec:
    """Asks for a real-time inventory of one antenna, or of several in turn by one request."""

    name = "yr903"

    def __init__(self, antennas: Sequence[int] = (0,), address: int = 1) -> None:
        if not antennas or len(set(antennas)) != len(antennas) or set(antennas) - {0, 1, 2, 3}:
            raise ValueError(
                f"a YR903 has antennas 0 to 3, came {list(antennas)}: name each one once"
            )
        self._antennas = tuple(antennas)
        self._address = address
        self._framer = Framer(SHAPE, read_reply)

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions; give the whole frames they complete."""
        return self._framer.feed(data)

    def wake(self) -> bytes:
        """Choose the antenna, where there is one only."""
        if len(self._antennas) > 1:
            return b""  # each poll names them all
        return encode(SET_ANTENNA, bytes(self._antennas), address=self._address)

    def poll(self, *, more: bool = False) -> bytes:
        """The request for the tags in the field; none ever wait."""
        if len(self._antennas) == 1:
            return encode(INVENTORY, b"\x01", address=self._address)
        places = self._antennas + (NOWHERE,) * (ANTENNAS - len(self._antennas))
        turns = b"".join(bytes([antenna, 1]) for antenna in places)
        return encode(FAST_INVENTORY, turns + b"\x00\x01", address=self._address)

    def version(self) -> bytes:
        """The request for the reader's firmware version."""
        return encode(VERSION, address=self._address)


@dataclass(frozen=True, slots=True)
class AntennaChoice(Command):
    """The host chooses the antenna of the polls to come."""

    antenna: int = 0


def read_request(raw: bytes) -> Frame | None:
    """What the host asks in a frame."""
    if sum(raw) & 0xFF:
        return None
    address, command, data = raw[2], raw[3], raw[4:-1]
    if command == SET_ANTENNA and len(data) == 1:
        fits = data[0] < ANTENNAS
        reply = encode(SET_ANTENNA, bytes([DONE if fits else ANTENNA_MISSING]), address=address)
        return AntennaChoice(raw, reply=reply, antenna=data[0]) if fits else Command(raw, reply)
    if (command, len(data)) in ((INVENTORY, 1), (FAST_INVENTORY, 10)):
        return Poll(raw)
    if command == VERSION and not data:
        return Command(raw, reply=encode(VERSION, b"\x01\x00", address=address))
    return None


class Yr903Device(Device):
    """The reader, simulated: it tells of the tags at the antennas that are asked for."""

    name = "yr903"

    def __init__(self) -> None:
        super().__init__(Framer(SHAPE, read_request))
        self._antenna = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Take the host's bytes in any portions; give the requests: polls and commands."""
        requests = super().feed(data)
        for request in requests:
            if isinstance(request, AntennaChoice):
                self._antenna = request.antenna
        return requests

    def inventory(self, poll: Poll, tags: Sequence[TagRead]) -> bytes:
        """A frame for each tag, and the summary."""
        address, command = poll.raw[2], poll.raw[3]
        asked = set(poll.raw[4:12:2]) if command == FAST_INVENTORY else {self._antenna}
        seen = [read for read in tags if read.antenna in asked]
        frames = [encode_tag(read, command=command, address=address) for read in seen]
        end = encode_summary(len(seen), antenna=self._antenna, command=command, address=address)
        return b"".join(frames) + end
