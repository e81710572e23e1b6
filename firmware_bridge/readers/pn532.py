"""NXP PN532 over its high-speed UART: ISO 14443A, two targets a poll."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.readers import Fault, Frame, TagRead, Tags
from firmware_bridge.readers.checksums import complement8
from firmware_bridge.readers.device import Command, Device, Poll
from firmware_bridge.readers.framing import Framer, Shape, any_bytes
from firmware_bridge.readers.tag_ids import identity_of, name_of

TARGETS = 2  # the chip keeps track of no more at once
TO_CHIP, FROM_CHIP = 0xD4, 0xD5
FIRMWARE, SAM, RF, LIST = 0x02, 0x14, 0x32, 0x4A  # a reply's code is the command's plus one
ACK = bytes.fromhex("0000FF00FF00")  # sent to the chip it ends the command under way
ERROR = bytes.fromhex("0000FF01FF7F8100")
WAKE = b"\x55\x55" + bytes(14)  # an edge, then time for the oscillator
ISO_14443_4 = 0x20  # this bit of SEL_RES: an answer to select follows the UID


@dataclass(frozen=True, slots=True)
class Ack(Frame):
    """The chip has understood a command and is at work."""


@dataclass(frozen=True, slots=True)
class FirmwareVersion(Frame):
    """Which chip this is."""

    chip: int = 0
    version: int = 0
    revision: int = 0


@dataclass(frozen=True, slots=True)
class SamConfigured(Frame):
    """The chip is awake and in normal mode."""


@dataclass(frozen=True, slots=True)
class RfConfigured(Frame):
    """The chip took its radio settings."""


@dataclass(frozen=True, slots=True)
class Targets(Tags):
    """The cards that were listed, two at most."""


def encode(body: bytes) -> bytes:
    """A frame around TFI and data; the extended form where one byte cannot tell the length."""
    if len(body) < 0x100:
        length = bytes([len(body), -len(body) & 0xFF])
    else:
        size = len(body).to_bytes(2, "big")
        length = b"\xff\xff" + size + bytes([complement8(size)])
    return b"\x00\x00\xff" + length + body + bytes([complement8(body), 0])


def encode_command(code: int, data: bytes = b"") -> bytes:
    """A frame to the chip."""
    return encode(bytes([TO_CHIP, code]) + data)


def encode_reply(command: int, data: bytes = b"") -> bytes:
    """A frame from the chip that answers a command."""
    return encode(bytes([FROM_CHIP, command + 1]) + data)


def encode_targets(tags: Sequence[TagRead]) -> bytes:
    """The chip's answer with the first two of these cards."""
    cards = [identity_of(read.tag, (4, 7, 10), "4, 7 or 10 bytes (ISO 14443A)") for read in tags]
    records = [
        bytes([number]) + b"\x00\x44\x00" + bytes([len(uid)]) + uid
        for number, uid in enumerate(cards[:TARGETS], 1)
    ]
    return encode_reply(LIST, bytes([len(records)]) + b"".join(records))


def _length(header: bytes) -> int | None:
    if header == ACK[:5]:
        return len(ACK)
    if len(header) == 8:
        return None if sum(header[5:]) & 0xFF else int.from_bytes(header[5:7], "big") + 10
    return None if sum(header[3:]) & 0xFF else header[3] + 7


SHAPE = Shape(any_bytes(rb"\x00\x00\xff(?:\xff\xff...|..)"), 8, _length, 0x200, shared=1)
# One zero can end a frame and begin the next, where a byte was lost between them.


def _body(raw: bytes) -> bytes | None:
    if raw[-1] or raw == ACK:
        return None
    body = raw[8 if raw[3:5] == b"\xff\xff" else 5 : -1]
    return None if sum(body) & 0xFF else body[:-1]


def read_reply(raw: bytes) -> Frame | None:
    """What the chip says in a frame."""
    if raw == ACK:
        return Ack(raw)
    if raw == ERROR:
        return Fault(raw, code=0x7F, meaning="the PN532 did not understand the last command")
    body = _body(raw)
    if body is None or len(body) < 2 or body[0] != FROM_CHIP:
        return None
    command, data = body[1] - 1, body[2:]
    if command == LIST:
        cards = _cards(data)
        return None if cards is None else Targets(raw, tags=cards)
    if command == FIRMWARE and len(data) == 4:
        return FirmwareVersion(raw, chip=data[0], version=data[1], revision=data[2])
    if command == SAM and not data:
        return SamConfigured(raw)
    if command == RF and not data:
        return RfConfigured(raw)
    return None


def _cards(data: bytes) -> tuple[TagRead, ...] | None:
    """Count; for each: number, SENS_RES ×2, SEL_RES, UID length, UID [, length and rest of ATS]."""
    if not data:
        return None
    cards: list[TagRead] = []
    at = 1
    while at < len(data):
        if at + 5 > len(data):
            return None
        selected, start = data[at + 3], at + 5
        at = start + data[at + 4]
        if start == at or at > len(data):
            return None
        cards.append(TagRead(name_of(data[start:at])))
        if selected & ISO_14443_4:
            if at >= len(data) or not data[at]:
                return None
            at += data[at]  # the answer to select counts its own length byte
    return tuple(cards) if at == len(data) and len(cards) == data[0] else None


class Pn532Codec:
    """Wakes the chip, bounds its patience, then lists up to two cards a poll."""

    name = "pn532"

    def __init__(self) -> None:
        self._framer = Framer(SHAPE, read_reply)
        self._asleep = False
        self._patient = False  # waits for a card for ever, as it does from the factory

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions; give the whole frames they complete."""
        frames = self._framer.feed(data)
        for frame in frames:
            if isinstance(frame, SamConfigured):
                self._asleep = False
            elif isinstance(frame, RfConfigured):
                self._patient = False
        return frames

    def wake(self) -> bytes:
        """Wake the chip and leave its security module out; polls go on setting it up."""
        self._asleep = self._patient = True
        return WAKE + encode_command(SAM, b"\x01\x14\x01")

    def poll(self, *, more: bool = False) -> bytes:
        """The request for the cards; before it, one a poll, what the chip has not confirmed yet."""
        # One command at a time: a second one sent before the answer would end the first.
        if self._asleep:
            return self.wake()
        if self._patient:
            return encode_command(RF, b"\x05\xff\x01\x02")
        return encode_command(LIST, bytes([TARGETS, 0]))

    def firmware(self) -> bytes:
        """The request for the chip's version."""
        return encode_command(FIRMWARE)


def read_request(raw: bytes) -> Frame | None:
    """What the host asks in a frame."""
    if raw == ACK:
        return Command(raw)
    body = _body(raw)
    if body is None or len(body) < 2 or body[0] != TO_CHIP:
        return None
    command = body[1]
    if command == LIST:
        return Poll(raw)
    if command == FIRMWARE:
        return Command(raw, reply=ACK + encode_reply(FIRMWARE, bytes.fromhex("32010607")))
    if command in (SAM, RF):
        return Command(raw, reply=ACK + encode_reply(command))
    return Command(raw, reply=ACK + ERROR)


class Pn532Device(Device):
    """The chip, simulated."""

    name = "pn532"

    def __init__(self) -> None:
        super().__init__(Framer(SHAPE, read_request))

    def inventory(self, poll: Poll, tags: Sequence[TagRead]) -> bytes:
        """The acknowledgement and the cards."""
        return ACK + encode_targets(tags)
