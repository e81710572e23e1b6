"""What a disorder is, when it can happen, and what all of them need to look up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.engine.golden.evening import Evening


@dataclass(frozen=True)
class Disorder:
    """Something that goes wrong, and at which expectations it can."""

    name: str
    when: frozenset[str]
    happen: Callable[[Evening], None]


ALL: list[Disorder] = []
IN_DEAL = "seat board burn act show"


def at(when: str) -> Callable[[Callable[[Evening], None]], Callable[[Evening], None]]:
    """Say when a disorder can happen, and enlist it."""

    def enlist(happen: Callable[[Evening], None]) -> Callable[[Evening], None]:
        ALL.append(Disorder(happen.__name__, frozenset(when.split()), happen))
        return happen

    return enlist


def due(e: Evening) -> str:
    """Where the next card belongs."""
    return str(e.expected.get("zone", "seat:1"))


def other_seat(e: Evening) -> int:
    """A seat that is not the one meant; mostly a neighbour."""
    meant = e.expected.get("seat") or int(due(e).partition(":")[2] or 1)
    others = [seat for seat in e.seats if seat != meant] or [meant]
    after = [seat for seat in others if seat > meant] or others
    return after[0] if e.rnd.random() < 0.5 else e.rnd.choice(others)


def any_card(e: Evening, zone: str | None = None) -> str | None:
    """Some card that lies on the felt."""
    cards = [c for z, held in e.zones.items() if zone in (None, z) for c in held if c != "??"]
    return e.rnd.choice(cards) if cards else None


def stray(e: Evening) -> None:
    """Something likely that is not what was expected."""
    rnd = e.rnd
    choice = rnd.randrange(8)
    if choice == 0:
        e.deal("board", "up")
    elif choice == 1:
        e.deal("burn")
    elif choice in (2, 3):
        e.send(
            "act", seat=rnd.choice(e.live() or e.seats), do=rnd.choice(("call", "check", "fold"))
        )
    elif choice == 4:
        e.deal(f"seat:{rnd.choice(e.seats)}", rnd.choice(("down", "down", "up")))
    elif choice == 5:
        e.send(rnd.choice(("shuffle", "cut", "hand")))
    elif choice == 6 and (card := any_card(e)):
        zone = rnd.choice(("deck", "muck", "burn", "board", "off"))
        e.send("card", card=card, zone=zone, face=rnd.choice(("down", "up")))
    elif "zone" in e.expected:
        e.deal(str(e.expected["zone"]), rnd.choice(("up", "down")))
