"""New stakes: told at any time, in force with the next deal."""

from __future__ import annotations

from typing import Any

from engine.room import Room


def shuffled(room: Room) -> None:
    """A deal begins with its first riffle: what is told later waits (uspa.3.3.2.8b)."""
    evening = room.evening
    if evening.level and not room.shuffled:
        evening.level_due = {**evening.level_due, **evening.level}
        evening.level = {}


def in_force(room: Room) -> dict[str, Any]:
    """What changes with the deal that begins now."""
    evening = room.evening
    if evening.level and not room.shuffled:
        shuffled(room)
    due, evening.level_due = evening.level_due, {}
    return due
