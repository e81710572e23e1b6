"""Accounts and links made, changed and taken back on the command line stand in the audit."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from controller.cli import main
from controller.web import account_changes, accounts
from controller.web.access import Access
from controller.web.account_changes import AccountChanges
from controller.web.gateway import Gateway, Retained
from controller.web.links import GivenLinks
from controller.web.pages import HOME
from controller.web.revoked import Revoked
from controller.web.tickets import Ticket
from tests.controller.brokers import Broker, wait_for
from tests.controller.served_table import Served
from tests.controller.web.screens import Screens, settings
from tests.controller.web.test_persons import audited

Told = list[tuple[str, str]]


def told(folder: Path) -> Told:
    """What changed and whose it is, in the audit's order."""
    lines = [one for one in audited(folder) if one["kind"] in ("account", "link")]
    assert all(not one["by"] and one["what"]["at"] for one in lines), "who did it is not known"
    return [(one["what"]["change"], one["what"].get("name", "")) for one in lines]


@pytest.fixture
def types(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., str]:
    (tmp_path / "pages.toml").write_text("[web]\n")

    def typed(*words: str) -> str:
        assert main(["displays", "--config", str(tmp_path / "pages.toml"), *words]) == 0
        return capfd.readouterr().out

    return typed


def test_changes_of_accounts_and_links_are_audited_while_the_pages_are_up_and_down(
    table: Served, broker: Broker, tmp_path: Path, types: Callable[..., str]
) -> None:
    types("account", "add", "anna", "--role", "floor", "--role", "dealer", "--generate")
    before = [("password", role) for role in sorted(HOME)]
    with Screens(settings(broker, tmp_path)):
        so_far = [("added", "anna"), *before]
        wait_for(lambda: sorted(told(tmp_path)) == sorted(so_far), "what was there before")
        at = len(so_far)
        secret = types("account", "password", "anna", "--generate").strip()
        wait_for(lambda: told(tmp_path)[at:] == [("password", "anna")], "the password")
        link = types("link", "overlay", "--name", "big screen", "--days", "2").strip()
        id_ = types("links").split()[0]
        wait_for(lambda: told(tmp_path)[at + 1 :] == [("given", "big screen")], "the link")
    types("revoke", id_)
    types("account", "add", "bert", "--role", "dealer", "--generate")
    types("account", "remove", "anna")
    down = sorted([("revoked", "big screen"), ("added", "bert"), ("removed", "anna")])
    with Screens(settings(broker, tmp_path)):
        wait_for(lambda: sorted(told(tmp_path)[at + 2 :]) == down, "what was done meanwhile")
    with Screens(settings(broker, tmp_path)):  # nothing is told twice
        types("account", "remove", "bert")
        wait_for(lambda: told(tmp_path)[at + 5 :] == [("removed", "bert")], "the last")
    (given,) = [one for one in audited(tmp_path) if one["what"].get("change") == "given"]
    assert given["what"]["page"] == "overlay" and given["what"]["link"] == id_
    lines = json.dumps(audited(tmp_path))
    assert secret not in lines and "scrypt" not in lines
    assert link.partition("link=")[2] not in lines, "the address is a key"


def made(folder: Path) -> AccountChanges:
    logins = accounts.logins(folder / "web.passwords", folder / "web.accounts")
    return AccountChanges(folder / "web.secret", logins, Revoked(folder / "web.revoked"))


def untold(changes: AccountChanges, table: str) -> list[dict[str, Any]]:
    return [note for _, note in changes.untold(table)]


def test_a_table_that_was_away_while_the_pages_started_again_is_told_too(tmp_path: Path) -> None:
    accounts.add(tmp_path / "web.accounts", "anna", ["floor"], "anna's long word")
    changes = made(tmp_path)
    changes.look(0.0)
    ((number, note),) = changes.untold("near")
    changes.has("near", number)
    accounts.remove(tmp_path / "web.accounts", "anna")
    again = made(tmp_path)
    again.look(1.0)
    assert [one["change"] for one in untold(again, "near")] == ["removed"]
    assert [one["change"] for one in untold(again, "far")] == ["added", "removed"]
    assert untold(again, "far")[0] == note, "under the same id: a table takes it once"
    file = tmp_path / "web.changes"
    assert file.stat().st_mode & 0o777 == 0o600 and "scrypt" not in file.read_text()


