"""The host and the board turned round, byte by byte through a line that can be hard on them."""

import random
from collections.abc import Callable

import pytest

from firmware_bridge.board_device import BoardDevice
from firmware_bridge.board_link import GARBAGE, BoardLink
from firmware_bridge.board_messages import Ack, Hello, Lamp, Look, LookEnd, TagSeen
from firmware_bridge.readers.board import BoardFrame, Deframer, encode
from firmware_bridge.sightings import Draw, Heard, Press, Read, ReaderState, Swept
from tests.firmware_bridge.golden_board import BOARD_ID, T1, T2, T3, ZONES, body

STEP = 0.01
Wire = Callable[[bytes], bytes]


def whole(data: bytes) -> bytes:
    return data


def dead(data: bytes) -> bytes:
    return b""


def losing(share: float, seed: int) -> Wire:
    """Drops whole frames."""
    dice = random.Random(seed)

    def line(data: bytes) -> bytes:
        frames = data.split(b"\0")[:-1]
        return b"".join(frame + b"\0" for frame in frames if dice.random() >= share)

    return line


class Bench:
    """A link and a board with a line each way, and the time."""

    def __init__(self, device: BoardDevice | None = None) -> None:
        self.device = device or BoardDevice(BOARD_ID, ZONES, boot=3)
        self.link = BoardLink("table board")
        self.up: Wire = whole
        self.down: Wire = whole
        self.t = 100.0
        self.told: list[Heard] = []
        self.told += self.link.opened(self.t)

    def run(self, seconds: float) -> None:
        end = self.t + seconds
        while self.t < end:
            self.t = round(self.t + STEP, 6)
            self.device.tick(self.t)
            self.told += self.link.feed(self.up(self.device.take()), self.t)
            self.told += self.link.tick(self.t)
            self.device.feed(self.down(self.link.to_send(self.t)))

    def reopen(self) -> None:
        self.device.take()
        self.told += self.link.opened(self.t)

    def states(self) -> list[str]:
        return [item.state for item in self.told if isinstance(item, ReaderState)]

    def details(self) -> list[str]:
        return [item.detail for item in self.told if isinstance(item, ReaderState)]

    def draws(self) -> list[tuple[str, bool]]:
        return [(item.tag, item.face_up) for item in self.told if isinstance(item, Draw)]

    def presses(self) -> list[str]:
        return [item.button for item in self.told if isinstance(item, Press)]

    def here(self) -> set[tuple[str, str]]:
        """What the last sweep read, by zone and tag."""
        last = max(at for at, item in enumerate(self.told) if isinstance(item, Swept))
        t = self.told[last].t
        return {(i.zone, i.tag) for i in self.told if isinstance(i, Read) and i.t == t}

    def forget(self) -> None:
        self.told.clear()


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.run(0.1)
    assert bench.states()[-1] == "ok"
    bench.forget()
    return bench


def test_greeting_takes_the_board_from_negotiating_to_ok() -> None:
    bench = Bench()
    bench.run(0.1)
    assert bench.states() == ["negotiating", "ok"]
    assert bench.link.board == Hello(1, BOARD_ID, 3, ZONES)


def test_a_lost_greeting_is_asked_for_again() -> None:
    bench = Bench()
    bench.up = dead
    bench.run(0.9)
    assert bench.states() == ["negotiating"]
    bench.up = whole
    bench.run(0.4)
    assert bench.states()[-1] == "ok"


def test_another_version_is_refused_by_name_and_its_reads_are_not_taken() -> None:
    bench = Bench(BoardDevice(BOARD_ID, ZONES, version=2))
    bench.device.sweep(0, {T1: -40.0})
    bench.run(3.0)
    assert bench.details()[-1] == (
        f"table board {BOARD_ID} speaks protocol version 2, this host version 1: update Cutcard"
    )
    assert set(bench.states()) == {"negotiating"}
    assert not [item for item in bench.told if isinstance(item, Read | Swept)]
    bench.device = BoardDevice(BOARD_ID, ZONES, boot=9)  # flashed anew
    bench.run(1.0)
    assert bench.states()[-1] == "ok"


