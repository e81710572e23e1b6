"""The sums by which readers' frames are known to be whole."""

from binascii import crc_hqx
from functools import reduce
from operator import xor

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _mirror16(value: int) -> int:
    return _MIRRORED[value & 0xFF] << 8 | _MIRRORED[value >> 8]


def crc_8408(data: bytes, start: int = 0xFFFF) -> int:
    """CRC-16 with the reversed polynomial 0x8408, as FEIG, Chafon and SkyeTek use it."""
    # The mirror image of what the standard library computes in C: some thirty times a Python loop.
    return _mirror16(crc_hqx(data.translate(_MIRRORED), _mirror16(start)))


def crc_epc(data: bytes) -> int:
    """The CRC that a UHF tag sends after its PC and EPC: CCITT 1021, inverted."""
    return crc_hqx(data, 0xFFFF) ^ 0xFFFF


def sum8(data: bytes) -> int:
    """The low byte of the sum."""
    return sum(data) & 0xFF


def complement8(data: bytes) -> int:
    """The byte that makes the sum of all a multiple of 256."""
    return -sum(data) & 0xFF


def xor8(data: bytes) -> int:
    """All bytes, exclusive-or."""
    return reduce(xor, data, 0)
