"""Games as declarations: one engine reads them all."""

from engine.games.board import HOLDEM, OMAHA, OMAHA8
from engine.games.draw import DRAW_HIGH, DRAW_JACKS, LOWBALL_27, LOWBALL_A5, TRIPLE_27
from engine.games.rounds import Game
from engine.games.stud import MISSISSIPPI, RAZZ, STUD5, STUD7, STUD8

__all__ = [
    "BOARD_GAMES", "DRAW_GAMES", "GAMES", "HOLDEM", "MISSISSIPPI", "OMAHA", "OMAHA8", "RAZZ",
    "STUD5", "STUD7", "STUD8", "STUD_GAMES", "Game",
]  # fmt: skip

BOARD_GAMES = (HOLDEM, OMAHA, OMAHA8)
STUD_GAMES = (STUD7, RAZZ, STUD8, STUD5, MISSISSIPPI)
DRAW_GAMES = (LOWBALL_A5, LOWBALL_27, TRIPLE_27, DRAW_JACKS, DRAW_HIGH)
GAMES: dict[str, Game] = {game.name: game for game in (*BOARD_GAMES, *STUD_GAMES, *DRAW_GAMES)}
