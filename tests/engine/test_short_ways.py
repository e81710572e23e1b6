"""The short ways of plain events say and leave the same as the long ones."""

from typing import Any

import msgspec
import pytest

from controller.bench._hands import live_table, play, to_the_river
from engine.answers import Answer
from engine.play import plainly
from engine.table import Table
from tests.engine import orderly

STYLES = {"folded": live_table, "whole": to_the_river}


def _played(log: list[dict[str, Any]]) -> tuple[list[list[Answer]], bytes, list[Any]]:
    table = Table()
    answers = [table.apply(event) for event in log]
    deal = table.deal
    felt = deal.felt
    left = [felt.place, felt.zones, felt.hands, felt.dealt, felt.fresh, felt.faced, deal.acts.all]
    return answers, msgspec.json.encode(table.room), [*left, deal.felt.stub, deal.felt.shown]


def _same_both_ways(log: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    short = _played(log)
    with monkeypatch.context() as patch:
        for kind in plainly.WAYS:  # of the table itself: a compiled caller would not see another
            patch.setitem(plainly.WAYS, kind, lambda deal, said, t: plainly.NOT_TAKEN)
        assert _played(log) == short


@pytest.mark.parametrize("style", STYLES)
def test_a_short_way_leads_where_the_long_one_does(
    style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening, deals = play(25, seed=7, style=STYLES[style])
    log = [*opening, *(event for deal in deals for event in deal.events)]
    for end in (len(log), len(log) - 30, len(log) // 2):
        _same_both_ways(log[:end], monkeypatch)


@pytest.mark.parametrize("seed", range(20))
def test_so_it_does_at_tables_of_all_kinds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = orderly.OrderlyTable(seed)
    table.deal()
    table.deal()
    _same_both_ways(table.log, monkeypatch)
