"""Alerts: what a person must see to, until it is put right; each role takes notice for itself."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from controller.languages import Language, language
from controller.messages import Acknowledged, Alert, Kind, Severity, Step, Trouble, phrased
from controller.table_clock import Moment
from engine.table import Table
from engine.views import Ruled, masked
from engine.wording import FLOORS, Phrase, timed

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
    "clock": (FLOOR,),
    "away": (DEALER, FLOOR),
}
MAY_ACKNOWLEDGE: dict[str, tuple[Severity, ...]] = {
    DEALER: ("stop", "fix"),
    FLOOR: ("stop", "fix", "floor"),
}
LASTING = ("reader", "camera", "disagreement", "journal")  # noticed, they are still there
PAST = (
    "dead-letter",
    "outbox",
    "replay",
    "loss",
    "strangers",
    "journal-file",
    "chain",
)  # of the journal too, but it has happened and is over


class TrackedAlert(msgspec.Struct):
    """An alert and what decides when it closes."""

    alert: Alert
    seq: int  # of the event that opened it
    followed: bool = False  # the engine sees its steps being done
    closed: bool = False  # kept until the deal is over: an undo may open it again
    seen: dict[str, Acknowledged] = {}  # by role

    def shows(self, role: str) -> bool:
        """Whether a role still has it before itself."""
        if self.closed or role not in HEARS[self.alert.kind]:
            return False
        return role not in self.seen or self._stays(role)

    def _stays(self, role: str) -> bool:
        """Noticed, it folds: a dealer's with steps, what waits for the floor, what still lasts."""
        alert = self.alert
        if alert.kind == "ruling":
            return bool(alert.steps) if role == DEALER else alert.severity == "floor"
        return alert.kind in LASTING and alert.id not in PAST

    def told(self, role: str | None, words: Language) -> Alert:
        """The alert as a role has it: whether that role has noticed, and who else."""
        seen = list(self.seen.values())
        mine = self.seen.get(role) if role else next(iter(seen), None)
        alert = msgspec.structs.replace(self.alert, acknowledged=mine, seen=seen)
        own = [one for one in alert.said if one.key not in FLOORS]
        if role == FLOOR or len(own) == len(alert.said):
            return alert
        text = words.say(Phrase(one.key, one.fill) for one in own)  # the dealer acts by one book
        return msgspec.structs.replace(alert, said=own, text=text)


