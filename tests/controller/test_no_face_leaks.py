"""No face that the table has not seen is told to anybody, whatever is dealt, asked or reported."""

import asyncio
import base64
import json
import logging
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.config import Broadcast, GameSection
from controller.demo.stakes import stakes, usual
from controller.mqtt.client import RawRequest
from controller.mqtt.roles import PEOPLE
from controller.records.journal import JournalReader
from controller.security import seal
from engine.cards import DECK, UNREAD
from engine.games import DRAW_GAMES, GAMES, STUD_GAMES
from engine.log import DECISIONS, FAULTS
from tests.controller import brokers
from tests.controller.brokers import TOPICS, TRANSPORTS, Person
from tests.controller.faces import Seen, faces_in
from tests.controller.served_table import TAGS, Served, configured

PLAYERS = 5
MOST_STEPS = 90  # of one hand; then the floor voids it
MISCHIEF = (0.0, 0.02, 0.05, 0.15)  # chances, by hand: most are to reach their end
BOOKS = ("uspa", "diamondjims", "hilton", "dc", "california")


class Croupier:
    """Deals at random on the daemon's own loop: often in order, sometimes absurdly."""

    def __init__(self, table: Served, seed: int) -> None:
        self._table, self._chance = table, random.Random(seed)
        self._daemon = table.daemon
        self._deck: list[str] = []
        self._asked = 0
        self.steps = 0  # while a deal was on

    def deals(self, hands: int) -> None:
        """Deal from a test's thread."""
        dealing = asyncio.run_coroutine_threadsafe(self._deal(hands), self._table.loop)
        dealing.result(timeout=600)

    async def _deal(self, hands: int) -> None:
        for _ in range(hands):
            await self._buy_in()
            await self._hand()
            await asyncio.sleep(0.01)  # the others get their turn

    async def _buy_in(self) -> None:
        """Whoever is broke, or not yet there, brings chips."""
        seats = self._daemon.core.table.seats
        for seat in range(1, PLAYERS + 1):
            if seat not in seats or not seats[seat].stack:
                await self._ask("sit", seat=seat, stack=1000, name=f"player {seat}")

    async def _hand(self) -> None:
        self._deck = self._chance.sample(DECK, len(DECK))
        self._table.felt.gathered()
        await self._ask("hand")
        mischief = self._chance.choice(MISCHIEF)
        for _ in range(MOST_STEPS):
            if not self._daemon.core.table.deal_on:
                return
            self.steps += 1
            if self._chance.random() < mischief:
                await self._mischievous()
            else:
                await self._orderly()
        await self._ask("decide", decision="void_deal")

    async def _orderly(self) -> None:
        expect = self._daemon.core.table.expected or {"what": "hand"}
        match expect:
            case {"what": "card", "zone": zone}:
                card = expect.get("card") or (self._deck.pop() if self._deck else UNREAD)
                if card == UNREAD:
                    self._take(e="card", card=card, zone=zone, face=expect["face"])
                else:
                    self._table.felt.lands(card, zone, drawn=zone != "deck")
            case {"what": "act", "seat": seat, "options": options}:
                choice = self._chance.choice(options)
                await self._ask("act", seat=seat, do=choice["do"], to=choice.get("min") or 2)
            case {"what": "floor"}:
                await self._ask("decide", decision=self._chance.choice(DECISIONS))
            case {"what": what} if what in ("shuffle", "cut", "hand"):
                await self._ask(what)
            case {"what": "draw", "seat": seat}:
                await self._ask("draw", seat=seat, count=self._chance.randint(0, 5))
            case {"what": "discard", "seat": seat}:
                held = self._daemon.core.table.hole(seat)
                self._table.felt.lands(self._chance.choice(held), "muck", drawn=False)
            case {"seat": seat}:
                await self._ask(self._chance.choice(["show", "show", "muck"]), seat=seat)
        await self._turns()

    async def _mischievous(self) -> None:
        chance = self._chance
        card = chance.choice([*self._deck[-2:], chance.choice(DECK)])  # often the next to come
        seat = chance.randint(1, PLAYERS + 1)
        zone = chance.choice([f"seat:{seat}", "board", "burn", "muck", "deck", "off"])
        match chance.randrange(8):
            case 0:
                self._take(e="card", card=card, zone=zone, face="up")
            case 1:
                self._take(e="flash", card=card, zone=zone, by=chance.choice(["dealer", "player"]))
            case 2:
                self._take(e="card", card=card, zone=zone, face="down")
            case 3:
                fields: dict[str, Any] = {"seat": seat, "card": card}
                for name in chance.choice([(), ("card",), ("card", "seat")]):
                    del fields[name]
                fault = chance.choice(["exposed_card", chance.choice(FAULTS)])
                await self._ask("report", fault=fault, **fields)
            case 4:
                await self._ask("decide", decision=chance.choice(DECISIONS), seat=seat)
            case 5:
                await self._ask("undo")
            case 6:
                await self._ask("show", seat=seat, cards=[card, chance.choice(DECK)])
            case 7:
                await self._ask("hand_log", hand=max(1, self._daemon.core.desk.hand - 1))
        await self._turns()

    def _take(self, **event: Any) -> None:
        self._daemon._take(event)

    async def _ask(self, verb: str, **fields: Any) -> None:
        """As the broker would hand it over."""
        self._asked += 1
        payload = msgspec.json.encode({"id": f"leak-{self._asked}", **fields})
        self._daemon._asked(RawRequest("floor", verb, payload, len(payload)))
        self._daemon._pump()
        await self._turns()

    async def _turns(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)


