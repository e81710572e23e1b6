"""The overlay's picture as vMix takes it: an array of flat objects, one a seat."""

from typing import Any

from controller.web.picture import WAGERS, Picture

BOARD_CARDS = 5
HOLE_CARDS = 4


def rows(picture: Picture) -> list[dict[str, Any]]:
    """A row for each place at the table, taken or not, so that a row number is a seat's number.

    What concerns all of them is repeated, for vMix picks by column.
    """
    common = _common(picture)
    by_seat = {seat["seat"]: seat for seat in picture["seats"]}
    most = max(picture.get("places", 0), *by_seat, 1) if by_seat else picture.get("places", 0)
    places = range(1, max(most, 1) + 1)
    return [{**_seat(by_seat.get(place), place, picture), **common} for place in places]


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
        "live": _yes(picture["live"]),
    }


def _seat(seat: dict[str, Any] | None, place: int, picture: Picture) -> dict[str, Any]:
    if seat is None:
        return {**dict.fromkeys(_seat(_NOBODY, 0, picture), ""), "seat": place}
    cards = [*seat["cards"], *[""] * HOLE_CARDS][:HOLE_CARDS]
    blind = picture["big_blind"]
    return {
        "seat": seat["seat"],
        "name": seat["name"],
        "stack": seat["stack"],
        "stack_bb": round(seat["stack"] / blind, 1) if blind else "",
        "bet": seat["bet"] or "",
        **{f"card{number}": card for number, card in enumerate(cards, 1)},
        "cards": " ".join(seat["cards"]),
        "equity": _percent(seat["equity"]),
        "high": _percent(seat["high"]),
        "low": _percent(seat["low"]),
        "outs": len(seat["outs"]) or "",
        "strength": seat["strength"],
        "action": _action(seat),
        "turn": _yes(seat["seat"] == picture["turn"]),
        "button": _yes(seat["seat"] == picture["button"]),
        "folded": _yes(seat["folded"]),
        "all_in": _yes(seat["all_in"]),
        "won": seat["won"] or "",
        "won_with": seat["won_with"],
        **seat["stats"],
        "photo": seat.get("photo", ""),
        "flag": seat.get("flag", ""),
    }


_NOBODY: dict[str, Any] = {
    "seat": 0, "name": "", "stack": 0, "bet": 0, "cards": [], "equity": None, "high": None,
    "low": None, "outs": [], "strength": "", "action": "", "folded": False, "all_in": False,
    "won": 0, "won_with": "", "stats": {"hands": 0, "vpip": 0, "pfr": 0, "hands_won": 0},
}  # fmt: skip


def _action(seat: dict[str, Any]) -> str:
    wager = seat["action"] in WAGERS and seat["bet"]
    return f"{seat['action']} {seat['bet']:,}" if wager else str(seat["action"])


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f}%"


def _yes(true: object) -> str:
    return "yes" if true else ""
