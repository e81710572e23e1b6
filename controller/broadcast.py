"""The broadcast: a deal with every face in it, as frames, sealed for the station's eyes alone."""

import base64
import zlib
from typing import Any

import msgspec

from controller.messages import BroadcastHand, Frame, Sealed
from controller.table_clock import Moment
from engine.table import Table

BLOCK = 4096  # bytes; a packed hand is padded to whole blocks, so that its length says nothing
LEVEL = 1  # of compression: frames repeat themselves, the quickest finds that


class Reel:
    """The frames of the deal that is on."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._hand = 0
        self._began = ""
        self._frames: list[Frame] = []

    def begin(self, hand: int, now: Moment) -> None:
        """A new deal: what was gathered of another is forgotten."""
        self._hand, self._began, self._frames = hand, now.at, []

    def add(
        self, event: dict[str, Any], answers: list[dict[str, Any]], table: Table, now: Moment
    ) -> None:
        """Take the table as it is after an event."""
        self._frames.append(Frame(now.t, table.view("broadcast"), event, answers))

    def take(self, ended: str = "") -> BroadcastHand:
        """The deal so far."""
        return BroadcastHand(
            table=self._table, hand=self._hand, began=self._began, ended=ended,
            frames=list(self._frames),
        )  # fmt: skip


def context(table: str, hand: int) -> bytes:
    """What a sealed hand is bound to: it cannot pass for another."""
    return f"{table}/{hand}".encode()


def packed(hand: BroadcastHand) -> bytes:
    """A hand as bytes, small, and padded so that no face shows in their number."""
    data = zlib.compress(msgspec.json.encode(hand), LEVEL)
    return data + bytes(-len(data) % BLOCK)


def unpacked(data: bytes) -> BroadcastHand:
    """The hand in what ``packed`` gave."""
    return msgspec.json.decode(zlib.decompressobj().decompress(data), type=BroadcastHand)


def message(
    table: str, hand: int, data: bytes, *, ended: str, released: str, live: bool = False
) -> Sealed:
    """What goes out on ``broadcast/hand``."""
    return Sealed(
        table=table, hand=hand, ended=ended, released=released, live=live,
        sealed=base64.b64encode(data).decode(),
    )  # fmt: skip
