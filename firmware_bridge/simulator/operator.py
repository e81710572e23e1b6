"""A person at the console: gives what was said at the table, as it is said."""

from collections.abc import Callable

from firmware_bridge.simulator.truth import Event, Truth

SEEN = ("card", "flash", "tick")  # what sensors and clocks tell, not people


class Operator:
    """Follows the truth and asks for all in it that no sensor sees, reported faults among it."""

    def __init__(self, truth: Truth, ask: Callable[[Event], object]) -> None:
        self._truth, self._ask = truth, ask
        self._heard = 0

    def step(self) -> None:
        """Give what was said since the last time."""
        entered = self._truth.entered
        while self._heard < len(entered):
            event = entered[self._heard]
            self._heard += 1
            if event["e"] not in SEEN:
                self._ask(event)
