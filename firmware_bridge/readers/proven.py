"""A key on the table board's line: each frame has a counter and a proof, and none is heard twice.

Both ends pass their bytes through here; what is inside knows nothing of it. PROTOCOL.md has the
bytes.
"""

import hmac
import secrets
from binascii import crc_hqx
from collections.abc import Callable, Iterator

from firmware_bridge import cobs
from firmware_bridge.readers.board import MAX_STUFFED

KEY_BYTES = 32
CHALLENGE, QUERY, HELLO = 0x45, 0x43, 0x01
_DRAWN = 8  # bytes of a challenge
_PROOF, _COUNTER = 8, 4
PROOF = _COUNTER + _PROOF  # bytes that a frame is longer
_TAIL = PROOF + 2  # and the checksum
_NONE = bytes(_DRAWN)  # before the first challenge
_HOST, _BOARD = b"H", b"B"
_END = b"\0"


class Proven:
    """One end of the line: proves what it says, and lets through what the other end has proved."""

    def __init__(self, key: bytes, says: bytes, hears: bytes) -> None:
        self._key, self._says, self._hears = key, says, hears
        self.forged = 0  # frames that were not proved, or came a second time
        self._challenge, self._sent, self._heard = _NONE, 0, 0
        self._rest = bytearray()

    def seal(self, wire: bytes) -> bytes:
        """Frames as they are proved; a delimiter by itself stays one."""
        *frames, rest = wire.split(_END)
        assert not rest, "whole frames are sent"
        return b"".join(self._sealed(cobs.decode(one)[:-2]) if one else _END for one in frames)

    def open(self, data: bytes) -> bytes:
        """The frames that the other end has proved, without their proofs."""
        bodies = (body for body in self._bodies(data) if self._passes(body))
        return b"".join(_framed(body[:-PROOF]) for body in bodies)

    def _sealed(self, said: bytes) -> bytes:
        self._sent += 1
        said += self._sent.to_bytes(_COUNTER)
        return _framed(said + self._proof(self._says, self._challenge, said))

    def _proof(self, who: bytes, challenge: bytes, said: bytes) -> bytes:
        return hmac.digest(self._key, who + challenge + said, "sha256")[:_PROOF]

    def _bodies(self, data: bytes) -> Iterator[bytes]:
        """Bodies without checksum; damage is not told from forgery."""
        *ended, rest = data.split(_END)
        for piece in ended:
            stuffed, self._rest = bytes(self._rest + piece), bytearray()
            if not stuffed:
                continue
            try:
                body = cobs.decode(stuffed)
            except cobs.CobsError:
                body = b""
            if len(body) < 2 + _TAIL or _checksum(body[:-2]) != body[-2:]:
                self.forged += 1
            else:
                yield body[:-2]
        self._rest += rest
        del self._rest[MAX_STUFFED + 1 :]  # an overlong frame proves nothing, however it ends

    def _passes(self, body: bytes) -> bool:
        raise NotImplementedError

    def _proved(self, body: bytes, challenge: bytes, last: int) -> int:
        """The frame's counter; 0 where it is not proved, or is no later than the last."""
        said, proof = body[:-_PROOF], body[-_PROOF:]
        if not hmac.compare_digest(proof, self._proof(self._hears, challenge, said)):
            return 0
        counter = int.from_bytes(said[-_COUNTER:])
        return counter if counter > last else 0


class HostProven(Proven):
    """The host's end: it draws the challenges, so that nothing of another hour is taken."""

    def __init__(self, key: bytes, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        super().__init__(key, _HOST, _BOARD)
        self._draw = draw
        self._before: tuple[bytes, int] | None = None  # a challenge, until the next one holds
        self._answered = False  # something came since we last asked

    def _sealed(self, said: bytes) -> bytes:
        if said[0] != QUERY or (said[2] != HELLO and self._answered):
            return super()._sealed(said)
        drawn_before = self._challenge != _NONE
        self._before = (self._challenge, self._heard) if drawn_before else None
        self._challenge, self._sent, self._heard = self._draw(_DRAWN), 0, 0
        self._answered = False
        return super()._sealed(bytes((CHALLENGE, 0)) + self._challenge) + super()._sealed(said)

    def _passes(self, body: bytes) -> bool:
        fresh = self._challenge != _NONE  # else it may be of another hour
        if fresh and (counter := self._proved(body, self._challenge, self._heard)):
            self._heard, self._before = counter, None
        elif self._before and (counter := self._proved(body, *self._before)):
            self._before = self._before[0], counter
        else:
            self.forged += 1
            return False
        self._answered = True
        return True


class BoardProven(Proven):
    """The board's end: it answers under the last challenge that the host has proved."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key, _BOARD, _HOST)

    def _passes(self, body: bytes) -> bool:
        if body[0] == CHALLENGE and len(body) == 2 + _DRAWN + _COUNTER + _PROOF:
            drawn = body[2 : 2 + _DRAWN]
            if drawn != self._challenge and (counter := self._proved(body, drawn, 0)):
                self._challenge, self._sent, self._heard = drawn, 0, counter
                return False  # it is for us alone
        elif counter := self._proved(body, self._challenge, self._heard):
            self._heard = counter
            return True
        self.forged += 1
        return False


def _checksum(body: bytes) -> bytes:
    return crc_hqx(body, 0xFFFF).to_bytes(2, "little")


def _framed(body: bytes) -> bytes:
    return cobs.encode(body + _checksum(body)) + _END
