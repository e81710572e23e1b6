"""The table's truth and the law: no I/O, no clock, no threads."""

from engine.log import LogError
from engine.table import Table

__all__ = ["LogError", "Table"]
