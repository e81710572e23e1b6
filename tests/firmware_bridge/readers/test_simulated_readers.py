"""A codec and its reader simulated, over a wire: every tag in the field is told, and told right."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.readers import Codec, TagRead, Tags
from firmware_bridge.readers.chafon import COMPLETE, ChafonCodec, ChafonDevice, encode_tags
from firmware_bridge.readers.device import Device
from firmware_bridge.readers.pn532 import Pn532Codec, RfConfigured, SamConfigured
from firmware_bridge.readers.registry import POLLED
from firmware_bridge.readers.s6350 import S6350Codec, S6350Device
from firmware_bridge.readers.tag_ids import UnfitTagError
from firmware_bridge.readers.yr903 import Yr903Codec
from tests.firmware_bridge.golden_frames import golden

LENGTHS = {"pn532": [4, 7, 10], "feig": [8], "skyetek": [8], "s6350": [8]}
UHF_LENGTHS = [2, 8, 12, 16, 62]
SIGNALS = {
    "r200": (-128, 127),
    "r200-aa": (-128, 127),
    "yr903": (-129, 126),
    "yr903-4": (-129, 126),
}
ANTENNAS = {"yr903-4": 4}


def ask(codec: Codec, device: Device, tags: list[TagRead], *, more: bool = False) -> list[Tags]:
    (request,) = device.feed(codec.poll(more=more))
    return [f for f in codec.feed(device.answer(request, tags)) if isinstance(f, Tags)]


def inventory(codec: Codec, device: Device, tags: list[TagRead]) -> list[TagRead]:
    """All tags that polling tells, the waiting ones fetched."""
    answers = ask(codec, device, tags)
    found = [read for answer in answers for read in answer.tags]
    while answers and answers[-1].more:
        answers = ask(codec, device, tags, more=True)
        found += [read for answer in answers for read in answer.tags]
    return found


def reads_of(name: str) -> st.SearchStrategy[list[TagRead]]:
    lengths = st.sampled_from(LENGTHS.get(name, UHF_LENGTHS))
    tag = lengths.flatmap(lambda n: st.binary(min_size=n, max_size=n)).map(
        lambda b: b.hex().upper()
    )
    signal = st.integers(*SIGNALS[name]).map(float) if name in SIGNALS else st.none()
    antenna = st.integers(0, ANTENNAS.get(name, 1) - 1)
    read = st.builds(TagRead, tag, antenna, signal)
    return st.lists(read, max_size=60, unique_by=lambda r: r.tag)


def key(read: TagRead) -> tuple[str, int, float]:
    return read.tag, read.antenna, read.rssi or 0.0


@pytest.mark.parametrize("name", POLLED)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_tags_are_told_back(name: str, data: st.DataObject) -> None:
    tags = data.draw(reads_of(name))
    kind = POLLED[name]
    found = inventory(kind.codec(), kind.device(), tags)
    assert sorted(found, key=key) == sorted(tags[: kind.targets], key=key)


@pytest.mark.parametrize("name", POLLED)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_answer_in_any_portions_between_any_noise(name: str, data: st.DataObject) -> None:
    codec, device = POLLED[name].codec(), POLLED[name].device()
    tags = data.draw(reads_of(name))[: POLLED[name].targets or 5]
    (request,) = device.feed(codec.poll())
    answer = device.answer(request, tags)
    whole = POLLED[name].codec().feed(answer)
    stream = data.draw(st.binary(max_size=40)) + answer + data.draw(st.binary(max_size=40))
    size = data.draw(st.integers(1, len(stream)))
    parts = [stream[at : at + size] for at in range(0, len(stream), size)]
    heard = [frame.raw for part in parts for frame in codec.feed(part)]
    assert heard == [frame.raw for frame in whole]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_chafon_288_tells_antenna_and_signal(data: st.DataObject) -> None:
    tag = st.binary(min_size=12, max_size=12).map(lambda b: b.hex().upper())
    read = st.builds(TagRead, tag, st.integers(0, 3), st.integers(0, 255).map(float))
    tags = data.draw(st.lists(read, max_size=60, unique_by=lambda r: r.tag))
    found = inventory(ChafonCodec(), ChafonDevice(with_antenna=True), tags)
    assert sorted(found, key=key) == sorted(tags, key=key)


@pytest.mark.parametrize(
    ("name", "frame", "tags"),
    [
        ("pn532", "two", ["040E3BD2286B85", "040F43D2286B85"]),
        ("pn532", "none", []),
        ("feig", "one", ["E004010012345678"]),
        ("feig", "none", []),
        ("skyetek", "one", ["E004010012345678"]),
        ("skyetek", "end", []),
        (
            "s6350",
            "four",
            ["E007000012C0147F", "E007000012C01480", "E007000012C01479", "E00700001353E7B6"],
        ),
        ("s6350", "none", []),
        ("r200", "none", []),
        ("r200-aa", "none", []),
        ("chafon", "one", ["000000000000000000000313"]),
        ("chafon", "two", ["000000000000000000000313", "000000000000000000000314"]),
        ("chafon", "none_of_18", []),
    ],
)
def test_a_simulated_reader_sends_the_golden_bytes(name: str, frame: str, tags: list[str]) -> None:
    device = POLLED[name].device()
    (request,) = device.feed(POLLED[name].codec().poll())
    assert golden(name, frame) in device.answer(request, [TagRead(tag) for tag in tags])


@pytest.mark.parametrize(
    ("name", "rssi", "antenna"), [("r200", -43, 0), ("r200-aa", -43, 0), ("yr903-4", -49, 3)]
)
def test_a_simulated_reader_sends_the_golden_signal(name: str, rssi: float, antenna: int) -> None:
    device = POLLED[name].device()
    (request,) = device.feed(POLLED[name].codec().poll())
    read = TagRead("E20010710000529B0940B402", antenna, rssi)
    assert golden(name, "one") in device.answer(request, [read])


@pytest.mark.parametrize(("name", "told"), [("r200", 127.0), ("yr903", 126.0)])
def test_a_signal_beyond_the_readers_scale_is_told_as_its_end(name: str, told: float) -> None:
    codec, device = POLLED[name].codec(), POLLED[name].device()
    (read,) = inventory(codec, device, [TagRead("E20010710000529B0940B402", rssi=900.0)])
    assert read.rssi == told


@given(data=st.data())
def test_no_frame_of_a_chafon_288_passes_for_an_18s(data: st.DataObject) -> None:
    tag = st.sampled_from([2, 4, 12]).flatmap(lambda n: st.binary(min_size=n, max_size=n))
    # Small bytes pass for lengths and counts, so they are the likeliest to be misread.
    small = st.lists(st.integers(0, 14), min_size=2, max_size=12).filter(lambda b: len(b) % 2 == 0)
    names = (tag | small.map(bytes)).map(lambda b: b.hex().upper())
    antenna = data.draw(st.integers(0, 7))
    reads = st.builds(TagRead, names, st.just(antenna), st.integers(0, 14).map(float))
    tags = data.draw(st.lists(reads, max_size=14))
    (frame,) = ChafonCodec().feed(encode_tags(COMPLETE, tags, antenna=antenna))
    assert isinstance(frame, Tags)
    assert list(frame.tags) == tags


def test_a_pn532_is_woken_and_bounded_before_it_lists_cards() -> None:
    codec, device = Pn532Codec(), POLLED["pn532"].device()
    heard: list[type] = []
    for sent in (codec.wake(), None, None):
        (request,) = device.feed(codec.poll() if sent is None else sent)
        frames = codec.feed(device.answer(request, [TagRead("040E3BD2286B85")]))
        heard += [type(frame) for frame in frames[1:]]
    assert heard[:2] == [SamConfigured, RfConfigured]
    assert issubclass(heard[2], Tags)


def test_a_pn532_that_slept_through_its_waking_is_woken_again() -> None:
    codec = Pn532Codec()
    assert codec.wake() == codec.poll() == codec.poll()
    codec.feed(golden("pn532", "sam"))
    assert codec.poll() == golden("pn532", "rf", from_reader=False)
    codec.feed(golden("pn532", "rf"))
    assert codec.poll() == golden("pn532", "poll", from_reader=False)


def test_a_pile_of_tags_that_collide_to_the_last_digit_is_told_apart() -> None:
    tags = [TagRead(f"{digit:X}007000012C01480") for digit in range(16)]
    found = inventory(S6350Codec(), S6350Device(), tags)
    assert sorted(found, key=key) == sorted(tags, key=key)


def test_an_s6350_forgets_its_masks_when_a_poll_begins_anew() -> None:
    codec, device = S6350Codec(), S6350Device()
    (answer,) = ask(codec, device, [TagRead("E007000012C01480"), TagRead("E007000012C01490")])
    assert answer.more
    (answer,) = ask(codec, device, [])
    assert not answer.more


def test_a_yr903_tells_only_the_antenna_that_was_chosen() -> None:
    codec, device = Yr903Codec(antennas=[2]), POLLED["yr903"].device()
    (choice,) = device.feed(codec.wake())
    codec.feed(device.answer(choice))
    tags = [TagRead(f"E2001071000052{place:02}", place, -50.0) for place in range(4)]
    assert inventory(codec, device, tags) == [tags[2]]


@pytest.mark.parametrize("antennas", [[], [4], [1, 1]])
def test_a_yr903_without_such_antennas_says_so(antennas: list[int]) -> None:
    with pytest.raises(ValueError, match="antennas 0 to 3"):
        Yr903Codec(antennas=antennas)


@pytest.mark.parametrize("name", POLLED)
@pytest.mark.parametrize("tag", ["", "0", "king", "0123456789ABCDEF01"])
def test_a_tag_that_the_reader_cannot_read_is_refused(name: str, tag: str) -> None:
    device = POLLED[name].device()
    (request,) = device.feed(POLLED[name].codec().poll())
    with pytest.raises(UnfitTagError, match="it reads tags of"):
        device.answer(request, [TagRead(tag)])


@pytest.mark.parametrize("name", POLLED)
def test_a_driver_reads_tags_of_its_usual_length(name: str) -> None:
    kind = POLLED[name]
    tags = [TagRead(random.Random(name).randbytes(kind.tag_bytes).hex().upper(), rssi=-50.0)]
    if name == "chafon" or kind.tag_bytes < 12:
        tags = [TagRead(tags[0].tag)]
    assert inventory(kind.codec(), kind.device(), tags) == tags
    assert kind.codec().name == name.removesuffix("-4")
