"""The core: each event is numbered, kept, and told without a face that nobody was shown."""

import base64

import msgspec
import pytest

from controller import broadcast
from controller.core import MOST_OF, MOST_WORDS, Batch, Core, Setting
from controller.desk import Desk
from controller.messages import BroadcastHand
from controller.records.journal_rows import Record
from engine.history import History
from tests.controller.floor_desk import TOPICS, FloorDesk, answer, sealed_plainly

FACES = ("Ah", "Kd", "Qs", "Jc", "Th", "9d")


def dealt(desk: FloorDesk) -> FloorDesk:
    desk.take("hand", button=1)
    for face, seat in zip(FACES, (2, 3, 1, 2, 3, 1), strict=True):
        desk.card(face, f"seat:{seat}")
    return desk


def test_every_event_has_a_number_and_is_told_once_to_all_and_once_to_the_floor() -> None:
    desk = dealt(FloorDesk())
    numbers = list(range(1, len(desk.batches) + 1))
    assert [event["seq"] for event in desk.sent(TOPICS.public_event)] == numbers
    assert [event["seq"] for event in desk.sent(TOPICS.floor_log)] == numbers
    assert desk.shown(TOPICS.public_state)["seq"] == numbers[-1]
    records = [batch.entry.record for batch in desk.batches]
    assert [record.seq for record in records if record] == numbers


def test_no_hole_card_is_told_but_the_journal_has_it() -> None:
    desk = dealt(FloorDesk())
    told = b"".join(
        [m.payload for batch in desk.batches for m in batch.entry.messages]
        + [payload for batch in desk.batches for payload in batch.retained.values()]
    )
    assert not any(face.encode() in told for face in FACES)
    records = [batch.entry.record for batch in desk.batches]
    assert [r.event["card"] for r in records if r and r.event["e"] == "card"] == list(FACES)
    assert "Ah" not in repr(desk.batches), "nor may a log line that prints a batch tell it"


def test_where_an_event_came_from_is_the_floors_to_know() -> None:
    desk = dealt(FloorDesk())
    assert desk.sent(TOPICS.floor_log)[-1]["src"] == "rfid"
    assert "src" not in desk.sent(TOPICS.public_event)[-1]["event"]


def test_time_never_goes_back_even_if_a_late_sighting_says_so() -> None:
    desk = dealt(FloorDesk())
    desk.t = 0.0
    batch = desk.asked("dealer", "act", seat=1, do="call")
    assert answer(batch)["ok"]
    assert batch.entry.record and batch.entry.record.t == desk.batches[-2].entry.record.t  # type: ignore[union-attr]


def test_a_request_is_answered_with_its_number_and_what_follows() -> None:
    desk = dealt(FloorDesk())
    told = answer(desk.asked("dealer", "act", seat=1, do="call", by="Ann"))
    assert told["ok"] and told["seq"] == desk.core.seq
    assert told["answers"][0] | {"options": [], "barred": []} == {
        "o": "expect", "what": "act", "seat": 2, "to_call": 1, "options": [], "barred": [],
        "why": told["answers"][0]["why"],
    }  # fmt: skip
    assert desk.core.desk.dealer == "Ann"


def test_an_action_that_cannot_be_is_refused_with_the_reason_and_audited() -> None:
    desk = dealt(FloorDesk())
    batch = desk.asked("dealer", "act", seat=9, do="call", by="Ann")
    told = answer(batch)
    assert not told["ok"] and told["error"]["got"] == "nobody sits in seat 9"
    assert batch.entry.audits[0].what == {
        "verb": "act", "id": "dealer-1", "ok": False, "seat": 9,
    }  # fmt: skip


def test_undo_takes_the_last_action_back() -> None:
    desk = dealt(FloorDesk())
    before = desk.shown(TOPICS.public_state)["state"]
    desk.asked("dealer", "act", seat=1, do="fold")
    told = answer(desk.asked("dealer", "undo"))
    assert told["ok"] and told["answers"][0]["event"]["do"] == "fold"
    assert desk.shown(TOPICS.public_state)["state"] == before


