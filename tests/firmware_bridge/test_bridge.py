"""What the links hear becomes what the bridge tells."""

from __future__ import annotations

from firmware_bridge.bridge import Antenna, Bridge
from firmware_bridge.sightings import Draw, Press, Read, ReaderState, Sighting, Swept, Told

A, B, C = "E004000000000001", "E004000000000002", "E004000000000003"


def sweep(bridge: Bridge, t: float, zone: str, *tags: str) -> list[Told]:
    told = [one for tag in tags for one in bridge.receive(Read(t, zone, tag))]
    return told + bridge.receive(Swept(t, (zone,)))


def sweeps(bridge: Bridge, start: float, count: int, zone: str, *tags: str) -> list[Told]:
    return [one for k in range(count) for one in sweep(bridge, start + k / 20, zone, *tags)]


def test_a_card_that_stays_is_told_once_with_the_reader_that_read_it() -> None:
    bridge = Bridge({"seat:1": Antenna("pn532 of seat 1")})
    told = [one for one in sweeps(bridge, 1.0, 20, "seat:1", A) if isinstance(one, Sighting)]
    assert [(one.tag, one.zone, one.arrived, one.reader) for one in told] == [
        (A, "seat:1", True, "pn532 of seat 1")
    ]


def test_reads_without_the_end_of_their_sweep_tell_nothing() -> None:
    bridge = Bridge()
    assert [one for k in range(40) for one in bridge.receive(Read(k / 20, "seat:1", A))] == []


def test_a_reader_at_its_limit_does_not_make_a_card_leave() -> None:
    bridge = Bridge({"seat:1": Antenna("seat 1", most=2)})
    sweeps(bridge, 1.0, 20, "seat:1", A, B)
    assert not [
        one
        for one in sweeps(bridge, 2.0, 20, "seat:1", B, C)
        if isinstance(one, Sighting) and not one.arrived
    ]


def test_below_its_limit_what_it_does_not_tell_of_has_left() -> None:
    bridge = Bridge({"seat:1": Antenna("seat 1", most=2)})
    sweeps(bridge, 1.0, 20, "seat:1", A, B)
    told = sweeps(bridge, 2.0, 20, "seat:1", B)
    assert [(one.tag, one.arrived) for one in told if isinstance(one, Sighting)] == [(A, False)]


def test_a_card_in_the_shoes_mouth_is_one_draw_and_no_sighting() -> None:
    bridge = Bridge({"deck": Antenna("shoe")})
    told = sweeps(bridge, 1.0, 10, "deck", A) + sweeps(bridge, 4.0, 3, "deck", A)
    assert told == [Draw(1.0, A, False, "shoe"), Draw(4.0, A, False, "shoe")]


def test_all_else_goes_on_as_it_came() -> None:
    bridge = Bridge()
    others: list[Press | ReaderState | Draw] = [
        Press(1.0, "undo"),
        ReaderState(1.0, "shoe", "silent"),
        Draw(1.0, A, True),
    ]
    assert [one for item in others for one in bridge.receive(item)] == others
