"""A controller's core by hand, told to the broker: its faults and words on a real page."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from controller.core import Batch
from tests.controller import brokers
from tests.controller.brokers import TABLE, Person
from tests.controller.floor_desk import TOPICS, FloorDesk

HOLE = ("Ah", "Kd", "Qs", "Jc", "Th", "9d")


def publish(speaker: Person, retained: dict[str, bytes], said: dict[str, bytes]) -> None:
    """Say what has changed, as the table that the broker's list knows."""
    for topic, payload in retained.items():
        if said.get(topic) != payload:
            speaker.say(known(topic), payload, retain=True)
            said[topic] = payload


def known(topic: str) -> str:
    return topic.replace(f"/{TOPICS.table}/", f"/{TABLE}/")


def hush(speaker: Person, said: dict[str, bytes]) -> None:
    """Leave nothing behind at the broker."""
    for topic in (*said, TOPICS.status):
        speaker.say(known(topic), b"", retain=True)


class ToldDesk(FloorDesk):
    """Every change of what is retained goes to the broker at once."""

    def __init__(self, broker: brokers.Broker, **opening: Any) -> None:
        self.speaker = Person(broker, "controller", name="told")
        self.said: dict[str, bytes] = {}
        self.speaker.say(known(TOPICS.status), b"online", retain=True)
        super().__init__(**opening)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        hush(self.speaker, self.said)
        self.speaker.leave()

    def keep(self, batch: Batch) -> Batch:
        super().keep(batch)
        publish(self.speaker, self.retained, self.said)
        return batch

    def dealt(self) -> None:
        """Three players have their cards, seat 1 is to act."""
        self.take("hand", button=1)
        for card, seat in zip(HOLE, (2, 3, 1) * 2, strict=True):
            self.card(card, f"seat:{seat}")
