"""The daemon: a table served from the cards on the felt to what people hear, and back."""

import base64
import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller import broadcast
from controller.config import Broadcast, Camera, GameSection
from controller.daemon import FaultError
from controller.security import audit, seal
from controller.watchdog import Watchdog
from firmware_bridge.sightings import Sighting
from tests.controller import brokers
from tests.controller.brokers import TOPICS, Person, wait_for
from tests.controller.payloads import assert_valid
from tests.controller.served_table import TAGS, Console, Served, configured, console
from vision.sightings import CameraState

HOLE = ("Ah", "Kd", "Qs", "Jc", "Th", "9d")


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[brokers.Broker]:
    with brokers.running("mosquitto", tmp_path_factory.mktemp("mosquitto")) as broker:
        yield broker


@pytest.fixture
def floor(broker: brokers.Broker) -> Iterator[Console]:
    with console(broker, "floor") as somebody:
        yield somebody
        for topic, payload, _ in somebody.person.heard:
            assert_valid(topic, payload)


@pytest.fixture
def table(tmp_path: Path, broker: brokers.Broker) -> Iterator[Served]:
    with Served(configured(tmp_path), broker) as served:
        yield served


def betting(table: Served, floor: Console) -> None:
    """Three players, all cards dealt, seat 1 to act."""
    floor.sits()
    assert floor.asks("hand", button=1)["ok"]
    table.deals(*HOLE)
    floor.until_said("Seat 1 to act, 2 to call")


def test_a_deal_goes_from_the_felt_to_the_displays(table: Served, floor: Console) -> None:
    betting(table, floor)
    assert floor.asks("act", seat=1, do="fold")["ok"]
    assert floor.asks("act", seat=2, do="fold")["answers"][-1]["what"] == "hand"
    seqs = [one["seq"] for one in floor.told(TOPICS.public_event)]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    floor.until_shown(
        TOPICS.public_state, lambda it: it["state"]["hand"]["result"] == "won", "the winner"
    )


def test_the_buttons_deal_call_and_undo(table: Served, floor: Console) -> None:
    floor.sits()
    table.felt.presses("new_hand")
    floor.until_said("Card to seat 2")
    table.deals(*HOLE)
    floor.until_said("Seat 1 to act, 2 to call")
    table.felt.presses("round_complete")
    floor.until_said("Burn")
    table.felt.presses("undo")
    floor.until_said("Seat 3 to act")
    table.felt.presses("call_floor")
    floor.until_alerts("call-1")
    assert floor.asks("acknowledge", alert="call-1", by="Flo")["ok"]
    floor.until_alerts()


def test_an_exposed_card_lights_the_lamp_and_stays_until_it_is_put_right(
    tmp_path: Path, broker: brokers.Broker, floor: Console
) -> None:
    config = configured(tmp_path, game=GameSection(rulebook="diamondjims"))
    with Served(config, broker) as table:
        floor.sits()
        floor.asks("hand", button=1)
        table.deals("Ah")
        floor.until_said("Card to seat 3")
        table.felt.lands("7c", "seat:3")
        floor.until_said("Card to seat 1")
        assert floor.asks("report", fault="exposed_card", seat=3, card="7c")["ok"]
        floor.until_alerts("ruling-1")
        wait_for(lambda: table.felt.lamps.get("yellow") == "on", "the lamp")
        assert table.felt.beeps == [(2, 150)]
        table.deals("Kd", "Qs", "Jc", "Th", first=1)
        floor.until_said("Top card to seat 3")
        table.felt.lands("9d", "seat:3")
        floor.until_alerts()
        wait_for(lambda: table.felt.lamps.get("green") == "on", "the lamp")


# Requests


def test_the_same_request_again_is_answered_the_same_and_done_once(
    tmp_path: Path, broker: brokers.Broker, floor: Console
) -> None:
    with Served(configured(tmp_path), broker) as table:
        first = floor.asks("sit", again="one", seat=4, stack=100)
        assert floor.asks("sit", again="one", seat=4, stack=100) == first
        count = len(table.records)
    with Served(configured(tmp_path), broker) as table:
        assert floor.asks("sit", again="one", seat=4, stack=100) == first
        assert len(table.records) == count
        assert table.daemon.core.table.seats[4].stack == 100


@pytest.mark.parametrize(
    "payload", [b"no JSON", b"[]", b"\xff" * 40, b'{"id":"x","seat":2,"do":"Ah"}', b"9" * 10**7]
)
def test_what_cannot_be_read_is_answered_and_the_table_goes_on(
    table: Served, floor: Console, payload: bytes
) -> None:
    told = floor.says("act", payload)
    assert not told["ok"] and told["error"]["expected"] and "Ah" not in str(told)
    assert floor.asks("sit", seat=1, stack=100)["ok"]


