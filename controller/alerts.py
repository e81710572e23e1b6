"""Alerts: what a person must see to, open until it is put right or somebody takes notice."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from controller.messages import Acknowledged, Alert, Kind, Severity, Step, Trouble
from controller.table_clock import Moment
from controller.telling import say_step
from engine.table import Table
from engine.views import Ruled, masked

ALERTED = ("stop", "fix", "floor")  # a note asks nothing of anybody
DEALER, FLOOR = "dealer", "floor"
MOST_CALLS = 20  # open at a time: the floor knows by then
MOST_RULINGS = 50  # of a deal that are shown; all of them are in the log
HEARS: dict[Kind, tuple[str, ...]] = {
    "ruling": (DEALER, FLOOR),
    "call": (DEALER, FLOOR),
    "reader": (DEALER, FLOOR),
    "camera": (FLOOR,),
    "disagreement": (FLOOR,),
    "journal": (DEALER, FLOOR),
    "faces": (FLOOR,),
    "requests": (FLOOR,),
}
MAY_ACKNOWLEDGE: dict[str, tuple[Severity, ...]] = {
    DEALER: ("stop", "fix"),
    FLOOR: ("stop", "fix", "floor"),
}
LASTING = ("reader", "camera", "disagreement", "journal")  # noticed, they are still there
PAST = ("dead-letter", "outbox", "replay")  # of the journal too, but it has happened and is over


class Kept(msgspec.Struct):
    """An alert and what decides when it closes."""

    alert: Alert
    seq: int  # of the event that opened it
    followed: bool = False  # the engine sees its steps being done
    closed: bool = False  # kept until the deal is over: an undo may open it again


class OpenAlerts:
    """All alerts of the table, oldest first."""

    def __init__(self, kept: Iterable[Kept] = ()) -> None:
        self._kept = {one.alert.id: one for one in kept}
        self._new: list[Alert] = []

    def kept(self) -> list[Kept]:
        """All there is to remember."""
        return list(self._kept.values())

    def open(self, role: str | None = None) -> list[Alert]:
        """What is open, for a role or for all."""
        return [
            one.alert
            for one in self._kept.values()
            if not one.closed and (role is None or role in HEARS[one.alert.kind])
        ]

    def take_new(self) -> list[Alert]:
        """What was opened since the last look: the buzzer sounds for it once."""
        new, self._new = self._new, []
        return new

    # Rulings

    def follow(
        self, answers: list[dict[str, Any]], table: Table, now: Moment, *, seq: int, hand: int
    ) -> None:
        """Open, change and close the alerts of rulings as an event's answers say."""
        for answer in answers:
            match answer:
                case {"o": "ruling", "severity": severity} if severity in ALERTED:
                    self._rule(answer, table, now, seq, hand)
                case {"o": "phase", "street": "deal"}:
                    self._forget_rulings()
                case {"o": "end"}:
                    self._end(seq)
                case {"o": "undone"}:
                    self._undo(answer["rulings"], table)
        for one in self._rulings():
            if not one.closed:
                self._settle(one, table)

    def _rule(self, answer: dict[str, Any], table: Table, now: Moment, seq: int, hand: int) -> None:
        ruling = answer["id"]
        correction = _correction(table, ruling)
        told = masked(answer, table, DEALER)
        alert = Alert(
            id=f"ruling-{ruling}", kind="ruling", severity=answer["severity"],
            text=answer["text"], t=now.t, at=now.at, hand=hand,
            fault=answer["fault"], decision=answer["decision"], clause=answer["clause"],
            also=answer.get("also", []), seats=answer["seats"], cards=told["cards"],
            steps=[_step(step) for step in told["procedure"]], ruling=ruling,
        )  # fmt: skip
        self._open(Kept(alert, seq, followed=correction is not None and not correction.done))
        self._make_room()

    def _settle(self, one: Kept, table: Table) -> None:
        """Close what has been done; of the rest, say which steps are left."""
        correction = _correction(table, one.alert.ruling)
        if not one.followed or correction is None:
            return  # words only: it stays until somebody takes notice, or the deal is over
        if correction.done:
            one.closed = True
            return
        told = [masked(step, table, DEALER) for step in correction.left]
        steps = [_step(step) for step in told]
        if steps != one.alert.steps:
            one.alert = msgspec.structs.replace(one.alert, steps=steps)

    def _end(self, seq: int) -> None:
        """The deal is over; but what ended it, a misdeal, stays until the next one begins."""
        for one in self._rulings():
            one.closed = one.closed or one.seq < seq

    def _make_room(self) -> None:
        """Of too many rulings the oldest go, those that nobody waits for before the others."""
        rulings = sorted(self._rulings(), key=lambda one: not one.closed)
        for one in rulings[: max(0, len(rulings) - MOST_RULINGS)]:
            del self._kept[one.alert.id]

    def _forget_rulings(self) -> None:
        for one in list(self._rulings()):
            del self._kept[one.alert.id]

    def _undo(self, withdrawn: list[int], table: Table) -> None:
        """Withdraw rulings, and open again what a decision taken back had closed."""
        for one in list(self._rulings()):
            correction = _correction(table, one.alert.ruling)
            if one.alert.ruling in withdrawn:
                del self._kept[one.alert.id]
            elif one.followed and correction is not None and not correction.done:
                one.closed = one.alert.acknowledged is not None

    def _rulings(self) -> Iterator[Kept]:
        return (one for one in self._kept.values() if one.alert.kind == "ruling")

    # Everything else

    def tell(self, alert: Alert, seq: int) -> bool:
        """Open an alert, or say anew what is wrong; false where nothing changed."""
        known = self._kept.get(alert.id)
        if known is not None and (known.alert.text, known.alert.severity) == (
            alert.text, alert.severity,
        ):  # fmt: skip
            return False
        self._open(Kept(alert, seq))
        return True

    @property
    def calls(self) -> int:
        """How many calls of the floor are open."""
        return sum(one.alert.kind == "call" for one in self._kept.values())

    def well(self, name: str) -> bool:
        """What an alert was about is well again; false where there was none."""
        return self._kept.pop(name, None) is not None

    def acknowledge(self, name: str, by: str, role: str, now: Moment) -> Trouble | None:
        """Somebody takes notice: the alert closes, or is marked where its cause lasts."""
        one = self._kept.get(name)
        if one is None or one.closed:
            return Trouble("the id of an open alert", "one that is not open", "look at the alerts")
        if one.alert.severity not in MAY_ACKNOWLEDGE.get(role, ()):
            return Trouble(
                "the floor to acknowledge it", f"the {role}", "call the floor: a decision is due"
            )
        one.alert = msgspec.structs.replace(one.alert, acknowledged=Acknowledged(by, role, now.at))
        one.closed = one.alert.kind not in LASTING or name in PAST
        if one.closed and one.alert.kind != "ruling":
            del self._kept[name]
        return None

    def _open(self, one: Kept) -> None:
        self._kept[one.alert.id] = one
        self._new.append(one.alert)


def _correction(table: Table, ruling: int | None) -> Ruled | None:
    return table.ruling(ruling) if ruling is not None else None


def _step(step: dict[str, Any]) -> Step:
    return Step(say_step(step), step["do"], step.get("when", "now"))
