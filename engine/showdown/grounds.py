"""What of the book bears on an award beside its clause: what the hand is, what told it apart."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import SEAT_ZONES
from engine.deal.deal import Deal
from engine.law.showdown_words import RANKS
from engine.worth.keys import PAIR, QUADS, STRAIGHT_FLUSH, TRIPS, TWO_PAIR, card_values

ACE = 14
_BESIDE = {PAIR: 1, TWO_PAIR: 2, TRIPS: 1, QUADS: 1}  # how many card values are the combination
_OWN = ("plays_board", "plays_one", "plays_own")


def cited(
    deal: Deal, scale: str, ranks: dict[int, int], seat: int, cards: Sequence[str], *, pots: int
) -> list[str]:
    """The clauses that bear on a hand's winning, where the book names any."""
    known = deal.setting.whys.grounds
    if not known:
        return []
    keys: list[str] = []
    best, values = ranks[seat], list(ranks.values())
    if scale == "high":
        keys.append(_class(best))
        keys += _told_apart(best, max([rank for rank in values if rank < best], default=0))
    if len(values) > 2:
        keys.append("best_of_several")
    game = deal.setting.game
    if game.board_cards and game.uses is None:
        own = len([card for card in deal.felt.hole(seat) if card in cards])
        keys.append(_OWN[min(own, 2)])
    if values.count(best) > 1:
        keys.append("suits_equal")
        if pots > 1:
            keys.append("pots_apart")
    keys += _where_it_lies(deal, seat)
    clauses: list[str] = []
    for key in keys:
        if (clause := known.get(key)) is not None and clause not in clauses:
            clauses.append(clause)
    return clauses


def _class(rank: int) -> str:
    category = rank >> 20
    royal = category == STRAIGHT_FLUSH and card_values(rank)[0] == ACE
    return "rank_royal_flush" if royal else RANKS[category]


def _told_apart(best: int, next_best: int) -> tuple[str, ...]:
    """What parts two hands of one kind."""
    category = best >> 20
    if not next_best or next_best >> 20 != category:
        return ()
    combined = _BESIDE.get(category, 0)
    same = card_values(best)[:combined] == card_values(next_best)[:combined]
    return ("rank_kicker" if combined and same else "rank_order",)


def _where_it_lies(deal: Deal, seat: int) -> tuple[str, ...]:
    """Whether its cards are among the discards, and how they came there."""
    hole, lying = deal.felt.hole(seat), deal.felt.cards(SEAT_ZONES[seat])
    for card in hole:
        if card in lying:
            return ()
    if not hole:
        return ()
    return ("thrown_face_up" if seat in deal.showing.thrown else "tabled_taken_in",)


def to_kill(deal: Deal, paid: set[int]) -> list[int]:
    """Losing hands that lie open: they are killed before the pot is pushed (diamondjims.7)."""
    tabled = deal.showing.tabled
    return [seat for seat in deal.live_seats() if tabled.get(seat) and seat not in paid]
