"""Reads a table log line by line from a file or from standard input."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

import msgspec

from controller import rules_file
from controller.errors import UsageError
from engine.law import Book, load
from engine.log import LogError

BOOK_HELP = "instead of the log's: one of the five books, or a house's own .toml file or folder"
# No event comes near this; a file without line ends must not fill the memory.
LONGEST_LINE = 1 << 20


def lines(name: str) -> Iterator[tuple[int, bytes]]:
    """Give the lines of a file (``-``: standard input) with their numbers, without the blanks."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as stream:
            yield from _lines(stream)
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # the reader of our answers, not this file
            raise
        raise UsageError(f"{name}: {error.strerror}") from error


def decode(number: int, line: bytes) -> dict[str, object]:
    """Read one line as a JSON object."""
    try:
        event = msgspec.json.decode(line)
    except UnicodeDecodeError as error:
        raise bad_line(number, "line", "UTF-8 text", f"byte 0x{_first_bad(error):02x}") from error
    except msgspec.DecodeError as error:
        raise bad_line(number, "line", "one JSON object", _malformed(line, error)) from error
    except RecursionError as error:
        raise bad_line(number, "line", "one JSON object", "objects nested too deep") from error
    if not isinstance(event, dict):
        raise bad_line(number, "line", "one JSON object", _short(line))
    return event


def bad_line(number: int, field: str, expected: str, got: str) -> UsageError:
    """Say what is wrong with a line in the one form every command uses."""
    return UsageError(f"line {number}: {field}: expected {expected}, got {got}")


def rulebook(name: str | None) -> Book | None:
    """The book asked for: one of the five by name, or a house's own file or folder."""
    if name is None:
        return None
    try:
        return rules_file.read(Path(name)).book() if rules_file.is_path(name) else load(name)
    except LogError as error:
        raise UsageError(f"--rulebook: expected {error.expected}, got {error.got}") from error


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise bad_line(number, "line", f"at most {LONGEST_LINE} bytes", "more")
        if line.strip():
            yield number, line


def _first_bad(error: UnicodeDecodeError) -> int:
    return error.object[error.start]


def _malformed(line: bytes, error: msgspec.DecodeError) -> str:
    try:
        line.decode()
    except UnicodeDecodeError as undecodable:
        return f"byte 0x{_first_bad(undecodable):02x}, which is not UTF-8"
    return f"{_short(line)} ({error})"


def _short(line: bytes) -> str:
    """Quote a line, escaped and cut, so that the complaint stays one readable line."""
    text = ascii(line.decode(errors="replace").strip())
    return text if len(text) <= 60 else f"{text[:57]}...'"
