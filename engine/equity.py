"""Exact equities by counting every board, and estimates where hands are not known (numpy).

The work comes in slices, each well under a millisecond or two on a small computer: iterate, and
stop iterating to cancel.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from engine import boards as kinds
from engine.boards import Boards, Cards
from engine.evaluate import DECK, HandError
from engine.pots import Outcomes, shares_of, winners
from engine.seats import DrawnSeat, Seat, drawn, holding
from engine.spots import UNKNOWN, Spot

BATCH = 1024  # deals in one slice of an estimate

_CODES = {card: code for code, card in enumerate(DECK)}


@dataclass(frozen=True)
class Player:
    """What one hand is worth: boards that win or split the pot, its share, its outs."""

    hand: tuple[str, ...]
    wins: int
    ties: int
    share: Fraction
    error: float  # of the share, 95 times in 100 no more than this; 0 where the count is exact
    outs: tuple[str, ...] = ()  # next cards that bring the whole pot
    split_outs: tuple[str, ...] = ()  # next cards that bring a larger part, but not all


@dataclass(frozen=True)
class Equities:
    """What every hand is worth, over so many boards."""

    spot: Spot
    boards: int
    exact: bool
    players: tuple[Player, ...]


def equities(spot: Spot) -> Equities:
    """Count every board at once, for callers that may wait some milliseconds."""
    if spot.unknown:
        raise HandError("a hand with ?? in it has an estimate only")
    *_, last = work(spot)
    assert last is not None  # exact work ends with its result
    return last


def work(spot: Spot, seed: int = 0) -> Iterator[Equities | None]:
    """Value a spot slice by slice: None until there is a result, then the best so far.

    An exact count ends with its only result; an estimate gets finer for as long as it is asked.
    """
    return _estimate(spot, seed) if spot.unknown else _count(spot)


def codes(cards: Sequence[str]) -> list[int]:
    """Turn cards into the numbers that the tables use."""
    return [_CODES[card] for card in cards]


def _count(spot: Spot) -> Iterator[Equities | None]:
    """Count every board that may come."""
    seats = [holding(spot.game, codes(hand), 5) for hand in spot.hands]
    yield None
    outcomes = Outcomes(len(seats))
    for some in _boards(spot):
        outcomes.add(some, seats)
        yield None
    yield _told(spot, outcomes, _outs(spot))


def _boards(spot: Spot) -> Iterator[Boards]:
    """Deal all boards, by kind where there are many."""
    unseen = codes(spot.unseen)
    if spot.board:
        yield kinds.completed(codes(spot.board), unseen)
        return
    held = [[card[1] for card in hand] for hand in spot.hands]
    most = [max(hand.count(suit) for hand in held) for suit in "cdhs"]
    if spot.game.hole == 2:
        fewest = [5 - count for count in most]
    else:
        fewest = [3 if count >= 2 else 6 for count in most]
    yield from kinds.all_five(unseen, fewest)


def _told(
    spot: Spot, outcomes: Outcomes, outs: Sequence[tuple[list[str], list[str]]], exact: bool = True
) -> Equities:
    """Tell what was counted, hand by hand."""
    players = []
    for at, hand in enumerate(spot.hands):
        wins, ties, share = outcomes.of(at)
        # No spread of shares between 0 and 1 is wider than that of wins and losses alone.
        error = 0.0 if exact else 1.96 * sqrt(share * (1 - share) / outcomes.boards)
        players.append(Player(hand, wins, ties, share, error, *map(tuple, outs[at])))
    return Equities(spot, outcomes.boards, exact, tuple(players))


def _outs(spot: Spot) -> list[tuple[list[str], list[str]]]:
    """List for each hand the next cards that bring it the pot, or a larger part of it."""
    outs: list[tuple[list[str], list[str]]] = [([], []) for _ in spot.hands]
    if len(spot.board) not in (3, 4):
        return outs
    board = codes(spot.board)
    now = _shares(spot, kinds.dealt(np.array([board])))[0]
    then = _shares(spot, kinds.next_cards(board, codes(spot.unseen)))
    for card, shares in zip(spot.unseen, then, strict=True):
        for at, share in enumerate(shares):
            if share > now[at]:
                outs[at][0 if share == 1 else 1].append(card)
    return outs


def _shares(spot: Spot, some: Boards) -> NDArray[np.float64]:
    """Tell for each board the part of the pot that each hand would take on it."""
    seats = [holding(spot.game, codes(hand), some.size) for hand in spot.hands]
    return shares_of(winners(some, seats), len(seats))


def _estimate(spot: Spot, seed: int) -> Iterator[Equities | None]:
    """Deal at random, batch by batch, what nobody has seen."""
    chance = np.random.default_rng(seed)
    unseen = np.array(codes(spot.unseen))
    outcomes = Outcomes(len(spot.hands))
    no_outs: list[tuple[list[str], list[str]]] = [([], [])] * len(spot.hands)  # not from unknowns
    while True:
        cards = _drawn(chance, unseen, spot.to_come)
        yield None
        missing = 5 - len(spot.board)
        some = kinds.dealt(_filled(codes(spot.board), cards[:, :missing]))
        yield None
        outcomes.add(some, _seats(spot, cards[:, missing:]))
        yield _told(spot, outcomes, no_outs, exact=False)


def _drawn(chance: np.random.Generator, unseen: Cards, count: int) -> Cards:
    """Draw so many cards from the deck, a batch of times."""
    deck = np.tile(unseen, (BATCH, 1))
    rows = np.arange(BATCH)
    for at in range(count):  # the first steps of a shuffle
        other = chance.integers(at, len(unseen), BATCH)
        deck[rows, other], deck[:, at] = deck[:, at], deck[rows, other]
    return deck[:, :count]


def _filled(known: Sequence[int], rest: Cards) -> Cards:
    """Put the cards that are known in front of those that were drawn."""
    return np.column_stack([np.tile(np.array(known, dtype=np.int64), (len(rest), 1)), rest])


def _seats(spot: Spot, cards: Cards) -> list[Seat | DrawnSeat]:
    """Seat the hands, those with unknown cards with what was drawn for them."""
    seats: list[Seat | DrawnSeat] = []
    used = 0
    for hand in spot.hands:
        known = [card for card in hand if card != UNKNOWN]
        need = len(hand) - len(known)
        if need:
            seats.append(drawn(spot.game, _filled(codes(known), cards[:, used : used + need])))
        else:
            seats.append(holding(spot.game, codes(hand), 5))
        used += need
    return seats
