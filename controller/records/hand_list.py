"""The list of hands: when each began and ended, how, and what was ruled in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from controller.records.journal_rows import Answer, Event, Record


@dataclass(slots=True)
class HandRow:
    """One hand in a line. No face is in it."""

    hand: int
    began: str  # the wall's time
    ended: str = ""  # empty while it runs
    result: str = ""  # won, misdeal, void
    players: list[int] = field(default_factory=list)  # the seats dealt in
    pot: int = 0  # all that was awarded
    rulings: int = 0
    won: dict[int, int] = field(default_factory=dict)  # what each seat was awarded
    faults: list[str] = field(default_factory=list)  # ruled, not counting what followed up on them
    names: dict[int, str] = field(default_factory=dict)  # of the seats, where they are known
    dealer: str = ""  # who dealt it, where that is known


def rows(records: Iterable[Record]) -> Iterator[HandRow]:
    """A line for each hand that is there from its beginning."""
    for _, own in groupby(records, lambda record: record.hand):
        if (told := row(own)) is not None:
            yield told


def row(records: Iterable[Record]) -> HandRow | None:
    """The line of one hand; None where its beginning is missing, or was taken back."""
    stood: list[Record] = []
    for record in records:
        stand(stood, record)
    return row_of(stood)


def row_of(stood: list[Record]) -> HandRow | None:
    """The line of one hand, of what stands of it."""
    if not stood or stood[0].event["e"] != "hand":
        return None
    told = HandRow(stood[0].hand, stood[0].at)
    for record in stood:
        for answer in record.answers:
            _count(told, record.at, answer)
    return told


def stand(stood: list[Record], record: Record) -> None:
    """Follow what stands of a hand, from ``hand`` on: nothing that was refused or taken back."""
    first: Answer = record.answers[0] if record.answers else {"o": ""}
    if first["o"] == "undone":
        _take_back(stood, first["event"])
    elif first["o"] != "reject" and (stood or record.event["e"] == "hand"):
        stood.append(record)


def _take_back(stood: list[Record], event: Event) -> None:
    """Drop the event that was undone and what came after it: time alone has passed since."""
    while stood and stood.pop().event != event:
        pass


def _count(row: HandRow, at: str, answer: Answer) -> None:
    kind = answer["o"]
    if kind == "phase" and answer["street"] == "deal":
        row.players = sorted({seat for pot in answer["pots"] for seat in pot["seats"]})
    elif row.ended and kind in ("phase", "award"):  # the floor has opened it again
        row.ended, row.result, row.pot, row.won = "", "", 0, {}
    if kind == "award":
        seat, amount = answer["seat"], answer["amount"]
        row.pot += amount
        row.won[seat] = row.won.get(seat, 0) + amount
    elif kind == "ruling":
        row.rulings += 1
        row.faults += [] if "answers" in answer else [answer["fault"]]
    elif kind == "end":
        row.ended, row.result = at, answer["result"]
