"""Fusion's notebook: what the sensors told, and what went into the table log."""

from __future__ import annotations

import pytest

from controller.senses.fusion import Fusion, Windows
from tests.controller.felt import BLUE, DECKS, Felt, tag
from vision.sightings import Backs, CameraState, ChipsSeen, FaceGone, FaceUp, Flashed

STRANGER = "E0040000FFFF0001"


def down(zone: str, count: int, t: float, colour: str = "red") -> Backs:
    return Backs(t, zone, count, colour, 0.97)


def up(card: str, zone: str, t: float, *, since: float | None = None) -> FaceUp:
    return FaceUp(t, card, zone, 0.97, t - 0.2 if since is None else since)


# Antennas and shoe


def test_a_card_off_the_shoe_is_told_once_it_lies() -> None:
    felt = Felt()
    felt.draws("Ah", 1.0)
    felt.lands("Ah", "seat:1", 1.3)
    assert felt.cards == [("Ah", "deck", "seat:1", "down")]
    assert felt.events == [
        {
            "e": "card", "card": "Ah", "zone": "seat:1", "face": "down", "from": "deck",
            "back": "red", "src": "rfid:seat-1", "sure": 0.99, "t": 1.3,
        }
    ]  # fmt: skip
    assert felt.t == pytest.approx(1.6)  # without a camera nothing waits


def test_late_and_repeated_sightings_change_nothing() -> None:
    felt = Felt()
    felt.deals(["Ah"])
    felt.lands("Ah", "seat:1", 1.3, told=2.0)
    felt.leaves("Ah", "seat:1", 3.0)
    felt.lands("Ah", "seat:1", 1.3, told=3.5)
    felt.lands("Ah", "muck", 3.6)
    felt.leaves("Ah", "seat:1", 3.0)
    felt.lands("Ah", "seat:1", 1.3, told=4.5)
    felt.until(9.0)
    assert felt.cards == [("Ah", "deck", "seat:1", "down"), ("Ah", "seat:1", "muck", "down")]


def test_a_card_that_comes_back_to_its_place_is_no_news() -> None:
    felt = Felt()
    felt.deals(["Ah"])
    felt.leaves("Ah", "seat:1", 3.0)
    felt.lands("Ah", "seat:1", 3.5)
    assert len(felt.cards) == 1


def test_a_card_of_the_other_deck_has_its_own_back_and_one_of_none_has_no_face() -> None:
    felt = Felt()
    felt.draws(BLUE["Ah"], 1.0)
    felt.lands(BLUE["Ah"], "seat:1", 1.3)
    felt.draws(STRANGER, 2.0)
    felt.lands(STRANGER, "seat:2", 2.3)
    assert [(one["card"], one.get("back")) for one in felt.events] == [("Ah", "blue"), ("??", None)]


def test_a_card_that_lay_face_up_in_the_shoe_is_boxed() -> None:
    felt = Felt()
    felt.deals(["2c"])
    felt.draws("Ah", 3.0, face_up=True)
    felt.lands("Ah", "seat:2", 3.3)
    assert felt.events[-1]["boxed"] is True
    assert felt.rulings == ["boxed_card"]


def test_the_flop_keeps_the_order_of_the_draws() -> None:
    felt = Felt()
    felt.to_flop()
    for number, card in enumerate(["Ah", "Kh", "Qh"]):
        felt.draws(card, 11.0 + number / 2)
    felt.lands("Qh", "board", 12.40)
    felt.lands("Ah", "board", 12.48)
    assert felt.cards == [("Ah", "deck", "board", "up")]
    felt.lands("Kh", "board", 12.44, told=12.85)
    assert [card for card, *_ in felt.cards] == ["Ah", "Kh", "Qh"]
    assert felt.rulings == []


def test_cards_of_a_finished_deal_go_home_without_a_word() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    for number, seat in enumerate((3, 1)):
        felt.asks({"e": "act", "seat": seat, "do": "fold"}, 8.0 + number)
    felt.until(9.5)
    felt.events.clear()
    felt.leaves("2c", "seat:1", 10.0)
    felt.lands("2c", "muck", 10.4)
    assert felt.events == []


