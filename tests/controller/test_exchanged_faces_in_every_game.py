"""Every game, twice: other faces where nobody sees them, and neither a byte nor a step differs.

As in `test_exchanged_faces.py`, but without a line or a process between: only the core, which
makes all that is told. So cards may lie face up, a hand takes milliseconds, and how long an answer
takes can be compared on any machine: by the steps that it took, function calls, not by a clock.
"""

import gc
import random
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from controller.config import TableConfig
from controller.core import Batch, Core, Setting
from controller.messages import AskHandLog, AskHands, Response, Trouble
from controller.mqtt.topics import Request, Topics
from controller.records.archive import Archive, ArchiveError
from controller.records.evidence import Evidence
from controller.records.journal import Journal
from controller.records.journal_rows import Entry
from controller.requests import EVENTS, Ask, RefusedError, read
from controller.security.vault import Vault
from controller.table_clock import Moment
from engine.games import GAMES
from engine.log import LogError
from tests.controller.exchanged import BOOKS, LIMIT, SEATS, STUD, Evening, Played
from tests.controller.journals import KEY

TOPICS = Topics("main")
SEEN = "broadcast"  # the only branch that may know
ROLE = {"console": "dealer"}
PATIENT, STRICT = 2.0, 0.0  # seconds of doubt


def played(game: str) -> Played:
    """So many cards are pinned that most streets can be dealt, and hands shown."""
    declared = GAMES[game]
    if declared.stud:
        of_stud = ("exposed_card", "wrong_bring_in", "last_card_up")
        return Played(game, ("uspa", "hilton"), STUD, 34, of_stud)
    if declared.draws:
        reported = ("exposed_card", "false_openers", "sevens", "wrong_draw")
        return Played(game, ("uspa", "hilton"), LIMIT, 24, reported, joker=True)
    return Played(game, BOOKS, pinned=14 + declared.hand_cards)


class Bare(Evening):
    """An evening at a core; keeps all that it tells, and how many calls each step took."""

    def __init__(self, which: int, seed: int, game: str) -> None:
        super().__init__(which, seed, played(game))
        chosen = self._played
        section = chosen.by(chosen.books[seed % len(chosen.books)])
        house: dict[str, Any] = {"doubt_seconds": PATIENT if seed % 3 else STRICT}
        house |= {"joker": True} if chosen.joker else {}
        self.core = Core(Setting(TOPICS, "boot", seal=lambda data, context: data))
        self.heard: list[tuple[str, bytes]] = []
        self.work: list[tuple[str, int]] = []
        self.entries: list[Entry] = []
        self._t, self._retained = 0.0, dict[str, bytes]()
        self._lying: dict[str, str] = {}  # the same order in both evenings, and other cards
        self._event({**TableConfig(game=section, house=house).opening(), "src": "config"})

    # What a table of this kind does

    def asks(self, who: str, verb: str, **fields: Any) -> dict[str, Any]:
        role = ROLE.get(who, who)
        payload = msgspec.json.encode({"id": str(self.requests), **fields})
        try:
            ask = read(Request(role, verb), payload)
        except RefusedError as error:
            batch = self._counted("refused", partial(self.core.refuse, error))
            return _response(batch, role, verb)
        if verb in EVENTS:
            batch = self._event(ask.event, ask)
        else:
            batch = self._counted(verb, lambda now: self._answers(ask, now))
        return _response(batch, role, verb)

    def tells(self, card: str, zone: str, *, drawn: bool, face: str = "down") -> None:
        self._lying[card] = zone
        self._event({"e": "card", "card": card, "zone": zone, "face": face, "src": "rfid"})

    def _hand(self) -> None:
        """All cards go home first: which lay where is no matter of the deal that comes."""
        for card, zone in self._lying.items():
            if zone != "deck":
                self._event({"e": "card", "card": card, "zone": "deck", "face": "down"})
        self._lying = {}
        super()._hand()

    def last(self, branch: str) -> dict[str, Any]:
        payload = self._retained.get(f"{TOPICS.root}/{branch}")
        return msgspec.json.decode(payload) if payload else {}

    def _orderly(self) -> None:
        if self._chance.random() < 0.06:
            self._mishandles()
        else:
            super()._orderly()

    def _mishandles(self) -> None:
        """A card goes where none is due, or the other way up; face up only if it may be seen."""
        chance = self._chance
        zone = chance.choice([*(f"seat:{seat}" for seat in SEATS), "board", "burn", "muck", "deck"])
        face = chance.choice(("up", "down"))
        if chance.random() < 0.5:
            self._lands(zone, face)
        else:
            self._moves(zone, face)

    # How it is done

    def _answers(self, ask: Ask, now: Moment) -> Batch:
        core, asked = self.core, ask.asked
        match ask.verb:
            case "acknowledge":
                return core.acknowledge(ask, getattr(asked, "alert", ""), now)
            case "call":
                return core.call(getattr(asked, "why", ""), now, ask)
            case "case":
                number = getattr(asked, "ruling", 0)
                result = msgspec.to_builtins(core.table.choices(number))
                others = msgspec.to_builtins(core.table.elsewhere(number))
                return core.answer(ask, now, result={"choices": result, "others": others})
        return core.answer(ask, now)

    def _event(self, event: dict[str, Any], ask: Ask | None = None) -> Batch:
        batch = self._counted(event["e"], lambda now: self._takes(event, now, ask))
        self._counted("settled", self.core.settled)
        return batch

    def _takes(self, event: dict[str, Any], now: Moment, ask: Ask | None) -> Batch:
        """As the daemon does it."""
        try:
            return self.core.take(event, now, ask)
        except LogError as error:
            assert ask is not None
            return self.core.answer(ask, now, trouble=Trouble(error.expected, "something else"))

    def _counted(self, what: str, does: Any) -> Batch:
        self._t = round(self._t + 0.4, 1)
        calls = 0

        def count(frame: FrameType, kind: str, of: Any) -> None:
            nonlocal calls
            calls += kind == "call"

        gc.disable()  # its callbacks come when garbage is due, in whatever step that is
        sys.setprofile(count)
        try:
            batch: Batch = does(Moment(self._t, f"2026-01-01T20:{self._t:09.1f}Z"))
        finally:
            sys.setprofile(None)
            gc.enable()
        self.work.append((what, calls))
        self._hears(batch)
        return batch

    def _hears(self, batch: Batch) -> None:
        told = [(one.topic, one.payload) for one in batch.entry.messages]
        told += batch.retained.items()
        self._retained |= batch.retained
        self.heard += [one for one in told if not one[0].startswith(f"{TOPICS.root}/{SEEN}")]
        self.heard += [("audit", msgspec.json.encode(line)) for line in batch.entry.audits]
        self.heard.append(("lamps", repr(batch.signal).encode()))
        if batch.entry != Entry():
            self.entries.append(batch.entry)

    def looked_up(self, folder: Path) -> list[bytes]:
        """What the floor may look up of the evening afterwards."""
        folder.mkdir()
        path = folder / "journal.sqlite"
        with Journal(path, Vault(KEY)) as journal:
            journal.commit(self.entries)
            archive = Archive(journal, Evidence(path, Vault(KEY)))
            told: list[Any] = list(archive.hands(AskHands(id="1", most=100)))
            for row in list(told):
                told.append(archive.hand_log(AskHandLog(id="2", hand=row["hand"])))
                try:
                    told.append(archive.hand_phh(AskHandLog(id="3", hand=row["hand"])))
                except ArchiveError as error:
                    told.append(str(error))
        return [msgspec.json.encode(one) for one in told]


