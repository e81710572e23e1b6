"""All of a table's hardware behind one door: readers, a board, pins; cards that do not belong."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.board_device import BoardDevice
from firmware_bridge.decks import NAMES, Deck, Decks
from firmware_bridge.hardware import PUMP, Hardware, HardwareError, ReaderPlan
from firmware_bridge.pins import Wiring
from firmware_bridge.ports import PortSettings
from firmware_bridge.sightings import Draw, Press
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.table import SimulatedBoard
from firmware_bridge.simulator.truth import DECK, Card, Move
from tests.firmware_bridge.live_table import LiveTable

KIND = "pn532"  # readers at the seats, and a table board for the piles
BOARD = "table-board"
STRANGER = Card("04DDDDDDDDDDDD", "Jk")


def card(number: int, deck: int = 0) -> Card:
    return Card(f"04{deck:02X}{number:010X}", NAMES[number])


RED = Deck("red", "red", cards={card(n).tag: NAMES[n] for n in range(52)})
BLUE = Deck("blue", "blue", cards={card(n, 1).tag: NAMES[n] for n in range(52)})
BOTH = Decks().having(RED).having(BLUE)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    with LiveTable(KIND, tmp_path, Noise(), BOTH) as running:
        places = [place.name for place in running.table.places]
        running.wait_for(lambda: all(running.state(name) == "ok" for name in places), 5.0)
        yield running


def carry(live: LiveTable, card: Card, origin: str, zone: str) -> None:
    at = live.t
    move = Move(at, card, origin, zone, "down", at + 0.2, mouth=0.1 * (origin == DECK))
    live.do(lambda: live.table.truth.add(move))


def test_a_card_from_the_shoe_to_a_seat_is_a_draw_and_a_sighting(live: LiveTable) -> None:
    carry(live, card(0), DECK, "seat:2")
    live.wait_for(lambda: bool(live.sightings()), 2.0)
    (draw,) = [one for one in live.told if isinstance(one, Draw)]
    (sighting,) = live.sightings()
    assert (draw.tag, draw.reader) == (card(0).tag, "shoe")
    assert (sighting.zone, sighting.arrived, sighting.reader) == ("seat:2", True, "seat-2")


def test_what_a_board_holds_is_told_in_the_boards_name(live: LiveTable) -> None:
    carry(live, card(0), "off", "muck")
    live.wait_for(lambda: bool(live.sightings()), 2.0)
    assert [(one.zone, one.reader) for one in live.sightings()] == [("muck", BOARD)]


def test_an_unregistered_card_is_a_state_of_its_reader_until_it_is_taken_away(
    live: LiveTable,
) -> None:
    carry(live, STRANGER, "off", "seat:4")
    live.wait_for(lambda: live.state("seat-4") == "unregistered card", 2.0)
    assert live.states("seat-4")[-1].detail == (
        "a card in seat:4 is of no deck: register or remove it"
    )
    carry(live, STRANGER, "seat:4", "off")
    live.wait_for(lambda: live.state("seat-4") == "ok", 2.0)
    assert live.state("seat-5") == "ok"


def test_the_same_card_of_two_decks_is_told_at_both_readers(live: LiveTable) -> None:
    carry(live, card(7), "off", "seat:1")
    carry(live, card(7, 1), "off", "board")
    live.wait_for(lambda: live.state("seat-1") == live.state(BOARD) == "same card twice", 2.0)
    assert "board and seat:1" in live.states(BOARD)[-1].detail
    carry(live, card(7, 1), "board", "off")
    live.wait_for(lambda: live.state("seat-1") == live.state(BOARD) == "ok", 2.0)


def test_a_deck_registered_meanwhile_puts_its_card_right(live: LiveTable) -> None:
    carry(live, STRANGER, "off", "seat:4")
    live.wait_for(lambda: live.state("seat-4") == "unregistered card", 2.0)
    live.hardware.decks(BOTH.having(Deck("odd", "red", 1, {STRANGER.tag: "Jk"})))
    live.wait_for(lambda: live.state("seat-4") == "ok", 1.0)


def test_a_pulled_cable_outranks_the_card_that_lies_there(live: LiveTable) -> None:
    carry(live, STRANGER, "off", "seat:4")
    live.wait_for(lambda: live.state("seat-4") == "unregistered card", 2.0)
    live.do(live.table.wires["seat-4"].pull)
    live.wait_for(lambda: live.state("seat-4") == "absent", 2.0)
    live.hardware.decks(BOTH)
    live.do(live.table.wires["seat-4"].plug)
    live.wait_for(lambda: live.state("seat-4") == "unregistered card", 3.0)
    words = [one.state for one in live.states("seat-4")]
    assert words[-4:] == ["unregistered card", "absent", "negotiating", "unregistered card"]


def test_lamps_and_buzzer_are_the_boards_and_the_pins(tmp_path: Path) -> None:
    wiring = Wiring()
    with LiveTable("board", tmp_path, Noise()) as live:
        live.hardware.light("yellow", "on")  # before the board is known: it is set when it comes
        live.wait_for(lambda: live.state(BOARD) == "ok", 3.0)
        board = board_of(live)
        live.wait_for(lambda: board.lamps.get(1) == "on", 1.0)
        live.hardware.buzz(2, 300)
        live.wait_for(lambda: [one.beeps for one in board.buzzes] == [2], 1.0)
        live.wait_for(lambda: live.pins.high.get(wiring.buzzer, False), 1.0)
        assert live.pins.high[wiring.lamps["yellow"]]
    assert not any(live.pins.high.values())
    assert live.pins.closed


@pytest.mark.parametrize(("beeps", "milliseconds"), [(0, 100), (11, 100), (2, 0), (2, 5000)])
def test_a_buzz_that_cannot_be_is_refused_to_whoever_asks(beeps: int, milliseconds: int) -> None:
    with pytest.raises(HardwareError, match="expected 1 to 10 beeps of 1 to 2000 ms"):
        Hardware([], print, decks=Decks()).buzz(beeps, milliseconds)


def board_of(live: LiveTable) -> BoardDevice:
    device = live.table.wires[BOARD].device
    assert isinstance(device, SimulatedBoard)
    assert device.board is not None
    return device.board


def test_cards_states_and_buttons_are_told_one_at_a_time(live: LiveTable) -> None:
    for number in range(10):
        carry(live, card(number), DECK, f"seat:{number + 1}")
    live.pins.held.add(Wiring().buttons["new_hand"])
    live.wait_for(lambda: len(live.sightings()) == 10, 3.0)
    assert [one.button for one in live.told if isinstance(one, Press)] == ["new_hand"]
    assert live.at_once == 0


def test_a_card_that_was_read_but_is_not_yet_told_is_unsettled(live: LiveTable) -> None:
    assert live.hardware.unsettled() is None
    carry(live, card(0), "off", "seat:3")
    live.wait_for(lambda: live.hardware.unsettled() is not None, 1.0)
    since = live.hardware.unsettled()
    assert not live.sightings()
    live.wait_for(lambda: live.hardware.unsettled() is None, 1.0)
    assert [one.since for one in live.sightings()] == [since]


def test_a_card_whose_reader_goes_away_is_not_waited_for(live: LiveTable) -> None:
    carry(live, card(0), "off", "seat:3")
    live.wait_for(lambda: live.hardware.unsettled() is not None, 1.0)
    live.do(live.table.wires["seat-3"].pull)
    live.wait_for(lambda: live.hardware.unsettled() is None, 1.0)


def test_every_thread_shows_that_it_lives_though_a_cable_is_pulled(live: LiveTable) -> None:
    live.do(live.table.wires["seat-3"].pull)
    live.wait_for(lambda: live.state("seat-3") == "absent", 2.0)
    now = time.monotonic()
    live.wait_for(lambda: min(live.hardware.ticked.values()) > now, 2.0)
    assert set(live.hardware.ticked) == {PUMP, *(place.name for place in live.table.places)}


def test_the_board_is_asked_to_look_again_where_a_card_goes_unread(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    carry(live, card(0), "off", "muck")
    live.wait_for(lambda: bool(live.sightings()), 2.0)
    looks: list[tuple[int, ...]] = []
    monkeypatch.setattr(board_of(live), "look_end", looks.append)
    carry(live, card(0), "muck", "off")
    live.wait_for(lambda: len(live.sightings()) == 2, 2.0)
    assert set(looks) == {(2,)}  # board, burn and muck are its antennas


@pytest.mark.parametrize(
    ("twice", "plans"),
    [
        ("reader north", [("north", "/dev/a", "seat:1"), ("north", "/dev/b", "seat:2")]),
        ("port /dev/a", [("north", "/dev/a", "seat:1"), ("south", "/dev/a", "seat:2")]),
        ("zone seat:1", [("north", "/dev/a", "seat:1"), ("south", "/dev/b", "seat:1")]),
    ],
)
def test_a_plan_with_two_readers_for_one_thing_is_refused(
    twice: str, plans: list[tuple[str, str, str]]
) -> None:
    readers = [
        ReaderPlan(name, "feig", PortSettings(port), {0: zone}) for name, port, zone in plans
    ]
    with pytest.raises(HardwareError, match=f"{twice} is given to two readers"):
        Hardware(readers, print, decks=Decks())
