"""What players do before the cards that it follows are read."""

from __future__ import annotations

from engine.betting.words import plain
from engine.log import Act, Chips, Say

Early = Act | Say | Chips


def motions(done: list[Early]) -> list[list[Early]]:
    """What was done, parted into what each player did in a row."""
    parted: list[list[Early]] = []
    for event in done:
        if parted and parted[-1][0].seat == event.seat and not isinstance(event, Act):
            parted[-1].append(event)
        else:
            parted.append([event])
    return parted


def puts_chips(event: Early) -> bool:
    """Whether chips go in with it."""
    if isinstance(event, Act):
        return event.do not in ("fold", "check")
    return isinstance(event, Chips) or plain(event.words, {})[0] not in ("fold", "check", "?")
