"""SkyeTek readers, protocol STPv3 in binary mode: ISO 15693."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.readers import Fault, Frame, TagRead, Tags
from firmware_bridge.readers.checksums import crc_8408
from firmware_bridge.readers.device import Device, Poll
from firmware_bridge.readers.framing import Framer, Shape, any_bytes
from firmware_bridge.readers.tag_ids import name_of, uid15693

STX = 0x02
SELECT_TAG = 0x0101
SELECT_FAILED, INVENTORY_DONE = 0x8101, 0x810F
REFUSED = 0x8000  # this bit of a reply's code
WITH_CRC, INVENTORY = 0x20, 0x02  # request flags
ANY_15693, TAG_IT_HFI = 0x0100, 0x0121  # tag types


@dataclass(frozen=True, slots=True)
class TagFound(Tags):
    """One tag of an inventory; the others and its end follow of themselves."""


@dataclass(frozen=True, slots=True)
class InventoryEnd(Tags):
    """All tags have been told."""


def encode(body: bytes) -> bytes:
    """A frame of either direction."""
    frame = (len(body) + 2).to_bytes(2, "big") + body
    return bytes([STX]) + frame + crc_8408(frame, 0).to_bytes(2, "big")


def encode_tag(tag: str) -> bytes:
    """The reader tells of one tag."""
    uid = uid15693(tag)
    words = (SELECT_TAG, TAG_IT_HFI, len(uid))
    return encode(b"".join(word.to_bytes(2, "big") for word in words) + uid)


def encode_end() -> bytes:
    """The reader has told of all tags."""
    return encode(INVENTORY_DONE.to_bytes(2, "big"))


def _length(header: bytes) -> int | None:
    return int.from_bytes(header[1:3], "big") + 3


SHAPE = Shape(any_bytes(rb"\x02[\x00\x01]."), 3, _length, 0x140)


def _body(raw: bytes) -> bytes | None:
    if len(raw) < 7 or crc_8408(raw[1:-2], 0) != int.from_bytes(raw[-2:], "big"):
        return None
    return raw[3:-2]


def read_reply(raw: bytes) -> Frame | None:
    """What the reader says in a frame."""
    body = _body(raw)
    if body is None:
        return None
    code, data = int.from_bytes(body[:2], "big"), body[2:]
    if code == SELECT_TAG:
        return _tag(raw, data)
    if data or not code & REFUSED:
        return None
    if code in (INVENTORY_DONE, SELECT_FAILED):  # failing to select is to have found none
        return InventoryEnd(raw)
    return Fault(raw, code=code, meaning=f"the SkyeTek reader refused with code {code:04X}")


def _tag(raw: bytes, data: bytes) -> Frame | None:
    """Tag type ×2, length ×2, UID."""
    uid = data[4:]
    if not uid or int.from_bytes(data[2:4], "big") != len(uid):
        return None
    return TagFound(raw, tags=(TagRead(name_of(uid)),), last=False)


class SkyetekCodec:
    """Asks for an inventory; the reader sends a frame for each tag and one for the end."""

    name = "skyetek"

    def __init__(self) -> None:
        self._framer = Framer(SHAPE, read_reply)

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions; give the whole frames they complete."""
        return self._framer.feed(data)

    def wake(self) -> bytes:
        """Nothing: the reader listens from its start."""
        return b""

    def poll(self, *, more: bool = False) -> bytes:
        """The request for the tags in the field; none ever wait."""
        words = (WITH_CRC | INVENTORY, SELECT_TAG, ANY_15693)
        return encode(b"".join(word.to_bytes(2, "big") for word in words))


def read_request(raw: bytes) -> Frame | None:
    """What the host asks in a frame."""
    body = _body(raw)
    if body is None or len(body) < 6:
        return None
    flags, command = int.from_bytes(body[:2], "big"), int.from_bytes(body[2:4], "big")
    return Poll(raw) if command == SELECT_TAG and flags & INVENTORY else None


class SkyetekDevice(Device):
    """The reader, simulated."""

    name = "skyetek"

    def __init__(self) -> None:
        super().__init__(Framer(SHAPE, read_request))

    def inventory(self, poll: Poll, tags: Sequence[TagRead]) -> bytes:
        """A frame for each tag, and the end."""
        return b"".join(encode_tag(read.tag) for read in tags) + encode_end()
