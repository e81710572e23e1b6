"""Boards of a deal that is run more than once."""

from __future__ import annotations


class Runs:
    """How often the rest of the board is dealt, and the boards that are whole."""

    __slots__ = ("at", "base", "boards", "times")

    def __init__(self, times: int, at: int, base: list[str]) -> None:
        self.times = times
        self.at = at  # the round from which each board is dealt anew
        self.base = base  # what all boards have in common
        self.boards: list[list[str]] = []

    @property
    def number(self) -> int:
        """Which board is being dealt, from 1."""
        return min(len(self.boards) + 1, self.times)
