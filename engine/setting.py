"""What a table was opened with: game, stakes, sensors, and the law."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from engine.betting.limits import Gap, Limits
from engine.betting.moments import STUD, impossible
from engine.cards import FACES, JOKER
from engine.games import GAMES, HOLDEM, Game
from engine.games.reading import GameFileError, declared
from engine.law import Book, book_for
from engine.log import LogError, Open
from engine.whys import Whys, whys_of


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change until the table opens again."""

    book: Book
    game: Game
    limits: Limits
    structure: str
    format: str
    sensors: frozenset[str]
    places: int  # how many seats there are
    name: str
    small_blind: int
    big_blind: int
    ante: int
    bring_in: int  # the forced bet of stud
    bets: tuple[int, int]  # the small and the big bet
    faces: frozenset[str]  # of the deck: a joker's too where one plays
    whys: Whys

    @property
    def antes(self) -> bool:
        """Whether this game takes antes."""
        return bool(self.ante or any(self.book.params["antes"]))

    @property
    def joker(self) -> bool:
        """Whether one plays."""
        return JOKER in self.faces

    @property
    def kind(self) -> str:
        """Limit, fixed or spread, or a structure in which bets may grow."""
        return _kind(self.structure)

    def no_seat(self, seat: int) -> str | None:
        """Why there cannot be such a seat, or None where there is one."""
        return (
            None
            if seat <= self.places
            else f"there is no seat {seat}: this table has {self.places}"
        )


_MADE: dict[bytes, Setting] = {}  # of what was opened lately: an undo opens the table anew
_MOST_MADE = 32


def setting_of(event: Open, own_book: Book | None = None, own_game: Game | None = None) -> Setting:
    """What an ``open`` event says; ``own_book`` and ``own_game`` stand before what it names."""
    if own_book is not None or own_game is not None:
        return _setting_of(event, own_book, own_game)
    words = msgspec.json.encode(msgspec.structs.replace(event, t=0.0))
    if words not in _MADE:
        made = _setting_of(event, None, None)
        if len(_MADE) >= _MOST_MADE:
            _MADE.clear()
        _MADE[words] = made
    return _MADE[words]


def _setting_of(event: Open, own_book: Book | None, own_game: Game | None) -> Setting:
    game = own_game or _game(event)
    book = book_for(event.rulebook, event.house, own_book, game.clauses)
    small = event.small_bet or event.big_blind or event.ante
    if game.stud:
        _check_stakes_of_stud(event)
    # At no limit and pot limit the least bet is the same on every street.
    doubles = event.structure == "limit"
    kind, limits = _kind(event.structure), _limits(event, book, game)
    never = impossible(limits) | (frozenset() if game.stud else STUD)
    return Setting(
        book=book,
        game=game,
        limits=limits,
        structure=event.structure,
        format=event.format,
        sensors=frozenset(event.sensors),
        places=event.seats,
        name=event.table,
        small_blind=0 if game.stud else event.small_blind,
        big_blind=0 if game.stud else event.big_blind,
        ante=event.ante,
        bring_in=event.bring_in or event.small_bet if game.stud else 0,
        bets=(small, event.big_bet or 2 * small if doubles else small),
        faces=FACES | {JOKER} if book.params["joker"] else FACES,
        whys=whys_of(book, game, event.structure, kind, event.format, never=never),
    )


def _check_stakes_of_stud(event: Open) -> None:
    if not event.small_bet:
        raise LogError("small_bet", f"the small bet of {event.game}, above 0", "0")
    if event.bring_in > event.small_bet:
        expected = f"a forced bet not above the small bet of {event.small_bet}"
        raise LogError("bring_in", expected, str(event.bring_in))
    if event.big_bet and event.big_bet < event.small_bet:
        expected = f"a big bet not below the small bet of {event.small_bet}"
        raise LogError("big_bet", expected, str(event.big_bet))


def _game(event: Open) -> Game:
    """The game that an ``open`` event names, or declares."""
    if event.own_game:
        try:
            return declared(event.own_game)
        except GameFileError as error:
            raise LogError(f"own_game.{error.key}", error.expected, error.got) from None
    if event.game not in GAMES:
        raise LogError("game", f"one of {', '.join(GAMES)}", repr(event.game))
    return GAMES[event.game]


def closed_setting(own_book: Book | None = None, own_game: Game | None = None) -> Setting:
    """What holds before a table is opened."""
    event = Open(0.0, own_game.name if own_game else HOLDEM.name, "no_limit", "cash", "uspa", 0, 0)
    opened = setting_of(event, own_book, own_game)
    return replace(opened, structure="", format="", sensors=frozenset())


def _kind(structure: str) -> str:
    return "limit" if structure in ("limit", "spread") else "big_bet"


def _limits(event: Open, book: Book, game: Game) -> Limits:
    kind = _kind(event.structure)
    cap = book.param("raise_cap", event.structure, kind)
    if game.raises is not None and event.structure == "limit" and "raise_cap" not in event.house:
        cap = game.raises
    short = event.big_blind - event.small_blind
    counts_as_big = book.params["small_blind_counts_as_big"]
    return Limits(
        event.structure,
        book.param("reopen", event.structure, kind),
        book.param("short_all_ins_add_up"),
        cap or None,
        book.param("half_pot_after", event.structure, kind) or None,
        most_add=event.big_bet or 2 * (event.small_bet or event.big_blind),
        first_to_limit=book.params["first_raise_to_limit"],
        ceiling=book.param("ceiling", game.first_betting.name) or 0,
        round_pot=book.params["round_pot"],
        gap=Gap(short) if counts_as_big and short else None,
        check_raise=book.param("check_raise", event.structure, kind),
    )
