"""Texas Instruments S6350: ISO 15693 in sixteen time slots.

A tag answers in the slot that the next four bits of its UID name. Two tags in one slot collide, and
will again: those are asked for once more under a mask, the bits that they have in common.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.readers import Fault, Frame, TagRead, Tags
from firmware_bridge.readers.checksums import xor8
from firmware_bridge.readers.device import Device, Poll
from firmware_bridge.readers.framing import Framer, Shape, any_bytes
from firmware_bridge.readers.tag_ids import name_of, uid15693

SOF = 0x01
ISO_COMMAND = 0x60  # what follows is passed on to the tags
FAILED = 0x10  # this bit of a reply's flags
NOT_FOUND = 0x01  # an error to the reader, an empty field to us
ASK_SIXTEEN_SLOTS = bytes([0x11, 0x07, 0x01])  # reader's settings, tags' flags, inventory
SLOTS = 16
RECORD = 10  # flags, DSFID, UID
MASK_MOST = 60  # bits: the four of the slot complete a UID

Mask = tuple[int, ...]  # the low four-bit digits of a UID, lowest first


@dataclass(frozen=True, slots=True)
class Inventory(Tags):
    """The tags that had a slot to themselves, and the slots where several spoke at once."""

    collided: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MaskedPoll(Poll):
    """A request for the tags whose UIDs end in the mask."""

    mask: Mask = ()


def encode(data: bytes, *, flags: int = 0) -> bytes:
    """A frame of either direction; the reader does not use the node address."""
    size = len(data) + 9
    frame = bytes([SOF]) + size.to_bytes(2, "little") + bytes([0, 0, flags, ISO_COMMAND]) + data
    check = xor8(frame)
    return frame + bytes([check, check ^ 0xFF])


def encode_poll(mask: Mask = ()) -> bytes:
    """The request for the tags whose UIDs end in the mask."""
    value = sum(digit << 4 * place for place, digit in enumerate(mask))
    in_bytes = value.to_bytes((len(mask) + 1) // 2, "little")
    return encode(ASK_SIXTEEN_SLOTS + bytes([4 * len(mask)]) + in_bytes)


def encode_tags(tags: Sequence[TagRead], mask: Mask = ()) -> bytes:
    """The reader's answer when these tags lie in the field."""
    slots: list[list[bytes]] = [[] for _ in range(SLOTS)]
    for read in tags:
        uid = uid15693(read.tag)[::-1]
        digits = _digits(uid)
        if digits[: len(mask)] == mask:
            slots[digits[len(mask)]].append(uid)
    heard = sum(1 << slot for slot, uids in enumerate(slots) if len(uids) == 1)
    collided = sum(1 << slot for slot, uids in enumerate(slots) if len(uids) > 1)
    records = b"".join(b"\x00\x00" + uids[0] for uids in slots if len(uids) == 1)
    return encode(heard.to_bytes(2, "little") + collided.to_bytes(2, "little") + records)


def _digits(low_first: bytes) -> Mask:
    return tuple(digit for byte in low_first for digit in (byte & 0xF, byte >> 4))


def _length(header: bytes) -> int | None:
    return int.from_bytes(header[1:3], "little")


SHAPE = Shape(any_bytes(rb"\x01[\x0a-\xff]\x00\x00\x00[\x00\x10]\x60"), 7, _length, 0xFF)


def _data(raw: bytes) -> bytes | None:
    check = xor8(raw[:-2])
    return raw[7:-2] if raw[-2:] == bytes([check, check ^ 0xFF]) else None


def read_reply(raw: bytes) -> Frame | None:
    """What the reader says in a frame."""
    data = _data(raw)
    if data is None:
        return None
    if raw[5] & FAILED:
        return _failure(raw, data)
    if len(data) < 4:
        return None
    heard = _slots(data[0:2])
    if len(data) != 4 + len(heard) * RECORD:
        return None
    uids = [data[at + 2 : at + RECORD] for at in range(4, len(data), RECORD)]
    tags = tuple(TagRead(name_of(uid[::-1])) for uid in uids)
    return Inventory(raw, tags=tags, collided=_slots(data[2:4]))


def _slots(flags: bytes) -> tuple[int, ...]:
    value = int.from_bytes(flags, "little")
    return tuple(slot for slot in range(SLOTS) if value >> slot & 1)


def _failure(raw: bytes, data: bytes) -> Frame | None:
    if len(data) != 1:
        return None
    if data[0] == NOT_FOUND:
        return Inventory(raw)
    return Fault(raw, code=data[0], meaning=f"the S6350 refused with code {data[0]:02X}")


class S6350Codec:
    """Asks for all tags, then under a mask for those that spoke at once."""

    name = "s6350"

    def __init__(self) -> None:
        self._framer = Framer(SHAPE, read_reply)
        self._asked: Mask | None = None  # the mask whose answer is awaited
        self._masks: list[Mask] = []  # still to be asked

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions; give the whole frames they complete."""
        return [self._followed(frame) for frame in self._framer.feed(data)]

    def _followed(self, frame: Frame) -> Frame:
        if not isinstance(frame, Inventory):
            return frame
        if self._asked is not None and 4 * len(self._asked) < MASK_MOST:
            self._masks += [(*self._asked, slot) for slot in frame.collided]
        self._asked = None
        more = bool(self._masks)
        return Inventory(frame.raw, tags=frame.tags, more=more, collided=frame.collided)

    def wake(self) -> bytes:
        """Nothing: the reader listens from its start."""
        return b""

    def poll(self, *, more: bool = False) -> bytes:
        """The request for all tags, or for those that collided."""
        if not more:
            self._masks.clear()
        self._asked = self._masks.pop() if self._masks else ()
        return encode_poll(self._asked)


def read_request(raw: bytes) -> Frame | None:
    """What the host asks in a frame."""
    data = _data(raw)
    if data is None or len(data) < 4 or data[:3] != ASK_SIXTEEN_SLOTS:
        return None
    digits, rest = divmod(data[3], 4)
    if rest or 4 * digits > MASK_MOST or len(data) != 4 + (digits + 1) // 2:
        return None
    return MaskedPoll(raw, more=digits > 0, mask=_digits(data[4:])[:digits])


class S6350Device(Device):
    """The reader, simulated."""

    name = "s6350"

    def __init__(self) -> None:
        super().__init__(Framer(SHAPE, read_request))

    def inventory(self, poll: Poll, tags: Sequence[TagRead]) -> bytes:
        """The tags that no other drowned."""
        return encode_tags(tags, poll.mask if isinstance(poll, MaskedPoll) else ())
