"""Untidy ways of an orderly dealer and his players: no fault, and no ruling may come of them.

The truth stays orderly; what is untidy is when a tag is read, what a card crosses on its way, and
when a word is entered.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware_bridge.simulator.script import Lay, Motion, Say, Script, Throw
from firmware_bridge.simulator.truth import BOARD, BURN, MUCK

READ = (0.1, 1.0)  # seconds until a tag that is read late answers
CROSSES = (0.1, 0.9)  # seconds over an antenna that is not the card's own
WORD = (0.2, 1.6)  # seconds until a fold is entered

Make = Callable[[Script, list[Motion], random.Random], list[Motion]]


@dataclass(frozen=True)
class Way:
    """One way to be untidy; it changes the steps of a hand."""

    make: Make
    but: tuple[str, ...] = ()  # books that forbid it


def _lays(steps: list[Motion], zone: str) -> list[int]:
    """Where in a hand a card is dealt to such a zone."""
    return [at for at, one in enumerate(steps) if isinstance(one, Lay) and one.zone[:4] == zone[:4]]


def _read_late(zone: str) -> Make:
    """A tag answers only some time after its card lies there."""

    def make(script: Script, steps: list[Motion], chance: random.Random) -> list[Motion]:
        at = chance.choice(_lays(steps, zone))
        return _changed(steps, at, late=chance.uniform(*READ))

    return make


def _crossing(zone: str, *others: str) -> Make:
    """A dealt card is seen over another place on its way; over a neighbour where none is named."""

    def make(script: Script, steps: list[Motion], chance: random.Random) -> list[Motion]:
        at = chance.choice([one for one in _lays(steps, zone) if not _held(steps[one])])
        step = steps[at]
        assert isinstance(step, Lay)
        seats = [f"seat:{seat}" for seat in script.seats]
        over = chance.choice([one for one in others or seats if one != step.zone])
        return _changed(steps, at, over=over, crosses=chance.uniform(*CROSSES))

    return make


def _held(step: Motion) -> bool:
    return isinstance(step, Lay) and step.held


def _changed(steps: list[Motion], at: int, **fields: object) -> list[Motion]:
    return [*steps[:at], replace(steps[at], **fields), *steps[at + 1 :]]  # type: ignore[arg-type]  # fields of a Lay


def _thrown(*, across: bool) -> Make:
    """A player throws his hand in, and his fold is entered some time later."""

    def make(script: Script, steps: list[Motion], chance: random.Random) -> list[Motion]:
        calls = [one for one in script.calls if isinstance(one, Say) and one.fields["do"] == "call"]
        called = [one for one in calls if one in steps]
        if len(called) < 3:  # somebody is to stay in
            return steps
        call = chance.choice(called[:-1])
        seat = call.fields["seat"]
        at = steps.index(call)
        fold = Say("act", {"seat": seat, "do": "fold"}, late=chance.uniform(*WORD))
        throw = Throw(f"seat:{seat}", MUCK)
        if across:
            live = sorted({one.fields["seat"] for one in calls} - {seat}, key=str)
            over, crosses = f"seat:{chance.choice(live)}", chance.uniform(*CROSSES)
            throw = replace(throw, over=over, crosses=crosses)
        after = [one for one in steps[at + 1 :] if not _is_of(one, seat)]
        return [*steps[:at], fold, throw, *after]

    return make


def _is_of(step: Motion, seat: object) -> bool:
    return isinstance(step, Say) and step.fields.get("seat") == seat


def burns_swept(script: Script, steps: list[Motion], chance: random.Random) -> list[Motion]:
    """The burns go to the discards while a street is bet."""
    at = chance.choice(_lays(steps, BOARD)[script.dealt.streets[0] - 1 :])
    return [*steps[: at + 2], Throw(BURN, MUCK), *steps[at + 2 :]]


UNTIDY: dict[str, Way] = {
    "hole_card_read_late": Way(_read_late("seat")),
    "burn_read_late": Way(_read_late(BURN)),
    "board_card_read_late": Way(_read_late(BOARD)),
    "pitched_over_neighbour": Way(_crossing("seat")),
    "pitched_over_board": Way(_crossing("seat", BOARD)),
    "pitched_over_muck": Way(_crossing("seat", MUCK)),
    "burn_over_board": Way(_crossing(BURN, BOARD)),
    "board_card_over_burns": Way(_crossing(BOARD, BURN)),
    "thrown_in_early": Way(_thrown(across=False)),
    "thrown_over_neighbour": Way(_thrown(across=True)),
    "burns_swept": Way(burns_swept, but=("hilton",)),  # hilton.A14.2 keeps them apart
}


def untidied(
    script: Script, names: tuple[str, ...], rulebook: str, chance: random.Random
) -> list[Motion]:
    """A whole hand with these ways, as far as the book has no duty against them."""
    steps = script.whole()
    for name in names:
        if rulebook not in UNTIDY[name].but:
            steps = UNTIDY[name].make(script, steps, chance)
    return steps