def test_a_card_of_the_stub_shown_after_the_deal_is_told() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    for number, seat in enumerate((3, 1)):
        felt.asks({"e": "act", "seat": seat, "do": "fold"}, 8.0 + number)
    felt.draws("Ah", 10.0)
    felt.lands("Ah", "board", 10.3)
    assert felt.cards[-1] == ("Ah", "deck", "board", "up")


def test_a_new_deal_takes_all_cards_off_the_deck_again() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    for number, seat in enumerate((3, 1)):
        felt.asks({"e": "act", "seat": seat, "do": "fold"}, 8.0 + number)
    for card, seat in zip(("2c", "3c", "4c"), (1, 2, 3), strict=True):
        felt.leaves(card, f"seat:{seat}", 10.0)
    felt.asks({"e": "hand"}, 12.0)
    felt.until(13.0)
    felt.events.clear()
    felt.lands("2c", "seat:2", 13.3)  # the shoe missed it
    assert felt.cards == [("2c", "deck", "seat:2", "down")]


# Wanted back


def test_a_burn_that_is_wanted_in_the_deck_and_lifted_has_gone_there() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.draws("8c", 8.0)
    felt.lands("8c", "burn", 8.3)
    felt.asks({"e": "floor", "decision": "take_back"}, 9.0)
    felt.leaves("8c", "burn", 10.0)
    felt.asks({"e": "act", "seat": 3, "do": "call"}, 10.5)
    felt.until(12.0)
    assert [one["e"] for one in felt.events[-2:]] == ["card", "act"]
    assert felt.cards[-1] == ("8c", "burn", "deck", "down")


def test_a_burn_that_is_wanted_in_the_deck_but_goes_elsewhere_is_told_there() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.draws("8c", 8.0)
    felt.lands("8c", "burn", 8.3)
    felt.asks({"e": "floor", "decision": "take_back"}, 9.0)
    felt.leaves("8c", "burn", 10.0)
    felt.lands("8c", "muck", 10.2)
    felt.until(12.0)
    assert felt.cards[-1] == ("8c", "burn", "muck", "down")


def test_a_card_put_back_unasked_and_drawn_again_was_in_the_deck_between() -> None:
    felt = Felt()
    felt.to_flop()
    felt.leaves("8c", "burn", 11.0)
    felt.draws("8c", 13.0)
    felt.lands("8c", "board", 13.3)
    assert felt.cards == [("8c", "burn", "deck", "down"), ("8c", "deck", "board", "up")]
    assert "duplicate_card" not in felt.rulings


# The camera


@pytest.mark.parametrize("camera_first", [True, False])
def test_an_exposed_card_is_one_event_whoever_tells_it_first(camera_first: bool) -> None:
    felt = Felt(camera=True)
    felt.deals(["2c"])
    felt.draws("Ah", 3.0)
    face = up("Ah", "seat:2", 3.5 if camera_first else 3.62, since=3.32)
    if camera_first:
        felt.sees(face)
    felt.lands("Ah", "seat:2", 3.3)
    if not camera_first:
        felt.sees(face)
    felt.until(6.0)
    assert felt.cards[1:] == [("Ah", "deck", "seat:2", "up")]
    assert (felt.events[-1]["src"], felt.events[-1]["sure"]) == ("rfid+camera", 1.0)
    assert felt.rulings == ["exposed_card"]


def test_a_seats_card_waits_for_the_camera_but_not_for_long() -> None:
    felt = Felt(camera=True, windows=Windows(face=0.6))
    felt.draws("Ah", 1.0)
    felt.lands("Ah", "seat:1", 1.3)
    assert felt.cards == []
    felt.until(1.95)
    assert felt.cards == [("Ah", "deck", "seat:1", "down")]
    assert felt.events[-1]["sure"] < 0.99


def test_a_back_that_the_camera_sees_ends_the_waiting() -> None:
    felt = Felt(camera=True, windows=Windows(face=5.0))
    felt.draws("Ah", 1.0)
    felt.sees(down("seat:1", 1, 1.5))
    felt.lands("Ah", "seat:1", 1.3)
    assert felt.events[-1]["src"] == "rfid+camera"


