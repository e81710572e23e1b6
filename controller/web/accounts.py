"""Accounts of persons: a name, the roles it may log in as, and a hashed password, one a line."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from controller.security.vault import read_secret
from controller.web import passwords
from controller.web.pages import HOME
from controller.web.passwords import PasswordError, Passwords, Watched

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


@dataclass(frozen=True, slots=True)
class Account:
    """One person."""

    name: str
    roles: tuple[str, ...]
    kept: str = field(repr=False)  # the hashed password

    def __str__(self) -> str:
        return f"{self.name}:{','.join(self.roles)}:{self.kept}"


Accounts = Mapping[str, Account]


def load(path: Path) -> Accounts:
    """Read the file; none: this house has no accounts."""
    accounts: dict[str, Account] = {}
    if not path.exists():
        return accounts
    for number, line in enumerate(read_secret(path).decode().splitlines(), 1):
        name, roles, kept = [*line.split(":", 2), "", ""][:3]
        known = bool(roles) and set(roles.split(",")) <= set(HOME)
        if not NAME.fullmatch(name) or not known or not passwords.readable(kept):
            raise PasswordError(
                f"{path}:{number}: expected NAME:ROLE,…:scrypt$…: "
                "`cutcard displays account` writes it"
            )
        accounts[name] = Account(name, tuple(roles.split(",")), kept)
    return accounts


def add(path: Path, name: str, roles: Iterable[str], password: str) -> None:
    """Make an account, or give one other roles and another password."""
    roles = tuple(dict.fromkeys(roles))
    if not NAME.fullmatch(name) or name in HOME:
        raise PasswordError(
            f"expected a name of small letters, digits, '-' and '_' that is no role's, got {name!r}"
        )
    if not roles or not set(roles) <= set(HOME):
        raise PasswordError(f"expected roles of {', '.join(HOME)}, got {','.join(roles)!r}")
    new = Account(name, roles, passwords.hashed(passwords.long_enough(password)))
    _write(path, {**load(path), name: new})


def set_password(path: Path, name: str, password: str) -> None:
    """Give an account another password."""
    add(path, name, find(path, name).roles, password)


def remove(path: Path, name: str) -> None:
    """Let a person log in no more; his sessions end."""
    gone = find(path, name)
    _write(path, {name: one for name, one in load(path).items() if one != gone})


def find(path: Path, name: str) -> Account:
    """The account of that name."""
    if (found := load(path).get(name)) is None:
        raise PasswordError(f"expected the name of an account, got {name!r}: see `account list`")
    return found


def _write(path: Path, accounts: Accounts) -> None:
    passwords.write_lines(path, [str(one) for _, one in sorted(accounts.items())])


@dataclass(frozen=True, slots=True)
class Logins:
    """Who can log in: persons, where there is one account; else whoever has a role's password."""

    passwords: Watched[Passwords]
    accounts: Watched[Accounts]

    def person(self, name: str) -> str:
        """The account that somebody means by what he typed; none where there is no such one."""
        name = name.strip().lower()
        return name if name in self.accounts.now else ""

    @property
    def personal(self) -> bool:
        """Whether persons log in here, each with a name of his own."""
        return bool(self.accounts.now)

    def fits(self, role: str, name: str, password: str) -> bool:
        """Whether that is the password; takes as long where nobody is called so."""
        if not self.personal:
            return self.passwords.now.fits(role, password)
        account = self.accounts.now.get(name)
        fits = passwords.opens(account.kept if account else None, password)
        return fits and account is not None and role in account.roles

    def stamp(self, role: str, person: str) -> str:
        """A word that changes with roles and password, and with which a session holds."""
        if not self.personal:
            return "" if person else self.passwords.now.stamp(role)
        account = self.accounts.now.get(person)
        return passwords.stamp_of(str(account)) if account and role in account.roles else ""


def logins(password_file: Path, account_file: Path) -> Logins:
    """Both files, as they are whenever somebody comes."""
    return Logins(Watched(password_file, passwords.load), Watched(account_file, load))
