"""Readers over real pseudo-terminals, with their cables pulled."""

import queue
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.board_device import BoardDevice
from firmware_bridge.board_link import BoardLink
from firmware_bridge.poll_link import GARBAGE, PollLink, PollTimes
from firmware_bridge.ports import PortSettings
from firmware_bridge.reader_thread import Heards, Reader
from firmware_bridge.readers import Frame, TagRead, Tags
from firmware_bridge.sightings import Draw, Heard, Press, Read, ReaderState, Swept
from tests.firmware_bridge.golden_board import BOARD_ID, T1, T2, T3, ZONES
from tests.firmware_bridge.pseudo import Cable, Device, wait_for


class LineCodec:
    """The smallest reader: a line for a poll, a line of tags for an answer, a sum behind it."""

    name = "line"

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Frame]:
        *lines, self._rest = (self._rest + data)[-4096:].split(b"\n")
        return [frame for line in lines for frame in self._frame(line)]

    def wake(self) -> bytes:
        return b"wake\n"

    def poll(self, *, more: bool = False) -> bytes:
        return b"more\n" if more else b"poll\n"

    def _frame(self, line: bytes) -> list[Frame]:
        content, mark, total = line.rpartition(b"#")
        if not mark or total != b"%d" % (sum(content) % 256):
            return []
        more = content.endswith(b"+")
        tags = (tag.split(":") for tag in content.rstrip(b"+").decode().split())
        return [Tags(line, tuple(TagRead(t, int(a), -float(a)) for t, a in tags), more)]


def answer(tags: str) -> bytes:
    return f"{tags}#{sum(tags.encode()) % 256}\n".encode()


def state(*words: str) -> Callable[[Heard], bool]:
    return lambda item: isinstance(item, ReaderState) and item.state in words


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path / "usb-reader")
    yield cable
    cable.pull()


class Polled:
    """A polled reader, its far end and its cable."""

    def __init__(self, cable: Cable) -> None:
        self.cable = cable
        self.tags = ""
        self.asked: list[bytes] = []
        self.answering = True
        self.out = Heards()
        zones = {0: "seat:1", 1: "seat:2"}
        link = PollLink("seats", LineCodec(), zones, PollTimes(silent_after=0.6))
        self.reader = Reader(PortSettings(str(cable.name)), link, self.out)
        self.device = Device(cable, self._step)
        self.reader.start()

    def _step(self, data: bytes, t: float) -> bytes:
        lines = data.split()
        self.asked += lines
        if not self.answering:
            return b""
        first, *rest = self.tags.split(" | ")
        second = answer(rest[0]) if rest else b""
        known = {b"poll": answer(first + "+" if rest else first), b"more": second}
        return b"".join(known.get(line, b"") for line in lines)

    def stop(self) -> None:
        self.reader.stop()
        self.device.stop()


@pytest.fixture
def polled(cable: Cable) -> Iterator[Polled]:
    polled = Polled(cable)
    yield polled
    polled.stop()


def test_a_polled_reader_is_woken_polled_and_read(polled: Polled) -> None:
    polled.tags = "AA:0 BB:1 CC:7"  # nobody knows where antenna 7 lies
    told = wait_for(polled.out, state("ok"), 2.0)
    assert isinstance(told[0], ReaderState)
    assert told[0].state == "negotiating"
    told = wait_for(polled.out, lambda item: isinstance(item, Swept), 1.0)
    told += wait_for(polled.out, lambda item: isinstance(item, Swept), 1.0)
    reads = [(item.zone, item.tag, item.rssi) for item in told if isinstance(item, Read)]
    assert ("seat:1", "AA", 0.0) in reads
    assert ("seat:2", "BB", -1.0) in reads
    assert "CC" not in {tag for _, tag, _ in reads}
    assert isinstance(told[-1], Swept)
    assert told[-1].zones == ("seat:1", "seat:2")
    assert polled.asked[0] == b"wake"


def test_tags_that_wait_are_fetched_before_the_sweep_is_over(polled: Polled) -> None:
    polled.tags = "AA:0 | BB:1"
    wait_for(polled.out, state("ok"), 2.0)
    wait_for(polled.out, lambda item: isinstance(item, Swept), 1.0)
    told = wait_for(polled.out, lambda item: isinstance(item, Swept), 1.0)
    assert [item.tag for item in told if isinstance(item, Read)] == ["AA", "BB"]
    assert polled.asked.count(b"more") >= 1


