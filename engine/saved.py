"""A table on disk: the room at the deal's beginning, what was taken since, and the version of it.

Whoever changes what these fields mean raises ``VERSION`` and writes the ``upgrade_n`` that makes
the version before into it; a new field with a default needs neither.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.room import Room

VERSION = 2  # 1 was the pickled table

encode = msgspec.msgpack.encode
Plain = dict[str, Any]


class SavedError(Exception):
    """A saved table that cannot be read; the text has no face in it."""


class Taken(msgspec.Struct, frozen=True, gc=False):
    """An event of the deal that was taken, and where the rulings stood before it."""

    event: dict[str, Any]
    before: int  # the last ruling's number until then
    rulings: tuple[int, ...] = ()  # those it brought
    quiet: bool = False  # nothing was answered
    doubts: int = -1  # the last doubt's number until then; -1: written before there were any


class Saved(msgspec.Struct, frozen=True):
    """All that is saved of a table."""

    room: msgspec.Raw
    taken: list[Taken]
    t: float
    last_ruling: int
    why: str  # what is said when nothing is left to take back
    over: Room | None = None  # the room after the deal, where it is over
    last_doubt: int = 0
    version: int = VERSION


class _Versioned(msgspec.Struct):
    version: int


_version = msgspec.msgpack.Decoder(_Versioned)
_saved = msgspec.msgpack.Decoder(Saved)
_room = msgspec.msgpack.Decoder(Room)


def read(data: bytes) -> Saved:
    """A table as it was saved, by this version or one before."""
    try:
        version = _version.decode(data).version
        if version > VERSION:
            raise SavedError(
                f"of version {version}, and this cutcard reads up to version {VERSION}: "
                "start the cutcard that wrote it, or a newer one"
            )
        saved = _saved.decode(data if version == VERSION else _upgraded(data, version))
        read_room(saved.room)  # so that it fails here or not at all
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, RecursionError) as error:
        # Not its text: that would name a face.
        raise SavedError(f"not readable: {type(error).__name__}") from None
    return saved


def read_room(data: bytes | msgspec.Raw) -> Room:
    """A room of this version."""
    return _room.decode(data)


def _upgraded(data: bytes, version: int) -> bytes:
    plain = msgspec.msgpack.decode(data)
    while version < VERSION:
        plain = UPGRADES[version](plain)
        version += 1
    return encode({**plain, "version": VERSION})


def upgrade_1(old: Plain) -> Plain:
    """From two whole tables, pickled, and the events between them."""
    start, now = old["start"], old["now"]
    over = not now.pop("deal_on")
    taken = old["kept"]
    if start.pop("deal_on"):  # so many events that the deal's beginning was dropped
        if not over:
            raise SavedError("of a deal that was too long to be taken up in the middle")
        start, taken = now, []
    # It was judged at once what a table of today may hold in doubt: until it opens anew, it is so.
    house = {"doubt_seconds": 0, **old["opening"].get("house", {})}
    opening = {**old["opening"], "house": house} if old["opening"] else {}
    rooms = [{"opening": opening, **room} for room in (start, now)]
    return {
        "room": rooms[0],
        "taken": taken,
        "t": now["t"],
        "last_ruling": now["last_ruling"],
        "why": old["why"],
        "over": rooms[1] if over else None,
    }


UPGRADES: dict[int, Callable[[Plain], Plain]] = {1: upgrade_1}  # from each version to the next
