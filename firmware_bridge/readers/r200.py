"""R200 and YRM100 modules (UHF), and their variant with other start and end bytes."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.readers import Fault, Frame, TagRead, Tags
from firmware_bridge.readers.checksums import crc_epc, sum8
from firmware_bridge.readers.device import Command, Device, Poll, signal
from firmware_bridge.readers.framing import Framer, Shape, any_bytes
from firmware_bridge.readers.tag_ids import epc_after_pc, epc_with_pc, name_of

START, VARIANT = 0xBB, 0xAA
ENDS = {START: 0x7E, VARIANT: 0xDD}
ASK, REPLY, NOTICE = 0, 1, 2
VERSION, POLL_ONCE, POLL_MANY, STOP, FAILED = 0x03, 0x22, 0x27, 0x28, 0xFF
NO_TAG = 0x15
FAINT = -60.0  # dBm, for a simulated tag of which no signal is known


@dataclass(frozen=True, slots=True)
class TagNotice(Tags):
    """One tag; others may follow of themselves, and no frame tells the end."""


@dataclass(frozen=True, slots=True)
class NoTag(Tags):
    """The poll found none."""


@dataclass(frozen=True, slots=True)
class Stopped(Frame):
    """The module ended its many polls."""


@dataclass(frozen=True, slots=True)
class Version(Frame):
    """What the module says of itself."""

    text: str = ""


def encode(kind: int, command: int, data: bytes = b"", *, start: int = START) -> bytes:
    """A frame of either direction."""
    body = bytes([kind, command]) + len(data).to_bytes(2, "big") + data
    return bytes([start]) + body + bytes([sum8(body), ENDS[start]])


def encode_tag(read: TagRead, *, start: int = START) -> bytes:
    """The module tells of one tag."""
    code = epc_with_pc(read.tag)
    rssi = signal(read, FAINT, range(-128, 128))
    data = rssi.to_bytes(1, "big", signed=True) + code + crc_epc(code).to_bytes(2, "big")
    return encode(NOTICE, POLL_ONCE, data, start=start)


def encode_no_tag(*, start: int = START) -> bytes:
    """The module found none."""
    return encode(REPLY, FAILED, bytes([NO_TAG]), start=start)


def _length(header: bytes) -> int | None:
    return int.from_bytes(header[3:5], "big") + 7


REPLIES = Shape(any_bytes(rb"[\xbb\xaa][\x01\x02].\x00."), 5, _length, 0x100)
REQUESTS = Shape(any_bytes(rb"[\xbb\xaa]\x00.\x00."), 5, _length, 0x100)


def _data(raw: bytes) -> bytes | None:
    """The parameters, if sum and end are right: start and end bytes also occur inside them."""
    return raw[5:-2] if raw[-1] == ENDS[raw[0]] and raw[-2] == sum8(raw[1:-2]) else None


def read_reply(raw: bytes) -> Frame | None:
    """What the module says in a frame."""
    data = _data(raw)
    if data is None:
        return None
    kind, command = raw[1], raw[2]
    if kind == NOTICE:
        return _tag(raw, data) if command == POLL_ONCE else None
    if command == FAILED and len(data) == 1:
        return _failure(raw, data[0])
    if command == STOP and data == b"\x00":
        return Stopped(raw)
    if command == VERSION and len(data) > 1:
        return Version(raw, text=data[1:].decode("ascii", "replace"))
    return None


def _tag(raw: bytes, data: bytes) -> Frame | None:
    """RSSI, PC ×2, EPC, CRC ×2; the tag's own CRC is the stronger of the two sums."""
    code = data[1:-2]
    if len(data) < 7 or crc_epc(code) != int.from_bytes(data[-2:], "big"):
        return None
    epc = epc_after_pc(code)
    if epc is None:
        return None
    rssi = int.from_bytes(data[:1], "big", signed=True)
    return TagNotice(raw, tags=(TagRead(name_of(epc), rssi=float(rssi)),), last=False)


def _failure(raw: bytes, code: int) -> Frame:
    if code == NO_TAG:
        return NoTag(raw)
    return Fault(raw, code=code, meaning=f"the R200 module refused with code {code:02X}")


class R200Codec:
    """Polls once at a time; reads both start bytes, speaks the one it is told."""

    def __init__(self, start: int = START) -> None:
        self.name = "r200" if start == START else "r200-aa"
        self._start = start
        self._framer = Framer(REPLIES, read_reply)

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions; give the whole frames they complete."""
        return self._framer.feed(data)

    def wake(self) -> bytes:
        """Stop the polls that an earlier program may have left running."""
        return encode(ASK, STOP, start=self._start)

    def poll(self, *, more: bool = False) -> bytes:
        """The request for the tags in the field; none ever wait."""
        return encode(ASK, POLL_ONCE, start=self._start)

    def poll_many(self, times: int = 0xFFFF) -> bytes:
        """The request to poll so many times without being asked again; stop ends it."""
        return encode(ASK, POLL_MANY, b"\x22" + times.to_bytes(2, "big"), start=self._start)

    def version(self) -> bytes:
        """The request for the module's version."""
        return encode(ASK, VERSION, b"\x00", start=self._start)


def read_request(raw: bytes) -> Frame | None:
    """What the host asks in a frame."""
    data = _data(raw)
    if data is None:
        return None
    start, command = raw[0], raw[2]
    if command in (POLL_ONCE, POLL_MANY):
        return Poll(raw)
    if command == STOP:
        return Command(raw, reply=encode(REPLY, STOP, b"\x00", start=start))
    if command == VERSION:
        return Command(raw, reply=encode(REPLY, VERSION, b"\x00simulated", start=start))
    return None


class R200Device(Device):
    """The module, simulated; it answers with the start byte that it is asked with."""

    name = "r200"

    def __init__(self) -> None:
        super().__init__(Framer(REQUESTS, read_request))

    def inventory(self, poll: Poll, tags: Sequence[TagRead]) -> bytes:
        """A frame for each tag, or that there is none."""
        start = poll.raw[0]
        return b"".join(encode_tag(read, start=start) for read in tags) or encode_no_tag(
            start=start
        )