def test_a_reader_is_polled_twenty_times_a_second(polled: Polled) -> None:
    wait_for(polled.out, state("ok"), 2.0)
    before = len(polled.asked)
    time.sleep(1.0)
    assert 8 <= len(polled.asked) - before <= 21  # fewer where the machine is busy


def test_a_reader_that_falls_silent_is_told_woken_and_right_again(polled: Polled) -> None:
    wait_for(polled.out, state("ok"), 2.0)
    polled.answering = False
    polled.asked.clear()  # it is woken as soon as it is found silent
    fell = time.monotonic()
    told = wait_for(polled.out, state("silent"), 2.0)
    assert told[-1].t - fell < 2.0
    polled.answering = True
    wait_for(polled.out, state("ok"), 2.0)
    assert b"wake" in polled.asked


def test_a_cable_that_is_pulled_and_plugged_in(polled: Polled) -> None:
    polled.tags = "AA:0"
    wait_for(polled.out, state("ok"), 2.0)
    polled.device.stop()
    polled.cable.pull()
    pulled = time.monotonic()
    told = wait_for(polled.out, state("absent"), 2.0)
    assert told[-1].t - pulled < 2.0
    assert isinstance(told[-1], ReaderState)
    assert "plug" in told[-1].detail
    time.sleep(0.7)
    polled.cable.plug()
    polled.device = Device(polled.cable, polled._step)
    wait_for(polled.out, state("ok"), 3.0)
    wait_for(polled.out, lambda item: isinstance(item, Read), 0.5)


def test_garbage_only_says_what_to_check(cable: Cable) -> None:
    out = Heards()
    link = PollLink("seats", LineCodec(), {0: "muck"}, PollTimes(silent_after=0.4))
    reader = Reader(PortSettings(str(cable.name), 9600), link, out)
    noise = random.Random(1)
    device = Device(cable, lambda data, t: noise.randbytes(5))
    reader.start()
    told = wait_for(out, lambda item: isinstance(item, ReaderState) and item.detail == GARBAGE, 2)
    assert isinstance(told[-1], ReaderState)
    assert told[-1].state == "negotiating"
    reader.stop()
    device.stop()


def test_a_port_that_is_not_there_is_told_once_and_found_when_it_comes(tmp_path: Path) -> None:
    name, out = tmp_path / "usb-late", Heards()
    reader = Reader(PortSettings(str(name)), PollLink("late", LineCodec(), {0: "muck"}), out)
    reader.start()
    time.sleep(0.8)
    cable = Cable(name)
    device = Device(cable, lambda data, t: answer("") * data.count(b"poll"))
    told = wait_for(out, state("ok"), 3.0)
    states = [item.state for item in told if isinstance(item, ReaderState)]
    assert states == ["absent", "negotiating", "ok"]
    reader.stop()
    device.stop()
    cable.pull()


