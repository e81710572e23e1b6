"""The broker, the clock and the system as the doctor sees them."""

import socket
from pathlib import Path

import msgspec
import pytest

from controller.config import Broker, Table, TableConfig
from controller.doctor import surroundings
from controller.doctor.surroundings import broker, clock, system
from controller.security.vault import write_secret
from tests.controller.brokers import TABLE, free_port, running
from tests.controller.doctor.patients import found, table


def leaning_on(folder: Path, port: int, password: str = "", **more: object) -> TableConfig:
    file = folder / f"password-{len(list(folder.iterdir()))}"
    write_secret(file, password.encode())
    return table(folder, broker=Broker(port=port, password_file=file, **more))  # type: ignore[arg-type]  # of the fields' own types


def test_a_broker_that_knows_us_is_well(tmp_path: Path) -> None:
    with running("mosquitto", tmp_path) as there:
        right = leaning_on(tmp_path, there.port, there.passwords["controller"])
        right = msgspec.structs.replace(right, table=Table(name=TABLE))
        [(level, said), topics] = found(broker, right)
        assert (level, "lets 'controller' in" in said) == ("ok", True)
        assert (topics[0], f"lets {TABLE} speak" in topics[1]) == ("ok", True)
        [(level, said)] = found(broker, leaning_on(tmp_path, there.port, "guessed"))
        assert (level, "password_file" in said) == ("fail", True)
        assert "guessed" not in said


def test_a_table_that_the_access_list_does_not_know_is_found(tmp_path: Path) -> None:
    with running("mosquitto", tmp_path) as there:
        other = leaning_on(tmp_path, there.port, there.passwords["controller"])
        other = msgspec.structs.replace(other, table=Table(name="renamed"))
        _, (level, said) = found(broker, other)
    assert level == "fail"
    assert "forbids cutcard/1/renamed" in said and "cutcard acl --table renamed" in said


def test_a_broker_that_is_not_running_fails(tmp_path: Path) -> None:
    [(level, said)] = found(broker, leaning_on(tmp_path, free_port(), "x"))
    assert (level, "systemctl start mosquitto" in said) == ("fail", True)


def test_a_password_that_is_not_there_is_told(tmp_path: Path) -> None:
    config = table(tmp_path, broker=Broker(port=free_port(), password_file=tmp_path / "none"))
    [(level, said)] = found(broker, config)
    assert (level, "No such file" in said) == ("fail", True)


def test_a_port_that_says_nothing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "WITHIN", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        [(level, said)] = found(broker, leaning_on(tmp_path, deaf.getsockname()[1], "x"))
    assert (level, "says nothing" in said) == ("fail", True)


def test_a_broker_without_tls_fails_where_tls_is_wanted(tmp_path: Path) -> None:
    with running("mosquitto", tmp_path) as there:
        config = leaning_on(tmp_path, there.port, "x", tls_ca=tmp_path / "ca.crt")
        assert found(broker, config)[0][0] == "fail", "there is no such CA"


def test_the_embedded_brokers_port_is_free_or_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        config = table(tmp_path, broker=Broker(port=port, embedded=True))
        assert found(broker, config)[0][0] == "warn"
    assert found(broker, config)[0][0] == "ok"


@pytest.mark.parametrize(("answer", "level"), [("yes", "ok"), ("no", "warn"), ("", "warn")])
def test_a_clock_that_nobody_keeps_right_is_told(
    answer: str, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surroundings, "ASK_CLOCK", ("echo", answer))
    assert [found[0] for found in found(clock, table(tmp_path))] == [level]
    monkeypatch.setattr(surroundings, "WRITTEN", 9999)
    assert [found[0] for found in found(clock, table(tmp_path))] == ["fail"]


def test_a_clock_that_cannot_be_asked_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surroundings, "ASK_CLOCK", ("no-such-program",))
    assert found(clock, table(tmp_path))[0][0] == "warn"


def test_the_system_can_serve_a_table(tmp_path: Path) -> None:
    assert found(system, table(tmp_path))[0][0] == "ok"
