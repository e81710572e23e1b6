"""What the table leans on: the system, its clock, the broker."""

import os
import platform
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from secrets import token_hex

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.config import Broker, TableConfig
from controller.config_checks import loopback
from controller.doctor.finding import Finding, fail, ok, warn
from controller.mqtt.topics import Topics
from controller.security.secret_files import SecretError, secret

PYTHON = (3, 11)
WRITTEN = 2025  # a clock that is before the software is wrong
WITHIN = 5.0  # seconds for a broker's answer
ASK_CLOCK = ("timedatectl", "show", "--property=NTPSynchronized", "--value")


def system(config: TableConfig) -> Iterator[Finding]:
    """The machine: Python, 64 bits, and who we are."""
    said = f"Python {platform.python_version()}, {platform.system()} on {platform.machine()}"
    if sys.version_info < PYTHON:
        yield fail("system", said, f"install Python {'.'.join(map(str, PYTHON))} or newer")
    elif sys.maxsize < 1 << 32:
        yield fail("system", f"{said}, 32 bits", "install 64-bit Raspberry Pi OS")
    else:
        yield ok("system", said)
    if os.geteuid() == 0:
        yield warn(
            "system",
            "root may open everything: what the table's own user may not is not seen",
            "sudo -u cutcard cutcard doctor --config FILE",
        )


def clock(config: TableConfig) -> Iterator[Finding]:
    """The wall's clock: plausible, and kept right."""
    now = time.gmtime()
    if now.tm_year < WRITTEN:
        yield fail("clock", f"the year is {now.tm_year}", "set it: sudo timedatectl set-ntp true")
        return
    synchronised = _synchronised()
    if synchronised == "yes":
        yield ok("clock", "kept right by a time server")
    elif synchronised == "no":
        do = "sudo timedatectl set-ntp true, and let the table reach a time server"
        yield warn("clock", "no time server keeps it right", do)
    else:
        yield warn("clock", f"nobody can say whether it is right ({synchronised})", "look at it")


def _synchronised() -> str:
    try:
        asked = subprocess.run(  # noqa: S603  (our own words, no shell)
            ASK_CLOCK, capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{ASK_CLOCK[0]}: {type(error).__name__}"
    return asked.stdout.strip() or asked.stderr.strip().partition("\n")[0] or "no answer"


def broker(config: TableConfig) -> Iterator[Finding]:
    """The broker: lets us in with our name and password."""
    settings = config.broker
    where = f"{settings.host}:{settings.port}"
    if settings.embedded:
        yield _embedded(settings, where)
        return
    if not settings.tls_ca and not loopback(settings.host):
        yield warn("broker", f"{where} hears passwords in the clear", "set broker.tls_ca")
    try:
        let_in = _asked(settings, where)
        yield let_in
        if let_in.level == "ok":
            yield _heard(settings, config.table.name)
    except SecretError as error:
        yield fail("broker", str(error), "correct broker.password_file")


def _embedded(settings: Broker, where: str) -> Finding:
    with socket.socket() as probe:
        probe.settimeout(WITHIN)
        taken = probe.connect_ex((settings.host, settings.port)) == 0
    if taken:
        return warn("broker", f"{where} is taken", "if by cutcard itself, all is well")
    return ok("broker", f"{where} is free for the embedded broker")


def _asked(settings: Broker, where: str) -> Finding:
    """Connect as nobody the broker knows yet: the table's own connection is left alone."""
    try:
        code = _answer(_client(settings, paho.MQTTv311), settings)
    except ssl.SSLError as error:
        do = "name the CA that signed the broker's certificate as broker.tls_ca"
        return fail("broker", f"{where}: no TLS ({error.reason or error})", do)
    except OSError as error:
        do = "sudo systemctl start mosquitto, or correct [broker]"
        return fail("broker", f"{where}: {error.strerror or error}", do)
    if code is None:
        return fail(
            "broker", f"{where} says nothing", "is that an MQTT broker's port, without TLS?"
        )
    if code.is_failure:
        do = f"give {settings.username!r} that password at the broker, or correct password_file"
        return fail("broker", f"{where}: {code}", do)
    return ok("broker", f"{where} lets {settings.username!r} in")


def _client(settings: Broker, protocol: MQTTProtocolVersion) -> paho.Client:
    name = f"cutcard-doctor-{token_hex(4)}"
    client = paho.Client(CallbackAPIVersion.VERSION2, name, protocol=protocol)
    client.connect_timeout = WITHIN
    if settings.password_file:
        client.username_pw_set(settings.username, secret(settings.password_file))
    if settings.tls_ca:
        client.tls_set(str(settings.tls_ca))
    return client


def _heard(settings: Broker, table: str) -> Finding:
    """Whether the broker lets the table speak under its name: it tells so in MQTT 5 alone."""
    client = _client(settings, paho.MQTTv5)
    codes: list[ReasonCode] = []
    answered = threading.Event()

    def published(
        _client: paho.Client, _data: object, _mid: int, code: ReasonCode, _properties: Properties
    ) -> None:
        codes.append(code)
        answered.set()

    client.on_publish = published
    client.connect(settings.host, settings.port)
    client.loop_start()
    client.publish(f"{Topics(table).root}/response/doctor", b"", qos=1)  # nobody listens there
    answered.wait(WITHIN)
    client.disconnect()
    client.loop_stop()
    if not codes:
        do = f"deal a card and look whether a page shows it; else cutcard acl --table {table}"
        return warn("topics", f"the broker does not tell whether {table} may speak", do)
    if codes[0].is_failure:
        do = (
            f"sudo deploy/install.sh writes the access list anew; or print it with cutcard acl "
            f"--table {table}, put it into the broker's acl_file, and reload mosquitto"
        )
        said = f"the broker's access list forbids {Topics(table).root}: nobody hears this table"
        return fail("topics", said, do)
    return ok("topics", f"the broker lets {table} speak")


def _answer(client: paho.Client, settings: Broker) -> ReasonCode | None:
    """What the broker says to us, if it says anything in time."""
    answered = threading.Event()
    codes: list[ReasonCode] = []

    def connected(
        _client: paho.Client, _data: object, _flags: paho.ConnectFlags, code: ReasonCode,
        _properties: Properties | None,
    ) -> None:  # fmt: skip
        codes.append(code)
        answered.set()

    client.on_connect = connected
    client.connect(settings.host, settings.port)
    client.loop_start()
    answered.wait(WITHIN)
    client.disconnect()
    client.loop_stop()
    return codes[0] if codes else None
