"""The live picture: what a newcomer sees, made of the messages that displays hear."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from rich.console import Console

from controller.core import Core, Setting
from controller.demo.live_view import BACK, Picture, PlainView, RoomPicture
from controller.mqtt.topics import Topics
from controller.table_clock import Moment

TOPICS = Topics("main")
OPEN = {
    "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash",
    "rulebook": "diamondjims", "small_blind": 1, "big_blind": 2, "table": "main",
}  # fmt: skip
SITS: list[dict[str, Any]] = [
    {"e": "sit", "seat": n, "stack": 200, "name": f"player {n}"} for n in (1, 2, 3)
]
HAND: list[dict[str, Any]] = [*SITS, {"e": "hand", "button": 1}]
DEALT: list[dict[str, Any]] = [
    {"e": "card", "card": "Ah", "zone": "seat:2", "face": "down"},
    {"e": "card", "card": "7c", "zone": "seat:3", "face": "up"},
]


def messages(events: list[dict[str, Any]]) -> list[tuple[str, bytes]]:
    """What the core has told after these events."""
    core, told = Core(Setting(TOPICS, boot="b")), []
    for number, event in enumerate([OPEN, *events]):
        now = Moment(float(number), "2026-01-01T00:00:00.000Z")
        told += [(row.topic, row.payload) for row in core.take(event, now).entry.messages]
        told += core.settled(now).retained.items()
    return told


def rendered(picture: Picture) -> str:
    console = Console(width=110)
    with console.capture() as shown:
        console.print(picture)
    return shown.get()


def picture_after(events: list[dict[str, Any]]) -> str:
    picture = Picture(TOPICS)
    for topic, payload in messages(events):
        picture.receive(topic, payload)
    return rendered(picture)


def test_before_anything_is_heard_there_is_a_picture() -> None:
    assert "The table is opening" in rendered(Picture(TOPICS))


def test_the_players_the_button_and_what_comes_next() -> None:
    shown = picture_after(HAND)
    assert "main · no limit holdem 1/2 · diamondjims" in shown
    assert "player 2" in shown
    assert "Card to seat 2" in shown
    assert "none yet" in shown


def test_a_ruling_with_its_clause_and_the_steps_left() -> None:
    shown = picture_after(HAND + DEALT)
    assert "FIX" in shown
    assert "diamondjims.9" in shown
    assert "to be done" in shown
    assert "7♣" in shown  # the table has seen it


def test_a_card_that_nobody_was_shown_has_only_its_back() -> None:
    shown = picture_after(HAND + DEALT)
    assert BACK in shown
    assert "A♥" not in shown


def test_whose_turn_it_is() -> None:
    cards = ["2c", "3c", "4c", "5c", "6c", "7c"]
    deal = [
        {"e": "card", "card": card, "zone": f"seat:{seat}", "face": "down"}
        for card, seat in zip(cards, (2, 3, 1) * 2, strict=True)
    ]
    shown = picture_after([*HAND, *deal])
    assert "▶ seat 1" in shown
    assert "Seat 1 to act, 2 to call" in shown
    folded = picture_after([*HAND, *deal, {"e": "act", "seat": 1, "do": "fold"}])
    assert "folded" in folded


def test_topics_that_it_does_not_show_are_passed_over() -> None:
    picture = Picture(TOPICS)
    picture.receive(TOPICS.status, b"online")
    picture.receive(TOPICS.floor_alert, b"")
    assert picture.alerts == []


def test_without_a_terminal_the_same_is_told_in_lines() -> None:
    lines: list[str] = []
    view = PlainView([TOPICS], lines.append)
    for topic, payload in messages(HAND + DEALT):
        view.receive(topic, payload)
    text = "\n".join(lines)
    assert "a new deal" in text
    assert "7♣ face up to seat 3" in text
    assert "by diamondjims.9" in text
    assert "A♥" not in text


@pytest.mark.parametrize("payload", [b"", msgspec.json.encode({"alerts": []})])
def test_alerts_that_are_closed_are_gone(payload: bytes) -> None:
    picture = Picture(TOPICS)
    for topic, told in messages(HAND + DEALT):
        picture.receive(topic, told)
    assert picture.alerts
    picture.receive(TOPICS.floor_alert, payload)
    assert "to be done" not in rendered(picture)


def test_several_tables_are_a_line_each_the_open_alert_first() -> None:
    room = RoomPicture([TOPICS, Topics("other")], "where to look")
    for topic, payload in messages(HAND + DEALT):
        room.receive(topic, payload)
        room.receive(topic.replace("/main/", "/other/"), payload)
    console = Console(width=160)
    with console.capture() as shown:
        console.print(room)
    lines = shown.get().splitlines()
    assert sum("hand 1" in line and "Seat 3" in line for line in lines) == 2
    assert "where to look" in lines[0], "a small terminal cuts off the end"
    assert (room.hand, room.ruled) == (2, 2)
    assert "A♥" not in shown.get()
