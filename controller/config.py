"""The table's configuration as types: what its file may say, and what holds where it is silent."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from controller.senses.fusion import Windows
from engine.log import Amount
from firmware_bridge.pins import Lamp, Wiring
from firmware_bridge.ports import PortSettings
from firmware_bridge.presence import Timing
from firmware_bridge.readers.registry import DRIVERS, TABLE_BOARD
from firmware_bridge.sightings import Button

BOARD: Final = TABLE_BOARD.name  # its hello has the zones

Seconds = Annotated[float, msgspec.Meta(ge=0, le=86400)]
TcpPort = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Pin = Annotated[int, msgspec.Meta(ge=2, le=27)]  # BCM; 0 and 1 belong to a HAT's own memory
Name = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the file; paths in it are absolute once it is loaded."""


class Table(Section, frozen=True):
    """``[table]``: which table this is."""

    name: Name = "table-1"
    seats: Annotated[int, msgspec.Meta(ge=2, le=23)] = 10


class GameSection(Section, frozen=True):
    """``[game]``: what is played, for what, and by which book."""

    game: str = "holdem"
    file: Path | None = None  # a house's own game instead; taken apart by ``load``
    structure: Literal["limit", "spread", "pot_limit", "no_limit"] = "no_limit"
    format: Literal["cash", "tournament"] = "cash"
    rulebook: str = "uspa"  # one of the five, or where the house's own lies
    small_blind: Amount = 1
    big_blind: Amount = 2
    ante: Amount = 0
    bring_in: Amount = 0
    small_bet: Amount = 0
    big_bet: Amount = 0


class ReaderSection(Section, frozen=True):
    """``[[reader]]``: one reader on one port, and the zones of its antennas."""

    name: Name
    driver: str
    port: str  # a name of /dev/serial/by-id, or a path
    baud: Annotated[int, msgspec.Meta(ge=1200, le=4_000_000)] | None = None
    parity: Literal["N", "E", "O"] | None = None
    zones: list[str] | dict[str, str] = []  # in the antennas' order, or by the antenna's number
    poll_every: Seconds | None = None
    answer_within: Seconds | None = None
    silent_after: Seconds | None = None
    key: Path | None = None  # of a table board's line; None: whoever is on it is believed

    @property
    def settings(self) -> PortSettings:
        """The port, as the driver's factory settings have it where the file is silent."""
        usual = DRIVERS.get(self.driver, TABLE_BOARD)
        return PortSettings(self.port, self.baud or usual.baud, self.parity or usual.parity)

    @property
    def antennas(self) -> dict[int, str]:
        """The zone of each antenna; none for a table board."""
        if isinstance(self.zones, Mapping):
            return {int(number): zone for number, zone in self.zones.items()}
        return dict(enumerate(self.zones))


class Camera(Section, frozen=True):
    """``[camera]``: the camera over the felt; without this section there is none."""

    kind: Literal["usb", "pi", "folder"] = "usb"
    device: str = "/dev/video0"  # of a folder: its path
    calibration: Path = Path("calibration")  # a folder
    house_deck: Path | None = None  # the house's own cards, learnt from pictures
    chips: Path | None = None  # the house's chips; None: they are not counted

    @property
    def source(self) -> str:
        """The camera as vision names it."""
        return "pi" if self.kind == "pi" else self.device


class Chips(Section, frozen=True):
    """``[chips]``: chips with a tag each, read in the betting spots."""

    tags: Path | None = None  # the tags of each value; None: no chip has one


class Buttons(Section, frozen=True):
    """``[pins.buttons]``: the dealer's buttons."""

    new_hand: Pin = 5
    round_complete: Pin = 6
    call_floor: Pin = 13
    undo: Pin = 19


class Lamps(Section, frozen=True):
    """``[pins.lamps]``: the three lamps."""

    green: Pin = 17
    yellow: Pin = 27
    red: Pin = 22


class Pins(Section, frozen=True):
    """``[pins]``: BCM numbers of a Pi's header; without this section no pin is touched."""

    buttons: Buttons = Buttons()
    lamps: Lamps = Lamps()
    buzzer: Pin = 18

    @property
    def wiring(self) -> Wiring:
        """As the bridge's panel has it."""
        return Wiring(
            {button: getattr(self.buttons, button) for button in get_args(Button)},
            {lamp: getattr(self.lamps, lamp) for lamp in get_args(Lamp)},
            self.buzzer,
        )


class Decks(Section, frozen=True):
    """``[decks]``: which tag is which card."""

    file: Path = Path("decks.json")


