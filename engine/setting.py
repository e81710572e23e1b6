"""What a table was opened with: game, stakes, sensors, and the law."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.betting.limits import Limits
from engine.games import GAMES, HOLDEM, Game
from engine.log import LogError, Open
from engine.rulebook import Book, load_for, with_house


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
    bets: tuple[int, int]  # the small and the big bet

    @property
    def antes(self) -> bool:
        """Whether this game takes antes."""
        return bool(self.ante or any(self.book.params["antes"]))

    @property
    def kind(self) -> str:
        """Fixed limit, or a structure in which bets may grow."""
        return "limit" if self.structure == "limit" else "big_bet"

    def no_seat(self, seat: int) -> str | None:
        """Why there cannot be such a seat, or None where there is one."""
        return (
            None
            if seat <= self.places
            else f"there is no seat {seat}: this table has {self.places}"
        )


def setting_of(event: Open, own_book: Book | None = None, own_game: Game | None = None) -> Setting:
    """What an ``open`` event says; ``own_book`` and ``own_game`` stand before what it names."""
    game = own_game or GAMES.get(event.game)
    if game is None:
        raise LogError("game", f"one of {', '.join(GAMES)}", repr(event.game))
    book = own_book.in_game(game.name) if own_book else load_for(event.rulebook, game.name)
    book = with_house(book, event.house)
    small = event.small_bet or event.big_blind
    # At no limit and pot limit the least bet is the same on every street.
    doubles = event.structure in ("limit", "spread")
    return Setting(
        book=book,
        game=game,
        limits=_limits(event, book),
        structure=event.structure,
        format=event.format,
        sensors=frozenset(event.sensors),
        places=event.seats,
        name=event.table,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        ante=event.ante,
        bets=(small, event.big_bet or 2 * small if doubles else small),
    )


def closed_setting(own_book: Book | None = None, own_game: Game | None = None) -> Setting:
    """What holds before a table is opened."""
    event = Open(0.0, own_game.name if own_game else HOLDEM.name, "no_limit", "cash", "uspa", 0, 0)
    opened = setting_of(event, own_book, own_game)
    return replace(opened, structure="", format="", sensors=frozenset())


def _limits(event: Open, book: Book) -> Limits:
    kind = "limit" if event.structure == "limit" else "big_bet"
    return Limits(
        event.structure,
        book.param("reopen", event.structure, kind),
        book.param("short_all_ins_add_up"),
        book.param("raise_cap", event.structure, kind) or None,
        book.param("half_pot_after", event.structure, kind) or None,
        max(event.big_blind, 1),
    )
