"""New stakes: told at any time, in force with the next deal."""

from __future__ import annotations

from typing import Any

from engine.room import Room


def shuffled(room: Room) -> None:
    """A deal begins with its first riffle: what is told later waits (uspa.3.3.2.8b)."""
    levels = room.evening.levels
    if levels.told and not room.shuffled:
        levels.due = {**levels.due, **levels.told}
        levels.told = {}


def in_force(room: Room) -> dict[str, Any]:
    """What changes with the deal that begins now."""
    levels = room.evening.levels
    if levels.told and not room.shuffled:
        shuffled(room)
    due, levels.due = levels.due, {}
    levels.first = bool(due)
    levels.number += levels.first
    return due
