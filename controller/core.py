"""The core: an event in; out come the journal's entry and what may be told once it is kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import msgspec

from controller import lamps, proving, telling
from controller.alerts import DEALER, FLOOR, MOST_CALLS, OpenAlerts
from controller.broadcast import Broadcast, Seal
from controller.desk import Desk, who_deals
from controller.lamps import Signal
from controller.languages import Language, language
from controller.messages import (
    Alert,
    Alerts,
    AskAccess,
    AskShow,
    ChipsAsked,
    DealerExpect,
    FloorLog,
    Info,
    Kind,
    PublicEvent,
    PublicState,
    Response,
    Severity,
    Trouble,
    phrased,
)
from controller.mqtt.topics import Topics
from controller.records import checkpoints
from controller.records.journal_rows import Answered, Entry, Outgoing, Record, Release
from controller.requests import EVENTS, Ask, RefusedError, refusal
from controller.security.audit import AuditEntry
from controller.table_clock import Moment
from engine.history import History
from engine.table import Table
from engine.views import masked
from engine.wording import Phrase

encode = msgspec.json.encode
Answer = dict[str, Any]
NOTHING: Mapping[str, Any] = MappingProxyType({})
NO_ALERTS: Answer = {"alerts": []}
MOST_WORDS = 400  # that one role enters in a deal; a long one has a hundred
MOST_OF = {"report": 60, "decide": 200}  # what makes rulings takes longer to play again
UNBOUNDED = ("undo", "hand")  # the way out
BUTTON = "button"  # what is pressed at the table has no role


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change while the controller runs."""

    topics: Topics
    boot: str
    version: str = ""
    delay: float = 1800.0  # seconds from what happens to its broadcast
    seal: Seal | None = None  # for the station; None: nothing goes out
    language: Language = field(default_factory=lambda: language("en"))
    dealers: Mapping[str, str] = field(default_factory=dict)  # names by code or tag


