"""What the house takes of a pot."""

from __future__ import annotations

from collections.abc import Collection

from engine.betting.round import Betting
from engine.setting import Setting


def due(setting: Setting, betting: Betting, board: Collection[str]) -> int | None:
    """The most that may be dropped of the pot as it stands; None where the house has no rake.

    What nobody has called is no part of it (hilton.A39.0.2), nothing is rounded up (A39.0.3).
    """
    percent = setting.book.param("rake", "percent")
    if not percent or setting.format != "cash":
        return None
    if setting.book.params["rake_from"] == "flop" and not board:
        return 0
    paid = sorted((player.paid for player in betting.order), reverse=True)
    uncalled = paid[0] - paid[1] if len(paid) > 1 else 0
    dropped = int((sum(paid) - uncalled + max(betting.dead, 0)) * percent / 100)
    cap = setting.book.param("rake", "cap")
    return min(dropped, int(cap)) if cap else dropped