def test_a_driver_that_fails_is_told_and_not_swallowed(
    cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[str] = []
    monkeypatch.setattr("threading.excepthook", lambda args: raised.append(args.exc_type.__name__))
    out = Heards()
    reader = Reader(PortSettings(str(cable.name)), PollLink("x", LineCodec(), {0: "muck"}), out)
    reader.start()
    wait_for(out, state("negotiating"), 1.0)
    reader.ask(lambda link: (_ for _ in ()).throw(KeyError("none")))
    told = wait_for(out, state("absent"), 1.0)
    assert isinstance(told[-1], ReaderState)
    assert told[-1].detail == "the driver failed and has stopped (KeyError): restart it"
    reader.stop()
    assert raised == ["KeyError"]


class Boarded:
    """A table board on a pseudo-terminal."""

    def __init__(self, cable: Cable) -> None:
        self.cable = cable
        self.board = BoardDevice(BOARD_ID, ZONES, boot=3)
        self.noise: Callable[[bytes], bytes] = lambda data: data
        self.out = Heards()
        self.reader = Reader(PortSettings(str(cable.name)), BoardLink("table board"), self.out)
        self.device = Device(cable, self._step)
        self.reader.start()
        wait_for(self.out, state("ok"), 2.0)

    def _step(self, data: bytes, t: float) -> bytes:
        self.board.feed(data)
        self.board.tick(t)
        return self.noise(self.board.take())

    def pull(self) -> None:
        self.device.stop()
        self.cable.pull()

    def plug(self) -> None:
        self.cable.plug()
        self.device = Device(self.cable, self._step)

    def stop(self) -> None:
        self.reader.stop()
        self.device.stop()


@pytest.fixture
def boarded(cable: Cable) -> Iterator[Boarded]:
    boarded = Boarded(cable)
    yield boarded
    boarded.stop()


def test_a_board_tells_reads_draws_and_presses_and_takes_lamps(boarded: Boarded) -> None:
    boarded.board.sweep(0, {T1: -40.0})
    boarded.board.draw(T2, face_up=True)
    boarded.board.press("undo")
    told = wait_for(boarded.out, lambda item: isinstance(item, Press), 1.0)
    told += wait_for(boarded.out, lambda item: isinstance(item, Read), 1.0)
    assert [item.button for item in told if isinstance(item, Press)] == ["undo"]
    assert [(d.tag, d.face_up, d.reader) for d in told if isinstance(d, Draw)] == [
        (T2, True, "table board")
    ]
    assert {(r.zone, r.tag) for r in told if isinstance(r, Read)} == {("seat:1", T1)}
    boarded.reader.ask(lambda link: link.lamp(2, "fast"))
    end = time.monotonic() + 1.0
    while boarded.board.lamps != {2: "fast"} and time.monotonic() < end:
        time.sleep(0.01)
    assert boarded.board.lamps == {2: "fast"}


def test_a_boards_cable_pulled_in_mid_deal(boarded: Boarded) -> None:
    boarded.board.sweep(0, {T1: -40.0})
    boarded.board.draw(T1)
    wait_for(boarded.out, lambda item: isinstance(item, Draw), 1.0)
    boarded.reader.ask(lambda link: link.lamp(0, "on"))
    boarded.pull()
    pulled = time.monotonic()
    told = wait_for(boarded.out, state("absent"), 2.0)
    assert told[-1].t - pulled < 2.0
    boarded.board.draw(T2)  # the dealer goes on
    boarded.board.sweep(1, {T2: -40.0})
    boarded.board.sweep(0, {})
    boarded.board.draw(T3, face_up=True)
    boarded.board.take()
    time.sleep(0.5)
    boarded.plug()
    plugged = time.monotonic()
    told = wait_for(boarded.out, state("ok"), 3.0)
    told += wait_for(boarded.out, lambda item: isinstance(item, Swept), 1.0)
    assert told[-1].t - plugged < 3.0
    draws = [(item.tag, item.face_up) for item in told if isinstance(item, Draw)]
    assert draws == [(T2, False), (T3, True)]
    assert {(r.zone, r.tag) for r in told if isinstance(r, Read)} == {("seat:2", T2)}
    assert boarded.board.lamps == {0: "on"}


def test_a_board_through_garbage_and_half_frames(boarded: Boarded) -> None:
    dice = random.Random(5)

    def noise(data: bytes) -> bytes:
        if data and dice.random() < 0.1:
            return data[: dice.randrange(len(data))] + dice.randbytes(20)
        return data + (dice.randbytes(30) if dice.random() < 0.02 else b"")

    boarded.noise = noise
    tags = [f"{number:016X}" for number in range(40)]
    for tag in tags:
        boarded.board.draw(tag)
        time.sleep(0.03)
    told = wait_for(boarded.out, lambda item: isinstance(item, Draw) and item.tag == tags[-1], 3.0)
    assert [item.tag for item in told if isinstance(item, Draw)] == tags


def test_what_went_over_the_wire_is_kept_and_bounded(boarded: Boarded) -> None:
    ways = {raw.way for raw in boarded.reader.recent}
    assert ways == {"in", "out"}
    assert boarded.reader.recent.maxlen == 256


def test_a_queue_nobody_empties_leaves_reads_out_and_keeps_draws() -> None:
    heard = Heards(most=10)
    for number in range(100):
        heard.put(Read(float(number), "muck", "AA"))
    heard.put(Draw(100.0, "BB", False))
    told = []
    with pytest.raises(queue.Empty):
        while True:
            told.append(heard.get(timeout=0.0))
    assert len(told) == 11
    assert told[-1] == Draw(100.0, "BB", False)
    assert heard.left_out == 90
