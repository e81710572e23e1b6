"""What a simulated dealer deals, taken from the declaration of a game."""

from difflib import get_close_matches

from controller.errors import UsageError
from engine.games import GAMES, Game
from engine.games.rounds import Discarding, Drawing, ToBoard
from firmware_bridge.simulator.script import Dealt, Structure

STRUCTURES = ("no_limit", "pot_limit", "limit", "spread")


def known_game(name: str) -> str:
    """A game's name, if the engine has such a game."""
    if name not in GAMES:
        near = get_close_matches(name, GAMES, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise UsageError(f"--game: expected one of {', '.join(GAMES)}{hint}, got {name!r}")
    return name


def dealt(name: str, structure: Structure) -> Dealt:
    """How many cards go where, in a game that the engine knows by name."""
    game = GAMES[known_game(name)]
    return Dealt(name, structure, game.starting_cards, _streets(game))


def _streets(game: Game) -> tuple[int, ...]:
    if any(isinstance(each, Discarding | Drawing) for each in game.rounds):
        raise UsageError(f"--game: {game.name}: the simulated dealer knows no discards")
    if game.stud:
        raise UsageError(f"--game: {game.name}: the simulated dealer deals no stud yet")
    return tuple(each.cards for each in game.rounds if isinstance(each, ToBoard))
