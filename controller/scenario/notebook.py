"""Reading a scenario: text to lines, each of a known form."""

import re
from collections.abc import Iterator
from dataclasses import replace

from controller.errors import UsageError
from controller.scenario import checks, events, people, stud, wagers
from controller.scenario.lines import CARD, FORMS, Form, NotebookLine, Scenario
from engine.law import BOOKS

# Imported for what importing does: each enters its lines in FORMS.
assert events and checks and people and stud and wagers

_NAMED_CARD = re.compile(rf"(?<![\w.]){CARD}(?![\w.])")


class ScenarioError(UsageError):
    """A scenario file that cannot be read: says the file, the line and what was expected."""


def parse(text: str, name: str) -> Scenario:
    """Read the text of a scenario; ``name`` is how problems refer to it."""
    written = [(number, _without_comment(raw)) for number, raw in enumerate(text.splitlines(), 1)]
    written = [(number, raw) for number, raw in written if raw.strip()]
    if not written:
        raise ScenarioError(f"{name}: empty; a scenario begins with a line that says what happens")
    (_, title), *rest = written
    lines: list[NotebookLine] = []
    for number, raw in _one_detail_each(rest):
        found = _line(raw, number, name)
        if found.form.kind != "detail":
            lines.append(found)
        elif not lines or lines[-1].form.kind != "check":
            raise ScenarioError(f"{name}:{number}: {raw.strip()!r} has no ruling line above it")
        else:
            lines[-1] = replace(lines[-1], details=(*lines[-1].details, found))
    named = frozenset(card for _, raw in rest for card in _NAMED_CARD.findall(raw))
    return Scenario(name, title.strip(), tuple(lines), named, _games(lines), _books(lines))


def _games(lines: list[NotebookLine]) -> tuple[str, ...]:
    """The games that the file names; none where it holds in every game with a board."""
    words = [word for line in lines for word in line.part("game").split()]
    words += [line.part("name") for line in lines if line.part("rounds")]  # a house's own
    return tuple(word for word in words if word not in events.NO_GAMES)


def _books(lines: list[NotebookLine]) -> tuple[str, ...]:
    """The books that the file holds in: the one it names, or every one but those it leaves out."""
    for line in lines:
        if book := line.part("book"):
            return (book,)
        if line.text.startswith("in every book"):
            return tuple(book for book in BOOKS if book not in line.part("but"))
    return ()


def _without_comment(raw: str) -> str:
    return re.sub(r"(^|\s)#.*", "", raw).rstrip()


def _one_detail_each(written: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Part ``seats 2; cards 7c``, but never a quoted text."""
    for number, raw in written:
        if raw[0].isspace() and '"' not in raw:
            yield from ((number, "  " + part.strip()) for part in raw.split(";"))
        else:
            yield number, raw


def _line(raw: str, number: int, name: str) -> NotebookLine:
    text = raw.strip()
    indented = raw[0].isspace()
    forms = [form for form in FORMS if (form.kind == "detail") == indented]
    for form in forms:
        if match := form.pattern.fullmatch(text):
            return NotebookLine(number, text, form, match.groupdict())
    raise ScenarioError(
        f"{name}:{number}: cannot read {text!r}; lines like it: {_like(text, forms)}"
    )


def _like(text: str, forms: list[Form]) -> str:
    """Name the forms that share most words with what was written."""
    written = text.split()

    def shared(form: Form) -> int:
        known = re.findall(r"\w+", form.usage)
        return sum(any(word.startswith(begun) for word in known) for begun in written)

    return " | ".join(form.usage for form in sorted(forms, key=shared, reverse=True)[:3])