def test_a_blind_camera_is_not_waited_for() -> None:
    felt = Felt(camera=True, windows=Windows(face=5.0))
    felt.draws("Ah", 1.0)
    felt.lands("Ah", "seat:1", 1.3)
    assert felt.cards == []
    felt.sees(CameraState(1.7, "dark"))
    felt.draws("Kh", 2.0)
    felt.lands("Kh", "seat:2", 2.3)
    assert [card for card, *_ in felt.cards] == ["Ah", "Kh"]
    felt.sees(up("Kh", "seat:2", 3.0))  # it sees nothing that could be believed
    felt.sees(CameraState(3.5, "ok"))
    felt.sees(up("Kh", "seat:2", 4.0))
    assert felt.cards[2:] == [("Kh", "seat:2", "seat:2", "up")]


def test_a_hole_card_turned_up_later_is_a_second_event() -> None:
    felt = Felt(camera=True)
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.sees(up("5c", "seat:1", 9.0))
    felt.sees(up("5c", "seat:1", 9.4))
    assert felt.cards[6:] == [("5c", "seat:1", "seat:1", "up")]
    assert felt.rulings == ["player_exposed"]


def test_a_back_of_another_colour_than_the_decks_is_told() -> None:
    felt = Felt(camera=True)
    felt.deals(["2c"])
    felt.draws("Ah", 3.0)
    felt.sees(down("seat:2", 1, 3.5, "blue"))
    felt.lands("Ah", "seat:2", 3.3)
    assert felt.events[-1]["back"] == "blue"
    assert felt.rulings == ["foreign_back"]


def test_a_face_on_a_card_of_no_deck_is_the_same_card() -> None:
    felt = Felt(camera=True)
    felt.to_flop()
    felt.draws(STRANGER, 11.0)
    felt.lands(STRANGER, "board", 11.3)
    felt.sees(up("Ah", "board", 11.7))
    felt.until(14.0)
    assert felt.cards == [("Ah", "deck", "board", "up")]


@pytest.mark.parametrize("late", [False, True])
def test_a_board_card_that_only_the_camera_reads_is_one_card_and_less_sure(late: bool) -> None:
    felt = Felt(camera=True)
    felt.to_flop()
    felt.draws("Ah", 11.0)
    felt.sees(up("Ah", "board", 11.5, since=11.3))
    assert felt.cards == []
    felt.until(11.9)
    assert felt.cards == [("Ah", "deck", "board", "up")]
    assert felt.events[-1]["src"] == "camera"
    assert felt.events[-1]["sure"] < 0.7
    if late:
        felt.lands("Ah", "board", 12.0)
        felt.until(20.0)
        assert len(felt.cards) == 1


def test_a_board_card_that_only_the_antenna_reads_is_one_card_and_less_sure() -> None:
    felt = Felt(camera=True)
    felt.to_flop()
    felt.draws("Ah", 11.0)
    felt.lands("Ah", "board", 11.3)
    assert felt.cards == []
    felt.until(11.9)
    assert felt.cards == [("Ah", "deck", "board", "up")]
    assert felt.events[-1]["sure"] < 0.99


def test_a_board_card_laid_face_down_and_then_turned() -> None:
    felt = Felt(camera=True)
    felt.to_flop()
    felt.draws("Ah", 11.0)
    felt.sees(down("board", 1, 11.5))
    felt.lands("Ah", "board", 11.3)
    felt.sees(up("Ah", "board", 13.0))
    assert felt.cards == [("Ah", "deck", "board", "down"), ("Ah", "board", "board", "up")]


def test_a_card_flashed_by_the_dealer_is_told_after_it_was_dealt() -> None:
    felt = Felt(camera=True)
    felt.draws("Ah", 1.0)
    for t in (1.2, 1.25):
        felt.sees(Flashed(t, "Ah", "seat:1", 0.8))
    felt.lands("Ah", "seat:1", 1.3)
    felt.until(3.0)
    assert [(one["e"], one.get("by")) for one in felt.events] == [
        ("card", None),
        ("flash", "dealer"),
    ]
    assert felt.rulings == ["exposed_card"]


