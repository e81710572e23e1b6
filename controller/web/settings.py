"""What the displays' server needs to know, from the table's file or from one of its own."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from controller.config import Broker, LanguageSection, Roles, Section, TableConfig, Web
from controller.config_checks import loopback, network
from controller.config_file import ConfigError
from controller.config_reading import Reading
from controller.errors import UsageError
from controller.mqtt.client import MqttSettings
from controller.security.secret_files import secret
from engine.law.toml_lines import line_of, lines


class _File(Section, frozen=True):
    """The sections that concern the displays; a table's file has more."""

    broker: Broker = Broker()
    roles: Roles = Roles()
    web: Web = Web()
    language: LanguageSection = LanguageSection()


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """Where the pages are served, and as whom each role listens to the broker."""

    web: Web
    brokers: dict[str, MqttSettings]  # by role; a role without a password is not served
    language: LanguageSection = field(default_factory=LanguageSection)

    def __post_init__(self) -> None:
        """Refuse to send passwords and cookies in the clear where others could listen."""
        web = self.web
        if not loopback(web.host) and web.tls_cert is None and not web.plain:
            do = "set web.tls_cert and web.tls_key, or web.plain = true (a proxy before it has TLS)"
            raise UsageError(f"web.host: {web.host} can be reached by others: {do}")
        for proxy in web.trusted_proxies:
            if not network(proxy):
                wanted = "an address or a network such as 10.0.0.0/8"
                raise UsageError(f"web.trusted_proxies: expected {wanted}, got {proxy!r}")


def address(web: Web, port: int | None = None) -> str:
    """Where a browser on this machine finds the pages."""
    host = f"[{web.host}]" if ":" in web.host else web.host
    return f"{'https' if web.tls_cert else 'http'}://{host}:{port or web.port}"


def from_config(config: TableConfig) -> DisplaySettings:
    """For the displays beside the table's own controller."""
    return _settings(config.broker, config.roles, config.web or Web(), config.language)


def from_file(path: Path) -> DisplaySettings:
    """For `cutcard displays`, perhaps on another machine: only [broker], [roles] and [web]."""
    try:
        text = path.read_text("utf-8")
        raw = tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: expected a TOML file: {error}") from error
    reading = Reading(path.absolute().parent)
    known = {name: raw[name] for name in _File.__struct_fields__ if name in raw}
    file: _File = reading.section(_File, known)
    if reading.mistakes:
        found = lines(text)
        raise ConfigError(path, [(line_of(found, one.at), str(one)) for one in reading.mistakes])
    return _settings(file.broker, file.roles, file.web, file.language)


def _settings(broker: Broker, roles: Roles, web: Web, language: LanguageSection) -> DisplaySettings:
    files: dict[str, Path | None] = msgspec.structs.asdict(roles)
    brokers = {
        role: MqttSettings(
            host=broker.host,
            port=broker.port,
            username=role,
            password=secret(path),
            tls=broker.tls_ca is not None,
            ca=broker.tls_ca,
        )
        for role, path in files.items()
        if path is not None
    }
    return DisplaySettings(web, brokers, language)
