"""Who may read and write which topics of a broker: made from the table of roles, for any broker."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from controller.mqtt import homeassistant
from controller.mqtt.roles import CONTROLLER, PAGES, PEOPLE, ROLES, Role
from controller.mqtt.topics import TopicError, Topics

Access = Literal["read", "write"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A right to a branch: one literal topic and all below it, or the next level alone."""

    access: Access
    branch: str
    level: Literal["#", "+"] = "#"

    def covers(self, access: Access, topic: str) -> bool:
        """Whether the rule gives this access to this very topic."""
        if self.level == "+":
            return access == self.access and topic.rpartition("/")[0] == self.branch
        return access == self.access and f"{topic}/".startswith(f"{self.branch}/")

    def __str__(self) -> str:
        return f"topic {self.access} {self.branch}/{self.level}"


class Acl:
    """The rights at a broker that serves these tables; each user is named for his role.

    ``home_assistant`` is the prefix under which tables are announced to it; ``people`` are users
    of their own, with the roles that each may ask in.
    """

    def __init__(
        self,
        tables: Iterable[str],
        *,
        home_assistant: str | None = None,
        people: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        all_topics = [Topics(table) for table in tables]
        self._rules = {
            role: tuple(rule for topics in all_topics for rule in _rules(ROLES[role], topics))
            for role in ROLES
        }
        if home_assistant:
            self._rules[CONTROLLER] += (Rule("write", home_assistant),)
            self._rules[homeassistant.ROLE.name] = (
                Rule("read", home_assistant),
                *(rule for topics in all_topics for rule in _rules(homeassistant.ROLE, topics)),
            )
        for person, roles in (people or {}).items():
            if person in self._rules:
                raise TopicError(f"expected a person's name, got {person!r}, which is a user's")
            self._rules[person] = tuple(
                dict.fromkeys(
                    rule
                    for topics in all_topics
                    for role in roles
                    for rule in _rules(ROLES[role], topics, person)
                )
            )

    @property
    def users(self) -> tuple[str, ...]:
        """All who may log in."""
        return tuple(self._rules)

    def allows(self, user: str, access: Access, topic: str) -> bool:
        """Whether a user may read or write this very topic."""
        return any(rule.covers(access, topic) for rule in self._rules.get(user, ()))

    def __str__(self) -> str:
        """Mosquitto's ACL file; what no rule gives nobody has."""
        users = (
            "\n".join((f"user {user}", *map(str, rules), "")) for user, rules in self._rules.items()
        )
        return "\n".join(
            ("# Made by `cutcard acl`: change controller/mqtt/roles.py, not this.", "", *users)
        )


def _rules(role: Role, topics: Topics, person: str = "") -> list[Rule]:
    if role.name == CONTROLLER:
        heard = dict.fromkeys(branch for person in PEOPLE for branch in ROLES[person].hears)
        said = [Rule("write", f"{topics.root}/{branch}") for branch in (*heard, "response")]
        # The anchor is read again at a start: what it says must not be forgotten with the journal.
        heard_again = (Rule("read", f"{topics.root}/{branch}") for branch in ("request", "anchor"))
        return [*heard_again, *said]
    rules = [Rule("read", f"{topics.root}/{branch}") for branch in role.hears]
    if role.asks:  # which verbs is the controller's to say: a broker would refuse without a word
        # One level: where a person's name stands nobody writes but himself and the pages.
        rules.append(Rule("write", topics.request(role.name, person).removesuffix("/"), "+"))
        rules.append(Rule("read", f"{topics.root}/response/{role.name}"))
    if role.name == PAGES:
        asking = (name for name in PEOPLE if ROLES[name].asks and name != PAGES)
        rules += (Rule("write", f"{topics.root}/request/{name}") for name in asking)
    return rules
