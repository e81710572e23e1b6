import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import cobs

# The published examples of the method, and the edges of a full block.
KNOWN = {
    "": "01",
    "00": "01 01",
    "00 00": "01 01 01",
    "11 22 00 33": "03 11 22 02 33",
    "11 22 33 44": "05 11 22 33 44",
    "11 00 00 00": "02 11 01 01 01",
    "11 00 00 22": "02 11 01 02 22",
}


@pytest.mark.parametrize(("plain", "stuffed"), KNOWN.items())
def test_known_pairs(plain: str, stuffed: str) -> None:
    assert cobs.encode(bytes.fromhex(plain)) == bytes.fromhex(stuffed)
    assert cobs.decode(bytes.fromhex(stuffed)) == bytes.fromhex(plain)


def test_a_full_block_means_no_zero() -> None:
    run = bytes(range(1, 255))
    assert cobs.encode(run) == b"\xff" + run
    assert cobs.encode(run + b"\0") == b"\xff" + run + b"\x01\x01"
    assert cobs.encode(run + b"\xff") == b"\xff" + run + b"\x02\xff"


def test_a_needless_empty_block_after_a_full_one_is_understood() -> None:
    run = bytes(range(1, 255))
    assert cobs.decode(b"\xff" + run + b"\x01") == run


@pytest.mark.parametrize("bad", ["00", "02", "05 11 22", "02 11 00 01"])
def test_what_no_encoder_makes_is_refused(bad: str) -> None:
    with pytest.raises(cobs.CobsError):
        cobs.decode(bytes.fromhex(bad))


@given(st.binary(max_size=1200) | st.lists(st.sampled_from([b"\0", b"x" * 254])).map(b"".join))
def test_there_and_back(data: bytes) -> None:
    stuffed = cobs.encode(data)
    assert 0 not in stuffed
    assert len(stuffed) <= len(data) + len(data) // 254 + 1
    assert cobs.decode(stuffed) == data
