"""Which readers there are, by the names that a configuration uses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from firmware_bridge.board_link import BoardLink, BoardTimes
from firmware_bridge.link import Link
from firmware_bridge.poll_link import PollLink, PollTimes
from firmware_bridge.readers import Codec
from firmware_bridge.readers.chafon import ChafonCodec, ChafonDevice
from firmware_bridge.readers.device import Device
from firmware_bridge.readers.feig import FeigCodec, FeigDevice
from firmware_bridge.readers.pn532 import TARGETS, Pn532Codec, Pn532Device
from firmware_bridge.readers.r200 import VARIANT, R200Codec, R200Device
from firmware_bridge.readers.s6350 import S6350Codec, S6350Device
from firmware_bridge.readers.skyetek import SkyetekCodec, SkyetekDevice
from firmware_bridge.readers.yr903 import ANTENNAS, Yr903Codec, Yr903Device


@dataclass(frozen=True, slots=True)
class LinkTimes:
    """The times of a reader's link, whichever kind it turns out to be, and a board's key."""

    poll: PollTimes = field(default_factory=PollTimes)
    board: BoardTimes = field(default_factory=BoardTimes)
    key: bytes = field(default=b"", repr=False)


Linking = Callable[[str, Mapping[int, str], LinkTimes], Link]  # name, zones by antenna, times


@dataclass(frozen=True, slots=True)
class Driver:
    """A kind of reader, as it comes from the factory."""

    name: str
    title: str
    baud: int
    tag_bytes: int  # of the tags that are usual for it
    link: Linking  # the host's side of such a reader
    parity: Literal["N", "E"] = "N"
    targets: int | None = None  # that a poll reads at most; None: all that lie there


@dataclass(frozen=True, slots=True, kw_only=True)
class PolledDriver(Driver):
    """A reader that speaks when it is asked."""

    codec: Callable[[], Codec]
    device: Callable[[], Device]  # the reader simulated


class UnknownReaderError(LookupError):
    """A configuration names a reader that there is no driver for."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no reader is called {name!r}: write one of {', '.join(DRIVERS)}")


def _polled(
    name: str,
    title: str,
    codec: Callable[[], Codec],
    device: Callable[[], Device],
    baud: int,
    tag_bytes: int,
    parity: Literal["N", "E"] = "N",
    targets: int | None = None,
) -> PolledDriver:
    def link(name: str, zones: Mapping[int, str], times: LinkTimes) -> Link:
        return PollLink(name, codec(), zones, times.poll)

    return PolledDriver(
        name, title, baud, tag_bytes, link, parity, targets, codec=codec, device=device
    )


def _board_link(name: str, zones: Mapping[int, str], times: LinkTimes) -> Link:
    return BoardLink(name, times.board, times.key)  # its hello has the zones


_POLLED = (
    _polled("pn532", "NXP PN532", Pn532Codec, Pn532Device, 115200, 7, targets=TARGETS),
    _polled("feig", "FEIG OBID, ISO-Host", FeigCodec, FeigDevice, 38400, 8, parity="E"),
    _polled("skyetek", "SkyeTek, STPv3", SkyetekCodec, SkyetekDevice, 38400, 8),
    _polled("s6350", "TI S6350", S6350Codec, S6350Device, 57600, 8),
    _polled("r200", "R200 or YRM100", R200Codec, R200Device, 115200, 12),
    _polled("r200-aa", "R200 with AA … DD", lambda: R200Codec(VARIANT), R200Device, 115200, 12),
    _polled("yr903", "YR903, one antenna", Yr903Codec, Yr903Device, 115200, 12),
    _polled(
        "yr903-4",
        "YR903, four antennas",
        lambda: Yr903Codec(range(ANTENNAS)),
        Yr903Device,
        115200,
        12,
    ),
    _polled("chafon", "Chafon UHFReader18 or 288", ChafonCodec, ChafonDevice, 57600, 12),
)
POLLED: dict[str, PolledDriver] = {driver.name: driver for driver in _POLLED}
TABLE_BOARD = Driver("board", "the project's table board", 115200, 8, _board_link)
DRIVERS: dict[str, Driver] = {**POLLED, TABLE_BOARD.name: TABLE_BOARD}


def driver(name: str) -> Driver:
    """The driver of that name."""
    try:
        return DRIVERS[name]
    except KeyError:
        raise UnknownReaderError(name) from None