def test_what_the_board_holds_is_told_again_as_a_polled_reader_would(bench: Bench) -> None:
    bench.device.sweep(0, {T1: -40.0})
    bench.run(0.95)
    reads = [item for item in bench.told if isinstance(item, Read)]
    assert {(read.zone, read.tag, read.rssi) for read in reads} == {("seat:1", T1, -40.0)}
    assert 18 <= len(reads) <= 24
    swept = [item for item in bench.told if isinstance(item, Swept)]
    assert swept[-1].zones == ("board", "burn", "deck", "muck", "seat:1", "seat:2")


def test_a_tag_that_goes_is_not_told_again(bench: Bench) -> None:
    bench.device.sweep(0, {T1: -40.0, T2: None})
    bench.run(0.1)
    bench.device.sweep(0, {T2: None})
    bench.run(0.1)
    assert bench.here() == {("seat:1", T2)}


def test_a_lost_read_is_made_good_by_the_snapshot(bench: Bench) -> None:
    bench.up = dead
    bench.device.sweep(0, {T1: -40.0})
    bench.run(0.05)
    bench.up = whole
    bench.run(1.1)
    assert bench.here() == {("seat:1", T1)}


def test_a_gap_in_the_numbers_asks_for_the_snapshot_at_once(bench: Bench) -> None:
    bench.run(0.3)
    bench.up = dead
    bench.device.sweep(0, {T1: -40.0})
    bench.run(0.05)
    bench.up = whole
    bench.device.sweep(1, {T2: -40.0})
    bench.run(0.1)
    assert bench.here() == {("seat:1", T1), ("seat:2", T2)}
    assert bench.link.lost == 2  # the tag, and that sweep's end


def test_a_lost_draw_is_told_once_and_in_its_turn(bench: Bench) -> None:
    bench.device.draw(T1)
    bench.run(0.02)
    bench.up = dead
    bench.device.draw(T2, face_up=True)
    bench.device.press("new_hand")
    bench.run(0.02)
    bench.up = whole
    bench.device.draw(T3)
    bench.run(2.5)
    assert bench.draws() == [(T1, False), (T2, True), (T3, False)]
    assert bench.presses() == ["new_hand"]


def test_draws_before_the_host_came_are_not_told() -> None:
    device = BoardDevice(BOARD_ID, ZONES)
    device.draw(T1)
    device.press("undo")
    bench = Bench(device)
    device.take()
    bench.run(1.5)
    assert bench.draws() == []
    assert bench.presses() == []
    device.draw(T2)
    bench.run(0.05)
    assert bench.draws() == [(T2, False)]


def test_draws_made_while_the_cable_was_out_are_told_but_stale_presses_are_not(
    bench: Bench,
) -> None:
    bench.link.closed(bench.t)
    bench.device.draw(T1)
    bench.device.press("undo")
    bench.t += 4.0
    bench.reopen()
    bench.run(0.3)
    assert bench.draws() == [(T1, False)]
    assert bench.presses() == []


def test_more_draws_lost_than_a_snapshot_keeps_is_said(bench: Bench) -> None:
    bench.up = dead
    for number in range(20):
        bench.device.draw(f"{number:016X}")
    bench.run(0.02)
    bench.up = whole
    bench.run(1.2)
    assert [tag for tag, _ in bench.draws()] == [f"{number:016X}" for number in range(4, 20)]
    assert "4 draws and 0 presses were lost: check the last cards" in bench.details()


def test_a_reboot_is_seen_and_lamps_and_draws_come_right(bench: Bench) -> None:
    bench.link.lamp(1, "slow")
    bench.device.sweep(0, {T1: -40.0})
    bench.device.draw(T1)
    bench.run(0.1)
    assert bench.device.lamps == {1: "slow"}
    bench.device.reboot()
    bench.device.draw(T2)
    bench.run(0.3)
    assert "the board was started again (boot 4, before 3)" in bench.details()
    assert bench.states()[-1] == "ok"
    assert bench.device.lamps == {1: "slow"}
    assert bench.draws() == [(T1, False), (T2, False)]
    assert bench.here() == set()


