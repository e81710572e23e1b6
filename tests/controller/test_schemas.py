"""The shipped schemas are those of the types, and say of a payload what the controller says."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller import schemas
from controller.cli import main
from controller.messages import (
    PAYLOADS,
    VERBS,
    Acknowledged,
    Alert,
    Alerts,
    Anchor,
    BroadcastHand,
    DealerExpect,
    FloorLog,
    Frame,
    Health,
    Info,
    Message,
    PublicEvent,
    PublicState,
    ReaderHealth,
    Response,
    Sealed,
    Step,
    Trouble,
)  # fmt: skip
from controller.mqtt.topics import Topics
from engine.views import masked
from tests.controller.payloads import assert_valid, validator
from tests.engine.dealer import Dealer

TOPICS = Topics("main")
STAMP: dict[str, Any] = {"boot": "b", "seq": 1, "t": 0.4, "at": "2025-01-01T12:00:00.123Z"}
GOOD: dict[str, list[dict[str, Any]]] = {
    "act": [{"seat": 3, "do": "fold"}, {"seat": 3, "do": "raise", "to": 40}],
    "show": [{"seat": 1}, {"seat": 1, "cards": ["Ah", "Kd"]}],
    "muck": [{"seat": 1}], "look": [{"seat": 1}], "clock": [{"seat": 1}], "rest": [{"seat": 1}],
    "leave": [{"seat": 1}], "away": [{"seat": 1}], "back": [{"seat": 1}],
    "declare": [{"seat": 2, "what": "play_board"}],
    "draw": [{"seat": 2, "count": 1}],
    "post": [{"seat": 2, "what": "straddle"}, {"seat": 2, "what": "missed", "amount": 3}],
    "wait": [{"seat": 2}], "move": [{"seat": 2, "to": 5}],
    "agree": [{"what": "deal_twice", "seats": [1, 2]}],
    "level": [{"small_blind": 2, "big_blind": 4}, {"game": "razz", "structure": "limit"}],
    "race": [{"chip": 1, "into": 5, "odd": {"3": 2}}],
    "rake": [{"amount": 2}], "collect": [{"amount": 5}, {"amount": 5, "seat": 3}],
    "answer": [{"doubt": 3, "is": True}, {"doubt": 3, "is": False}],
    "chips": [{"seat": 2, "chips": [25, 25]}, {"seat": 2, "chips": [5], "said": "raise"}],
    "say": [{"seat": 2, "words": "raise"}, {"seat": 2, "words": 40}],
    "shuffle": [{}], "cut": [{}], "undo": [{}], "health": [{}], "release": [{}],
    "hand": [{}, {"button": 4}],
    "report": [{"fault": "exposed_card", "seat": 2, "card": "7c", "zone": "seat:2"}],
    "acknowledge": [{"alert": "ruling-3"}],
    "call": [{}, {"why": "a dispute"}, {"reason": "dispute"}],
    "duty": [{}, {"code": "4711"}],
    "sit": [{"seat": 1, "stack": 200}, {"seat": 1, "stack": 200, "name": "Ann"}],
    "decide": [{"decision": "misdeal"}, {"decision": "award", "seat": 2, "amount": 5, "ruling": 1}],
    "case": [{"ruling": 3}],
    "live": [{"on": True}],
    "register": [{"decks": ["red", "blue"]}],
    "hands": [{}, {"before": 12, "most": 5}, {"hand": 4, "player": "Ann", "dealer": "Bo"}],
    "hand_log": [{"hand": 3}], "hand_phh": [{"hand": 3}], "evidence": [{"hand": 3}],
    "history": [{}, {"since": "2025-01-01T12"}],
    "audit": [{}, {"hand": 3, "words": "decision Flo", "verify": True}],
    "picture": [{"seq": 7}, {"seq": 7, "number": 2}],
    "access": [{"what": "login", "role": "floor", "name": "anna", "ok": False, "times": 3}],
}  # fmt: skip
SPOILT: list[dict[str, Any]] = [
    {"id": ""}, {"id": 7}, {"id": "x" * 65}, {"by": "x" * 81}, {"by": None}, {"more": 1},
    {"seat": 0}, {"seat": "3"}, {"do": "limp"}, {"to": -1}, {"to": 1.5}, {"cards": "Ah"},
    {"cards": ["1x"]}, {"what": 4}, {"chips": [-5]}, {"fault": "bad luck"}, {"zone": "floor"},
    {"alert": "x" * 501}, {"why": 3}, {"stack": -1}, {"decision": "shrug"}, {"on": "yes"},
    {"decks": "red"}, {"most": 201}, {"hand": 0}, {"name": "x" * 41}, {"button": 100},
]  # fmt: skip


def taken(verb: str, asked: dict[str, Any]) -> bool:
    """Whether the controller takes it."""
    try:
        msgspec.json.decode(json.dumps(asked), type=VERBS[verb])
    except msgspec.ValidationError:
        return False
    return True


def valid(verb: str, asked: dict[str, Any]) -> bool:
    """Whether the schema does."""
    return bool(validator(f"request_{verb}").is_valid(asked))


@pytest.mark.parametrize("verb", VERBS)
def test_a_request_is_valid_by_the_schema_just_when_the_controller_takes_it(verb: str) -> None:
    for fields in GOOD[verb]:
        asked = {"id": "a-1", "by": "Ann", **fields}
        assert valid(verb, asked)
        assert taken(verb, asked)
        for spoilt in SPOILT:
            assert valid(verb, asked | spoilt) == taken(verb, asked | spoilt), spoilt
        for left_out in asked:
            less = {key: value for key, value in asked.items() if key != left_out}
            assert valid(verb, less) == taken(verb, less), left_out


def played() -> list[tuple[str, Message]]:
    """A whole deal as the table would tell it."""
    dealer = Dealer("diamondjims", 4)
    dealer.hand()
    told: list[tuple[str, Message]] = []
    going = True
    while going:
        before = len(dealer.answers)
        going = dealer.step()
        event = masked(dealer.log[-1], dealer.table, "public")
        answers = [masked(one, dealer.table, "public") for one in dealer.answers[before:]]
        state, expect = dealer.table.view("public"), dealer.table.expected or {}
        told += [
            (TOPICS.public_event, PublicEvent(hand=1, event=event, answers=answers, **STAMP)),
            (TOPICS.floor_log, FloorLog(hand=1, event=event, answers=answers, src="x", **STAMP)),
            (TOPICS.public_state, PublicState(hand=1, state=state, **STAMP)),
            (TOPICS.dealer_expect, DealerExpect(say="Burn", expect=expect, **STAMP)),
        ]
    return told


def test_all_that_is_told_of_a_deal_is_valid() -> None:
    told = played()
    assert len(told) > 100
    for topic, message in told:
        assert_valid(topic, msgspec.json.encode(message))


STEP = Step("Give seat 3 the top card", "replace", "after_deal")
ALERT = Alert(
    id="ruling-1", kind="ruling", severity="fix", text="…", t=1.0, at="", hand=1, steps=[STEP],
    acknowledged=Acknowledged("Ann", "floor", ""), seats=[3], cards=["7c"], ruling=1,
)  # fmt: skip
END = {"o": "end", "stacks": {"1": 200}, "result": "won"}
OTHERS: list[tuple[str, Message]] = [
    (
        TOPICS.info,
        Info(
            version="0.2.0", table="main", game="holdem", structure="no_limit", format="cash",
            rulebook="hilton", small_blind=1, big_blind=2, seats=9, delay=1800.0, **STAMP,
        ),
    ),
    (TOPICS.dealer_alert, Alerts(alerts=[ALERT], **STAMP)),
    (TOPICS.floor_alert, Alerts(alerts=[ALERT, ALERT], **STAMP)),
    (TOPICS.floor_health, Health(readers=[ReaderHealth("shoe", "silent")], **STAMP)),
    (TOPICS.anchor, Anchor(table="main", n=9, seq=7, line=3, head="0a", at="", proof="0b")),
    (TOPICS.broadcast_hand, Sealed(table="main", hand=1, ended="", released="", sealed="QQ==")),
    (TOPICS.response("dealer", "act"), Response(id="1", ok=True, seq=4, answers=[END])),
    (
        TOPICS.response("floor", "hands"),
        Response(id="1", ok=False, error=Trouble("a seat", "nothing", "name one"), result=[1]),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("topic", "message"), OTHERS, ids=[topic for topic, _ in OTHERS])
def test_the_other_payloads_are_valid_and_without_a_field_they_are_not(
    topic: str, message: Message
) -> None:
    payload = msgspec.json.encode(message)
    assert_valid(topic, payload)
    name = schemas.name(topic.removeprefix(f"{TOPICS.root}/"))
    whole = json.loads(payload)
    required = [field.name for field in msgspec.structs.fields(message) if field.required]
    assert required
    for field in required:
        less = {key: value for key, value in whole.items() if key != field}
        assert not validator(name).is_valid(less), field


def test_what_the_station_unseals_has_its_schema_too() -> None:
    dealer = Dealer("diamondjims", 4)
    dealer.hand()
    while dealer.step():
        frame = Frame(dealer.t, dealer.table.view("broadcast"), dealer.log[-1], dealer.answers)
        hand = BroadcastHand(table="main", hand=1, began="", frames=[frame])
        validator(schemas.UNSEALED).validate(json.loads(msgspec.json.encode(hand)))


@pytest.mark.parametrize(
    ("topic", "spoil"),
    [
        (TOPICS.public_state, lambda told: told["state"].pop("seats")),
        (TOPICS.public_state, lambda told: told["state"]["hand"].update(board=["Zz"])),
        (TOPICS.public_state, lambda told: told["state"]["seats"]["1"].update(stack="all")),
        (TOPICS.public_event, lambda told: told["event"].update(e="shuffel")),
        (TOPICS.public_event, lambda told: told["answers"].append({"o": "ruling", "id": 1})),
        (TOPICS.public_event, lambda told: told["answers"].append(END | {"result": "lost"})),
        (TOPICS.dealer_expect, lambda told: told.update(expect={"o": "expect", "what": "act"})),
    ],
)
def test_the_schemas_know_the_words_of_the_table_log(
    topic: str, spoil: Callable[[dict[str, Any]], object]
) -> None:
    message = next(message for heard, message in played() if heard == topic)
    told = json.loads(msgspec.json.encode(message))
    name = schemas.name(topic.removeprefix(f"{TOPICS.root}/"))
    assert validator(name).is_valid(told)
    spoil(told)
    assert not validator(name).is_valid(told)


def test_every_payload_and_every_verb_has_a_schema() -> None:
    assert len(schemas.shipped()) == len(PAYLOADS) + len(VERBS) + 1


def test_the_shipped_files_are_those_of_the_types(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["schemas", "--check"]) == 0, "write them anew: cutcard schemas controller/schemas"
    assert capfd.readouterr() == ("", "")


def test_the_command_writes_what_is_shipped(tmp_path: Path) -> None:
    assert main(["schemas", str(tmp_path / "new")]) == 0
    written = {one.name: one.read_text("utf-8") for one in (tmp_path / "new").iterdir()}
    assert written == schemas.shipped()


def test_a_folder_that_cannot_be_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["schemas", str(tmp_path / "file")]) == 2
    assert "cannot write to" in capfd.readouterr().err
