"""The overlay's picture of a moment: seats, cards, equities, pots, as one flat truth to draw."""

from collections.abc import Mapping
from typing import Any

from controller.messages import BroadcastHand, Frame
from controller.web.player import Shown
from engine.equity.spots import FORMS, Equities, Spot
from engine.worth import HandError

Picture = dict[str, Any]
DEEDS = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise to",
         "all_in": "All in"}  # fmt: skip
UNKNOWN = "??"
FLOP = 3


def spot_of(shown: Shown) -> Spot | None:
    """The spot to be valued at this moment; None where there is nothing to compare."""
    state = shown.hand.frames[shown.at].state
    hand, game = state.get("hand"), FORMS.get(state.get("game", ""))
    if not hand or game is None or hand["stage"] == "over":
        return None
    board = hand["board"] if len(hand["board"]) >= FLOP else []  # odds wait for the whole flop
    live = list(_holding(state, folded=False).values())
    known = [*board, *(card for cards in live for card in cards)]
    if UNKNOWN in known:
        return None
    dead = [card for cards in _holding(state, folded=True).values() for card in cards]
    dead = [card for card in dict.fromkeys(dead) if card != UNKNOWN and card not in known]
    try:
        return Spot(game, tuple(tuple(cards) for cards in live), tuple(board), tuple(dead))
    except HandError:
        return None  # one player is left, a card is missing, a joker or a twin is out: no odds


def picture(shown: Shown, info: Mapping[str, Any], odds: Equities | None) -> Picture:
    """All that the overlay draws at this moment."""
    frame = shown.hand.frames[shown.at]
    state = frame.state
    hand = state.get("hand") or {}
    expect = state.get("expect") or {}
    told = shown.hand.frames[: shown.at + 1]
    awards = [answer for one in told for answer in one.answers if answer["o"] == "award"]
    return {
        "table": shown.hand.table,
        "hand": shown.hand.hand,
        "at": shown.at,
        "happened": shown.happened,
        "live": shown.live,
        "street": hand.get("street", ""),
        "stage": hand.get("stage", ""),
        "result": hand.get("result"),
        "board": hand.get("board", []),
        "pots": [pot["amount"] for pot in hand.get("pots", [])],
        "turn": hand.get("turn"),
        "to_call": expect.get("to_call", 0) if expect.get("what") == "act" else 0,
        "button": state.get("button"),
        "small_blind": info.get("small_blind", 0),
        "big_blind": info.get("big_blind", 0),
        "seats": _seats(state, _deeds(told), awards, _shares(state, odds)),
        "winners": awards,
    }


def blank(table: str, info: Mapping[str, Any]) -> Picture:
    """What there is to draw before the first hand was released."""
    nothing = Shown(BroadcastHand(table=table, hand=0, began="", frames=[Frame(0.0, {}, {})]), 0)
    return picture(nothing, info, None)


def _holding(state: Mapping[str, Any], *, folded: bool) -> dict[str, list[str]]:
    return {
        seat: person["cards"]
        for seat, person in state["seats"].items()
        if person.get("cards") and person["folded"] == folded
    }


def _shares(state: Mapping[str, Any], odds: Equities | None) -> dict[str, dict[str, Any]]:
    """Each live seat's chance and outs."""
    if odds is None:
        return {}
    return {
        seat: {
            "equity": round(float(player.share), 4),
            "outs": list(player.outs),
            "split_outs": list(player.split_outs),
        }
        for seat, player in zip(_holding(state, folded=False), odds.players, strict=True)
    }


def _seats(
    state: Mapping[str, Any],
    deeds: Mapping[str, str],
    awards: list[dict[str, Any]],
    shares: Mapping[str, dict[str, Any]],
) -> list[dict[str, Any]]:
    seats = []
    for seat, person in state.get("seats", {}).items():
        won = [award for award in awards if str(award["seat"]) == seat]
        seats.append(
            {
                "seat": int(seat),
                "name": person["name"] or f"Seat {seat}",
                "stack": person["stack"],
                "bet": person.get("bet", 0),
                "cards": person.get("cards", []),
                "in": "cards" in person,
                "folded": person.get("folded", False),
                "all_in": person.get("all_in", False),
                "away": person["away"],
                "action": deeds.get(seat, "All in" if person.get("all_in") else ""),
                "won": sum(award["amount"] for award in won),
                "won_with": " · ".join(
                    dict.fromkeys(a["hand"]["name"] for a in won if "hand" in a)
                ),
                "equity": None,
                "outs": [],
                "split_outs": [],
                **shares.get(seat, {}),
            }
        )
    return seats


def _deeds(told: list[Frame]) -> dict[str, str]:
    """What each seat did last on this street; a fold and an all-in stay for the hand."""
    deeds: dict[str, str] = {}
    for frame in told:
        event = frame.event
        if event.get("e") == "act" and not any(a["o"] == "reject" for a in frame.answers):
            deeds[str(event["seat"])] = _deed(event)
        if any(answer["o"] == "phase" for answer in frame.answers):
            deeds = {seat: deed for seat, deed in deeds.items() if deed in ("Fold", "All in")}
    return deeds


def _deed(event: Mapping[str, Any]) -> str:
    done = DEEDS.get(event["do"], event["do"])
    sized = event.get("to") and event["do"] in ("bet", "raise")
    return f"{done} {event['to']:,}" if sized else done
