"""The table's time goes on, whatever the clock on the wall does."""

from controller.table_clock import TableClock


class Clocks:
    """A wall's clock and a monotonic one, moved by hand."""

    def __init__(self) -> None:
        self.wall, self.monotonic = 1_000_000.0, 50.0

    def table(self, opened: float, last: float = 0.0) -> TableClock:
        return TableClock(opened, last, wall=lambda: self.wall, monotonic=lambda: self.monotonic)

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds


def test_a_table_opens_at_nought_and_counts_seconds() -> None:
    clocks = Clocks()
    table = clocks.table(opened=clocks.wall)
    clocks.pass_(1.2345)
    assert table.now().t == 1.234
    assert table.now().at == "1970-01-12T13:46:41.234Z"


def test_after_a_restart_the_time_in_between_counts() -> None:
    clocks = Clocks()
    assert clocks.table(opened=clocks.wall - 600, last=100.0).now().t == 600.0


def test_a_wall_clock_set_back_does_not_turn_back_the_table() -> None:
    clocks = Clocks()
    assert clocks.table(opened=clocks.wall + 3600, last=100.0).now().t == 100.0
    table = clocks.table(opened=clocks.wall)
    clocks.wall -= 3600
    clocks.monotonic += 1
    assert table.now().t == 1.0


def test_a_sensors_time_is_the_tables_and_one_before_the_start_is_the_start() -> None:
    clocks = Clocks()
    table = clocks.table(opened=clocks.wall - 10)
    clocks.pass_(5)
    assert table.of(clocks.monotonic - 2).t == 13.0
    assert table.of(clocks.monotonic - 60).t == 10.0


def test_when_a_time_of_the_table_will_be() -> None:
    clocks = Clocks()
    assert clocks.table(opened=clocks.wall).due(30.0) == clocks.monotonic + 30.0
