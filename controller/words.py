"""Text for people: wrapped to the terminal, coloured only where there is one."""

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


def _styled(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if sys.stdout.isatty() else text
