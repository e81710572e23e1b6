"""Slips of a dealer at a board: burns and streets."""

from __future__ import annotations

from controller.demo.moment import Now, Slip, burned_twice
from firmware_bridge.simulator.script import Lay, Motion, Say
from firmware_bridge.simulator.truth import BOARD, BURN

PREFLOP, FLOP, TURN = 0, 3, 4  # cards on the board


def _street(cards: int) -> list[Motion]:
    return [*[Lay(BOARD, "up", held=True)] * (cards - 1), Lay(BOARD, "up")]


def _premature(board: int, cards: int) -> Slip:
    """A street comes while players are still to act."""

    def slip(now: Now) -> list[Motion]:
        fits = now.last_to_act and now.board == board
        return _street(cards) if fits else []

    return slip


def no_burn(now: Now) -> list[Motion]:
    """The turn comes without a burn."""
    return _street(1) if now.burning and now.board == FLOP else []


def extra_burn(now: Now) -> list[Motion]:
    """Two cards are burned before the turn."""
    return burned_twice(now) if now.burning and now.board == FLOP else []


def premature_burn(now: Now) -> list[Motion]:
    """A card is burned while a player is still to act."""
    return [Lay(BURN)] if now.last_to_act and now.board == FLOP else []


def flop_count(now: Now) -> list[Motion]:
    """The flop has four cards."""
    return _street(4) if now.zone == BOARD and not now.board else []


def bottom_card(now: Now) -> list[Motion]:
    """The turn is taken from the bottom of the deck, and a player says so."""
    if now.zone != BOARD or now.board != FLOP:
        return []
    return [Lay(BOARD, "up", pick="bottom"), Say("report", {"fault": "bottom_card"})]


SLIPS: dict[str, Slip] = {
    "premature_flop": _premature(PREFLOP, 3),
    "premature_turn": _premature(FLOP, 1),
    "premature_river": _premature(TURN, 1),
    **{one.__name__: one for one in (no_burn, extra_burn, premature_burn, flop_count, bottom_card)},
}
COMMON = (
    "no_burn", "extra_burn", "premature_burn", "premature_flop", "premature_turn",
    "premature_river", "flop_count",
)  # fmt: skip
