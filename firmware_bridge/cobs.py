"""Byte stuffing by COBS: bytes without a zero among them, so that a zero can end a frame."""

_BLOCK = 254  # the longest run one code byte can speak for


class CobsError(ValueError):
    """Bytes that no COBS encoder makes."""


def encode(data: bytes) -> bytes:
    """Stuff ``data``; at most one byte in 254 is added, and one."""
    out = bytearray()
    runs = data.split(b"\0")
    last = len(runs) - 1
    for at, run in enumerate(runs):
        # A full block says "no zero here", so a full run that a zero follows needs an empty block.
        while len(run) > _BLOCK or (len(run) == _BLOCK and at < last):
            out.append(_BLOCK + 1)
            out += run[:_BLOCK]
            run = run[_BLOCK:]
        out.append(len(run) + 1)
        out += run
    return bytes(out)


def decode(stuffed: bytes) -> bytes:
    """Undo ``encode``; the delimiter is not part of ``stuffed``."""
    out = bytearray()
    at, end = 0, len(stuffed)
    while at < end:
        code = stuffed[at]
        after = at + code
        if code == 0 or after > end:
            raise CobsError(f"expected a code within the frame at byte {at}, got {code:#04x}")
        out += stuffed[at + 1 : after]
        if code <= _BLOCK and after < end:
            out.append(0)
        at = after
    return bytes(out)
