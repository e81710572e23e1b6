"""The overlay's picture of each moment of a hand, and the same for vMix."""

from typing import Any

import pytest

from controller.messages import BroadcastHand, Frame
from controller.web import vmix
from controller.web.picture import blank, picture, spot_of
from controller.web.player import Shown
from engine import Table
from engine.equity.counting import equities

INFO = {"small_blind": 1, "big_blind": 2}
HOLE = ("Ah", "Kd", "Qs", "As", "Kh", "Qd")  # from seat 2 on, twice round


class Filmed:
    """A table of three, and the frames of its hand."""

    def __init__(self) -> None:
        self.table = Table()
        self.frames: list[Frame] = []
        self.t = 0.0
        self.do(
            "open", game="holdem", structure="no_limit", format="cash", rulebook="uspa",
            small_blind=1, big_blind=2,
        )  # fmt: skip
        for seat, name in ((1, "Ada"), (2, ""), (3, "Emmy")):
            self.do("sit", seat=seat, stack=200, name=name)
        self.frames.clear()
        self.do("hand", button=1)
        for number, card in enumerate(HOLE):
            self.do("card", card=card, zone=f"seat:{(1 + number) % 3 + 1}", face="down")

    def do(self, kind: str, **fields: Any) -> None:
        self.t += 1.0
        event = {"t": self.t, "e": kind, **fields}
        answers = self.table.apply(event)
        assert not any(answer["o"] == "reject" for answer in answers), answers
        self.frames.append(Frame(self.t, self.table.view("broadcast"), event, answers))

    def acts(self, *deeds: tuple[int, str, int | None]) -> None:
        for seat, do, to in deeds:
            self.do("act", seat=seat, do=do, **({"to": to} if to else {}))

    def flop(self) -> None:
        self.do("card", card="2c", zone="burn", face="down")
        for card in ("Ac", "7d", "2h"):
            self.do("card", card=card, zone="board", face="up")

    @property
    def now(self) -> Shown:
        hand = BroadcastHand(
            table="main", hand=7, began="2026-01-01T12:00:00.000Z", frames=self.frames
        )
        return Shown(hand, len(self.frames) - 1)


@pytest.fixture
def filmed() -> Filmed:
    return Filmed()


def seat(drawn: dict[str, Any], number: int) -> dict[str, Any]:
    return next(one for one in drawn["seats"] if one["seat"] == number)


def test_every_card_is_in_the_picture_and_who_acts(filmed: Filmed) -> None:
    drawn = picture(filmed.now, INFO, None)
    assert seat(drawn, 2)["cards"] == ["Ah", "As"]
    assert (drawn["turn"], drawn["to_call"], drawn["button"]) == (1, 2, 1)
    assert seat(drawn, 1)["name"] == "Ada"
    assert seat(drawn, 2)["name"] == "Seat 2"
    assert drawn["pots"] == [3]


def test_what_each_did_last_stays_for_the_street(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6), (2, "call", None), (3, "fold", None))
    # The betting is over with the last deed, but the street is not yet another.
    drawn = picture(filmed.now, INFO, None)
    assert [one["action"] for one in drawn["seats"]] == ["Raise to 6", "Call", "Fold"]
    filmed.flop()
    drawn = picture(filmed.now, INFO, None)
    assert [one["action"] for one in drawn["seats"]] == ["", "", "Fold"]
    assert seat(drawn, 3)["folded"]
    assert drawn["board"] == ["Ac", "7d", "2h"]


def test_the_odds_are_those_of_the_engine_with_folded_cards_dead(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6), (2, "call", None), (3, "fold", None))
    filmed.flop()
    spot = spot_of(filmed.now)
    assert spot is not None
    assert spot.hands == (("Qs", "Qd"), ("Ah", "As"))
    assert set(spot.dead) == {"Kd", "Kh"}
    drawn = picture(filmed.now, INFO, equities(spot))
    assert seat(drawn, 3)["equity"] is None
    shares = [seat(drawn, number)["equity"] for number in (1, 2)]
    assert sum(shares) == pytest.approx(1.0, abs=0.001)
    assert shares[1] > 0.99  # three aces against two queens


def test_the_odds_wait_for_the_whole_flop(filmed: Filmed) -> None:
    filmed.acts((1, "call", None), (2, "call", None), (3, "check", None))
    before = spot_of(filmed.now)
    filmed.do("card", card="2c", zone="burn", face="down")
    filmed.do("card", card="Ac", zone="board", face="up")
    assert spot_of(filmed.now) == before
    assert before is not None and before.board == ()


def test_there_are_no_odds_where_there_is_nothing_to_compare(filmed: Filmed) -> None:
    filmed.acts((1, "fold", None), (2, "fold", None))
    assert spot_of(filmed.now) is None


def test_the_winner_is_in_the_picture(filmed: Filmed) -> None:
    filmed.acts((1, "fold", None), (2, "fold", None))
    drawn = picture(filmed.now, INFO, None)
    assert seat(drawn, 3)["won"] == 3
    assert drawn["stage"] == "over"


def test_vmix_gets_flat_rows(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6), (2, "call", None), (3, "fold", None))
    filmed.flop()
    spot = spot_of(filmed.now)
    assert spot is not None
    rows = vmix.rows(picture(filmed.now, INFO, equities(spot)))
    assert len(rows) == 3
    assert all(isinstance(value, str | int | float) for row in rows for value in row.values())
    assert len({tuple(row) for row in rows}) == 1, "every row has the same columns"
    first = rows[0]
    assert (first["name"], first["card1"], first["stack_bb"]) == ("Ada", "Qs", 97.0)
    assert (first["board1"], first["board4"], first["pot"]) == ("Ac", "", 14)
    assert rows[2]["folded"] == "yes"


def test_before_the_first_hand_vmix_gets_the_tables_row_alone() -> None:
    (row,) = vmix.rows(blank("main", INFO))
    assert (row["table"], row["hand"], row["big_blind"]) == ("main", 0, 2)
