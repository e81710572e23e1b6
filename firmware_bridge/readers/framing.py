"""Whole frames out of a stream of bytes, whatever noise lies between them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Shape:
    """How a protocol's frames begin and how long they are."""

    header: re.Pattern[bytes]  # matches just the bytes that are needed to know the length
    header_most: int  # of bytes that the pattern can match
    length: Callable[[bytes], int | None]  # a header -> the whole frame's; None: no such frame
    largest: int  # a longer frame is noise: bounds what is kept
    shared: int = 0  # bytes of its end that may already be the beginning of the next


def any_bytes(pattern: bytes) -> re.Pattern[bytes]:
    """A header told as a regular expression in which a dot is any byte, a newline too."""
    return re.compile(pattern, re.DOTALL)


class Framer(Generic[F]):
    """Cuts frames of one shape; ``read`` gives a frame its type, or None if it is none."""

    def __init__(self, shape: Shape, read: Callable[[bytes], F | None]) -> None:
        self._shape = shape
        self._read = read
        self._rest = b""

    @property
    def waiting(self) -> int:
        """How many bytes are kept for a frame that has begun; less than the largest frame."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[F]:
        """Take bytes in any portions; give the frames they complete."""
        seen = self._rest + data
        frames: list[F] = []
        begun: int | None = None  # where a frame may have begun that is not all here yet
        at = done = 0
        while match := self._shape.header.search(seen, at):
            at = match.start()
            length = self._shape.length(match.group())
            if length is None or not len(match.group()) < length <= self._shape.largest:
                at += 1
                continue
            if at + length > len(seen):
                # Noise can pass for the head of a long frame: look past it, or a good frame
                # behind it would wait for bytes that nobody sends.
                begun = at if begun is None else begun
                at += 1
                continue
            frame = self._read(seen[at : at + length])
            if frame is None:
                at += 1  # a byte only: the next good frame may begin inside this bad one
                continue
            frames.append(frame)
            at = done = at + length - self._shape.shared
            begun = None
        self._rest = seen[self._keep_from(len(seen), done, begun) :]
        return frames

    def _keep_from(self, size: int, done: int, begun: int | None) -> int:
        half_a_header = size - (self._shape.header_most - 1)
        kept = half_a_header if begun is None else min(begun, half_a_header)
        return max(kept, done)