def test_a_dealer_who_would_decide_like_the_floor_is_refused_and_audited(
    table: Served, broker: brokers.Broker
) -> None:
    with console(broker, "dealer") as dealer:
        told = dealer.asks("decide", decision="void_deal", by="Ann")
        assert told["error"]["expected"] == "a role with the right to it"
        assert dealer.asks("shutdown")["error"]["got"] == "'shutdown'"
    start, *lines = [line.entry for line in audit.verified(table.session.journal._db)]
    assert start.kind == "start"
    assert [(line.role, line.what["verb"], line.what["ok"]) for line in lines] == [
        ("dealer", "decide", False), ("dealer", "shutdown", False),
    ]  # fmt: skip


def test_a_seat_that_is_not_there_is_refused_in_words(table: Served, floor: Console) -> None:
    told = floor.asks("sit", seat=77, stack=100)
    assert told["error"]["got"] == "there is no seat 77: this table has 10"
    assert floor.asks("act", seat=1, do="bet")["error"]["expected"].startswith("to: the player's")


def test_the_floor_looks_up_hands_and_their_logs_without_hidden_faces(
    table: Served, floor: Console
) -> None:
    betting(table, floor)
    floor.asks("act", seat=1, do="fold")
    floor.asks("act", seat=2, do="fold")
    (hand,) = floor.asks("hands")["result"]
    assert (hand["hand"], hand["result"], hand["players"], hand["pot"]) == (1, "won", [1, 2, 3], 3)
    log = floor.asks("hand_log", hand=1)["result"]
    assert [line["event"]["e"] for line in log] == ["hand", *["card"] * 6, "act", "act"]
    assert not any(face in str(log) for face in HOLE)
    assert floor.asks("hand_log", hand=9)["result"] == []


def test_the_floor_puts_another_deck_in_turn(table: Served, floor: Console) -> None:
    assert floor.asks("register", decks=["red deck"])["result"] == {"decks": ["red deck"]}
    told = floor.asks("register", decks=["blue deck"])
    assert told["error"]["got"] == "no deck 'blue deck': the decks here: red deck"


def test_health_tells_of_a_silent_reader_and_of_faults(table: Served, floor: Console) -> None:
    table.felt.reader_is("seat-3", "silent", "look at its cable")
    floor.until_alerts("reader-seat-3")
    health = floor.asks("health")["result"]
    assert [(one["name"], one["state"]) for one in health["readers"]] == [("seat-3", "silent")]
    assert health["disk_free"] > 0 and health["journal"] == "ok"
    table.felt.reader_is("seat-3", "ok")
    floor.until_alerts()
    floor.until_shown(
        TOPICS.floor_health, lambda it: it["readers"][0]["state"] == "ok", "the reader"
    )


def test_a_table_is_half_blind_until_its_camera_sees_and_when_it_no_longer_does(
    tmp_path: Path, broker: brokers.Broker, floor: Console
) -> None:
    with Served(configured(tmp_path, camera=Camera()), broker) as table:
        told = "the camera has told nothing yet"
        floor.until_shown(TOPICS.info, lambda it: it.get("half_blind") == told, "half blind")
        for state, detail, alerts in (("ok", "", ()), ("dark", "turn on the light", ("camera",))):
            item = CameraState(1.0, state, detail)  # type: ignore[arg-type]
            table.loop.call_soon_threadsafe(table.daemon.seen, item)
            floor.until_alerts(*alerts)
            floor.until_shown(TOPICS.info, lambda it, d=detail: it["half_blind"] == d, state)  # type: ignore[misc]


# Start, stop and trouble


def test_the_table_comes_back_in_mid_hand(
    tmp_path: Path, broker: brokers.Broker, floor: Console
) -> None:
    with Served(configured(tmp_path), broker) as table:
        betting(table, floor)
        floor.asks("act", seat=1, do="call")
        before, lying = table.daemon.core.table.view("broadcast"), table.felt.lying
        boot = floor.shows(TOPICS.public_state)["boot"]
    with Served(configured(tmp_path), broker) as table:
        assert table.daemon.core.table.view("broadcast") == before
        floor.until_shown(TOPICS.public_state, lambda it: it["boot"] != boot, "the new boot")
        for card, zone in lying.items():  # the readers find what lies there
            table.felt.lands(card, zone, drawn=False)
        told = floor.asks("act", seat=2, do="call")
        assert told["ok"] and told["seq"] == floor.told(TOPICS.public_event)[-1]["seq"]
        assert [record.seq for record in table.records] == list(range(1, told["seq"] + 1))


