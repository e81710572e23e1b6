"""How the parts are, in the operators' words, zone by zone."""

from controller.desk import Desk
from controller.health import Parts
from controller.table_clock import Moment
from firmware_bridge.sightings import ReaderState

NOW = Moment(5.0, "2026-01-01T20:00:05.000Z")


def test_a_reader_has_the_zones_of_the_tables_file() -> None:
    parts = Parts([("seat-3", ["seat:3"])])
    parts.reader(ReaderState(5.0, "seat-3", "silent", "check its power"), NOW)
    (reader,) = parts.health(Desk(), NOW)["readers"]
    assert (reader.zones, reader.state, reader.since) == (["seat:3"], "silent", NOW.at)


def test_a_table_boards_zones_are_those_it_names_and_stay_while_it_is_away() -> None:
    parts = Parts([("board", [])])
    parts.reader(ReaderState(5.0, "board", "ok", zones=("seat:1", "muck")), NOW)
    parts.reader(ReaderState(9.0, "board", "absent", "its cable was pulled"), NOW)
    (reader,) = parts.health(Desk(), NOW)["readers"]
    assert (reader.zones, reader.state) == (["seat:1", "muck"], "absent")
