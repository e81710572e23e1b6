"""Random bytes into every codec: no exception, bounded memory, and the next good frame is read."""

import random
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.readers.registry import POLLED
from tests.firmware_bridge.golden_frames import ALL, REPLIES

PORTION = 4096
each_driver = pytest.mark.parametrize("name", POLLED)


def plain_noise(name: str, size: int) -> bytes:
    return random.Random(name).randbytes(size)


def likely_noise(name: str, size: int) -> bytes:
    """Noise of just those bytes that the driver's frames are made of: full of false beginnings."""
    letters = b"".join(golden.raw for golden in ALL if golden.driver == name)
    return bytes(random.Random(name).choices(letters, k=size))


def torn_frames(name: str, size: int) -> bytes:
    """Frames cut at random and run together."""
    chance = random.Random(name)
    frames = [golden.raw for golden in ALL if golden.driver == name]
    torn = bytearray()
    while len(torn) < size:
        frame = chance.choice(frames)
        torn += frame[: chance.randrange(len(frame))]
    return bytes(torn)


@contextmanager
def memory_within(most: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


def survive(name: str, noise: bytes, portion: int = PORTION) -> None:
    codec, device = POLLED[name].codec(), POLLED[name].device()
    with memory_within(256 * 1024):
        for at in range(0, len(noise), portion):
            codec.feed(noise[at : at + portion])
            device.feed(noise[at : at + portion])
    for golden in ALL:
        if golden.driver == name:
            listener = codec if golden.from_reader else device
            assert [frame.raw for frame in listener.feed(golden.raw)][-1:] == [golden.raw]


@each_driver
@settings(deadline=None)  # the machine may be busy
@given(data=st.data())
def test_no_bytes_raise_and_the_next_good_frame_is_read(name: str, data: st.DataObject) -> None:
    pieces = st.binary(max_size=60) | st.sampled_from([g.raw for g in ALL if g.driver == name])
    codec, device = POLLED[name].codec(), POLLED[name].device()
    for piece in data.draw(st.lists(pieces, max_size=12)):
        codec.feed(piece)
        device.feed(piece)
    for golden in ALL:
        if golden.driver == name:
            listener = codec if golden.from_reader else device
            assert [frame.raw for frame in listener.feed(golden.raw)][-1:] == [golden.raw]


@each_driver
def test_200_kilobytes_of_noise(name: str) -> None:
    survive(name, plain_noise(name, 200_000))


@each_driver
def test_noise_byte_by_byte(name: str) -> None:
    survive(name, plain_noise(name, 20_000), portion=1)


@each_driver
def test_noise_of_likely_bytes(name: str) -> None:
    survive(name, likely_noise(name, 100_000))


@each_driver
def test_torn_frames(name: str) -> None:
    survive(name, torn_frames(name, 100_000))


@each_driver
def test_a_good_frame_is_read_in_the_midst_of_noise_however_it_is_cut(name: str) -> None:
    chance = random.Random(name)
    frames = [golden.raw for golden in REPLIES if golden.driver == name]
    for _ in range(200):
        codec = POLLED[name].codec()
        wanted = chance.choice(frames)
        stream = chance.randbytes(chance.randrange(600)) + wanted
        cuts = sorted(chance.randrange(len(stream)) for _ in range(chance.randrange(8)))
        heard = [
            frame.raw
            for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)
            for frame in codec.feed(stream[start:end])
        ]
        assert heard == [wanted], "at once, not when later bytes have shown the noise to be noise"


@pytest.mark.slow
@each_driver
def test_10_megabytes_of_noise(name: str) -> None:
    survive(name, plain_noise(name, 10_000_000))


@pytest.mark.slow
@each_driver
def test_10_megabytes_of_likely_noise(name: str) -> None:
    survive(name, likely_noise(name, 10_000_000))