def test_a_reboot_whose_hello_is_lost_is_seen_in_the_snapshot(bench: Bench) -> None:
    bench.device.reboot()
    bench.device.take()
    bench.device.draw(T2)
    bench.run(1.5)
    assert "the board was started again (boot 4, before 3)" in bench.details()
    assert bench.draws() == [(T2, False)]
    assert bench.states()[-1] == "ok"


def test_another_board_behind_the_port_is_named(bench: Bench) -> None:
    bench.device = BoardDevice("1122334455667788", ("muck",), boot=1)
    bench.device.draw(T1)
    bench.run(0.3)
    assert f"another board is connected: 1122334455667788, before {BOARD_ID}" in bench.details()
    assert bench.link.board is not None
    assert bench.link.board.zones == ("muck",)


def test_commands_are_repeated_until_acknowledged_and_done_once(bench: Bench) -> None:
    bench.up = dead  # the board hears, but its acknowledgements are lost
    bench.link.buzz(2, 100)
    bench.run(0.5)
    bench.up = whole
    bench.run(0.5)
    assert len(bench.device.buzzes) == 1
    assert bench.states()[-1:] in ([], ["ok"])


def test_a_lamp_gets_through_a_bad_line(bench: Bench) -> None:
    bench.down, bench.up = losing(0.5, seed=1), losing(0.3, seed=2)
    for turn in range(20):
        bench.link.lamp(turn % 3, "on")
        bench.run(0.5)
    bench.run(3.0)
    assert bench.device.lamps == {0: "on", 1: "on", 2: "on"}


def test_a_board_that_hears_nothing_is_said_and_its_lamps_are_set_when_it_does(
    bench: Bench,
) -> None:
    bench.down = dead
    bench.link.lamp(0, "on")
    bench.run(1.3)
    assert bench.details()[-1] == "the board speaks but hears nothing: check the sending wire"
    assert bench.states()[-1] == "negotiating"
    bench.down = whole
    bench.run(1.3)
    assert bench.states()[-1] == "ok"
    assert bench.device.lamps == {0: "on"}


def test_a_lamp_the_board_has_not_got_is_said(bench: Bench) -> None:
    bench.link.lamp(9, "on")
    bench.run(0.1)
    assert bench.details() == ["the board refused the lamp command: bad value"]


def test_a_newer_lamp_takes_the_place_of_one_that_waits(bench: Bench) -> None:
    bench.down = dead
    for mode in ("on", "slow", "fast") * 50:
        bench.link.lamp(0, mode)
    bench.down = whole
    bench.run(0.3)
    assert bench.device.lamps == {0: "fast"}


def test_silence_is_told_within_two_seconds_and_nothing_is_told_as_read(bench: Bench) -> None:
    bench.device.sweep(0, {T1: -40.0})
    bench.run(0.5)
    bench.up = dead
    silent = bench.t
    bench.run(3.0)
    (state,) = [item for item in bench.told if isinstance(item, ReaderState)]
    assert state.state == "silent"
    assert state.t - silent < 2.0
    bench.forget()
    bench.run(5.0)
    assert bench.told == []
    bench.up = whole
    bench.run(1.0)
    assert bench.states()[-1] == "ok"
    assert bench.here() == {("seat:1", T1)}


def test_one_lost_snapshot_is_not_silence(bench: Bench) -> None:
    bench.run(0.95)
    bench.up = dead
    bench.run(0.1)
    bench.up = whole
    bench.run(3.0)
    assert set(bench.states()) <= {"ok"}


def test_garbage_only_says_to_check_the_baud_rate(bench: Bench) -> None:
    noise = random.Random(3)
    bench.up = lambda data: noise.randbytes(4)
    bench.run(2.5)
    last = bench.told[-1]
    assert isinstance(last, ReaderState)
    assert (last.state, last.detail) == ("negotiating", GARBAGE)


