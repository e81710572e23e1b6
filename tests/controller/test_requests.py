"""Requests: what is wrong with one is answered in words that repeat no face."""

import msgspec
import pytest

from controller.messages import VERBS
from controller.mqtt.roles import ROLES
from controller.mqtt.topics import Request
from controller.requests import EVENTS, RefusedError, read, refusal


def refused(role: str, verb: str, payload: bytes) -> dict[str, str]:
    with pytest.raises(RefusedError) as caught:
        read(Request(role, verb), payload)
    told: dict[str, str] = msgspec.to_builtins(refusal(caught.value))
    assert "Ah" not in str(caught.value), "an exception's text may reach a log"
    return told


def why(told: dict[str, str]) -> tuple[str, str]:
    trouble: dict[str, str] = told["error"]  # type: ignore[assignment]
    return trouble["expected"], trouble["got"]


def test_an_action_becomes_an_event_of_the_table_log() -> None:
    ask = read(Request("dealer", "act"), b'{"id":"1","seat":3,"do":"raise","to":40}')
    assert ask.event == {"e": "act", "seat": 3, "do": "raise", "to": 40, "src": "console:dealer"}


def test_a_decision_is_the_floors_word_in_the_log() -> None:
    raw = b'{"id":"1","decision":"keep","ruling":2,"by":"Flo"}'
    ask = read(Request("floor", "decide"), raw)
    assert ask.event == {"e": "floor", "decision": "keep", "ruling": 2, "src": "console:floor"}


@pytest.mark.parametrize("payload", [b"", b"not JSON", b"[1]", b'"Ah"', b"\xff\xfe", b"[" * 9999])
def test_what_is_not_a_json_object_is_refused(payload: bytes) -> None:
    assert not refused("dealer", "act", payload)["id"]


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        (b'{"id":"7","seat":2}', "do: fold, check, call, bet, raise or all_in"),
        (b'{"id":"7","seat":2,"do":"Ah"}', "do: fold, check, call, bet, raise or all_in"),
        (b'{"id":"7","seat":"Ah","do":"fold"}', "seat: a seat number from 1"),
        (b'{"id":"7","seat":2,"do":"fold","Ah":1}', "only these fields: id, by, seat, do, to"),
        (b'{"id":"7","by":7,"seat":2,"do":"fold"}', "by: a name of at most 80 characters"),
    ],
)
def test_a_wrong_field_is_named_and_its_value_is_not(payload: bytes, expected: str) -> None:
    told = refused("dealer", "act", payload)
    assert told["id"] == "7" and why(told)[0] == expected
    assert "Ah" not in str(told)


def test_ten_megabytes_are_refused_unread() -> None:
    told = refused("dealer", "act", b"9" * 10_000_000)
    assert why(told) == ("at most 16384 bytes", "10000000 bytes")


def test_a_verb_that_is_not_there_is_refused() -> None:
    assert why(refused("floor", "shutdown", b'{"id":"1"}'))[1] == "'shutdown'"


def test_a_role_without_the_right_is_refused_although_the_broker_should_have() -> None:
    for role in ("display", "broadcast", "dealer"):
        told = refused(role, "decide", b'{"id":"1","decision":"keep"}')
        assert why(told) == ("a role with the right to it", role)
    assert why(refused("cardroom", "act", b"{}"))[1] == "another role"


def test_every_verb_that_somebody_may_ask_has_its_type() -> None:
    asked = {verb for role in ROLES.values() for verb in role.asks}
    assert asked == set(VERBS) and set(EVENTS) < asked
