"""What a line of a scenario is, and the parts that lines are made of."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from controller.scenario.play import Play

Answer = dict[str, Any]
Event = dict[str, Any]

#: ``setup`` comes before the table opens; ``either`` is setup until then and ``table`` after it;
#: ``table`` needs no deal; ``hand`` begins one when none
#: has begun; ``check`` asserts what the engine answered; ``detail`` belongs to the check above it.
Kind = Literal["setup", "either", "table", "hand", "check", "detail"]

CARD = r"(?:[2-9TJQKA][shdc]|Jk|\?\?)"
CARDS = rf"{CARD}(?:[ ,]+{CARD})*"
ZONE = r"(?:seat \d+|deck|board|burn|muck|off|aside)"
CLAUSE = r"(?:[a-z]+\.[\w.\-]+|house)"
SEAT = r"seat (?P<seat>\d+)"


@dataclass(frozen=True)
class Form:
    """One kind of line: how it is written, and what it does."""

    usage: str
    pattern: re.Pattern[str]
    kind: Kind
    carry_out: "Callable[[Play, NotebookLine], None]"


@dataclass(frozen=True)
class NotebookLine:
    """One line as written in the file, with the parts its form names."""

    number: int
    text: str
    form: Form
    parts: dict[str, str | None]
    details: tuple["NotebookLine", ...] = ()

    def part(self, name: str) -> str:
        """Give the named part, empty where the line leaves it out."""
        return self.parts.get(name) or ""

    def number_of(self, name: str) -> int:
        """Give the named part as a whole number."""
        return int(self.part(name))


@dataclass(frozen=True)
class Scenario:
    """A scenario read and understood, ready to be played."""

    name: str
    title: str
    lines: tuple[NotebookLine, ...]
    named_cards: frozenset[str]
    games: tuple[str, ...] = ()  # that it is about; none: it holds in every game with a board
    books: tuple[str, ...] = ()  # that it holds in, in the order of the shelf


FORMS: list[Form] = []
"""The grammar, in the order in which forms are tried."""


def form(
    kind: Kind, usage: str, pattern: str
) -> "Callable[[Callable[[Play, NotebookLine], None]], Callable[[Play, NotebookLine], None]]":
    """Enter the decorated function in the grammar."""

    def enter(
        carry_out: "Callable[[Play, NotebookLine], None]",
    ) -> "Callable[[Play, NotebookLine], None]":
        FORMS.append(Form(usage, re.compile(pattern), kind, carry_out))
        return carry_out

    return enter


def zone(words: str) -> str:
    """Put ``seat 3`` in the words of the table log: ``seat:3``."""
    return words.replace("seat ", "seat:")


def cards(words: str) -> list[str]:
    """Read the cards of a list such as ``Ah Kd, 2c``."""
    return re.findall(CARD, words)


def numbers(words: str) -> list[int]:
    """Read the numbers of a list such as ``1-3, 6``."""
    found: list[int] = []
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", words):
        found.extend(range(int(first), int(last or first) + 1))
    return found
