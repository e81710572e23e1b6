import random
from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import cobs
from firmware_bridge.board_messages import (
    MESSAGES,
    BoardError,
    Buzzer,
    Hello,
    Lamp,
    Message,
    MessageError,
    ShoeDraw,
    Snapshot,
    TagSeen,
)
from firmware_bridge.readers import TagRead
from firmware_bridge.readers.board import (
    MAX_BODY,
    MAX_STUFFED,
    BoardFrame,
    Deframer,
    Malformed,
    encode,
)
from tests.firmware_bridge import golden_board
from tests.firmware_bridge.golden_board import GOLDEN, Golden, body

every = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
NEXT = encode(77, TagSeen(1, "ABCD", -3.0))


def messages(frames: list[BoardFrame | Malformed]) -> list[tuple[int, Message]]:
    assert all(isinstance(frame, BoardFrame) for frame in frames), frames
    return [(frame.seq, frame.message) for frame in frames if isinstance(frame, BoardFrame)]


def test_the_protocol_has_a_golden_frame_of_each_message() -> None:
    assert [golden.name for golden in GOLDEN] == list(golden_board.MESSAGES)
    assert {golden.message.code for golden in GOLDEN} == set(MESSAGES)


def test_the_checksum_is_the_one_the_protocol_names() -> None:
    assert crc_hqx(b"123456789", 0xFFFF) == 0x29B1


@every
def test_whole(golden: Golden) -> None:
    assert cobs.decode(golden.wire[:-1]) == golden.body
    (frame,) = Deframer().feed(golden.wire)
    assert frame.raw == golden.wire
    assert messages([frame]) == [(golden.seq, golden.message)]


@every
def test_encoded_to_the_byte(golden: Golden) -> None:
    message = golden.message
    if golden.name == "hello of version 2":  # read no further than its id
        message = Hello(2, golden_board.BOARD_ID, 3, golden_board.ZONES)
    assert encode(golden.seq, message) == golden.wire


@every
def test_byte_by_byte(golden: Golden) -> None:
    deframer = Deframer()
    frames = [frame for byte in golden.wire for frame in deframer.feed(bytes((byte,)))]
    assert messages(frames) == [(golden.seq, golden.message)]


@every
def test_five_together_with_garbage_before_and_after(golden: Golden) -> None:
    noise = random.Random(4).randbytes(300)
    deframer = Deframer()
    frames = deframer.feed(noise + b"\0" + golden.wire * 5 + noise + b"\0" + NEXT)
    assert messages(frames)[:5] == [(golden.seq, golden.message)] * 5
    assert messages(frames)[5:] == [(77, TagSeen(1, "ABCD", -3.0))]


