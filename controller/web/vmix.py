"""The overlay's picture as vMix takes it: an array of flat objects, one a seat."""

from collections.abc import Mapping
from typing import Any

from controller.languages.heard import hand_in_words
from controller.web.picture import Picture

BOARDS = 3  # that a deal may be run
BOARD_CARDS = 5
HOLE_CARDS = 4
WAGERS = frozenset({"bet", "raise"})  # with how much


def rows(picture: Picture, words: Mapping[str, str]) -> list[dict[str, Any]]:
    """A row for each place at the table, taken or not, so that a row number is a seat's number.

    What concerns all of them is repeated, for vMix picks by column.
    """
    common = _common(picture)
    by_seat = {seat["seat"]: seat for seat in picture["seats"]}
    most = max(picture.get("places", 0), *by_seat, 1) if by_seat else picture.get("places", 0)
    places = range(1, max(most, 1) + 1)
    return [{**_seat(by_seat.get(place), place, picture, words), **common} for place in places]


def _common(picture: Picture) -> dict[str, Any]:
    boards = picture["boards"] or [picture["board"]]
    return {
        "table": picture["table"],
        "hand": picture["hand"],
        "street": picture["street"],
        **{
            f"board{'' if run == 0 else f'_{run + 1}_'}{n + 1}": card
            for run in range(BOARDS)
            for n, card in enumerate(_places(boards[run : run + 1]))
        },
        "boards": len(boards),
        "pot": sum(picture["pots"]),
        "main_pot": (picture["pots"][:1] or [0])[0],
        "side_pots": " ".join(map(str, picture["pots"][1:])),
        "to_call": picture["to_call"],
        "small_blind": picture["small_blind"],
        "big_blind": picture["big_blind"],
        "live": _yes(picture["live"]),
    }


def _places(board: list[list[str]]) -> list[str]:
    """The five places of a board, or of none."""
    return [*(board[0] if board else ()), *[""] * BOARD_CARDS][:BOARD_CARDS]


def _seat(
    seat: dict[str, Any] | None, place: int, picture: Picture, words: Mapping[str, str]
) -> dict[str, Any]:
    if seat is None:
        return {**dict.fromkeys(_seat(_NOBODY, 0, picture, words), ""), "seat": place}
    cards = [*seat["cards"], *[""] * HOLE_CARDS][:HOLE_CARDS]
    blind = picture["big_blind"]
    return {
        "seat": seat["seat"],
        "name": seat["name"] or words["told.seat"].format(seat=place),
        "stack": seat["stack"],
        "stack_bb": round(seat["stack"] / blind, 1) if blind else "",
        "bet": seat["bet"] or "",
        **{f"card{number}": card for number, card in enumerate(cards, 1)},
        "cards": " ".join(seat["cards"]),
        "up": " ".join(seat["up"]),
        "equity": _percent(seat["equity"]),
        "high": _percent(seat["high"]),
        "low": _percent(seat["low"]),
        "outs": len(seat["outs"]) or "",
        "strength": _hands(seat["strength"], words),
        "action": _action(seat, words),
        "turn": _yes(seat["seat"] == picture["turn"]),
        "button": _yes(seat["seat"] == picture["button"]),
        "folded": _yes(seat["folded"]),
        "all_in": _yes(seat["all_in"]),
        "won": seat["won"] or "",
        "won_with": _hands(seat["won_with"], words),
        **seat["stats"],
        "photo": seat.get("photo", ""),
        "flag": seat.get("flag", ""),
    }


_NOBODY: dict[str, Any] = {
    "seat": 0, "name": "", "stack": 0, "bet": 0, "cards": [], "up": [], "equity": None,
    "high": None, "low": None, "outs": [], "strength": [], "action": "", "folded": False,
    "all_in": False, "won": 0, "won_with": [],
    "stats": {"hands": 0, "vpip": 0, "pfr": 0, "hands_won": 0},
}  # fmt: skip


def _hands(names: list[str], words: Mapping[str, str]) -> str:
    return " · ".join(hand_in_words(name, words) for name in names)


def _action(seat: dict[str, Any], words: Mapping[str, str]) -> str:
    deed = words.get(f"deed.{seat['action']}", str(seat["action"]))
    return f"{deed} {seat['bet']:,}" if seat["action"] in WAGERS and seat["bet"] else deed


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f}%"


def _yes(true: object) -> str:
    return "yes" if true else ""
