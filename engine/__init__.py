"""The rules engine: the table log in, rulings out."""

from engine.log import LogError
from engine.table import Table

__all__ = ["LogError", "Table"]
