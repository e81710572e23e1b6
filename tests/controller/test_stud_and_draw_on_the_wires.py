"""Stud and draw from the wires to a subscriber: upcards, discards, and every fault by its name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from controller.demo import draw_slips, stud_slips
from controller.demo.croupier import Croupier
from controller.demo.slips import CALLED, slips_of
from controller.demo.stakes import stakes, usual
from engine.games import DRAW_GAMES, GAMES, STUD_GAMES
from firmware_bridge.simulator.fingers import BRISK
from firmware_bridge.simulator.truth import Happening
from tests.controller import brokers
from tests.controller.test_whole_table import events, replayed
from tests.controller.whole_table import SEATS, Answer, KeptTable, WholeTable, rulings

GAMES_HERE = [game.name for game in (*STUD_GAMES, *DRAW_GAMES)]
SENSORS = ["rfid", "shoe", "camera", "shuffle"]


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[brokers.Broker]:
    with brokers.running("mosquitto", tmp_path_factory.mktemp("broker")) as running:
        yield running


class EachFault(Croupier):
    """Deals on until the next fault was made."""

    def hand(self) -> Iterator[Happening]:
        """Hands up to and with the fault."""
        while True:
            yield from super().hand()
            if self.slipped or self.fault is None:
                return


def croupier(
    game: str,
    faults: tuple[str, ...],
    book: str = "uspa",
    *,
    camera: bool = True,
    voids: bool = False,
) -> Croupier:
    opening = {
        "game": game, "structure": usual(GAMES[game]), "format": "cash", "rulebook": book,
        "seats": 10, "sensors": SENSORS if camera else ["rfid", "shoe"],
        **stakes(GAMES[game], 1),
    }  # fmt: skip
    return EachFault(opening, SEATS, pace=BRISK, faults=faults, voids=voids)


def heard(
    broker: brokers.Broker, folder: Path, dealer: Croupier, hands: int
) -> tuple[WholeTable, list[Answer]]:
    """Deal so many hands; the table, and all answers that the public is told."""
    with brokers.Person(broker, "display") as display, KeptTable(folder, broker) as kept:
        display.subscribe(f"{brokers.TOPICS.root}/#")
        table = WholeTable(folder, (), seed=7, rules=kept, dealer=dealer)
        table.play(hands)
        display.until(lambda: kept.told_all(), "room for the rest")
        display.until(lambda: len(events(display)) >= kept.core.seq, "the last event")
        return table, [answer for one in events(display) for answer in one["answers"]]


def check(table: WholeTable, answers: list[Answer]) -> None:
    truth = replayed(table, role="public")
    assert rulings(answers) == rulings(truth)
    assert [one for one in answers if one["o"] == "reject"] == []
    ends = [one for one in answers if one["o"] == "end"]
    assert ends == [one for one in truth if one["o"] == "end"]
    # A card that fell off the table left the shoe and lies nowhere, until the hand is over.
    assert {one.kind for one in table.disagreements} <= {"drawn"}


def every_fault(
    broker: brokers.Broker, folder: Path, dealer: Croupier, faults: Collection[str]
) -> None:
    table, answers = heard(broker, folder, dealer, len(faults))
    check(table, answers)
    assert {CALLED.get(fault, fault) for fault in faults} <= {
        one["fault"] for one in rulings(answers)
    }


@pytest.mark.parametrize(
    ("game", "faults"), [("stud7", stud_slips.SLIPS), ("lowball_27", draw_slips.SLIPS)]
)
def test_the_faults_that_only_stud_or_draw_has_are_ruled_as_on_the_truth(
    game: str, faults: Collection[str], broker: brokers.Broker, tmp_path: Path
) -> None:
    dealer = croupier(game, tuple(faults), voids=True)
    every_fault(broker, tmp_path, dealer, faults)


@pytest.mark.slow
@pytest.mark.parametrize("book", ["hilton", "uspa"])
@pytest.mark.parametrize("game", GAMES_HERE)
def test_every_fault_of_every_game_is_put_right(
    game: str, book: str, broker: brokers.Broker, tmp_path: Path
) -> None:
    faults = slips_of(GAMES[game], joker=book == "uspa" and game == "lowball_a5")
    dealer = croupier(game, tuple(faults), book)
    every_fault(broker, tmp_path, dealer, faults)


def test_upcards_without_a_camera_lie_as_they_were_due(
    broker: brokers.Broker, tmp_path: Path
) -> None:
    table, answers = heard(broker, tmp_path, croupier("razz", (), camera=False), 2)
    check(table, answers)
    assert rulings(answers) == []