def test_what_is_expected_is_told_when_it_changes_and_only_then() -> None:
    desk = dealt(FloorDesk())
    assert desk.shown(TOPICS.dealer_expect)["say"] == "Seat 1 to act, 2 to call"
    assert TOPICS.dealer_expect not in desk.take("look", seat=1).retained
    assert TOPICS.public_state in desk.take("look", seat=2).retained


def goes_live(desk: FloorDesk, role: str, on: bool = True) -> Batch:
    ask = desk.ask(role, "live", on=on, by={"floor": "Flo"}.get(role, "Bo"))
    return desk.keep(desk.core.go_live(ask, on, desk.now()))


def test_two_people_switch_live_from_the_next_hand_on_and_every_display_says_so() -> None:
    desk = dealt(FloorDesk())
    (line,) = goes_live(desk, "floor").entry.audits
    assert (line.kind, line.by, line.what["on"]) == ("live", "Flo", True)
    goes_live(desk, "floor")
    assert desk.shown(TOPICS.info)["live_by"] == ["floor"], "one person is one person"
    goes_live(desk, "broadcast")
    assert not desk.shown(TOPICS.info)["live"], "not in the midst of a hand"
    desk.asked("floor", "decide", decision="void_deal")
    dealt(desk)
    assert desk.shown(TOPICS.info)["live"] and desk.shown(TOPICS.public_state)["live"]
    goes_live(desk, "broadcast", on=False)
    assert not desk.shown(TOPICS.info)["live"]


# After a restart


def restarted(desk: FloorDesk, boot: str = "boot-2") -> FloorDesk:
    """What a new controller makes of the entries alone."""
    entries = [batch.entry for batch in desk.batches]
    kept = [entry.desk for entry in entries if entry.desk is not None]
    gone = {hand for entry in entries for hand in entry.released}
    releases = [r for entry in entries for r in entry.releases if r.hand not in gone]
    core = Core(
        Setting(TOPICS, boot, seal=sealed_plainly), History(),
        desk=msgspec.json.decode(kept[-1], type=Desk), releases=releases,
    )  # fmt: skip
    records = [entry.record for entry in entries if entry.record is not None]
    for record in msgspec.json.decode(msgspec.json.encode(records), type=list[Record]):
        core.remember(record, core.history.apply(record.event))
    return FloorDesk(core)


def test_the_table_comes_back_in_the_middle_of_the_hand() -> None:
    desk = dealt(FloorDesk())
    desk.asked("dealer", "act", seat=1, do="call")
    again = restarted(desk)
    assert again.core.seq == desk.core.seq
    assert again.core.table.view("broadcast") == desk.core.table.view("broadcast")
    again.keep(again.core.again(again.now()))
    first, second = desk.shown(TOPICS.public_state), again.shown(TOPICS.public_state)
    assert (first["state"], first["hand"]) == (second["state"], second["hand"])
    assert (first["boot"], second["boot"]) == ("boot-1", "boot-2")
    assert answer(again.asked("dealer", "act", seat=2, do="call"))["seq"] == desk.core.seq + 1


def test_open_alerts_calls_and_counts_outlive_a_restart() -> None:
    desk = FloorDesk()
    desk.take("hand", button=1)
    desk.card("Ah", "seat:2")
    desk.card("7c", "seat:3", "up")
    desk.keep(desk.core.call("", desk.now()))
    again = restarted(desk)
    again.keep(again.core.again(again.now()))
    assert [alert["id"] for alert in again.alerts()] == ["ruling-1", "call-1"]
    assert again.core.desk.faults == {"exposed_card": 1}
    assert again.core.desk.hand == 1


# The broadcast


def opened(payload: dict[str, str]) -> BroadcastHand:
    context, _, data = base64.b64decode(payload["sealed"]).partition(b"|")
    assert context == b"felt/1"
    return broadcast.unpacked(data)


