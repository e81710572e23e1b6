"""Exact equities by counting every board, and estimates where hands are not known (numpy).

The work comes in slices of about a millisecond: iterate, and stop iterating to cancel.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK, SUITS
from engine.equity import boards as kinds
from engine.equity.boards import Boards, Cards
from engine.equity.closed import ClosedSeat, closed, no_boards
from engine.equity.lookups import DrawnSeat, Seat, drawn, holding
from engine.equity.shares import Outcomes, shares_of, winners
from engine.equity.spots import UNKNOWN, Equities, Odds, Spot
from engine.worth import HandError

BATCH = 1024  # deals in one slice where cards in the hands are unknown
COUNTABLE = 50_000  # deals that are counted one by one, if cards in the hands are unknown
CLOSED = 700_000  # likewise without a board: two hands to which two cards come

_CODES = {card: code for code, card in enumerate(DECK)}


def equities(spot: Spot) -> Equities:
    """Count every board at once, for callers that may wait some milliseconds."""
    if not countable(spot):
        raise HandError("too much is unknown to count: take the estimates of work() instead")
    *_, last = work(spot)
    assert last is not None  # exact work ends with its result
    return last


def work(spot: Spot, seed: int = 0) -> Iterator[Equities | None]:
    """Value a spot slice by slice: None until there is a result, then the best so far.

    An exact count ends with its only result; an estimate gets finer for as long as it is asked.
    """
    return _deal(spot, seed) if spot.unknown or not spot.game.board else _count(spot)


def countable(spot: Spot) -> bool:
    """Tell whether every deal can be counted in a moment."""
    deals, left = 1, len(spot.unseen)
    for need in spot.needs:
        deals, left = deals * comb(left, need), left - need
    return not spot.unknown or deals <= (COUNTABLE if spot.game.board else CLOSED)


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
    most = [max(hand.count(suit) for hand in held) for suit in SUITS]
    uses = spot.game.uses
    if uses is None:
        fewest = [5 - count for count in most]
    else:
        fewest = [5 - uses if count >= uses else 6 for count in most]
    yield from kinds.all_five(unseen, fewest)


def _told(
    spot: Spot, outcomes: Outcomes, outs: Sequence[tuple[list[str], list[str]]], exact: bool = True
) -> Equities:
    """Tell what was counted, hand by hand."""
    players = []
    for at, hand in enumerate(spot.hands):
        wins, ties, high, low = outcomes.of(at)
        share = high + low
        # No spread of shares between 0 and 1 is wider than that of wins and losses alone.
        error = 0.0 if exact else 1.96 * sqrt(share * (1 - share) / outcomes.boards)
        players.append(Odds(hand, wins, ties, high, low, error, *map(tuple, outs[at])))
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


def _deal(spot: Spot, seed: int) -> Iterator[Equities | None]:
    """Deal what nobody has seen, every way or at random, batch by batch."""
    exact = countable(spot)
    missing = spot.needs[0]
    outcomes = Outcomes(len(spot.hands))
    no_outs: list[tuple[list[str], list[str]]] = [([], []) for _ in spot.hands]
    for cards in _every_deal(spot) if exact else _random_deals(spot, seed):
        yield None
        board = _filled(codes(spot.board), cards[:, :missing])
        some = kinds.dealt(board) if spot.game.board else no_boards(len(cards))
        yield None
        outcomes.add(some, _seats(spot, cards[:, missing:]))
        yield None if exact else _told(spot, outcomes, no_outs, exact=False)
    yield _told(spot, outcomes, no_outs)


def _every_deal(spot: Spot) -> Iterator[Cards]:
    """Deal the board and the unknown cards of each hand in every way."""
    deals = _ways_to_deal(codes(spot.unseen), spot.needs)
    while batch := list(islice(deals, BATCH)):
        yield np.array(batch, dtype=np.int64)


def _ways_to_deal(unseen: Sequence[int], needs: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Deal so many cards to one place, so many to the next, in every way."""
    if not needs:
        yield ()
        return
    for first in combinations(unseen, needs[0]):
        rest = [card for card in unseen if card not in first]
        for others in _ways_to_deal(rest, needs[1:]):
            yield first + others


def _random_deals(spot: Spot, seed: int) -> Iterator[Cards]:
    """Deal as many cards as are to come at random, over and over."""
    chance = np.random.default_rng(seed)
    unseen, rows = np.array(codes(spot.unseen)), np.arange(BATCH)
    while True:
        deck = np.tile(unseen, (BATCH, 1))
        for at in range(spot.to_come):  # the first steps of a shuffle
            other = chance.integers(at, len(unseen), BATCH)
            deck[rows, other], deck[:, at] = deck[:, at], deck[rows, other]
        yield deck[:, : spot.to_come]


def _filled(known: Sequence[int], rest: Cards) -> Cards:
    """Put the cards that are known in front of those that were drawn."""
    return np.column_stack([np.tile(np.array(known, dtype=np.int64), (len(rest), 1)), rest])


def _seats(spot: Spot, cards: Cards) -> list[Seat | DrawnSeat | ClosedSeat]:
    """Seat the hands, those with unknown cards with what was drawn for them."""
    seats: list[Seat | DrawnSeat | ClosedSeat] = []
    used = 0
    for hand, need in zip(spot.hands, spot.needs[1:], strict=True):
        known = [card for card in hand if card != UNKNOWN]
        if not spot.game.board:
            whole = _filled(codes(known), cards[:, used : used + need])
            seats.append(closed(spot.game, whole))
        elif need:
            seats.append(drawn(spot.game, _filled(codes(known), cards[:, used : used + need])))
        else:
            seats.append(holding(spot.game, codes(hand), 5))
        used += need
    return seats
