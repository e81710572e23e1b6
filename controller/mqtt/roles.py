"""Who may hear and ask what: the one table that the broker's ACL and the controller both obey."""

from dataclasses import dataclass
from typing import Final

CONTROLLER = "controller"
PAGES = "pages"  # the pages' server: it has seen passwords, and says whose


@dataclass(frozen=True, slots=True)
class Role:
    """A role: the branches of a table's topics that it hears, and the verbs that it may ask."""

    name: str
    hears: tuple[str, ...] = ()  # each a literal branch, all below it included
    asks: frozenset[str] = frozenset()


_OPEN = ("status", "info", "public")  # what everybody may hear
_DEALS = frozenset(
    "act show muck declare look chips say rest clock shuffle cut hand report undo acknowledge call "
    "sit leave away back answer draw duty post wait move agree rake collect".split()
)
_RULES = frozenset(
    "decide case live register level race health hands hand_log hand_phh history audit evidence "
    "picture".split()
)

ROLES: Final[dict[str, Role]] = {
    role.name: role
    for role in (
        Role("display", _OPEN),
        Role("dealer", (*_OPEN, "dealer"), _DEALS),
        Role("floor", (*_OPEN, "dealer", "floor", "anchor"), _DEALS | _RULES),
        Role("broadcast", (*_OPEN, "broadcast"), frozenset({"release", "live"})),
        Role(PAGES, _OPEN, frozenset({"access"})),
        Role(CONTROLLER),  # hears all requests and says everything else
    )
}
PEOPLE: Final = tuple(role for role in ROLES if role != CONTROLLER)


def may_ask(role: str, verb: str) -> bool:
    """Whether a role has the right to a verb."""
    return role in ROLES and verb in ROLES[role].asks
