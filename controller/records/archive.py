"""What the floor may look up of the past: hands, their log, the audit, evidence and counts."""

import base64
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from controller.messages import (
    AskAudit,
    AskEvidence,
    AskHandLog,
    AskHands,
    AskHistory,
    AskPicture,
)
from controller.records import hand_frames
from controller.records.evidence import Evidence
from controller.records.giving_way import give_way
from controller.records.hand_index import HandIndex
from controller.records.hand_list import HandRow
from controller.records.journal import JournalBrokenError, JournalReader
from controller.records.journal_rows import Record
from controller.records.recovery import RecoveryError
from controller.security.audit import AuditBrokenError, AuditLine
from engine import phh
from engine.cards import UNREAD

MOST_BYTES = 512 * 1024  # of one log; a page and a broker take so much
LOOKED_AT = 20_000  # lines of the audit in one search
LOOKED_AT_ONCE = 100
LOOK_UPS = frozenset("hands hand_log history audit evidence case health".split())  # no files
CARDS = re.compile(r"(?:[2-9TJQKA][shdc]|Jk|\?\?)+")


class ArchiveError(Exception):
    """What cannot be given out, and why; the text has no face in it."""


class Archive:
    """Answers from the journal, beside the loop; holds no face that the public was not told."""

    def __init__(self, journal: JournalReader, evidence: Evidence) -> None:
        self._journal, self._evidence = journal, evidence
        self._index = HandIndex(journal)

    # Hands

    def hands(self, asked: AskHands) -> list[dict[str, Any]]:
        """The hands that are asked for, newest first."""
        found = [row for row in self._index.rows() if _matches(row, asked)]
        rows: list[dict[str, Any]] = msgspec.to_builtins(found[: asked.most], str_keys=True)
        return rows

    def hand_log(self, asked: AskHandLog) -> list[dict[str, Any]]:
        """One hand as the public heard it, with the felt after each event, as it changed."""
        lines: list[dict[str, Any]] = []
        room = MOST_BYTES
        for line in self._lines(asked.hand):
            room -= len(msgspec.json.encode(line))
            if room < 0:
                _, last = self._journal.span(asked.hand) or (0, 0)
                lines[-1]["left_out"] = last - lines[-1]["seq"]
                break
            lines.append(line)
            give_way()
        return lines

    def _lines(self, number: int) -> Iterator[dict[str, Any]]:
        try:
            seen: dict[str, Any] = {}
            for frame in hand_frames.frames(self._journal, number):
                line = _line(frame.record)
                line["state"], seen = hand_frames.changes(seen, frame.view), frame.view
                yield line if frame.same else {**line, "differs": True}
        except RecoveryError:  # what came before is not kept: the words alone
            yield from map(_line, self._journal.hand(number))

    def hand_phh(self, asked: AskHandLog) -> dict[str, str]:
        """One hand as PHH, with the faces that the table was shown."""
        hand, why = hand_frames.written(self._journal, asked.hand)
        if hand is None:
            raise ArchiveError(f"hand {asked.hand} has no PHH: {why}")
        shown = _faces(self._journal.hand(asked.hand))
        hidden = tuple(_hiding(action, shown) for action in hand.actions)
        return {"phh": phh.dumps([replace(hand, actions=hidden)], many=False)}

    def history(self, asked: AskHistory) -> list[dict[str, Any]]:
        """Hands and faults by the hour, oldest first."""
        hours: dict[str, list[HandRow]] = {}
        for row in self._index.rows():
            if row.began >= asked.since:
                hours.setdefault(row.began[:13], []).append(row)
        return [_hour(hour, hours[hour]) for hour in sorted(hours)]

    # Audit and evidence

    def audit(self, asked: AskAudit) -> dict[str, Any]:
        """The audit's lines, newest first; the whole chain checked where it is asked for."""
        lines: list[AuditLine] = []
        since, until = asked.since, asked.until
        if asked.hand is not None:
            since, until = self._span(asked.hand)
        before, looked = asked.before, 0
        while len(lines) < asked.most and looked < LOOKED_AT:
            some = self._journal.audit(before, LOOKED_AT_ONCE)
            give_way()
            lines += [line for line in some if _is_asked_for(line, asked, since, until)]
            if not some or some[-1].entry.at < since:
                break
            before, looked = some[-1].n, looked + len(some)
        told: dict[str, Any] = {"lines": msgspec.to_builtins(lines[: asked.most])}
        return told | (self._verified() if asked.verify else {})

    def _verified(self) -> dict[str, Any]:
        try:
            count, head = self._journal.verify_audit()
            with JournalReader(self._journal.path, self._journal.vault) as own:
                if own.chained:  # a reader of its own: the table asks the other, and never waits
                    own.verify()
        except (AuditBrokenError, JournalBrokenError) as error:
            return {"broken": str(error)}
        return {"count": count, "head": head}

    def _span(self, number: int) -> tuple[str, str]:
        """From when to when a hand was the last one: what was said of it after its end included."""
        rows = {row.hand: row for row in self._index.rows()}
        if number not in rows:
            raise ArchiveError(f"hand {number} is not kept from its beginning")
        after = rows.get(number + 1)
        return rows[number].began, after.began if after else ""

    def evidence(self, asked: AskEvidence) -> list[dict[str, Any]]:
        """The events of a hand that pictures prove, and whether a page may see them."""
        proved = set(self._evidence.numbers())
        return [
            {
                "seq": record.seq, "at": record.at, "zone": record.event["zone"],
                "what": record.event["e"], "opens": _is_told(record),
            }
            for record in self._journal.hand(asked.hand)
            if record.seq in proved
        ]  # fmt: skip

    def picture(self, asked: AskPicture) -> dict[str, str]:
        """A picture of a card that everybody was shown; of the table when its deal is over."""
        record = next(self._journal.records(since=asked.seq - 1), None)
        if record is None or record.seq != asked.seq or "zone" not in record.event:
            raise ArchiveError("there is no such evidence")
        if not _is_told(record):
            raise ArchiveError("nobody was shown that card: only the table's key opens it")
        if asked.number == 1 and not self._is_over(record.hand):
            raise ArchiveError("the picture of the whole table is opened when the hand is over")
        pictures = self._evidence.pictures(asked.seq)
        if asked.number > len(pictures):
            raise ArchiveError(f"there are {len(pictures)} pictures of it")
        return {"jpeg": base64.b64encode(pictures[asked.number - 1]).decode()}

    def _is_over(self, number: int) -> bool:
        return any(row.hand == number and row.ended for row in self._index.rows())


