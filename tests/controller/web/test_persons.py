"""Persons with accounts: who logged in is who asks; the audit says who came and who went."""

import asyncio
import json
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from controller.cli import main
from controller.web import accounts
from controller.web.login import LONGEST_PAUSE, PAUSE, TRIES, Door, TooOftenError, networks, whence
from tests.controller.brokers import TABLE, Broker, wait_for
from tests.controller.served_table import Served
from tests.controller.web.screens import PASSWORDS, Answer, Screens, Visitor, settings

WORD = "anna's own long word"
PROXY = "127.0.0.1"


@pytest.fixture
def screens(tmp_path: Path, broker: Broker) -> Iterator[Screens]:
    path = tmp_path / "web.accounts"
    accounts.add(path, "anna", ["floor", "dealer"], WORD)
    accounts.add(path, "bert", ["dealer"], "bert's own long word")
    with Screens(settings(broker, tmp_path, trusted_proxies=[PROXY])) as screens:
        yield screens


def logs_in(visitor: Visitor, name: str, role: str, word: str, whence: str = "10.1.1.1") -> Answer:
    form = urlencode({"role": role, "password": word, "to": "/", "by": name}).encode()
    return visitor.post(
        "/login", form, **{
            "Content-Type": "application/x-www-form-urlencoded", "Origin": visitor.address,
            "X-Forwarded-For": whence,
        }
    )  # fmt: skip


def came(answer: Answer) -> str:
    return answer.headers["Location"].partition("?")[0]


def ask(visitor: Visitor, page: str, verb: str, **fields: Any) -> Answer:
    stream = visitor.streams(f"/{page}/stream")
    token = stream.until_named("snapshot")["token"]
    stream.close()
    body = json.dumps({"table": TABLE, **fields}).encode()
    headers = {"Origin": visitor.address, "X-Cutcard-Token": token}
    return visitor.post(f"/{page}/ask/{verb}", body, **headers)


def audited(folder: Path) -> list[dict[str, Any]]:
    with sqlite3.connect(folder / "journal.sqlite") as db:
        return [json.loads(line) for (line,) in db.execute("SELECT line FROM audit ORDER BY n")]


def test_who_logged_in_is_who_asks_and_comings_and_goings_are_audited(
    table: Served, screens: Screens, tmp_path: Path
) -> None:
    anna, bert, role = (Visitor(screens.address) for _ in range(3))
    assert came(logs_in(role, "", "floor", PASSWORDS["floor"])) == "/login", "no role's password"
    assert came(logs_in(bert, "bert", "floor", "bert's own long word")) == "/login", "not his role"
    assert came(logs_in(anna, " Anna", "floor", "not her word")) == "/login"
    assert came(logs_in(anna, " Anna", "floor", WORD)) == "/floor"
    assert ask(anna, "floor", "call", id="hers", by="bert").json()["ok"]
    (line,) = [one for one in audited(tmp_path) if one["what"].get("id") == "hers"]
    assert (line["role"], line["by"]) == ("floor", "anna") and "says" not in line["what"]
    anna.post("/logout", b"", Origin=anna.address)
    wait_for(lambda: any(one["kind"] == "logout" for one in audited(tmp_path)), "the audit")
    told = [
        (one["kind"], one["role"], one["by"], one["what"]["ok"])
        for one in audited(tmp_path)
        if one["kind"] in ("login", "logout")
    ]
    assert told == [
        ("login", "floor", "floor", False),
        ("login", "floor", "bert", False),
        ("login", "floor", "anna", False),
        ("login", "floor", "anna", True),
        ("logout", "floor", "anna", True),
    ]
    lines = json.dumps(audited(tmp_path))
    assert "10.1.1.1" in lines and PASSWORDS["floor"] not in lines and "not her word" not in lines


def test_a_person_who_is_removed_is_out_at_once(screens: Screens, tmp_path: Path) -> None:
    anna, bert = Visitor(screens.address), Visitor(screens.address)
    logs_in(anna, "anna", "floor", WORD)
    logs_in(bert, "bert", "dealer", "bert's own long word")
    assert anna.get("/floor").status == bert.get("/dealer").status == 200
    accounts.remove(tmp_path / "web.accounts", "bert")
    assert anna.get("/floor").status == 200 and bert.get("/dealer").status == 303
    accounts.add(tmp_path / "web.accounts", "anna", ["dealer"], WORD)
    assert anna.get("/floor").status == 303, "she is of the floor no longer"


