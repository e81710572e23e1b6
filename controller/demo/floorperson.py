"""A floorperson who decides what the book leaves to him, so that play can go on."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

LAST: Final = "void_deal"  # when nothing else has led anywhere
# What most books do about a fault; tried in this order.
DECISIONS: Final[Mapping[str, Sequence[str]]] = {
    "exposed_card": ("replace",),
    "boxed_card": ("scrap",),
    "joker": ("scrap",),
    "unknown_card": ("misdeal",),
    "foreign_back": ("misdeal",),
    "duplicate_card": ("void_deal",),
    "wrong_first_seat": ("misdeal",),
    "wrong_seat": ("move", "misdeal"),
    "ineligible_seat": ("misdeal",),
    "dealt_out": ("misdeal",),
    "short_hand": ("top_card", "misdeal"),
    "extra_card": ("misdeal",),
    "fouled_hand": ("misdeal",),
    "no_burn": ("shift",),
    "extra_burn": ("shift",),
    "burn_exposed": ("stands",),
    "premature_burn": ("take_back",),
    "premature_flop": ("take_back",),
    "premature_turn": ("take_back",),
    "premature_river": ("take_back",),
    "flop_count": ("take_back",),
    "player_exposed": ("stands",),
    "out_of_turn": ("binding", "stands"),
    "bottom_card": ("stands",),
    "missing_card": ("stands",),
}


def decision(ruling: Mapping[str, Any] | None, tried: Sequence[str]) -> str:
    """What he says about a ruling that waits for him; each time something he has not said yet."""
    fault = ruling["fault"] if ruling is not None else ""
    choices = (*DECISIONS.get(fault, ("stands",)), LAST)
    return next((choice for choice in choices if choice not in tried), LAST)
