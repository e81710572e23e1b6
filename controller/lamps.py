"""What lamps and buzzer say of the alerts: red stops, yellow wants a correction, green is well."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from controller.messages import Alert
from firmware_bridge.pins import Lamp, Mode


class Beeps(NamedTuple):
    """How often the buzzer sounds, and how long each time."""

    times: int
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Signal:
    """What the lamps show, and what the buzzer says once."""

    lamps: Mapping[Lamp, Mode]
    beeps: Beeps | None = None


# The worst first. A table has no blue lamp: a slow red says that a person must come.
SIGNALS: dict[str, tuple[Lamp, Mode, Beeps]] = {
    "stop": ("red", "fast", Beeps(3, 150)),
    "floor": ("red", "slow", Beeps(1, 600)),
    "fix": ("yellow", "on", Beeps(2, 150)),
}


def signal(alerts: Iterable[Alert], new: Iterable[Alert] = ()) -> Signal:
    """The lamps for all that is open and not yet acknowledged, the buzzer for what is new."""
    waiting = {alert.severity for alert in alerts if alert.acknowledged is None}
    lamps: dict[Lamp, Mode] = {"green": "off" if waiting else "on", "yellow": "off", "red": "off"}
    for severity, (lamp, mode, _) in reversed(SIGNALS.items()):
        if severity in waiting:
            lamps[lamp] = mode
    heard = {alert.severity for alert in new}
    beeps = next((beeps for severity, (*_, beeps) in SIGNALS.items() if severity in heard), None)
    return Signal(lamps, beeps)
