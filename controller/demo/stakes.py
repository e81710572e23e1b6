"""What a made-up table plays for, in any game: blinds, antes, a bring-in, by its declaration."""

from __future__ import annotations

from engine.games import Game
from firmware_bridge.simulator.script import Structure


def stakes(game: Game, unit: int) -> dict[str, int]:
    """The amounts of an ``open`` event; the small bet, or the big blind, is two units."""
    small = 2 * unit
    if game.stud:
        return {
            "small_blind": 0, "big_blind": 0, "ante": max(unit // 2, 1), "bring_in": unit,
            "small_bet": small, "big_bet": 2 * small,
        }  # fmt: skip
    if game.first_betting.opened:  # nobody has to open, so all put up an ante
        return {
            "small_blind": 0, "big_blind": 0, "ante": unit,
            "small_bet": small, "big_bet": 2 * small,
        }  # fmt: skip
    return {"small_blind": unit, "big_blind": small}


def usual(game: Game) -> Structure:
    """How a game is mostly bet."""
    return "limit" if game.stud or game.draws else "no_limit"