def _line(record: Record) -> dict[str, Any]:
    """An event as the public heard it; what must come next is left out."""
    told = msgspec.json.decode(record.told)
    line = {key: told[key] for key in ("seq", "t", "at", "event")}
    line["answers"] = [answer for answer in told["answers"] if answer["o"] != "expect"]
    return line


def _is_told(record: Record) -> bool:
    """Whether everybody was shown the card of an event."""
    told: str = msgspec.json.decode(record.told)["event"].get("card", UNREAD)
    return told != UNREAD


def _faces(records: Iterable[Record]) -> set[str]:
    """Every face that the public was told in a hand."""
    told = " ".join(record.told.decode() for record in records)
    return set(re.findall(r'"([2-9TJQKA][shdc]|Jk)"', told))


def _hiding(action: str, shown: set[str]) -> str:
    """An action of a PHH with ?? for what nobody was shown."""
    words = action.split(" ")
    for at, word in enumerate(words):
        if at and CARDS.fullmatch(word):
            cards = [word[k : k + 2] for k in range(0, len(word), 2)]
            words[at] = "".join(card if card in shown else UNREAD for card in cards)
    return " ".join(words)


def _matches(row: HandRow, asked: AskHands) -> bool:
    people = [*row.names.values(), *(f"seat {seat}" for seat in row.players)]
    began = row.began
    return (
        (asked.before is None or row.hand < asked.before)
        and (asked.hand is None or row.hand == asked.hand)
        and asked.since <= began
        and (not asked.until or began < asked.until)
        and (not asked.fault or asked.fault in row.faults)
        and (not asked.ruled or bool(row.rulings))
        and _has(asked.dealer, [row.dealer])
        and _has(asked.player, people)
    )


def _has(wanted: str, names: Iterable[str]) -> bool:
    return not wanted or any(wanted.casefold() in name.casefold() for name in names)


def _is_asked_for(line: AuditLine, asked: AskAudit, since: str, until: str) -> bool:
    entry = line.entry
    if not asked.reads and entry.what.get("verb") in LOOK_UPS:
        return False
    words = (entry.kind, entry.role, entry.by, *map(str, entry.what.values()))
    return (
        since <= entry.at
        and (not until or entry.at < until)
        and all(_has(word, words) for word in asked.words.split())
    )


def _hour(hour: str, rows: list[HandRow]) -> dict[str, Any]:
    faults = Counter(fault for row in rows for fault in row.faults)
    by_dealer: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    for row in rows:
        by_dealer[row.dealer] += len(row.faults)
        dealt[row.dealer] += 1
    return {
        "hour": hour, "hands": len(rows), "faults": faults, "faults_by_dealer": +by_dealer,
        "hands_by_dealer": dealt,
    }  # fmt: skip
