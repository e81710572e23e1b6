"""The overlay's picture of a moment: seats, cards, equities, pots, as one flat truth to draw."""

from collections.abc import Mapping
from typing import Any

from controller.messages import BroadcastHand, Frame
from controller.web.player import Shown
from controller.web.statistics import Tally
from controller.web.strength import strength
from engine.cards import SEAT_OF
from engine.equity.spots import FORMS, Equities, Odds, Spot
from engine.wording import Phrase
from engine.worth import HandError

Picture = dict[str, Any]
# What is told of a player for the rest of the hand, or until he acts again.
STAYS = frozenset({"fold", "all_in", "pat", *(f"draw_{count}" for count in range(1, 6))})
ZONES = {"board": "next.board", "burn": "next.burn", "muck": "next.muck"}
UNKNOWN = "??"
FLOP = 3
BOARD_CARDS = 5  # of a game of which nothing else is told


def spot_of(shown: Shown) -> Spot | None:
    """The spot to be valued at this moment; None where there is nothing to compare."""
    state = shown.hand.frames[shown.at].state
    hand, game = state.get("hand"), FORMS.get(state.get("game", ""))
    if not hand or game is None or hand["stage"] == "over":
        return None
    if hand["board"] and not game.board:
        return None  # a card in the middle that is everybody's last
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


def picture(
    shown: Shown, info: Mapping[str, Any], odds: Equities | None, tally: Tally | None = None
) -> Picture:
    """All that the overlay draws at this moment."""
    frame = shown.hand.frames[shown.at]
    state = frame.state
    hand = state.get("hand") or {}
    expect = state.get("expect") or {}
    so_far = shown.hand.frames[: shown.at + 1]
    awards = [answer for one in so_far for answer in one.answers if answer["o"] == "award"]
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
        "boards": boards if len(boards := hand.get("boards", [])) > 1 else [],
        "board_cards": info.get("board", BOARD_CARDS),
        "pots": [pot["amount"] for pot in hand.get("pots", [])],
        "turn": hand.get("turn"),
        "to_call": expect.get("to_call", 0) if expect.get("what") == "act" else 0,
        "button": state.get("button"),
        "small_blind": info.get("small_blind", 0),
        "big_blind": info.get("big_blind", 0),
        "limits": _limits(info),
        "seats": [
            {**seat, "up": [card for card in seat["cards"] if card in frame.up]}
            for seat in _seats(
                state, _deeds(so_far), awards, _shares(state, odds), tally or Tally()
            )
        ],
        "winners": awards,
        "winning": sorted(
            {card for one in awards for card in one.get("hand", {}).get("cards", [])}
        ),
    }


def _limits(info: Mapping[str, Any]) -> list[int]:
    """The two bets of a table that is called by them; else nothing: it is called by its blinds."""
    bets = [info.get("small_bet", 0), info.get("big_bet", 0)]
    limited = info.get("structure") in ("limit", "spread") or not info.get("big_blind")
    return bets if limited and all(bets) else []


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
    """Each live seat's chance and outs; of the high and the low half where they are told."""
    if odds is None:
        return {}
    return {
        seat: {
            "equity": round(float(player.share), 4),
            "outs": list(player.outs),
            "split_outs": list(player.split_outs),
            **(_halves(player) if odds.spot.game.low else {}),
        }
        for seat, player in zip(_holding(state, folded=False), odds.players, strict=True)
    }


def _halves(player: Odds) -> dict[str, float]:
    """The shares of a pot's two halves."""
    return {"high": round(float(player.high), 4), "low": round(float(player.low), 4)}


def _seats(
    state: Mapping[str, Any],
    deeds: Mapping[str, str],
    awards: list[dict[str, Any]],
    shares: Mapping[str, dict[str, Any]],
    tally: Tally,
) -> list[dict[str, Any]]:
    board, game = (state.get("hand") or {}).get("board", []), state.get("game", "")
    return [
        {
            "seat": int(seat),
            "name": person["name"],
            "stack": person["stack"],
            "bet": person.get("bet", 0),
            "cards": person.get("cards", []),
            "in": "cards" in person,
            "folded": person.get("folded", False),
            "all_in": person.get("all_in", False),
            "away": person["away"],
            "action": deeds.get(seat, "all_in" if person.get("all_in") else ""),
            "equity": None,
            "high": None,
            "low": None,
            "outs": [],
            "split_outs": [],
            "strength": strength(game, person.get("cards", []), board),
            "stats": tally.of(seat, person),
            **_won([award for award in awards if str(award["seat"]) == seat]),
            **shares.get(seat, {}),
        }
        for seat, person in state.get("seats", {}).items()
    ]


def _won(awards: list[dict[str, Any]]) -> dict[str, Any]:
    """What a seat won, and with which hands."""
    names = dict.fromkeys(one["hand"].get("name", "") for one in awards if "hand" in one)
    return {
        "won": sum(award["amount"] for award in awards),
        "won_with": [name for name in names if name],
    }


def _deeds(told: list[Frame]) -> dict[str, str]:
    """What each seat did last on this street; a fold and an all-in stay for the hand."""
    deeds: dict[str, str] = {}
    for frame in told:
        event = frame.event
        if any(a["o"] == "reject" for a in frame.answers):
            continue
        if event.get("e") == "act":
            deeds[str(event["seat"])] = str(event["do"])
        elif event.get("e") == "draw":
            deeds[str(event["seat"])] = _drawn(event)
        if any(answer["o"] == "phase" for answer in frame.answers):
            deeds = {seat: deed for seat, deed in deeds.items() if deed in STAYS}
    return deeds


def _drawn(event: Mapping[str, Any]) -> str:
    """How many cards a seat drew; it is told until that seat acts."""
    count = event.get("count")
    count = len(event.get("discards") or ()) if count is None else count
    return f"draw_{count}" if count else "pat"


def told(frame: Frame) -> Phrase:
    """What happened, in a few words and without a face."""
    event = frame.event
    kind, zone, seat = event.get("e", ""), str(event.get("zone", "")), event.get("seat", 0)
    if kind == "card":
        to = SEAT_OF.get(zone)
        return Phrase("next.seat", {"seat": to}) if to else Phrase(ZONES.get(zone, "next.card"))
    name = frame.state.get("seats", {}).get(str(seat), {}).get("name")
    fill = {"seat": seat, "name": name, "amount": event.get("to")}
    return Phrase(f"told.{event['do'] if kind == 'act' else kind}", fill)
