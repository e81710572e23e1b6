"""An action is taken back while nobody has acted on it: by another word, or a claim."""

from __future__ import annotations

from engine.betting.underway import Begun
from engine.deal.deal import Deal


def possible(deal: Deal, begun: Begun) -> bool:
    """Whether the betting can go back to before it."""
    agenda = deal.agenda
    if begun.before is None or deal.over or begun.waits:
        return False
    return agenda.at == begun.at or (
        agenda.at == begun.at + 1 and agenda.stage in ("cards", "show")
    )


def rewind(deal: Deal, begun: Begun) -> None:
    """The betting is as it was before he acted."""
    assert begun.before is not None
    deal.betting.restore(begun.before)
    del deal.acts.all[begun.acts :]
    deal.acts.now.due.pop(begun.seat, None)
    if deal.agenda.at != begun.at:
        deal.agenda.back_to_betting()
