"""Pins: one press for each push, lamps and a buzzer that keep time."""

import sys
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.pins import Debounce, FakePins, Panel, PinsError, PiPins, Wiring
from firmware_bridge.sightings import Press

STEP = 0.005


def ticks(panel: Panel, start: float, count: int) -> list[Press]:
    return [press for n in range(count) for press in panel.tick(start + n * STEP)]


def test_each_button_is_told_once_a_push() -> None:
    pins, wiring = FakePins(), Wiring()
    panel = Panel(pins, wiring)
    told = ticks(panel, 0.0, 10)
    for n, pin in enumerate(wiring.buttons.values()):
        pins.held.add(pin)
        told += ticks(panel, 1.0 + n, 100)
        pins.held.clear()
        told += ticks(panel, 1.5 + n, 100)
    assert [press.button for press in told] == ["new_hand", "round_complete", "call_floor", "undo"]
    assert [press.t for press in told] == pytest.approx([1.02, 2.02, 3.02, 4.02])


def test_a_spike_is_no_press() -> None:
    contact = Debounce(settle=0.02)
    levels = [True, True, True, False] * 50  # 15 ms down at a time
    assert not any(contact.sample(n * STEP, down) for n, down in enumerate(levels))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(st.booleans(), max_size=3), st.lists(st.booleans(), max_size=3)),
        max_size=8,
    )
)
def test_bouncing_contacts_give_one_press_a_push(
    pushes: list[tuple[list[bool], list[bool]]],
) -> None:
    levels: list[bool] = [False] * 10
    for pressing, letting_go in pushes:
        levels += [*pressing, *[True] * 10, *letting_go, *[False] * 10]
    contact = Debounce(settle=0.02)
    assert sum(contact.sample(n * STEP, down) for n, down in enumerate(levels)) == len(pushes)


def test_lamps_are_on_off_or_blink() -> None:
    pins, wiring = FakePins(), Wiring()
    panel = Panel(pins, wiring)
    panel.lamp("green", "on")
    panel.lamp("yellow", "slow")
    panel.lamp("red", "fast")
    seen = []
    for t in (0.0, 0.1, 0.2, 0.4, 0.6):
        panel.tick(t)
        seen.append("".join(str(int(pins.high[pin])) for pin in wiring.lamps.values()))
    assert seen == ["111", "111", "110", "110", "101"]
    panel.lamp("green", "off")
    panel.tick(1.0)
    assert not pins.high[wiring.lamps["green"]]


def test_the_buzzer_beeps_as_often_as_asked_and_is_quiet_again() -> None:
    pins, wiring = FakePins(), Wiring()
    panel = Panel(pins, wiring)
    panel.buzz(1.0, 2, 100)
    heard = []
    for n in range(8):
        panel.tick(0.95 + n * 0.1)
        heard.append(pins.high[wiring.buzzer])
    assert heard == [False, True, False, True, False, False, False, False]
    with pytest.raises(PinsError, match="11 beeps, expected 0 to 10"):
        panel.buzz(2.0, 11, 100)


def test_closing_leaves_all_dark() -> None:
    pins = FakePins()
    panel = Panel(pins)
    panel.lamp("red", "on")
    panel.tick(0.0)
    panel.close()
    assert pins.closed and not any(pins.high.values())


def test_a_pin_with_two_uses_is_refused() -> None:
    with pytest.raises(PinsError, match="pin 17 has two uses"):
        Wiring(buzzer=17)


def test_off_a_pi_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    with pytest.raises(PinsError, match=r"install cutcard\[pi\], on a Pi 5 cutcard\[pi5\]"):
        PiPins(Wiring())


def test_on_a_pi_buttons_are_pulled_up_and_outputs_start_dark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No Pi is here: this only pins down which calls of RPi.GPIO are made."""
    calls: list[tuple[object, ...]] = []
    gpio = SimpleNamespace(
        BCM="BCM", IN="IN", OUT="OUT", PUD_UP="UP", LOW=0, HIGH=1,
        setmode=lambda mode: calls.append(("mode", mode)),
        setup=lambda pin, way, **more: calls.append((pin, way, *more.values())),
        output=lambda pin, level: calls.append((pin, level)),
        input=lambda pin: 0 if pin == 5 else 1,
        cleanup=lambda: calls.append(("cleanup",)),
    )  # fmt: skip
    package = ModuleType("RPi")
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)
    pins = PiPins(Wiring())
    assert calls[:2] == [("mode", "BCM"), (5, "IN", "UP")]
    assert (18, "OUT", 0) in calls
    assert pins.down(5) and not pins.down(6)
    pins.write(22, True)
    assert calls[-1] == (22, 1)
    pins.close()
    assert calls[-5:] == [(17, 0), (27, 0), (22, 0), (18, 0), ("cleanup",)]
