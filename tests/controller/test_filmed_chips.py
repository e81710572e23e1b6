"""Chips on a drawn table, from the camera to the table log: a bet is told once, a hand is none."""

from __future__ import annotations

import numpy as np

from tests.controller.felt import Felt
from vision.calibration import calibrate
from vision.chipset import USUAL
from vision.drawing.table import DrawnTable, Lying
from vision.eye import Eye
from vision.watch import Watch
from vision.zones import template

RATE = 10.0  # frames a second
SEAT = 2


class Betting:
    """A table of three whose camera is a drawn one."""

    def __init__(self) -> None:
        self.felt = Felt(camera=True, sensors="rfid shoe camera chips")
        self.table = DrawnTable(seed=2)
        self.zones = template(9)
        self.watch = Watch(calibrate(self.table.picture(), self.zones), Eye.open(), USUAL)
        self.t = self.felt.t
        self.passes(3.0)  # until each spot was looked at

    def passes(self, seconds: float) -> None:
        for _ in range(round(seconds * RATE)):
            self.t += 1 / RATE
            for seen in self.watch.frame(self.t, self.table.picture()):
                self.felt.sees(seen)

    def bets(self, *chips: str, count: int = 1) -> None:
        x, y = np.array(self.zones.polygons[f"bet:{SEAT}"]).mean(0)
        lying = len(self.table.things)
        for k, colour in enumerate(chips, lying):
            thing = Lying(colour, x + 0.01 * k, y + 0.05 * k - 0.06, kind="chip", count=count)
            self.table.lay(f"chip {k}", thing)

    @property
    def told(self) -> list[tuple[int, list[int]]]:
        return [(one["seat"], one["chips"]) for one in self.felt.events if one["e"] == "chips"]


def test_a_bet_and_a_raise_are_told_once_each_whatever_hands_do_above_them() -> None:
    table = Betting()
    table.bets("red", "red")
    table.passes(1.5)
    table.table.hands = [(0.2, 0.6, 0.5, 0.55)]
    table.passes(1.5)  # it rests on the chips
    table.table.hands = []
    table.passes(1.5)
    assert table.told == [(SEAT, [5, 5])]
    table.bets("white")
    table.passes(1.5)
    assert table.told == [(SEAT, [5, 5]), (SEAT, [1])]
    table.table.things.clear()  # the dealer pulls the pot in
    table.passes(1.5)
    assert len(table.told) == 2


def test_a_stack_is_seen_and_no_bet_is_named() -> None:
    table = Betting()
    table.bets("red", count=12)
    table.passes(1.5)
    amount = table.watch.spots.told[SEAT]
    assert amount.low <= 60 <= amount.high
    assert table.told == []