class Journal(Section, frozen=True):
    """``[journal]``: where everything is kept, with which key, and for how long."""

    file: Path = Path("journal.sqlite")
    key: Path = Path("table.key")
    keep_days: Annotated[int, msgspec.Meta(ge=1)] | None = None  # None: for ever
    keep_bytes: Annotated[int, msgspec.Meta(ge=1 << 20)] | None = None  # None: as the disk lets
    outbox: Annotated[int, msgspec.Meta(ge=100)] = 100_000  # messages that wait for the broker


class Broker(Section, frozen=True):
    """``[broker]``: the MQTT broker, and who the controller is there."""

    host: str = "127.0.0.1"
    port: TcpPort = 1883
    websockets: TcpPort | None = None  # where the embedded broker listens for pages as well
    tls_ca: Path | None = None  # the CA that the broker's certificate must be of; None: no TLS
    username: str = "controller"
    password_file: Path | None = None
    embedded: bool = False  # start our own on this port: for trying out, loopback only


class LanguageSection(Section, frozen=True):
    """``[language]``: what alerts are said in, and a house's own words."""

    use: Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$")] = "en"
    folder: Path | None = None  # of files like de.toml that add a language or change its words


class Roles(Section, frozen=True):
    """``[roles]``: files with the roles' passwords, for the embedded broker and the displays."""

    display: Path | None = None
    dealer: Path | None = None
    floor: Path | None = None
    broadcast: Path | None = None
    pages: Path | None = None  # of the displays alone: with it they say who has logged in


class Broadcast(Section, frozen=True):
    """``[broadcast]``: what the station gets of hole cards, and when."""

    delay: Seconds = 1800.0  # from what happens to its broadcast; best longer than any hand
    station_key: Path | None = None  # the station's public key; None: nothing is ever released


class HomeAssistant(Section, frozen=True):
    """``[homeassistant]``: discovery for Home Assistant."""

    enabled: bool = False
    prefix: Name = "homeassistant"


class Web(Section, frozen=True):
    """``[web]``: the displays' own server; without this section there is none."""

    host: str = "127.0.0.1"
    port: TcpPort = 8080
    tls_cert: Path | None = None
    tls_key: Path | None = None
    plain: bool = False  # yes: another address than loopback without TLS
    secret: Path = Path("web.secret")  # signs cookies and links
    passwords: Path = Path("web.passwords")  # hashes of the pages' logins
    accounts: Path = Path("web.accounts")  # of persons; with one in it no role's password opens
    trusted_proxies: list[str] = []  # addresses or networks: they say from where somebody comes
    station: Path | None = None  # the station's private key: this server then shows the overlay
    show: Path | None = None  # a folder with photographs, flags, sponsors and themes
    custom_css: bool = False  # yes: OBS may put its own CSS into the overlay


class TableConfig(Section, frozen=True):
    """The whole file."""

    table: Table = Table()
    game: GameSection = GameSection()
    house: dict[str, Any] = {}
    own_game: dict[str, Any] = {}  # a house's own game, in its file's words
    reader: tuple[ReaderSection, ...] = ()
    presence: Timing = msgspec.field(default_factory=Timing)
    fusion: Windows = msgspec.field(default_factory=Windows)
    camera: Camera | None = None
    chips: Chips = Chips()
    pins: Pins | None = None
    decks: Decks = Decks()
    journal: Journal = Journal()
    broker: Broker = Broker()
    roles: Roles = Roles()
    broadcast: Broadcast = Broadcast()
    homeassistant: HomeAssistant = HomeAssistant()
    web: Web | None = None
    language: LanguageSection = LanguageSection()
    people: dict[str, list[str]] = {}  # users of the broker besides the roles, and their roles
    dealers: dict[str, str] = {}  # each one's name, and the code or tag that brings him on duty

    def opening(self) -> dict[str, Any]:
        """The table log's ``open`` event, whole but for its time."""
        game = msgspec.structs.asdict(self.game)
        del game["file"]
        if self.own_game:
            game |= {"game": self.own_game["name"], "own_game": self.own_game}
        return {
            "e": "open",
            **game,
            "house": self.house,
            "sensors": self._sensors(),
            "seats": self.table.seats,
            "table": self.table.name,
        }

    def _sensors(self) -> list[str]:
        """What the table can see: chips only where the house has taught its own, or tagged them."""
        seen = self.camera is not None and self.camera.chips is not None
        camera = ["camera"] if self.camera is not None else []
        return ["rfid", "shoe", *camera, *(["chips"] if seen or self.chips.tags else [])]
