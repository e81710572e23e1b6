"""What fusion is told of the deal: how far it is, who is to act, which cards are wanted back."""

from __future__ import annotations

from typing import Any

from engine.table import Table
from engine.views import Outlook

OPEN: dict[str, Any] = {
    "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash", "rulebook": "uspa",
    "small_blind": 1, "big_blind": 2,
}  # fmt: skip
SITS: list[dict[str, Any]] = [{"e": "sit", "seat": seat, "stack": 200} for seat in (1, 2, 3)]
CARDS = ["2c", "3c", "4c", "5c", "6c", "7c"]
DEAL: list[dict[str, Any]] = [
    {"e": "card", "card": card, "zone": f"seat:{seat}", "face": "down"}
    for card, seat in zip(CARDS, (1, 2, 3) * 2, strict=True)
]
HAND = {"e": "hand", "button": 3}


def scene_after(*events: dict[str, Any]) -> Outlook:
    table = Table()
    for number, event in enumerate([OPEN, *SITS, *events]):
        table.apply({"t": number, **event})
    return table.outlook()


def act(seat: int, do: str, **fields: int) -> dict[str, Any]:
    return {"e": "act", "seat": seat, "do": do, **fields}


def test_before_the_first_deal_nothing_is_on() -> None:
    assert scene_after() == Outlook()
    assert not scene_after().on


def test_a_deal_is_fresh_until_its_first_card() -> None:
    assert scene_after(HAND).fresh
    assert not scene_after(HAND, DEAL[0]).fresh


def test_those_who_still_owe_an_action_call_or_check_in_their_order() -> None:
    assert scene_after(HAND, *DEAL).to_act == ((3, "call"), (1, "call"), (2, "check"))
    raised = scene_after(HAND, *DEAL, act(3, "raise", to=8))
    assert raised.to_act == ((1, "call"), (2, "call"))


def test_folded_hands_are_not_live() -> None:
    assert scene_after(HAND, *DEAL, act(3, "fold")).live == {1, 2}


def test_a_deal_that_is_won_is_over() -> None:
    over = scene_after(HAND, *DEAL, act(3, "fold"), act(1, "fold"))
    assert (over.stage, over.on) == ("over", False)


def test_a_premature_flop_is_wanted_back() -> None:
    flop = [
        {"e": "card", "card": card, "zone": "board", "face": "up"} for card in ("Ah", "Kh", "Qh")
    ]
    assert scene_after(HAND, *DEAL, *flop).wanted == {"Ah", "Kh", "Qh"}