@pytest.mark.parametrize("told", [1.25, 1.9])  # before it is read at its seat, and after
def test_a_face_that_showed_over_the_deck_is_of_the_seat_it_went_to(told: float) -> None:
    felt = Felt(camera=True)
    felt.draws("Ah", 1.0)
    if told < 1.3:
        felt.sees(Flashed(1.2, "Ah", "deck", 0.8), at=told)
    felt.lands("Ah", "seat:1", 1.3)
    if told > 1.3:
        felt.sees(Flashed(1.2, "Ah", "deck", 0.8), at=told)
    felt.until(4.0)
    assert [(one["e"], one["zone"]) for one in felt.events] == [
        ("card", "seat:1"),
        ("flash", "seat:1"),
    ]
    assert felt.rulings == ["exposed_card"]


def test_a_face_held_up_over_the_deck_before_it_is_dealt_is_a_flash() -> None:
    felt = Felt(camera=True)
    felt.draws("Ah", 1.0)
    felt.sees(up("Ah", "deck", 1.5))
    felt.sees(FaceGone(1.9, "Ah", "deck"))
    felt.lands("Ah", "seat:1", 1.7)
    felt.until(4.0)
    assert [(one["e"], one["zone"]) for one in felt.events] == [
        ("card", "seat:1"),
        ("flash", "seat:1"),
    ]


def test_a_card_flashed_after_the_deal_was_shown_by_its_player() -> None:
    felt = Felt(camera=True)
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.sees(Flashed(9.0, "5c", "seat:1", 0.8))
    felt.until(10.0)
    assert (felt.events[-1]["e"], felt.events[-1]["by"]) == ("flash", "player")


# Players who look


def test_cards_lifted_for_long_were_looked_at_once() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.leaves("2c", "seat:1", 8.0)
    felt.leaves("5c", "seat:1", 8.05)
    felt.until(9.9)
    assert felt.events[-1]["e"] == "card"
    felt.until(15.0)
    assert [(one["e"], one["seat"]) for one in felt.events[6:]] == [("look", 1)]
    assert felt.events[-1]["t"] == pytest.approx(10.0)


def test_a_short_lift_and_one_during_the_deal_are_no_look() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c"])
    felt.leaves("2c", "seat:1", 5.0)
    felt.lands("2c", "seat:1", 5.6)
    felt.until(9.0)
    assert [one for one in felt.events if one["e"] == "look"] == []


def test_folded_cards_that_are_carried_off_slowly_are_no_look() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.asks({"e": "act", "seat": 3, "do": "fold"}, 8.0)
    felt.leaves("4c", "seat:3", 8.5)
    felt.lands("4c", "muck", 12.0)
    assert [one["e"] for one in felt.events[6:]] == ["act", "card"]
    assert felt.cards[-1] == ("4c", "seat:3", "muck", "down")


# People


def test_an_action_does_not_overtake_the_card_that_lay_there_before() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c"])
    felt.draws("7c", 6.0)
    felt.asks({"e": "act", "seat": 3, "do": "call"}, 6.35)
    felt.lands("7c", "seat:3", 6.4)  # a poll missed it at first
    felt.until(8.0)
    assert [one["e"] for one in felt.events[-2:]] == ["card", "act"]


def test_an_action_waits_for_a_card_that_an_antenna_has_not_decided_on() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c"])
    felt.unsettled = 7.0
    felt.asks({"e": "act", "seat": 3, "do": "call"}, 7.1)
    felt.until(7.9)
    assert felt.events[-1]["e"] == "card"
    felt.lands("7c", "seat:3", 7.0, told=7.95)
    felt.unsettled = None
    felt.until(8.1)
    assert [one["e"] for one in felt.events[-2:]] == ["card", "act"]


def test_an_action_waits_a_second_at_most() -> None:
    felt = Felt()
    felt.unsettled = 1.0
    felt.asks({"e": "away", "seat": 2}, 5.0)
    felt.until(5.9)
    assert felt.events == []
    felt.until(6.05)
    assert [one["e"] for one in felt.events] == ["away"]


