"""Draws that cannot be get one clear answer, and the table stays as it was."""

from typing import Any

import pytest

from engine.table import Table


def table(game: str) -> Table:
    """Three players, all starting cards dealt, the first round called."""
    opened = Table()
    said: list[dict[str, Any]] = [
        {"e": "open", "game": game, "structure": "limit", "format": "cash", "rulebook": "uspa",
         "small_blind": 1, "big_blind": 2, "small_bet": 2, "big_bet": 4, "house": {"joker": False}},
        *({"e": "sit", "seat": seat, "stack": 100} for seat in (1, 2, 3)),
        {"e": "hand", "button": 3},
    ]  # fmt: skip
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
    size = 2 if game == "holdem" else 5
    for place in range(3 * size):
        zone = f"seat:{place % 3 + 1}"
        said.append({"e": "card", "card": cards[place], "zone": zone, "face": "down"})
    said += [{"e": "act", "seat": 3, "do": "call"}, {"e": "act", "seat": 1, "do": "call"}]
    said += [{"e": "act", "seat": 2, "do": "check"}]
    for t, event in enumerate(said):
        assert not [a for a in opened.apply({"t": t, **event}) if a["o"] in ("reject", "ruling")]
    return opened


@pytest.mark.parametrize(
    ("game", "event", "why"),
    [
        ("lowball_27", {"seat": 1, "count": 6}, "cannot draw 6"),
        ("lowball_27", {"seat": 1, "discards": ["2h"]}, "was dealt other cards"),
        ("lowball_27", {"seat": 2, "count": 1}, "seat 1 draws before seat 2"),
        ("holdem", {"seat": 1, "count": 1}, "no time to discard"),
    ],
)
def test_a_draw_that_cannot_be_is_rejected(game: str, event: dict[str, Any], why: str) -> None:
    (answer,) = table(game).apply({"t": 99, "e": "draw", **event})
    assert answer["o"] == "reject"
    assert why in answer["why"]


def test_a_joker_where_none_plays_is_ruled_once() -> None:
    drawn = table("lowball_27")
    drawn.apply({"t": 50, "e": "draw", "seat": 1, "count": 1})
    drawn.apply({"t": 51, "e": "card", "card": "2s", "zone": "muck", "face": "down"})
    drawn.apply({"t": 52, "e": "card", "card": "Ac", "zone": "burn", "face": "down"})
    joker = {"t": 53, "e": "card", "card": "Jk", "zone": "seat:1", "face": "down"}
    answers = drawn.apply(joker)
    assert [a["fault"] for a in answers if a["o"] == "ruling"] == ["joker"]
