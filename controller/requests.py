"""Requests: what somebody asks, read from its bytes; each mistake is answered in words."""

import hashlib
import re
from dataclasses import dataclass
from typing import Any

import msgspec

from controller.messages import VERBS, Asked, Response, Trouble
from controller.mqtt import roles
from controller.mqtt.topics import Request
from engine.log import PEOPLES_WORDS, WANTED

MOST_BYTES = 16 * 1024  # the longest request has a few hundred
LONGEST_WORD = 40  # of what is repeated to the asker
# What a verb is in the table log; the rest of the verbs are the controller's own.
EVENTS = {word: word for word in (*(PEOPLES_WORDS - {"floor"}), "undo")} | {"decide": "floor"}

WORDS = {**WANTED, "by": "a name of at most 80 characters", "id": "1 to 64 characters"}


@dataclass(frozen=True, slots=True)
class Ask:
    """A request that may be done."""

    role: str
    verb: str
    asked: Asked
    person: str = ""  # whom the broker let in, or the pages

    @property
    def by(self) -> str:
        """Who asks, as far as it was proved: a person, or else only the role."""
        return self.person or self.role

    @property
    def key(self) -> str:
        """What makes it the same request when it comes again: two people may count alike."""
        who = f"{self.role}:{self.person}" if self.person else self.role
        return f"{who}/{self.asked.id}"

    @property
    def content(self) -> bytes:
        """What was asked, as a digest: the same id with another is another request."""
        return hashlib.sha256(msgspec.json.encode((self.verb, self.asked))).digest()

    @property
    def event(self) -> dict[str, Any]:
        """The event of the table log that it asks for."""
        fields = msgspec.to_builtins(self.asked)
        given = {
            name: value
            for name, value in fields.items()
            if name not in ("id", "by") and value not in (None, "")
        }
        return {"e": EVENTS[self.verb], **given, "src": f"console:{self.role}"}


class RefusedError(Exception):
    """A request that cannot be done: what was expected, what came, what to do."""

    def __init__(self, trouble: Trouble, asked: Request, request_id: str = "") -> None:
        super().__init__(f"a request of {asked.role} was refused")  # what it said stays out of logs
        self.trouble, self.asked, self.request_id = trouble, asked, request_id


def read(asked: Request, payload: bytes, length: int | None = None) -> Ask:
    """Read a request, or refuse it; what is refused never repeats a value that may be a face."""
    length = len(payload) if length is None else length
    if asked.role not in roles.PEOPLE:
        raise RefusedError(Trouble(f"one of {', '.join(roles.PEOPLE)}", "another role"), asked)
    if length > MOST_BYTES:
        trouble = Trouble(f"at most {MOST_BYTES} bytes", f"{length} bytes", "ask for less")
        raise RefusedError(trouble, asked)
    name = request_id(payload)
    if asked.verb not in VERBS:
        raise RefusedError(Trouble("a verb that is known", _cut(asked.verb)), asked, name)
    if not roles.may_ask(asked.role, asked.verb):
        trouble = Trouble("a role with the right to it", asked.role, "ask somebody who has it")
        raise RefusedError(trouble, asked, name)
    kind = VERBS[asked.verb]
    try:
        what = msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedError(_mistake(error, payload, kind), asked, name) from None
    return Ask(asked.role, asked.verb, what, asked.person)


def refusal(error: RefusedError) -> Response:
    """The answer to a request that was refused."""
    return Response(id=error.request_id, ok=False, error=error.trouble)


class _Named(msgspec.Struct):
    id: str = ""


def request_id(payload: bytes) -> str:
    """The id, where there is one to be read, so that whoever asked hears of the refusal."""
    try:
        return msgspec.json.decode(payload, type=_Named).id[:64]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def _mistake(error: Exception, payload: bytes, kind: type[Asked]) -> Trouble:
    """A complaint in the contract's words, without the value that it complains of."""
    if not isinstance(error, msgspec.ValidationError):
        return Trouble("one JSON object", f"{len(payload)} bytes that are none", "send JSON")
    what, _, where = str(error).partition(" - at `")
    if "unknown field" in what:
        fields = ", ".join(kind.__struct_fields__)
        return Trouble(f"only these fields: {fields}", "another one", "leave it out")
    if missing := re.search(r"missing required field `(\w+)`", what):
        return Trouble(_wanted(missing[1], "a value"), "nothing", "add it")
    named = re.match(r"\$\.(\w+)", where)
    return Trouble(_wanted(named[1] if named else "the request", what), "something else")


def _wanted(field: str, complaint: str) -> str:
    known = complaint if complaint.startswith("Expected") else "one of the words for it"
    expected = known.removeprefix("Expected ").partition(", got")[0].replace("`", "")
    return f"{field}: {WORDS.get(field, expected)}"


def _cut(word: str) -> str:
    return ascii(word if len(word) <= LONGEST_WORD else word[:LONGEST_WORD] + "…")
