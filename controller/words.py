"""Text for people: wrapped to the terminal, coloured only where there is one."""

import os
import shutil
import sys
import textwrap


def bold(text: str) -> str:
    """Stress a heading."""
    return _styled(text, "1")


def dim(text: str) -> str:
    """Take back what is said beside the matter."""
    return _styled(text, "2")


def paragraph(text: str, *, indent: int = 0, label: str = "") -> list[str]:
    """Wrap a text, with its label in the margin."""
    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    first = f"{label:{indent}}" if label else " " * indent
    return textwrap.wrap(
        text,
        max(width, indent + 30),
        initial_indent=first,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def coloured(text: str, colour: str) -> str:
    """Text in a colour of the table: red stops, yellow warns, green is well."""
    return _styled(text, COLOURS[colour])


COLOURS = {"red": "1;31", "yellow": "33", "green": "32", "blue": "34", "magenta": "1;35"}


def _styled(text: str, code: str) -> str:
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return f"\x1b[{code}m{text}\x1b[0m" if wanted or "FORCE_COLOR" in os.environ else text
