"""Cards laid on a reader one after another, as the text that ``cutcard register`` takes."""

import queue
import sys
import threading
from collections.abc import Generator, Iterator

from controller.errors import UsageError
from firmware_bridge.poll_link import GARBAGE
from firmware_bridge.ports import Port, PortError, PortSettings
from firmware_bridge.presence import Presence
from firmware_bridge.reader_thread import Heards, Reader
from firmware_bridge.readers.registry import LinkTimes, UnknownReaderError, driver
from firmware_bridge.sightings import Heard, Read, ReaderState, Sighting, Swept

ZONE = "board"  # where the reader lies matters to nobody here
ANTENNAS = range(4)


class Laid(Heards):
    """What the reader hears and what a person types, in the order it came."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def typed(self) -> None:
        """Pass on lines from the keyboard; ``undo`` is all that is asked for."""
        for line in sys.stdin:
            self.lines.put(line.strip())


def laid_cards(port: str, kind: str, baud: int | None = None) -> Generator[str, None, None]:
    """The tag of each card as it is laid down; what is typed comes between."""
    try:
        reader_kind = driver(kind)
        settings = PortSettings(port, baud or reader_kind.baud, reader_kind.parity)
        Port(settings).close()  # a mistake in the name is said at once, not retried
    except (UnknownReaderError, PortError) as error:
        raise UsageError(str(error)) from error
    heard = Laid()
    link = reader_kind.link(port, dict.fromkeys(ANTENNAS, ZONE), LinkTimes())
    if sys.stdin.isatty():
        threading.Thread(target=heard.typed, daemon=True).start()
    reader = Reader(settings, link, heard)
    reader.start()
    try:
        yield from _told(heard)
    finally:
        reader.stop()


def _told(heard: Laid) -> Iterator[str]:
    presence = Presence()
    while True:
        while not heard.lines.empty():
            yield heard.lines.get()
        try:
            item = heard.get(timeout=0.1)
        except queue.Empty:
            continue
        if isinstance(item, ReaderState) and _to_be_mended(item):
            print(f"{item.reader}: {item.state}. {item.detail}", file=sys.stderr, flush=True)
        for sighting in _seen(presence, item):
            if sighting.arrived:
                yield sighting.tag


def _to_be_mended(reader: ReaderState) -> bool:
    return reader.state in ("silent", "absent") or reader.detail == GARBAGE


def _seen(presence: Presence, item: Heard) -> list[Sighting]:
    if isinstance(item, Read):
        return presence.read(item)
    return presence.swept(item.t, item.zones) if isinstance(item, Swept) else []
