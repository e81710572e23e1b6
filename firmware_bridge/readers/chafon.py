"""Chafon UHFReader18, and UHFReader288 which adds antenna and signal."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.readers import Fault, Frame, TagRead, Tags
from firmware_bridge.readers.checksums import crc_8408
from firmware_bridge.readers.device import Device, Poll, signal
from firmware_bridge.readers.framing import Framer, Shape, any_bytes
from firmware_bridge.readers.tag_ids import EPC_LENGTHS, epc, name_of

ANY = 0xFF  # the address that every reader answers to
INVENTORY = 0x01
COMPLETE, TIMED_OUT, MORE_FOLLOWS, MEMORY_FULL = 0x01, 0x02, 0x03, 0x04
TOLD = (COMPLETE, TIMED_OUT, MORE_FOLLOWS, MEMORY_FULL)  # the statuses that come with tags
REFUSED = 0xF8  # from here on a status is an error
LARGEST = 0x100
FAINT = 0x40  # for a simulated tag of which no signal is known; the reader's own scale


@dataclass(frozen=True, slots=True)
class Inventory(Tags):
    """The tags of one frame; while it is not the last the others follow of themselves."""


def encode(data: bytes, *, address: int) -> bytes:
    """A frame of either direction; a reply's data begins with its status."""
    frame = bytes([len(data) + 4, address, INVENTORY]) + data
    return frame + crc_8408(frame).to_bytes(2, "little")


def encode_tags(status: int, tags: Sequence[TagRead], *, antenna: int | None = None) -> bytes:
    """The reader's answer with these tags, told as the 288 does if an antenna is named."""
    where = b"" if antenna is None else bytes([1 << antenna])
    records = b"".join(_record(read, with_signal=antenna is not None) for read in tags)
    return encode(bytes([status]) + where + bytes([len(tags)]) + records, address=0)


def _record(read: TagRead, *, with_signal: bool) -> bytes:
    code = epc(read.tag)
    rssi = bytes([signal(read, FAINT, range(256))]) if with_signal else b""
    return bytes([len(code)]) + code + rssi


def _length(header: bytes) -> int | None:
    return header[0] + 1


SHAPE = Shape(any_bytes(rb"[\x04-\xff].\x01"), 3, _length, LARGEST)


def _whole(raw: bytes) -> bool:
    return crc_8408(raw[:-2]) == int.from_bytes(raw[-2:], "little")


def read_reply(raw: bytes) -> Frame | None:
    """What the reader says in a frame."""
    if len(raw) < 6 or not _whole(raw):
        return None
    status, data = raw[3], raw[4:-2]
    if status in TOLD:
        # No 288's frame passes for an 18's: an EPC has an even number of bytes, and read that way
        # those that are left would have to be shared out among EPCs as an odd number.
        tags = _told_by_18(data)
        if tags is None:
            tags = _told_by_288(data)
        return None if tags is None else Inventory(raw, tags=tags, last=status != MORE_FOLLOWS)
    if status < REFUSED or data:
        return None
    meaning = f"the Chafon reader refused with status {status:02X}"
    return Inventory(raw) if status == 0xFB else Fault(raw, code=status, meaning=meaning)


def _told_by_18(data: bytes) -> tuple[TagRead, ...] | None:
    """Count; for each: length, EPC."""
    found = _records(data[1:], signal_bytes=0)
    if not data or found is None or len(found) != data[0]:
        return None
    return tuple(TagRead(name_of(code)) for code, _ in found)


def _told_by_288(data: bytes) -> tuple[TagRead, ...] | None:
    """Antenna (a bit for each), count; for each: length, EPC, RSSI."""
    found = _records(data[2:], signal_bytes=1)
    if len(data) < 2 or found is None or len(found) != data[1] or data[0].bit_count() != 1:
        return None
    antenna = data[0].bit_length() - 1
    return tuple(
        TagRead(name_of(code), antenna=antenna, rssi=float(rssi[0])) for code, rssi in found
    )


def _records(data: bytes, *, signal_bytes: int) -> list[tuple[bytes, bytes]] | None:
    records: list[tuple[bytes, bytes]] = []
    at = 0
    while at < len(data):
        start, end = at + 1, at + 1 + data[at]
        at = end + signal_bytes
        if end - start not in EPC_LENGTHS or at > len(data):
            return None
        records.append((data[start:end], data[end:at]))
    return records


class ChafonCodec:
    """Asks for an inventory; the frame itself shows which of the two kinds answers."""

    name = "chafon"

    def __init__(self, address: int = ANY) -> None:
        self._address = address
        self._framer = Framer(SHAPE, read_reply)

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions; give the whole frames they complete."""
        return self._framer.feed(data)

    def wake(self) -> bytes:
        """Nothing: the reader listens from its start."""
        return b""

    def poll(self, *, more: bool = False) -> bytes:
        """The request for the tags in the field; none ever wait."""
        return encode(b"", address=self._address)


def read_request(raw: bytes) -> Frame | None:
    """What the host asks in a frame."""
    return Poll(raw) if len(raw) == 5 and _whole(raw) else None


class ChafonDevice(Device):
    """The reader, simulated: as an 18, or as a 288 that tells antenna and signal."""

    name = "chafon"

    def __init__(self, *, with_antenna: bool = False) -> None:
        super().__init__(Framer(SHAPE, read_request))
        self._with_antenna = with_antenna

    def inventory(self, poll: Poll, tags: Sequence[TagRead]) -> bytes:
        """Frames of tags, then an empty one that ends the answer."""
        antennas = sorted({read.antenna for read in tags}) if self._with_antenna else [None]
        frames = b""
        for antenna in antennas:
            here = [read for read in tags if antenna in (None, read.antenna)]
            for part in _portions(here):
                frames += encode_tags(MORE_FOLLOWS, part, antenna=antenna)
        return frames + encode_tags(COMPLETE, (), antenna=0 if self._with_antenna else None)


def _portions(tags: Sequence[TagRead]) -> list[list[TagRead]]:
    """As many tags a frame as its one-byte length has room for."""
    portions: list[list[TagRead]] = []
    room = 0
    for read in tags:
        size = len(read.tag) // 2 + 2
        if size > room:
            portions.append([])
            room = LARGEST - 8  # length, address, command, status, antenna, count, sum
        portions[-1].append(read)
        room -= size
    return portions