def test_who_guesses_locks_out_neither_colleagues_nor_the_same_name_elsewhere(
    table: Served, screens: Screens, tmp_path: Path
) -> None:
    guesser = Visitor(screens.address)
    for _ in range(TRIES):
        assert "why=wrong" in logs_in(guesser, "anna", "floor", "a guess").headers["Location"]
    assert "why=often" in logs_in(guesser, "anna", "floor", WORD).headers["Location"]
    assert "why=often" in logs_in(guesser, "ANNA ", "dealer", WORD).headers["Location"]
    assert came(logs_in(Visitor(screens.address), "bert", "dealer", "bert's own long word")) == (
        "/dealer"
    )
    assert came(logs_in(Visitor(screens.address), "anna", "floor", WORD, "10.9.9.9")) == "/floor"
    # A guesser who writes the header himself is still known by what the proxy adds.
    forged = logs_in(Visitor(screens.address), "anna", "floor", WORD, "8.8.8.8, 10.1.1.1")
    assert "why=often" in forged.headers["Location"]
    wait_for(lambda: any(one["kind"] == "locked" for one in audited(tmp_path)), "the audit")


def test_a_proxy_that_nobody_named_is_not_believed() -> None:
    trusted = networks(["10.0.0.1", "fd00::/8"])
    assert whence("10.0.0.1", "1.2.3.4", trusted) == "1.2.3.4"
    assert whence("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.1", trusted) == "1.2.3.4"
    assert whence("10.0.0.2", "1.2.3.4", trusted) == "10.0.0.2"
    assert whence("10.0.0.1", "nonsense", trusted) == "10.0.0.1"
    assert whence("10.0.0.1", "", trusted) == "10.0.0.1"
    assert whence("2001:db8::1", "", []) == whence("2001:db8::2", "", []) == "2001:db8::/64"


def test_each_five_wrong_passwords_cost_twice_the_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logins = accounts.logins(tmp_path / "words", tmp_path / "accounts")
    monkeypatch.setattr(accounts.Logins, "fits", lambda *_: False)  # scrypt takes its time
    door, now = Door(logins), 0.0

    async def guesses() -> float:
        """Five of them; gives how long the next has to wait."""
        nonlocal now
        for _ in range(TRIES):
            assert not await door.fits("floor", "", "guess", "10.0.0.7", now)
        began = now
        while True:
            now += PAUSE / 4
            try:
                await door.fits("floor", "", "guess", "10.0.0.7", now)
            except TooOftenError:
                continue
            for _ in range(TRIES - 1):
                await door.fits("floor", "", "guess", "10.0.0.7", now)
            return now - began

    async def waits() -> list[float]:
        return [await guesses() for _ in range(1)]

    assert asyncio.run(waits()) == [PAUSE]
    tried = door._tried["floor", "10.0.0.7"]
    spans = []
    for rounds in range(1, 10):
        tried.wrong, tried.at = rounds * TRIES, 0.0
        spans.append(tried.until())
    assert spans[:3] == [PAUSE, 2 * PAUSE, 4 * PAUSE] and spans[-1] == LONGEST_PAUSE


def test_accounts_are_made_listed_and_removed_on_the_command_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pages.toml"
    file.write_text("[web]\n")
    words = ["displays", "--config", str(file), "account"]
    assert main([*words, "add", "anna", "--role", "floor", "--role", "dealer", "--generate"]) == 0
    password = capfd.readouterr().out.strip()
    logins = accounts.logins(tmp_path / "web.passwords", tmp_path / "web.accounts")
    assert logins.fits("floor", "anna", password) and logins.fits("dealer", "anna", password)
    assert not logins.fits("broadcast", "anna", password) and not logins.fits("floor", "", password)
    assert (tmp_path / "web.accounts").stat().st_mode & 0o777 == 0o600
    assert password not in (tmp_path / "web.accounts").read_text()
    main([*words, "list"])
    assert capfd.readouterr().out == "anna  floor, dealer\n"
    assert main([*words, "password", "anna", "--generate"]) == 0
    assert not logins.fits("floor", "anna", password), "it holds at once"
    assert main([*words, "remove", "anna"]) == 0 and not logins.personal
    for name in ("Anna", "floor", "a:b", "", "x" * 41):
        assert main([*words, "add", name, "--role", "floor", "--generate"]) == 2
    assert main([*words, "remove", "nobody"]) == 2
    assert "expected" in capfd.readouterr().err


def test_the_line_to_the_table_works_beyond_the_first_1024_descriptors(
    table: Served, broker: Broker, tmp_path: Path
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    try:
        with ExitStack() as files:
            for _ in range(1100):
                files.enter_context((tmp_path / "web.passwords.x").open("w"))
            with Screens(settings(broker, tmp_path)) as screens:
                visitor = Visitor(screens.address)
                visitor.log_in("dealer")
                assert ask(visitor, "console", "shuffle", id="far-out").json()["ok"]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_guesses_do_not_fill_the_audit(table: Served, screens: Screens, tmp_path: Path) -> None:
    access = screens.displays._access

    def guessed() -> None:
        for number in range(500):
            access.note("login", ok=False, role="", name="", address=f"10.0.0.{number}")

    screens.loop.call_soon_threadsafe(guessed)

    def told() -> list[int]:
        lines = (one["what"] for one in audited(tmp_path) if one["kind"] == "login")
        return [what.get("times", 1) for what in lines]

    wait_for(lambda: sum(told()) == 500, "the audit")
    assert len(told()) <= 65
