"""Tickets that were given back, remembered for as long as they would have held."""

import logging
import secrets
from pathlib import Path
from typing import Final

import msgspec

from controller.errors import UsageError
from controller.security.vault import KeyFileError, read_secret, write_secret
from controller.web.tickets import Ticket

LOG: Final = logging.getLogger(__name__)


class Revoked:
    """The ids of such tickets, in a file: a server that starts again knows them too.

    What `cutcard displays revoke` writes there holds at once.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen = self._look()
        self._until = _read(path) if path.exists() else {}

    def __contains__(self, ticket: Ticket) -> bool:
        self._read_again()
        return ticket.id in self._until

    def add(self, ticket: Ticket, now: float) -> None:
        """Let a ticket hold no longer; those whose time is over anyway are forgotten."""
        self._read_again()
        self._until = {name: until for name, until in self._until.items() if until > now}
        self._until[ticket.id] = ticket.until
        draft = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}")
        try:
            write_secret(draft, msgspec.json.encode(self._until))
            draft.replace(self._path)  # whole or not at all
        except (KeyFileError, OSError) as error:
            LOG.error("a logout holds only until this server starts again: %s", error)
        self._seen = self._look()

    def _read_again(self) -> None:
        seen = self._look()
        if seen == self._seen:
            return
        self._seen = seen
        try:
            self._until |= _read(self._path) if seen is not None else {}
        except (UsageError, KeyFileError) as error:
            LOG.error("what was revoked before still is: %s", error)

    def _look(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns


def _read(path: Path) -> dict[str, float]:
    try:
        return msgspec.json.decode(read_secret(path), type=dict[str, float])
    except msgspec.DecodeError as error:
        text = f"{path}: expected the ids of revoked tickets, got other bytes: delete it"
        raise UsageError(f"{text}, and web.secret, so that no old ticket holds") from error
