"""The simulated table of the bridge's measurement, in a process whose time is not the bridge's."""

import sys
import time
from functools import partial
from pathlib import Path

import msgspec

from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.fingers import FAST
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.table import SimulatedTable, tag_bytes
from firmware_bridge.simulator.truth import Truth

KIND = "feig"
NOISE = Noise(flicker=0.05, missed=0.03, neighbour=0.02, garbage=1.0)


def main(folder: str, seconds: float) -> None:
    """Run the table so long; then print when each wire's answers were written."""
    times: dict[str, list[float]] = {}
    with SimulatedTable(KIND, Path(folder), Truth(), NOISE) as table:
        for wire in table.wires.values():
            times[wire.name] = []
            wire.on_write = partial(_note, times[wire.name])
        print("ready", flush=True)
        _run(table, seconds)
    sys.stdout.buffer.write(msgspec.json.encode(times))


def _note(times: list[float]) -> None:
    times.append(time.monotonic())


def _run(table: SimulatedTable, seconds: float) -> None:
    dealer = Dealer(tuple(range(1, 10)), pace=FAST, tag_bytes=tag_bytes(KIND))
    for happening in dealer.opening():
        table.truth.add(happening)
    began = time.monotonic()
    while (t := time.monotonic() - began) < seconds:
        while dealer.t < t + 1.0:
            for happening in dealer.hand():
                table.truth.add(happening)
        table.wait(0.005)
        table.step(time.monotonic() - began)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
