"""A start that has to wait: what keeps the table from opening may pass, and is said meanwhile."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from controller import assembly
from controller.config import TableConfig
from controller.messages import Alert, Alerts
from controller.mqtt.client import OFFLINE, Listener, Mqtt
from controller.mqtt.topics import Topics
from controller.session import PassingError, Session, resume
from controller.table_clock import iso
from controller.watchdog import Watchdog

LOG = logging.getLogger(__name__)
RETRY = 1.0  # seconds between two tries


async def session(config: TableConfig, watchdog: Watchdog | None) -> Session:
    """The table brought back, however long its journal takes to be there."""
    try:
        return _tried(config, watchdog)
    except PassingError as error:
        LOG.error("waiting: %s", error)
        first = error
    with _told(config) as tell:
        return await _waited(config, watchdog, tell, str(first))


async def _waited(
    config: TableConfig, watchdog: Watchdog | None, tell: Callable[[str], None], why: str
) -> Session:
    while True:
        tell(why)
        if watchdog is not None:
            watchdog.waiting(why)
        await asyncio.sleep(RETRY)
        try:
            return _tried(config, watchdog)
        except PassingError as error:
            if str(error) != why:
                why = str(error)
                LOG.error("waiting: %s", why)


@contextmanager
def _told(config: TableConfig) -> Iterator[Callable[[str], None]]:
    """A line to the broker for as long as it is waited; the embedded one starts with the table."""
    if config.broker.embedded:
        yield lambda why: None
        return
    topics = Topics(config.table.name)
    with assembly.broker(config) as settings:
        mqtt = Mqtt(settings, topics, Listener(asked=lambda raw: None), status=OFFLINE)
        mqtt.start()

        def tell(why: str) -> None:
            for topic in (topics.dealer_alert, topics.floor_alert):
                mqtt.publish_retained(topic, _alert(why))

        try:
            yield tell
        finally:
            mqtt.stop()


def _tried(config: TableConfig, watchdog: Watchdog | None) -> Session:
    # Whoever starts a second controller by hand wants to hear of it; a service has time.
    return resume(config, alone=watchdog is None or not watchdog.heard)


def _alert(why: str) -> bytes:
    """What the screens say until the table opens, which then says anew what is wrong."""
    at, text = iso(time.time()), f"Journal: {why}. The table waits for it."
    alert = Alert(
        id="journal", kind="journal", severity="stop", text=text, t=0.0, at=at, hand=0
    )  # fmt: skip
    return msgspec.json.encode(Alerts(boot="", seq=0, t=0.0, at=at, alerts=[alert]))
