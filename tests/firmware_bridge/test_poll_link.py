"""When a polled reader is asked: in its turn, sooner where a card went unread, never twice."""

from __future__ import annotations

import pytest

from firmware_bridge.poll_link import PollLink, PollTimes
from firmware_bridge.readers import TagRead
from firmware_bridge.readers.feig import FeigCodec, FeigDevice

TAG = "E004010012345678"


class Asked:
    """A link and its reader; when each poll was sent."""

    def __init__(self, times: PollTimes | None = None) -> None:
        self.link = PollLink("seat-1", FeigCodec(), {0: "seat:1"}, times)
        self.device = FeigDevice()
        self.t = 10.0
        self.link.opened(self.t)
        self.poll()

    def poll(self, *, late: float = 0.0, answered: bool = True) -> float:
        """Let the next poll be sent, so late; when that was."""
        self.t = self.link.next_due(self.t) + late
        sent = self.link.to_send(self.t)
        if answered:
            (request,) = self.device.feed(sent)
            self.link.feed(self.device.answer(request, [TagRead(TAG)]), self.t + 0.004)
        return self.t


def test_readers_that_begin_apart_stay_apart_however_late_their_polls_are() -> None:
    north, south = Asked(PollTimes(phase=0.0)), Asked(PollTimes(phase=0.02))
    for late in (0.0, 0.003, 0.011, 0.0, 0.007):
        north.poll(late=late)
        south.poll(late=late / 2)
    apart = (south.poll() - north.poll()) % 0.05
    assert apart == pytest.approx(0.02)


def test_where_a_card_went_unread_the_next_poll_is_not_waited_for() -> None:
    asked = Asked()
    first = asked.poll()
    asked.link.look_again({"seat:1"})
    assert asked.poll() - first == pytest.approx(0.025)
    assert asked.poll() - first == pytest.approx(0.05)  # in its turn again
    assert asked.poll() - first == pytest.approx(0.1)


def test_a_poll_just_before_its_turn_stands_for_it() -> None:
    asked = Asked()
    first = asked.poll()
    asked.link.look_again({"seat:1"})
    assert asked.poll(late=0.02) - first == pytest.approx(0.045)
    assert asked.poll() - first == pytest.approx(0.1)


def test_an_answer_that_is_awaited_is_not_asked_for_again_before_it_is_lost() -> None:
    asked = Asked()
    first = asked.poll(answered=False)
    asked.link.look_again({"seat:1"})
    assert asked.poll() - first == pytest.approx(0.25)
