"""What the types alone cannot say of a configuration: zones, ports, pins, books and secrets."""

import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from ipaddress import ip_address, ip_network
from pathlib import Path

import msgspec

from controller.config import BOARD, ReaderSection, TableConfig
from controller.mqtt.roles import PAGES, PEOPLE, ROLES
from controller.senses.chip_tags import SPOT
from engine.cards import BOARD as BOARD_ZONE
from engine.cards import BURN, DECK_ZONE, MUCK, OFF, SEAT_OF, SEAT_ZONES, ZONES
from engine.games import GAMES
from engine.games.reading import GameFileError, declared
from engine.law import RulesError, book_for
from engine.law.mistakes import Mistake, nearest, short, spelled
from engine.law.toml_lines import Keys
from engine.log import LogError
from firmware_bridge.readers.registry import DRIVERS

_KINDS = sorted(DRIVERS)
_LONGEST = 60.0  # seconds; no sense is waited for so long
_SPANS: dict[str, tuple[float, float]] = {
    "poor": (0, 1),
    "lost_misses": (1, 100),
    "gone_misses": (1, 100),
    "memory": (0.1, _LONGEST),
}
_WEB_SECRETS = ("secret", "passwords", "accounts", "station", "tls_key")


def loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def network(text: str) -> bool:
    """Whether it is an address, or a network such as 10.0.0.0/8."""
    try:
        return bool(ip_network(text))
    except ValueError:
        return False


def checked(config: TableConfig, wrong: frozenset[Keys] = frozenset()) -> list[Mistake]:
    """Every mistake but those that follow from keys already known to be wrong."""
    fields = {keys[-1] for keys in wrong if keys}
    return [
        mistake
        for check, rests_on in _CHECKS.items()
        if not fields & rests_on
        for mistake in check(config)
        if not any(mistake.at[: len(keys)] == keys for keys in wrong)
    ]


def _game(config: TableConfig) -> Iterator[Mistake]:
    game = config.game
    if config.own_game:
        try:
            declared(config.own_game)
        except GameFileError as error:
            place = () if error.place is None else (error.place,)
            yield Mistake(("own_game", error.key, *place), error.expected, error.got)
    elif game.game not in GAMES:
        yield Mistake(("game", "game"), nearest(game.game, list(GAMES)), short(game.game))
    if not game.big_blind:
        yield Mistake(("game", "big_blind"), "1 or more of the smallest chip", "0")
    elif game.small_blind > game.big_blind:
        most = f"at most the big blind, {game.big_blind}"
        yield Mistake(("game", "small_blind"), most, str(game.small_blind))


def _house(config: TableConfig) -> Iterator[Mistake]:
    try:
        book_for(config.game.rulebook, config.house)
    except RulesError as error:
        yield from error.mistakes
    except LogError as error:
        expected = f"{error.expected}, or a house's own: a .toml file or a folder"
        yield Mistake(("game", "rulebook"), expected, error.got)


def _readers(config: TableConfig) -> Iterator[Mistake]:
    if not config.reader:
        yield Mistake(("reader",), "a [[reader]] for each reader of the table", "none")
    names: dict[str, Keys] = {}
    ports: dict[Path, Keys] = {}
    for place, reader in enumerate(config.reader):
        at: Keys = ("reader", place)
        if reader.driver not in _KINDS:
            yield Mistake((*at, "driver"), nearest(reader.driver, _KINDS), short(reader.driver))
        if reader.key is not None and reader.driver != BOARD:
            yield Mistake((*at, "key"), "none: only a table board's line has one", str(reader.key))
        if not reader.port:
            yield Mistake((*at, "port"), "a name of /dev/serial/by-id, or a path", "nothing")
        if reader.name in names:
            yield _taken((*at, "name"), reader.name, names[reader.name])
        if reader.settings.path in ports:
            yield _taken((*at, "port"), reader.port, ports[reader.settings.path])
        names.setdefault(reader.name, (*at, "name"))
        ports.setdefault(reader.settings.path, (*at, "port"))


def _zones(config: TableConfig) -> Iterator[Mistake]:
    owners: dict[str, tuple[int, Keys]] = {}
    for place, reader in enumerate(config.reader):
        for key, zone in _antennas(reader):
            at: Keys = ("reader", place, "zones", key)
            if isinstance(key, str) and not (key.isascii() and key.isdecimal()):
                yield Mistake(at, "an antenna's number, from 0", repr(key))
            elif (zone not in ZONES or zone == OFF) and not _spot(zone):
                yield Mistake(at, "deck, seat:N, bet:N, board, burn or muck", short(zone))
            elif max(SEAT_OF.get(zone, 0), _spot(zone)) > config.table.seats:
                seats = config.table.seats
                yield Mistake(at, f"a seat of this table, which has {seats}", short(zone))
            elif zone in owners and owners[zone][0] != place:  # one reader may have two antennas
                yield _taken(at, zone, owners[zone][1])
            owners.setdefault(zone, (place, at))


def _spot(zone: str) -> int:
    """The seat whose chips an antenna reads; 0 where it reads cards."""
    number = zone.removeprefix(SPOT) if zone.startswith(SPOT) else ""
    return int(number) if number.isascii() and number.isdecimal() else 0


def _antennas(reader: ReaderSection) -> list[tuple[int | str, str]]:
    zones = reader.zones
    return list(zones.items()) if isinstance(zones, dict) else list(enumerate(zones))


