"""The frame cutter: what it keeps, and what it looks past."""

import random
from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.readers import chafon, feig, pn532, r200, s6350, skyetek, yr903
from firmware_bridge.readers.checksums import complement8, crc_8408, crc_epc, sum8, xor8
from firmware_bridge.readers.framing import Framer, Shape

SHAPES = {
    "pn532": pn532.SHAPE,
    "feig": feig.SHAPE,
    "skyetek": skyetek.SHAPE,
    "s6350": s6350.SHAPE,
    "r200": r200.REPLIES,
    "yr903": yr903.SHAPE,
    "chafon": chafon.SHAPE,
}


@pytest.mark.parametrize("name", SHAPES)
def test_less_than_one_frame_is_ever_kept(name: str) -> None:
    shape: Shape = SHAPES[name]
    framer = Framer[bytes](shape, lambda raw: None)
    chance = random.Random(name)
    for _ in range(2000):
        framer.feed(chance.randbytes(chance.randrange(64)))
        assert framer.waiting < shape.largest


def test_a_false_head_does_not_hold_up_the_frame_behind_it() -> None:
    framer = Framer[bytes](feig.SHAPE, lambda raw: raw if feig.read_reply(raw) else None)
    false_head = bytes([0xFF, 0x00, 0xB0])
    frame = bytes.fromhex("0600B0015C63")
    assert framer.feed(false_head + frame) == [frame]
    assert framer.waiting < len(frame)


def test_a_frame_that_calls_itself_shorter_than_its_head_is_none() -> None:
    assert feig.FeigCodec().feed(bytes.fromhex("020000FFB0020004FFB0")) == []


def by_hand(data: bytes, crc: int) -> int:
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
    return crc


@given(data=st.binary(max_size=80), start=st.integers(0, 0xFFFF))
def test_the_reversed_crc_is_what_the_long_way_gives(data: bytes, start: int) -> None:
    assert crc_8408(data, start) == by_hand(data, start)


def test_sums_by_their_published_check_values() -> None:
    digits = b"123456789"
    assert crc_8408(digits) == 0x6F91  # CRC-16/MCRF4XX
    assert crc_8408(digits, 0) == 0x2189  # CRC-16/KERMIT
    assert crc_epc(digits) == 0xD64E  # CRC-16/GENIBUS
    assert crc_hqx(digits, 0xFFFF) == 0x29B1
    assert sum8(digits) == 0xDD
    assert complement8(digits) == 0x23
    assert xor8(digits) == 0x31
