"""Slips of a dealer of draw, and of his players: before the draw, and on it."""

from __future__ import annotations

from controller.demo.moment import Now, Slip, burned_twice, place
from firmware_bridge.simulator.script import Lay, Motion, Say
from firmware_bridge.simulator.truth import BURN

FIVE, AT_ONCE = 5, 4


def _on_draw(now: Now) -> bool:
    """A card of the draw is due to a player, and no correction asks for it."""
    return now.stage == "draw" and now.due is not None and "card" not in now.expect


def exposed_on_draw(now: Now) -> list[Motion]:
    """A card of the draw comes face up."""
    return [Lay(now.zone, "up")] if _on_draw(now) else []


def wrong_draw(now: Now) -> list[Motion]:
    """Who has all that he asked for gets one card more."""
    fits = _on_draw(now) and now.due != now.drawing and now.wants == now.came > 0
    return [Lay(place(now.drawing))] if fits else []


def draw_changed(now: Now) -> list[Motion]:
    """A player wants one card less than he asked for, when the next has said how many he takes."""
    seat = now.expect.get("seat", 0)
    later = [one for one in now.players[_place(now, seat) + 1 :] if one in now.live]
    fits = now.expect["what"] == "discard" and now.asked.get(seat) == now.expect["count"] and later
    if not fits or later[0] in now.asked:
        return []
    said = [{"seat": later[0], "count": 1}, {"seat": seat, "count": now.asked[seat] - 1}]
    return [Say("draw", fields) for fields in said]


def _place(now: Now, seat: int) -> int:
    return now.players.index(seat) if seat in now.players else 0


def five_drawn(now: Now) -> list[Motion]:
    """Who asked for five cards is given the fifth with the others."""
    fits = now.stage == "draw" and now.wants == FIVE and now.came == AT_ONCE
    return [Lay(place(now.drawing))] if fits and "card" not in now.expect else []


def premature_draw(now: Now) -> list[Motion]:
    """A player is given a card for the draw while another is still to act, and says so."""
    fits = now.last_to_act and now.first and len(now.live) > 1
    return [Say("report", {"fault": "premature_draw"})] if fits else []


def premature_burn(now: Now) -> list[Motion]:
    """A card is burned while a player is still to act."""
    return [Lay(BURN)] if now.last_to_act and now.first else []


def no_burn(now: Now) -> list[Motion]:
    """The draw is dealt without a burn."""
    first = next((seat for seat in now.players if now.asked.get(seat)), None)
    return [Lay(place(first))] if now.burning and first in now.live else []


def extra_burn(now: Now) -> list[Motion]:
    """Two cards are burned before the draw."""
    return burned_twice(now) if now.burning else []


def burn_exposed(now: Now) -> list[Motion]:
    """The burn before the draw is turned over."""
    return [Lay(BURN, "up")] if now.burning else []


def bottom_card(now: Now) -> list[Motion]:
    """A card of the draw is taken from the bottom of the deck, and a player says so."""
    if not _on_draw(now):
        return []
    return [Lay(now.zone, pick="bottom"), Say("report", {"fault": "bottom_card"})]


SLIPS: dict[str, Slip] = {
    one.__name__: one
    for one in (
        exposed_on_draw, wrong_draw, draw_changed, five_drawn, premature_draw, premature_burn,
        no_burn, extra_burn, burn_exposed, bottom_card,
    )
}  # fmt: skip
COMMON = (
    "exposed_on_draw", "wrong_draw", "draw_changed", "five_drawn", "premature_draw",
    "premature_burn", "extra_burn", "burn_exposed",
)  # fmt: skip
