"""Daemon, broker and pages are killed at any moment of a hand, and cards move meanwhile."""

import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from controller.web.pages import HOME
from tests.controller import brokers
from tests.controller.brokers import HOST, TOPICS, Mosquitto, free_port, wait_for
from tests.controller.served_table import Console, console
from tests.controller.stranger import faces
from tests.controller.test_killed_table import Evening

KILLED = ("daemon", "daemon", "daemon", "broker", "pages")


class Pages:
    """The pages in a process of their own."""

    def __init__(self, folder: Path, broker: brokers.Broker) -> None:
        self.port, self._file = free_port(), folder / "pages.toml"
        roles = []
        for role in HOME:
            word = folder / f"{role}.word"
            word.touch(mode=0o600)
            word.write_text(broker.passwords[role])
            roles.append(f'{role} = "{word}"')
        self._file.write_text(
            f"[broker]\nport = {broker.port}\n[web]\nport = {self.port}\n[roles]\n"
            + "\n".join(roles)
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        words = [sys.executable, "-m", "controller.cli", "displays", "--config", str(self._file)]
        self._process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for(self._answers, "the pages")

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{self.port}/login", timeout=5) as page:
                return bool(page.status == 200)
        except OSError:
            return False


class Night(Evening):
    """An evening at which anything may be killed."""

    def __init__(self, folder: Path, broker: Mosquitto, floor: Console, seed: int) -> None:
        super().__init__(folder, broker, floor, seed)
        self._broker, self._pages = broker, Pages(folder, broker)
        self._pages.start()
        self.kills = dict.fromkeys(KILLED, 0)
        self.moved = 0  # cards that landed while something was away

    def __exit__(self, *_: object) -> None:
        self._pages.kill()
        super().__exit__()

    def something_is_killed(self) -> None:
        what = self._chance.choice(KILLED)
        self.kills[what] += 1
        meanwhile = self._chance.random() < 0.5 and self._expected().get("what") == "card"
        if not meanwhile:
            self._do_something()
            time.sleep(self._chance.uniform(0.0, 0.05))
        getattr(self, f"_kill_{what}")(meanwhile)

    def _kill_daemon(self, meanwhile: bool) -> None:
        self.table.kill()
        if meanwhile:
            self._card_moves(told=False)
        self.starts()

    def _kill_broker(self, meanwhile: bool) -> None:
        self._broker.stop()
        if meanwhile:
            self._card_moves(told=True)
        time.sleep(self._chance.uniform(0.0, 0.5))
        seen = len(self.floor.person.heard)
        self._broker.start()
        self.floor.person.until(
            lambda: any(one.topic == TOPICS.public_state for one in self.floor.person.heard[seen:]),
            "the table to be back",
        )
        if self._under_way is not None:
            self._ask(*self._under_way)

    def _kill_pages(self, meanwhile: bool) -> None:
        self._pages.kill()
        if meanwhile:
            self._card_moves(told=True)
        self._pages.start()

    def _card_moves(self, *, told: bool) -> None:
        zone, card = self._expected()["zone"], self._deck.pop()
        self.moved += 1
        if told:
            self.table.lands(card, zone)
        else:
            self.table.lying[card] = zone

    def nothing_is_wrong(self) -> None:
        """What was heard is kept, no ruling was made of it, and no hidden face was told."""
        self._settled()
        self.check()
        events = self.floor.told(TOPICS.public_event)
        ruled = [one for event in events for one in event["answers"] if one["o"] == "ruling"]
        assert ruled == [], "an orderly evening has none"
        if self._expected().get("what") in ("card", "act"):
            hidden = [card for card, zone in self.table.lying.items() if zone.startswith("seat")]
            assert not faces(self._since_the_deal(), hidden), "a face was published"

    def _since_the_deal(self) -> list[bytes]:
        heard = self.floor.person.heard
        begins = [at for at, one in enumerate(heard) if b'"e":"hand"' in one.payload]
        return [one.payload for one in heard[begins[-1] if begins else 0 :]]

    def _do_something(self) -> None:
        self._settled()
        super()._do_something()


def a_night(folder: Path, kills: int, seed: int) -> dict[str, Any]:
    with ExitStack() as stack:
        broker = stack.enter_context(brokers.running("mosquitto", folder))
        assert isinstance(broker, Mosquitto)
        floor = stack.enter_context(console(broker, "floor", comes_back=True))
        night = stack.enter_context(Night(folder, broker, floor, seed))
        for _ in range(kills):
            night.plays_on()
            night.something_is_killed()
            night.nothing_is_wrong()
        assert night.table.end() == 0, night.table.log
        assert "Traceback" not in night.table.log
        return {**night.kills, "moved": night.moved}


def test_whatever_is_killed_nothing_is_lost_ruled_or_shown(tmp_path: Path) -> None:
    a_night(tmp_path, 4, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_two_thousand_kills_of_daemon_broker_and_pages(tmp_path: Path, seed: int) -> None:
    done = a_night(tmp_path, 50, seed)
    print(done)
    assert done["moved"]
