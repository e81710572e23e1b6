"""A host and a simulated table in one thread on simulated time, with real pseudo-terminals between.

Nothing sleeps: at each tick the links' requests are written to the terminals, the table is told the
time and answers, and the links are fed what came. A hand of a quarter of a minute takes as long as
its polls take to compute.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Self

from firmware_bridge.board_link import BoardTimes
from firmware_bridge.bridge import Antenna, Bridge
from firmware_bridge.link import Link
from firmware_bridge.poll_link import PollTimes
from firmware_bridge.readers.registry import LinkTimes, driver
from firmware_bridge.sightings import Draw, Heard, ReaderState, Sighting, Swept, Told
from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.table import Place, SimulatedTable

TICK = 0.025  # seconds; time enough to look again between two polls
POLL_EVERY = 2 * TICK
_ROUNDS = 20  # at most so many requests and answers in one tick: an inventory in several frames


def link(place: Place) -> Link:
    """What the host would configure for a place."""
    soon = 0.9 * TICK  # that is, at the next tick
    poll = PollTimes(poll_every=POLL_EVERY, again_after=soon, answer_within=POLL_EVERY)
    times = LinkTimes(poll, BoardTimes(again_after=soon))
    return driver(place.kind).link(place.name, dict(enumerate(place.zones)), times)


class OpenLink:
    """A link and its open terminal; a pulled cable is found by reading it."""

    def __init__(self, place: Place, path: Path) -> None:
        self.link = link(place)
        self._path = path
        self._end: int | None = None

    def open(self, t: float) -> list[Heard]:
        """Open the port if it is there and not open."""
        if self._end is not None or not self._path.exists():
            return []
        self._end = os.open(self._path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        return self.link.opened(t)

    def send(self, t: float) -> bool:
        """Write what is due; that the port is gone is found by reading."""
        data = self.link.to_send(t) if self._end is not None else b""
        if data and self._end is not None:
            with contextlib.suppress(OSError):
                os.write(self._end, data)
        return bool(data)

    def receive(self, t: float) -> list[Heard]:
        """Read what came; a port that is gone is told once."""
        if self._end is None:
            return []
        try:
            data = os.read(self._end, 4096)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if data:
            return self.link.feed(data, t)
        self.close(t)
        return [ReaderState(t, self.link.name, "absent", "its cable was pulled")]

    def close(self, t: float = 0.0) -> None:
        if self._end is not None:
            os.close(self._end)
            self._end = None
            self.link.closed(t)


class Host:
    """The bridge's host side of a simulated table."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table
        self.t = 0.0
        self.told: list[Told] = []
        zones = {
            zone: Antenna(place.name, place.most) for place in table.places for zone in place.zones
        }
        self.bridge = Bridge(zones)
        self._ticks = 0
        self._lines = [OpenLink(place, table.wires[place.name].path) for place in table.places]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for line in self._lines:
            line.close()

    def tick(self) -> None:
        """Let a little time pass for everything."""
        self._ticks += 1
        t = self.t = self._ticks * TICK
        for line in self._lines:
            self._tell(line, line.open(t))
            self._tell(line, line.link.tick(t))
        for _ in range(_ROUNDS):
            sent = [line.send(t) for line in self._lines]
            self.table.step(t)
            for line in self._lines:
                self._tell(line, line.receive(t))
            if not any(sent):
                break

    def until(self, t: float) -> None:
        """Tick on until then."""
        while self.t < t:
            self.tick()

    def _tell(self, line: OpenLink, heard: Iterable[Heard]) -> None:
        for item in heard:
            self.told += self.bridge.receive(item)
            if isinstance(item, Swept) and (zones := self.bridge.doubts(item)):
                line.link.look_again(zones)


def play(host: Host, dealer: Dealer, hands: int) -> None:
    """Deal so many hands to the end, and let the last leavings be told."""
    dealer.t = host.t + 0.5
    for happening in dealer.opening():
        host.table.truth.add(happening)
    for _ in range(hands):
        for happening in dealer.hand():
            host.table.truth.add(happening)
        host.until(dealer.t)
    host.until(dealer.t + 2.0)


def differences(host: Host) -> list[str]:
    """What was told otherwise than it truly happened; nothing, if all is well."""
    truth = host.table.truth
    told = [one for one in host.told if isinstance(one, Sighting)]
    draws = [one.tag for one in host.told if isinstance(one, Draw)]
    found = [*by_tag(truth.sightings, told)]
    for arrived, word in ((True, "arrivals"), (False, "leavings")):
        true = [one for one in truth.sightings if one.arrived == arrived]
        said = sorted((one for one in told if one.arrived == arrived), key=_when)
        if _in_groups(true) != _in_groups_of(true, said):
            found.append(f"the {word} are not in their order")
    if draws != [draw.tag for draw in truth.draws]:
        found.append(f"{len(draws)} draws told of {len(truth.draws)}, or in another order")
    return found


def by_tag(true: list[Sighting], told: list[Sighting]) -> Iterable[str]:
    """Each tag's own way over the felt, step by step."""
    for tag in sorted({one.tag for one in (*true, *told)}):
        was = [(one.zone, one.arrived) for one in true if one.tag == tag]
        said = [(one.zone, one.arrived) for one in told if one.tag == tag]
        if was != said:
            at = next((k for k, (a, b) in enumerate(zip(was, said)) if a != b), None)  # noqa: B905
            at = min(len(was), len(said)) if at is None else at
            yield f"{tag}: step {at} truly {was[at : at + 2]}, told {said[at : at + 2]}"


def _when(one: Sighting) -> float:
    return one.t if one.since is None else one.since


def _in_groups(true: list[Sighting]) -> list[set[tuple[str, str]]]:
    """Cards that moved in one instant have no order among themselves."""
    groups = groupby(true, key=lambda one: round(one.t, 6))
    return [{(one.tag, one.zone) for one in group} for _, group in groups]


def _in_groups_of(true: list[Sighting], told: list[Sighting]) -> list[set[tuple[str, str]]]:
    rest = iter(told)
    groups = [{(one.tag, one.zone) for _, one in zip(group, rest)} for group in _in_groups(true)]  # noqa: B905
    return [*groups, *({(one.tag, one.zone)} for one in rest)]
