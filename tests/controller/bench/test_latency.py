"""The latency's figures and its bar; the whole measurement needs a daemon and a quiet machine."""

from pathlib import Path

from controller.bench import latency
from firmware_bridge import decks

IDLE = latency.Load(at=0.0, seconds=1.0, megabytes=40.0)


def judged(delays: list[float], bare: list[float], megabytes: float = 50.0) -> bool:
    after = latency.Load(at=20.0, seconds=3.0, megabytes=megabytes)
    return latency._result(sorted(delays), sorted(bare), [0.4], IDLE, after).ok


def test_the_bar_is_three_bare_round_trips_twenty_milliseconds_and_the_memory() -> None:
    assert judged([1.5] * 100, [0.5] * 100)
    assert not judged([1.6] * 100, [0.5] * 100)
    assert judged([1.5] * 99 + [19.9], [0.5] * 100)
    assert not judged([1.5] * 98 + [20.1] * 2, [0.5] * 100)
    assert not judged([1.5] * 100, [0.5] * 100, megabytes=120.0)


def test_each_figure_stands_in_a_row() -> None:
    after = latency.Load(at=20.0, seconds=3.0, megabytes=47.5)
    result = latency._result([1.0, 2.0], [0.5, 1.0], [0.4], IDLE, after)
    rows = dict(result.rows)
    assert rows["memory"] == "47.5 MB at most"
    assert rows["processor"].startswith("10.0 % of one core")
    assert rows["from last byte to display"].endswith("of 2 cards")
    assert rows["a bare commit of SQLite"].startswith("0.4 ms median")


def test_its_deck_is_complete_and_in_turn(tmp_path: Path) -> None:
    latency._write_config(tmp_path, 1883)
    deck = decks.load(tmp_path / "decks.json").in_play
    assert deck is not None
    assert deck.complete


def test_bare_commits_are_timed_on_a_real_file(tmp_path: Path) -> None:
    delays = latency._bare_commits(tmp_path / "bare.sqlite")
    assert len(delays) == latency.COMMITS
    assert min(delays) > 0
