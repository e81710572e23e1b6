"""Games as declarations: one engine reads them all."""

from engine.games.board import HOLDEM, OMAHA, OMAHA8
from engine.games.rounds import Game
from engine.games.stud import MISSISSIPPI, RAZZ, STUD5, STUD7, STUD8

__all__ = [
    "BOARD_GAMES", "GAMES", "HOLDEM", "MISSISSIPPI", "OMAHA", "OMAHA8", "RAZZ", "STUD5", "STUD7",
    "STUD8", "STUD_GAMES", "Game",
]  # fmt: skip

BOARD_GAMES = (HOLDEM, OMAHA, OMAHA8)
STUD_GAMES = (STUD7, RAZZ, STUD8, STUD5, MISSISSIPPI)
GAMES: dict[str, Game] = {game.name: game for game in (*BOARD_GAMES, *STUD_GAMES)}
