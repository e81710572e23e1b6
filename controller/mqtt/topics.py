"""The names of the topics: ``cutcard/1/<table>/…``, with a role's own branch right after."""

import re
from dataclasses import dataclass

ROOT = "cutcard/1"
LONGEST_WORD = 64  # letters of a role or a verb that are heard; none that is known has so many
TABLE = re.compile(r"[A-Za-z0-9_.-]{1,64}")  # no level, no wildcard, nothing a shell minds


class TopicError(ValueError):
    """A topic or a table's name that cannot be."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a request's topic says: who asks, and what."""

    role: str
    verb: str


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

    def request(self, role: str, verb: str) -> str:
        """Where a role asks."""
        return f"{self.root}/request/{role}/{verb}"

    def response(self, role: str, verb: str) -> str:
        """Where it is answered."""
        return f"{self.root}/response/{role}/{verb}"

    def asked(self, topic: str) -> Request:
        """Who asks what, from a request's topic; each word cut, as an answer's topic repeats it."""
        branch = topic.removeprefix(f"{self.root}/request/")
        role, _, verb = branch.partition("/")
        if branch == topic or not role or not verb or "/" in verb:
            raise TopicError(f"expected {self.request('ROLE', 'VERB')}, got {topic[:200]!r}")
        return Request(role[:LONGEST_WORD], verb[:LONGEST_WORD])
