"""Alerts: open until the steps are done, the deal is over, or somebody takes note."""

from typing import Any

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
        assert alert["clause"] == "diamondjims.9" and "exposed" in alert["text"]
        assert alert["cards"] == ["7c"], "the whole table has seen it"
        assert [step["say"] for step in alert["steps"]] == [
            "After the deal: give seat 3 the top card",
            "After the betting: burn the seven of clubs",
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
    assert "All cards back" in [step["say"] for step in alert["steps"]]
    desk.take("hand")
    assert desk.alerts() == []


def test_the_dealer_acknowledges_a_misdeal_and_it_is_kept_who_and_when() -> None:
    desk = FloorDesk(rulebook="uspa")
    desk.take("hand", button=1)
    desk.card("Ah", "seat:2", "up")
    ask = desk.ask("dealer", "acknowledge", alert="ruling-1", by="Ann")
    batch = desk.keep(desk.core.acknowledge(ask, "ruling-1", desk.now()))
    assert answer(batch)["ok"] and desk.alerts() == []
    (kept,) = desk.core.desk.kept
    assert kept.alert.acknowledged and kept.alert.acknowledged.by == "Ann"
    assert batch.entry.desk and b"Ann" in batch.entry.desk
    assert batch.entry.audits[0].what["alert"] == "ruling-1"


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
    desk.keep(desk.core.well("reader-seat-3", desk.now()))
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