class OpenAlerts:
    """All alerts of the table, oldest first."""

    def __init__(self, kept: Iterable[TrackedAlert] = (), words: Language | None = None) -> None:
        self._words = words or language("en")
        self._kept = {one.alert.id: one for one in kept}
        self._new: list[Alert] = []

    def persisted(self) -> list[TrackedAlert]:
        """All there is to remember."""
        return list(self._kept.values())

    def open(self, role: str | None = None) -> list[Alert]:
        """What is open, for a role or for all."""
        roles = (role,) if role else (DEALER, FLOOR)
        return [
            one.told(role, self._words)
            for one in self._kept.values()
            if any(one.shows(each) for each in roles)
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
                case {"o": "ruling"}:
                    self._overtaken(answer.get("supersedes"))
                    self._rule(answer, table, now, seq, hand)
                case {"o": "phase", "street": "deal"}:
                    self._forget_rulings()
                case {"o": "end"}:
                    self._end(seq)
                case {"o": "undone"}:
                    self._undo(answer["rulings"], table)
        for one in self._rulings():
            if one.closed and table.deal_on:
                self._open_again(one, table)
            if not one.closed:
                self._settle(one, table)

    def _rule(self, answer: dict[str, Any], table: Table, now: Moment, seq: int, hand: int) -> None:
        ruling, severity = answer["id"], answer["severity"]
        correction = _correction(table, ruling)
        if severity not in ALERTED:
            if correction is None or correction.done:
                return
            severity = "fix"  # it is let be, but a card is still to be put in its place
        told = masked(answer, table, DEALER)
        phrases = correction.said if correction is not None else ()
        alert = Alert(
            id=f"ruling-{ruling}", kind="ruling", severity=severity,
            text=self._words.say(phrases) if phrases else answer["text"], said=phrased(phrases),
            t=now.t, at=now.at, hand=hand,
            fault=answer["fault"], decision=answer["decision"], clause=answer["clause"],
            also=answer.get("also", []), seats=answer["seats"], cards=told["cards"],
            steps=[self._step(step, answer) for step in told["procedure"]], ruling=ruling,
        )  # fmt: skip
        self._open(
            TrackedAlert(alert, seq, followed=correction is not None and not correction.done)
        )
        self._make_room()

    def _step(self, step: Mapping[str, Any], of: Mapping[str, Any], done: bool = False) -> Step:
        phrases = timed(step, of["fault"], of["decision"])
        say = self._words.say(phrases)
        return Step(say, step["do"], step.get("when", "now"), done, phrased(phrases))

    def _overtaken(self, ruling: int | None) -> None:
        """A later ruling on the same cards: who obeyed the earlier one as well would be wrong."""
        if (one := self._kept.get(f"ruling-{ruling}")) is not None:
            one.closed = True

    def _settle(self, one: TrackedAlert, table: Table) -> None:
        """Close what has been done; of the rest, say which steps are."""
        correction = _correction(table, one.alert.ruling)
        if correction is None:
            return
        if one.followed and correction.done:
            one.closed = True  # else, words only: it stays until the deal is over
            return
        of = {"fault": one.alert.fault, "decision": one.alert.decision}
        steps = [
            self._step(masked(step, table, DEALER), of, done) for step, done in correction.steps
        ]
        if steps != one.alert.steps:
            one.alert = msgspec.structs.replace(one.alert, steps=steps)

    def _open_again(self, one: TrackedAlert, table: Table) -> None:
        """The floor took the deal's end back: what was not done then is asked for again."""
        correction = _correction(table, one.alert.ruling)
        undone = correction is not None and not correction.done
        one.closed = not (one.followed and undone)

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
                one.closed = False

    def _rulings(self) -> Iterator[TrackedAlert]:
        return (one for one in self._kept.values() if one.alert.kind == "ruling")

    # Everything else

    def publish(self, alert: Alert, seq: int) -> bool:
        """Open an alert, or say anew what is wrong; false where nothing changed."""
        known = self._kept.get(alert.id)
        if known is not None and (known.alert.text, known.alert.severity) == (
            alert.text, alert.severity,
        ):  # fmt: skip
            return False
        self._open(TrackedAlert(alert, seq))
        return True

    @property
    def calls(self) -> int:
        """How many calls of the floor are open."""
        return sum(one.alert.kind == "call" for one in self._kept.values())

    def has(self, name: str) -> bool:
        """Whether an alert is open."""
        return name in self._kept

    def recovered(self, name: str) -> bool:
        """What an alert was about is well again; false where there was none."""
        return self._kept.pop(name, None) is not None

    def acknowledge(self, name: str, by: str, role: str, now: Moment) -> Trouble | None:
        """A role takes notice: its own panel folds or goes, nobody else's."""
        one = self._kept.get(name)
        if one is None or not one.shows(role):
            got, do = "one that is not open", "look at the alerts"
            return Trouble("the id of an open alert", got, do, "alert_gone")
        if one.alert.severity not in MAY_ACKNOWLEDGE.get(role, ()):
            do = "call the floor: a decision is due"
            return Trouble("the floor to acknowledge it", f"the {role}", do, "floors_alert")
        one.seen = {**one.seen, role: Acknowledged(by, role, now.at)}
        heard = one.alert.kind == "call" and role == FLOOR  # who was called has come
        if one.alert.kind != "ruling" and (heard or not any(map(one.shows, (DEALER, FLOOR)))):
            del self._kept[name]
        return None

    def _open(self, one: TrackedAlert) -> None:
        self._kept[one.alert.id] = one
        self._new.append(one.alert)


def _correction(table: Table, ruling: int | None) -> Ruled | None:
    return table.ruling(ruling) if ruling is not None else None
