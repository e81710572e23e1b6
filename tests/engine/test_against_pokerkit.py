"""Random hands played by both engines end with the same stacks."""

import random
from dataclasses import replace
from typing import Any

import pytest
from pokerkit import (
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    PotLimitOmahaHoldem,
)
from pokerkit.games import FixedLimitPokerMixin, NoLimitPokerMixin

from controller.bench import _hands
from controller.bench._hands import BIG, Deal, Kind
from engine.table import Table

HIGH, HIGH_LOW = (OmahaHoldemHand,), (OmahaHoldemHand, OmahaEightOrBetterLowHand)
SHORT = 15 * BIG  # so that all-ins and side pots are many


# The peer ships two of these six games, and one of the two with pot-limit bets under a name that
# says fixed limit: the others are its own parts, put together.


class LimitOmaha8(FixedLimitPokerMixin, FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    max_completion_betting_or_raising_count = None  # the book has two players raise on


class LimitOmaha(LimitOmaha8):
    hand_types = HIGH


class PotLimitOmaha8(PotLimitOmahaHoldem):
    hand_types = HIGH_LOW


class NoLimitOmaha(NoLimitPokerMixin, PotLimitOmahaHoldem):
    pass


class NoLimitOmaha8(NoLimitOmaha):
    hand_types = HIGH_LOW


KINDS = {
    "holdem no_limit": Kind(peer=NoLimitTexasHoldem, buy_in=SHORT),
    "omaha no_limit": Kind("omaha", "no_limit", NoLimitOmaha, buy_in=SHORT),
    "omaha8 no_limit": Kind("omaha8", "no_limit", NoLimitOmaha8, buy_in=SHORT),
    "omaha pot_limit": Kind("omaha", "pot_limit", PotLimitOmahaHoldem, buy_in=SHORT),
    "omaha8 pot_limit": Kind("omaha8", "pot_limit", PotLimitOmaha8, buy_in=SHORT),
    "omaha limit": Kind("omaha", "limit", LimitOmaha, (BIG, 2 * BIG), SHORT),
    "omaha8 limit": Kind("omaha8", "limit", LimitOmaha8, (BIG, 2 * BIG), SHORT),
}
Answer = dict[str, Any]


def limit_gamblers(options: dict[str, Answer], chance: random.Random) -> dict[str, object]:
    """Gamblers who never raise all-in for less: there the peer completes by another rule."""
    whole = {
        do: option
        for do, option in options.items()
        if do not in ("bet", "raise") or option["max"] % (2 * BIG) == 0
    }
    return gamblers(whole, chance)


def gamblers(options: dict[str, Answer], chance: random.Random) -> dict[str, object]:
    """Choose so that many see the showdown, and many of them for all their chips."""
    luck = chance.random()
    wager = options.get("raise") or options.get("bet")
    if wager and luck < 0.25:
        return {"do": wager["do"], "to": chance.choice((wager["min"], wager["max"]))}
    if "check" in options:
        return {"do": "check"}
    return {"do": "fold"} if luck > 0.8 else {"do": "call"}


def play(deal: Deal, table: Table) -> tuple[list[int], list[Answer]]:
    """Our stacks from the button's left, and the awards."""
    answers = [answer for event in deal.events for answer in table.apply(event)]
    ending = next(answer for answer in answers if answer["o"] == "end")
    awards = [answer for answer in answers if answer["o"] == "award"]
    return [ending["stacks"][str(seat)] for seat in deal.order], awards


def peer_stacks(deal: Deal) -> list[int]:
    theirs = deal.kind.state(deal.stacks)
    for operation in deal.operations:
        operation(theirs)
    return [int(stack) for stack in theirs.stacks]


def opened(opening: list[_hands.Event]) -> Table:
    table = Table()
    for event in opening:
        table.apply(event)
    return table


@pytest.mark.parametrize("seats", range(2, 10))
def test_random_hands_end_as_pokerkit_ends_them(seats: int) -> None:
    opening, deals = _hands.generate(40, seats, _hands.live_table, seats)
    table = opened(opening)
    for deal in deals:
        ours, _ = play(deal, table)
        assert ours == peer_stacks(deal)
        assert sum(ours) == sum(deal.stacks)


@pytest.mark.parametrize("seats", range(2, 10))
@pytest.mark.parametrize("kind", KINDS)
def test_gamblers_of_every_game_end_as_pokerkit_ends_them(kind: str, seats: int) -> None:
    style = limit_gamblers if kind.endswith(" limit") else gamblers
    opening, deals = _hands.generate(25, 100 + seats, style, seats, KINDS[kind])
    table = opened(opening)
    assert any(deal.shown > 1 for deal in deals)
    for deal in deals:
        ours, awards = play(deal, table)
        differing = difference(ours, peer_stacks(deal))
        one_pot = len({award["pot"] for award in awards}) == 1
        assert differing == 0 or (not one_pot and differing <= explained(awards))
        assert sum(ours) == sum(deal.stacks)


@pytest.mark.parametrize("game", ["omaha no_limit", "omaha8 no_limit"])
@pytest.mark.parametrize("seats", (4, 6, 9))
def test_only_odd_chips_are_given_otherwise_than_pokerkit_gives_them(game: str, seats: int) -> None:
    """By the book one each (uspa.3.1.9.4); the peer gives the first player all of them."""
    kind = replace(KINDS[game], house={})
    opening, deals = _hands.generate(60, 200 + seats, gamblers, seats, kind)
    table = opened(opening)
    for deal in deals:
        ours, awards = play(deal, table)
        assert difference(ours, peer_stacks(deal)) <= explained(awards)


def difference(ours: list[int], theirs: list[int]) -> int:
    return sum(abs(a - b) for a, b in zip(ours, theirs, strict=True))


def explained(awards: list[Answer]) -> int:
    """How far the stacks may lie apart, and by which clause.

    uspa.3.2.2.5.2.2b: a pot that nobody in it has a low for is the high hand's whole; the peer
    looks for a low among all hands at the table, and parts it nevertheless.
    uspa.3.1.9.5.4: each pot is split on its own; the peer puts pots together when the hands that
    made them different are beaten, so that two odd chips become an even one.
    """
    if len({"side" in award for award in awards}) == 2:
        return sum(award["amount"] for award in awards if "side" not in award)
    return 2 * sum(award.get("clause") in ODD for award in awards)


ODD = ("uspa.3.1.9.5.1", "uspa.3.1.9.5.3a", "uspa.3.1.9.5.3b")
