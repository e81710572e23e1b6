"""Games as declarations: one engine reads them all."""

from engine.games.board import HOLDEM, OMAHA, OMAHA8
from engine.games.rounds import Game

__all__ = ["GAMES", "HOLDEM", "OMAHA", "OMAHA8", "Game"]

GAMES: dict[str, Game] = {game.name: game for game in (HOLDEM, OMAHA, OMAHA8)}
