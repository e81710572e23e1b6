"""Which readers there are, by the names that a configuration uses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

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
class Driver:
    """A kind of reader, as it comes from the factory."""

    name: str
    title: str
    codec: Callable[[], Codec]
    device: Callable[[], Device]  # the reader simulated
    baud: int
    tag_bytes: int  # of the tags that are usual for it
    parity: Literal["N", "E"] = "N"
    targets: int | None = None  # that a poll reads at most; None: all that lie there


class UnknownReaderError(LookupError):
    """A configuration names a reader that there is no driver for."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no reader is called {name!r}: write one of {', '.join(DRIVERS)}")


_ALL = (
    Driver("pn532", "NXP PN532", Pn532Codec, Pn532Device, 115200, 7, targets=TARGETS),
    Driver("feig", "FEIG OBID, ISO-Host", FeigCodec, FeigDevice, 38400, 8, parity="E"),
    Driver("skyetek", "SkyeTek, STPv3", SkyetekCodec, SkyetekDevice, 38400, 8),
    Driver("s6350", "TI S6350", S6350Codec, S6350Device, 57600, 8),
    Driver("r200", "R200 or YRM100", R200Codec, R200Device, 115200, 12),
    Driver("r200-aa", "R200 with AA … DD", lambda: R200Codec(VARIANT), R200Device, 115200, 12),
    Driver("yr903", "YR903, one antenna", Yr903Codec, Yr903Device, 115200, 12),
    Driver(
        "yr903-4",
        "YR903, four antennas",
        lambda: Yr903Codec(range(ANTENNAS)),
        Yr903Device,
        115200,
        12,
    ),
    Driver("chafon", "Chafon UHFReader18 or 288", ChafonCodec, ChafonDevice, 57600, 12),
)
DRIVERS: dict[str, Driver] = {driver.name: driver for driver in _ALL}


def driver(name: str) -> Driver:
    """The driver of that name."""
    try:
        return DRIVERS[name]
    except KeyError:
        raise UnknownReaderError(name) from None
