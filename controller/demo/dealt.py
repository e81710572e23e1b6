"""What a simulated dealer deals, taken from the declaration of a game."""

from difflib import get_close_matches

from controller.errors import UsageError
from engine.games import GAMES, Game
from engine.games.rounds import ToBoard
from firmware_bridge.simulator.script import Dealt, Structure

STRUCTURES = ("no_limit", "pot_limit", "limit", "spread")


def known_game(name: str) -> str:
    """A game's name, if the engine has such a game."""
    if name not in GAMES:
        near = get_close_matches(name, GAMES, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise UsageError(f"--game: expected one of {', '.join(GAMES)}{hint}, got {name!r}")
    return name


def dealt(game: Game, structure: Structure) -> Dealt:
    """How many cards go where, in a game with a board."""
    streets = tuple(each.cards for each in game.rounds if isinstance(each, ToBoard))
    return Dealt(game.name, structure, game.starting_cards, streets)
