"""The golden frames of PROTOCOL.md, and the messages they must be."""

import re
from binascii import crc_hqx
from pathlib import Path
from typing import NamedTuple

from firmware_bridge import cobs
from firmware_bridge.board_messages import (
    Ack,
    ButtonPress,
    Buzzer,
    Fault,
    Hello,
    Lamp,
    Look,
    LookEnd,
    Message,
    Query,
    ShoeDraw,
    Snapshot,
    SweepEnd,
    TagGone,
    TagSeen,
)
from firmware_bridge.readers import TagRead

PROTOCOL = Path(__file__).parents[2] / "firmware_bridge" / "PROTOCOL.md"
BOARD_ID = "00A1B2C3D4E5F607"
T1, T2, T3 = "E004010012345678", "040E3BD2286B85", "E20010710000529B0940B402"
ZONES = ("seat:1", "seat:2", "board", "burn", "muck", "deck", "")

MESSAGES: dict[str, tuple[int, Message]] = {
    "hello": (0, Hello(1, BOARD_ID, 3, ZONES)),
    "hello of version 2": (0, Hello(2, BOARD_ID, 0, ())),
    "snapshot, empty": (1, Snapshot(1, 3, ((),) * 7)),
    "snapshot": (
        200,
        Snapshot(
            61,
            3,
            (
                (TagRead(T1, 0, -48.0), TagRead(T2, 0)),
                (),
                (TagRead(T3, 2, -61.0),),
                None,
                (),
                (),
                (),
            ),
            (ShoeDraw(3, 7, T1, False), ShoeDraw(3, 8, T2, True)),
            (ButtonPress(3, 2, "round_complete"),),
            drawn=8,
            pressed=2,
        ),
    ),
    "snapshot, tags left off": (
        201,
        Snapshot(
            62,
            3,
            ((TagRead(T1, 0, -48.0),), (), (), (), (), (), ()),
            drawn=8,
            pressed=2,
            complete=False,
        ),
    ),
    "tag seen": (2, TagSeen(0, T1, -48.0)),
    "tag seen, no signal strength": (3, TagSeen(2, T2)),
    "tag gone": (4, TagGone(0, T1)),
    "shoe draw, face down": (5, ShoeDraw(3, 7, T1, False)),
    "shoe draw, face up": (6, ShoeDraw(3, 8, T2, True)),
    "button press": (7, ButtonPress(3, 2, "round_complete")),
    "fault of an antenna": (8, Fault("antenna", 3, "coil open")),
    "fault without antenna": (255, Fault("supply", None, "4.6 V")),
    "ack": (9, Ack(1)),
    "ack, bad value": (10, Ack(2, "bad value")),
    "sweep end": (11, SweepEnd()),
    "look end": (12, LookEnd((0, 2))),
    "query hello": (1, Query("hello")),
    "query snapshot": (2, Query("snapshot")),
    "lamp": (3, Lamp(2, "fast")),
    "buzzer": (4, Buzzer(2, 150)),
    "look": (0, Look((0, 2))),
}


class Golden(NamedTuple):
    name: str
    body: bytes
    wire: bytes

    @property
    def seq(self) -> int:
        return MESSAGES[self.name][0]

    @property
    def message(self) -> Message:
        return MESSAGES[self.name][1]


_FRAME = re.compile(r"^\*\*(.+?)\*\*.*\n\n```\nbody ([0-9A-F ]+)\nwire ([0-9A-F ]+)\n```$", re.M)
GOLDEN = [
    Golden(name, bytes.fromhex(body), bytes.fromhex(wire))
    for name, body, wire in _FRAME.findall(PROTOCOL.read_text(encoding="utf-8"))
]


def body(code: int, payload: str) -> bytes:
    """A frame with a right checksum, whatever is in it."""
    raw = bytes((code, 9)) + bytes.fromhex(payload)
    return cobs.encode(raw + crc_hqx(raw, 0xFFFF).to_bytes(2, "little")) + b"\0"