def folded_out(desk: FloorDesk) -> FloorDesk:
    dealt(desk)
    desk.asked("dealer", "act", seat=1, do="fold")
    desk.asked("dealer", "act", seat=2, do="fold")
    return desk


def test_a_hand_waits_for_its_delay_and_then_goes_out_whole_and_sealed() -> None:
    desk = folded_out(FloorDesk())
    assert not desk.sent(TOPICS.broadcast_hand)
    due = desk.core.broadcast.due() or 0.0
    assert due == desk.core.broadcast._deal.frames[0].t + 1800, "its first moment is a delay old"
    desk.t = due - 1
    assert desk.keep(desk.core.release(desk.now())).empty, "not a second too soon"
    desk.t = due
    batch = desk.keep(desk.core.release(desk.now()))
    assert batch.entry.released == (1,) and batch.entry.audits[0].kind == "release"
    hand = opened(desk.sent(TOPICS.broadcast_hand)[0])
    assert hand.frames[-1].state["seats"]["2"]["cards"] == ["Ah", "Jc"]
    assert [frame.event["e"] for frame in hand.frames] == ["hand", *["card"] * 6, "act", "act"]


def test_a_hand_that_waits_outlives_a_restart() -> None:
    again = restarted(folded_out(FloorDesk()))
    again.t = again.core.broadcast.due() or 0
    again.keep(again.core.release(again.now()))
    assert len(opened(again.sent(TOPICS.broadcast_hand)[0]).frames) == 9


def test_a_restart_in_mid_hand_loses_no_frame() -> None:
    desk = dealt(FloorDesk())
    again = restarted(desk)
    again.asked("dealer", "act", seat=1, do="fold")
    again.asked("dealer", "act", seat=2, do="fold")
    again.t = again.core.broadcast.due() or 0
    again.keep(again.core.release(again.now()))
    assert len(opened(again.sent(TOPICS.broadcast_hand)[0]).frames) == 9


def test_a_deal_whose_end_is_undone_waits_for_its_new_end() -> None:
    desk = folded_out(FloorDesk())
    batch = desk.asked("dealer", "undo")
    assert batch.entry.released == (1,) and desk.core.broadcast.due() is None
    desk.asked("dealer", "act", seat=2, do="call")
    assert desk.core.broadcast.due() is None
    assert [frame.event["e"] for frame in desk.core.broadcast._deal.frames][-2:] == ["undo", "act"]


def test_a_hand_longer_than_the_delay_is_withheld_until_it_is_over_and_settled() -> None:
    desk = dealt(FloorDesk(Core(Setting(TOPICS, "boot-1", delay=30.0, seal=sealed_plainly))))
    desk.asked("dealer", "act", seat=1, do="fold")
    desk.t += 300.0  # a long think
    assert desk.core.broadcast.due() is None, "it is still being played"
    desk.asked("dealer", "act", seat=2, do="fold")
    assert desk.core.broadcast.due() == desk.core.table.t + broadcast.SETTLED


def test_a_hand_that_is_opened_again_after_its_release_is_taken_back_from_the_station() -> None:
    desk = folded_out(FloorDesk())
    desk.t = desk.core.broadcast.due() or 0.0
    desk.keep(desk.core.release(desk.now()))
    desk.asked("dealer", "undo")
    first, second = desk.sent(TOPICS.broadcast_hand)
    assert first["sealed"] and (second["hand"], second["sealed"]) == (1, "")
    desk.asked("dealer", "act", seat=2, do="fold")
    assert desk.core.broadcast.due(), "and waits again"


def test_an_undo_within_a_hand_leaves_the_hand_before_on_the_air() -> None:
    desk = dealt(FloorDesk())
    desk.asked("dealer", "act", seat=1, do="fold")
    desk.asked("dealer", "undo")
    assert not desk.sent(TOPICS.broadcast_hand)


