"""Presence: one sighting for each placement, whatever the polls flicker."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.presence import MOST_TAGS, Presence, Timing
from firmware_bridge.sightings import Read, Sighting
from tests.firmware_bridge.noisy_felt import POLL, ZONES, Noise, Stay, moves, truth, watch

A, B = "E004010012345678", "E004010012345679"


def poll(
    presence: Presence, zone: str, start: float, answers: Iterable[bool], rssi: float | None = None
) -> list[Sighting]:
    """One zone's polls from a time on: whether each read the tag."""
    told = []
    for n, there in enumerate(answers):
        t = start + n * POLL
        told += presence.polled(t, zone, [Read(t, zone, A, rssi)] if there else [])
    return told


def lay(presence: Presence, zone: str = "seat:1", start: float = 0.0) -> float:
    """A card lands; gives the time of the next poll."""
    assert moves(poll(presence, zone, start, [True] * 7)) == [(A, zone, True)]
    return start + 7 * POLL


def test_a_card_lands_once_it_has_dwelt_and_says_since_when() -> None:
    told = poll(Presence(Timing(dwell=0.25)), "seat:1", 1.0, [True] * 40)
    assert told == [Sighting(1.25, A, "seat:1", arrived=True, since=1.0)]


def test_flicker_on_alternate_polls_is_one_landing_and_one_leaving() -> None:
    told = poll(Presence(), "seat:1", 0.0, [True, False] * 40 + [False] * 30)
    assert moves(told) == [(A, "seat:1", True), (A, "seat:1", False)]


def test_leaving_is_told_within_300_ms_of_the_last_read() -> None:
    presence = Presence()
    after = lay(presence)
    (left,) = poll(presence, "seat:1", after, [False] * 10)
    assert moves([left]) == [(A, "seat:1", False)]
    assert left.since == pytest.approx(after - POLL)
    assert left.t - (after - POLL) <= 0.3 + 1e-9
    assert presence.present() == {}


def test_five_misses_in_a_row_are_no_leaving() -> None:
    presence = Presence()
    assert poll(presence, "seat:1", lay(presence), ([False] * 5 + [True]) * 20) == []


def test_a_card_that_slides_over_a_neighbour_does_not_land_there() -> None:
    presence = Presence()
    assert poll(presence, "seat:1", 0.0, [True] * 5 + [False] * 10) == []
    assert moves(poll(presence, "seat:2", 0.8, [True] * 7)) == [(A, "seat:2", True)]


def test_a_stray_read_after_a_slide_does_not_make_it_a_landing() -> None:
    assert poll(Presence(), "seat:1", 0.0, [True] * 3 + [False] * 3 + [True] + [False] * 8) == []


def test_a_slide_and_a_stray_read_as_it_ends_next_door_are_one_landing_next_door() -> None:
    presence = Presence()
    presence.expect("seat:1")
    told = poll(presence, "seat:1", 0.0, [True] * 5)
    for n in range(5, 16):
        told += poll(presence, "seat:2", n * POLL - 0.01, [True])
        told += poll(presence, "seat:1", n * POLL, [n in (5, 7)])
    assert moves(told) == [(A, "seat:2", True)]


def test_doubts_name_the_zone_to_be_polled_again() -> None:
    presence = Presence()
    after = lay(presence)
    assert presence.doubts() == frozenset()
    poll(presence, "seat:1", after, [False])
    assert presence.doubts() == {"seat:1"}
    poll(presence, "seat:1", after + POLL, [True])
    assert presence.doubts() == frozenset()


def both(
    presence: Presence,
    start: float,
    count: int,
    zones: dict[str, float | None],
    *,
    weak: str = "",
) -> list[Sighting]:
    """Two antennas read the tag in every poll, a weak one in each third."""
    told = []
    for n in range(count):
        for k, (zone, rssi) in enumerate(zones.items()):
            t = start + n * POLL + k * 0.01
            there = zone != weak or n % 3 == 0
            told += presence.polled(t, zone, [Read(t, zone, A, rssi)] if there else [])
    return told


def test_of_two_antennas_the_one_with_more_reads_wins() -> None:
    told = both(Presence(), 0.0, 40, {"seat:1": None, "seat:2": None}, weak="seat:1")
    assert moves(told) == [(A, "seat:2", True)]


def test_of_two_antennas_the_stronger_signal_wins_even_against_what_is_expected() -> None:
    presence = Presence()
    presence.expect("seat:1")
    told = both(presence, 0.0, 40, {"seat:1": -60.0, "seat:2": -50.0})
    assert moves(told) == [(A, "seat:2", True)]


