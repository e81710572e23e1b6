"""A table on disk: which versions are read, and what is said of those that are not."""

from typing import Any

import msgspec
import pytest

from engine import saved
from engine.history import History
from engine.saved import SavedError, upgrade_1
from tests.engine.dealer import Dealer

Plain = dict[str, Any]


@pytest.fixture
def history() -> History:
    """A deal that is over."""
    dealer, history = Dealer("uspa", 4, 5), History()
    dealer.play()
    for event in dealer.log:
        history.apply(event)
    return history


def plain(history: History) -> Plain:
    return dict(msgspec.msgpack.decode(history.saved()))


def back(parts: Plain) -> History:
    return History.restored(msgspec.msgpack.encode(parts))


def test_it_is_read_as_it_was_written(history: History) -> None:
    again = History.restored(history.saved())
    assert again.saved() == history.saved()
    assert again.table.view("broadcast") == history.table.view("broadcast")
    assert not again.differs


def test_the_version_is_written_with_it(history: History) -> None:
    assert plain(history)["version"] == saved.VERSION


def test_every_version_before_has_its_upgrade() -> None:
    assert sorted(saved.UPGRADES) == list(range(1, saved.VERSION))


def test_a_later_version_is_refused_with_a_way_on(history: History) -> None:
    later = plain(history) | {"version": saved.VERSION + 1}
    with pytest.raises(SavedError, match=r"of version 3, and this cutcard reads up to version 2: "):
        back(later)


@pytest.mark.parametrize(
    "broken",
    [{"version": "two"}, {"room": 1}, {"room": {"seats": 3}}, {"taken": [{}]}, {"t": None}],
)
def test_what_is_broken_is_refused_without_a_face(history: History, broken: Plain) -> None:
    with pytest.raises(SavedError, match=r"^not readable: \w+$"):
        back(plain(history) | broken)


def test_what_has_no_version_is_refused(history: History) -> None:
    parts = plain(history)
    del parts["version"]
    with pytest.raises(SavedError, match="not readable"):
        back(parts)


def test_a_book_that_is_not_there_any_more_is_named_by_its_field(history: History) -> None:
    parts = plain(history)
    for room in (parts["room"], parts["over"]):
        room["opening"]["rulebook"] = "lost"
    with pytest.raises(SavedError, match=r"not playable: expected .* as rulebook"):
        back(parts)


def test_fields_of_a_neighbour_are_passed_over(history: History) -> None:
    parts = plain(history)
    parts["room"]["kitty"] = 3
    again = back(parts)
    assert again.table.view("broadcast") == history.table.view("broadcast")
    assert not again.differs


def test_a_deal_that_comes_out_otherwise_today_stays_as_it_was_paid(history: History) -> None:
    parts = plain(history)
    parts["over"]["seats"][1]["stack"] += 7
    again = back(parts)
    assert again.differs
    assert again.table.seats[1].stack == history.table.seats[1].stack + 7
    assert again.table.room.last_ruling == history.table.room.last_ruling
    (refused,) = again.apply({"t": 9000, "e": "undo"})
    assert refused["why"] == "nothing of this deal is left to take back"


def test_so_does_one_whose_events_are_refused_today(history: History) -> None:
    parts = plain(history)
    parts["taken"][0]["event"]["e"] = "handshake"
    again = back(parts)
    assert again.differs
    assert again.table.seats == history.table.seats


# Version 1

ROOM: Plain = {
    "t": 3.0, "last_ruling": 2, "button": 1, "small_seat": 2, "big_seat": 3, "redeal": False,
    "shuffled": False, "cut": False, "expected": None, "dealt_in": [2, 3, 1], "seats": {},
}  # fmt: skip
OPENING = {"t": 0.0, "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash",
           "rulebook": "dc", "small_blind": 1, "big_blind": 2}  # fmt: skip
KEPT = {"event": {"t": 2.0, "e": "hand"}, "before": 1, "rulings": [2]}


def version_1(*, start_on: bool, on: bool) -> Plain:
    return {
        "version": 1, "opening": OPENING, "kept": [KEPT], "why": "nothing",
        "start": {**ROOM, "t": 1.0, "deal_on": start_on}, "now": {**ROOM, "deal_on": on},
    }  # fmt: skip


def test_version_1_has_the_room_before_and_after_the_deal() -> None:
    new = upgrade_1(version_1(start_on=False, on=False))
    assert (new["room"]["t"], new["over"]["t"], new["t"]) == (1.0, 3.0, 3.0)
    assert new["room"]["opening"] == {**OPENING, "house": {"doubt_seconds": 0}}
    assert new["taken"] == [KEPT]


def test_version_1_in_the_middle_of_a_deal_has_no_room_after_it() -> None:
    assert upgrade_1(version_1(start_on=False, on=True))["over"] is None


def test_version_1_that_had_dropped_a_deals_beginning_starts_after_it() -> None:
    new = upgrade_1(version_1(start_on=True, on=False))
    assert (new["room"]["t"], new["taken"]) == (3.0, [])


def test_version_1_in_the_middle_of_such_a_deal_is_refused() -> None:
    with pytest.raises(SavedError, match="too long to be taken up in the middle"):
        upgrade_1(version_1(start_on=True, on=True))
