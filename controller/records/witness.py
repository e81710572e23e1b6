"""The witness: remembers what the camera showed, and swears to it when the journal has it."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from controller.records.evidence import Evidence
from controller.records.journal import JournalError, JournalReader
from controller.records.keeper import Keeping
from engine.cards import BOARD, DECK_ZONE, SEAT_OF
from vision.sightings import FaceUp, Flashed, Seen

LOG = logging.getLogger(__name__)
REMEMBERS = 16  # sightings: fusion decides on each within seconds
PATIENCE = 10.0  # seconds within which the journal has an event
AGAIN = 0.1  # seconds between looks at whether it has
Pictures = tuple[bytes, ...]
NOTHING: Mapping[str, Any] = {}


class Witness:
    """Seals pictures on a thread of its own: the table never waits for it."""

    def __init__(
        self,
        evidence: Evidence,
        journal: JournalReader,
        keeping: Keeping,
        may_age: Callable[[], bool] = lambda: True,
    ) -> None:
        self._evidence, self._journal, self._keeping = evidence, journal, keeping
        self._may_age = may_age
        self._remembered: dict[tuple[str, str], Pictures] = {}
        self._coming: queue.SimpleQueue[tuple[int, Pictures] | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="witness", daemon=True)

    def start(self) -> None:
        """Begin to keep."""
        self._thread.start()

    def stop(self) -> None:
        """Keep what the journal has, and end."""
        self._ended.set()
        self._coming.put(None)
        self._thread.join()

    def saw(self, seen: Seen) -> None:
        """Remember a face's pictures for a while."""
        if isinstance(seen, FaceUp | Flashed) and seen.proof:
            self._remembered.pop((seen.card, seen.zone), None)  # the newest is the last to go
            self._remembered[seen.card, seen.zone] = seen.proof
            if len(self._remembered) > REMEMBERS:
                del self._remembered[next(iter(self._remembered))]

    def swear(
        self, seq: int, event: dict[str, Any], stage: str, due: Mapping[str, Any] = NOTHING
    ) -> None:
        """Keep an event's pictures, if it is an exposure and there are any."""
        if is_exposure(event, stage, due):
            pictures = self._remembered.pop((event["card"], event["zone"]), ())
            if pictures:
                self._coming.put((seq, pictures))

    def _run(self) -> None:
        self._keep(None)
        while (sworn := self._coming.get()) is not None:
            self._keep(sworn)

    def _keep(self, sworn: tuple[int, Pictures] | None) -> None:
        try:
            if sworn is not None and self._is_kept(sworn[0]):
                self._evidence.keep(*sworn)
            keeping = self._keeping if self._may_age() else replace(self._keeping, days=None)
            self._evidence.age(self._journal.first, datetime.now(UTC), keeping)
        except (OSError, JournalError) as error:  # their texts name files, never a face
            LOG.error("evidence was not persisted: %s", error)

    def _is_kept(self, seq: int) -> bool:
        """Wait for the journal: the number of an event that it never kept is given again."""
        until = time.monotonic() + PATIENCE
        while self._journal.last < seq:
            if time.monotonic() >= until or self._ended.wait(AGAIN):
                LOG.error("evidence was not persisted: the journal has no event %d", seq)
                return False
        return True


def is_exposure(event: dict[str, Any], stage: str, due: Mapping[str, Any]) -> bool:
    """Whether the camera showed a face that nobody was to see, or not yet; ``due`` before it."""
    if "camera" not in event.get("src", ""):
        return False
    up = event["e"] == "card" and event["face"] == "up" and event["zone"] != BOARD
    return event["e"] == "flash" or (up and stage != "show" and not _is_upcard(event, due))


def _is_upcard(event: dict[str, Any], due: Mapping[str, Any]) -> bool:
    """A card dealt to a player just when one was due there, or at another seat, face up."""
    dealt = event["zone"] in SEAT_OF and event.get("from", DECK_ZONE) == DECK_ZONE
    return dealt and due.get("zone") in SEAT_OF and due["face"] == "up"