@contextmanager
def everybody(broker: brokers.Broker) -> Iterator[list[tuple[str, Person]]]:
    """All roles, at both of the broker's doors, listening to all they are let."""
    with ExitStack() as stack:
        people = [
            (role, stack.enter_context(Person(broker, role, transport=transport)))
            for role in PEOPLE
            for transport in TRANSPORTS
        ]
        for _, person in people:
            person.subscribe("#")
        yield people


def an_evening_overheard(
    folder: Path, kind: str, hands: int, seed: int, *, live: bool = False, game: str = "holdem"
) -> Seen:
    seal.make_pair(folder / "station.key", folder / "station.pub")
    config = configured(
        folder,
        game=played(game, BOOKS[seed % len(BOOKS)]),
        broadcast=Broadcast(station_key=folder / "station.pub"),
    )
    with brokers.running(kind, folder) as broker, everybody(broker) as people:
        with Served(config, broker) as table:
            croupier = Croupier(table, seed)
            if live:
                croupier._asked = 1
                request = b'{"id":"leak-0","on":true}'
                for role in ("floor", "broadcast"):
                    raw = RawRequest(role, "live", request, len(request))
                    table.loop.call_soon_threadsafe(table.daemon._asked, raw)
            croupier.deals(hands)
            for _, person in people:
                _hears_all(person, table.daemon.core.seq)
        assert croupier.steps > 10 * hands, "hardly anything was dealt"
        with JournalReader(config.journal.file, table.session.journal.vault) as journal:
            seen = Seen(journal.records())
            rows = journal._db.execute("SELECT payload FROM answered").fetchall()
            audits = journal._db.execute("SELECT line FROM audit").fetchall()
        for role, person in people:
            _nothing_hidden(role, person, seen, live=live)
        for (payload,) in rows:
            assert not seen.hidden_in(payload), "the journal's answers name a hidden face"
        for (line,) in audits:
            assert not faces_in(line), "the audit names a face"
    _no_tag_in_any_file(folder)
    return seen


def played(name: str, book: str) -> GameSection:
    """A game for its usual stakes."""
    game = GAMES[name]
    section = GameSection(game=name, structure=usual(game), rulebook=book)
    return msgspec.structs.replace(section, **stakes(game, 1))


def _hears_all(person: Person, last: int) -> None:
    """Wait until the last event has come, for as long as any come: the embedded broker is slow."""
    word = f'"seq":{last},'.encode()

    def has_come() -> bool:
        late = [one for one in person.heard[-50:] if one.topic == TOPICS.public_event]
        return any(word in one.payload for one in late)

    while not has_come():
        more = len(person.heard) + 1
        person.until(partial(_has_heard, person, more), f"event {last}")


def _has_heard(person: Person, count: int) -> bool:
    return len(person.heard) >= count


def _nothing_hidden(role: str, person: Person, seen: Seen, *, live: bool) -> None:
    for topic, payload, _ in person.heard:
        if topic == TOPICS.broadcast_hand:
            assert role == "broadcast" and live, "a hand went out before its time"
            sealed = base64.b64decode(json.loads(payload)["sealed"])
            assert not any(f'"{card}"'.encode() in sealed for card in DECK)
        elif topic != TOPICS.status and payload:
            assert not seen.hidden_in(payload), f"{role} heard of a hidden card on {topic}"


def _no_tag_in_any_file(folder: Path) -> None:
    for file in folder.iterdir():
        if file.is_file() and file.name != "decks.json":  # the register itself, its owner's alone
            content = file.read_bytes().upper()
            assert not any(tag.encode() in content for tag in TAGS.values()), file.name


@pytest.fixture(autouse=True)
def no_face_in_the_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever the daemon logs, and all that our own parts could log, has no card in it."""
    caplog.set_level(logging.INFO)
    for ours in ("controller", "engine", "firmware_bridge", "vision"):
        caplog.set_level(logging.DEBUG, ours)
    yield
    for record in caplog.get_records("call"):
        assert not faces_in(record.getMessage()), f"{record.name} logs a face"


@pytest.mark.parametrize("kind", brokers.BROKERS)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_dealt_nobody_hears_of_a_card_nobody_saw(
    tmp_path: Path, kind: str, seed: int
) -> None:
    an_evening_overheard(tmp_path, kind, hands=10, seed=seed)


@pytest.mark.parametrize("game", ["stud7", "stud8", "draw_jacks", "triple_27"])
def test_in_stud_the_public_sees_upcards_only_and_in_draw_nothing(
    tmp_path: Path, game: str
) -> None:
    seen = an_evening_overheard(tmp_path, "mosquitto", hands=6, seed=len(game) % 3, game=game)
    assert seen.most > 3, "upcards were dealt, or hands shown"


def test_live_only_the_sealed_hand_goes_out_early(tmp_path: Path) -> None:
    an_evening_overheard(tmp_path, "mosquitto", hands=3, seed=3, live=True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", brokers.BROKERS)
@pytest.mark.parametrize("seed", range(100, 120))
def test_thousands_of_hands_leak_nothing(tmp_path: Path, kind: str, seed: int) -> None:
    an_evening_overheard(tmp_path, kind, hands=100, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.name for game in (*STUD_GAMES, *DRAW_GAMES)])
def test_hundreds_of_hands_of_stud_and_draw_leak_nothing(tmp_path: Path, game: str) -> None:
    an_evening_overheard(tmp_path, "mosquitto", hands=100, seed=len(game), game=game)
