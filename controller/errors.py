"""Errors a person at the command line can act on."""

from collections.abc import Iterable
from pathlib import Path


class UsageError(Exception):
    """Bad input: one clear line, exit status 2."""


class FileError(UsageError):
    """A file that cannot be used: every mistake in it, each with its line."""

    def __init__(self, path: Path, mistakes: Iterable[tuple[int, str]]) -> None:
        self.path, self.mistakes = path, sorted(mistakes)
        each = [f"{path}:{line}: {text}" for line, text in self.mistakes]
        count = f"{len(each)} mistakes\n" if len(each) > 1 else ""
        super().__init__(count + "\n".join(each))
