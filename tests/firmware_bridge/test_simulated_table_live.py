"""The simulated table on the wall's clock, with the hardware's own threads and ports."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.fingers import FAST
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.table import tag_bytes
from firmware_bridge.simulator.truth import ANTENNAS
from tests.firmware_bridge.live_table import LiveTable
from tests.firmware_bridge.lockstep import by_tag

KIND = "pn532"  # readers at the seats, and a table board for the piles
NOISE = Noise(seed=6, garbage=1.0, neighbour=0.02, flicker=0.05)


def test_cables_pulled_in_mid_deal_are_reported_and_no_card_is_lost_or_invented(
    tmp_path: Path,
) -> None:
    with LiveTable(KIND, tmp_path, NOISE) as live:
        script = Dealer((1, 2, 3), seed=6, pace=FAST, tag_bytes=tag_bytes(KIND))
        live.until(0.7)
        script.t = live.t
        for happening in [*script.opening(), *script.hand()]:
            live.table.truth.add(happening)
        live.until(script.t - 6.5)  # hole cards lie, the flop is coming
        cables = ("seat-3", "table-board")
        pulled = [live.do(live.table.wires[cable].pull) for cable in cables]
        live.until(live.t + 2.0)
        for cable, at in zip(cables, pulled, strict=True):
            away = [one for one in live.states(cable) if one.state in ("absent", "silent")]
            assert away, cable
            assert away[0].t - at < 2.0
        for cable in cables:
            live.do(live.table.wires[cable].plug)
        live.until(live.t + 3.0)
        assert [live.states(cable)[-1].state for cable in cables] == ["ok", "unregistered card"]
        zones = (zone for zone in ANTENNAS if zone != "deck")
        settled = {card.tag: zone for zone in zones for card in live.table.truth.under(zone)}
        assert set(live.present().items()) >= set(settled.items()) - moved_late(live)
        live.until(script.t + 1.5)
        assert list(by_tag(live.table.truth.sightings, live.sightings())) == []


def moved_late(live: LiveTable) -> set[tuple[str, str]]:
    """What moved too short a time ago to be sure of."""
    recent = [one for one in live.table.truth.sightings if one.t > live.t - 0.6]
    return {(one.tag, one.zone) for one in recent}
