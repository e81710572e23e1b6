"""A core with a table of its own for tests: events and requests in, payloads out."""

import itertools
from dataclasses import replace
from typing import Any

import msgspec

from controller.core import Batch, Core, Setting
from controller.messages import VERBS
from controller.mqtt.topics import Topics
from controller.requests import Ask
from controller.table_clock import Moment

TOPICS = Topics("felt")
OPENING: dict[str, Any] = {
    "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash",
    "rulebook": "diamondjims", "small_blind": 1, "big_blind": 2,
}  # fmt: skip


def sealed_plainly(data: bytes, context: bytes) -> bytes:
    """Stands for the station's seal where a test looks inside."""
    return context + b"|" + data


class FloorDesk:
    """Runs a core by hand; every batch is kept."""

    def __init__(self, core: Core | None = None, *, players: int = 3, **opening: Any) -> None:
        self.core = core or Core(Setting(TOPICS, "boot-1", seal=sealed_plainly))
        self.batches: list[Batch] = []
        self.retained: dict[str, bytes] = {}
        self.t = self.core.table.t if self.core.seq else 0.0
        self._ids = itertools.count(1)
        if not self.core.seq:
            self.take(**OPENING | opening)
            for seat in range(1, players + 1):
                self.take("sit", seat=seat, stack=200)

    def now(self) -> Moment:
        """A moment a little later."""
        self.t = round(self.t + 0.4, 1)
        return Moment(self.t, f"2025-01-01T12:00:{self.t % 60:06.3f}Z")

    def take(self, e: str, **fields: Any) -> Batch:
        """An event of the sensors."""
        return self._settled(self.core.take({"e": e, **fields}, self.now()))

    def card(self, card: str, zone: str, face: str = "down") -> Batch:
        """A card lands."""
        return self.take("card", card=card, zone=zone, face=face, src="rfid")

    def ask(self, role: str, verb: str, **fields: Any) -> Ask:
        """A request as it comes off the wire."""
        person = fields.pop("by", "")  # as the broker and the pages prove it
        raw = {"id": f"{role}-{next(self._ids)}", **fields}
        return Ask(role, verb, msgspec.convert(raw, VERBS[verb]), person)

    def asked(self, role: str, verb: str, **fields: Any) -> Batch:
        """A request that is an event of the table log."""
        ask = self.ask(role, verb, **fields)
        return self._settled(self.core.take(ask.event, self.now(), ask))

    def _settled(self, batch: Batch) -> Batch:
        """An event's batch with what is shown after it."""
        shown = self.core.settled(
            Moment(self.t, batch.entry.record.at if batch.entry.record else "")
        )
        retained = batch.retained | shown.retained
        return self.keep(replace(shown, entry=batch.entry, retained=retained))

    def keep(self, batch: Batch) -> Batch:
        """Remember what was told."""
        self.batches.append(batch)
        self.retained |= batch.retained
        return batch

    def shown(self, topic: str) -> Any:
        """What a retained topic says now; None where it is empty."""
        payload = self.retained[topic]
        return msgspec.json.decode(payload) if payload else None

    def alerts(self, topic: str = TOPICS.dealer_alert) -> list[dict[str, Any]]:
        """The alerts that are open."""
        told = self.shown(topic)
        return list(told["alerts"]) if told else []

    def sent(self, topic: str) -> list[dict[str, Any]]:
        """All messages on a topic, in order."""
        return [
            msgspec.json.decode(message.payload)
            for batch in self.batches
            for message in batch.entry.messages
            if message.topic == topic
        ]


def answer(batch: Batch) -> dict[str, Any]:
    """The response in a batch."""
    assert batch.entry.answered is not None
    told: dict[str, Any] = msgspec.json.decode(batch.entry.answered.payload)
    return told
