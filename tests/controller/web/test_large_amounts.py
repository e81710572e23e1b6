"""Deep stacks at the console: every amount is whole, and written in one way, 36,300."""

import re
from pathlib import Path

import pytest

from tests.controller.served_table import Console, Served
from tests.controller.web.screens import Browser, Screens

CUT = """
const told = ".deeds button span, .quick button, #say, #range, #owes, .stack";
return [...document.querySelectorAll(told)].filter((node) => {
  if (!node.getClientRects().length) return false;  // not on the page in this game
  const own = node.getBoundingClientRect();
  const box = node.closest("button, .now, .sum, .actor, .stack").getBoundingClientRect();
  const room = node.matches("button span") ? 3 : 0;  // border and padding
  return own.left < box.left + room || own.right > box.right - room
    || own.top < box.top || own.bottom > box.bottom
    || (node.clientWidth && node.scrollWidth > node.clientWidth + 1);
}).map((node) => node.textContent);
"""


@pytest.mark.parametrize("stack", [1_000, 36_300, 123_456_789])
def test_a_raise_is_read_whole_at_1280_pixels(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path, stack: int
) -> None:
    for seat in (1, 2, 3):
        assert floor.asks("sit", seat=seat, stack=stack)["ok"]
    assert floor.asks("hand", button=1)["ok"]
    table.deals("Ah", "Kd", "Qs", "Jc", "Th", "9d")
    floor.until_said("Seat 1 to act, 2 to call")
    wager = stack * 2 // 5
    assert floor.asks("act", seat=1, do="raise", to=wager)["ok"]
    browser.size(1280, 800)
    browser.opens(screens.link("console", "dealer"))
    browser.until_text("#actor", "Seat 2")
    browser.press(*str(stack - 1))
    browser.until_text("#raise", f"Raise to {stack - 1:,}")
    assert browser.text("#all_in").startswith(f"All in {stack:,}")
    assert browser.text("#say") == f"Seat 2 to act, {wager - 1:,} to call"
    browser.shoot(f"console-{stack}", tmp_path)
    assert browser.js(CUT) == []
    assert re.findall(r"\d{4,}", browser.js("return document.body.innerText")) == []


def test_a_refusal_writes_amounts_in_the_same_way(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    for seat in (1, 2, 3):
        assert floor.asks("sit", seat=seat, stack=36_300)["ok"]
    assert floor.asks("hand", button=1)["ok"]
    table.deals("Ah", "Kd", "Qs", "Jc", "Th", "9d")
    floor.until_said("Seat 1 to act, 2 to call")
    assert floor.asks("act", seat=1, do="raise", to=9000)["ok"]
    refused = floor.asks("act", seat=2, do="raise", to=40_000)
    assert "36,300" in str(refused) and "40,000" in str(refused)
    assert "8,999 to call" in str(floor.asks("act", seat=2, do="check"))
