"""What counts as proof that a hand lies face up, and what a person who has none is told."""

import pytest

from tests.controller.floor_desk import TOPICS, FloorDesk, answer

HOLE = (("Ah", 2), ("7c", 3), ("Kd", 1), ("Qs", 2), ("Jc", 3), ("Th", 1))


@pytest.fixture
def desk() -> FloorDesk:
    desk = FloorDesk()
    desk.take("hand", button=1)
    for card, seat in HOLE:
        desk.card(card, f"seat:{seat}")
    return desk


def cards(desk: FloorDesk, seat: int) -> list[str]:
    held: list[str] = desk.shown(TOPICS.public_state)["state"]["seats"][str(seat)]["cards"]
    return held


def floor_alerts(desk: FloorDesk) -> list[str]:
    return [one["id"] for one in desk.alerts(TOPICS.floor_alert) if one["kind"] == "faces"]


def test_a_hand_that_the_camera_saw_is_shown_without_its_names(desk: FloorDesk) -> None:
    for card in ("7c", "Jc"):
        assert not answer(desk.asked("dealer", "show", seat=3))["ok"]
        desk.take("flash", card=card, zone="seat:3", by="player")
    assert answer(desk.asked("dealer", "show", seat=3))["ok"]
    assert cards(desk, 3) == ["7c", "Jc"]


def test_a_hand_with_a_card_unread_waits_for_the_showdown_whatever_is_named() -> None:
    desk = FloorDesk()
    desk.take("hand", button=1)
    for card, seat in (("Ah", 2), ("??", 3), *HOLE[2:]):
        desk.card(card, f"seat:{seat}")
    told = [
        answer(desk.asked("dealer", "show", seat=3, cards=named))["error"]
        for named in (["Jc", "2s"], ["2s", "2d"], ["Jc", "Ah"], ["2s"], ["Jc"])
    ]
    assert all(error == told[0] for error in told) and told[0]["got"] == "one with a card unread"
    assert not floor_alerts(desk) and cards(desk, 3) == ["??", "??"]


@pytest.mark.parametrize("named", [["7c", "7c", "2s"], ["Ah", "Qs"], ["2s"], ["7c", "Jc", "Ah"]])
def test_whatever_is_wrong_with_the_names_is_told_alike(desk: FloorDesk, named: list[str]) -> None:
    refused = answer(desk.asked("dealer", "show", seat=3, cards=named))["error"]
    assert (refused["expected"], refused["got"]) == ("the cards of that hand", "others")
    assert floor_alerts(desk) == ["show-1-dealer"] and not desk.alerts()
    assert "cards that seat 3 does not hold" in desk.alerts(TOPICS.floor_alert)[-1]["text"]


def test_the_floor_may_show_what_the_dealer_may_no_more(desk: FloorDesk) -> None:
    desk.asked("dealer", "show", seat=3, cards=["2s", "2d"])
    assert not answer(desk.asked("dealer", "show", seat=3, cards=["7c", "Jc"]))["ok"]
    assert answer(desk.asked("floor", "show", seat=3, cards=["7c", "Jc"]))["ok"]


def test_who_has_no_live_hand_is_refused_as_ever(desk: FloorDesk) -> None:
    desk.take("act", seat=1, do="fold")
    refused = answer(desk.asked("dealer", "show", seat=1, cards=["2s", "2d"]))
    assert refused["error"]["got"] == "seat 1 has no live hand to show"
    assert not floor_alerts(desk)


def test_the_button_that_takes_a_show_back_calls_the_floor_too(desk: FloorDesk) -> None:
    desk.asked("dealer", "show", seat=3, cards=["7c", "Jc"])
    batch = desk.take("undo", src="button")
    assert floor_alerts(desk) == ["undone-1"]
    (line,) = batch.entry.audits
    assert (line.kind, line.role, line.what) == (
        "taken back", "button", {"verb": "show", "hand": 1, "seat": 3},
    )  # fmt: skip


def test_a_reported_face_that_nobody_saw_is_kept_by_no_record(desk: FloorDesk) -> None:
    batch = desk.asked("dealer", "report", fault="exposed_card", seat=3, card="Jc", zone="seat:3")
    assert batch.entry.record is not None and batch.entry.record.event["card"] == "??"
    assert set(cards(desk, 3)) == {"??"}


def test_a_reported_face_that_was_seen_keeps_its_name(desk: FloorDesk) -> None:
    desk.take("flash", card="7c", zone="seat:3", by="player")
    batch = desk.asked("dealer", "report", fault="exposed_card", seat=3, card="7c")
    assert batch.entry.record is not None and batch.entry.record.event["card"] == "7c"
