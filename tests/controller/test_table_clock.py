"""The table's time goes on, whatever the clock on the wall does."""

from controller.table_clock import TableClock, WallWatch


class Clocks:
    """A wall's clock and a monotonic one, moved by hand."""

    def __init__(self) -> None:
        self.wall, self.monotonic = 1_000_000.0, 50.0

    def table(self, last: float = 0.0) -> TableClock:
        return TableClock(last, wall=lambda: self.wall, monotonic=lambda: self.monotonic)

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds


def test_a_table_opens_at_nought_and_counts_seconds() -> None:
    clocks = Clocks()
    table = clocks.table()
    clocks.pass_(1.2345)
    assert table.now().t == 1.234
    assert table.now().at == "1970-01-12T13:46:41.234Z"


def test_after_a_restart_it_goes_on_from_what_was_witnessed() -> None:
    clocks = Clocks()
    clocks.wall += 86_400
    assert clocks.table(last=100.0).now().t == 100.0


def test_a_wall_clock_that_is_set_moves_nothing() -> None:
    clocks = Clocks()
    table = clocks.table()
    for step in (-3600, 86_400):
        clocks.wall += step
    clocks.monotonic += 1
    assert table.now().t == 1.0


def test_a_sensors_time_is_the_tables_and_one_before_the_start_is_the_start() -> None:
    clocks = Clocks()
    table = clocks.table(last=10.0)
    clocks.pass_(5)
    assert table.of(clocks.monotonic - 2).t == 13.0
    assert table.of(clocks.monotonic - 60).t == 10.0


def test_when_a_time_of_the_table_will_be() -> None:
    clocks = Clocks()
    assert clocks.table().due(30.0) == clocks.monotonic + 30.0


def test_a_step_of_the_wall_is_told_once_and_drift_is_none() -> None:
    clocks = Clocks()
    watch = WallWatch(lambda: clocks.wall, lambda: clocks.monotonic)
    clocks.pass_(10)
    assert watch.moved() == 0
    clocks.pass_(10)
    clocks.wall -= 3600
    assert watch.moved() == -3600
    assert watch.moved() == 0
