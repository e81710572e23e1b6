"""Checkpoints of version 1, which were pickled tables, read without running anything of them."""

import io
import pickle
from functools import cache
from typing import Any

import msgspec

Plain = dict[str, Any]

# All that a pickled history is made of. Whatever else a file names is refused.
_EVENTS = (
    "Act Away Back CardMoved Chips Clock Cut Declare Draw Flash Floor Leave Look Muck NewHand Open "
    "Report Show Shuffle Sit Tick Undo"
)
_KNOWN = {
    "builtins": "getattr",
    "functools": "partial",
    "engine.acting": "act",
    "engine.betting": "Betting Limits Player",
    "engine.corrections": "Correction Step",
    "engine.felt": "Felt",
    "engine.floor": "decide",
    "engine.games": "Game Street",
    "engine.hand": "Hand",
    "engine.history": "History Kept",
    "engine.log": _EVENTS,
    "engine.plan": "Plan Slot",
    "engine.rulebook": "Book Line Window",
    "engine.rulings": "Case",
    "engine.table": "Person Table",
}
_KEPT = ("event", "before", "rulings")
_PERSON = ("stack", "name", "away", "asked", "leaving", "pending")
_ROOM = ("t", "last_ruling", "button", "small_seat", "big_seat", "redeal", "shuffled", "cut",
         "expected")  # fmt: skip


class PickledError(Exception):
    """A pickle that is no history of version 1."""


class _Inert:
    """Stands for an object of any class: it keeps what was pickled and can do nothing."""

    def __new__(cls, *_: object) -> "_Inert":
        return super().__new__(cls)

    def __init__(self, *_: object) -> None:
        self.parts: Plain = {}
        self.values: list[Any] = []

    def __setstate__(self, state: Any) -> None:
        self.parts, self.values = {}, []
        if isinstance(state, list):  # a frozen class with slots
            self.values = state
        for parts in state if isinstance(state, tuple) else (state,):
            if isinstance(parts, dict):
                self.parts |= parts


@cache
def _stand_in(name: str) -> type[_Inert]:
    return type(name, (_Inert,), {})


class _Unpickler(pickle.Unpickler):  # it finds nothing but stand-ins
    def find_class(self, module: str, name: str) -> type[_Inert]:
        if name not in _KNOWN.get(module, "").split():
            raise PickledError("it names what no table is made of")
        return _stand_in(f"{module}.{name}")

    def persistent_load(self, pid: Any) -> Any:
        raise PickledError("it names what no table is made of")


def is_pickle(data: bytes) -> bool:
    """Whether these bytes are a pickle, rather than a map of msgpack, which is never empty."""
    return data[:1] == pickle.PROTO


def read(data: bytes) -> bytes:
    """The history in a pickle as a saved table of version 1, in plain parts."""
    try:
        history = _Unpickler(io.BytesIO(data)).load()
        return msgspec.msgpack.encode(_history(_parts(history, "engine.history.History")))
    except PickledError:
        raise
    except Exception as error:  # a broken pickle can fail in any way
        raise PickledError(f"not readable: {type(error).__name__}") from None


def _parts(thing: object, name: str) -> Plain:
    if type(thing) is not _stand_in(name):
        raise PickledError("not readable: other parts than a table's")
    return thing.parts


def _history(parts: Plain) -> Plain:
    return {
        "version": 1,
        "opening": parts["opening"],
        "start": _table(_parts(parts["_start"], "engine.table.Table")),
        "now": _table(_parts(parts["table"], "engine.table.Table")),
        "kept": [dict(zip(_KEPT, one.values, strict=True)) for one in parts["_kept"]],
        "why": parts["_why"],
    }


def _table(parts: Plain) -> Plain:
    """What is true between deals; of a deal only who was in it, and whether it is on."""
    hand = _parts(parts["hand"], "engine.hand.Hand") if parts["hand"] is not None else None
    people = {
        seat: _parts(person, "engine.table.Person") for seat, person in parts["seats"].items()
    }
    table: Plain = {name: parts[name] for name in _ROOM}
    table["seats"] = {
        seat: {name: person[name] for name in _PERSON} for seat, person in people.items()
    }
    table["dealt_in"] = []
    if hand is not None:
        betting = _parts(hand["betting"], "engine.betting.Betting")
        table["dealt_in"] = [_player(player)["seat"] for player in betting["order"]]
    return table | {"deal_on": hand is not None and hand["stage"] != "over"}


def _player(player: object) -> Plain:
    return _parts(player, "engine.betting.Player")
