"""Lanes of requests: whose turn it is, and that nobody waits behind another's flood."""

from controller.mqtt.client import RawRequest
from controller.turnstile import Limits, Turnstile


def raw(role: str, name: str, person: str = "") -> RawRequest:
    return RawRequest(role, "look", name.encode(), len(name), person)


def test_one_at_a_time_from_the_lane_that_has_waited_longest() -> None:
    turnstile = Turnstile()
    for number in range(3):
        assert turnstile.admit(raw("dealer", f"d{number}"))
    taken = [turnstile.take()]
    assert turnstile.admit(raw("floor", "f0", "anna")) and turnstile.admit(raw("floor", "f1"))
    taken += [turnstile.take() for _ in range(5)]
    told = [one.payload for one in taken if one is not None]
    assert told == [b"d0", b"f1", b"f0", b"d1", b"d2"], "whoever comes late is not the last"
    assert turnstile.take() is None and turnstile.due() is None


def test_a_lane_that_has_had_its_share_waits_and_the_others_go_on() -> None:
    now = [0.0]
    turnstile = Turnstile(Limits(burst=2, rate=10.0), lambda: now[0])
    for number in range(4):
        turnstile.admit(raw("dealer", f"d{number}"))
    assert [one is not None for one in (turnstile.take(), turnstile.take(), turnstile.take())] == [
        True, True, False,
    ]  # fmt: skip
    turnstile.admit(raw("floor", "f0"))
    waiting = turnstile.take()
    assert waiting is not None and waiting.role == "floor"
    assert turnstile.due() == 0.1
    now[0] = 0.1
    assert turnstile.take() is not None
