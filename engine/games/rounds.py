"""What a game is made of: rounds of cards, of betting, and the showdown."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, Literal

from engine.answers import Stage
from engine.cards import DECK

PLAYED, MOST = 5, 7  # cards that make a hand, and of which any five may be chosen
LEFT_TO_DRAW = 12  # cards that the starting hands leave in the deck where players draw

Face = Literal["down", "up"]
DOWN: Face = "down"
UP: Face = "up"
First = Literal[
    "after_blinds", "left_of_button", "low_card", "high_card", "high_or_fold", "high_board",
    "low_board", "opener",
]  # fmt: skip
Size = Literal["small", "big"]
Side = Literal["high", "low8", "low_a5", "low_27"]
BY_CARD: tuple[First, ...] = ("low_card", "high_card")  # who opens stud is forced to bet


@dataclass(frozen=True, slots=True)
class ToSeats:
    """A card to each player, once for each face named; after the starting hands, with a burn."""

    stage: ClassVar[Stage] = "cards"
    name: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class ToBoard:
    """Cards face up in the middle, after a burn."""

    stage: ClassVar[Stage] = "cards"
    name: str
    cards: int
    burn: bool = True


@dataclass(frozen=True, slots=True)
class Discarding:
    """Each player throws away so many of his cards."""

    stage: ClassVar[Stage] = "discard"
    name: str
    cards: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """Each player throws away as many of his cards as he likes and gets others, after a burn."""

    stage: ClassVar[Stage] = "draw"
    name: str
    burn: bool = True


@dataclass(frozen=True, slots=True)
class Betting:
    """A round of betting: who opens it, and how large its bet is at fixed limit."""

    stage: ClassVar[Stage] = "bet"
    name: str
    first: First = "left_of_button"
    size: Size = "small"
    open_pair: bool = False  # a pair on view lets everybody bet the big bet as well
    in_big_bet: First | None = None  # who opens instead where bets may grow
    bet_or_fold: bool = False  # nobody checks before there is a bet
    opened: bool = False  # nobody having bet, the deal is passed: another, for the same pot
    openers: bool = False  # who opens must hold jacks or better, and show them


@dataclass(frozen=True, slots=True)
class Showdown:
    """The hands that are left are shown."""

    stage: ClassVar[Stage] = "show"
    name: str = "showdown"


Round = ToSeats | ToBoard | Discarding | Drawing | Betting | Showdown


class GameError(ValueError):
    """A declaration that is no game: what was expected, what came, and in which round."""

    def __init__(self, expected: str, got: str, place: int | None = None) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected, self.got, self.place = expected, got, place


@dataclass(frozen=True, slots=True)
class Game:
    """A form of poker."""

    name: str
    rounds: tuple[Round, ...]
    wins: tuple[Side, ...] = ("high",)
    uses: int | None = None  # how many hole cards must play; None: any number
    law: str = ""  # the game whose clauses hold; none: its own
    raises: int | None = None  # at fixed limit, where no book has the game; None: as the book says
    # Said by the rounds, and asked for at every card:
    streets: tuple[str, ...] = field(init=False)  # the betting rounds by name, in order
    starting_cards: int = field(init=False)  # how many cards a starting hand has
    hand_cards: int = field(init=False)  # how many a player holds at the showdown
    dealt_later: tuple[int, ...] = field(
        init=False
    )  # in which rounds cards come after the first ones
    board_cards: int = field(init=False)  # how many the whole board has
    betting_at: tuple[Betting, ...] = field(init=False)  # by round: the betting, or the last one
    stud: bool = field(init=False)  # players get cards street by street, and there is no button
    most_players: int = field(init=False)  # how many a deck is enough for
    draws: bool = field(init=False)  # whether cards are exchanged

    def __post_init__(self) -> None:
        _check_order(self.rounds)
        _check_names(self.rounds)
        thrown = sum(each.cards for each in self.rounds if isinstance(each, Discarding))
        starting = len(self.starting.faces)
        dealt = [len(each.faces) for each in self.rounds if isinstance(each, ToSeats)]
        common = sum(each.cards for each in self.rounds if isinstance(each, ToBoard))
        burns = sum(each.burn for each in self.rounds if isinstance(each, ToBoard))
        drawn = any(isinstance(each, Drawing) for each in self.rounds)
        common_and_burns = common + burns + (LEFT_TO_DRAW if drawn else 0)
        dealt_later = (ToSeats, ToBoard, Drawing)
        later = [k for k, e in enumerate(self.rounds) if k and isinstance(e, dealt_later)]
        first = next(each for each in self.rounds if isinstance(each, Betting))
        said = {
            "streets": tuple(each.name for each in self.rounds if isinstance(each, Betting)),
            "starting_cards": starting,
            "hand_cards": sum(dealt) - thrown,
            "dealt_later": tuple(later),
            "board_cards": common,
            "betting_at": tuple(_betting_at(self.rounds, first)),
            "stud": first.first in BY_CARD,
            # A deck that is too short for the last card of stud gives one for all.
            "most_players": (len(DECK) - common_and_burns - (len(dealt) - 1))
            // (starting if len(dealt) == 1 else sum(dealt) - 1),
            "draws": drawn,
        }
        for name, value in said.items():
            object.__setattr__(self, name, value)
        _check_hands(self)

    @property
    def first_betting(self) -> Betting:
        """The first betting round."""
        return self.betting_at[0]

    @property
    def clauses(self) -> str:
        """The game of the books whose clauses hold."""
        return self.law or self.name

    @property
    def starting(self) -> ToSeats:
        """The round that deals the starting hands."""
        first = self.rounds[0]
        assert isinstance(first, ToSeats)
        return first


def board(name: str, cards: int, size: Size = "small") -> tuple[Round, ...]:
    """A street of a board game: its cards, and the betting on them."""
    return (ToBoard(name, cards), Betting(name, size=size))


def street(name: str, *faces: Face, size: Size = "small", open_pair: bool = False,
           first: First = "high_board") -> tuple[Round, ...]:  # fmt: skip
    """A street of stud: its cards to the seats, and the betting on them."""
    return (ToSeats(name, faces), Betting(name, first, size, open_pair))


def _betting_at(rounds: tuple[Round, ...], on: Betting) -> Iterator[Betting]:
    for each in rounds:
        on = each if isinstance(each, Betting) else on
        yield on


def _check_order(rounds: tuple[Round, ...]) -> None:
    """Cards to the seats, then betting, board, discards or more cards by turns, the showdown."""
    if not rounds or not isinstance(rounds[0], ToSeats):
        raise GameError("cards to the seats first", _told(rounds, 0), 0)
    last = len(rounds) - 1
    for place, (each, following) in enumerate(pairwise(rounds)):
        if type(each) is type(following):
            raise GameError(f"another kind of round after '{_told(rounds, place)}'",
                            _told(rounds, place + 1), place + 1)  # fmt: skip
        if isinstance(following, ToSeats) and not _is_stud(rounds):
            raise GameError("cards to the seats only once", _told(rounds, place + 1), place + 1)
        if isinstance(each, Showdown):
            raise GameError("nothing after the showdown", _told(rounds, place + 1), place + 1)
    if not isinstance(rounds[last], Showdown):
        raise GameError("a showdown last", _told(rounds, last), last)
    if not any(isinstance(each, Betting) for each in rounds):
        raise GameError("a round of betting", "none")


def _is_stud(rounds: tuple[Round, ...]) -> bool:
    return any(isinstance(each, Betting) and each.first in BY_CARD for each in rounds)


def _check_names(rounds: tuple[Round, ...]) -> None:
    """Each street, and each round of betting or discards, has a name of its own."""
    boards: set[str] = set()
    others = {"deal", "showdown"}
    for place, each in enumerate(rounds[1:-1], 1):
        taken = boards if isinstance(each, ToBoard | ToSeats) else others
        if each.name in taken or each.name in ("deal", "showdown"):
            raise GameError("a name that no other round has", repr(each.name), place)
        taken.add(each.name)


def _check_hands(game: Game) -> None:
    """Whether five cards can be made of hand and board, and the deck is enough for two."""
    held, common, uses = game.hand_cards, game.board_cards, game.uses
    if held < 1:
        raise GameError("a card left to each player", "all of them thrown away")
    if uses is None and not PLAYED <= held + common <= MOST:
        got = f"{held} of {common} on the board" if common else str(held)
        raise GameError(f"{PLAYED} to {MOST} cards at the showdown, hand and board", got)
    if uses is not None and (not 0 <= uses <= held or common < PLAYED - uses):
        expected = f"'uses' up to {min(held, PLAYED)}, and the rest of five on the board"
        raise GameError(expected, f"{uses} of {held}, and {common} on the board")
    if game.most_players < 2:
        raise GameError("cards enough for two players", f"{game.starting_cards} to each")


def _told(rounds: tuple[Round, ...], place: int) -> str:
    if not rounds:
        return "nothing"
    kinds = {
        ToSeats: "deal", ToBoard: "board", Discarding: "discard", Drawing: "draw", Betting: "bet",
    }  # fmt: skip
    each = rounds[place]
    kind = kinds.get(type(each), "showdown")
    return kind if each.name == kind else f"{kind} {each.name}"
