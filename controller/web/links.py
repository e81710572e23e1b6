"""The signed links that were given out: which page each opens, for whom, and until when."""

import secrets
from pathlib import Path

import msgspec

from controller.errors import UsageError
from controller.security.vault import read_secret, write_secret
from controller.web.tickets import Ticket


class GivenLink(msgspec.Struct, frozen=True, kw_only=True):
    """A link as it is remembered; the address itself, with its signature, is kept nowhere."""

    id: str
    page: str
    role: str
    name: str  # of the screen
    table: str
    made: float  # seconds since 1970
    until: float


class GivenLinks:
    """The list of them, in a file beside the server's secret."""

    def __init__(self, secret: Path) -> None:
        self._path = secret.with_suffix(".links")

    def all(self) -> list[GivenLink]:
        """Those that were noted, oldest first."""
        if not self._path.exists():
            return []
        try:
            return msgspec.json.decode(read_secret(self._path), type=list[GivenLink])
        except msgspec.DecodeError as error:
            text = f"{self._path}: expected the list of links, got other bytes: delete it"
            raise UsageError(f"{text}; the links themselves still open their pages") from error

    def note(self, ticket: Ticket, now: float) -> None:
        """Remember one more; those whose time is over are forgotten."""
        new = GivenLink(
            id=ticket.id, page=ticket.page, role=ticket.role, name=ticket.by,
            table=ticket.table, made=now, until=ticket.until,
        )  # fmt: skip
        kept = [link for link in self.all() if link.until > now]
        draft = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}")
        write_secret(draft, msgspec.json.encode([*kept, new]))
        draft.replace(self._path)  # whole or not at all

    def note_if_new(self, ticket: Ticket, now: float) -> None:
        """Remember one that is not on the list: it is older than the list is."""
        if all(link.id != ticket.id for link in self.all()):
            self.note(ticket, now)

    def find(self, id_: str) -> GivenLink:
        """The link of that id, or of ids that begin so."""
        found = [link for link in self.all() if link.id.startswith(id_)] if id_ else []
        if len(found) != 1:
            hint = "`cutcard displays … links` lists them" if not found else "give more letters"
            raise UsageError(f"expected the id of one link, got {id_!r}: {hint}")
        return found[0]
