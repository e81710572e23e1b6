"""The table board's wire, without the wire: messages to frames, bytes to messages."""

from binascii import crc_hqx
from dataclasses import dataclass

from firmware_bridge import cobs
from firmware_bridge.board_messages import BoardError, Message, MessageError, parse
from firmware_bridge.readers import Frame

# Up to 4095 bytes the CRC finds any three wrong bits; half of that is room enough.
MAX_BODY = 2048
MAX_STUFFED = MAX_BODY + MAX_BODY // 254 + 1
_END = b"\0"
_SHORTEST = 4  # type, sequence number, checksum


@dataclass(frozen=True, slots=True)
class BoardFrame(Frame):
    """A whole message with its sequence number."""

    seq: int
    message: Message


@dataclass(frozen=True, slots=True)
class Malformed(Frame):
    """A frame that came whole but does not follow PROTOCOL.md: firmware to be mended."""

    seq: int
    code: int
    why: str


def encode(seq: int, message: Message) -> bytes:
    """The frame of a message, delimiter included."""
    body = bytes((message.code, seq)) + message.payload()
    body += _checksum(body)
    if len(body) > MAX_BODY:
        raise BoardError(f"expected a body of at most {MAX_BODY} bytes, got {len(body)}")
    return cobs.encode(body) + _END


class Deframer:
    """Takes bytes in any portions and gives the frames they complete; damaged ones are counted."""

    def __init__(self) -> None:
        self.damaged = 0
        self._rest = bytearray()
        self._skipping = False  # in an overlong frame: wait for its end

    def feed(self, data: bytes) -> list[BoardFrame | Malformed]:
        """The whole frames; what is left over is kept, and never more than one frame of it."""
        frames = []
        *ended, rest = data.split(_END)
        for piece in ended:
            frame = self._end(piece)
            if frame is not None:
                frames.append(frame)
        self._keep(rest)
        return frames

    def _keep(self, piece: bytes) -> None:
        if self._skipping or len(self._rest) + len(piece) > MAX_STUFFED:
            self._skipping = True
            self._rest.clear()
        else:
            self._rest += piece

    def _end(self, piece: bytes) -> BoardFrame | Malformed | None:
        self._keep(piece)
        stuffed, skipped = bytes(self._rest), self._skipping
        self._rest.clear()
        self._skipping = False
        if not stuffed and not skipped:
            return None  # two delimiters in a row are nothing
        frame = None if skipped else _frame(stuffed)
        self.damaged += frame is None
        return frame


def _checksum(body: bytes) -> bytes:
    # Low byte first: the other way round a zero after the CRC would leave it right, and a delimiter
    # that one wrong bit made a 01 is just that.
    return crc_hqx(body, 0xFFFF).to_bytes(2, "little")


def _frame(stuffed: bytes) -> BoardFrame | Malformed | None:
    try:
        body = cobs.decode(stuffed)
    except cobs.CobsError:
        return None
    if len(body) < _SHORTEST or _checksum(body[:-2]) != body[-2:]:
        return None
    try:
        return BoardFrame(stuffed + _END, body[1], parse(body[0], body[2:-2]))
    except MessageError as error:
        return Malformed(stuffed + _END, body[1], body[0], f"message type {body[0]:#04x}: {error}")
