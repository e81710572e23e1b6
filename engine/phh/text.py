"""The text of a hand history: TOML to hands and back."""

import json
import math
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

# A line that begins a hand of a .phhs file: its key in square brackets.
_HEADER = re.compile(r"""^\[ *(?:([\w-]+)|"([^"\n]*)"|'([^'\n]*)') *\] *(?:#.*)?$""", re.MULTILINE)

STUD = ("F7S", "F7S/8", "FR")  # variants with a bring-in
Stacks = tuple[Fraction | None, ...]  # None: nobody knows how much it was ("inf" in PHH)


class PhhError(Exception):
    """A hand history that cannot be read: which hand, which field, what was expected."""

    def __init__(self, key: str, field: str, expected: str, got: str) -> None:
        self.reason = f"{field}: expected {expected}, got {got}"
        super().__init__(f"hand {key}: {self.reason}" if key else self.reason)
        self.key = key
        self.field = field


class NotPlayedError(Exception):
    """A hand of a game, or with a bet, that the engine does not play yet."""


@dataclass(frozen=True)
class HandHistory:
    """One hand as PHH tells it; the first player is the first to the left of the button."""

    key: str
    variant: str
    starting_stacks: Stacks
    actions: tuple[str, ...]
    antes: tuple[Fraction, ...] = ()
    blinds: tuple[Fraction, ...] = ()  # in stud the bring-in alone
    min_bet: Fraction | None = None
    small_bet: Fraction | None = None
    big_bet: Fraction | None = None
    finishing_stacks: Stacks | None = None
    players: tuple[str, ...] = ()
    number: int | str | None = None
    seats: tuple[int, ...] = ()
    table: str | None = None
    ante_trimming: bool = True

    @property
    def bring_in(self) -> Fraction | None:
        """The forced bet of stud, which has no blinds."""
        return self.blinds[0] if self.variant in STUD and self.blinds else None

    @property
    def count(self) -> int:
        """How many players are in the deal."""
        return len(self.starting_stacks)


def loads(text: str) -> list[HandHistory]:
    """Read a ``.phh`` (one hand) or a ``.phhs`` (a table a hand), all of it or nothing."""
    hands = []
    for hand in scan(text):
        if isinstance(hand, PhhError):
            raise hand
        hands.append(hand)
    return hands


def scan(text: str) -> Iterator[HandHistory | PhhError]:
    """Read hand by hand, so that one that cannot be read does not keep back the others."""
    for key, table in _tables(text):
        try:
            yield table if isinstance(table, PhhError) else _hand(key, table)
        except PhhError as error:
            yield error


def _tables(text: str) -> Iterator[tuple[str, object]]:
    """Take the TOML apart into hands; where it is broken somewhere, hand by hand."""
    try:
        document = _parsed(text)
    except ValueError as error:
        headers = list(_HEADER.finditer(text))
        if not headers:
            yield "", PhhError("", "(file)", "TOML", str(error))
        for header, after in zip_longest(headers, headers[1:]):
            key = header[1] or header[2] or header[3] or ""
            yield key, _piece(key, text, header.end(), after.start() if after else len(text))
        return
    yield from [("1", document)] if "variant" in document else document.items()


def _piece(key: str, text: str, start: int, end: int) -> object:
    """Read one hand of a file that is broken somewhere."""
    try:
        # Blank lines stand for what comes before, so that an error names the line of the file.
        return _parsed("\n" * text.count("\n", 0, start) + text[start:end])
    except ValueError as error:
        return PhhError(key, "(hand)", "TOML", str(error))


def _parsed(text: str) -> dict[str, object]:
    return tomllib.loads(text, parse_float=_decimal)


def _decimal(text: str) -> Fraction | float:
    """Read an amount exactly: half chips must not become binary approximations."""
    return float(text) if text.lstrip("+-") in ("inf", "nan") else Fraction(text)


