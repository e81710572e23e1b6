"""What goes over the network to a page: no face before the table, or the delay, has let it go."""

import json
import re
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from controller.config import Broadcast, Game
from controller.records.journal_rows import Record
from engine.cards import DECK, spoken
from engine.history import History
from tests.controller import brokers
from tests.controller.served_table import Console, Served, configured, console
from tests.controller.web.conftest import DELAY
from tests.controller.web.random_hands import RandomHands
from tests.controller.web.screens import Screens, Streaming, Visitor, settings

OPEN_PAGES = {"board": "display", "dealer": "dealer", "console": "dealer", "floor": "floor"}
FACE = re.compile("|".join([*(f'"{card}"' for card in DECK), *map(spoken, DECK)]))
SPOKEN = {spoken(card): card for card in DECK}


def faces(data: object) -> set[str]:
    """Every face in what was sent, as a card's name or spelt out in a sentence."""
    found = FACE.findall(json.dumps(data, ensure_ascii=False))
    return {SPOKEN.get(one, one.strip('"')) for one in found}


def shown_after(records: list[Record]) -> dict[int, set[str]]:
    """The faces that the whole table had seen after each event."""
    history, shown = History(), {}
    for record in records:
        before = {card for card in DECK if history.table.is_shown(card)}
        history.apply(record.event)
        # What an event of its own tells of the deal before is no secret at the next one.
        shown[record.seq] = before | {card for card in DECK if history.table.is_shown(card)}
    return shown


def opened(screens: Screens, page: str, role: str) -> Streaming:
    visitor = Visitor(screens.address)
    link = urlsplit(screens.link(page, role))
    assert visitor.get(f"{link.path}?{link.query}").status == 200
    return visitor.streams(f"/{page}/stream")


def check_open_page(stream: Streaming, shown: dict[int, set[str]]) -> int:
    """Every payload has no other face than the table had seen by then."""
    looked = 0
    for name, data in stream.events:
        values = [data["value"]] if name == "heard" else []
        if name == "snapshot":
            for table in data["tables"].values():
                values += [*table["values"].values(), *table["events"]]
        for value in values:
            if isinstance(value, dict) and "seq" in value:
                allowed = shown.get(value["seq"], set())
                assert faces(value) <= allowed, f"a face nobody was shown, at {value['seq']}"
                looked += 1
            else:
                assert not faces(value)
    return looked


def check_overlay(stream: Streaming, ended: dict[int, float]) -> int:
    looked = 0
    for (name, data), at in zip(stream.events, stream.times, strict=True):
        picture = data if name == "picture" else data.get("picture") if name == "snapshot" else None
        told = {key: value for key, value in data.items() if key != "picture"}
        assert not faces(told if name == "snapshot" else data if picture is None else {})
        if picture is None or not picture["hand"]:
            assert not faces(data)
            continue
        assert at >= picture["happened"] + DELAY - 0.002, "before its delay was over"
        assert at >= ended[picture["hand"]], "while it was being played"
        counted = max((seat["stats"]["hands"] for seat in picture["seats"]), default=0)
        over = sum(end + DELAY <= at + 0.002 for end in ended.values())
        assert counted <= over, "a figure of a hand that nobody has seen"
        looked += 1
    return looked


def play(folder: Path, broker: brokers.Broker, station: Path, hands: int, seed: int) -> None:
    broadcast = Broadcast(delay=DELAY, station_key=station / "station.pub")
    config = configured(folder, broadcast=broadcast, game=Game(rulebook="hilton"))
    with (
        Served(config, broker) as table,
        Screens(settings(broker, folder, station=station / "station.key")) as screens,
        console(broker, "floor") as floor,
    ):
        streams = {page: opened(screens, page, role) for page, role in OPEN_PAGES.items()}
        overlay = opened(screens, "overlay", "broadcast")
        producer = opened(screens, "producer", "broadcast")
        for stream in (*streams.values(), overlay, producer):
            stream.until_named("snapshot")
        _deal(table, floor, hands, seed)
        last = table.daemon.core.seq
        for stream in streams.values():
            stream.until(lambda events: _seq(events) == last, "the last event")
        overlay.until(lambda events: any(name == "picture" for name, _ in events), "a picture")
        records = table.records
        raw = b"".join(bytes(stream.raw) for stream in streams.values())
    shown = shown_after(records)
    for page, stream in streams.items():
        assert check_open_page(stream, shown) > 20 * hands, page
        assert len(faces(stream.events)) > 12, "the shown ones must be there"
    assert check_overlay(overlay, _ended(records)) and check_overlay(producer, _ended(records))
    assert len(faces(overlay.events)) > 12, "the station sees them all"
    assert b"E00401" not in raw, "a card's tag is as good as its face"


def _deal(table: Served, floor: Console, hands: int, seed: int) -> None:
    dealer = RandomHands(table, floor, seed)
    for _ in range(hands):
        dealer.play()


def _seq(events: list[tuple[str, object]]) -> int:
    seqs = [
        data["value"]["seq"]
        for name, data in events[-40:]
        if isinstance(data, dict) and data.get("branch") == "public/state"
    ]
    return max(seqs, default=0)


def _ended(records: list[Record]) -> dict[int, float]:
    return {
        record.hand: datetime.fromisoformat(record.at).timestamp()
        for record in records
        if any(answer["o"] == "end" for answer in record.answers)
    }


def test_no_page_is_sent_a_face_before_its_time(
    tmp_path: Path, broker: brokers.Broker, station: Path
) -> None:
    play(tmp_path, broker, station, hands=12, seed=7)


@pytest.mark.slow
def test_no_page_is_sent_a_face_before_its_time_in_hundreds_of_hands(
    tmp_path: Path, broker: brokers.Broker, station: Path
) -> None:
    play(tmp_path, broker, station, hands=400, seed=8)
