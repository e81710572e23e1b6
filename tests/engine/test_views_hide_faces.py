"""What a role hears has no face that the table has not seen, wherever in an object it stands."""

from engine import Table
from engine.views import masked

HIDDEN, BOARD = "7c", "Ah"


def _table() -> Table:
    table = Table("uspa")
    table.apply(
        {
            "t": 0, "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash",
            "rulebook": "uspa", "small_blind": 1, "big_blind": 2,
        }
    )  # fmt: skip
    for seat in (1, 2, 3):
        table.apply({"t": 0, "e": "sit", "seat": seat, "stack": 200})
    table.apply({"t": 1, "e": "hand", "button": 1})
    table.apply({"t": 2, "e": "card", "card": HIDDEN, "zone": "seat:2", "face": "down"})
    table.apply({"t": 3, "e": "card", "card": BOARD, "zone": "seat:3", "face": "up"})
    return table


def test_a_card_dealt_face_down_is_told_without_its_face() -> None:
    event = {"e": "card", "card": HIDDEN, "zone": "seat:2", "face": "down"}
    assert masked(event, _table(), "public") == {**event, "card": "??"}


def test_a_card_dealt_face_up_is_told_with_its_face() -> None:
    event = {"e": "card", "card": BOARD, "zone": "seat:3", "face": "up"}
    assert masked(event, _table(), "public") == event


def test_an_event_that_was_rejected_does_not_tell_the_faces_in_it() -> None:
    reject = {"o": "reject", "why": "no", "event": {"e": "show", "seat": 2, "cards": [HIDDEN]}}
    assert masked(reject, _table(), "floor")["event"]["cards"] == ["??"]


def test_discards_are_told_without_their_faces() -> None:
    event = {"e": "draw", "seat": 2, "discards": [HIDDEN, BOARD]}
    assert masked(event, _table(), "dealer")["discards"] == ["??", BOARD]


def test_the_broadcast_sees_every_face() -> None:
    event = {"e": "card", "card": HIDDEN, "zone": "seat:2", "face": "down"}
    assert masked(event, _table(), "broadcast") == event
