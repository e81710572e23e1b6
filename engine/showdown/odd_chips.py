"""Chips that cannot be split: how a pot is divided, who gets the odd ones, and by which clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import FACES, RANKS, SUITS
from engine.deal.deal import Deal
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
        if _is_split_game(deal):
            if self.odd > 1:
                yield "odd_side_several"
            if parted and side == "high":
                yield "odd_half_tied"
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
    return Shares(shares, odd + bool(left))


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


def _is_split_game(deal: Deal) -> bool:
    return len(deal.setting.game.wins) > 1


def _unit(deal: Deal) -> int:
    return max(int(deal.setting.book.params["betting_unit"]), 1)


def _highest(cards: list[str]) -> tuple[int, int]:
    return max(((RANKS.index(c[0]), HIGH_SUIT[c[1]]) for c in cards if c in FACES), default=(0, 0))


def _lowest(cards: list[str]) -> tuple[int, int]:
    return min((card_order(c, ace_low=True) for c in cards if c in FACES), default=(0, 0))
