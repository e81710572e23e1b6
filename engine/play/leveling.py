"""New stakes are told."""

from __future__ import annotations

import msgspec

from engine.deal.deal import Deal
from engine.log import LogError, Open
from engine.parsing import event_from
from engine.people_events import Level
from engine.setting import setting_of


def _changes(event: Level) -> dict[str, object]:
    told = msgspec.to_builtins(event)
    return {
        key: value
        for key, value in told.items()
        if key not in ("e", "t", "minutes") and value is not None
    }


def refuse(deal: Deal, event: Level) -> str | None:
    """Why there cannot be such stakes."""
    changes = _changes(event)
    if not changes:
        no_clock = "a level changes something: blinds, ante, bets, game or structure"
        return None if event.minutes is not None else no_clock
    levels = deal.room.evening.levels
    now = {**deal.room.opening, **levels.due, **levels.told, **changes}
    if "game" in changes:
        now.pop("own_game", None)
    try:
        opened = event_from(now)
        assert isinstance(opened, Open)
        setting = setting_of(opened, deal.setting.book)
    except LogError as error:
        return str(error)
    if setting.small_blind > setting.big_blind:
        return f"a small blind of {setting.small_blind:,} is above the big blind"
    return None


def take(deal: Deal, event: Level) -> None:
    """They hold from the next deal on (uspa.3.3.2.8a); their clock runs from now."""
    levels = deal.room.evening.levels
    levels.told = {**levels.told, **_changes(event)}
    levels.until = event.t + 60 * event.minutes if event.minutes is not None else None
