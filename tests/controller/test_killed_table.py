"""A table killed at any moment comes back as the acknowledged events left it."""

import random
import time
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest

from controller.records.journal import JournalReader, Record
from controller.security.vault import Vault
from engine.cards import DECK
from engine.history import History
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, console
from tests.controller.table_process import TableProcess

PLAYERS = 4
MOMENTS = (0.0, 0.05)  # seconds after something was done: before, in and after its commit


class Evening:
    """A dealer who deals on, whatever is killed; and what he heard."""

    def __init__(self, folder: Path, broker: brokers.Broker, floor: Console, seed: int) -> None:
        self._chance = random.Random(seed)
        self._folder = folder
        self.floor = floor
        self.table = TableProcess(folder, broker)
        self._deck: list[str] = []
        self._under_way: tuple[str, dict[str, Any]] | None = None  # asked, and not yet answered
        self._asked = 0

    def __enter__(self) -> Self:
        self.starts()
        return self

    def __exit__(self, *_: object) -> None:
        self.table.kill()

    def starts(self) -> None:
        """The table is served; what was not answered is asked again."""
        boots = {one["boot"] for one in self.floor.told(TOPICS.public_state)}
        self.table.start()
        self.floor.until_shown(
            TOPICS.public_state, lambda it: bool(it) and it["boot"] not in boots, self.table.log
        )
        self.floor.person.until(lambda: self._status() == b"online", "the table to be online")
        if self._under_way is not None:
            self._ask(*self._under_way)

    def _status(self) -> bytes:
        told = [one.payload for one in self.floor.person.heard if one.topic == TOPICS.status]
        return told[-1] if told else b""

    def killed(self) -> None:
        """At any moment; sometimes while it is still starting."""
        self._do_something()
        time.sleep(self._chance.uniform(*MOMENTS))
        self.table.kill()
        if self._chance.random() < 0.2:
            self.table.start()
            time.sleep(self._chance.uniform(0.2, 1.5))
            self.table.kill()

    def plays_on(self) -> None:
        """Do some things, each to its end."""
        self._settled()
        for _ in range(self._chance.randrange(12)):
            self._do_something()
            self._settled()

    def _settled(self) -> None:
        """What was done has been heard."""
        if self._under_way is not None:
            verb, fields = self._under_way
            self.floor.person.until(
                lambda: bool(self.floor.answers(verb, fields["id"])), f"an answer to {verb}"
            )
            self._under_way = None
        self.floor.person.until(lambda: self._seen() == len(self.table.lying), "the cards")
        self.floor.until_shown(
            TOPICS.public_state, lambda it: bool(it["seq"] == self._seq()), "the state"
        )

    def _seq(self) -> int:
        return int(self.floor.told(TOPICS.public_event)[-1]["seq"])

    def _seen(self) -> int:
        """How many cards the table says are out."""
        state = self.floor.shows(TOPICS.public_state)["state"]
        hand = state.get("hand", {"board": [], "burns": 0})
        held = sum(len(seat.get("cards", [])) for seat in state["seats"].values())
        return held + len(hand["board"]) + int(hand["burns"])

    def records(self) -> list[Record]:
        vault = Vault.open(self._folder / "table.key")
        with JournalReader(self._folder / "journal.sqlite", vault) as journal:
            return list(journal.records())

    def _do_something(self) -> None:
        """What the table expects."""
        expect = self._expected()
        seated = len(self.floor.shows(TOPICS.public_state)["state"]["seats"])
        match expect.get("what"):
            case None | "hand" if seated < PLAYERS:
                self._asks("sit", seat=seated + 1, stack=1_000_000)  # nobody goes broke
            case "hand":
                self._deck = list(DECK)
                self._chance.shuffle(self._deck)
                self.table.gathered()
                self._asks("hand")
            case "card":
                self.table.lands(self._deck.pop(), expect["zone"])
            case "act":
                self._asks("act", seat=expect["seat"], **self._chosen(expect["options"]))
            case what:
                self._asks(str(what), seat=expect["seat"])

    def _expected(self) -> dict[str, Any]:
        """The last word of the engine on what comes next: in step with the events, as they go."""
        answers = [a for told in self.floor.told(TOPICS.public_event) for a in told["answers"]]
        return next((a for a in reversed(answers) if a["o"] == "expect"), {})

    def _chosen(self, options: list[dict[str, Any]]) -> dict[str, Any]:
        choice = self._chance.choice([one for one in options if one["do"] != "all_in"])
        raises = choice["do"] in ("bet", "raise")
        return {"do": choice["do"]} | ({"to": choice["min"]} if raises else {})

    def _asks(self, verb: str, **fields: Any) -> None:
        self._asked += 1
        self._under_way = (verb, {"id": f"ask-{self._asked}", **fields})
        self._ask(*self._under_way)

    def _ask(self, verb: str, fields: dict[str, Any]) -> None:
        self.floor.person.say(TOPICS.request("floor", verb), msgspec.json.encode(fields))

    def check(self) -> None:
        """All that was ever heard is in the journal, once, and the table is as it says."""
        records = self.records()
        assert [record.seq for record in records] == list(range(1, len(records) + 1))
        told = {record.seq: record.told for record in records}
        heard = [one.payload for one in self.floor.person.heard if one.topic == TOPICS.public_event]
        for payload in heard:
            assert payload == told[msgspec.json.decode(payload)["seq"]], "it was told otherwise"
        asked = [record.request_id for record in records if record.request_id]
        assert len(asked) == len(set(asked)), "a request was done twice"
        answered = [
            msgspec.json.decode(one.payload)
            for one in self.floor.person.heard
            if "/response/" in one.topic
        ]
        of_request = {record.request_id: record.seq for record in records}
        for one in answered:
            assert one["seq"] == of_request[f"floor/{one['id']}"], "what was answered is lost"
        state = self.floor.shows(TOPICS.public_state)
        told_state = replayed(records[: state["seq"]]).table.view("public")
        assert msgspec.json.decode(msgspec.json.encode(told_state)) == state["state"]

    def heard_all_in_order(self) -> None:
        """The events as a display heard them: each number, none out of its turn."""
        seqs = [one["seq"] for one in self.floor.told(TOPICS.public_event)]
        first: list[int] = list(dict.fromkeys(seqs))
        assert first == list(range(1, len(first) + 1)), "a gap"


def replayed(records: list[Record]) -> History:
    history = History()
    for record in records:
        history.apply(record.event)
    return history


def an_evening_with_kills(folder: Path, kills: int, seed: int) -> None:
    with (
        brokers.running("mosquitto", folder) as broker,
        console(broker, "floor") as floor,
        Evening(folder, broker, floor, seed) as evening,
    ):
        for _ in range(kills):
            evening.plays_on()
            evening.killed()
            evening.starts()
            evening.check()
        evening.plays_on()
        assert evening.table.end() == 0, evening.table.log
        evening.check()
        evening.heard_all_in_order()


def test_fifteen_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    an_evening_with_kills(tmp_path, 15, seed=5)


@pytest.mark.slow
def test_five_hundred_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    for seed in range(10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        an_evening_with_kills(folder, 50, seed)
