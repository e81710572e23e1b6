"""What goes wrong at a table, each as the few events that a sensor or a person would give."""

# Each of these enlists its disorders in ``ALL`` when it is imported.
from tests.engine.golden.disorders import players, saying, showing, starting_deal, streets
from tests.engine.golden.disorders.kinds import ALL, Disorder, stray
from tests.engine.golden.disorders.saying import report, take_back

__all__ = [
    "ALL",
    "Disorder",
    "players",
    "report",
    "saying",
    "showing",
    "starting_deal",
    "stray",
    "streets",
    "take_back",
]
