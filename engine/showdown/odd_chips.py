"""Chips that cannot be split: how a pot is divided, who gets the odd ones, and by which clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import FACES, RANKS, SUITS
from engine.deal.deal import Deal
from engine.showdown import reading
from engine.worth.upcards import card_order

HIGH_SUIT = {suit: 3 - k for k, suit in enumerate(SUITS)}  # spades, hearts, diamonds, clubs


@dataclass(frozen=True, slots=True)
class Halves:
    """A pot parted between high and low."""

    high: int
    low: int

    @property
    def odd(self) -> bool:
        """Whether one chip could not be parted."""
        return self.high > self.low

    def why(self, side: str) -> tuple[str, ...]:
        """What a book may give the clause of, the closest first."""
        if not self.odd:
            return ()
        if side == "high":
            return ("odd_half",)
        # An even number of small chips, so only the size of the chips that play made it odd.
        by_unit = ("odd_half_unit",) if (self.high + self.low) % 2 == 0 else ()
        return (*by_unit, "odd_half_low", "odd_half")


def halves(deal: Deal, amount: int) -> Halves:
    """Part a pot in two; an odd chip is the high hand's (hilton.A35.4, uspa.3.1.9.5.3a)."""
    unit = _unit(deal)
    low = amount // (2 * unit) * unit
    return Halves(amount - low, low)


@dataclass(frozen=True, slots=True)
class Shares:
    """What each winner of a side gets, and how many chips were odd."""

    of: dict[int, int]
    odd: int
    both: bool = False  # the same hands tie for high and for low
    beside: bool = False  # a card decided that is not among the five that play

    def why(self, deal: Deal, side: str, halved: Halves | None) -> str | None:
        """The clause of the split; None where one hand takes all, or a plain half."""
        parted = halved.why(side) if halved else ()
        if len(self.of) > 1:
            parted = tuple(self._why_tied(deal, side, parted))
        if not parted:
            return None
        book, format_ = deal.setting.book, deal.setting.format
        # A book that tells formats apart may be silent on this one.
        keys = (known for key in parted for known in (f"{key}_{format_}", key))
        cited = (book.why[key] for key in keys if key in book.why)
        return next(cited, book.authority)

    def _why_tied(self, deal: Deal, side: str, parted: tuple[str, ...]) -> Iterator[str]:
        if not self.odd:
            yield from parted or ("split",)
            return
        if self.beside:
            yield "odd_beside"
        if _is_split_game(deal):
            if self.both:
                yield "odd_both"
            if self.odd > 1:
                yield "odd_side_several"
            if side == "low":
                yield "odd_side_low"
            if parted and side == "high":
                yield "odd_half_tied"
            if side == "low":
                yield "odd_side_low"
            yield "odd_side"
        yield "odd_chip"


def share(deal: Deal, winners: list[int], amount: int, side: str = "high") -> Shares:
    """Split chips among tied hands, in chips of the size that plays (hilton.A35.3)."""
    if len(winners) == 1:
        return Shares({winners[0]: amount}, 0)
    unit = _unit(deal)
    each, odd = divmod(amount // unit, len(winners))
    left = amount % unit  # smaller chips, of antes and blinds, go with the first odd one
    shares = dict.fromkeys(winners, each * unit)
    for seat, chips in _odd(deal, winners, odd, side).items():
        shares[seat] += chips * unit
    if left:
        shares[_in_order(deal, winners, side)[0]] += left
    return Shares(shares, odd + bool(left), beside=_beside(deal, winners, side))


def _beside(deal: Deal, winners: list[int], side: str) -> bool:
    """Whether the card that decides is not among the five of its hand (uspa.3.1.9.5.2c)."""
    if not deal.setting.game.stud or _method(deal) not in ("high_card", "by_suit"):
        return False
    first = _in_order(deal, winners, side)[0]
    faces = [card for card in deal.felt.hole(first) if card in FACES]
    low = _method(deal) == "by_suit" and side != "high"
    decides = min(faces, key=_low_order) if low else max(faces, key=_high_order)
    return decides not in reading.value(deal, first, side, reading.board(deal)).cards


def share_both(deal: Deal, winners: list[int], halved: Halves) -> tuple[Shares, Shares]:
    """Split a pot among hands that tie both ways as evenly as may be (uspa.3.2.7.5.9b)."""
    whole = share(deal, winners, halved.high + halved.low)
    high = share(deal, winners, halved.high)
    low = {seat: chips - high.of[seat] for seat, chips in whole.of.items()}
    return Shares(high.of, high.odd, both=True), Shares(low, whole.odd or high.odd, both=True)


def _odd(deal: Deal, winners: list[int], odd: int, side: str) -> dict[int, int]:
    """Who gets the chips that cannot be split."""
    ordered = _in_order(deal, winners, side)
    if _method(deal) == "all_left_of_button":  # california.award.odd-chip
        return {ordered[0]: odd}
    return dict.fromkeys(ordered[:odd], 1)  # uspa.3.1.9.4, hilton.A35.b.2: one each


def _in_order(deal: Deal, winners: list[int], side: str) -> list[int]:
    """From the button's left, or by a card of the whole hand (hilton.A35.2, uspa.3.1.9.5.2)."""
    method = _method(deal)
    if method == "by_suit" and side != "high":  # tied lows: the lowest card, aces low
        return sorted(winners, key=lambda seat: _lowest(deal.felt.hole(seat)))
    if method not in ("high_card", "by_suit"):  # uspa.3.1.9.5.1
        return winners
    return sorted(winners, key=lambda seat: _highest(deal.felt.hole(seat)), reverse=True)


def _method(deal: Deal) -> str:
    setting = deal.setting
    kinds = ("split", setting.format) if _is_split_game(deal) else (setting.format,)
    if setting.game.stud:
        kinds = ("stud", *kinds)
    return str(setting.book.param("odd_chip", *kinds))


def by_a_card(deal: Deal) -> bool:
    """Whether an odd chip goes by a card, and not by the place."""
    return _method(deal) in ("high_card", "by_suit")


def also(deal: Deal, shares: Shares) -> list[str]:
    """What else of the book bears on odd chips: which cards count, and that each gets one."""
    keys = ["odd_whole_hand"] if by_a_card(deal) else []
    if shares.odd > 1:
        keys.append("odd_several")
    known = deal.setting.whys.grounds
    return [known[key] for key in keys if key in known]


def _is_split_game(deal: Deal) -> bool:
    return len(deal.setting.game.wins) > 1


def _unit(deal: Deal) -> int:
    return max(int(deal.setting.book.params["betting_unit"]), 1)


def _highest(cards: list[str]) -> tuple[int, int]:
    return max((_high_order(card) for card in cards if card in FACES), default=(0, 0))


def _lowest(cards: list[str]) -> tuple[int, int]:
    return min((_low_order(card) for card in cards if card in FACES), default=(0, 0))


def _high_order(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), HIGH_SUIT[card[1]]


def _low_order(card: str) -> tuple[int, int]:
    return card_order(card, ace_low=True)
