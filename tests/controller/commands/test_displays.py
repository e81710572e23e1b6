"""``cutcard displays``: passwords, links and pages; and the pages of the demo."""

import io
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from controller.cli import main
from controller.security.vault import write_secret
from controller.web import passwords
from tests.controller import brokers
from tests.controller.brokers import wait_for
from tests.controller.web.screens import Visitor

PATIENCE = 60.0


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A file for the displays alone; the broker may come later."""
    write_secret(tmp_path / "word", b"a word of the broker's\n")
    file = tmp_path / "displays.toml"
    file.write_text(
        f'[broker]\nport = {brokers.free_port()}\n[roles]\ndisplay = "word"\nfloor = "word"\n'
        f"[web]\nport = {brokers.free_port()}\n"
    )
    return file


def displays(config: Path, *words: str) -> int:
    return main(["displays", "--config", str(config), *words])


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "controller", *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_password_is_set_and_kept_as_a_hash(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("the floor's own word\n"))
    assert displays(config, "password", "floor") == 0
    assert passwords.load(config.parent / "web.passwords").fits("floor", "the floor's own word")


def test_a_password_can_be_made_up(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert displays(config, "password", "dealer", "--generate") == 0
    word = capsys.readouterr().out.strip()
    assert passwords.load(config.parent / "web.passwords").fits("dealer", word)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["link", "overlay", "--role", "dealer"], "dealer may not open /overlay"),
        (["link", "board", "--days", "0"], "--days: expected more than 0"),
        (["link", "board", "--days", "nan"], "--days: expected more than 0"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(
    config: Path, capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    assert displays(config, *words) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1


def test_a_secret_that_others_can_read_is_said_in_a_line(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (config.parent / "word").chmod(0o644)
    assert displays(config) == 2
    assert "chmod 600" in capsys.readouterr().err


def test_the_pages_are_served_on_their_own_and_a_link_opens_one(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert displays(config, "link", "board", "--days", "2", "--name", "lobby") == 0
    link = capsys.readouterr().out.strip()
    with started("displays", "--config", str(config)) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[0].rstrip("/")
        assert link.startswith(f"{address}/board?link=")
        parts = urlsplit(link)
        visitor = Visitor(address)
        assert visitor.get(f"{parts.path}?{parts.query}").status == 200
        stream = visitor.streams("/board/stream")
        hello = stream.until_named("snapshot")
        assert (hello["by"], hello["role"]) == ("lobby", "display")
        assert hello["broker"]["word"] in ("connecting", "unreachable"), "there is no broker"
        server.send_signal(signal.SIGTERM)
        _, err = server.communicate(timeout=PATIENCE)
        assert server.returncode == 0
        assert "Traceback" not in err and "link=" not in err


def test_links_are_listed_and_a_revoked_one_opens_nothing_from_then_on(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("lobby", "bar"):
        assert displays(config, "link", "board", "--name", name) == 0
    lobby, bar = capsys.readouterr().out.split()
    assert displays(config, "links") == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in listed] == ["lobby", "bar"]
    assert "link=" not in "".join(listed) and bar.partition(".")[2] not in "".join(listed)
    with started("displays", "--config", str(config)) as server:
        assert server.stdout is not None
        visitor = Visitor(server.stdout.readline().split()[0].rstrip("/"))
        other = Visitor(visitor.address)
        for who, link in ((visitor, lobby), (other, bar)):
            parts = urlsplit(link)
            assert who.get(f"{parts.path}?{parts.query}").status == 200
        stream = visitor.streams("/board/stream")
        stream.until_named("snapshot")
        assert displays(config, "revoke", listed[0].split()[0]) == 0
        assert visitor.get("/board").status == 303, "to the login"
        assert visitor.get("/board/stream").status == 403
        assert other.get("/board").status == 200
        assert displays(config, "revoke", bar) == 0
        assert other.get("/board").status == 303
    capsys.readouterr()
    assert displays(config, "links") == 0
    assert capsys.readouterr().out.count("  revoked  ") == 2


@pytest.mark.parametrize("wrong", ["", "nosuch", "http://elsewhere/board?link=abc.def"])
def test_a_link_that_was_never_given_cannot_be_revoked(
    config: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    assert displays(config, "revoke", wrong) == 2
    err = capsys.readouterr().err
    assert "expected" in err and err.count("\n") == 1


def test_the_demo_serves_the_pages_of_its_table() -> None:
    with started("demo", "--speed", "fast", "--hands", "0") as demo:
        assert demo.stdout is not None
        _, address, _, password = demo.stdout.readline().split()
        visitor = Visitor(address.rstrip("/"))
        assert visitor.log_in("floor", password.rstrip(")")).status == 303
        stream = visitor.streams("/floor/stream")
        wait_for(
            lambda: any(
                name == "heard" and data["branch"] == "public/state" and data["value"]["hand"]
                for name, data in list(stream.events)
            ),
            "a hand on the page",
        )
        demo.send_signal(signal.SIGINT)
        _, err = demo.communicate(timeout=PATIENCE)
        assert (demo.returncode, err) == (0, "")