def _taken(at: Keys, what: object, owner: Keys) -> Mistake:
    return Mistake(at, "one of its own", f"{what}, which {spelled(owner)} has already")


def _places(config: TableConfig) -> Iterator[Mistake]:
    """Every zone is to have an antenna: what is not seen there would be ruled a fault."""
    for place, reader in enumerate(config.reader):
        if reader.driver == BOARD and reader.zones:
            at: Keys = ("reader", place, "zones")
            yield Mistake(at, "nothing: a table board names its zones itself", short(reader.zones))
        if reader.driver in DRIVERS.keys() - {BOARD} and not reader.zones:
            yield Mistake(("reader", place, "zones"), "the zone of each antenna", "none")
    if not config.reader or any(reader.driver == BOARD for reader in config.reader):
        return
    seats = SEAT_ZONES[1 : config.table.seats + 1]
    have = {zone for reader in config.reader for _, zone in _antennas(reader)}
    if DECK_ZONE not in have:
        yield Mistake(("reader",), f"a shoe: an antenna with the zone {DECK_ZONE!r}", "none")
    lacking = [zone for zone in (BOARD_ZONE, BURN, MUCK, *seats) if zone not in have]
    if lacking:
        yield Mistake(("reader",), f"an antenna for {', '.join(lacking)}", "none")


def _times(config: TableConfig) -> Iterator[Mistake]:
    for section in ("presence", "fusion"):
        for name, value in asdict(getattr(config, section)).items():
            least, most = _SPANS.get(name, (0, _LONGEST))
            if not least <= value <= most:
                yield Mistake((section, name), f"a number from {least} to {most:g}", str(value))


def _pins(config: TableConfig) -> Iterator[Mistake]:
    if config.pins is None:
        return
    owners: dict[int, Keys] = {}
    for at, pin in (
        *((("buttons", name), pin) for name, pin in _values(config.pins.buttons)),
        *((("lamps", name), pin) for name, pin in _values(config.pins.lamps)),
        (("buzzer",), config.pins.buzzer),
    ):
        keys: Keys = ("pins", *at)
        if pin in owners:
            yield _taken(keys, f"pin {pin}", owners[pin])
        owners.setdefault(pin, keys)


def _values(section: msgspec.Struct) -> list[tuple[str, int]]:
    return list(msgspec.structs.asdict(section).items())


def _broker(config: TableConfig) -> Iterator[Mistake]:
    broker = config.broker
    if not broker.embedded:
        return
    if not loopback(broker.host):
        at = "127.0.0.1: the embedded broker is for this machine alone"
        yield Mistake(("broker", "host"), at, short(broker.host))
    if broker.tls_ca:
        yield Mistake(("broker", "tls_ca"), "none: the embedded broker has no TLS", "one")
    if broker.websockets == broker.port:
        yield Mistake(("broker", "websockets"), "another port than broker.port", str(broker.port))


def _web(config: TableConfig) -> Iterator[Mistake]:
    web = config.web
    if web is None:
        return
    if (web.tls_cert is None) != (web.tls_key is None):
        lacking = "tls_cert" if web.tls_cert is None else "tls_key"
        yield Mistake(("web", lacking), "both tls_cert and tls_key, or neither", "one of them")
    if not loopback(web.host) and web.tls_cert is None and not web.plain:
        do = "tls_cert and tls_key, or plain = true, for an address that others reach"
        yield Mistake(("web", "host"), do, short(web.host))
    for place, proxy in enumerate(web.trusted_proxies):
        if not network(proxy):
            yield Mistake(
                ("web", "trusted_proxies", place), "an address or a network", short(proxy)
            )


def _people(config: TableConfig) -> Iterator[Mistake]:
    asking = [role for role in PEOPLE if ROLES[role].asks and role != PAGES]
    for name, roles in config.people.items():
        if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", name) or name in ROLES:
            yield Mistake(("people", name), "small letters and digits, and no role's name", name)
        for role in roles:
            if role not in asking:
                yield Mistake(("people", name), nearest(role, asking), short(role))


def secrets(config: TableConfig) -> dict[Keys, Path | None]:
    """Every file that its owner alone may read, by the key that names it."""
    web = config.web
    return {
        ("decks", "file"): config.decks.file,
        ("journal", "key"): config.journal.key,
        ("broker", "password_file"): config.broker.password_file,
        **{("reader", place, "key"): one.key for place, one in enumerate(config.reader)},
        **{("roles", name): path for name, path in msgspec.structs.asdict(config.roles).items()},
        **{("web", name): getattr(web, name) if web else None for name in _WEB_SECRETS},
    }


def _secrets(config: TableConfig) -> Iterator[Mistake]:
    for at, path in secrets(config).items():
        # One that is not there yet, or not for us to see, is the doctor's matter.
        if path is not None and path.is_file():
            mode = path.stat().st_mode & 0o777
            if mode & 0o077:
                yield Mistake(
                    at, f"a file for its owner alone (chmod 600 {path})", f"mode {mode:o}"
                )


_CHECKS: dict[Callable[[TableConfig], Iterator[Mistake]], set[str | int]] = {
    # each with the keys that it makes no sense without
    _game: set(),
    _house: set(),
    _readers: set(),
    _zones: {"seats"},
    _places: {"seats", "zones", "driver", "reader"},
    _times: set(),
    _pins: set(),
    _broker: set(),
    _web: set(),
    _people: set(),
    _secrets: set(),
}
