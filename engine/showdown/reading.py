"""What a hand is worth: its own cards and the board, read once, when it is shown."""

from __future__ import annotations

from engine.cards import FACES
from engine.deal.deal import Deal
from engine.worth import Value, scale

NO_HAND = Value("no hand", ())


def board_is_whole(deal: Deal) -> bool:
    """Whether every card of the board can be read."""
    stud = deal.agenda.stud
    common = deal.setting.game.board_cards if stud is None else stud.common
    return len(board(deal)) == common


def board(deal: Deal) -> list[str]:
    """The faces on the board that the table has seen: no pot rests on a burn counted as board."""
    shown = deal.felt.shown
    seen: list[str] = []
    for card in deal.felt.board:
        if card in shown and card in FACES and card not in seen:
            seen.append(card)
    return seen


def _own(deal: Deal, seat: int, board: list[str]) -> list[str]:
    """A seat's cards that play, all seen; one too many that nobody ruled on does not."""
    shown, most = deal.felt.shown, deal.setting.game.hand_cards
    faces = deal.setting.faces
    own: list[str] = []
    for card in deal.felt.hole(seat):
        if card in shown and card in faces and card not in board and card not in own:
            own.append(card)
    return own if len(own) <= most else own[:most]


def rank(deal: Deal, seat: int, side: str, board: list[str]) -> int:
    """How a hand compares on one side of the pot; 0 where it has nothing there."""
    own = _own(deal, seat, board)
    cards = own + board
    known = deal.showing.ranks.get((seat, side))
    if known is None or known[0] != cards:
        worth = scale(side, deal.setting.game.uses).rank(own, board)
        known = deal.showing.ranks[seat, side] = (cards, worth)
    return known[1]


def rank_all(deal: Deal, seat: int) -> None:
    """Rank a hand as soon as it is shown on a whole board, so that the award is quick."""
    cards, game = board(deal), deal.setting.game
    if len(cards) == game.board_cards:
        for side in game.wins:
            rank(deal, seat, side, cards)


class Hands:
    """The hands of one award, on one board: each is ranked and named once."""

    __slots__ = ("_deal", "_ranks", "_values", "board", "pots")

    def __init__(self, deal: Deal, board: list[str], pots: int) -> None:
        self._deal, self.board, self.pots = deal, board, pots
        self._ranks: dict[tuple[int, str], int] = {}
        self._values: dict[tuple[int, str], Value] = {}

    def ranks(self, seats: list[int], side: str) -> dict[int, int]:
        """How hands compare on one side of the pot."""
        return {seat: self._rank(seat, side) for seat in seats}

    def best(self, seats: list[int], side: str) -> list[int]:
        """Whose hands are the best on one side of the pot."""
        ranks = self.ranks(seats, side)
        most = max(ranks.values())
        return [seat for seat in seats if ranks[seat] == most]

    def value(self, seat: int, side: str) -> Value:
        """A hand by name, and the five cards that make it."""
        known = self._values.get((seat, side))
        if known is None:
            known = self._values[seat, side] = value(self._deal, seat, side, self.board)
        return known

    def _rank(self, seat: int, side: str) -> int:
        known = self._ranks.get((seat, side))
        if known is None:
            known = self._ranks[seat, side] = rank(self._deal, seat, side, self.board)
        return known


def value(deal: Deal, seat: int, side: str, board: list[str]) -> Value:
    """The hand by name, and the five cards that make it."""
    own = _own(deal, seat, board)
    uses = deal.setting.game.uses
    if uses and len(own) < uses:
        return NO_HAND  # let live by the floor, though too few cards are left to make one
    return scale(side, uses).best(own, board)
