"""Stud from the antes to the awards, and what cannot be."""

import pytest

from engine.log import LogError
from tests.engine.stud import Evening, random_deal


def _orderly(seeds: range) -> None:
    for seed in seeds:
        evening = random_deal(seed)
        wrong = [one for one in evening.said if one["o"] in ("ruling", "reject", "doubt")]
        # A deck that runs out is no fault of anybody's, but the dealer must be told what to do.
        assert all(one.get("fault") == "cards_run_out" for one in wrong), (seed, wrong[0])
        ended = evening.answers("end")[0]
        brought = sum(event["stack"] for event in evening.log if event["e"] == "sit")
        assert sum(ended["stacks"].values()) == brought, seed


def test_orderly_deals_get_no_ruling() -> None:
    _orderly(range(300))


@pytest.mark.slow
def test_many_orderly_deals_get_no_ruling() -> None:
    _orderly(range(300, 20_300))


def test_a_ninth_player_cannot_be_dealt_in() -> None:
    evening = Evening(1, rulebook="hilton").sit(*range(1, 10), stack=100)
    assert [one["why"] for one in evening.send("hand")] == ["the deck is enough for 8 players"]
    assert not evening.table.deal_on


@pytest.mark.parametrize(
    ("stakes", "field"),
    [({"bring_in": 5}, "bring_in"), ({"small_bet": 0}, "small_bet"), ({"big_bet": 3}, "big_bet")],
)
def test_stakes_that_make_no_stud(stakes: dict[str, int], field: str) -> None:
    with pytest.raises(LogError) as caught:
        Evening(1, **stakes)
    assert caught.value.field == field


def test_who_has_folded_cannot_act_and_nobody_draws() -> None:
    evening = Evening(3).sit(1, 2, 3, stack=100)
    evening.send("hand")
    while (evening.table.expected or {}).get("what") == "card":
        evening.follow()
    first = (evening.table.expected or {})["seat"]
    evening.send("act", seat=first, do="bet", to=2)
    folded = (evening.table.expected or {})["seat"]
    evening.send("act", seat=folded, do="fold")
    due = evening.table.expected
    for event in ({"do": "call"}, {"do": "raise", "to": 4}):
        (rejected,) = evening.send("act", seat=folded, **event)
        assert rejected["why"] == f"seat {folded} has folded"
    (rejected,) = evening.send("draw", seat=first, count=1)
    assert rejected["o"] == "reject"
    assert evening.table.expected == due
