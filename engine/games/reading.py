"""A house's own game out of a file of ten lines, each wrong word named with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from engine.games import GAMES
from engine.games.rounds import (
    DOWN,
    Betting,
    Discarding,
    Drawing,
    Game,
    GameError,
    Round,
    Showdown,
    Side,
    Size,
    ToBoard,
    ToSeats,
)

KEYS = ("name", "rounds", "wins", "uses")
SIDES: tuple[Side, ...] = get_args(Side)
WON_BY: tuple[tuple[Side, ...], ...] = (("high",), ("high", "low8"), ("low_a5",), ("low_27",))
SIZES: tuple[Size, ...] = get_args(Size)
_WINS = '"high", "low_a5", "low_27", or ["high", "low8"]'
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
MOST_CARDS = 52
T = TypeVar("T", bound=str)


class GameFileError(GameError):
    """A mistake in a game's file, and where it stands."""

    def __init__(self, key: str, error: GameError, line: int = 0) -> None:
        super().__init__(error.expected, error.got, error.place)
        self.key, self.line = key, line

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        place = f"[{self.place + 1}]" if self.place is not None else ""
        return f"{where}{self.key}{place}: expected {self.expected}, got {self.got}"


def read(text: str) -> Game:
    """The game that a file declares."""
    try:
        return declared(parsed(text))
    except GameFileError as error:
        error.line = error.line or _line(text, error.key, error.place)
        raise


def parsed(text: str) -> dict[str, Any]:
    """The file's words as an ``open`` event carries them."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        wrong = GameError("a TOML file", str(error))
        raise GameFileError("file", wrong, int(found.group(1)) if found else 1) from None


def declared(raw: Mapping[str, Any]) -> Game:
    """The game that words declare."""
    for key in raw:
        if key not in KEYS:
            raise GameFileError(key, GameError(_one_of(KEYS, key), repr(key)))
    name = raw.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        wrong = GameError("a name of small letters, digits and _", _short(name))
        raise GameFileError("name", wrong)
    if name in GAMES:  # other parts know those games by name
        raise GameFileError("name", GameError("a name of its own", repr(name)))
    rounds = raw.get("rounds")
    if not isinstance(rounds, list) or not rounds:
        wrong = GameError("""a list such as ["deal 2 down", "bet preflop", …]""", _short(rounds))
        raise GameFileError("rounds", wrong)
    wins, uses = _wins(raw.get("wins", ["high"])), _uses(raw.get("uses"))
    try:
        return Game(name, _rounds(rounds), wins, uses)
    except GameError as error:
        raise GameFileError("rounds" if uses is None else _blamed(error), error) from None


def _blamed(error: GameError) -> str:
    return "uses" if error.place is None and "'uses'" in error.expected else "rounds"


def _wins(raw: object) -> tuple[Side, ...]:
    sides = [raw] if isinstance(raw, str) else raw
    if not isinstance(sides, list) or not sides:
        raise GameFileError("wins", GameError(_WINS, _short(raw)))
    for side in sides:
        if side not in SIDES:
            raise GameFileError("wins", GameError(_one_of(SIDES, side), repr(side)))
    for won_by in WON_BY:
        if sides == list(won_by):
            return won_by
    raise GameFileError("wins", GameError(_WINS, _short(raw)))


def _uses(raw: object) -> int | None:
    if raw is None or (isinstance(raw, int) and not isinstance(raw, bool) and raw >= 0):
        return raw
    raise GameFileError("uses", GameError("how many hole cards must play", _short(raw)))


# Rounds: a word for the kind, and what that kind needs.


def _rounds(raw: Sequence[object]) -> tuple[Round, ...]:
    rounds: list[Round] = []
    for place, line in enumerate(raw):
        first = not any(isinstance(each, Betting) for each in rounds)
        try:
            rounds.append(_round(line, first_betting=first))
        except GameError as error:
            raise GameError(error.expected, error.got, place) from None
    return tuple(rounds)


def _round(line: object, *, first_betting: bool) -> Round:
    kind, *words = line.split() if isinstance(line, str) else [""]
    if kind not in KINDS:
        raise GameError(_one_of(tuple(KINDS), kind), _short(line))
    usage, make = KINDS[kind]
    try:
        made = make(words)
    except IndexError:
        raise GameError(f"'{usage}'", _short(line)) from None
    if words:
        raise GameError(f"'{usage}'", _short(line))
    if isinstance(made, Betting) and first_betting:
        return Betting(made.name, "after_blinds", made.size)
    return made


def _deal(words: list[str]) -> Round:
    count = _count(words.pop(0))
    _word(words.pop(0), (DOWN,))
    return ToSeats("deal", (DOWN,) * count)


def _bet(words: list[str]) -> Round:
    name = _name(words.pop(0))
    return Betting(name, size=_word(words.pop(0), SIZES) if words else "small")


def _board(words: list[str]) -> Round:
    name, count = _name(words.pop(0)), _count(words.pop(0))
    unburned = bool(words) and bool(_word(words.pop(0), ("unburned",)))
    return ToBoard(name, count, burn=not unburned)


def _discard(words: list[str]) -> Round:
    count = _count(words.pop(0))
    return Discarding(_name(words.pop(0)) if words else "discard", count)


def _draw(words: list[str]) -> Round:
    return Drawing(_name(words.pop(0)) if words else "draw")


def _showdown(words: list[str]) -> Round:
    return Showdown()


KINDS: dict[str, tuple[str, Callable[[list[str]], Round]]] = {
    "deal": ("deal 3 down", _deal),
    "bet": ("bet flop [small|big]", _bet),
    "board": ("board flop 3 [unburned]", _board),
    "discard": ("discard 1 [NAME]", _discard),
    "draw": ("draw [NAME]", _draw),
    "showdown": ("showdown", _showdown),
}


def _count(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= MOST_CARDS:
        raise GameError("how many cards", repr(word))
    return int(word)


def _name(word: str) -> str:
    if not NAME.fullmatch(word):
        raise GameError("a name of small letters, digits and _", repr(word))
    return word


def _word(word: str, known: tuple[T, ...]) -> T:
    for each in known:
        if each == word:
            return each
    raise GameError(_one_of(known, word), repr(word))


def _one_of(known: Iterable[str], word: object) -> str:
    """The known words, and which was probably meant."""
    near = get_close_matches(str(word), list(known), 1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"{'one of ' * (len(list(known)) > 1)}{', '.join(known)}{hint}"


def _short(value: object) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _line(text: str, key: str, place: int | None) -> int:
    """Where a key stands, or a place in its list; a key that is not there, at the top."""
    begins = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
    rows = text.splitlines()
    at = next((k for k, row in enumerate(rows) if begins.match(row)), 0)
    if place is None:
        return at + 1
    strings = (
        k for k in range(at, len(rows)) for _ in re.findall(r'"[^"]*"|\'[^\']*\'', _plain(rows[k]))
    )
    return next((k + 1 for n, k in enumerate(strings) if n == place), at + 1)


def _plain(row: str) -> str:
    """A line without its comment."""
    return re.sub(r"""((?:"[^"]*"|'[^']*'|[^"'#])*)#.*""", r"\1", row)
