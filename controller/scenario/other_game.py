"""A scenario played in each of its games: what holds in hold'em must hold in Omaha too."""

from collections.abc import Callable

from controller.scenario.events import deal_starting_hands
from controller.scenario.lines import NotebookLine, Scenario
from controller.scenario.play import Engine, Play, Report, run
from engine.games import GAMES, HOLDEM
from engine.table import Table


def run_in(
    game: str, scenario: Scenario, new_table: Callable[[], Engine] = Table, *, book: str = ""
) -> Report:
    """Play a scenario as one of the games that it names.

    One that names none is dealt as a game with more cards down, after those of the file or before.
    """
    if scenario.games or game == HOLDEM.name:
        return run(scenario, new_table, book=book, game=game)
    after = _MoreCardsAfter(game, scenario, new_table(), book).play()
    if after.passed:
        return after
    before = _MoreCardsBefore(game, scenario, new_table(), book).play()
    return before if before.passed else after


class _InGame(Play):
    def __init__(self, game: str, scenario: Scenario, engine: Engine, book: str) -> None:
        super().__init__(scenario, engine, book)
        self.setup.opening["game"] = game
        self.more = GAMES[game].starting_cards - HOLDEM.starting_cards


class _MoreCardsAfter(_InGame):
    """When the starting hands of the file are out, each seat gets what it still lacks."""

    def prepare(self, line: NotebookLine) -> None:
        if line.form.kind != "setup":
            deal_starting_hands(self, from_cards=HOLDEM.starting_cards)
        super().prepare(line)


class _MoreCardsBefore(_InGame):
    """The first cards go round before those of the file: its last card is the deal's last."""

    def start_hand(self, button: int | None = None) -> None:
        super().start_hand(button)
        deal_starting_hands(self, to_cards=self.more)
