"""Plays a recorded hand through the engine and compares the stacks it ends with."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from engine.law import Book
from engine.phh.deal import chip, events
from engine.phh.text import Hand
from engine.table import Table


class Verdict(StrEnum):
    """How the engine's stacks stand to those of the file."""

    AGREES = "agrees"
    HALF_CHIPS = "half chips"  # the file split a pot finer than its smallest chip
    DIFFERS = "differs"
    UNCHECKED = "unchecked"  # the file does not say how the hand ended


@dataclass(frozen=True)
class Outcome:
    """A hand played again: its stacks by player, and what the engine objected to first."""

    hand: Hand
    stacks: tuple[Fraction, ...] | None
    verdict: Verdict
    objection: str = ""


def play(hand: Hand, rulebook: str | Book | None = None) -> Outcome:
    """Deal and bet one hand through the engine."""
    table = Table(rulebook)
    stacks: tuple[Fraction, ...] | None = None
    objection = ""
    for event in events(hand):
        for answer in table.apply(event):
            if answer["o"] == "end":
                stacks = _stacks(hand, answer["stacks"])
            elif not objection:
                objection = _objection(answer)
    return Outcome(hand, stacks, _verdict(hand, stacks), objection)


def _stacks(hand: Hand, by_seat: Mapping[str, int]) -> tuple[Fraction, ...]:
    unit = chip(hand)
    return tuple(by_seat[str(seat)] * unit for seat in range(1, hand.count + 1))


def _objection(answer: Mapping[str, object]) -> str:
    """Return what an answer has against the hand; a note leaves nothing to do."""
    if answer["o"] == "reject":
        return str(answer["why"])
    if answer["o"] == "ruling" and answer["severity"] != "note":
        return str(answer["text"])
    return ""


def _verdict(hand: Hand, stacks: tuple[Fraction, ...] | None) -> Verdict:
    truth = hand.finishing_stacks
    if truth is None:
        return Verdict.UNCHECKED
    if stacks == truth:
        return Verdict.AGREES
    if stacks is None or sum(stacks) != sum(truth):
        return Verdict.DIFFERS
    unit = chip(hand)
    split = any((stack / unit).denominator != 1 for stack in truth)
    near = all(abs(ours - theirs) < unit for ours, theirs in zip(stacks, truth, strict=True))
    return Verdict.HALF_CHIPS if split and near else Verdict.DIFFERS