def _response(batch: Batch, role: str, verb: str) -> dict[str, Any]:
    topic = TOPICS.response(role, verb)
    payload = next(one.payload for one in batch.entry.messages if one.topic == topic)
    msgspec.json.decode(payload, type=Response)
    told: dict[str, Any] = msgspec.json.decode(payload)
    return told


@pytest.fixture(autouse=True)
def called_at_every_collection() -> Iterator[None]:
    """As hypothesis has it once it ran: no collector's work may be counted as a step's."""

    def called(phase: str, of: dict[str, int]) -> None:
        pass

    gc.callbacks.append(called)
    yield
    gc.callbacks.remove(called)


def twice(folder: Path, game: str, seed: int, requests: int) -> Bare:
    warm, one, other = Bare(0, seed, game), Bare(0, seed, game), Bare(1, seed, game)
    for evening in (warm, one, other):  # what is worked out once for all is worked out first
        evening.goes_on(requests)
    for number, both in enumerate(zip(one.heard, other.heard, strict=False)):
        assert both[0] == both[1], f"{game} {seed}: message {number} owes to a hidden face"
    assert len(one.heard) == len(other.heard)
    for number, steps in enumerate(zip(one.work, other.work, strict=True)):
        assert steps[0] == steps[1], f"{game} {seed}: the time of step {number} owes to a face"
    assert one.looked_up(folder / "one") == other.looked_up(folder / "other")
    return one


@pytest.mark.parametrize("game", GAMES)
def test_hidden_faces_change_neither_what_is_told_nor_the_work(tmp_path: Path, game: str) -> None:
    evening = twice(tmp_path, game, random.Random(game).randrange(100), 150)
    assert evening.hostile.get("report done") and evening.hostile.get("show refused")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(100, 110))
def test_a_thousand_requests_each_change_none(tmp_path: Path, game: str, seed: int) -> None:
    twice(tmp_path, game, seed, 1000)