def test_what_a_console_asks_comes_out_as_it_came() -> None:
    felt = Felt()
    felt.asks({"e": "away", "seat": 2, "src": "console:dealer", "sure": 1.0, "id": "a1"}, 5.0)
    felt.until(6.0)
    assert [{**one, "t": 0} for one in felt.events] == [
        {"e": "away", "seat": 2, "src": "console:dealer", "sure": 1.0, "id": "a1", "t": 0}
    ]


def test_the_round_complete_button_lets_everybody_call_or_check() -> None:
    felt = Felt()
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.presses("round_complete", 8.0)
    felt.until(9.0)
    acts = [(one["seat"], one["do"], one["src"]) for one in felt.events if one["e"] == "act"]
    assert acts == [(3, "call", "button"), (1, "call", "button"), (2, "check", "button")]
    assert felt.rulings == []
    felt.presses("round_complete", 9.5)  # nobody is left to act
    felt.until(10.5)
    assert len(felt.events) == 9


@pytest.mark.parametrize(("button", "word"), [("new_hand", "hand"), ("undo", "undo")])
def test_a_button_is_a_word(button: str, word: str) -> None:
    felt = Felt()
    felt.presses(button, 5.0)
    felt.until(6.0)
    assert [(one["e"], one["src"]) for one in felt.events] == [(word, "button")]


# Disagreements


def test_a_board_card_that_the_camera_does_not_see_is_told_once_and_when_it_ends() -> None:
    felt = Felt(camera=True)
    felt.to_flop()
    felt.draws("Ah", 11.0)
    felt.lands("Ah", "board", 11.3)
    felt.until(13.5)
    assert felt.disagreements == []
    felt.until(20.0)
    assert [(one.kind, one.zone, one.over) for one in felt.disagreements] == [
        ("unseen", "board", False)
    ]
    felt.sees(up("Ah", "board", 20.5))
    felt.until(30.0)
    assert [(one.kind, one.over) for one in felt.disagreements[1:]] == [("unseen", True)]
    assert len(felt.cards) == 1  # nothing was guessed


def test_camera_and_antenna_that_read_different_cards() -> None:
    felt = Felt(camera=True)
    felt.to_flop()
    felt.draws("Ah", 11.0)
    felt.lands("Ah", "board", 11.3)
    felt.sees(up("Kh", "board", 11.7))
    felt.until(15.0)
    assert [(one.kind, one.zone) for one in felt.disagreements] == [("other", "board")]
    assert felt.cards == [("Ah", "deck", "board", "up")]  # one card lies there, not two
    assert not any("Ah" in repr(one) or "Kh" in repr(one) for one in felt.disagreements)


def test_a_card_without_a_tag_that_is_dealt_face_up_is_one_more() -> None:
    felt = Felt(camera=True)
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.sees(down("seat:1", 2, 7.5))
    felt.sees(up("Kh", "seat:1", 8.0))
    felt.until(9.0)
    assert felt.cards[6:] == [("Kh", "deck", "seat:1", "up")]
    assert felt.rulings == ["extra_card"]


def test_a_card_seen_where_another_antenna_has_it() -> None:
    felt = Felt(camera=True)
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.sees(up("2c", "seat:2", 9.0))
    felt.until(10.0)
    felt.sees(FaceGone(10.0, "2c", "seat:2"))
    assert felt.disagreements == []  # it did not last
    felt.sees(up("2c", "seat:2", 11.0))
    felt.until(14.0)
    assert [(one.kind, one.zone) for one in felt.disagreements] == [("elsewhere", "seat:2")]
    assert len(felt.cards) == 6


def test_a_board_card_that_nobody_reads() -> None:
    felt = Felt()
    felt.to_flop()
    felt.draws("Ah", 11.0)
    felt.lands("Ah", "board", 11.3)
    felt.leaves("Ah", "board", 14.0)
    felt.until(20.0)
    assert [(one.kind, one.zone) for one in felt.disagreements] == [("lost", "board")]
    felt.lands("Ah", "board", 21.0)
    assert felt.disagreements[-1].over
    assert len(felt.cards) == 1


