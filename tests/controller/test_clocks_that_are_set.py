"""A clock on the wall that is set lets no hand out early and deletes none; it is said, and kept."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.config import Broadcast, TableConfig
from controller.records import mark, retention
from controller.security import audit, seal
from controller.table_clock import TableClock, WallWatch
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, Served, configured, console

DELAY, TWO_HOURS, A_YEAR = 1800.0, 7200.0, 366 * 86_400.0


@dataclass
class Wall:
    """The machine's clock as whoever sets it wants it."""

    off: float = 0.0

    def time(self) -> float:
        return NOW() + self.off


NOW = time.time


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    wall = Wall()
    monkeypatch.setattr(time, "time", wall.time)
    for kind in (TableClock, WallWatch):
        defaults = dict(kind.__init__.__kwdefaults__ or {})
        if "wall" in defaults:
            monkeypatch.setattr(kind.__init__, "__kwdefaults__", defaults | {"wall": wall.time})
        else:
            _, *rest = kind.__init__.__defaults__ or ()
            monkeypatch.setattr(kind.__init__, "__defaults__", (wall.time, *rest))
    return wall


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[brokers.Broker]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with brokers.running("mosquitto", folder) as broker:
        yield broker


@pytest.fixture
def config(tmp_path: Path) -> TableConfig:
    seal.make_pair(tmp_path / "station.key", tmp_path / "station.pub")
    station = Broadcast(delay=DELAY, station_key=tmp_path / "station.pub")
    return configured(tmp_path, broadcast=station)


def a_hand_waits(table: Served, floor: Console) -> None:
    floor.sits()
    assert floor.asks("hand", button=1)["ok"]
    table.deals("4c", "5c", "6c", "7c", "8c", "9c")
    floor.until_said("Seat 1 to act, 2 to call")
    for seat in (1, 2):
        assert floor.asks("act", seat=seat, do="fold")["ok"]
    assert len(table.daemon.core.broadcast.releases) == 1


def kinds(table: Served) -> list[str]:
    return [line.entry.kind for line in audit.verified(table.session.journal._db)]


@pytest.mark.parametrize("off", [TWO_HOURS, A_YEAR, -TWO_HOURS])
def test_a_step_and_a_restart_let_no_hand_out_early(
    off: float, config: TableConfig, broker: brokers.Broker, wall: Wall
) -> None:
    with console(broker, "floor") as floor, console(broker, "broadcast") as station:
        with Served(config, broker) as table:
            a_hand_waits(table, floor)
        wall.off = off
        with Served(config, broker) as table:
            (waits,) = table.daemon.core.broadcast.releases
            left = waits.due - table.daemon._clock.now().t
            assert DELAY - 120 < left <= DELAY
            assert not station.told(TOPICS.broadcast_hand)
            floor.until_shown(TOPICS.floor_alert, lambda it: "The clock was set" in str(it), "it")
            assert "clock" in kinds(table)


def test_after_a_reboot_only_what_the_table_witnessed_counts(
    config: TableConfig, broker: brokers.Broker, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with console(broker, "floor") as floor:
        with Served(config, broker) as table:
            a_hand_waits(table, floor)
        wall.off = TWO_HOURS
        monkeypatch.setattr(mark, "machine_boot", lambda: "another start of the machine")
        with Served(config, broker) as table:
            (waits,) = table.daemon.core.broadcast.releases
            assert waits.due - table.daemon._clock.now().t > DELAY - 120


def test_a_step_while_the_table_runs_is_said_and_kept(
    config: TableConfig, broker: brokers.Broker, wall: Wall
) -> None:
    with console(broker, "floor") as floor, Served(config, broker) as table:
        floor.sits()
        wall.off = -TWO_HOURS
        table.loop.call_soon_threadsafe(table.daemon._journal_watch.tick)
        floor.until_shown(
            TOPICS.floor_alert,
            lambda it: "The clock was set back by 2 hours" in str(it),
            "the step",
        )
        assert "clock" in kinds(table)
        assert not table.daemon._keeper._may_age(), "nothing is deleted for its age"
        assert floor.asks("acknowledge", alert="clock")["ok"]
        assert table.daemon._keeper._may_age()


def test_with_a_step_nothing_is_cut_for_its_age(
    config: TableConfig, broker: brokers.Broker, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    days: list[int | None] = []
    monkeypatch.setattr(retention, "cut", lambda journal, now, **how: days.append(how["days"]))
    with console(broker, "floor") as floor, Served(config, broker) as table:
        floor.sits()
        keeper = table.daemon._keeper
        keeper._keeping = type(keeper._keeping)(days=30)
        for off in (0.0, A_YEAR):
            wall.off = off
            table.loop.call_soon_threadsafe(table.daemon._journal_watch.tick)
            time.sleep(0.3)
            keeper._overgrown = True
            assert keeper.tidy() == ""
    assert days == [30, None]
