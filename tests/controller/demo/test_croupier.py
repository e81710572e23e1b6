"""A dealer who follows the screen: people play, faults are put right, every deal is ended."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from controller.config import GameSection, Table, TableConfig
from controller.demo.croupier import Croupier
from controller.demo.simulated_run import croupier
from controller.demo.simulation import on_the_felt
from controller.demo.slips import CALLED, COMMON, SLIPS, slips_of
from controller.demo.stakes import stakes, usual
from engine.games import GAMES
from engine.table import Table as Engine
from firmware_bridge.simulator.dealer import RANDOM, FaultError
from firmware_bridge.simulator.truth import ANTENNAS, Said, Truth

BOOKS = ("dc", "california", "diamondjims", "hilton", "uspa")
SEATS = (1, 2, 3, 5, 6, 8)


def opening(book: str = "uspa", **game: Any) -> dict[str, Any]:
    stakes_of = stakes(GAMES[game.get("game", "holdem")], 50)
    chosen = GameSection(**{"rulebook": book, **stakes_of, **game})
    return on_the_felt(TableConfig(table=Table(name="demo"), game=chosen)).opening()


def played(dealer: Croupier, hands: int) -> Truth:
    """What truly happens at a table in so many hands."""
    truth = Truth()
    for happening in dealer.opening():
        truth.add(happening)
    for _ in range(hands):
        for happening in dealer.hand():
            truth.add(happening)
    truth.advance(float("inf"))
    return truth


def answered(truth: Truth) -> list[dict[str, Any]]:
    """All that an engine says to it."""
    engine = Engine()
    return [answer for event in truth.log for answer in engine.apply(event)]


@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "limit"])
@pytest.mark.parametrize("game", GAMES)
def test_people_raise_fold_and_show_and_nothing_is_ruled(game: str, structure: str) -> None:
    dealer = Croupier(opening(game=game, structure=structure), SEATS, seed=3)
    truth = played(dealer, 25)
    done = Counter(event["do"] for event in truth.log if event["e"] == "act")
    told = answered(truth)
    assert dealer.lost == []
    assert [one for one in told if one["o"] in ("ruling", "reject")] == []
    assert min(done[act] for act in ("fold", "call", "check", "bet", "raise")) > 5
    ends = Counter(one["result"] for one in told if one["o"] == "end")
    passed = GAMES[game].first_betting.opened  # nobody has to open
    assert ends["won"] == 25 or (passed and ends["won"] >= 15 and ends.total() == 25)
    assert any("hand" in one for one in told if one["o"] == "award"), "a showdown was won"
    assert [card for zone in ANTENNAS for card in truth.under(zone)] == []


def test_an_evening_without_limit_has_all_ins_and_side_pots() -> None:
    truth = played(Croupier(opening(), SEATS, seed=2), 60)
    assert sum(event.get("do") == "all_in" for event in truth.log) > 5
    assert any(one["pot"] > 0 for one in answered(truth) if one["o"] == "award")


OTHERS = [  # each book has every other fault, and in the next game the others
    (name, fault, ("uspa", "hilton")[(at + number) % 2])
    for at, (name, game) in enumerate(GAMES.items())
    if game.stud or game.draws
    for number, fault in enumerate(slips_of(game, joker=name == "lowball_a5"))
]


@pytest.mark.parametrize(
    ("game", "fault", "book"),
    [*(("holdem", fault, book) for fault in SLIPS for book in BOOKS), *OTHERS],
)
def test_a_fault_is_put_right_and_the_deal_comes_to_its_end(
    game: str, fault: str, book: str
) -> None:
    structure = usual(GAMES[game])
    dealer = Croupier(opening(book, game=game, structure=structure), SEATS, seed=1, faults=(fault,))
    truth = Truth()
    for happening in dealer.opening():
        truth.add(happening)
    for _ in range(12):
        for happening in dealer.hand():
            truth.add(happening)
        if dealer.slipped:
            break
    truth.advance(float("inf"))
    told = answered(truth)
    ruled = [one["fault"] for one in told if one["o"] == "ruling"]
    assert CALLED.get(fault, fault) in ruled, ruled
    assert told[-1]["o"] == "expect" and told[-1]["what"] == "hand"
    assert [card for zone in ANTENNAS for card in truth.under(zone)] == []
    assert dealer.lost == []


def test_the_floor_does_not_void_what_can_be_put_right() -> None:
    decided = Counter[str]()
    for seed in range(5):
        for fault in COMMON:
            dealer = Croupier(opening("california"), SEATS, seed=seed, faults=(fault,))
            for event in played(dealer, 2).log:
                decided[str(event.get("decision", ""))] += event["e"] == "floor"
    assert decided["void_deal"] == 0
    assert len(+decided) > 4, decided


def test_one_seed_plays_one_way_and_another_otherwise() -> None:
    once, again, other = (
        played(Croupier(opening(), SEATS, seed=seed, faults=(RANDOM,)), 5).log for seed in (7, 7, 8)
    )
    assert once == again != other


def test_each_table_of_a_house_plays_its_own_hands_for_the_files_stakes() -> None:
    def table(name: str) -> list[Any]:
        config = TableConfig(
            table=Table(name=name, seats=5),
            game=GameSection(game="omaha", structure="limit", small_blind=20, big_blind=40),
        )
        return played(croupier(config), 2).log

    one, other = table("one"), table("two")
    assert [event for event in one if event["e"] == "card"] != [
        event for event in other if event["e"] == "card"
    ]
    assert one[0]["big_blind"] == 40 and one[0]["game"] == "omaha"
    assert {event["seat"] for event in one if event["e"] == "sit"} == {1, 2, 3, 4, 5}
    assert all(event["stack"] % 40 == 0 for event in one if event["e"] == "sit")


def test_what_somebody_else_decided_is_where_the_next_hand_begins() -> None:
    dealer = Croupier(opening(), SEATS, seed=4)
    played(dealer, 1)
    dealer.agree(dict.fromkeys(SEATS, 5000))
    begun = [one.event for one in dealer.hand() if isinstance(one, Said)]
    assert dealer.lost == []
    assert [event["button"] for event in begun if event["e"] == "hand"] == [2]
    assert sum(person.stack for person in dealer.table.seats.values()) == 6 * 5000


def test_a_hand_that_the_table_has_ended_is_given_up_with_all_cards_home() -> None:
    dealer = Croupier(opening(), SEATS, seed=4)
    truth = played(dealer, 0)
    hand = dealer.hand()
    for _ in range(12):
        truth.add(next(hand))
    for happening in dealer.abandon():
        truth.add(happening)
    truth.advance(float("inf"))
    assert [card for zone in ANTENNAS for card in truth.under(zone)] == []
    assert not dealer.table.deal_on
    dealer.agree({seat: person.stack for seat, person in dealer.table.seats.items()})
    list(dealer.hand())
    assert dealer.lost == []


def test_a_fault_that_he_cannot_make_is_said() -> None:
    with pytest.raises(FaultError, match="no_such"):
        Croupier(opening(), SEATS, faults=("no_such",))
