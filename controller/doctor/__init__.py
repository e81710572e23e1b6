"""The doctor: looks at all that a table needs, and says what to do about each."""

from collections.abc import Callable, Iterator

from controller.config import TableConfig
from controller.doctor.finding import Finding
from controller.doctor.hardening import hardening
from controller.doctor.keeping import decks, disk, journal, keys
from controller.doctor.pages import pages
from controller.doctor.senses import camera, pins, ports
from controller.doctor.surroundings import broker, clock, system

CHECKS: tuple[Callable[[TableConfig], Iterator[Finding]], ...] = (
    system, clock, ports, camera, pins, decks, keys, disk, journal, broker,
    pages, hardening,
)  # fmt: skip


def examine(config: TableConfig) -> Iterator[Finding]:
    """Everything found, as it is found."""
    for check in CHECKS:
        yield from check(config)
