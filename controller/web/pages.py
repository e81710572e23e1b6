"""The pages: who may open each, as which role it listens to the broker, and what it hears."""

from dataclasses import dataclass
from typing import Final

OPEN: Final = ("status", "info", "public/state", "public/event")
DEALER: Final = (*OPEN, "dealer/expect", "dealer/alert")
STATES: Final = ("status", "info", "public/state", "floor/alert", "floor/health")
BRANCHES: Final = (*DEALER, "floor/alert", "floor/health", "broadcast/hand")  # kept by a gateway
FLEETING: Final = frozenset({"public/event"})  # told once, and never kept by the broker

# Whoever has the first role may open what the others open; a page then listens as the lesser one.
BELOW: Final[dict[str, tuple[str, ...]]] = {
    "floor": ("floor", "dealer", "display"),
    "dealer": ("dealer", "display"),
    "broadcast": ("broadcast", "display"),
    "display": ("display",),
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the roles it can listen as, and the branches of a table that it is sent."""

    name: str
    roles: tuple[str, ...]
    hears: tuple[str, ...]
    every_table: bool = False  # and not just the one that was asked for
    unattended: bool = False  # a screen of its own, where nobody may be there to choose a table

    def role_for(self, role: str) -> str | None:
        """As whom the page listens when somebody of this role opens it; None: he may not."""
        return next((lesser for lesser in BELOW.get(role, ()) if lesser in self.roles), None)


PAGES: Final = {
    page.name: page
    for page in (
        Page("board", ("display",), OPEN, unattended=True),
        Page("dealer", ("dealer", "floor"), DEALER),
        Page("console", ("dealer", "floor"), (*DEALER, "floor/alert")),
        Page("floor", ("floor",), STATES, every_table=True),  # of forty tables, not each event
        Page("overlay", ("broadcast",), ("status", "info"), unattended=True),  # and the picture
        Page("producer", ("broadcast",), ("status", "info")),  # and the show
        Page("clock", ("display",), ("status",), unattended=True),
    )
}
PICKER: Final = Page("tables", (), ("status", "info"), every_table=True)  # before another page
HOME: Final = {"display": "board", "dealer": "dealer", "floor": "floor", "broadcast": "overlay"}
