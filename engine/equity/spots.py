"""A spot to be valued (the game, the hands, the board, the dead cards), and what it is worth.

Without numpy, so that those who only ask and show need not load it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.cards import DECK
from engine.games import GAMES, Game
from engine.games.rounds import PLAYED, Discarding, Side
from engine.worth import HandError, check_cards

UNKNOWN = "??"
BOARDS = (0, 3, 4, 5)


@dataclass(frozen=True)
class Form:
    """How hands are made: from which cards, and whether a low takes half of the pot."""

    name: str
    hole: int  # cards in a hand
    uses: int | None  # how many of them must play; None: any five of hand and board
    low: bool
    side: Side = "high"  # what wins the pot, or the half that is not the low's
    board: bool = True  # whether there is one; without, a hand's own cards are still to come

    @property
    def sides(self) -> tuple[Side, ...]:
        """What shares the pot."""
        return (self.side, "low8") if self.low else (self.side,)


def form_of(game: Game) -> Form | None:
    """Derive from its declaration how a game makes hands; None where no equities are counted."""
    if not game.board_cards:
        return _closed(game)
    any_two = game.uses is None and game.starting_cards == 2
    if game.board_cards != BOARDS[-1] or not (any_two or game.uses == 2):
        return None
    if game.hand_cards != game.starting_cards:
        return None  # nobody knows which card goes
    if game.wins[0] != "high" or set(game.wins[1:]) - {"low8"}:
        return None
    return Form(game.name, game.starting_cards, game.uses, "low8" in game.wins)


def _closed(game: Game) -> Form | None:
    """Stud and draw: each hand's own cards make it."""
    thrown = any(isinstance(each, Discarding) for each in game.rounds)
    five = game.hand_cards == PLAYED
    if thrown or game.uses is not None or not (five or game.wins[0] != "low_27"):
        return None
    return Form(game.name, game.hand_cards, None, "low8" in game.wins, game.wins[0], board=False)


_ODD = (Form("holdem8", 2, None, low=True),)  # counted here, though no table deals it
FORMS = {form.name: form for form in (*map(form_of, GAMES.values()), *_ODD) if form is not None}


@dataclass(frozen=True)
class Spot:
    """Two to ten hands, a board of zero, three, four or five cards, and cards out of play."""

    game: Form
    hands: tuple[tuple[str, ...], ...]
    board: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be dealt."""
        if not 2 <= len(self.hands) <= 10:
            raise HandError(f"equities are for two to ten hands, not {len(self.hands)}")
        for hand in self.hands:
            self._check_hand(hand)
        if not self.game.board and self.board:
            raise HandError(f"{self.game.name} has no board")
        if len(self.board) not in BOARDS:
            raise HandError(f"a board has 0, 3, 4 or 5 cards, not {len(self.board)}")
        check_cards(self.known)
        if len(self.unseen) < self.to_come:
            raise HandError(f"{len(self.unseen)} cards left in the deck, {self.to_come} to come")

    def _check_hand(self, hand: tuple[str, ...]) -> None:
        count, most = len(hand), self.game.hole
        if not self.game.board and not 1 <= count <= most:
            wanted = f"{self.game.name} is played with one to {most} cards known of a hand"
            raise HandError(f"{wanted}, not {count}: {''.join(hand)}")
        if self.game.board and count != most:
            wanted = f"{self.game.name} deals {most} cards to a hand"
            raise HandError(f"{wanted}, not {count}: {''.join(hand)}")

    @property
    def known(self) -> list[str]:
        """List the cards that are seen: in the hands, on the board, dead."""
        held = [card for hand in self.hands for card in hand if card != UNKNOWN]
        return [*held, *self.board, *self.dead]

    @property
    def unseen(self) -> list[str]:
        """List the cards that may still come."""
        known = set(self.known)
        return [card for card in DECK if card not in known]

    @property
    def unknown(self) -> int:
        """Count the cards in the hands that nobody has seen, or that are still to come there."""
        return sum(map(self._lacks, self.hands))

    def _lacks(self, hand: tuple[str, ...]) -> int:
        return self.game.hole - len(hand) + hand.count(UNKNOWN)

    @property
    def needs(self) -> list[int]:
        """Count the cards still to come: on the board, then in each hand."""
        on_board = BOARDS[-1] - len(self.board) if self.game.board else 0
        return [on_board, *map(self._lacks, self.hands)]

    @property
    def to_come(self) -> int:
        """Count the cards that are still to be dealt or seen."""
        return sum(self.needs)


@dataclass(frozen=True)
class Odds:
    """What one hand is worth: boards that win or split the pot, its share, its outs."""

    hand: tuple[str, ...]
    wins: int
    ties: int
    high: Fraction  # of the pot: all of it where there is no low
    low: Fraction
    error: float  # of the share, 95 times in 100 no more than this; 0 where the count is exact
    outs: tuple[str, ...] = ()  # next cards that bring the whole pot
    split_outs: tuple[str, ...] = ()  # next cards that bring a larger part, but not all

    @property
    def share(self) -> Fraction:
        """The part of the pot that the hand takes, high and low together."""
        return self.high + self.low


@dataclass(frozen=True)
class Equities:
    """What every hand is worth, over so many boards."""

    spot: Spot
    boards: int
    exact: bool
    players: tuple[Odds, ...]


def split_cards(text: str) -> tuple[str, ...]:
    """Read cards written without gaps: AhKh, or ?? for a card that nobody has seen."""
    text = "".join(text.replace(",", " ").split())
    return tuple(_tidy(text[at : at + 2]) for at in range(0, len(text), 2))


def _tidy(card: str) -> str:
    """Let a card be written ah, AH or Ah."""
    return card[:1].upper() + card[1:].lower()


def read_spot(
    hands: Sequence[str], board: str = "", dead: str = "", game: str | None = None
) -> Spot:
    """Make a spot of what a person writes; the game follows from the cards in the first hand."""
    split = tuple(split_cards(hand) for hand in hands)
    if game is None:
        game = "omaha" if split and len(split[0]) == 4 else "holdem"
    if game not in FORMS:
        raise HandError(f"{game!r} is no game known here: one of {', '.join(FORMS)}")
    return Spot(FORMS[game], split, split_cards(board), split_cards(dead))
