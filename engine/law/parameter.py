"""What a parameter of a book is."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its usual value, which also says of what kind it is, and its meaning."""

    usual: Any
    meaning: str
    choices: tuple[str, ...] = ()
    by: tuple[str, ...] = ()  # it may be a table of these words and ``any``
