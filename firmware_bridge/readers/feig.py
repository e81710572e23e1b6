"""FEIG OBID readers in ISO-Host mode: ISO 15693, many tags at once.

A FEIG reader keeps a tag silent after reading it until its persistence time is over; for polling,
set that time to 0 in the reader's configuration (CFG16 on the long-range readers).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.readers import Fault, Frame, TagRead, Tags
from firmware_bridge.readers.checksums import crc_8408
from firmware_bridge.readers.device import Command, Device, Poll
from firmware_bridge.readers.framing import Framer, Shape, any_bytes
from firmware_bridge.readers.tag_ids import name_of, uid15693

ANY = 0xFF  # the address that every reader answers to
INVENTORY, RF_RESET = 0xB0, 0x69
OK, NO_TAG, MORE = 0x00, 0x01, 0x94
MORE_WANTED = 0x80  # in an inventory's mode byte
ISO15693 = 0x03  # TR-TYPE
RECORD = 10  # TR-TYPE, DSFID, UID
TAGS_A_FRAME = 24  # that a one-byte length has room for


@dataclass(frozen=True, slots=True)
class Inventory(Tags):
    """The tags that the reader found, or their next portion."""


@dataclass(frozen=True, slots=True)
class FieldReset(Frame):
    """The field was off for a moment: every tag answers anew."""


def encode(command: int, data: bytes = b"", *, address: int = ANY) -> bytes:
    """A frame of either direction; a reply's data begins with its status."""
    size = len(data) + 5
    if size < 0x100:
        frame = bytes([size, address, command]) + data
    else:
        frame = b"\x02" + (size + 2).to_bytes(2, "big") + bytes([address, command]) + data
    return frame + crc_8408(frame).to_bytes(2, "little")


def encode_tags(tags: Sequence[TagRead], *, more: bool = False) -> bytes:
    """The reader's answer with these tags."""
    if not tags:
        return encode(INVENTORY, bytes([NO_TAG]), address=0)
    records = b"".join(bytes([ISO15693, 0]) + uid15693(read.tag) for read in tags)
    status = MORE if more else OK
    return encode(INVENTORY, bytes([status, len(tags)]) + records, address=0)


def _length(header: bytes) -> int | None:
    return header[0] if len(header) == 3 else int.from_bytes(header[1:3], "big")


_COMMANDS = rb"[\x69\xb0]"
SHAPE = Shape(
    any_bytes(rb"[\x05-\xff]." + _COMMANDS + rb"|\x02[\x00-\x04].." + _COMMANDS), 5, _length, 0x400
)  # 0x400: a hundred tags in one long frame


def _body(raw: bytes) -> tuple[int, bytes] | None:
    """The command and what follows it, if the sum is right."""
    start = 4 if raw[0] == 0x02 else 2
    if len(raw) < start + 3 or crc_8408(raw[:-2]) != int.from_bytes(raw[-2:], "little"):
        return None
    return raw[start], raw[start + 1 : -2]


def read_reply(raw: bytes) -> Frame | None:
    """What the reader says in a frame."""
    body = _body(raw)
    if body is None or not body[1]:
        return None
    command, status, data = body[0], body[1][0], body[1][1:]
    if command == INVENTORY and status in (OK, MORE):
        return _inventory(raw, data, more=status == MORE)
    if data:
        return None  # no other reply has any: this may be a request that came back
    if command == INVENTORY and status == NO_TAG:
        return Inventory(raw)
    if command == RF_RESET and status == OK:
        return FieldReset(raw)
    return Fault(raw, code=status, meaning=f"the FEIG reader refused with status {status:02X}")


def _inventory(raw: bytes, data: bytes, *, more: bool) -> Frame | None:
    if not data or len(data) != 1 + data[0] * RECORD:
        return None
    records = [data[at : at + RECORD] for at in range(1, len(data), RECORD)]
    if any(record[0] != ISO15693 for record in records):
        return None
    return Inventory(raw, tags=tuple(TagRead(name_of(r[2:])) for r in records), more=more)


class FeigCodec:
    """Asks for an inventory, and for its rest while the reader says that tags wait."""

    name = "feig"

    def __init__(self, address: int = ANY) -> None:
        self._address = address
        self._framer = Framer(SHAPE, read_reply)

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions; give the whole frames they complete."""
        return self._framer.feed(data)

    def wake(self) -> bytes:
        """Drop the field once, so that tags silenced before answer again."""
        return encode(RF_RESET, address=self._address)

    def poll(self, *, more: bool = False) -> bytes:
        """The request for the tags in the field, or for those that wait."""
        mode = MORE_WANTED if more else 0
        return encode(INVENTORY, bytes([0x01, mode]), address=self._address)


def read_request(raw: bytes) -> Frame | None:
    """What the host asks in a frame."""
    body = _body(raw)
    if body is None:
        return None
    command, data = body
    if command == INVENTORY and len(data) == 2 and data[0] == 0x01:
        return Poll(raw, more=bool(data[1] & MORE_WANTED))
    if command == RF_RESET and not data:
        return Command(raw, reply=encode(RF_RESET, bytes([OK]), address=0))
    return None


class FeigDevice(Device):
    """The reader, simulated."""

    name = "feig"

    def __init__(self) -> None:
        super().__init__(Framer(SHAPE, read_request))
        self._waiting: tuple[TagRead, ...] = ()

    def inventory(self, poll: Poll, tags: Sequence[TagRead]) -> bytes:
        """The first tags that a frame has room for; the others wait to be asked for."""
        found = self._waiting if poll.more else tuple(tags)
        self._waiting = found[TAGS_A_FRAME:]
        return encode_tags(found[:TAGS_A_FRAME], more=bool(self._waiting))
