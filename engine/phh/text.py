"""The text of a hand history: TOML to hands and back."""

import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

# PHH writes the game and its betting structure as one word; these are the ones played here.
STRUCTURES = {"NT": "no_limit", "FT": "limit"}


class PhhError(Exception):
    """A hand history that cannot be read: which hand, which field, what was expected."""

    def __init__(self, key: str, field: str, expected: str, got: str) -> None:
        super().__init__(f"hand {key}: {field}: expected {expected}, got {got}")
        self.key = key
        self.field = field


class NotPlayedError(Exception):
    """A hand of a game, or with a bet, that the engine does not play yet."""


@dataclass(frozen=True)
class Hand:
    """One hand as PHH tells it; the first player is the first to the left of the button."""

    key: str
    variant: str
    starting_stacks: tuple[Fraction, ...]
    actions: tuple[str, ...]
    antes: tuple[Fraction, ...] = ()
    blinds: tuple[Fraction, ...] = ()
    min_bet: Fraction | None = None
    small_bet: Fraction | None = None
    big_bet: Fraction | None = None
    finishing_stacks: tuple[Fraction, ...] | None = None
    players: tuple[str, ...] = ()
    number: int | str | None = None
    seats: tuple[int, ...] = ()
    table: str | None = None
    ante_trimming: bool = True

    @property
    def count(self) -> int:
        """How many players are in the deal."""
        return len(self.starting_stacks)


def loads(text: str) -> list[Hand]:
    """Read a ``.phh`` (one hand) or a ``.phhs`` (a table a hand)."""
    try:
        # Exact fractions: half chips must not become binary approximations.
        document = tomllib.loads(text, parse_float=Fraction)
    except ValueError as error:  # also what Fraction says to nan and inf
        raise PhhError("1", "(file)", "TOML", str(error)) from error
    if "variant" in document:
        return [_hand("1", document)]
    return [_hand(key, table) for key, table in document.items()]


def dumps(hands: Iterable[Hand], *, many: bool) -> str:
    """Write hands as ``.phhs`` text, or a single one as ``.phh`` text."""
    texts = [_text(hand) for hand in hands]
    if not many:
        (text,) = texts
        return text
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def _hand(key: str, table: object) -> Hand:
    if not isinstance(table, dict):
        raise PhhError(key, "(hand)", "a table of fields", repr(table))
    fields = _Fields(key, table)
    stacks = fields.amounts("starting_stacks")
    if not stacks:
        raise PhhError(key, "starting_stacks", "an amount a player", repr(stacks))
    number = table.get("hand")
    finishing = fields.amounts("finishing_stacks", len(stacks))
    name = table.get("table")
    return Hand(
        key=key,
        variant=fields.word("variant"),
        starting_stacks=stacks,
        actions=fields.words("actions"),
        antes=fields.amounts("antes", len(stacks)),
        blinds=fields.amounts("blinds_or_straddles", len(stacks)),
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


def _text(hand: Hand) -> str:
    """Write the fields of one hand, leaving out those it does not have."""
    fields: list[tuple[str, object]] = [
        ("variant", hand.variant),
        ("ante_trimming_status", hand.ante_trimming),
        ("antes", hand.antes),
        ("blinds_or_straddles", hand.blinds),
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
    assert isinstance(value, int | Fraction)
    return str(value) if Fraction(value).denominator == 1 else str(float(value))
