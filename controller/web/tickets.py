"""Tickets: what a cookie or a link says of its bearer, signed so that nobody can write one."""

import base64
import binascii
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from controller.security.vault import KeyFileError, read_secret, write_secret

SECRET_BYTES = 32
Purpose = Literal["session", "link"]


class TicketError(Exception):
    """A ticket that does not hold: forged, for another purpose, or past its time."""


class Ticket(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who somebody is here, for how long, and where."""

    role: str
    until: float  # seconds since 1970
    page: str = ""  # the only page it opens; none: all of the role's
    by: str = ""  # the person as he calls himself, or the name of the screen
    person: str = ""  # the account that he logged in with
    table: str = ""
    stamp: str = ""  # of the role's password: a new one ends the sessions of the old
    id: str = msgspec.field(default_factory=lambda: secrets.token_urlsafe(9))

    @property
    def known_as(self) -> str:
        """Who this is, as far as it was proved: an account, a link that we gave out, or nobody."""
        if not self.page:
            return self.person
        name = "".join(letter for letter in self.by if letter.isprintable() and letter not in "/+#")
        return f"link:{(name or self.id)[:58]}"


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs tickets with the server's secret, and knows its own signature."""

    secret: bytes

    def sign(self, purpose: Purpose, ticket: Ticket) -> str:
        """A ticket as text that may stand in a cookie or an address."""
        body = _text(msgspec.json.encode(ticket))
        return f"{body}.{self._mark(purpose, body)}"

    def read(self, purpose: Purpose, text: str, now: float) -> Ticket:
        """The ticket, if it is ours, for this purpose, and still holds."""
        body, _, mark = text.partition(".")
        # The signature comes first: nothing is decoded that we have not written.
        if not text.isascii() or not hmac.compare_digest(mark, self._mark(purpose, body)):
            raise TicketError(f"expected a {purpose} signed by this server")
        try:
            ticket = msgspec.json.decode(_bytes(body), type=Ticket)
        except (msgspec.DecodeError, binascii.Error) as error:
            raise TicketError(f"expected a {purpose} of this version") from error
        if now >= ticket.until:
            raise TicketError(f"this {purpose} has expired")
        return ticket

    def token(self, ticket: Ticket) -> str:
        """What a page must send along with each request, so that no other site can ask for it."""
        return self._mark("token", ticket.id)

    def _mark(self, purpose: str, body: str) -> str:
        said = f"{purpose}:{body}".encode()
        return _text(hmac.new(self.secret, said, hashlib.sha256).digest())


def open_secret(path: Path) -> Signer:
    """The server's secret from its file, made where there is none yet."""
    if not path.exists():
        write_secret(path, secrets.token_bytes(SECRET_BYTES))
    secret = read_secret(path)
    if len(secret) < SECRET_BYTES:
        wanted = f"expected {SECRET_BYTES} random bytes, got {len(secret)}"
        raise KeyFileError(f"{path}: {wanted}: delete it and start again")
    return Signer(secret)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
