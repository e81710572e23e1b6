"""Games as declarations: one engine reads them all."""

from engine.games.board import HOLDEM, OMAHA, OMAHA8
from engine.games.draw import DRAW_HIGH, DRAW_JACKS, LOWBALL_27, LOWBALL_A5, TRIPLE_27
from engine.games.rounds import Game

__all__ = ["GAMES", "HOLDEM", "OMAHA", "OMAHA8", "Game"]

BOARD_GAMES = (HOLDEM, OMAHA, OMAHA8)
DRAW_GAMES = (LOWBALL_A5, LOWBALL_27, TRIPLE_27, DRAW_JACKS, DRAW_HIGH)
GAMES: dict[str, Game] = {game.name: game for game in (*BOARD_GAMES, *DRAW_GAMES)}
