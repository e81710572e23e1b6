"""Alerts: open until the steps are done or the deal is over; each role takes note for itself."""

from typing import Any

import msgspec

from controller import lamps
from controller.alerts import OpenAlerts
from controller.core import Batch
from controller.desk import Desk
from tests.controller.floor_desk import TOPICS, FloorDesk, answer


def exposed(**opening: Any) -> FloorDesk:
    """Diamond Jim's: a card was dealt face up to seat 3; it is replaced after the deal."""
    desk = FloorDesk(**opening)
    desk.take("hand", button=1)
    desk.card("Ah", "seat:2")
    desk.card("7c", "seat:3", "up")
    return desk


def finished_deal(desk: FloorDesk) -> None:
    for card, seat in (("Kd", 1), ("Qs", 2), ("Jc", 3), ("Th", 1)):
        desk.card(card, f"seat:{seat}")


def test_a_fix_is_told_to_dealer_and_floor_with_sentence_clause_and_steps() -> None:
    desk = exposed()
    for topic in (TOPICS.dealer_alert, TOPICS.floor_alert):
        (alert,) = desk.alerts(topic)
        assert (alert["id"], alert["kind"], alert["severity"]) == ("ruling-1", "ruling", "fix")
        assert alert["clause"] == "diamondjims.9" and "exposed card" in alert["text"]
        assert alert["cards"] == ["7c"], "the whole table has seen it"
        assert [step["say"] for step in alert["steps"]] == [
            "After the deal: top card to seat 3",
            "After the betting: burn the 7♣",
        ]


def test_it_closes_when_the_steps_are_done() -> None:
    desk = exposed()
    finished_deal(desk)
    assert len(desk.alerts()) == 1
    desk.card("9d", "seat:3")
    assert desk.alerts() == [] and desk.retained[TOPICS.dealer_alert] == b""


def test_lamp_and_buzzer_say_it_once_and_green_comes_back() -> None:
    desk = exposed()
    signal = desk.batches[-1].signal
    assert signal is not None and signal.beeps == (2, 150)
    assert signal.lamps == {"green": "off", "yellow": "on", "red": "off"}
    assert desk.card("Kd", "seat:1").signal is None, "the lamp is lit already"
    for card, seat in (("Qs", 2), ("Jc", 3), ("Th", 1)):
        desk.card(card, f"seat:{seat}")
    signal = desk.card("9d", "seat:3").signal
    assert signal is not None and signal.beeps is None and signal.lamps["green"] == "on"


def test_a_misdeal_stays_until_the_next_hand_begins() -> None:
    desk = FloorDesk(rulebook="uspa")
    desk.take("hand", button=1)
    batch = desk.card("Ah", "seat:2", "up")
    assert batch.signal is not None and batch.signal.lamps["red"] == "fast"
    (alert,) = desk.alerts()
    assert (alert["decision"], alert["severity"]) == ("misdeal", "stop")
    assert "Collect all cards" in [step["say"] for step in alert["steps"]]
    desk.take("hand")
    assert desk.alerts() == []


def acknowledged(desk: FloorDesk, role: str, name: str, by: str) -> Batch:
    ask = desk.ask(role, "acknowledge", alert=name, by=by)
    batch = desk.keep(desk.core.acknowledge(ask, name, desk.now()))
    assert answer(batch)["ok"]
    return batch


def misdealt() -> FloorDesk:
    desk = FloorDesk(rulebook="uspa")
    desk.take("hand", button=1)
    desk.card("Ah", "seat:2", "up")
    return desk


def test_got_it_folds_the_dealers_panel_and_leaves_the_floors_alone() -> None:
    desk = misdealt()
    batch = acknowledged(desk, "dealer", "ruling-1", "Ann")
    (mine,) = desk.alerts()
    assert mine["acknowledged"]["by"] == "Ann", "folded, its steps are still to be done"
    (floors,) = desk.alerts(TOPICS.floor_alert)
    assert floors["acknowledged"] is None
    assert [seen["role"] for seen in floors["seen"]] == ["dealer"]
    assert batch.entry.desk and b"Ann" in batch.entry.desk
    assert batch.entry.audits[0].what["alert"] == "ruling-1"


def test_the_floor_deals_with_it_and_the_dealer_keeps_the_steps() -> None:
    desk = misdealt()
    acknowledged(desk, "floor", "ruling-1", "Flo")
    assert desk.alerts(TOPICS.floor_alert) == []
    (mine,) = desk.alerts()
    assert mine["acknowledged"] is None and mine["steps"]