def test_a_stopped_table_says_that_it_is_offline(
    tmp_path: Path, broker: brokers.Broker, floor: Console
) -> None:
    with Served(configured(tmp_path), broker):
        floor.person.until_heard(b"online")
    floor.person.until_heard(b"offline")


def test_new_stakes_open_the_table_anew_and_nobody_loses_a_chip(
    tmp_path: Path, broker: brokers.Broker, floor: Console
) -> None:
    with Served(configured(tmp_path), broker):
        floor.sits(stack=150)
    with Served(
        configured(tmp_path, game=GameSection(small_blind=5, big_blind=10)), broker
    ) as table:
        assert table.daemon.core.table.setting.big_blind == 10
        assert [one.stack for one in table.daemon.core.table.seats.values()] == [150] * 3
        floor.until_shown(TOPICS.info, lambda it: it["big_blind"] == 10, "the stakes")


def test_a_full_disk_is_an_alarm_and_nothing_is_lost(table: Served, floor: Console) -> None:
    betting(table, floor)
    journal = table.session.journal
    with journal._asking():
        (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
        journal._db.execute(f"PRAGMA max_page_count = {pages}")
    asked = []
    for number in range(20):  # until the last page is full
        name = f"full-{number}"
        asked.append(name)
        payload = msgspec.json.encode({"id": name, "seat": 2})
        floor.person.say(TOPICS.request("floor", "look"), payload)
    floor.until_alerts("journal")
    wait_for(lambda: table.felt.lamps.get("red") == "fast", "the lamp")
    with journal._asking():
        journal._db.execute("PRAGMA max_page_count = 1000000")
    floor.until_alerts()
    floor.person.until(lambda: all(floor.answers("look", name) for name in asked), "answers to all")
    seqs = [one["seq"] for one in floor.told(TOPICS.public_event)]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    assert sum(r.event["e"] == "look" for r in table.records) == len(asked)


def test_a_wrong_password_stops_the_telling_not_the_table(
    tmp_path: Path, broker: brokers.Broker
) -> None:
    with Served(configured(tmp_path), broker, password="guessed") as table:
        wait_for(lambda: table.daemon.mqtt.state.word == "wrong password", "the refusal")
        table.felt.presses("call_floor")
        wait_for(lambda: table.felt.lamps.get("red") == "slow", "the lamp")


def test_systemd_hears_that_the_table_is_served_and_lives(
    tmp_path: Path, broker: brokers.Broker
) -> None:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    heard.settimeout(brokers.PATIENCE)
    lines: list[str] = []

    def until(line: str) -> None:
        while line not in lines:
            lines.append(heard.recv(4096).decode())

    with Served(configured(tmp_path), broker, watchdog=Watchdog(str(tmp_path / "notify"), 0.05)):
        until("READY=1")
        until("WATCHDOG=1")
    until("STOPPING=1")
    heard.close()


def test_a_fault_of_our_own_ends_the_daemon_and_tells_no_card(
    tmp_path: Path, broker: brokers.Broker, caplog: pytest.LogCaptureFixture
) -> None:
    absurd = Sighting("soon", TAGS["Ah"], "seat:2", arrived=True)  # type: ignore[arg-type]
    with (
        pytest.raises(FaultError, match=r"^TypeError in "),
        Served(configured(tmp_path), broker) as table,
    ):
        table.felt._told(absurd)
        wait_for(lambda: not table._thread.is_alive(), "the end")
    assert "a fault of the controller's own" in caplog.text
    assert TAGS["Ah"] not in caplog.text


# The broadcast


def test_a_hand_goes_to_the_station_after_its_delay_and_only_the_station_opens_it(
    tmp_path: Path, broker: brokers.Broker, floor: Console
) -> None:
    seal.make_pair(tmp_path / "station.key", tmp_path / "station.pub")
    station_key = tmp_path / "station.pub"
    config = configured(tmp_path, broadcast=Broadcast(delay=1.0, station_key=station_key))
    with Person(broker, "broadcast") as station, Served(config, broker) as table:
        station.subscribe("#")
        betting(table, floor)
        floor.asks("act", seat=1, do="fold")
        floor.asks("act", seat=2, do="fold")
        ended = table.records[-1].t
        assert TOPICS.broadcast_hand not in station.topics()
        station.until(lambda: TOPICS.broadcast_hand in station.topics(), "the hand")
        assert table.daemon._clock.now().t >= ended + 1.0
        (told,) = [one.payload for one in station.heard if one.topic == TOPICS.broadcast_hand]
        private = seal.read_private(tmp_path / "station.key")
        sealed = base64.b64decode(msgspec.json.decode(told)["sealed"])
        hand = broadcast.unpacked(seal.open_with(private, sealed, broadcast.context("main", 1)))
        assert hand.frames[-1].state["seats"]["2"]["cards"] == ["Ah", "Jc"]
