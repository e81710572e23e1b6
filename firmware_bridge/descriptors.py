"""Waiting for bytes at any descriptor, whatever its number; select() knows only the first 1,024."""

import math
import select
from collections.abc import Iterable


def ready(descriptors: Iterable[int], seconds: float) -> list[int]:
    """Wait for bytes; give those where some are, or where nobody will send any more."""
    waiting = select.poll()
    for descriptor in descriptors:
        waiting.register(descriptor, select.POLLIN)
    return [descriptor for descriptor, _ in waiting.poll(math.ceil(max(0.0, seconds) * 1000))]
