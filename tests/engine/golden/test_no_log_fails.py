"""Logs over which the engine failed: it answers, whatever the table does."""

from tests.engine.golden import logs
from tests.engine.golden.playing import answers, player


def test_a_card_that_went_home_and_was_dealt_to_the_same_seat_again_is_one_card() -> None:
    log = dict(logs.seeded())["dc-429-a_card_flashed_at_a_seat"]
    table = player(log)
    for event in log:
        answers(table, event)
    assert answers(table, {"t": 14.0, "e": "show", "seat": 1})
