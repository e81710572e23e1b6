"""Where each key of a TOML file stands: ``tomllib`` gives the values, this gives their lines.

It reads only what ``tomllib`` has already accepted, and so never complains.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

Keys = tuple[str | int, ...]  # the keys from the file's top; a number for a place in an array

_TOKEN = re.compile(
    r'''(?P<blank>[ \t\r]+|\#[^\n]*)
      | (?P<string>"""(?:\\.|[^\\])*?"{3,5} | \'{3}.*?\'{3,5} | "(?:\\.|[^"\\])*" | \'[^\']*\')
      | (?P<mark>[\[\]{}=,.\n])
      | (?P<word>[^\s\[\]{}=,."'\#]+)''',
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def lines(text: str) -> dict[Keys, int]:
    """The line of every key, table and place in an array, counted from 1."""
    return _Finder(text).found


def line_of(found: dict[Keys, int], path: Keys) -> int:
    """The line of a key; of one that is not there, the line of the table that lacks it."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 1)


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        if match.lastgroup and match.lastgroup != "blank":
            yield _Token(match.lastgroup, match.group(), line)
        line += match.group().count("\n")


class _Finder:
    """Walks through the tokens once."""

    def __init__(self, text: str) -> None:
        self.found: dict[Keys, int] = {}
        self._tokens = [*_tokens(text), _Token("mark", "\n", 0)]
        self._at = 0
        self._tables: dict[Keys, int] = {}  # how many tables each array of tables has so far
        table: Keys = ()
        while self._at < len(self._tokens):
            if self._took("\n"):
                continue
            if self._took("["):
                table = self._header()
            else:
                self._pair(table)

    def _took(self, mark: str) -> bool:
        """Whether the next token is this mark; then it is behind us."""
        token = self._tokens[self._at]
        taken = token.kind == "mark" and token.text == mark
        self._at += taken
        return taken

    def _next(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _note(self, path: Keys, line: int) -> None:
        self.found.setdefault(path, line)

    def _keys(self) -> tuple[list[str], int]:
        """A key, dotted or not, and its line."""
        first = self._next()
        keys = [_plain(first)]
        while self._took("."):
            keys.append(_plain(self._next()))
        return keys, first.line

    def _header(self) -> Keys:
        """``[a.b]`` or ``[[a.b]]``, the first bracket taken: the path of the table it begins."""
        repeated = self._took("[")
        keys, line = self._keys()
        path: Keys = ()
        for place, key in enumerate(keys):
            path = (*path, key)
            self._note(path, line)
            if repeated and place == len(keys) - 1:
                self._tables[path] = self._tables.get(path, 0) + 1
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
                self._note(path, line)
        while not self._took("\n"):
            self._at += 1
        return path

    def _pair(self, table: Keys) -> None:
        keys, line = self._keys()
        for length in range(1, len(keys) + 1):
            self._note((*table, *keys[:length]), line)
        self._took("=")
        self._value((*table, *keys))

    def _value(self, path: Keys) -> None:
        if self._took("["):
            self._array(path)
        elif self._took("{"):
            while not self._took("}"):
                if not self._took(",") and not self._took("\n"):
                    self._pair(path)
        else:
            while (token := self._tokens[self._at]).kind != "mark" or token.text == ".":
                self._at += 1

    def _array(self, path: Keys) -> None:
        place = 0
        while not self._took("]"):
            if self._took("\n"):
                continue
            if self._took(","):
                place += 1
                continue
            self._note((*path, place), self._tokens[self._at].line)
            self._value((*path, place))


def _plain(token: _Token) -> str:
    """A key without its quotes."""
    if token.kind == "word":
        return token.text
    return str(tomllib.loads(f"key = {token.text}")["key"])
