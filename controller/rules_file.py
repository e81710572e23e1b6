"""A house's rules on disk: a file over one of the books, or a whole book in a folder of its own."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.errors import FileError, UsageError
from engine.law import BOOKS, Book, RulesError, from_toml, house_file

BOOK, CLAUSES = "book.toml", "clauses.csv"  # of a folder
LARGEST = 1 << 20  # bytes; the longest of the five books has a fiftieth of it


def is_path(name: str, folder: Path = Path()) -> bool:
    """Whether a rulebook is named by where it lies, and is none of the five."""
    if name in BOOKS:
        return False
    return name.endswith(".toml") or "/" in name or (folder / name).is_dir()


@dataclass(frozen=True, slots=True)
class RulesFile:
    """The text of a house's rules, and of the table of its clauses, if it has one."""

    path: Path
    name: str
    text: str
    clauses: str

    def book(self) -> Book:
        """The rules as a book."""
        try:
            return from_toml(self.text, self.name, self.clauses)
        except RulesError as error:
            raise self._wrong(error) from error

    def opening(self) -> tuple[str, dict[str, Any]]:
        """The rules as an ``open`` event has them: the book's name, and the house's part."""
        try:
            return house_file(self.text, self.name, self.clauses)
        except RulesError as error:
            raise self._wrong(error) from error

    def _wrong(self, error: RulesError) -> FileError:
        return FileError(self.path, [(one.line, str(one)) for one in error.mistakes])


def read(path: Path) -> RulesFile:
    """Read a file with the table of clauses beside it, or a folder with both."""
    if path.is_dir():
        file, clauses, name = path / BOOK, path / CLAUSES, path.resolve().name
    else:
        file, clauses, name = path, path.with_suffix(".csv"), path.stem
    return RulesFile(file, name, _text(file), _text(clauses) if clauses.is_file() else "")


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    if len(data) > LARGEST:
        raise UsageError(f"{path}: expected at most {LARGEST} bytes, got more")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(path, [(line, "expected UTF-8 text, got other bytes")]) from error
