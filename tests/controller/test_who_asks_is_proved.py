"""`by` is whom the broker let in, never what a client says of itself."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from controller.mqtt.acl import Acl
from tests.controller import brokers
from tests.controller.brokers import HOST, PATIENCE, Broker, wait_for
from tests.controller.stranger import TABLE, Stranger
from tests.controller.table_process import TableProcess

PEOPLE = {"anna": ("floor", "broadcast"), "bert": ("broadcast",)}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with brokers.running("mosquitto", tmp_path, Acl(["main"], people=PEOPLE)) as broker:
        yield broker


@pytest.fixture
def floor(broker: Broker, tmp_path: Path) -> Iterator[Stranger]:
    """The floor, at a table that is served."""
    table = TableProcess(tmp_path, broker)
    with Stranger(broker, "floor") as floor:
        table.start()
        floor.until(lambda: (f"{TABLE}/status", b"online") in floor.heard, "the table")
        try:
            yield floor
        finally:
            table.kill()


def audited(folder: Path) -> list[dict[str, Any]]:
    with sqlite3.connect(folder / "journal.sqlite") as db:
        return [json.loads(line) for (line,) in db.execute("SELECT line FROM audit ORDER BY n")]


def lines_of(folder: Path, name: str) -> list[dict[str, Any]]:
    return [line for line in audited(folder) if line["what"].get("id") == name]


def says(broker: Broker, user: str, branch: str, request: str, **fields: Any) -> None:
    """Publish as a user, wherever it may be, and be gone."""
    client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    client.username_pw_set(user, broker.passwords[user])
    client.connect(HOST, broker.port)
    client.loop_start()
    body = json.dumps({"id": request, **fields})
    client.publish(f"{TABLE}/request/{branch}", body, qos=1).wait_for_publish(PATIENCE)
    client.disconnect()
    client.loop_stop()


def test_a_claimed_name_is_a_claim_and_a_users_own_is_kept(
    broker: Broker, floor: Stranger, tmp_path: Path
) -> None:
    says(broker, "floor", "floor/call", "claimed", by="anna")
    says(broker, "anna", "floor/anna/call", "own", by="somebody else")
    for thief in ("floor", "dealer", "bert", "display"):  # the broker lets none of it through
        says(broker, thief, "floor/anna/call", f"forged-{thief}", by="anna")
    says(broker, "anna", "floor/bert/call", "for-another")
    says(broker, "bert", "floor/call", "of-a-role")
    says(broker, "anna", "floor/anna/x/call", "too-deep")
    floor.asks("health")
    wait_for(lambda: bool(lines_of(tmp_path, "own")), "the audit")
    (claimed,), (own,) = lines_of(tmp_path, "claimed"), lines_of(tmp_path, "own")
    assert (claimed["role"], claimed["by"], claimed["what"]["says"]) == ("floor", "floor", "anna")
    assert (own["role"], own["by"], own["what"]["says"]) == ("floor", "anna", "somebody else")
    kept = {line["what"].get("id") for line in audited(tmp_path)}
    assert not kept & {f"forged-{one}" for one in ("floor", "dealer", "bert", "display")}
    assert not kept & {"for-another", "of-a-role", "too-deep"}
    everybody = {line["by"] for line in audited(tmp_path) if line["kind"] == "request"}
    assert everybody == {"floor", "anna"}


def test_live_takes_two_persons_not_one_with_two_roles(
    broker: Broker, floor: Stranger, tmp_path: Path
) -> None:
    says(broker, "anna", "floor/anna/live", "one", on=True)
    says(broker, "anna", "broadcast/anna/live", "two", on=True)
    wait_for(lambda: bool(lines_of(tmp_path, "two")), "her second word")
    assert [line["what"]["ok"] for line in lines_of(tmp_path, "two")] == [False]
    assert floor.last("info")["live_by"] == ["floor"]
    says(broker, "bert", "broadcast/bert/live", "three", on=True)
    floor.until(lambda: floor.last("info")["live_by"] == ["broadcast", "floor"], "both")


def test_only_the_pages_say_who_has_come(broker: Broker, floor: Stranger, tmp_path: Path) -> None:
    for thief in ("floor", "dealer", "display", "anna"):
        says(broker, thief, "pages/access", f"access-{thief}", what="login", name="anna")
    says(broker, "floor", "floor/access", "as-the-floor", what="login", name="anna")
    says(broker, "pages", "pages/access", "true", what="login", role="floor", name="anna")
    wait_for(lambda: any(line["kind"] == "login" for line in audited(tmp_path)), "the audit")
    (login,) = (line for line in audited(tmp_path) if line["kind"] == "login")
    assert (login["role"], login["by"], login["what"]) == ("floor", "anna", {"ok": True})