def test_the_lamp_stays_lit_but_steady_while_noticed_steps_are_undone() -> None:
    desk = misdealt()
    signal = acknowledged(desk, "dealer", "ruling-1", "Ann").signal
    assert signal is not None
    assert signal.lamps == {"green": "off", "yellow": "off", "red": "on"}


def test_a_misdeals_list_ticks_as_the_cards_come_back_and_are_shuffled_and_cut() -> None:
    desk = FloorDesk(rulebook="uspa")
    desk.take("hand", button=1)
    desk.card("Kd", "seat:2")
    desk.card("Ah", "seat:3", "up")
    desk.asked("floor", "decide", decision="misdeal", ruling=1)

    def now() -> tuple[list[str], str]:
        (alert,) = desk.alerts()
        ticked = [step["say"] for step in alert["steps"] if step["done"]]
        return ticked, desk.shown(TOPICS.dealer_expect)["say"]

    assert [step["say"] for step in desk.alerts()[0]["steps"]] == [
        "Collect all cards", "Shuffle", "Cut", "Redeal",
    ]  # fmt: skip
    assert now() == ([], "Collect all cards")
    desk.card("Kd", "deck")
    assert now() == ([], "Collect all cards"), "one still lies there"
    desk.card("Ah", "deck")
    assert now() == (["Collect all cards"], "Shuffle, cut, redeal")
    desk.take("shuffle")
    assert now() == (["Collect all cards", "Shuffle"], "Cut, redeal")
    desk.take("cut")
    assert now() == (["Collect all cards", "Shuffle", "Cut"], "New hand")
    desk.take("hand")
    assert desk.alerts() == []


def test_a_misdeals_step_is_the_rulings_and_each_alone_where_shuffles_are_seen() -> None:
    desk = FloorDesk(rulebook="uspa", sensors=["rfid", "shoe", "camera", "shuffle"])
    desk.take("shuffle")
    desk.take("cut")
    desk.take("hand", button=1)
    desk.card("Ah", "seat:2", "up")
    desk.card("Ah", "deck")
    expect = desk.shown(TOPICS.dealer_expect)
    assert (expect["say"], expect["ruling"]) == ("Shuffle", 1)


def test_a_void_deal_wants_the_bets_back_and_says_so() -> None:
    desk = FloorDesk(rulebook="uspa")
    desk.take("hand", button=1)
    for card, seat in zip(("Ah", "Kd", "Qs", "Jc", "Th", "9d"), (2, 3, 1) * 2, strict=True):
        desk.card(card, f"seat:{seat}")
    desk.asked("floor", "decide", decision="void_deal")
    (alert,) = desk.alerts()
    assert alert["text"] == "Floor decision. Hand void. Return all bets."
    assert [step["say"] for step in alert["steps"]] == [
        "Collect all cards", "Return all bets", "Shuffle", "Cut", "Redeal",
    ]  # fmt: skip


def test_a_shuffle_that_nothing_sees_is_never_ticked() -> None:
    desk = FloorDesk(rulebook="hilton")
    desk.take("hand", button=1)
    for card, seat in zip(("Ah", "Kd", "Qs", "Jc", "Th", "9d"), (2, 3, 1) * 2, strict=True):
        desk.card(card, f"seat:{seat}")
    desk.card("3c", "board", "up")
    (alert,) = desk.alerts()
    assert alert["fault"] == "premature_flop" and not any(step["done"] for step in alert["steps"])


def test_a_second_notice_of_the_same_role_is_taken_again() -> None:
    desk = misdealt()
    acknowledged(desk, "dealer", "ruling-1", "Ann")
    acknowledged(desk, "dealer", "ruling-1", "Bob")
    assert desk.alerts()[0]["acknowledged"]["by"] == "Bob"


def test_what_waits_for_the_floor_stays_on_its_list_when_it_was_noticed() -> None:
    desk = called()
    acknowledged(desk, "floor", "ruling-1", "Flo")
    (alert,) = desk.alerts(TOPICS.floor_alert)
    assert alert["acknowledged"]["by"] == "Flo", "on the way is not decided yet"


