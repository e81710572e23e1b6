"""The log says what happens at the table and when, and never a card or a player's name."""

import re

from controller import logbook
from controller.config import GameSection, TableConfig
from controller.demo.croupier import Croupier
from controller.demo.simulation import on_the_felt
from controller.demo.slips import SLIPS
from controller.records.journal_rows import Record
from engine.cards import DECK
from engine.table import Table
from firmware_bridge.simulator.truth import Truth

FACE = re.compile(rf"\b({'|'.join(DECK)})\b|[♠♥♦♣]|\b(ace|king|queen|jack|ten|nine)s?\b")


def evening() -> list[str]:
    """The lines of an evening on which everything goes wrong once."""
    config = on_the_felt(TableConfig(game=GameSection(rulebook="hilton", big_blind=2)))
    dealer = Croupier(config.opening(), (1, 2, 3, 5, 6, 8), faults=tuple(SLIPS))
    truth, table = Truth(), Table()
    for happening in dealer.opening():
        truth.add(happening)
    for _ in SLIPS:
        for happening in dealer.hand():
            truth.add(happening)
    truth.advance(float("inf"))
    told: list[str] = []
    for seq, event in enumerate(truth.log, 1):
        record = Record(seq, 0.0, "", 1, event, list(table.apply(event)))
        told += logbook.lines(record)
    return told


def test_seats_streets_rulings_decisions_awards_and_ends_are_told() -> None:
    told = evening()
    for wanted in (
        "seat 3 is taken",
        "hand 1: preflop",
        "hand 1: over: won",
        "hand 1: over: misdeal",
        "hand 1: the floor decides ",
    ):
        assert any(line.startswith(wanted) for line in told), wanted
    ruled = [line for line in told if ": ruling " in line]
    assert any("boxed_card → scrap by hilton." in line for line in ruled)
    assert any(re.search(r"[\d,]+ to seat \d$", line) for line in told)


def test_no_card_and_no_name_is_in_any_line() -> None:
    for line in evening():
        assert not FACE.search(line), line
        assert not re.search(r"Ada|Sofia|Kurt|Emmy", line), line
