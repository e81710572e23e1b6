"""From the configuration to the parts: readers and pins, the broker and who we are there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from controller.config import ReaderSection, TableConfig
from controller.errors import UsageError
from controller.mqtt.acl import Acl
from controller.mqtt.client import MqttSettings
from controller.mqtt.roles import CONTROLLER
from controller.security.secret_files import secret
from controller.security.vault import VaultError, read_key
from firmware_bridge import decks
from firmware_bridge.board_link import BoardTimes
from firmware_bridge.hardware import Hardware, HardwareError, ReaderPlan
from firmware_bridge.pins import PinsError, PiPins
from firmware_bridge.poll_link import PollTimes
from firmware_bridge.readers.registry import LinkTimes
from firmware_bridge.sightings import Told

if TYPE_CHECKING:
    from controller.mqtt.embedded_broker import EmbeddedBroker


class AssemblyError(UsageError):
    """Parts that do not fit together; the text says what to do."""


def hardware(config: TableConfig, told: Callable[[Told], None]) -> Hardware:
    """The readers, the table board and the pins."""
    try:
        wiring = config.pins.wiring if config.pins else None
        return Hardware(
            [_plan(reader) for reader in config.reader],
            told,
            decks=decks.load(config.decks.file),
            timing=config.presence,
            pins=PiPins(wiring) if wiring else None,
            wiring=wiring,
        )
    except (HardwareError, PinsError, decks.DecksError, VaultError) as error:
        raise AssemblyError(str(error)) from error


def _plan(reader: ReaderSection) -> ReaderPlan:
    """A reader's plan; where the file is silent, the times are the usual ones."""
    times: dict[str, Any] = {
        name: value
        for name in ("poll_every", "answer_within", "silent_after")
        if (value := getattr(reader, name)) is not None
    }
    board = {name: value for name, value in times.items() if name == "silent_after"}
    key = read_key(reader.key) if reader.key else b""
    links = LinkTimes(PollTimes(**times), BoardTimes(**board), key)
    return ReaderPlan(reader.name, reader.driver, reader.settings, reader.antennas, links)


@contextmanager
def broker(config: TableConfig) -> Iterator[MqttSettings]:
    """The way to the broker; the embedded one runs for as long as it is needed."""
    ours = config.broker
    password = secret(ours.password_file) if ours.password_file else ""
    settings = MqttSettings(
        host=ours.host, port=ours.port, username=ours.username, password=password,
        tls=ours.tls_ca is not None, ca=ours.tls_ca,
    )  # fmt: skip
    if not ours.embedded:
        yield settings
        return
    acl = Acl([config.table.name], home_assistant=_home_assistant(config))
    passwords = {CONTROLLER: password, **_passwords(config)}
    embedded = embedded_broker(
        acl, passwords, host=ours.host, port=ours.port, websocket_port=ours.websockets or 0
    )
    try:
        yield settings
    finally:
        embedded.stop()


def embedded_broker(acl: Acl, passwords: dict[str, str], **where: Any) -> "EmbeddedBroker":
    """Start a broker in this process; what it is made of comes with the demo alone."""
    try:
        from controller.mqtt.embedded_broker import EmbeddedBroker, EmbeddedBrokerError
    except ModuleNotFoundError as error:
        do = "pip install 'cutcard[demo]', or use mosquitto (deploy/mosquitto)"
        raise AssemblyError(f"expected the demo's broker, got no {error.name}: {do}") from error
    broker = EmbeddedBroker(acl, passwords, **where)
    try:
        broker.start()
    except EmbeddedBrokerError as error:
        raise AssemblyError(str(error)) from error
    return broker


def _home_assistant(config: TableConfig) -> str | None:
    return config.homeassistant.prefix if config.homeassistant.enabled else None


def _passwords(config: TableConfig) -> dict[str, str]:
    """Of the roles that have one: the others cannot come in."""
    files = {role: getattr(config.roles, role) for role in config.roles.__struct_fields__}
    return {role: secret(file) for role, file in files.items() if file is not None}
