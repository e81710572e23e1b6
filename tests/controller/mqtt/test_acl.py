"""Each role sees and says what the table of roles gives it, at both brokers, by real clients."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli import main
from controller.mqtt.acl import Acl
from controller.mqtt.roles import CONTROLLER, PAGES, PEOPLE, ROLES
from tests.controller.brokers import (
    BROKERS,
    TABLE,
    TOPICS,
    TRANSPORTS,
    Broker,
    Person,
    Transport,
    running,
)

BRANCHES = (
    "status", "info", "public/state", "public/event", "dealer/expect", "dealer/alert",
    "floor/alert", "floor/health", "floor/log", "broadcast/hand", "anchor",
    *(f"request/{role}/act" for role in ROLES), *(f"response/{role}/act" for role in ROLES),
    *(f"request/{role}/anna/act" for role in ROLES),
    "publicity", "request", "response", "dealers/expect", "elsewhere",
)  # fmt: skip
STRANGE = (
    "cutcard/1/other/public/state", f"cutcard/1/{TABLE}2/status", "cutcard/1", "elsewhere/status",
    f"cutcard/2/{TABLE}/status", "homeassistant/sensor/x/config",
)  # fmt: skip
END = b"that was all"


def hears(role: str, branch: str) -> bool:
    """The table of roles, read by hand."""
    first, _, rest = branch.partition("/")
    if role == CONTROLLER:
        return first in ("request", "anchor")
    own = first == "response" and rest.startswith(f"{role}/") and bool(ROLES[role].asks)
    return first in ROLES[role].hears or own


def says(role: str, branch: str) -> bool:
    first, _, rest = branch.partition("/")
    if role == CONTROLLER:
        return first == "response" or any(first in ROLES[person].hears for person in PEOPLE)
    if first != "request" or not ROLES[role].asks:
        return False
    if role == PAGES:  # they have seen passwords, and say whose
        asks = any(rest.startswith(f"{one}/") for one in PEOPLE if ROLES[one].asks)
        return asks and rest != "pages/anna/act"
    return rest == f"{role}/act"


@pytest.fixture(params=BROKERS)
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Broker]:
    with running(request.param, tmp_path) as one:
        yield one


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> Transport:
    which: Transport = request.param
    return which


def say_everything(broker: Broker, transport: Transport, *, retain: bool) -> None:
    """Everybody says something everywhere; the controller has the last word."""
    for role in (*PEOPLE, CONTROLLER):
        with Person(broker, role, transport=transport) as speaker:
            for branch in BRANCHES:
                speaker.say(f"{TOPICS.root}/{branch}", f"{role}: {branch}".encode(), retain=retain)
            for topic in STRANGE:
                speaker.say(topic, f"{role}: {topic}".encode(), retain=retain)
            if ROLES[role].asks:
                speaker.say(TOPICS.request(role, "end"), END)
            elif role == CONTROLLER:
                speaker.say(TOPICS.status, END, retain=True)


def expected(listener: str) -> set[str]:
    return {
        f"{speaker}: {branch}"
        for branch in BRANCHES
        if hears(listener, branch)
        for speaker in ROLES
        if says(speaker, branch)
    }


def told(listener: Person) -> set[str]:
    return {one.payload.decode() for one in listener.heard if one.payload != END}


def test_whoever_listens_to_everything_hears_just_what_his_role_may(
    broker: Broker, transport: Transport
) -> None:
    listeners = {role: Person(broker, role, transport=transport) for role in ROLES}
    for listener in listeners.values():
        listener.subscribe("#")
    say_everything(broker, transport, retain=False)
    for role, listener in listeners.items():
        ends = sum(bool(ROLES[one].asks) for one in PEOPLE) if role == CONTROLLER else 1
        listener.until(lambda: _ends(listener) == ends, "the last word")  # noqa: B023  (called at once)
        assert told(listener) == expected(role), role
        listener.leave()


def _ends(listener: Person) -> int:
    return sum(one.payload == END for one in listener.heard)


@pytest.mark.parametrize(
    "filters", [("#",), ("cutcard/#",), ("+/+/+/+", "+/+/+/+/+", "+/+/+/+/+/+")]
)
def test_what_was_said_before_he_came_is_kept_from_him_just_the_same(
    broker: Broker, transport: Transport, filters: tuple[str, ...]
) -> None:
    say_everything(broker, transport, retain=True)
    for role in PEOPLE:
        with Person(broker, role, transport=transport) as late:
            late.subscribe(*filters)
            with Person(broker, CONTROLLER) as controller:
                controller.say(TOPICS.info, END)
            late.until(
                lambda: any(one.topic == TOPICS.info and one.payload == END for one in late.heard),
                "END",
            )
            assert told(late) <= expected(role), role
            branches = {branch for branch in BRANCHES if hears(role, branch)}
            kept = {f"{TOPICS.root}/{branch}" for branch in branches if says(CONTROLLER, branch)}
            assert kept <= late.topics(), role


def test_nobody_gets_in_with_a_wrong_word_or_under_a_strange_name(
    broker: Broker, transport: Transport
) -> None:
    broker.passwords["stranger"] = ""
    for role, word in (
        ("dealer", "guessed"),
        ("dealer", ""),
        ("stranger", "any"),
        ("stranger", ""),
    ):
        with Person(broker, role, password=word, transport=transport) as one:
            assert one.refused in ("Bad user name or password", "Not authorized")


def test_a_broker_for_two_tables_gives_each_role_both() -> None:
    acl = Acl(["one", "two"])
    assert acl.allows("dealer", "write", "cutcard/1/one/request/dealer/act")
    assert acl.allows("dealer", "write", "cutcard/1/two/request/dealer/act")
    assert not acl.allows("dealer", "write", "cutcard/1/three/request/dealer/act")
    assert not acl.allows("nobody", "read", "cutcard/1/one/status")


def test_a_person_asks_in_his_own_name_and_in_no_others(
    capfd: pytest.CaptureFixture[str],
) -> None:
    acl = Acl(["one"], people={"anna": ("floor",)})
    assert acl.allows("anna", "write", "cutcard/1/one/request/floor/anna/act")
    assert acl.allows("anna", "read", "cutcard/1/one/response/floor/act")
    for topic in ("floor/act", "floor/bert/act", "dealer/anna/act", "floor/anna", "floor/anna/a/b"):
        assert not acl.allows("anna", "write", f"cutcard/1/one/request/{topic}")
    assert main(["acl", "--table", "one", "--person", "anna=floor"]) == 0
    assert capfd.readouterr().out == str(acl)
    for wrong in ("anna", "anna=", "anna=boss", "a/b=floor", "+=floor", "anna=controller"):
        with pytest.raises(SystemExit):
            main(["acl", "--table", "one", "--person", wrong])
    assert main(["acl", "--table", "one", "--person", "floor=floor"]) == 2


def test_home_assistant_hears_of_the_table_what_it_shows_and_says_nothing() -> None:
    acl = Acl(["one"], home_assistant="homeassistant")
    user = "homeassistant"
    assert acl.allows("controller", "write", "homeassistant/sensor/cutcard_one/pot/config")
    assert acl.allows(user, "read", "homeassistant/sensor/cutcard_one/pot/config")
    assert acl.allows(user, "read", "cutcard/1/one/floor/health")
    assert not acl.allows(user, "read", "cutcard/1/one/floor/log")
    assert not acl.allows(user, "read", "cutcard/1/one/broadcast/hand")
    assert not acl.allows(user, "write", "cutcard/1/one/request/homeassistant/act")


def test_the_command_prints_mosquittos_file(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["acl", "--table", "one", "--table", "two", "--homeassistant"]) == 0
    assert capfd.readouterr().out == str(Acl(["one", "two"], home_assistant="homeassistant"))


def test_the_command_names_a_table_that_cannot_be(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["acl", "--table", "a/#"]) == 2
    assert "expected a table's name" in capfd.readouterr().err
