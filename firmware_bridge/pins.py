"""Pins: the dealer's buttons, three lamps and a buzzer on a Raspberry Pi's header."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal, Protocol, get_args

from firmware_bridge.sightings import Button, Press

Lamp = Literal["green", "yellow", "red"]
Mode = Literal["off", "on", "slow", "fast"]  # as the table board's lamps have them
BLINK: Mapping[Mode, float] = {"slow": 1.0, "fast": 0.25}  # seconds of a whole blink
MOST_BEEPS = 10
EPSILON = 1e-6  # times are sums of floats; a level that has just held long enough has


class PinsError(Exception):
    """The pins cannot be used; the text says what to do."""


class Pins(Protocol):
    """What the panel needs of a header: buttons that pull a pin down, outputs that are high."""

    def down(self, pin: int) -> bool:
        """Whether the button at a pin is down."""

    def write(self, pin: int, high: bool) -> None:
        """Set an output."""

    def close(self) -> None:
        """Let go of all pins, with the outputs off."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which pin has what, in the BCM numbers of the header."""

    buttons: Mapping[Button, int] = field(
        default_factory=lambda: {
            "new_hand": 5,
            "round_complete": 6,
            "call_floor": 13,
            "undo": 19,
        }
    )
    lamps: Mapping[Lamp, int] = field(
        default_factory=lambda: {"green": 17, "yellow": 27, "red": 22}
    )
    buzzer: int = 18

    def __post_init__(self) -> None:
        pins = [*self.buttons.values(), *self.lamps.values(), self.buzzer]
        twice = sorted({pin for pin in pins if pins.count(pin) > 1})
        if twice:
            raise PinsError(f"pin {twice[0]} has two uses: give each its own")


class Debounce:
    """One press out of the many edges a contact makes: a level counts once it has held."""

    def __init__(self, settle: float = 0.02) -> None:
        self.settle = settle
        self._down = False  # as settled
        self._seen = False
        self._since = 0.0

    def sample(self, t: float, down: bool) -> bool:
        """Take the level at a time; true when a press has just settled."""
        if down != self._seen:
            self._seen, self._since = down, t
        if self._seen == self._down or t - self._since < self.settle - EPSILON:
            return False
        self._down = self._seen
        return self._down


class Panel:
    """The dealer's place: call ``tick`` every few milliseconds with the time."""

    def __init__(self, pins: Pins, wiring: Wiring | None = None, settle: float = 0.02) -> None:
        self._pins = pins
        self._wiring = wiring or Wiring()
        self._contacts = {button: Debounce(settle) for button in self._wiring.buttons}
        self._modes: dict[Lamp, Mode] = dict.fromkeys(get_args(Lamp), "off")
        self._beeps: tuple[float, int, float] = (0.0, 0, 0.0)  # from when, how many, how long each
        self._lit: dict[int, bool] = {}

    def lamp(self, lamp: Lamp, mode: Mode) -> None:
        """Set a lamp; it changes at the next tick."""
        self._modes[lamp] = mode

    def buzz(self, t: float, beeps: int, milliseconds: int) -> None:
        """Sound so many beeps, with pauses as long; a new call replaces one that still sounds."""
        if not 0 <= beeps <= MOST_BEEPS:
            raise PinsError(f"{beeps} beeps, expected 0 to {MOST_BEEPS}")
        self._beeps = (t, beeps, milliseconds / 1000)

    def tick(self, t: float) -> list[Press]:
        """Set the outputs as the time asks for, and tell the buttons that were pressed."""
        for lamp, mode in self._modes.items():
            period = BLINK.get(mode)
            self._set(self._wiring.lamps[lamp], t % period < period / 2 if period else mode == "on")
        start, beeps, length = self._beeps
        part = (t - start) // length if length else 0
        self._set(self._wiring.buzzer, 0 <= part < 2 * beeps and part % 2 == 0)
        return [
            Press(t, button)
            for button, contact in self._contacts.items()
            if contact.sample(t, self._pins.down(self._wiring.buttons[button]))
        ]

    def close(self) -> None:
        """Leave everything dark and quiet."""
        self._pins.close()

    def _set(self, pin: int, high: bool) -> None:
        """Write only what changes: a write to the header costs more than a look-up."""
        if self._lit.get(pin) != high:
            self._pins.write(pin, high)
            self._lit[pin] = high


class FakePins:
    """A header without a Pi: tests and the simulated table hold its buttons down."""

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.high: dict[int, bool] = {}
        self.closed = False

    def down(self, pin: int) -> bool:
        """Whether somebody holds the button."""
        return pin in self.held

    def write(self, pin: int, high: bool) -> None:
        """Remember the output."""
        self.high[pin] = high

    def close(self) -> None:
        """All outputs off."""
        self.high = dict.fromkeys(self.high, False)
        self.closed = True


class PiPins:
    """The header of a Raspberry Pi, through whichever package supplies ``RPi.GPIO``."""

    def __init__(self, wiring: Wiring) -> None:
        self._gpio = gpio_module()
        self._outputs = [*wiring.lamps.values(), wiring.buzzer]
        try:
            self._gpio.setmode(self._gpio.BCM)
            for pin in wiring.buttons.values():
                self._gpio.setup(pin, self._gpio.IN, pull_up_down=self._gpio.PUD_UP)
            for pin in self._outputs:
                self._gpio.setup(pin, self._gpio.OUT, initial=self._gpio.LOW)
        except (RuntimeError, ValueError, OSError) as error:
            raise PinsError(
                f"the pins do not open ({error}): is another program using them?"
            ) from error

    def down(self, pin: int) -> bool:
        """A button pulls its pin to ground."""
        return not self._gpio.input(pin)

    def write(self, pin: int, high: bool) -> None:
        """Set an output."""
        self._gpio.output(pin, self._gpio.HIGH if high else self._gpio.LOW)

    def close(self) -> None:
        """Switch all off before the pins become inputs again."""
        for pin in self._outputs:
            self._gpio.output(pin, self._gpio.LOW)
        self._gpio.cleanup()


def gpio_module() -> Any:  # the two packages that supply it have no types in common
    """Import the module only here: off a Pi it refuses to be imported."""
    try:
        return import_module("RPi.GPIO")
    except (ImportError, RuntimeError) as error:
        raise PinsError(
            f"no pins here ({error}): on a Raspberry Pi install cutcard[pi], on a Pi 5 cutcard[pi5]"
        ) from error
