"""What the dealer is told of a wager: phrases, each a key of the words and what fills it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.betting.underway import Begun, Outcome

Said = list[tuple[str, dict[str, Any]]]

# A lead that says more than the fault alone, by one of its facts.
SPECIAL = {
    ("string_bet", "fold"): "fold_back",
    ("unclear_bet", "small_chips"): "small_chips",
    ("unclear_bet", "half"): "half_bet",
    ("unclear_bet", "irregular"): "no_word",
    ("oversize_chip", "said_raise"): "chip_raise",
}


def lead(fault: str, seat: int, facts: Collection[str] = ()) -> Said:
    """What happened."""
    found = (key for (of, fact), key in SPECIAL.items() if of == fault and fact in facts)
    return [(f"lead.{next(found, fault)}", {"seat": seat})]


def told(key: str, **fill: Any) -> Said:
    """One phrase of wagers."""
    return [(f"wager.{key}", fill)]


def ruling(
    fault: str, decision: str, begun: Begun, outcome: Outcome | None, facts: Collection[str]
) -> Said:
    """What happened, what it counts as, and the chips that move."""
    said = lead(fault, begun.seat, facts)
    if fault == "string_bet" and outcome is not None and outcome.do == "fold":
        return said + told("fold")
    if fault == "string_bet" and outcome is not None and not outcome.back:
        said = [("lead.late_word", {"seat": begun.seat})]
    faced = begun.faced
    if decision == "option":
        return said + told("option", call=faced.call_to, to=faced.full)
    if outcome is None:
        return [*said, (f"verdict.{decision}", {})]
    if fault == "string_bet":
        said += told("first_motion")
    elif outcome.do in ("bet", "raise", "all_in"):
        said += told(outcome.do, to=outcome.to)
    else:
        said += told(outcome.do)
    if outcome.add:
        return said + told("add", amount=outcome.add)
    return said + told("back", amount=outcome.back) if outcome.back else said
