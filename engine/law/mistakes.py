"""What is wrong with a file: where, what was expected, what came, and which word was meant."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from engine.law.toml_lines import Keys
from engine.log import LogError

_QUOTED = 60  # characters of a wrong value that are repeated


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a key: what was expected there, and what came."""

    at: Keys
    expected: str
    got: str
    line: int = 0  # of the file, where there is one

    def __str__(self) -> str:
        return f"{spelled(self.at)}: expected {self.expected}, got {self.got}"


class RulesError(LogError):
    """Rules that cannot be used, with every mistake in them; its own text is the first."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        first = mistakes[0]
        where = f"line {first.line}: " if first.line else ""
        super().__init__(f"{where}{spelled(first.at)}", first.expected, first.got)
        self.mistakes = tuple(mistakes)


def spelled(path: Keys) -> str:
    """A key as a person would say it: ``reader[2].port``, counted from 1."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}"
    return text.lstrip(".") or "file"


def short(value: object) -> str:
    """A wrong value, cut so that the complaint stays one line."""
    text = repr(value)
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 3]}..."


def meant(word: object, known: Iterable[str]) -> str:
    """`` (did you mean …?)`` for the known word that is nearest, if any is near."""
    near = get_close_matches(str(word), list(known), 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def nearest(word: str, known: Sequence[str]) -> str:
    """The known words, and which was probably meant."""
    return f"one of {', '.join(known)}{meant(word, known)}"
