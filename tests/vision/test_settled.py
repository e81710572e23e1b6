"""Settling: a change is told when it has lasted, once, and flicker is not a change."""

from vision.settled import Settled


def told(settled: Settled[int, int], values: str) -> list[tuple[int, int, int]]:
    """Looks a tenth of a second apart at one place; a figure is what lies there."""
    out = []
    for k, figure in enumerate(values):
        out += [(k, key, value) for key, value in settled.look(k / 10, {1: int(figure)})]
    return out


def test_chips_pushed_in_are_told_once_after_they_have_lain_there() -> None:
    assert told(Settled(0.3, 0), "000555555555") == [(6, 1, 5)]


def test_a_hand_passing_over_is_not_told() -> None:
    assert told(Settled(0.3, 0), "055055005500") == []


def test_what_grows_is_told_when_it_stops_growing() -> None:
    assert told(Settled(0.3, 0), "0123455555") == [(8, 1, 5)]


def test_taking_all_away_is_a_change_too() -> None:
    settled: Settled[int, int] = Settled(0.3, 0)
    assert told(settled, "55555") == [(3, 1, 5)]
    assert list(settled.look(1.0, {})) == []
    assert list(settled.look(1.3, {})) == [(1, 0)]