def test_a_card_that_left_the_shoe_and_lies_nowhere() -> None:
    felt = Felt()
    felt.draws("Ah", 1.0)
    felt.until(4.0)
    assert felt.disagreements == []
    felt.until(6.0)
    assert [(one.kind, one.zone) for one in felt.disagreements] == [("drawn", "deck")]


# After a start in mid-deal


def test_after_a_start_cards_that_lie_where_they_lay_are_no_news() -> None:
    felt = Felt(camera=True)
    felt.to_flop()
    again = Felt(camera=True)
    again.history = felt.history
    again.fusion = Fusion(DECKS, camera=True)
    again.fusion.expect(felt.history.table)
    for number, card in enumerate(["2c", "3c", "4c", "5c", "6c", "7c"]):
        again.lands(card, f"seat:{number % 3 + 1}", 20.0 + number / 10)
    again.lands("8c", "muck", 22.0)
    again.until(25.0)
    assert again.cards == [("8c", "burn", "muck", "down")]


def test_no_piece_shows_its_face_in_an_errors_text() -> None:
    felt = Felt()
    felt.deals(["Ah"])
    piece = felt.fusion._pieces.of(tag("Ah"))
    assert "Ah" not in repr(piece)


# Chips


def spot(t: float, *chips: int, seat: int = 1, doubt: int = 0) -> ChipsSeen:
    worth = sum(chips)
    return ChipsSeen(t, seat, chips, worth - doubt, worth + doubt, 0.95, t - 1.0)


def betting(sensors: str = "rfid shoe camera chips") -> Felt:
    felt = Felt(camera=True, sensors=sensors)
    felt.sees(CameraState(0.9, "ok"))
    felt.sees(spot(0.95))  # nothing lies there yet
    return felt


def pushed(felt: Felt) -> list[tuple[int, list[int]]]:
    return [(one["seat"], one["chips"]) for one in felt.events if one["e"] == "chips"]


def test_chips_that_come_to_a_spot_are_one_motion_of_its_player() -> None:
    felt = betting()
    felt.sees(spot(3.0, 25, 5, 5))
    assert felt.events == [
        {"e": "chips", "seat": 1, "chips": [25, 5, 5], "src": "camera", "sure": 0.95, "t": 2.0}
    ]
    felt.sees(spot(6.0, 100, 25, 5, 5))
    assert pushed(felt) == [(1, [25, 5, 5]), (1, [100])]


def test_the_pot_that_is_pulled_in_and_change_that_is_made_are_no_bets() -> None:
    felt = betting()
    felt.sees(spot(3.0, 25, 5))
    felt.sees(spot(6.0, 5, 5, 5, 5, 5, 5))
    felt.sees(spot(9.0))
    assert pushed(felt) == [(1, [25, 5])]
    felt.sees(spot(12.0, 25))
    assert pushed(felt)[1:] == [(1, [25])]


def test_a_stack_that_can_only_be_estimated_names_no_chips() -> None:
    felt = betting()
    felt.sees(spot(3.0, 5, 5, 5, 5, doubt=5))
    felt.sees(spot(6.0, 100, 5, 5, 5, 5))  # who knows which of these are new
    assert pushed(felt) == []
    felt.sees(spot(9.0))
    felt.sees(spot(12.0, 5))
    assert pushed(felt) == [(1, [5])]


def test_chips_seen_again_after_the_camera_was_away_are_not_told_twice() -> None:
    felt = betting()
    felt.sees(spot(3.0, 25))
    felt.sees(CameraState(4.0, "absent"))
    felt.sees(CameraState(6.0, "ok"))
    felt.sees(spot(8.0, 25))
    assert pushed(felt) == [(1, [25])]


def test_chips_that_lay_there_when_the_table_started_are_no_bet() -> None:
    felt = betting()
    felt.sees(spot(2.0, 25, 5, seat=2))  # the first word of this spot
    felt.sees(spot(5.0, 100, 25, 5, seat=2))
    assert pushed(felt) == [(2, [100])]


def test_a_table_that_is_not_set_up_for_chips_tells_none() -> None:
    felt = betting("rfid shoe camera")
    felt.sees(spot(3.0, 25))
    assert pushed(felt) == []
