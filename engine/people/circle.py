"""The seats as a circle."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """The seats in order, from the first after a place on."""
    ordered = sorted(seats)
    first = bisect_right(ordered, after)
    return ordered[first:] + ordered[:first]


def lies_between(seat: int, start: int, end: int) -> bool:
    """Whether a seat is passed on the way from one place to another, being neither."""
    if start < end:
        return start < seat < end
    return start > end and (seat > start or seat < end)
