"""The names of the topics: ``cutcard/1/<table>/…``, with a role's own branch right after."""

import re
from dataclasses import dataclass

ROOT = "cutcard/1"
LONGEST_WORD = 64  # letters of a role or a verb that are heard; none that is known has so many
TABLE = re.compile(r"[A-Za-z0-9_.-]{1,64}")  # no level, no wildcard, nothing a shell minds
PERSON = re.compile(r"[^/+#\x00-\x1f\x7f]{1,64}")  # an account's name, or a link's


class TopicError(ValueError):
    """A topic or a table's name that cannot be."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a request's topic says: who asks, and what.

    The broker lets nobody but the person's own user, and the pages that have seen the password,
    write where a person is named.
    """

    role: str
    verb: str
    person: str = ""


class Topics:
    """The topics of one table."""

    def __init__(self, table: str) -> None:
        if not TABLE.fullmatch(table):
            raise TopicError(
                f"expected a table's name of letters, digits, '_', '.' and '-', got {table!r}"
            )
        self.table = table
        self.root = f"{ROOT}/{table}"
        self.status = f"{self.root}/status"
        self.info = f"{self.root}/info"
        self.public_state = f"{self.root}/public/state"
        self.public_event = f"{self.root}/public/event"
        self.dealer_expect = f"{self.root}/dealer/expect"
        self.dealer_alert = f"{self.root}/dealer/alert"
        self.floor_alert = f"{self.root}/floor/alert"
        self.floor_health = f"{self.root}/floor/health"
        self.floor_log = f"{self.root}/floor/log"
        self.anchor = f"{self.root}/anchor"
        self.broadcast_hand = f"{self.root}/broadcast/hand"
        self.requests = f"{self.root}/request/#"  # what the controller hears

    def request(self, role: str, verb: str, person: str = "") -> str:
        """Where a role asks, or a person in it."""
        who = f"{role}/{person}" if person else role
        return f"{self.root}/request/{who}/{verb}"

    def response(self, role: str, verb: str) -> str:
        """Where it is answered."""
        return f"{self.root}/response/{role}/{verb}"

    def asked(self, topic: str) -> Request:
        """Who asks what, from a request's topic; each word cut, as an answer's topic repeats it."""
        branch = topic.removeprefix(f"{self.root}/request/")
        role, *named, verb = branch.split("/", 3) if "/" in branch else ("", "")
        whole = role and verb and not named[1:] and all(map(PERSON.fullmatch, named))
        if branch == topic or not whole:
            wanted = self.request("ROLE", "VERB", "[PERSON]")
            raise TopicError(f"expected {wanted}, got {topic[:200]!r}")
        return Request(role[:LONGEST_WORD], verb[:LONGEST_WORD], "".join(named))
