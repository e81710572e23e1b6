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


def signal(alerts: Iterable[Alert], new: Iterable[Alert] = (), *, asked: bool = False) -> Signal:
    """The lamps for all that is open, the buzzer for what is new.

    A question that waits for the dealer blinks yellow over green: nothing is wrong yet. A ruling
    that somebody has noticed stays lit, steadily, until its steps are done.
    """
    lamps: dict[Lamp, Mode] = {"green": "on", "yellow": "off", "red": "off"}
    open_now = list(alerts)
    for severity, (lamp, mode, _) in reversed(SIGNALS.items()):
        of_it = [alert for alert in open_now if alert.severity == severity]
        if any(alert.acknowledged is None for alert in of_it):
            lamps[lamp] = mode
        elif any(alert.kind == "ruling" for alert in of_it):
            lamps[lamp] = "slow" if severity == "floor" else "on"
    if {lamps["yellow"], lamps["red"]} != {"off"}:
        lamps["green"] = "off"
    if asked and lamps["yellow"] == "off":
        lamps["yellow"] = "slow"
    heard = {alert.severity for alert in new}
    beeps = next((beeps for severity, (*_, beeps) in SIGNALS.items() if severity in heard), None)
    return Signal(lamps, beeps)