@every
def test_no_flipped_bit_is_accepted(golden: Golden) -> None:
    for bit in range(8 * len(golden.wire)):
        wire = bytearray(golden.wire)
        wire[bit // 8] ^= 1 << bit % 8
        deframer = Deframer()
        assert deframer.feed(bytes(wire) + b"\0") == []
        assert deframer.damaged >= 1
        assert messages(deframer.feed(NEXT)) == [(77, TagSeen(1, "ABCD", -3.0))]


@every
def test_half_a_frame_costs_itself_only(golden: Golden) -> None:
    for cut in range(1, len(golden.wire) - 1):
        frames = Deframer().feed(golden.wire[:cut] + b"\0" + golden.wire)
        assert messages(frames) == [(golden.seq, golden.message)]


def test_an_overlong_frame_is_dropped_and_the_next_is_read() -> None:
    deframer = Deframer()
    for _ in range(100):
        assert deframer.feed(b"\x11" * 1000) == []
    assert len(deframer._rest) <= MAX_STUFFED
    assert messages(deframer.feed(b"\0" + NEXT)) == [(77, TagSeen(1, "ABCD", -3.0))]
    assert deframer.damaged == 1


def test_ten_megabytes_of_noise_and_the_next_good_frame_is_read() -> None:
    noise, deframer = random.Random(10), Deframer()
    accepted = 0
    for _ in range(160):
        accepted += len(deframer.feed(noise.randbytes(65536)))
        assert len(deframer._rest) <= MAX_STUFFED
    assert messages(deframer.feed(b"\0" + NEXT)) == [(77, TagSeen(1, "ABCD", -3.0))]
    assert deframer.damaged > 10_000
    assert accepted <= 3  # one in 65,536 has a right checksum by chance


@pytest.mark.parametrize(
    ("code", "payload", "why"),
    [
        (0x3F, "", "expected a message type of PROTOCOL.md, got 0x3f"),
        (0x08, "01", "expected 1 more bytes, got 0"),
        (0x08, "01 00 00", "expected no more bytes, got 1"),
        (0x08, "01 04", "expected a status below 4, got 4"),
        (0x01, "01 00A1B2C3D4E5F607 00000001 01 70", "expected a zone, got 0x70"),
        (0x04, "00 00", "expected a tag of 1 to 16 bytes, got 0"),
        (0x04, "00 11" + "AA" * 17, "expected a tag of 1 to 16 bytes, got 17"),
        (0x06, "03 00000001 05", "expected a button, got 0x05"),
        (0x07, "01 FF 01 0A", "expected printable ASCII in a fault's text"),
        (0x42, "00 0064", "expected beeps from 1 to 10, got 0"),
        (0x02, "00000001 00000001 00 00 00000001 02", "expected at most 1 told again, got 2"),
    ],
)
def test_a_whole_frame_that_breaks_the_protocol_is_named(code: int, payload: str, why: str) -> None:
    (frame,) = Deframer().feed(body(code, payload))
    assert isinstance(frame, Malformed)
    assert (frame.seq, frame.code) == (9, code)
    assert frame.why == f"message type {code:#04x}: {why}"


def test_a_message_that_cannot_be_is_refused_where_it_is_made() -> None:
    with pytest.raises(MessageError, match="a lamp from 0 to 15, got 16"):
        Lamp(16, "on")
    with pytest.raises(MessageError, match="milliseconds from 1 to 2000, got 5000"):
        Buzzer(1, 5000)
    with pytest.raises(MessageError, match="got kitchen"):
        encode(0, Hello(1, golden_board.BOARD_ID, 1, ("kitchen",)))
    with pytest.raises(MessageError, match="board id of 8 bytes"):
        encode(0, Hello(1, "AB", 1, ()))
    many = tuple(TagRead(f"{n:024X}", 0, -1.0) for n in range(200))
    with pytest.raises(BoardError, match=f"at most {MAX_BODY} bytes"):
        encode(0, Snapshot(1, 1, (many,)))


tags = st.binary(min_size=1, max_size=16).map(lambda raw: raw.hex().upper())
signals = st.none() | st.integers(-127, 127).map(float)
fields = st.none() | st.lists(st.tuples(tags, signals), max_size=4)


@given(st.integers(0, 255), st.lists(fields, max_size=14), st.lists(st.tuples(tags, st.booleans())))
def test_any_snapshot_comes_back_as_it_was(
    seq: int,
    found: list[list[tuple[str, float | None]] | None],
    drawn: list[tuple[str, bool]],
) -> None:
    antennas = tuple(
        None if reads is None else tuple(TagRead(tag, at, rssi) for tag, rssi in reads)
        for at, reads in enumerate(found)
    )
    draws = tuple(ShoeDraw(6, n, *draw) for n, draw in enumerate(drawn, 1))
    snapshot = Snapshot(5, 6, antennas, draws[-16:], drawn=len(draws))
    assert messages(Deframer().feed(encode(seq, snapshot))) == [(seq, snapshot)]


@given(st.lists(st.binary(max_size=80)))
def test_no_bytes_raise(pieces: list[bytes]) -> None:
    deframer = Deframer()
    for piece in pieces:
        deframer.feed(piece)
