"""Every driver reads its golden frames, whatever the wire does to them."""

import random
from collections.abc import Callable

import pytest

from firmware_bridge.readers import Frame
from firmware_bridge.readers.registry import POLLED
from tests.firmware_bridge.golden_frames import ALL, REPLIES, REQUESTS, Golden, golden, said

Feed = Callable[[bytes], list[Frame]]
each_frame = pytest.mark.parametrize("golden", ALL, ids=str)


def listener(golden: Golden) -> Feed:
    """Whoever hears this frame: the codec a reply, the simulated reader a request."""
    driver = POLLED[golden.driver]
    return driver.codec().feed if golden.from_reader else driver.device().feed


def raws(frames: list[Frame]) -> list[bytes]:
    return [frame.raw for frame in frames]


def noise(size: int, seed: str) -> bytes:
    return random.Random(seed).randbytes(size)


@pytest.mark.parametrize("golden", REPLIES, ids=str)
def test_a_reply_says_what_is_written_beside_it(golden: Golden) -> None:
    assert [said(frame) for frame in listener(golden)(golden.raw)] == [golden.says]


@pytest.mark.parametrize("golden", REQUESTS, ids=str)
def test_a_request_is_understood_by_the_simulated_reader(golden: Golden) -> None:
    device = POLLED[golden.driver].device()
    (request,) = device.feed(golden.raw)
    assert request.raw == golden.raw
    heard = POLLED[golden.driver].codec().feed(device.answer(request))
    assert heard, "the simulated reader's answer is a reply that the codec reads"


@each_frame
def test_byte_by_byte(golden: Golden) -> None:
    feed = listener(golden)
    portions = [feed(bytes([byte])) for byte in golden.raw]
    assert not any(portions[:-1])
    assert raws(portions[-1]) == [golden.raw]


@each_frame
def test_five_together(golden: Golden) -> None:
    assert raws(listener(golden)(golden.raw * 5)) == [golden.raw] * 5


@each_frame
def test_five_in_portions_of_every_size(golden: Golden) -> None:
    stream = golden.raw * 5
    for size in range(2, len(golden.raw) + 2):
        feed = listener(golden)
        parts = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert raws([frame for part in parts for frame in feed(part)]) == [golden.raw] * 5


@each_frame
@pytest.mark.parametrize("size", [1, 2, 3, 7, 40, 300])
def test_garbage_before_and_after(golden: Golden, size: int) -> None:
    for turn in range(10):
        feed = listener(golden)
        before = noise(size, f"before {size} {turn}")
        after = noise(size, f"after {size} {turn}")
        assert raws(feed(before + golden.raw + after)) == [golden.raw]
        assert raws(feed(golden.raw)) == [golden.raw]


@each_frame
def test_every_single_byte_before(golden: Golden) -> None:
    for byte in range(256):
        assert raws(listener(golden)(bytes([byte]) + golden.raw)) == [golden.raw]


@each_frame
def test_no_single_flipped_bit_is_taken_for_a_frame(golden: Golden) -> None:
    for bit in range(len(golden.raw) * 8):
        spoilt = bytearray(golden.raw)
        spoilt[bit // 8] ^= 1 << bit % 8
        assert listener(golden)(bytes(spoilt)) == []
        between = listener(golden)(golden.raw + bytes(spoilt) + golden.raw)
        assert raws(between) == [golden.raw] * 2


@each_frame
def test_a_truncated_frame_does_not_take_the_next_with_it(golden: Golden) -> None:
    for cut in range(len(golden.raw)):
        feed = listener(golden)
        assert feed(golden.raw[:cut]) == []
        # A PN532 frame that lost only its last zero is whole with the next one's first.
        healed = golden.driver == "pn532" and cut == len(golden.raw) - 1
        assert raws(feed(golden.raw)) == [golden.raw] * (2 if healed else 1)


@each_frame
def test_a_frame_that_lost_its_beginning_does_not_take_the_next_with_it(golden: Golden) -> None:
    for cut in range(1, len(golden.raw)):
        assert raws(listener(golden)(golden.raw[cut:] + golden.raw)) == [golden.raw]


@pytest.mark.parametrize("golden", REQUESTS, ids=str)
def test_a_request_that_comes_back_as_an_echo_is_not_a_reply(golden: Golden) -> None:
    if golden.driver != "pn532":  # whose acknowledgement is the same from both sides
        assert POLLED[golden.driver].codec().feed(golden.raw) == []


@pytest.mark.parametrize("name", POLLED)
def test_a_poll_is_the_golden_poll(name: str) -> None:
    assert POLLED[name].codec().poll() == golden(name, "poll", from_reader=False)