def dumps(hands: Iterable[HandHistory], *, many: bool) -> str:
    """Write hands as ``.phhs`` text, or a single one as ``.phh`` text."""
    texts = [_text(hand) for hand in hands]
    if not many:
        (text,) = texts
        return text
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def _hand(key: str, table: object) -> HandHistory:
    if not isinstance(table, dict):
        raise PhhError(key, "(hand)", "a table of fields", repr(table))
    fields = _Fields(key, table)
    stacks = fields.stacks("starting_stacks")
    if not stacks:
        raise PhhError(key, "starting_stacks", "an amount a player", repr(stacks))
    number = table.get("hand")
    finishing = fields.stacks("finishing_stacks", len(stacks))
    name = table.get("table")
    bring_in = fields.amount("bring_in")
    return HandHistory(
        key=key,
        variant=fields.word("variant"),
        starting_stacks=stacks,
        actions=fields.words("actions"),
        antes=fields.amounts("antes", len(stacks)),
        blinds=fields.amounts("blinds_or_straddles", len(stacks))
        if bring_in is None
        else (bring_in,),
        min_bet=fields.amount("min_bet"),
        small_bet=fields.amount("small_bet"),
        big_bet=fields.amount("big_bet"),
        finishing_stacks=finishing or None,
        players=fields.words("players", len(stacks)),
        number=number if isinstance(number, int | str) else None,
        seats=tuple(int(seat) for seat in fields.amounts("seats", len(stacks))),
        table=None if name is None else str(name),
        ante_trimming=table.get("ante_trimming_status") is True,
    )


class _Fields:
    """The fields of one hand, each checked for its kind as it is taken."""

    def __init__(self, key: str, table: dict[str, object]) -> None:
        self._key = key
        self._table = table

    def word(self, field: str) -> str:
        value = self._table.get(field)
        if not isinstance(value, str):
            raise PhhError(self._key, field, "a word", repr(value))
        return value

    def words(self, field: str, count: int | None = None) -> tuple[str, ...]:
        words = self._list(field, count)
        if not all(isinstance(word, str) for word in words):
            raise PhhError(self._key, field, "a list of words", repr(words))
        return tuple(str(word) for word in words)

    def amount(self, field: str) -> Fraction | None:
        value = self._table.get(field)
        return None if value is None else self._number(field, value)

    def amounts(self, field: str, count: int | None = None) -> tuple[Fraction, ...]:
        return tuple(self._number(field, value) for value in self._list(field, count))

    def stacks(self, field: str, count: int | None = None) -> Stacks:
        """Take a list of amounts of which some may be unknown."""
        values = self._list(field, count)
        return tuple(None if at == math.inf else self._number(field, at) for at in values)

    def _list(self, field: str, count: int | None) -> list[object]:
        """Take a list, of ``count`` items where it is there at all."""
        value = self._table.get(field, [])
        if not isinstance(value, list):
            raise PhhError(self._key, field, "a list", repr(value))
        if value and count is not None and len(value) != count:
            raise PhhError(self._key, field, f"{count} items, one a player", str(len(value)))
        return value

    def _number(self, field: str, value: object) -> Fraction:
        if not isinstance(value, int | Fraction) or isinstance(value, bool):
            raise PhhError(self._key, field, "a number", repr(value))
        return Fraction(value)


def _text(hand: HandHistory) -> str:
    """Write the fields of one hand, leaving out those it does not have."""
    fields: list[tuple[str, object]] = [
        ("variant", hand.variant),
        ("ante_trimming_status", hand.ante_trimming),
        ("antes", hand.antes),
        ("blinds_or_straddles", hand.blinds if hand.bring_in is None else None),
        ("bring_in", hand.bring_in),
        ("small_bet", hand.small_bet),
        ("big_bet", hand.big_bet),
        ("min_bet", hand.min_bet),
        ("starting_stacks", hand.starting_stacks),
        ("actions", hand.actions),
        ("hand", hand.number),
        ("table", hand.table),
        ("seats", hand.seats or None),
        ("players", hand.players or None),
        ("finishing_stacks", hand.finishing_stacks),
    ]
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields if value is not None)


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # A JSON string is a TOML string, but for DEL, which TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if value is None:
        return "inf"
    assert isinstance(value, int | Fraction)
    return str(value) if Fraction(value).denominator == 1 else str(float(value))
