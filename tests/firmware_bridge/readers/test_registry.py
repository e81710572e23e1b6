"""Readers by name: whoever wants one need not know of which kind it is."""

from __future__ import annotations

import pytest

from firmware_bridge.readers.registry import DRIVERS, LinkTimes, UnknownReaderError, driver
from firmware_bridge.sightings import ReaderState


@pytest.mark.parametrize("name", DRIVERS)
def test_every_driver_gives_a_link_that_speaks_first_and_waits_for_an_answer(name: str) -> None:
    link = driver(name).link("north", {0: "seat:1"}, LinkTimes())
    (state,) = link.opened(1.0)
    assert isinstance(state, ReaderState)
    assert (state.reader, state.state) == ("north", "negotiating")
    assert link.to_send(1.0)
    assert link.next_due(1.0) > 1.0
    told = [item for t in (1.5, 2.0, 2.5, 3.0) for item in link.tick(t)]
    assert [item.state for item in told if isinstance(item, ReaderState)] == ["silent"]


@pytest.mark.parametrize("name", DRIVERS)
def test_lamps_and_looks_can_be_asked_of_any_link(name: str) -> None:
    link = driver(name).link("north", {0: "seat:1"}, LinkTimes())
    link.opened(1.0)
    link.lamp(0, "on")
    link.buzz(1, 100)
    link.look_again({"seat:1"})


def test_an_unknown_reader_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(UnknownReaderError, match=r"'pn523'.*pn532, feig.*, board"):
        driver("pn523")
