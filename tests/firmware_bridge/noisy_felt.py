"""A felt with cards that move as they are told to, and antennas that read them badly."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from firmware_bridge.presence import Presence
from firmware_bridge.sightings import Read, Sighting

ZONES = [*(f"seat:{n}" for n in range(1, 10)), "board", "burn", "muck"]
NEIGHBOURS = {zone: [ZONES[n - 1]] * (n > 0) + ZONES[n + 1 : n + 2] for n, zone in enumerate(ZONES)}
POLL = 0.05


@dataclass(frozen=True)
class Noise:
    flicker: float = 0.05
    missed: float = 0.03
    neighbour: float = 0.02

    def reads(self, random: Random) -> bool:
        return random.random() >= self.flicker and random.random() >= self.missed


@dataclass(frozen=True)
class Stay:
    """A card lies somewhere for a time; a slide is a stay too short to count."""

    tag: str
    zone: str
    start: float
    end: float
    slide: bool = False


Move = tuple[str, str, bool]


def truth(stays: list[Stay]) -> list[Move]:
    ends = [
        (at, stay.tag, stay.zone, arrived)
        for stay in stays
        if not stay.slide
        for at, arrived in ((stay.start, True), (stay.end, False))
    ]
    return [(tag, zone, arrived) for _, tag, zone, arrived in sorted(ends)]


def moves(sightings: list[Sighting]) -> list[Move]:
    return [(told.tag, told.zone, told.arrived) for told in sightings]


def watch(
    stays: list[Stay],
    presence: Presence,
    *,
    seed: int = 0,
    noise: Noise | None = None,
    again: bool = True,
) -> list[Sighting]:
    """Poll every zone 20 times a second to the end, and those in doubt once more between."""
    random = Random(seed)
    noise = noise or Noise()
    told: list[Sighting] = []
    for t, zone, lying in polls(stays):
        if zone in presence.doubts() and again:
            told += presence.polled(
                t - POLL / 2, zone, answer(t - POLL / 2, zone, lying[0], noise, random)
            )
        told += presence.polled(t, zone, answer(t, zone, lying[1], noise, random))
    return told


Lying = list[tuple[str, str]]


def polls(stays: list[Stay]) -> Iterator[tuple[float, str, tuple[Lying, Lying]]]:
    """Each zone's polls in the order of time, with what lies where half a poll before and then."""
    stop = max(stay.end for stay in stays) + 1.0
    for n in range(int(stop / POLL)):
        for k, zone in enumerate(ZONES):
            t = (n + k / len(ZONES)) * POLL
            near = [stay for stay in stays if stay.zone == zone or stay.zone in NEIGHBOURS[zone]]
            yield (
                t,
                zone,
                (
                    [(s.tag, s.zone) for s in near if s.start <= t - POLL / 2 < s.end],
                    [(s.tag, s.zone) for s in near if s.start <= t < s.end],
                ),
            )


def answer(t: float, zone: str, lying: Lying, noise: Noise, random: Random) -> list[Read]:
    return [
        Read(t, zone, tag)
        for tag, at in lying
        if (noise.reads(random) if at == zone else random.random() < noise.neighbour)
    ]
