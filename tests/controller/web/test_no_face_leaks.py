"""What goes over the network to a page: no face before the table, or the delay, has let it go."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from controller.config import Broadcast, GameSection
from controller.demo.stakes import stakes, usual
from controller.records.journal_rows import Record
from engine.cards import DECK, spoken
from engine.games import GAMES
from engine.history import History
from engine.wording import signed
from tests.controller import brokers
from tests.controller.served_table import Console, Served, configured, console
from tests.controller.web.conftest import DELAY
from tests.controller.web.random_hands import RandomHands
from tests.controller.web.screens import Screens, Streaming, Visitor, settings

OPEN_PAGES = {"board": "display", "dealer": "dealer", "console": "dealer", "floor": "floor"}
KINDS = ("json", "phh")
SPOKEN = {name(card): card for card in DECK for name in (spoken, signed)}
FACE = re.compile("|".join([*(f'"{card}"' for card in DECK), *SPOKEN]))


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


def play(
    folder: Path, broker: brokers.Broker, station: Path, hands: int, seed: int, game: str = "holdem"
) -> None:
    broadcast = Broadcast(delay=DELAY, station_key=station / "station.pub")
    section = GameSection(game=game, structure=usual(GAMES[game]), rulebook="hilton")
    section = msgspec.structs.replace(section, **stakes(GAMES[game], 1))
    config = configured(folder, broadcast=broadcast, game=section)
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
            stream.until(lambda events: _seq(events) >= last, "the last event")
        for stream in (overlay, producer):
            stream.until(_has_pictures, "pictures of a hand")
        looked_up = _looked_up(screens, hands)
        records = table.records
        raw = b"".join(bytes(stream.raw) for stream in streams.values())
    shown = shown_after(records)
    for page, stream in streams.items():
        least = 5 if page == "floor" else 20  # it is sent states, not each event
        assert check_open_page(stream, shown) > least * hands, page
    # Of the states in between a page may miss some, and in draw nothing is seen but hands shown.
    seen = set[str]().union(*(faces(stream.events) for stream in streams.values()))
    assert len(seen) > (4 if GAMES[game].draws else 12), "the shown ones must be there"
    assert check_overlay(overlay, _ended(records)) and check_overlay(producer, _ended(records))
    assert len(faces(overlay.events)) > 12, "the station sees them all"
    assert b"E00401" not in raw, "a card's tag is as good as its face"
    check_looked_up(looked_up, records, shown)


def _looked_up(screens: Screens, hands: int) -> dict[str, bytes]:
    """All that the floor's page can fetch of so many hands."""
    visitor = Visitor(screens.address)
    assert visitor.log_in("floor").status == 303
    hello = visitor.streams("/floor/stream").until_named("snapshot")
    by_hand = [f"hand.{kind}?table=main&hand={n}" for n in range(1, hands + 1) for kind in KINDS]
    found = {
        path: visitor.get(f"/floor/{path}").body for path in (*by_hand, "hands.csv?table=main")
    }
    for verb, more in (("hands", {}), ("history", {}), ("audit", {"most": 200, "reads": True})):
        asked = json.dumps({"id": f"leak-{verb}", "table": "main", **more}).encode()
        headers = {"X-Cutcard-Token": hello["token"], "Origin": screens.address}
        answer = visitor.post(f"/floor/ask/{verb}", asked, **headers)
        assert answer.status == 200 and answer.json()["ok"], verb
        found[verb] = answer.body
    return found


def check_looked_up(
    found: dict[str, bytes], records: list[Record], shown: dict[int, set[str]]
) -> None:
    """What is looked up later tells no more than the table had seen by then."""
    of_hand: dict[int, set[str]] = {}
    for record in records:
        of_hand.setdefault(record.hand, set()).update(shown[record.seq])
    logs = 0
    for path, body in found.items():
        if path.startswith("hand.json"):
            for line in json.loads(body)["log"]:
                assert faces(line) <= shown[line["seq"]], path
                logs += 1
        elif path.startswith("hand.phh"):
            hand = int(path.rpartition("=")[2])
            cards = set(re.findall("[2-9TJQKA][shdc]", body.decode()))
            assert cards <= of_hand[hand] or b"has no PHH" in body, path
        else:
            assert not faces(body.decode()), path
    assert logs > 50 and any(b"??" in body for body in found.values())


def _deal(table: Served, floor: Console, hands: int, seed: int) -> None:
    dealer = RandomHands(table, floor, seed)
    for _ in range(hands):
        dealer.play()


def _has_pictures(events: list[tuple[str, Any]]) -> bool:
    pictures = [data for name, data in events if name == "picture" and data["hand"]]
    return len(faces(pictures)) > 12


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


@pytest.mark.parametrize("game", ["stud8", "triple_27"])
def test_in_stud_a_page_is_sent_upcards_and_in_draw_what_is_shown(
    tmp_path: Path, broker: brokers.Broker, station: Path, game: str
) -> None:
    play(tmp_path, broker, station, hands=8, seed=9, game=game)


@pytest.mark.slow
def test_no_page_is_sent_a_face_before_its_time_in_hundreds_of_hands(
    tmp_path: Path, broker: brokers.Broker, station: Path
) -> None:
    play(tmp_path, broker, station, hands=400, seed=8)
