"""The figures of ``cutcard bench equity``; how fast they are is for the bench to say."""

import pytest

from controller.bench import equity
from engine.equity.spots import read_spot


def test_each_figure_with_a_bar_stands_in_a_row() -> None:
    rows = dict(equity._rows(dict(equity.BAR)))
    assert rows["flop three way"].endswith("2.00 ms (bar: at most 2)")
    assert rows["heads up"].endswith("25.00 times the best of the others (bar: at least 25)")
    assert rows["tables"].endswith("40.00 MB (bar: at most 40)")


@pytest.mark.filterwarnings("ignore::DeprecationWarning:eval7")
def test_the_others_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    # With most of the deck dead there are few boards, and _checked compares the wins.
    left = {"2c", "5d", "7h", "8h", "9h", "Th", "Jd", "Js", "2s", "Ah", "Kh", "Qs", "Qd"}
    dead = "".join(card for card in read_spot(["AhKh", "QsQd"]).unseen if card not in left)
    monkeypatch.setattr(equity, "POKERKIT_BOARDS", 10)
    took = equity._others(read_spot(["AhKh", "QsQd"], "", dead))
    assert set(took) == {"phevaluator", "eval7", "pokerkit"}