@pytest.mark.parametrize(
    "zones", [{"seat:1": None, "seat:2": None}, {"seat:1": -52, "seat:2": -50}]
)
@pytest.mark.parametrize("expected", ["seat:1", "seat:2"])
def test_of_two_antennas_that_tell_the_same_the_expected_one_wins(
    expected: str, zones: dict[str, float | None]
) -> None:
    presence = Presence()
    presence.expect(expected)
    assert moves(both(presence, 0.0, 40, zones)) == [(A, expected, True)]


def test_a_card_read_by_both_stays_where_it_landed_while_one_of_them_flickers() -> None:
    presence = Presence()
    both(presence, 0.0, 40, {"seat:1": None, "seat:2": None})
    home = presence.where(A)
    random = Random(1)
    for n in range(40, 2000):
        for zone in ("seat:1", "seat:2"):
            reads = [Read(n * POLL, zone, A)] if random.random() < 0.9 else []
            assert presence.polled(n * POLL, zone, reads) == []
    assert presence.where(A) == home


def test_a_card_pushed_onto_the_neighbour_moves_though_the_first_still_reads_it_weakly() -> None:
    presence = Presence()
    after = lay(presence)
    told = both(presence, after, 20, {"seat:1": None, "seat:2": None}, weak="seat:1")
    assert moves(told) == [(A, "seat:1", False), (A, "seat:2", True)]


def test_a_card_that_two_read_goes_over_when_the_signal_has_turned_for_a_second() -> None:
    presence = Presence()
    assert moves(both(presence, 0.0, 20, {"seat:1": -50.0, "seat:2": -58.0})) == [
        (A, "seat:1", True)
    ]
    told = both(presence, 1.0, 40, {"seat:1": -60.0, "seat:2": -50.0})
    assert moves(told) == [(A, "seat:1", False), (A, "seat:2", True)]


def test_stray_reads_of_the_old_antenna_do_not_put_off_the_leaving() -> None:
    presence = Presence()
    after = lay(presence)
    told = []
    for n in range(12):
        stray = n in (3, 5)
        told += poll(presence, "seat:1", after + n * POLL, [stray])
        told += poll(presence, "seat:2", after + n * POLL + 0.01, [True])
    assert moves(told) == [(A, "seat:1", False), (A, "seat:2", True)]
    assert told[0].t - (after - POLL) <= 0.3 + 1e-9


def test_a_silent_antenna_keeps_its_cards() -> None:
    presence = Presence()
    lay(presence)
    for n in range(1000):
        assert presence.polled(1.0 + n * POLL, "seat:2", []) == []
    assert presence.where(A) == "seat:1"
    assert poll(presence, "seat:1", 60.0, [False, True]) == []  # one miss after a minute is a miss


def test_a_card_carried_from_a_silent_antenna_to_another_is_told() -> None:
    presence = Presence()
    lay(presence)
    told = poll(presence, "muck", 5.0, [True] * 10)
    assert moves(told) == [(A, "seat:1", False), (A, "muck", True)]


def test_a_silent_antenna_keeps_a_card_that_its_neighbour_always_read_too() -> None:
    presence = Presence()
    both(presence, 0.0, 40, {"seat:1": None, "seat:2": None})
    other = "seat:2" if presence.where(A) == "seat:1" else "seat:1"
    assert poll(presence, other, 2.0, [True] * 100) == []


def test_a_pile_that_reads_poorly_stays() -> None:
    presence = Presence()
    random = Random(7)
    told = poll(presence, "muck", 0.0, [random.random() > 0.4 for _ in range(2000)])
    assert moves(told) == [(A, "muck", True)]
    (left,) = poll(presence, "muck", 100.0, [False] * 40)
    assert left.t - 100.0 <= 1.0


def test_a_full_reader_says_nothing_of_the_cards_it_did_not_tell() -> None:
    presence = Presence()
    after = lay(presence)
    for n in range(40):
        presence.polled(after + n * POLL, "seat:1", [Read(0.0, "seat:1", B)], whole=False)
    assert presence.present() == {A: "seat:1", B: "seat:1"}


def test_lone_reads_land_a_card_and_never_take_it_away() -> None:
    presence = Presence()
    told = [s for n in range(20) for s in presence.read(Read(n * POLL, "seat:1", A))]
    assert moves(told) == [(A, "seat:1", True)]
    assert presence.read(Read(90.0, "seat:2", A)) == []
    assert presence.read(Read(99.0, "seat:2", A)) == []  # two strays long apart are no dwelling


def test_reads_and_sweeps_told_apart_are_as_good_as_whole_answers() -> None:
    presence = Presence()
    told = []
    for n in range(40):
        if n < 20:
            told += presence.read(Read(n * POLL, "seat:1", A))
        told += presence.swept(n * POLL + 0.001, ["seat:1", "seat:2"])
    assert moves(told) == [(A, "seat:1", True), (A, "seat:1", False)]
    assert told[0].t == pytest.approx(0.3)
    assert told[1].t - 19 * POLL <= 0.3 + 2e-3


