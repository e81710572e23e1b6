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
    for t, zone, in_turn in polls(max(stay.end for stay in stays) + 1.0):
        if in_turn or (again and zone in presence.doubts()):
            lying = [(stay.tag, stay.zone) for stay in stays if stay.start <= t < stay.end]
            told += presence.polled(t, zone, answer(t, zone, lying, noise, random))
    return told


def polls(stop: float) -> Iterator[tuple[float, str, bool]]:
    """Each zone's polls, in turn and half-way between, in the order of time."""
    part = POLL / (2 * len(ZONES))
    for n in range(int(stop / POLL)):
        for k in range(2 * len(ZONES)):
            own = k % 2 == 0  # every second slot is for the zone whose turn was half a poll ago
            zone = ZONES[(k // 2 if own else k // 2 + len(ZONES) // 2) % len(ZONES)]
            yield n * POLL + k * part, zone, own


def answer(
    t: float, zone: str, lying: list[tuple[str, str]], noise: Noise, random: Random
) -> list[Read]:
    near = [(tag, at) for tag, at in lying if at == zone or at in NEIGHBOURS[zone]]
    return [
        Read(t, zone, tag)
        for tag, at in near
        if (noise.reads(random) if at == zone else random.random() < noise.neighbour)
    ]