@dataclass(frozen=True, slots=True)
class Batch:
    """What follows from one thing that happened: first kept, then told."""

    entry: Entry
    retained: dict[str, bytes] = field(default_factory=dict)  # by topic; the latest wins
    signal: Signal | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing follows."""
        return self.entry == Entry() and not self.retained and self.signal is None


class Core:
    """Holds the table and the desk; no clock, no thread, no file."""

    def __init__(
        self,
        setting: Setting,
        history: History | None = None,
        *,
        desk: Desk | None = None,
        releases: Iterable[Release] = (),
        seq: int = 0,
    ) -> None:
        self._setting = setting
        self.history = history or History()
        self.desk = desk or Desk()
        self.alerts = OpenAlerts(self.desk.kept, setting.language)
        self.seq = seq
        self.kept = True  # whether the journal takes what happens
        self._half_blind = ""  # why the camera does not see
        self._chips_asked: list[ChipsAsked] = []  # that the camera cannot name
        self.broadcast = Broadcast(setting.topics, setting.delay, setting.seal, releases)
        self._told: dict[str, Any] = {}  # what each retained topic says, its stamp left out
        self._kept = encode(self.desk)

    @property
    def boot(self) -> str:
        """Which start of the controller this is."""
        return self._setting.boot

    @property
    def topics(self) -> Topics:
        """The table's topics."""
        return self._setting.topics

    @property
    def table(self) -> Table:
        """The table; another one after an undo."""
        return self.history.table

    # Events

    def take(self, event: dict[str, Any], now: Moment, ask: Ask | None = None) -> Batch:
        """Take one event of the table log; ``settled`` gives what is retained after it."""
        if ask is not None:
            if (refused := self._unproved(ask, now) or self._too_many(ask, now)) is not None:
                return refused
            event = proving.untold(event, self.table)
        if event["e"] == "undo" and (kept := self._word_of_the_floor(ask, now)) is not None:
            return kept
        event = {"t": max(now.t, self.table.t), **event}
        seen = self._seen()
        answers = self.history.apply(event)
        now = replace(now, t=event["t"])
        self.seq += 1
        self.desk.count(event, answers, now.t)
        self.alerts.follow(answers, self.table, now, seq=self.seq, hand=self.desk.hand)
        self.broadcast.film(event, answers, self.table, now, self.desk.hand)
        record, messages = self._encode(event, answers, now, ask)
        aired = self.broadcast.after(answers, self.table, now, live=self.desk.live)
        answered, audits = self._answer_event(ask, answers, now)
        taken_back = self._taken_back(answers, seen - self._seen(), now, ask)
        entry = Entry(
            record=record, audits=(*audits, *taken_back), answered=answered,
            messages=(*messages, *aired.messages, *_sent(answered)),
            releases=aired.releases, released=aired.released, desk=self._desk_if_new(),
            checkpoint=self._checkpoint(answers),
        )  # fmt: skip
        return Batch(entry)

    def _unproved(self, ask: Ask, now: Moment) -> Batch | None:
        """Refuse to show a hand that nobody has seen; who names wrong cards is not asked again."""
        if not isinstance(ask.asked, AskShow):
            return None
        barred = ask.role in self.desk.barred
        if (unproved := proving.of_show(self.table, ask.asked, barred=barred)) is None:
            return None
        if unproved.wrong:
            self.desk.barred = [*self.desk.barred, ask.role]
            text = (
                f"The {ask.role}'s console named cards that seat {ask.asked.seat} does not hold: "
                "it shows no more hands in this deal."
            )
            name = f"show-{self.desk.hand}-{ask.role}"
            self.alerts.publish(self._alert(name, "faces", "floor", text, now), self.seq)
        return self.answer(ask, now, trouble=unproved.trouble)

    def _too_many(self, ask: Ask, now: Moment) -> Batch | None:
        """Refuse what no deal has so many of: whoever takes one back plays all of them again."""
        if ask.verb in UNBOUNDED:
            return None
        most = MOST_OF.get(ask.verb, MOST_WORDS)
        said = self.history.taken_from(f"console:{ask.role}")
        alike = sum(event["e"] == EVENTS[ask.verb] for event in said)
        if len(said) < MOST_WORDS and alike < most:
            return None
        expected = f"at most {most} in one deal"
        do = "take some back, or end the deal"
        return self.answer(ask, now, trouble=Trouble(expected, "more", do, "too_many"))

    def _word_of_the_floor(self, ask: Ask | None, now: Moment) -> Batch | None:
        """Nobody but the floor takes back what the floor has decided."""
        last = self.history.last_taken or {}
        if last.get("src") != f"console:{FLOOR}" or (ask is not None and ask.role == FLOOR):
            return None
        if ask is None:
            return Batch(Entry())  # the table's own button
        trouble = Trouble(
            "the floor to take it back", f"the {ask.role}", "call the floor", key="floors_undo"
        )
        return self.answer(ask, now, trouble=trouble)

    def _seen(self) -> set[str]:
        """The faces that the table has seen in this deal."""
        return set(self.table.places()[1])

    def _taken_back(
        self, answers: list[Answer], unseen: set[str], now: Moment, ask: Ask | None
    ) -> tuple[AuditEntry, ...]:
        """Tell the floor of an undo after which faces count as unseen: they have been published."""
        undone = next((answer["event"] for answer in answers if answer["o"] == "undone"), None)
        if undone is None or not unseen:
            return ()
        role, by = (ask.role, ask.by) if ask else (BUTTON, "")
        text = f"Cards were shown, and the {role} took it back: everybody has seen them."
        name = f"undone-{self.desk.hand}"
        self.alerts.publish(self._alert(name, "faces", "floor", text, now), self.seq)
        what = {"verb": undone["e"], "hand": self.desk.hand}
        what |= {"seat": undone["seat"]} if "seat" in undone else {}
        return (AuditEntry(now.at, "taken back", role, by, what),)

    def settled(self, now: Moment) -> Batch:
        """What displays and lamps show after the events taken; not needed before they are kept."""
        now = replace(now, t=max(now.t, self.table.t))
        return Batch(Entry(), self._retained(now), self._signal())

    def remember(self, record: Record, answers: list[Answer]) -> None:
        """Follow an event of the journal that the history has just played again."""
        self.seq = record.seq
        now = Moment(record.t, record.at)
        self.broadcast.film(record.event, answers, self.table, now, record.hand)

    def again(self, now: Moment) -> Batch:
        """All that is retained and lit, as after a start."""
        self._told = {}
        signal = lamps.signal(self.alerts.open(), asked=bool(self.table.doubts()))
        return Batch(Entry(), self._retained(now), signal)

    def _encode(
        self, event: Answer, answers: list[Answer], now: Moment, ask: Ask | None
    ) -> tuple[Record, list[Outgoing]]:
        table, topics, hand = self.table, self._setting.topics, self.desk.hand
        hidden = masked(event, table, "public")
        said = [masked(answer, table, "public") for answer in answers]
        log = FloorLog(
            **self.stamp(now), hand=hand, event=hidden, answers=said,
            src=event.get("src", ""), sure=event.get("sure", 1.0),
        )  # fmt: skip
        bare = {key: value for key, value in hidden.items() if key not in ("src", "sure")}
        told = encode(PublicEvent(**self.stamp(now), hand=hand, event=bare, answers=said))
        asked = ask.key if ask else None
        record = Record(self.seq, now.t, now.at, hand, event, answers, asked, told)
        return record, [
            Outgoing(topics.public_event, told),
            Outgoing(topics.floor_log, encode(log)),
        ]

    def stamp(self, now: Moment) -> dict[str, Any]:
        """What every payload has in common."""
        return {"boot": self._setting.boot, "seq": self.seq, "t": now.t, "at": now.at}

    # What is retained

    def _retained(self, now: Moment) -> dict[str, bytes]:
        """The topics whose value has changed."""
        topics, table, stamp = self._setting.topics, self.table, self.stamp(now)
        said = {
            topics.public_state: {
                "hand": self.desk.hand, "state": table.view("public"), "live": self.desk.live,
                "kept": self.kept,
            },
            topics.dealer_expect: {
                **self._due(), "why": (table.expected or {}).get("why", ""),
                "expect": masked(table.expected, table, DEALER) or {},
                "ruling": telling.ruling(table), "kept": self.kept,
                "dealer": self.desk.dealer, "duty": bool(self._setting.dealers),
                "doubts": [masked(doubt, table, DEALER) for doubt in table.doubts()],
                "chips": self._chips_asked,
                "asks": {number: phrased([one]) for number, one in table.questions().items()},
            },
            topics.dealer_alert: {"alerts": self.alerts.open(DEALER)},
            topics.floor_alert: {"alerts": self.alerts.open(FLOOR)},
            topics.info: self._info(),
        }  # fmt: skip
        kinds = dict(zip(said, (PublicState, DealerExpect, Alerts, Alerts, Info), strict=True))
        new = {topic: what for topic, what in said.items() if self._told.get(topic) != what}
        # The whole table is told after each event: a display that missed one is right again.
        new |= {topics.public_state: said[topics.public_state]}
        self._told |= new
        return {
            topic: b"" if what == NO_ALERTS else encode(kinds[topic](**stamp, **what))
            for topic, what in new.items()
        }

    def _due(self) -> dict[str, Any]:
        due = [telling.due(self.table)]
        return {"say": self._setting.language.say(due), "said": phrased(due)}

    def _info(self) -> dict[str, Any]:
        setting, opened = self._setting, self.table.setting
        return {
            "version": setting.version, "table": setting.topics.table,
            "game": opened.game.name, "structure": opened.structure, "format": opened.format,
            "rulebook": opened.book.name, "small_blind": opened.small_blind,
            "big_blind": opened.big_blind, "ante": opened.ante,
            "bring_in": opened.bring_in, "small_bet": opened.bets[0], "big_bet": opened.bets[1],
            "board": opened.game.board_cards, "seats": opened.places, "delay": setting.delay,
            "live": self.desk.live, "live_by": sorted(self.desk.live_by),
            "half_blind": self._half_blind,
            "language": setting.language.code,
        }  # fmt: skip

    def _signal(self) -> Signal | None:
        asked = bool(self.table.doubts())
        signal = lamps.signal(self.alerts.open(), self.alerts.take_new(), asked=asked)
        if self._told.get("lamps") == signal.lamps and signal.beeps is None:
            return None
        self._told["lamps"] = signal.lamps
        return signal

    def _checkpoint(self, answers: list[Answer]) -> bytes | None:
        """Every few deals, at an end, the whole state: a start need not replay what was before."""
        ended = any(answer["o"] == "end" for answer in answers)
        due = ended and self.desk.hand % checkpoints.EVERY == 0
        return checkpoints.packed(self.history) if due else None

    def _desk_if_new(self) -> bytes | None:
        self.desk.kept = self.alerts.persisted()
        kept = encode(self.desk)
        if kept == self._kept:
            return None
        self._kept = kept
        return kept

    def release(self, now: Moment) -> Batch:
        """Let out the hands whose delay has passed."""
        aired = self.broadcast.release(now)
        audits = tuple(AuditEntry(now.at, "release", what={"hand": n}) for n in aired.released)
        return Batch(Entry(messages=aired.messages, audits=audits, released=aired.released))

    # Requests

    def _answer_event(
        self, ask: Ask | None, answers: list[Answer], now: Moment
    ) -> tuple[Answered | None, tuple[AuditEntry, ...]]:
        if ask is None:
            return None, ()
        if ask.role == DEALER and not self._setting.dealers:
            named = who_deals(ask.person, ask.asked.by, ask.role)
            self.desk.dealer = named or self.desk.dealer
        said = [masked(answer, self.table, DEALER) for answer in answers]
        why = next((answer["why"] for answer in said if answer["o"] == "reject"), None)
        allowed = "something that the table allows"
        trouble = Trouble(allowed, why, key="not_allowed") if why is not None else None
        response = Response(
            id=ask.asked.id, ok=why is None, seq=self.seq, answers=said, error=trouble
        )
        return self._answered(ask, response), (_audit(ask, now, ok=response.ok),)

    def _answered(self, ask: Ask, response: Response) -> Answered:
        topic = self._setting.topics.response(ask.role, ask.verb)
        return Answered(ask.key, topic, encode(response), ask.content)

    def answer(
        self,
        ask: Ask,
        now: Moment,
        *,
        trouble: Trouble | None = None,
        result: Any = None,
        keep: bool = True,  # no: asked again, it is answered anew
        noted: Mapping[str, Any] = NOTHING,  # in the audit
    ) -> Batch:
        """Answer what made no event of the table log, and keep that it was asked."""
        response = Response(id=ask.asked.id, ok=trouble is None, error=trouble, result=result)
        answered = self._answered(ask, response)
        entry = Entry(
            answered=answered if keep else None, messages=_sent(answered),
            audits=(_audit(ask, now, ok=response.ok, **noted),), desk=self._desk_if_new(),
        )  # fmt: skip
        return Batch(entry, self._retained(now), self._signal())

    def refuse(self, error: RefusedError, now: Moment) -> Batch:
        """Answer what cannot be done, and keep who asked it."""
        role, verb = error.asked.role, error.asked.verb
        topic = self._setting.topics.response(role, verb)
        what = {"verb": verb[:40], "id": error.request_id, "ok": False}
        return Batch(
            Entry(
                messages=(Outgoing(topic, encode(refusal(error))),),
                audits=(AuditEntry(now.at, "request", role, error.asked.person or role, what),),
            )
        )

    def access(self, ask: Ask, asked: AskAccess, now: Moment) -> Batch:
        """Keep in the audit who came to the pages, went, or was turned away; and new accounts."""
        what: dict[str, Any] = {"ok": asked.ok}
        if asked.change:  # by somebody at the command line: whose it is is not who did it
            names = ("change", "name", "role", "page", "link", "table")
            what |= {name: said for name in names if (said := getattr(asked, name))}
        what |= {"from": asked.address} if asked.address else {}
        what |= {"times": asked.times} if asked.times > 1 else {}
        what |= {"at": asked.at} if asked.at else {}
        role, by = ("", "") if asked.change else (asked.role, asked.name or asked.role)
        line = AuditEntry(now.at, asked.what, role, by, what)
        answered = self._answered(ask, Response(id=ask.asked.id, ok=True))
        return Batch(Entry(audits=(line,), answered=answered, messages=_sent(answered)))

    def acknowledge(self, ask: Ask, name: str, now: Moment) -> Batch:
        """Somebody takes notice of an alert."""
        trouble = self.alerts.acknowledge(name, ask.by, ask.role, now)
        return self.answer(ask, now, trouble=trouble)

    def duty(self, ask: Ask, code: str, now: Moment) -> Batch:
        """A dealer comes on duty with a code or a tag, or goes."""
        name = self._setting.dealers.get(code.upper(), "") if code else ""
        if code and not name:
            trouble = Trouble("the code of a dealer", "another one", "see [dealers]", "code")
            return self.answer(ask, now, trouble=trouble)
        self.desk.dealer = name
        return self.answer(ask, now, result={"dealer": name}, noted={"dealer": name})

    def call(self, why: str, now: Moment, ask: Ask | None = None, *, reason: str = "") -> Batch:
        """The floor is called, from a console or by the button."""
        if self.alerts.calls >= MOST_CALLS:
            got = f"{MOST_CALLS} calls that are open"
            trouble = Trouble("the floor to answer", got, "wait: the floor knows", "calls_open")
            return self.answer(ask, now, trouble=trouble) if ask else Batch(Entry())
        self.desk.calls += 1
        fill = {"why": why} if why else {"reason": reason} if reason else {}
        phrases = [Phrase("alert.call" + "".join(f"_{name}" for name in fill), fill)]
        alert = self._alert(
            f"call-{self.desk.calls}", "call", "floor", self._setting.language.say(phrases), now
        )
        self.alerts.publish(msgspec.structs.replace(alert, said=phrased(phrases)), self.seq)
        return self.answer(ask, now) if ask else self._changed(now)

    def go_live(self, ask: Ask, on: bool, now: Moment) -> Batch:
        """Ask for the broadcast without delay, which takes two people; one of them ends it."""
        if on and ask.person and self.desk.has_asked(ask.person, ask.role, now.t):
            trouble = Trouble("another person", "the same one", "ask a colleague", "two_people")
            return self.answer(ask, now, trouble=trouble)
        self.desk.switch(ask.role, on, now.t, ask.person)
        asked = sorted(self.desk.live_by)
        text = f"{' and '.join(asked)} asked to broadcast without delay"
        if self.desk.goes_live:
            text = f"From the next hand on the cards go out without delay: {text}."
            self.alerts.publish(self._alert("live", "faces", "floor", text, now), self.seq)
        else:
            self.alerts.recovered("live")
        return self.answer(ask, now, result={"live": self.desk.live, "asked": asked})

    # Troubles of the table's parts

    def alarm(self, name: str, kind: Kind, severity: Severity, text: str, now: Moment) -> Batch:
        """Something is wrong; said once, until it is well or wrong in another way."""
        new = self.alerts.publish(self._alert(name, kind, severity, text, now), self.seq)
        return self._changed(now) if new else Batch(Entry())

    def _alert(self, name: str, kind: Kind, severity: Severity, text: str, now: Moment) -> Alert:
        return Alert(
            id=name, kind=kind, severity=severity, text=text, t=now.t, at=now.at,
            hand=self.desk.hand,
        )  # fmt: skip

    def audited(self, kind: str, what: dict[str, Any], now: Moment, *, by: str = "") -> Batch:
        """Keep what belongs into the audit, though nobody asked for it."""
        return Batch(Entry(audits=(AuditEntry(now.at, kind, by=by, what=what),)))

    def recovered(self, name: str, now: Moment) -> Batch:
        """What was wrong is well again."""
        return self._changed(now) if self.alerts.recovered(name) else Batch(Entry())

    def see(self, half_blind: str, now: Moment) -> Batch:
        """The camera sees, or does not for a reason."""
        self._half_blind = half_blind
        return self._changed(now)

    def count(self, asked: list[ChipsAsked], now: Moment) -> Batch:
        """Chips came to spots, and the dealer is to say which they are; or that is known now."""
        if asked == self._chips_asked:
            return Batch(Entry())
        self._chips_asked = asked
        return self._changed(now)

    def _changed(self, now: Moment) -> Batch:
        return Batch(Entry(desk=self._desk_if_new()), self._retained(now), self._signal())


def _sent(answered: Answered | None) -> tuple[Outgoing, ...]:
    return (Outgoing(answered.topic, answered.payload),) if answered else ()


AUDITED = {"decide": "decision", "live": "live", "duty": "duty"}  # the rest are requests


def _audit(ask: Ask, now: Moment, *, ok: bool, **noted: Any) -> AuditEntry:
    """Who asked what; of a decision also which, and of the switch which way. Never a card."""
    what: dict[str, Any] = {"verb": ask.verb, "id": ask.asked.id, "ok": ok, **noted}
    for name in ("decision", "ruling", "seat", "amount", "on", "alert"):
        if (value := getattr(ask.asked, name, None)) is not None:
            what[name] = value
    if ask.asked.by not in ("", ask.by):
        what["says"] = ask.asked.by  # what the asker calls himself proves nothing
    return AuditEntry(now.at, AUDITED.get(ask.verb, "request"), ask.role, ask.by, what)
