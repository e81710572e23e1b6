"""``cutcard demo``: a ruling for every newcomer, and nothing left behind."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from controller.cli import main
from controller.web.pages import PAGES

DEMO = [sys.executable, "-m", "controller", "demo", "--speed", "fast"]
PATIENCE = 60.0  # seconds, for a loaded machine


@contextmanager
def demo(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A demo whose files, were any left, would lie in the folder."""
    process = subprocess.Popen(
        [*DEMO, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TMPDIR": str(folder)}, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def group(pid: int) -> list[int]:
    """The processes of a demo's own session that are still there."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        if int(fields[3]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def test_a_fault_is_ruled_put_right_and_the_hand_is_won(tmp_path: Path) -> None:
    with demo(tmp_path, "--hands", "1", "--fault", "wrong_seat", "--rulebook", "hilton") as running:
        out, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, err) == (0, "")
    assert "a new deal" in out
    assert "by hilton.A9.c.3" in out
    assert "void deal" not in out and "REJECTED" not in out
    _, _, after = out.partition("by hilton.A9.c.3")
    assert re.search(r"  \w+ \(seat \d\) wins [\d,]+", after), "the winner is named"
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_is_to_go_wrong_nothing_is_ruled(tmp_path: Path) -> None:
    with demo(tmp_path, "--hands", "2", "--fault", "none", "--seed", "5") as running:
        out, err = running.communicate(timeout=2 * PATIENCE)
        assert (running.returncode, err) == (0, "")
    assert out.count("a new deal") == 2 and out.count(" wins ") >= 2
    assert "next" not in out and "REJECTED" not in out


def test_the_floor_decides_what_the_book_leaves_to_it(tmp_path: Path) -> None:
    asked = ["--fault", "exposed_card", "--rulebook", "california", "--seed", "3"]
    with demo(tmp_path, "--hands", "1", *asked) as running:
        out, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, err) == (0, "")
    _, _, after = out.partition("the floor decides: replace")
    assert " wins " in after and "REJECTED" not in out


def test_omaha_high_low_is_played_with_both_winners(tmp_path: Path) -> None:
    asked = ["--game", "omaha8", "--structure", "limit", "--fault", "extra_card", "--seed", "2"]
    with demo(tmp_path, "--hands", "3", "--rulebook", "hilton", *asked) as running:
        out, err = running.communicate(timeout=3 * PATIENCE)
        assert (running.returncode, err) == (0, "")
    assert "by hilton." in out and "REJECTED" not in out
    assert out.count(" for high with ") >= 1
    whole = out.rpartition("a new deal")[2]
    assert whole.partition("cards to seats")[2].partition("\n")[0].split().count("1") == 4


def test_several_tables_have_other_people_games_and_books_and_one_floor(tmp_path: Path) -> None:
    with demo(tmp_path, "--hands", "0", "--tables", "3") as running:
        assert running.stdout is not None
        addresses, told = [], ""
        for line in running.stdout:
            if line.startswith("  http://"):
                addresses.append(line.strip())
            told += line
            if all(f"table-{n}:  cards to seats" in told for n in (1, 2, 3)):
                break
        pages = [urlsplit(address).path for address in addresses]
        assert pages.count("/floor") == 1
        assert [page for page in pages if page.startswith("/dealer")] == [
            f"/dealer/table-{n}" for n in (1, 2, 3)
        ]
        floor = addresses[pages.index("/floor")]
        with urlopen(floor, timeout=PATIENCE) as answer:
            assert answer.status == 200 and b"floor.js" in answer.read()
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, err) == (0, "")
        assert group(running.pid) == []
    assert list(tmp_path.iterdir()) == []


def test_every_address_that_is_printed_opens_its_page(tmp_path: Path) -> None:
    with demo(tmp_path, "--hands", "0") as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("pages: http://127.0.0.1:")
        lobby = running.stdout.readline().strip()
        for page in PAGES:
            assert running.stdout.readline() == f"  {lobby}{page}\n"
            with urlopen(f"{lobby}{page}", timeout=PATIENCE) as answer:
                assert urlsplit(answer.url).path == f"/{page}"
                assert f"{page}.js".encode() in answer.read()
        with urlopen(lobby, timeout=PATIENCE) as answer:
            listed = answer.read().decode()
        assert all(f'href="/{page}"' in listed for page in PAGES)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    with demo(tmp_path, "--hands", "0") as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("pages: http://127.0.0.1:")
        while "a new deal" not in running.stdout.readline():
            assert running.poll() is None
        assert list(tmp_path.iterdir()) != []
        running.send_signal(number)
        _, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, err) == (0, "")
        assert group(running.pid) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--rulebook", "hoyle"], "--rulebook"),
        (["--fault", "no_such"], "--fault"),
        (["--game", "omaha9"], "--game: expected one of holdem, omaha, omaha8"),
        (["--hands", "-1"], "--hands"),
        (["--tables", "0"], "--tables: expected 1 to 12"),
    ],
)
def test_what_cannot_be_played_is_said(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", *arguments]) == 2
    assert named in capsys.readouterr().err


def test_the_stories_are_told_under_any_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stories", "--book", "uspa"]) == 0
    told = capsys.readouterr().out
    assert "by uspa." in told
    assert "by hilton." not in told


def test_in_a_terminal_there_is_a_live_picture_and_the_screen_comes_back(tmp_path: Path) -> None:
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 110, 0, 0))
    running = subprocess.Popen(
        [*DEMO, "--fault", "joker"], stdin=slave, stdout=slave, stderr=slave,
        env={**os.environ, "TMPDIR": str(tmp_path), "TERM": "xterm"}, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    try:
        shown = read_until(master, b"uspa.3.1.6.8b")  # the clause on jokers
        running.send_signal(signal.SIGINT)
        shown += read_until(master, b"rulings.")
        assert running.wait(PATIENCE) == 0
    finally:
        running.kill()
        running.wait()
        os.close(master)
    assert shown.index(b"\x1b[?1049h") < shown.rindex(b"\x1b[?1049l")  # another screen, and back
    assert list(tmp_path.iterdir()) == []


def read_until(end: int, wanted: bytes) -> bytes:
    """Read what a terminal shows until it is there."""
    shown, until = b"", time.monotonic() + PATIENCE
    while wanted not in shown:
        ready, _, _ = select.select([end], [], [], until - time.monotonic())
        assert ready, f"waited in vain for {wanted!r}"
        shown += os.read(end, 65536)
    return shown
