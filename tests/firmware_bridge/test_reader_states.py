"""A reader's own state and that of its cards, told as one."""

from __future__ import annotations

from firmware_bridge.decks import NAMES, Deck, Decks
from firmware_bridge.reader_states import ReaderStates
from firmware_bridge.sightings import ReaderState

DECKS = Decks().having(Deck("red", "red", cards={f"E0040000{n:08X}": NAMES[n] for n in range(52)}))
KNOWN, STRANGER = "E004000000000000", "04DDDDDDDDDDDD"


def reader_of(zone: str) -> str:
    return "north" if zone in ("seat:1", "seat:2") else "south"


def ready() -> ReaderStates:
    states = ReaderStates(DECKS)
    for name in ("north", "south"):
        assert states.receive(ReaderState(1.0, name, "ok")).state == "ok"
    return states


def test_a_card_that_belongs_here_is_no_news() -> None:
    assert ready().lying(2.0, {KNOWN: "seat:1"}, reader_of) == []


def test_a_stranger_is_told_once_and_again_when_it_is_gone() -> None:
    states = ready()
    (told,) = states.lying(2.0, {STRANGER: "seat:2"}, reader_of)
    assert (told.t, told.reader, told.state) == (2.0, "north", "unregistered card")
    assert states.lying(3.0, {STRANGER: "seat:2", KNOWN: "seat:1"}, reader_of) == []
    assert states.lying(4.0, {KNOWN: "seat:1"}, reader_of) == [ReaderState(4.0, "north", "ok")]


def test_what_a_reader_notes_in_passing_does_not_make_it_ok() -> None:
    states = ready()
    states.lying(2.0, {STRANGER: "seat:2"}, reader_of)
    note = states.receive(ReaderState(3.0, "north", "ok", "the board was started again"))
    assert note == ReaderState(3.0, "north", "unregistered card", "the board was started again")


def test_of_a_reader_that_is_away_only_that_is_told() -> None:
    states = ready()
    states.lying(2.0, {STRANGER: "seat:2"}, reader_of)
    absent = ReaderState(3.0, "north", "absent", "its cable was pulled")
    assert states.receive(absent) == absent
    assert states.lying(4.0, {}, reader_of) == []
    assert states.receive(ReaderState(5.0, "north", "ok")).state == "ok"


def test_no_tag_is_in_what_is_told() -> None:
    (told,) = ready().lying(2.0, {STRANGER: "seat:2"}, reader_of)
    assert STRANGER not in repr(told)
