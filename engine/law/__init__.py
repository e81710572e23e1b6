"""The law: rulebooks as data, the words they may use, and the catalogue of their clauses."""

from engine.law.book import Book, Line, Window
from engine.law.catalogue import BOOKS
from engine.law.house import book_for, from_toml, house_file, with_house
from engine.law.mistakes import Mistake, RulesError
from engine.law.shelf import load, load_all

__all__ = [
    "BOOKS", "Book", "Line", "Mistake", "RulesError", "Window", "book_for", "from_toml",
    "house_file", "load", "load_all", "with_house",
]  # fmt: skip
