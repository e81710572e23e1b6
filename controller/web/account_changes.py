"""Accounts, passwords and links as they change on the command line: kept until each table knows.

The command line writes files and tells nobody. The pages hold what the files say against what
they said before, whether the pages ran meanwhile or not, and each table gets what it does not have.
"""

import logging
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.errors import UsageError
from controller.security.vault import KeyFileError, read_secret, write_secret
from controller.web.accounts import Logins
from controller.web.links import GivenLink, GivenLinks
from controller.web.passwords import Watched, stamp_of
from controller.web.revoked import Revoked
from controller.web.tickets import Ticket

LOG: Final = logging.getLogger(__name__)
MOST: Final = 500  # changes that are kept for tables that may come
LONGEST: Final = 80  # letters of a name that a table takes


class _SeenLink(msgspec.Struct):
    """A link that was told of, until its time is over."""

    until: float
    revoked: bool = False


class _Kept(msgspec.Struct):
    """What the file has."""

    accounts: dict[str, tuple[str, str]] = {}  # roles, and a stamp of the password
    roles: dict[str, str] = {}  # a stamp of each role's password
    links: dict[str, _SeenLink] = {}
    made: int = 0  # how many changes there ever were: the last one's number
    notes: list[dict[str, str]] = []  # the latest of them
    told: dict[str, int] = {}  # how many of them each table has


class AccountChanges:
    """What the files said when they were last looked at, and what followed from it."""

    def __init__(self, secret: Path, logins: Logins, revoked: Revoked) -> None:
        self._path = secret.with_suffix(".changes")
        self._logins, self._revoked = logins, revoked
        self._given = Watched(secret.with_suffix(".links"), _links)
        self._kept = _read(self._path)

    def look(self, now: float) -> None:
        """Note what is other than it was; it is on the disk before anybody is told."""
        before = self._kept.made
        self._look_at_accounts(now)
        self._look_at_roles(now)
        self._look_at_links(now)
        if self._kept.made > before:
            self._write()

    def untold(self, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The changes that a table does not have, each with its number; oldest first."""
        kept = self._kept
        for number, note in enumerate(list(kept.notes), kept.made - len(kept.notes) + 1):
            if number > kept.told.get(table, 0):
                yield number, dict(note)

    def has(self, table: str, number: int) -> None:
        """A table has all changes up to that one."""
        self._kept.told[table] = number
        self._write()

    def _look_at_accounts(self, now: float) -> None:
        seen = self._kept.accounts
        found = {
            name: (",".join(one.roles), stamp_of(one.kept))
            for name, one in self._logins.accounts.now.items()
        }
        for name in sorted(seen.keys() - found.keys()):
            self._note(now, "account", "removed", name=name, role=seen[name][0])
        for name, (roles, stamp) in sorted(found.items()):
            had = seen.get(name)
            changes = ["added"] if had is None else []
            changes += ["roles"] if had is not None and had[0] != roles else []
            changes += ["password"] if had is not None and had[1] != stamp else []
            for change in changes:
                self._note(now, "account", change, name=name, role=roles)
        self._kept.accounts = found

    def _look_at_roles(self, now: float) -> None:
        """A role's password is an account that many have."""
        lines = self._logins.passwords.now.lines
        found = {role: stamp_of(kept) for role, kept in lines.items()}
        for role in sorted(self._kept.roles.keys() - found.keys()):
            self._note(now, "account", "removed", name=role, role=role)
        for role in sorted(found):
            if self._kept.roles.get(role) != found[role]:
                self._note(now, "account", "password", name=role, role=role)
        self._kept.roles = found

    def _look_at_links(self, now: float) -> None:
        seen = {id_: one for id_, one in self._kept.links.items() if one.until > now}
        for link in self._given.now:
            if link.until <= now:
                continue
            if link.id not in seen:
                seen[link.id] = _SeenLink(link.until)
                self._note(now, "link", "given", **_told_of(link))
            if not seen[link.id].revoked and _ticket(link) in self._revoked:
                seen[link.id].revoked = True
                self._note(now, "link", "revoked", **_told_of(link))
        self._kept.links = seen

    def _note(self, now: float, what: str, change: str, **fields: str) -> None:
        at = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        note = {"id": secrets.token_hex(12), "what": what, "change": change, "at": at, **fields}
        kept = self._kept
        kept.made += 1
        kept.notes.append(note)
        if len(kept.notes) > MOST:
            gone = kept.made - MOST
            for table in sorted(name for name, has in kept.told.items() if has < gone):
                LOG.error("%s was away too long to receive every change of an account", table)
            del kept.notes[:-MOST]

    def _write(self) -> None:
        draft = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}")
        try:
            write_secret(draft, msgspec.json.encode(self._kept))
            draft.replace(self._path)  # whole or not at all
        except (KeyFileError, OSError) as error:
            LOG.error("changes of accounts may be published again at the next start: %s", error)


def _told_of(link: GivenLink) -> dict[str, str]:
    name, table = link.name[:LONGEST], link.table[:LONGEST]
    return {"name": name, "role": link.role, "page": link.page, "link": link.id, "table": table}


def _ticket(link: GivenLink) -> Ticket:
    return Ticket(id=link.id, role=link.role, until=link.until)


def _links(path: Path) -> list[GivenLink]:
    """Those that were given out; a list that cannot be read ends no page."""
    try:
        return GivenLinks(path).all()
    except (UsageError, KeyFileError) as error:
        LOG.error("which links were given out is not known: %s", error)
        return []


def _read(path: Path) -> _Kept:
    if not path.exists():
        return _Kept()
    try:
        return msgspec.json.decode(read_secret(path), type=_Kept)
    except (msgspec.DecodeError, KeyFileError) as error:
        LOG.error("%s: every account and link is published anew: %s", path, error)
        return _Kept()