def test_roles_alone_are_a_change_and_a_password_with_them_another(tmp_path: Path) -> None:
    path = tmp_path / "web.accounts"
    accounts.add(path, "anna", ["floor"], "anna's long word")
    changes = made(tmp_path)
    changes.look(0.0)
    path.write_text(path.read_text().replace(":floor:", ":floor,dealer:"))
    changes.look(1.0)
    accounts.add(path, "anna", ["dealer"], "anna's other word")
    changes.look(2.0)
    assert [(one["change"], one["role"]) for one in untold(changes, "t")] == [
        ("added", "floor"),
        ("roles", "floor,dealer"),
        ("roles", "dealer"),
        ("password", "dealer"),
    ]


def test_a_link_that_is_over_is_no_change_and_one_that_was_never_listed_is_revoked_too(
    tmp_path: Path, types: Callable[..., str]
) -> None:
    changes, links = made(tmp_path), GivenLinks(tmp_path / "web.secret")
    links.note(Ticket(role="display", page="overlay", until=10.0, by="x" * 200), 0.0)
    changes.look(5.0)
    links.note(Ticket(role="display", page="overlay", until=99.0), 20.0)
    changes.look(20.0)
    assert [one["change"] for one in untold(changes, "t")] == ["given", "given"]
    assert all(len(str(value)) <= 80 for one in untold(changes, "t") for value in one.values())
    address = types("link", "overlay", "--name", "old").strip()
    (tmp_path / "web.links").unlink()
    types("revoke", address)
    changes.look(21.0)
    assert [(one["change"], one["name"]) for one in untold(changes, "t")][2:] == [
        ("given", "old"),
        ("revoked", "old"),
    ]


class OldTable:
    """A line to a table that answers, but does not take changes."""

    def __init__(self) -> None:
        self.tables = {"old": Retained({"status": b'"online"'})}
        self.asked: list[str] = []

    async def ask(self, table: str, verb: str, fields: dict[str, Any]) -> bytes:
        self.asked.append(fields["what"])
        return b'{"id":"x","ok":%s}' % (b"false" if "change" in fields else b"true")


def test_a_table_that_refuses_a_change_hears_of_logins_and_is_not_pestered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.add(tmp_path / "web.accounts", "anna", ["floor"], "anna's long word")
    monkeypatch.setattr("controller.web.access.AGAIN", 0.01)
    line, changes = OldTable(), made(tmp_path)

    async def evening() -> None:
        access = Access(cast(Gateway, line), changes)
        access.start()
        await asyncio.sleep(0.2)
        access.stop()

    asyncio.run(evening())
    assert line.asked == ["account", "start"]
    assert untold(changes, "old"), "it is told when it is a newer one"


def test_files_that_are_spoilt_or_cannot_be_written_end_nothing(tmp_path: Path) -> None:
    (tmp_path / "web.changes").write_text("nonsense")
    (tmp_path / "web.changes").chmod(0o600)
    (tmp_path / "web.links").write_text("nonsense")
    (tmp_path / "web.links").chmod(0o600)
    accounts.add(tmp_path / "web.accounts", "anna", ["floor"], "anna's long word")
    changes = made(tmp_path)
    changes.look(0.0)
    assert [one["change"] for one in untold(changes, "t")] == ["added"]


def test_the_list_of_changes_does_not_grow_without_end(tmp_path: Path) -> None:
    changes, links = made(tmp_path), GivenLinks(tmp_path / "web.secret")
    for number in range(account_changes.MOST + 5):
        links.note(Ticket(role="display", page="overlay", until=9.0 + number), float(number))
        changes.look(float(number))
    assert len(untold(changes, "t")) == account_changes.MOST
    assert (tmp_path / "web.changes").stat().st_size < 400 * account_changes.MOST
