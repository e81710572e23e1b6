"""What of the book bears on an award beside its clause: what the hand is, what told it apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    grounds = deal.setting.whys.grounds
    if not grounds:
        return []
    told = _grounds(deal, scale, ranks, seat, cards, pots)
    return list(dict.fromkeys(grounds[key] for key in told if key in grounds))


def _grounds(
    deal: Deal, scale: str, ranks: dict[int, int], seat: int, cards: Sequence[str], pots: int
) -> Iterator[str]:
    best = ranks[seat]
    if scale == "high":
        yield from _class(best)
        yield from _told_apart(best, max((r for r in ranks.values() if r < best), default=0))
    if len(ranks) > 2:
        yield "best_of_several"
    if deal.setting.game.board_cards and deal.setting.game.uses is None:
        own = sum(card in cards for card in deal.felt.hole(seat))
        yield _OWN[min(own, 2)]
    if sum(rank == best for rank in ranks.values()) > 1:
        yield "suits_equal"
        if pots > 1:
            yield "pots_apart"
    yield from _where_it_lies(deal, seat)


def _class(rank: int) -> Iterator[str]:
    category = rank >> 20
    if category == STRAIGHT_FLUSH and card_values(rank)[0] == ACE:
        yield "rank_royal_flush"
    else:
        yield RANKS[category]


def _told_apart(best: int, next_best: int) -> Iterator[str]:
    """What parts two hands of one kind."""
    category = best >> 20
    if not next_best or next_best >> 20 != category:
        return
    combined = _BESIDE.get(category, 0)
    same = card_values(best)[:combined] == card_values(next_best)[:combined]
    yield "rank_kicker" if combined and same else "rank_order"


def _where_it_lies(deal: Deal, seat: int) -> Iterator[str]:
    """Whether its cards are among the discards, and how they came there."""
    hole = deal.felt.hole(seat)
    if hole and not any(card in deal.felt.cards(SEAT_ZONES[seat]) for card in hole):
        yield "thrown_face_up" if seat in deal.showing.thrown else "tabled_taken_in"


def to_kill(deal: Deal, paid: set[int]) -> list[int]:
    """Losing hands that lie open: they are killed before the pot is pushed (diamondjims.7)."""
    tabled = deal.showing.tabled
    return [seat for seat in deal.live_seats() if tabled.get(seat) and seat not in paid]
