"""The deck is shuffled and cut, between deals or as a correction asks."""

from __future__ import annotations

from engine.deal.deal import Deal
from engine.log import Cut, Shuffle
from engine.people import levels
from engine.play import follow


def shuffle(deal: Deal, event: Shuffle) -> None:
    """The deck was shuffled."""
    if deal.over:
        levels.shuffled(deal.room)
        deal.room.shuffled = deal.ending.shuffled = True
        _tick(deal, "return_all", "reshuffle")
        return
    deal.felt.reshuffled()
    if not _step_done(deal, "reshuffle"):
        deal.room.shuffled = True  # the second deck, beside the table
        follow.shuffled_too_soon(deal)


def cut(deal: Deal, event: Cut) -> None:
    """The deck was cut."""
    if deal.over:
        _tick(deal, "cut")
    if deal.over or not _step_done(deal, "cut"):
        deal.room.cut = True


def _tick(deal: Deal, *done: str) -> None:
    for correction in deal.open_corrections():
        correction.tick(*done)


def _step_done(deal: Deal, do: str) -> bool:
    for _, task in follow.open_tasks(deal, do):
        if deal.agenda.is_due(task):
            task.done = True
            return True
    return False
