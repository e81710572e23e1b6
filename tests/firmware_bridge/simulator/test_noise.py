"""Noise does what its rates say, and the same for one seed."""

from __future__ import annotations

from firmware_bridge.simulator.noise import BESIDE, Air, Noise, NoisyWire, Troubles, beside
from firmware_bridge.simulator.truth import ANTENNAS, Card, Move, Truth

POLLS = 4000


def table(cards: int = 1) -> Truth:
    truth = Truth()
    for n in range(cards):
        truth.add(Move(0.0, Card(f"E0{n:02X}", "Ah"), "deck", "seat:3", "down", lands=0.5))
    truth.advance(1.0)
    return truth


def share(noise: Noise, truth: Truth, zone: str = "seat:3") -> float:
    air = Air(noise, truth)
    return sum(len(air.hear(zone)) for _ in range(POLLS)) / POLLS


def test_without_noise_the_truth_is_heard() -> None:
    assert share(Noise(), table(2)) == 2.0
    assert share(Noise(), table(2), "seat:4") == 0.0


def test_flicker_missed_and_neighbour_come_at_their_rates() -> None:
    assert abs(share(Noise(flicker=0.05), table()) - 0.95) < 0.02
    assert abs(share(Noise(missed=0.03), table(2)) - 1.94) < 0.03
    assert abs(share(Noise(neighbour=0.02), table(), "seat:4") - 0.02) < 0.01
    heard = Air(Noise(neighbour=1.0), table()).hear("seat:2")
    assert [abs(read.rssi - BESIDE) < 4 for read in heard if read.rssi is not None] == [True]


def test_the_lowest_card_of_a_stack_is_heard_least() -> None:
    air = Air(Noise(stacked=0.1), table(5))
    heard = [read.tag for _ in range(POLLS) for read in air.hear("seat:3")]
    assert heard.count("E004") == POLLS
    assert abs(heard.count("E000") / POLLS - 0.6) < 0.03


def test_every_zone_knows_its_neighbours_and_they_know_it() -> None:
    for zone in ANTENNAS:
        assert all(zone in beside(other) for other in beside(zone))


def test_a_line_has_a_burst_a_second_and_cuts_some_answers() -> None:
    line = NoisyWire(Noise(garbage=1.0, half=0.1), "seat-1")
    bursts = [burst for k in range(2000) if (burst := line.burst(k / 20))]
    assert 85 <= len(bursts) <= 115
    answers = [line.spoil(b"0123456789") for _ in range(1000)]
    assert 60 <= sum(len(answer) < 10 for answer in answers) <= 140


def test_troubles_come_at_their_rates_and_one_seed_makes_one_day() -> None:
    days = [Troubles(Noise(seed=9, pulled=6.0, reboot=1.0), ("a", "b")) for _ in range(2)]
    first, second = ([one for k in range(36000) for one in day.due(k / 10)] for day in days)
    assert first == second
    assert 300 <= sum(kind == "pulled" for kind, _ in first) <= 420
    assert 35 <= sum(kind == "reboot" for kind, _ in first) <= 85
