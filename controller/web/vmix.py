"""The overlay's picture as vMix takes it: an array of flat objects, one a seat."""

from typing import Any

from controller.web.picture import Picture

BOARD_CARDS = 5


def rows(picture: Picture) -> list[dict[str, Any]]:
    """A row for each seat with what concerns all of them repeated, for vMix picks by column."""
    common = _common(picture)
    return [{**_seat(seat, picture), **common} for seat in picture["seats"]] or [common]


def _common(picture: Picture) -> dict[str, Any]:
    board = picture["board"]
    return {
        "table": picture["table"],
        "hand": picture["hand"],
        "street": picture["street"],
        **{f"board{n + 1}": (board[n : n + 1] or [""])[0] for n in range(BOARD_CARDS)},
        "pot": sum(picture["pots"]),
        "main_pot": (picture["pots"][:1] or [0])[0],
        "side_pots": " ".join(map(str, picture["pots"][1:])),
        "to_call": picture["to_call"],
        "small_blind": picture["small_blind"],
        "big_blind": picture["big_blind"],
        "live": "yes" if picture["live"] else "",
    }


def _seat(seat: dict[str, Any], picture: Picture) -> dict[str, Any]:
    cards = seat["cards"]
    blind = picture["big_blind"]
    return {
        "seat": seat["seat"],
        "name": seat["name"],
        "stack": seat["stack"],
        "stack_bb": round(seat["stack"] / blind, 1) if blind else "",
        "bet": seat["bet"] or "",
        "card1": cards[0] if cards else "",
        "card2": cards[1] if len(cards) > 1 else "",
        "cards": " ".join(cards),
        "equity": "" if seat["equity"] is None else f"{100 * seat['equity']:.0f}%",
        "outs": len(seat["outs"]) or "",
        "action": seat["action"],
        "turn": "yes" if seat["seat"] == picture["turn"] else "",
        "button": "yes" if seat["seat"] == picture["button"] else "",
        "folded": "yes" if seat["folded"] else "",
        "all_in": "yes" if seat["all_in"] else "",
        "won": seat["won"] or "",
        "won_with": seat["won_with"],
    }
