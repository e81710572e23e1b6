"""What the floor has decided is taken back by the floor, and by nobody else."""

from tests.controller.floor_desk import FloorDesk, answer
from tests.controller.test_core import dealt


def test_the_dealer_cannot_undo_a_void_deal_of_the_floor() -> None:
    desk = dealt(FloorDesk())
    assert answer(desk.asked("floor", "decide", decision="void_deal"))["ok"]
    told = answer(desk.asked("dealer", "undo"))
    assert not told["ok"]
    assert told["error"]["expected"] == "the floor to take it back"
    assert not desk.core.table.deal_on, "the deal is void still"


def test_the_floor_takes_back_its_own_word() -> None:
    desk = dealt(FloorDesk())
    assert answer(desk.asked("floor", "decide", decision="void_deal"))["ok"]
    assert answer(desk.asked("floor", "undo"))["ok"]
    assert desk.core.table.deal_on


def test_the_dealer_takes_back_what_a_dealer_entered() -> None:
    desk = dealt(FloorDesk())
    assert answer(desk.asked("dealer", "act", seat=1, do="call"))["ok"]
    assert answer(desk.asked("dealer", "undo"))["ok"]