@pytest.mark.parametrize("decision", ["misdeal", "void_deal"])
def test_a_deal_that_does_not_count_never_goes_out(decision: str) -> None:
    desk = dealt(FloorDesk())
    assert answer(desk.asked("floor", "decide", decision=decision))["ok"]
    assert desk.core.table.dealt and not desk.core.table.deal_on
    assert desk.core.broadcast.due() is None
    assert not any(batch.entry.releases for batch in desk.batches)


def test_live_the_hand_so_far_goes_out_sealed_after_every_event() -> None:
    desk = FloorDesk()
    goes_live(desk, "floor")
    goes_live(desk, "broadcast")
    folded_out(desk)
    told = desk.sent(TOPICS.broadcast_hand)
    assert len(told) == 9 and all(one["live"] for one in told)
    assert told[-1]["ended"] and not told[-2]["ended"]
    assert desk.core.broadcast.due() is None, "it has gone out already"


def test_live_what_goes_out_grows_with_the_deeds_and_not_with_what_else_is_told() -> None:
    desk = FloorDesk()
    goes_live(desk, "floor")
    goes_live(desk, "broadcast")
    dealt(desk)
    for _ in range(200):
        desk.asked("dealer", "look", seat=1)
    before, after = desk.sent(TOPICS.broadcast_hand)[-200], desk.sent(TOPICS.broadcast_hand)[-1]
    assert len(opened(after).frames) == len(opened(before).frames)
    assert desk.asked("dealer", "act", seat=1, do="fold").entry.record
    (*_, last) = desk.sent(TOPICS.broadcast_hand)
    assert [frame.event["e"] for frame in opened(last).frames][:: len(opened(last).frames) - 1] == [
        "hand",
        "act",
    ]
    assert opened(last).frames[-1].state["seats"]["1"]["folded"]


def test_without_a_stations_key_nothing_is_ever_released() -> None:
    desk = folded_out(FloorDesk(Core(Setting(TOPICS, "boot-1"))))
    assert desk.core.broadcast.due() is None
    assert not any(batch.entry.releases for batch in desk.batches)


def test_a_packed_hand_says_nothing_by_its_length() -> None:
    hand = BroadcastHand(table="felt", hand=1, began="", frames=[])
    assert len(broadcast.packed(hand)) == broadcast.BLOCK
    assert broadcast.unpacked(broadcast.packed(hand)) == hand


def test_chips_that_the_camera_saw_are_read_as_an_act_and_alarm_nobody() -> None:
    desk = dealt(FloorDesk(sensors=["rfid", "shoe", "camera", "chips"]))
    batch = desk.take("chips", seat=1, chips=[25, 5], src="camera", sure=0.9)
    assert batch.entry.record and [a["o"] for a in batch.entry.record.answers] == ["act", "expect"]
    assert desk.core.alerts.open() == []
    told = b"".join(message.payload for message in batch.entry.messages)
    assert not any(face.encode() in told for face in FACES)


def test_a_deal_has_room_for_so_many_words_and_taking_one_back_makes_room() -> None:
    """Who undoes a word plays the whole deal again: it must not grow for ever."""
    desk = dealt(FloorDesk())
    for _ in range(MOST_OF["report"]):
        assert answer(desk.asked("dealer", "report", fault="exposed_card", seat=1))["ok"]
    refused = answer(desk.asked("dealer", "report", fault="exposed_card", seat=1))
    assert refused["error"]["key"] == "too_many" and refused["error"]["expected"] == (
        "at most 60 in one deal"
    )
    while answer(desk.asked("dealer", "look", seat=1))["ok"]:
        pass
    assert len(desk.core.history.taken_from("console:dealer")) == MOST_WORDS
    assert not answer(desk.asked("dealer", "say", seat=1, words="call"))["ok"]
    assert answer(desk.asked("floor", "decide", decision="stands"))["ok"], "another has room"
    assert answer(desk.asked("floor", "undo"))["ok"]
    assert answer(desk.asked("dealer", "undo"))["ok"]
    assert answer(desk.asked("dealer", "look", seat=1))["ok"]