def test_a_snapshot_after_a_reconnection_reconciles() -> None:
    """While the board was away one card moved, one left, one came; one is missed at first."""
    presence = Presence()
    before = {"S": "seat:1", "M": "seat:2", "L": "seat:3", "U": "seat:4"}
    after = {"S": "seat:1", "M": "muck", "U": "seat:4", "N": "board"}

    def scan(t: float, lying: dict[str, str], unread: str = "") -> list[Sighting]:
        zones = {
            zone: [Read(t, zone, tag) for tag, at in lying.items() if at == zone and tag != unread]
            for zone in ZONES
        }
        return presence.snapshot(t, zones)

    for n in range(10):
        scan(n * POLL, before)
    assert presence.present() == before
    told = scan(30.0, after, unread="U")
    assert told == []
    for n in range(1, 8):
        told += scan(30.0 + n * POLL, after)
    assert sorted(moves(told)) == [
        ("L", "seat:3", False),
        ("M", "muck", True),
        ("M", "seat:2", False),
        ("N", "board", True),
    ]
    assert presence.present() == after
    assert all(s.t <= 30.3 + 1e-9 for s in told)  # far below the three seconds allowed


def test_garbage_tags_do_not_fill_the_memory() -> None:
    presence = Presence()
    lay(presence)
    for n in range(5000):
        presence.read(Read(1.0 + n * POLL, "seat:2", f"{n:016X}"))
    assert len(presence._cards) <= MOST_TAGS
    assert presence.where(A) == "seat:1"


def test_a_full_memory_and_a_zone_that_comes_back_keep_what_is_true() -> None:
    presence = Presence()
    lay(presence, "seat:1")
    for n in range(MOST_TAGS):
        presence.read(Read(1.0, "seat:2", f"{n:016X}"))
    told = []
    for n in range(20):
        t = 10.0 + n * POLL
        reads = [Read(t, "seat:2", f"{tag:016X}") for tag in (500, 3)]
        told += presence.polled(t, "seat:2", reads if n < 10 else [])
        told += presence.polled(t, "seat:1", [Read(t, "seat:1", A)])
    assert sorted(moves(told)) == [
        (f"{tag:016X}", "seat:2", arrived) for tag in (3, 500) for arrived in (False, True)
    ]
    assert presence.present() == {A: "seat:1"}


def test_times_are_configured() -> None:
    presence = Presence(Timing(dwell=0.5, gone=0.9))
    arrived, left = poll(presence, "seat:1", 0.0, [True] * 20 + [False] * 20)
    assert arrived.t == pytest.approx(0.5)
    assert left.t - (left.since or 0) == pytest.approx(0.9)


@st.composite
def movements(draw: st.DrawFn) -> list[Stay]:
    """Cards go from zone to zone one at a time, over a neighbour or not, or are held a while."""
    at: dict[str, tuple[str, float]] = {}
    stays: list[Stay] = []
    now = 1.0
    for _ in range(draw(st.integers(4, 24))):
        tag = draw(st.sampled_from([f"E00401000000{n:04X}" for n in range(8)]))
        now += draw(st.floats(0.4, 0.8))
        slid_over: list[str] = []
        if tag in at:
            zone, start = at.pop(tag)
            leaving = max(now, start + 0.8)
            stays.append(Stay(tag, zone, start, leaving))
            now = leaving + draw(st.floats(0.0, 0.2))
            slid_over = [zone]
        goal = draw(st.sampled_from([zone for zone in ZONES if zone not in slid_over]))
        if draw(st.booleans()):
            over = draw(st.sampled_from([zone for zone in ZONES if zone not in (goal, *slid_over)]))
            time = draw(st.floats(0.02, 0.2))
            stays.append(Stay(tag, over, now, now + time, slide=True))
            now += time + 0.05
        now += 0.3  # the leaving of one card and the landing of another are far enough apart
        at[tag] = (goal, now)
    return stays + [
        Stay(tag, zone, start, now + 2.0 + 0.5 * n)
        for n, (tag, (zone, start)) in enumerate(at.items())
    ]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(movements(), st.integers(0, 2**32))
def test_noisy_polls_give_the_true_movements_in_their_order(stays: list[Stay], seed: int) -> None:
    assert moves(watch(stays, Presence(), seed=seed)) == truth(stays)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(movements(), st.integers(0, 2**32))
def test_without_noise_leavings_are_told_within_300_ms(stays: list[Stay], seed: int) -> None:
    told = watch(stays, Presence(), seed=seed, noise=Noise(0, 0, 0), again=False)
    assert moves(told) == truth(stays)
    ends = {(stay.tag, stay.zone): stay.end for stay in stays if not stay.slide}
    lasts = {(s.tag, s.zone): s.t for s in told if not s.arrived}
    assert all(0 < lasts[key] - ends[key] <= 0.3 + 1e-9 for key in ends)
