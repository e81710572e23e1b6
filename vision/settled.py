"""Tells what stands in a place only when it has stood there for a while."""

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key", str, int)
Value = TypeVar("Value")


class Settled(Generic[Key, Value]):
    """A value for each place, told once it has lasted."""

    def __init__(self, after: float, nothing: Value) -> None:
        self.after, self.nothing = after, nothing
        self.told: dict[Key, Value] = {}
        self.waiting: dict[Key, tuple[Value, float]] = {}

    def look(self, t: float, now: Mapping[Key, Value]) -> Iterator[tuple[Key, Value]]:
        """Take what is seen at every place; give the places whose change has lasted."""
        for key in now.keys() | self.waiting.keys() | self.told.keys():
            value = now.get(key, self.nothing)
            if value == self.told.get(key, self.nothing):
                self.waiting.pop(key, None)
                continue
            known, since = self.waiting.get(key, (value, t))
            self.waiting[key] = (value, since if known == value else t)
            if t - self.waiting[key][1] >= self.after:
                del self.waiting[key]
                self.told[key] = value
                yield key, value
