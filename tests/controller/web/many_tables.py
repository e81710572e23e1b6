"""A room of tables that only tell: what each retains at the broker, as a controller says it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from controller.messages import Alert, Alerts, Health, Info, PublicState, ReaderHealth, Step
from controller.mqtt.acl import Acl
from controller.mqtt.topics import Topics
from tests.controller import brokers
from tests.controller.brokers import Person

STREETS = ("deal", "preflop", "flop", "turn", "river")
FAULTS = {"exposed_card": 4, "premature_flop": 1, "out_of_turn": 7}


def name(number: int) -> str:
    return f"pit{(number - 1) // 10 + 1}-{number}"


def ago(seconds: int) -> str:
    """The wall's time a while ago."""
    return (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def alert(number: int, severity: Any = "stop", second: int = 0, **more: Any) -> Alert:
    """An open alert; the later its second, the newer it is."""
    usual: dict[str, Any] = {
        "id": f"ruling-{number}", "kind": "ruling", "severity": severity, "t": 0.0,
        "at": ago(60 - second), "hand": 12, "ruling": number, "fault": "exposed_card",
        "decision": "misdeal", "clause": "hilton.A9.h", "seats": [3],
        "text": "Misdeal. Collect all cards, shuffle, cut, redeal.",
        "steps": [Step("Collect all cards", "return_all"), Step("Shuffle", "reshuffle")],
    }  # fmt: skip
    return Alert(**{**usual, **more})


def call(number: int, second: int = 0) -> Alert:
    """The floor is called; nobody waits at the table for a ruling."""
    return alert(
        number, "floor", second, id=f"call-{number}", kind="call", ruling=None, text="Chip fill",
        fault="", decision="", clause="", steps=[], seats=[],
    )  # fmt: skip


class Room:
    """Says what tables say."""

    def __init__(self, speaker: Person, count: int) -> None:
        self._speaker = speaker
        self._seq = 0
        self.names = [name(number) for number in range(1, count + 1)]
        for number, table in enumerate(self.names, 1):
            self.opens(table, number)

    def opens(self, table: str, number: int) -> None:
        stamp = self._stamp()
        info = Info(
            version="1", table=table, game="holdem", structure="no_limit", format="cash",
            rulebook="hilton", small_blind=5, big_blind=10, seats=9, delay=1800.0, **stamp,
        )  # fmt: skip
        seats = {
            str(seat): {"name": f"Player {seat}", "stack": 1000, "away": False, "bet": 0,
                        "in_pot": 0, "folded": False, "all_in": False, "cards": ["??", "??"]}
            for seat in range(1, 7)
        }  # fmt: skip
        pots = [{"amount": 120 * number, "seats": [1, 2, 3]}]
        hand = {
            "stage": "bet", "street": STREETS[number % 5], "board": [], "burns": 0, "muck": 0,
            "stub": 40, "turn": 1, "pots": pots, "result": "",
        }  # fmt: skip
        view: dict[str, Any] = {
            "table": table, "game": "holdem", "structure": "no_limit", "rulebook": "hilton",
            "button": 1, "seats": seats, "hand": hand,
        }  # fmt: skip
        health = Health(
            readers=[ReaderHealth("felt", "ok", zones=["board", "burn", "muck"])],
            hands_hour=28.4 + number / 10, disk_free=10**10, faults=FAULTS,
            faults_by_dealer={"Dana": 5, "Bo": 7}, uptime=7200.0, **stamp,
        )  # fmt: skip
        self.says(table, "info", info)
        self.says(table, "public/state", PublicState(hand=12, state=view, **stamp))
        self.says(table, "floor/health", health)
        self._speaker.say(Topics(table).status, b"online", retain=True)

    def alerts(self, table: str, *alerts: Alert) -> None:
        """All that is open at a table from now on."""
        if alerts:
            self.says(table, "floor/alert", Alerts(alerts=list(alerts), **self._stamp()))
        else:
            self._speaker.say(f"{Topics(table).root}/floor/alert", b"", retain=True)

    def leaves(self, table: str) -> None:
        self._speaker.say(Topics(table).status, b"offline", retain=True)

    def says(self, table: str, branch: str, message: msgspec.Struct) -> None:
        topic = f"{Topics(table).root}/{branch}"
        self._speaker.say(topic, msgspec.json.encode(message), retain=True)

    def _stamp(self) -> dict[str, Any]:
        self._seq += 1
        return {"boot": "b", "seq": self._seq, "t": 0.0, "at": ago(0)}


@contextmanager
def room(folder: Path, count: int) -> Iterator[tuple[brokers.Broker, Room]]:
    """So many tables at a broker of their own."""
    names = [name(number) for number in range(1, count + 1)]
    with (
        brokers.running("mosquitto", folder, Acl(names)) as broker,
        Person(broker, "controller", name="room") as speaker,
    ):
        yield broker, Room(speaker, count)
