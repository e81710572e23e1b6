"""What the floor asks of past hands: a list of them, and one hand's log as it was told."""

from typing import Any

import msgspec

from controller.records import hand_list
from controller.records.journal import JournalReader

MOST_BYTES = 60 * 1024  # of one log; a page and a broker take so much


def hands(journal: JournalReader, before: int | None, most: int) -> list[dict[str, Any]]:
    """The hands, newest first."""
    rows = [
        row
        for number in journal.numbers(before, most)
        for row in hand_list.rows(journal.hand(number))
    ]
    found: list[dict[str, Any]] = msgspec.to_builtins(rows)
    return found


def hand_log(journal: JournalReader, number: int) -> list[dict[str, Any]]:
    """One hand's events and answers as the public heard them; what must come next left out."""
    lines: list[dict[str, Any]] = []
    room = MOST_BYTES
    for record in journal.hand(number):
        told = msgspec.json.decode(record.told)
        line = {key: told[key] for key in ("seq", "t", "at", "event")}
        line["answers"] = [answer for answer in told["answers"] if answer["o"] != "expect"]
        room -= len(msgspec.json.encode(line))
        if room < 0:
            break
        lines.append(line)
    return lines