def test_an_antenna_that_cannot_be_swept_keeps_what_was_known_and_is_not_swept(
    bench: Bench,
) -> None:
    bench.device.sweep(0, {T1: -40.0})
    bench.run(0.1)
    bench.device.sweep(0, None)
    bench.run(1.2)
    assert bench.details() == [
        "fault of the antenna at antenna 0 (seat:1): no answer from the coil"
    ]
    swept = [item for item in bench.told if isinstance(item, Swept)]
    assert "seat:1" not in swept[-1].zones
    bench.device.sweep(0, {T1: -40.0})
    bench.run(1.2)
    assert bench.here() == {("seat:1", T1)}


def test_a_snapshot_with_tags_left_off_takes_no_tag_away(bench: Bench) -> None:
    many = {f"{n:024X}": float(-n) for n in range(120)}
    bench.device.sweep(0, many)
    bench.device.sweep(1, many)
    bench.run(1.5)
    assert len(bench.here()) == 240


def test_firmware_that_errs_is_said_once_a_second(bench: Bench) -> None:
    for _ in range(50):
        bench.told += bench.link.feed(body(0x3F, ""), bench.t)
    expected = "message type 0x3f: expected a message type of PROTOCOL.md, got 0x3f"
    assert bench.details() == [f"the board's firmware errs: {expected}"]


def test_an_echo_of_our_own_commands_is_nothing(bench: Bench) -> None:
    assert bench.link.feed(encode(1, Lamp(0, "on")), bench.t) == []


def test_reads_before_the_hello_are_not_placed() -> None:
    link = BoardLink("table board")
    link.opened(1.0)
    assert link.feed(encode(0, TagSeen(0, T1)), 1.1) == []


@pytest.mark.parametrize("seed", range(8))
def test_a_deal_over_a_losing_line_is_whole_in_the_end(seed: int) -> None:
    bench = Bench()
    bench.run(0.1)
    bench.up, bench.down = losing(0.2, seed), losing(0.2, seed + 100)
    dice = random.Random(seed)
    truth: list[tuple[str, bool]] = []
    fields: dict[int, dict[str, float | None]] = {at: {} for at in range(6)}
    for number in range(60):
        tag = f"{number:016X}"
        truth.append((tag, dice.random() < 0.1))
        bench.device.draw(tag, face_up=truth[-1][1])
        bench.run(0.1)
        antenna = dice.randrange(6)
        fields[antenna][tag] = -50.0
        bench.device.sweep(antenna, fields[antenna])
        bench.run(0.2)
    bench.run(3.0)
    assert bench.draws() == truth
    expected = {(ZONES[at], tag) for at, found in fields.items() for tag in found}
    assert bench.here() == expected


def test_whatever_a_board_says_the_link_stays_whole_and_bounded(bench: Bench) -> None:
    dice = random.Random(6)
    for _ in range(20_000):
        code = dice.choice([1, 2, 3, 4, 5, 6, 7, 8, 0x43])
        tag = dice.randbytes(8).hex()
        payload = {
            3: f"{dice.randrange(256):02x} 80 08 {tag}",
            4: f"{dice.randrange(8):02x} 08 {tag}",
            5: f"03 {dice.randrange(9):08x} 00 08 {tag}",
            6: f"03 {dice.randrange(9):08x} 01",
            8: f"{dice.randrange(256):02x} {dice.randrange(4):02x}",
        }.get(code, dice.randbytes(dice.randrange(30)).hex())
        bench.link.feed(body(code, payload), bench.t)
        bench.link.to_send(bench.t)
    assert sum(len(tags) for tags in bench.link._held.values()) <= 254 * len(ZONES)
    bench.told += bench.link.feed(dice.randbytes(1_000_000) + b"\0", bench.t)
    bench.device.reboot()
    bench.device.sweep(0, {T1: -40.0})
    bench.run(3.0)
    assert bench.states()[-1] == "ok"
    assert bench.here() == {("seat:1", T1)}