def test_an_alert_noticed_comes_back_noticed_from_the_journal() -> None:
    desk = misdealt()
    batch = acknowledged(desk, "dealer", "ruling-1", "Ann")
    assert batch.entry.desk is not None
    kept = OpenAlerts(msgspec.json.decode(batch.entry.desk, type=Desk).kept)
    (mine,), (floors,) = kept.open("dealer"), kept.open("floor")
    assert mine.acknowledged is not None and floors.acknowledged is None


def called() -> FloorDesk:
    """California leaves an exposed card to the floor."""
    desk = FloorDesk(rulebook="california")
    desk.take("hand", button=1)
    desk.card("Ah", "seat:2", "up")
    (alert,) = desk.alerts()
    assert alert["severity"] == "floor"
    return desk


def test_a_floors_matter_is_not_the_dealers_to_wave_through() -> None:
    desk = called()
    ask = desk.ask("dealer", "acknowledge", alert="ruling-1")
    told = answer(desk.keep(desk.core.acknowledge(ask, "ruling-1", desk.now())))
    assert not told["ok"] and told["error"]["expected"] == "the floor to acknowledge it"
    assert len(desk.alerts()) == 1


def test_the_floors_decision_closes_its_alert_and_undo_opens_it_again() -> None:
    desk = called()
    told = answer(desk.asked("floor", "decide", decision="keep", ruling=1))
    assert told["ok"] and not [a for a in desk.alerts() if a["id"] == "ruling-1"]
    desk.asked("floor", "undo")
    assert [alert["id"] for alert in desk.alerts()] == ["ruling-1"]


def test_an_alert_that_is_not_open_cannot_be_acknowledged() -> None:
    desk = FloorDesk()
    ask = desk.ask("floor", "acknowledge", alert="ruling-7")
    told = answer(desk.core.acknowledge(ask, "ruling-7", desk.now()))
    assert told["error"]["got"] == "one that is not open"


def test_the_ruling_on_an_undone_action_closes_with_it() -> None:
    desk = FloorDesk(rulebook="uspa")
    desk.take("hand", button=1)
    for card, seat in zip(("Ah", "Kd", "Qs", "Jc", "Th", "9d"), (2, 3, 1) * 2, strict=True):
        desk.card(card, f"seat:{seat}")
    desk.asked("dealer", "act", seat=3, do="call")
    ruled = desk.core.desk.faults
    assert "out_of_turn" in ruled
    desk.asked("dealer", "undo")
    assert desk.alerts() == [] and desk.core.desk.faults == {}


def test_a_silent_reader_is_alerted_once_noticed_and_forgotten_when_it_answers() -> None:
    desk = FloorDesk()
    say = "reader seat-3 is silent: look at its cable"
    batch = desk.keep(desk.core.alarm("reader-seat-3", "reader", "fix", say, desk.now()))
    assert batch.signal is not None and batch.signal.lamps["yellow"] == "on"
    assert desk.core.alarm("reader-seat-3", "reader", "fix", say, desk.now()).empty
    ask = desk.ask("dealer", "acknowledge", alert="reader-seat-3", by="Ann")
    batch = desk.keep(desk.core.acknowledge(ask, "reader-seat-3", desk.now()))
    assert desk.alerts()[0]["acknowledged"]["by"] == "Ann", "it is silent still"
    assert batch.signal is not None and batch.signal.lamps["green"] == "on"
    desk.keep(desk.core.recovered("reader-seat-3", desk.now()))
    assert desk.alerts() == []


def test_a_disagreement_of_the_senses_is_the_floors_alone() -> None:
    desk = FloorDesk()
    text = "camera and antenna differ about the board"
    desk.keep(desk.core.alarm("board", "disagreement", "floor", text, desk.now()))
    assert desk.alerts() == [] and len(desk.alerts(TOPICS.floor_alert)) == 1


def test_the_call_button_calls_the_floor_and_the_floor_answers_it() -> None:
    desk = FloorDesk()
    batch = desk.keep(desk.core.call("", desk.now()))
    assert batch.signal is not None and batch.signal.lamps["red"] == "slow"
    ask = desk.ask("floor", "acknowledge", alert="call-1", by="Flo")
    desk.keep(desk.core.acknowledge(ask, "call-1", desk.now()))
    assert desk.alerts() == []


def test_a_question_blinks_yellow_over_green() -> None:
    asked = lamps.signal([], asked=True)
    assert asked.lamps == {"green": "on", "yellow": "slow", "red": "off"}
    assert asked.beeps is None
    assert lamps.signal([]).lamps["yellow"] == "off"
