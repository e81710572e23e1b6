"""What the floor asks of past hands: a list of them, and one hand's log as it was told."""

from typing import Any

import msgspec

from controller.journal import JournalReader
from controller.journal_rows import Record

MOST_BYTES = 60 * 1024  # of one log; a page and a broker take so much


def hands(journal: JournalReader, before: int | None, most: int) -> list[dict[str, Any]]:
    """The hands, newest first."""
    return [_hand(number, journal.hand(number)) for number in journal.numbers(before, most)]


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


def _hand(number: int, records: list[Record]) -> dict[str, Any]:
    answers = [answer for record in records for answer in record.answers]
    ends = [(record, a) for record in records for a in record.answers if a["o"] == "end"]
    zones = {str(record.event.get("zone", "")) for record in records}
    return {
        "hand": number,
        "began": records[0].at,
        "ended": ends[-1][0].at if ends else "",
        "result": ends[-1][1]["result"] if ends else "",
        "players": sum(zone.startswith("seat:") for zone in zones),
        "pot": sum(answer["amount"] for answer in answers if answer["o"] == "award"),
        "rulings": sum(answer["o"] == "ruling" for answer in answers),
    }
