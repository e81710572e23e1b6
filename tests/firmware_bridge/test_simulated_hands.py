"""Simulated hands through pseudo-terminals: what the bridge tells is what truly happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.sightings import ReaderState, Sighting
from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.faults import FAULTS
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.table import KINDS, SimulatedTable, tag_bytes
from firmware_bridge.simulator.truth import ANTENNAS, Truth
from tests.firmware_bridge.lockstep import Host, by_tag, differences, play

HANDS_OF_A_SOAK = 2000
UNKIND = {"flicker": 0.05, "missed": 0.03, "neighbour": 0.02, "garbage": 1.0}


@contextmanager
def table(kind: str, folder: Path, noise: Noise) -> Iterator[Host]:
    with SimulatedTable(kind, folder, Truth(), noise) as simulated, Host(simulated) as host:
        yield host


def dealer(kind: str, *, seed: int = 1, faults: tuple[str, ...] = (), players: int = 6) -> Dealer:
    seats = tuple(range(1, players + 1))
    return Dealer(seats, seed=seed, faults=faults, tag_bytes=tag_bytes(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_is_what_happened(kind: str, tmp_path: Path) -> None:
    with table(kind, tmp_path, Noise(seed=3, **UNKIND)) as host:
        hands = 3 if kind in ("feig", "board") else 1
        play(host, dealer(kind, seed=3), hands)
        assert differences(host) == []
        assert sum(isinstance(one, Sighting) for one in host.told) == 60 * hands


@pytest.mark.parametrize("kind", ["feig", "board"])
def test_a_full_table_and_cut_answers(kind: str, tmp_path: Path) -> None:
    with table(kind, tmp_path, Noise(seed=5, half=0.01, **UNKIND)) as host:
        play(host, dealer(kind, seed=5, players=10), hands=1)
        assert differences(host) == []


@pytest.mark.parametrize("kind", [pytest.param("yr903-4", marks=pytest.mark.slow), "board"])
def test_the_cards_of_every_fault_are_told_as_they_moved(kind: str, tmp_path: Path) -> None:
    with table(kind, tmp_path, Noise(seed=7, **UNKIND)) as host:
        play(host, dealer(kind, seed=7, faults=tuple(FAULTS)), hands=len(FAULTS))
        assert differences(host) == []


def test_a_card_deep_in_a_pile_reads_poorly_and_does_not_leave(tmp_path: Path) -> None:
    with table("feig", tmp_path, Noise(seed=2, stacked=0.03, **UNKIND)) as host:
        play(host, dealer("feig", seed=2), hands=2)
        assert differences(host) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_two_thousand_hands(kind: str, tmp_path: Path) -> None:
    hands = HANDS_OF_A_SOAK // len(KINDS)
    with table(kind, tmp_path, Noise(seed=11, **UNKIND)) as host:
        play(host, dealer(kind, seed=11), hands)
        assert differences(host) == []


@pytest.mark.parametrize(
    ("kind", "cable"), [("feig", "seat-3"), ("board", "table-board"), ("feig", "board")]
)
def test_a_cable_pulled_in_mid_deal(kind: str, cable: str, tmp_path: Path) -> None:
    with table(kind, tmp_path, Noise(seed=4, **UNKIND)) as host:
        script = dealer(kind, seed=4)
        for happening in [*script.opening(), *script.hand()]:
            host.table.truth.add(happening)
        host.until(2.6)  # the third card of the deal lies at seat 3
        host.table.wires[cable].pull()
        host.until(6.6)
        away = next(one for one in states(host, cable) if one.state in ("absent", "silent"))
        assert away.t - 2.6 < 2.0
        host.table.wires[cable].plug()
        host.until(9.6)
        assert states(host, cable)[-1].state == "ok"
        assert host.bridge.presence.present() == lying(host.table.truth)
        host.until(script.t + 2.0)
        told = [one for one in host.told if isinstance(one, Sighting)]
        assert list(by_tag(host.table.truth.sightings, told)) == []


def test_a_reader_that_falls_silent_is_said_to_and_loses_no_card(tmp_path: Path) -> None:
    with table("feig", tmp_path, Noise(seed=4, **UNKIND)) as host:
        script = dealer("feig", seed=4)
        for happening in [*script.opening(), *script.hand()]:
            host.table.truth.add(happening)
        host.until(3.5)
        host.table.wires["seat-3"].muted_until = 6.5
        host.until(6.4)
        assert [one.state for one in states(host, "seat-3")][-1] == "silent"
        host.until(script.t + 2.0)
        told = [one for one in host.told if isinstance(one, Sighting)]
        assert list(by_tag(host.table.truth.sightings, told)) == []


def test_a_board_that_reboots_in_mid_deal_loses_no_card(tmp_path: Path) -> None:
    with table("board", tmp_path, Noise(seed=4, **UNKIND)) as host:
        script = dealer("board", seed=4)
        for happening in [*script.opening(), *script.hand()]:
            host.table.truth.add(happening)
        host.until(2.6)
        host.table.wires["table-board"].reboot(until=3.4)
        host.until(6.4)
        assert host.bridge.presence.present() == lying(host.table.truth)
        host.until(script.t + 2.0)
        told = [one for one in host.told if isinstance(one, Sighting)]
        assert list(by_tag(host.table.truth.sightings, told)) == []


def states(host: Host, reader: str) -> list[ReaderState]:
    return [one for one in host.told if isinstance(one, ReaderState) and one.reader == reader]


def lying(truth: Truth) -> dict[str, str]:
    zones = (zone for zone in ANTENNAS if zone != "deck")
    return {card.tag: zone for zone in zones for card in truth.under(zone)}
