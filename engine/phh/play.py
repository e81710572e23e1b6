"""Plays a recorded hand through the engine and compares the stacks it ends with."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from engine.law import Book
from engine.phh.again import events
from engine.phh.deal import chip
from engine.phh.text import HandHistory, Stacks
from engine.table import Table

MOST_RAKE = Fraction(1, 10)  # of what a player won: a file that lacks more is wrong


class Verdict(StrEnum):
    """How the engine's stacks stand to those of the file."""

    AGREES = "agrees"
    HALF_CHIPS = "half chips"  # the file split a pot finer than its smallest chip
    RAKED = "raked"  # the file's winners have less, by what the house took
    DIFFERS = "differs"
    UNCHECKED = "unchecked"  # the file does not say how the hand ended


@dataclass(frozen=True)
class Outcome:
    """A hand played again: its stacks by player, and what the engine objected to first."""

    hand: HandHistory
    stacks: Stacks | None
    verdict: Verdict
    objection: str = ""


def play(hand: HandHistory, rulebook: str | Book | None = None) -> Outcome:
    """Deal and bet one hand through the engine."""
    table = Table(rulebook)
    stacks: Stacks | None = None
    won: Counter[int] = Counter()
    objection = ""
    for event in events(hand):
        for answer in table.apply(event):
            if answer["o"] == "end":
                stacks = _stacks(hand, answer["stacks"])
            elif answer["o"] == "award":
                won[answer["seat"]] += answer["amount"]
            elif not objection:
                objection = _objection(answer)
    return Outcome(hand, stacks, _verdict(hand, stacks, won), objection)


def _stacks(hand: HandHistory, by_seat: Mapping[str, int]) -> Stacks:
    """Give the stacks by player; one that began unknown ends unknown."""
    unit = chip(hand)
    return tuple(
        None if start is None else by_seat[str(seat)] * unit
        for seat, start in enumerate(hand.starting_stacks, 1)
    )


def _objection(answer: Mapping[str, object]) -> str:
    """Return what an answer has against the hand; a note leaves nothing to do."""
    if answer["o"] == "reject":
        return str(answer["why"])
    if answer["o"] == "ruling" and answer["severity"] != "note":
        return str(answer["text"])
    return ""


def _verdict(hand: HandHistory, stacks: Stacks | None, won: Mapping[int, int]) -> Verdict:
    if hand.finishing_stacks is None:
        return Verdict.UNCHECKED
    if stacks is None:
        return Verdict.DIFFERS
    known = [
        (seat, ours, theirs)
        for seat, (ours, theirs) in enumerate(zip(stacks, hand.finishing_stacks, strict=True), 1)
        if ours is not None and theirs is not None
    ]
    short = {seat: ours - theirs for seat, ours, theirs in known if ours != theirs}
    if not known or not short:
        return Verdict.AGREES if known else Verdict.UNCHECKED
    if _is_finer(hand, [theirs for _, _, theirs in known], short):
        return Verdict.HALF_CHIPS
    unit = chip(hand)
    if all(0 < off <= won.get(seat, 0) * unit * MOST_RAKE for seat, off in short.items()):
        return Verdict.RAKED
    return Verdict.DIFFERS


def _is_finer(hand: HandHistory, truth: list[Fraction], short: Mapping[int, Fraction]) -> bool:
    """Whether the file only split a pot finer than its smallest chip."""
    unit = chip(hand)
    split = any((stack / unit).denominator != 1 for stack in truth)
    return split and sum(short.values()) == 0 and all(abs(off) < unit for off in short.values())
