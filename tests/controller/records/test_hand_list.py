"""The list of hands: what stood, not what was refused or taken back."""

from typing import Any

from controller.records.hand_list import HandRow, rows
from controller.records.journal_rows import Record

DEALT = {"o": "phase", "street": "deal", "pots": [{"amount": 3, "seats": [2, 5, 9]}]}
WON = {"o": "award", "seat": 2, "amount": 40, "pot": 0}
ENDED = {"o": "end", "stacks": {}, "result": "won"}
RULED = {"o": "ruling", "id": 1, "fault": "no_burn"}
LOOK = {"e": "look", "seat": 2}
Said = tuple[int, dict[str, Any], list[dict[str, Any]]]  # hand, event and answers


def kept(*said: Said) -> list[Record]:
    """One record after the other, a second apart."""
    return [
        Record(seq, float(seq), f"20:00:{seq:02}", hand, event, answers)
        for seq, (hand, event, answers) in enumerate(said, 1)
    ]


def test_a_hand_is_told_in_a_line() -> None:
    records = kept(
        (0, {"e": "open"}, []),
        (1, {"e": "hand"}, [DEALT]),
        (1, {"e": "card"}, [RULED]),
        (1, {"e": "act"}, [{**WON, "amount": 60}, WON, ENDED]),
        (1, {"e": "card"}, [RULED]),
    )
    line = HandRow(
        1, "20:00:02", "20:00:04", "won", [2, 5, 9], pot=100, rulings=2, won={2: 100},
        faults=["no_burn", "no_burn"],
    )  # fmt: skip
    assert list(rows(records)) == [line]


def test_a_running_hand_has_no_end_and_one_cut_in_two_is_left_out() -> None:
    records = kept((6, {"e": "card"}, [ENDED]), (7, {"e": "hand"}, [DEALT]))
    assert list(rows(records)) == [HandRow(7, "20:00:02", players=[2, 5, 9])]


def test_what_was_taken_back_does_not_count() -> None:
    undone = {"o": "undone", "event": LOOK, "rulings": [1]}
    slip: list[Said] = [
        (1, {"e": "hand"}, [DEALT]),
        (1, {"e": "act", "do": "fold"}, []),
        (1, LOOK, [RULED, WON, ENDED]),
        (1, {"e": "tick"}, []),
    ]
    refused = (1, {"e": "undo"}, [{"o": "reject", "why": "", "event": LOOK}])
    back = (1, {"e": "undo"}, [undone])
    (row,) = rows(kept(*slip, refused))
    assert (row.result, row.pot, row.rulings) == ("won", 40, 1)
    (row,) = rows(kept(*slip, refused, back))
    assert (row.result, row.pot, row.rulings, row.ended) == ("", 0, 0, "")


def test_a_hand_that_was_taken_back_whole_is_none() -> None:
    hand = {"e": "hand", "button": 3}
    undone = {"o": "undone", "event": hand, "rulings": []}
    assert list(rows(kept((1, hand, [DEALT]), (1, {"e": "undo"}, [undone])))) == []