def test_a_busy_board_is_asked_again(bench: Bench) -> None:
    bench.run(0.3)
    bench.down = dead
    bench.link.lamp(0, "on")
    bench.run(0.03)
    bench.told += bench.link.feed(encode(200, Ack(2, "busy")), bench.t)
    bench.down = whole
    bench.run(0.5)
    assert bench.device.lamps == {0: "on"}


def test_a_board_that_hangs_tells_no_more_sweeps(bench: Bench) -> None:
    bench.device.sweep(0, {T1: -40.0})
    bench.run(0.1)
    bench.up = dead
    bench.forget()
    bench.run(1.0)
    assert [item for item in bench.told if isinstance(item, Read | Swept)] == []


def test_a_board_that_ends_no_sweep_is_told(bench: Bench) -> None:
    bench.device.sweep_every = None
    bench.run(2.5)
    assert bench.states()[-1] == "negotiating"
    assert "ends no sweep" in bench.details()[-1]


def looks(bench: Bench) -> list[tuple[str, ...]]:
    """The zones of each sweep and look that was told."""
    return [item.zones for item in bench.told if isinstance(item, Swept)]


def test_a_zone_in_doubt_is_looked_at_between_two_sweeps() -> None:
    bench = Bench()
    bench.run(1.0)
    bench.told.clear()
    while not looks(bench):  # doubts come of a sweep
        bench.run(STEP)
    bench.device.sweep(2, {T1: -40.0})
    bench.link.look_again({"board"})
    bench.run(0.1)
    assert ("board",) in looks(bench)
    assert looks(bench).count(("board",)) == 1  # asked once, and answered once
    at = next(item.t for item in bench.told if isinstance(item, Swept) and item.zones == ("board",))
    told = [(item.zone, item.tag) for item in bench.told if isinstance(item, Read) and item.t == at]
    assert told == [("board", T1)]


def test_a_look_that_is_lost_is_made_up_for_by_the_sweep_in_turn() -> None:
    bench = Bench()
    bench.run(1.0)
    bench.told.clear()
    bench.down = dead
    bench.link.look_again({"board"})
    bench.run(0.3)
    assert set(looks(bench)) == {("board", "burn", "deck", "muck", "seat:1", "seat:2")}
    assert bench.states() == []


def test_a_look_between_a_command_and_its_repetition_does_not_make_it_done_twice() -> None:
    bench = Bench()
    bench.run(1.0)
    bench.up = dead  # the board hears, but is not heard
    bench.link.buzz(2, 100)
    bench.run(0.1)
    bench.link.look_again({"muck"})
    bench.run(0.4)
    bench.up = whole
    bench.run(0.5)
    assert len(bench.device.buzzes) == 1


def test_of_two_antennas_in_one_zone_a_look_at_one_tells_nothing() -> None:
    bench = Bench(BoardDevice(BOARD_ID, ("muck", "muck", "burn"), boot=3))
    bench.run(1.0)
    bench.told.clear()
    told = bench.link.feed(encode(200, LookEnd((0, 2))), bench.t)
    assert [item.zones for item in told if isinstance(item, Swept)] == [("burn",)]


def test_an_antenna_that_the_board_has_not_got_is_passed_over() -> None:
    device = BoardDevice(BOARD_ID, ZONES, boot=3)
    device.feed(encode(0, Look((1, 40))))
    device.take()
    device.look_end(device.looks.pop())
    (frame,) = Deframer().feed(device.take())
    assert isinstance(frame, BoardFrame)
    assert frame.message == LookEnd((1,))


def test_a_doubt_about_a_board_that_is_not_known_any_more_is_dropped() -> None:
    bench = Bench()
    bench.run(1.0)
    bench.device.reboot()
    bench.up = lambda data: b"".join(  # its hello is lost, its snapshot comes
        frame.raw
        for frame in Deframer().feed(data)
        if not isinstance(frame, BoardFrame) or not isinstance(frame.message, Hello)
    )
    bench.run(0.1)
    assert bench.link.board is None
    bench.link.look_again({"muck"})
    bench.run(0.1)
    assert bench.link.next_due(bench.t) > bench.t  # nothing is overdue that is never done
