"""Every hand of a journal in a line, kept at hand: what was read once is not read again."""

from bisect import bisect_right
from collections.abc import Mapping
from threading import Lock

from controller.desk import who_deals
from controller.records import hand_list, recovery
from controller.records.giving_way import give_way
from controller.records.hand_list import HandRow
from controller.records.journal import JournalReader
from controller.records.journal_rows import Answer, Event, Record
from controller.security.audit import AuditEntry

READ_AT_ONCE = 20  # events


class HandIndex:
    """The hands with who sat there and who dealt; safe from any thread."""

    def __init__(self, journal: JournalReader) -> None:
        self._journal = journal
        self._lock = Lock()
        self._rows: dict[int, tuple[int, HandRow]] = {}  # by number, with the event it begins at
        self._hand = 0  # the last one
        self._own: list[Record] = []  # what stands of it
        self._read = 0  # events of the journal
        self._seated = _Seated({})
        self._names: dict[int, str] = {}  # as they were when the last hand began
        self._dealers = _Dealers()

    def rows(self) -> list[HandRow]:
        """All hands that are kept from their beginning, newest first."""
        with self._lock:
            self._read_on()
            first = self._journal.first
            kept = [row for began, row in self._rows.values() if began >= first]
            for row in kept:
                row.dealer = self._dealers.at(row.ended or row.began)
            return sorted(kept, key=lambda row: -row.hand)

    def _read_on(self) -> None:
        if not self._read and self._journal.first > 1:  # who sat down before that is in its base
            seats = recovery.oldest(self._journal).history.table.seats
            self._seated = _Seated({seat: person.name for seat, person in seats.items()})
        for record in self._journal.records(since=self._read):
            if self._hand != record.hand:
                self._keep()
                self._hand, self._own = record.hand, []
            if _takes_back_a_hand(record):
                self._rows.pop(record.hand + 1, None)
            if record.event["e"] == "hand":
                self._names = self._seated.names()
            hand_list.stand(self._own, record)
            self._seated.follow(record)
            self._read = record.seq
            if record.seq % READ_AT_ONCE == 0:
                give_way()
        self._keep()
        for line in self._journal.audited(since=self._dealers.read):
            self._dealers.follow(line.n, line.entry)

    def _keep(self) -> None:
        """Write the line of the last hand, so far as it has come."""
        row = hand_list.row_of(self._own)
        if row is not None:
            row.names = {seat: self._names[seat] for seat in row.players if seat in self._names}
            self._rows[row.hand] = (self._own[0].seq, row)


def _takes_back_a_hand(record: Record) -> bool:
    return any(one["o"] == "undone" and one["event"]["e"] == "hand" for one in record.answers)


class _Seated:
    """Who sits where, from what was said of it."""

    def __init__(self, names: Mapping[int, str]) -> None:
        # Of each seat's names the last one sits there now.
        self._names = {seat: ["", name] for seat, name in names.items()}

    def names(self) -> dict[int, str]:
        return {seat: names[-1] for seat, names in self._names.items() if names and names[-1]}

    def follow(self, record: Record) -> None:
        first: Answer = record.answers[0] if record.answers else {"o": ""}
        if first["o"] == "undone" and _names_somebody(first["event"]):
            self._of(first["event"]).pop()
        elif first["o"] != "reject" and _names_somebody(record.event):
            self._of(record.event).append(record.event["name"])

    def _of(self, event: Event) -> list[str]:
        return self._names.setdefault(event["seat"], [""])


def _names_somebody(event: Event) -> bool:
    return event["e"] == "sit" and bool(event.get("name"))


class _Dealers:
    """Who dealt since when, as the audit has it."""

    def __init__(self) -> None:
        self.read = 0  # lines of the audit
        self._on_duty = False  # whether dealers come on duty here
        self._since: list[str] = []  # the wall's time
        self._who: list[str] = []

    def follow(self, n: int, entry: AuditEntry) -> None:
        self.read = n
        if entry.kind == "duty":
            self._on_duty = True
            who = entry.what.get("dealer")
        else:  # where nobody comes on duty, whoever asks as the dealer deals
            asks = entry.role == "dealer" and not self._on_duty
            who = (asks and who_deals(entry.by, entry.what.get("says", ""), entry.role)) or None
        if who is not None and self._who[-1:] != [who]:
            self._since.append(entry.at)
            self._who.append(who)

    def at(self, time: str) -> str:
        place = bisect_right(self._since, time)
        return self._who[place - 1] if place else ""
