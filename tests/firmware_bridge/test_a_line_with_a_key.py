"""The board's line with a key: what nobody has proved is not heard, and nothing is heard twice."""

import hashlib
import hmac
import random
import re

import pytest

from firmware_bridge import cobs
from firmware_bridge.board_device import BoardDevice
from firmware_bridge.board_link import FORGED, BoardLink
from firmware_bridge.board_messages import Ack, Lamp, Query, ShoeDraw, SweepEnd, TagSeen
from firmware_bridge.readers.board import encode
from firmware_bridge.readers.proven import BoardProven, HostProven
from firmware_bridge.sightings import ReaderState
from tests.firmware_bridge.golden_board import BOARD_ID, PROTOCOL, T1, ZONES
from tests.firmware_bridge.test_board_link import Bench

KEY, OTHER = bytes(range(32)), bytes(32)
DRAWN = bytes.fromhex("A0A1A2A3A4A5A6A7")
_FRAME = re.compile(r"^\*(.+?)\*\n\n```\nproven ([0-9A-F ]+)\nwire ([0-9A-F ]+)\n```$", re.M)
GOLDEN = {
    name.partition(",")[0].split(" before")[0]: (bytes.fromhex(body), bytes.fromhex(wire))
    for name, body, wire in _FRAME.findall(PROTOCOL.read_text(encoding="utf-8"))
}


def test_golden_bytes() -> None:
    host, board = HostProven(KEY, lambda n: DRAWN), BoardProven(KEY)
    hello, ack = encode(1, Query("hello")), encode(1, Ack(1))
    seen = encode(2, TagSeen(0, T1, -48.0))
    early = board.seal(encode(0, SweepEnd()))
    assert early == GOLDEN["sweep end"][1]
    asked = host.seal(hello)
    assert asked == GOLDEN["challenge A0A1A2A3A4A5A6A7"][1] + GOLDEN["query hello"][1]
    assert board.open(asked) == hello
    assert (first := board.seal(ack)) == GOLDEN["ack of 1"][1]
    assert (second := board.seal(seen)) == GOLDEN["tag seen"][1]
    assert host.open(early) == b"" and host.open(first + second) == ack + seen
    assert host.seal(encode(2, Lamp(2, "fast"))) == GOLDEN["lamp 2 fast"][1]
    assert host.open(second) == b"", "a second time"
    assert all(cobs.decode(wire[:-1]) == body for body, wire in GOLDEN.values())


@pytest.mark.parametrize("name", GOLDEN)
def test_the_proof_is_reckoned_as_the_protocol_says(name: str) -> None:
    """By hand, from the words of PROTOCOL.md."""
    body, _ = GOLDEN[name]
    said, proof = body[:-10], body[-10:-2]
    who = b"\x48" if said[0] >= 0x40 else b"\x42"
    challenge = bytes(8) if name == "sweep end" else DRAWN
    assert hmac.new(KEY, who + challenge + said, hashlib.sha256).digest()[:8] == proof


def bench(key: bytes = KEY, boards: bytes = KEY) -> Bench:
    one = Bench(BoardDevice(BOARD_ID, ZONES, boot=3, key=boards))
    one.link = BoardLink("table board", key=key)
    one.told = one.link.opened(one.t)
    return one


def test_with_the_same_key_all_is_as_without_one() -> None:
    table = bench()
    table.run(0.2)
    assert table.states() == ["negotiating", "ok"]
    table.device.draw(T1)
    table.link.lamp(1, "on")
    table.run(0.3)
    assert table.draws() == [(T1, False)] and table.device.lamps == {1: "on"}
    table.device.reboot()
    table.run(4.0)
    assert table.states()[-1] == "ok", "a board that starts anew is challenged anew"
    assert table.device.lamps == {1: "on"}
    assert table.link._proven is not None


def test_noise_on_the_line_costs_what_it_costs_without_a_key() -> None:
    table, chance = bench(), random.Random(7)

    def noisy(data: bytes) -> bytes:
        return bytes(b ^ 1 << chance.randrange(8) if chance.random() < 0.002 else b for b in data)

    table.run(0.2)
    table.up = table.down = noisy
    for _ in range(10):
        table.device.draw(T1)
        table.run(1.0)
    table.up = table.down = lambda data: data
    table.run(2.0)
    assert len(table.draws()) == 10 and table.states()[-1] == "ok"


@pytest.mark.parametrize(("ours", "theirs"), [(KEY, OTHER), (KEY, b""), (b"", KEY)])
def test_another_key_or_none_is_never_ok_and_is_said(ours: bytes, theirs: bytes) -> None:
    table = bench(ours, theirs)
    table.run(6.0)
    assert "ok" not in table.states()
    if ours:
        assert FORGED in table.details()


def test_what_somebody_on_the_wire_says_is_not_heard() -> None:
    table = bench()
    recorded = bytearray()

    def tapped(data: bytes) -> bytes:
        recorded.extend(data)
        return data

    table.up = tapped
    table.run(0.2)
    table.device.draw(T1)
    table.run(1.5)
    assert table.draws() == [(T1, False)]
    table.forget()
    draw = ShoeDraw(3, 2, T1, True)
    for forged in (
        encode(9, draw), BoardProven(OTHER).seal(encode(9, draw)), bytes(recorded),
        bytes(recorded[:400]) + encode(9, draw),
    ):  # fmt: skip
        table.told += table.link.feed(forged, table.t)
        table.run(0.2)
    assert table.draws() == [] and FORGED in table.details()
    table.reopen()  # and nothing of an earlier hour
    table.run(0.1)
    table.told += table.link.feed(bytes(recorded), table.t)
    table.run(0.5)
    assert table.draws() == [] and table.states()[-1] == "ok"
    assert all(item.state != "silent" for item in table.told if isinstance(item, ReaderState))


def test_a_board_does_nothing_that_the_host_has_not_proved() -> None:
    board = BoardDevice(BOARD_ID, ZONES, key=KEY)
    host = HostProven(KEY)
    board.feed(host.seal(encode(1, Query("hello"))))
    once = host.seal(encode(2, Lamp(1, "on")))
    board.feed(encode(3, Lamp(0, "on")) + HostProven(OTHER).seal(encode(4, Lamp(2, "on"))))
    assert board.lamps == {}
    board.feed(once)
    board.feed(host.seal(encode(3, Lamp(1, "off"))))
    board.feed(once)
    assert board.lamps == {1: "off"}, "what was recorded is not done again"
