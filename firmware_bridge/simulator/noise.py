"""What readers and cables do to the truth on its way: all rates and the seed in one place."""

import random
from dataclasses import dataclass

from firmware_bridge.readers import TagRead
from firmware_bridge.simulator.truth import BOARD, BURN, DECK, MUCK, SEATS, Card, Truth

NEAR, PASSING, BESIDE = -45.0, -55.0, -66.0  # dBm of a card on the antenna, sliding over, next door
_SPREAD = 3.0
_LONGEST_BURST = 24


@dataclass(frozen=True)
class Noise:
    """How hard the table is on the bridge; nothing happens unless it is asked for."""

    seed: int = 1
    flicker: float = 0.0  # chance that a poll does not find a card that lies there
    missed: float = 0.0  # chance that a poll finds nothing at all
    neighbour: float = 0.0  # chance that a poll finds a card that lies next door
    stacked: float = 0.0  # chance that a card is not found, for each card that lies upon it
    garbage: float = 0.0  # bursts of random bytes a second on each wire
    half: float = 0.0  # chance that an answer is cut off
    silent: float = 0.0  # times a minute that a reader stops answering
    pulled: float = 0.0  # times a minute that a cable is pulled
    reboot: float = 0.0  # times a minute that a reader or board starts anew
    outage: float = 3.0  # seconds that each of the last three lasts


def beside(zone: str) -> tuple[str, ...]:
    """The zones whose antennas lie next to this one's."""
    if zone.startswith("seat:"):
        seat = int(zone.removeprefix("seat:"))
        return (f"seat:{(seat - 2) % SEATS + 1}", f"seat:{seat % SEATS + 1}")
    return {BOARD: (BURN,), BURN: (BOARD, MUCK), MUCK: (BURN,), DECK: ()}[zone]


class Air:
    """What an antenna hears of the truth."""

    def __init__(self, noise: Noise, truth: Truth) -> None:
        self._noise, self._truth = noise, truth
        self._chance = random.Random(noise.seed)  # noqa: S311  (repeatable noise, no secrets)

    def hear(self, zone: str) -> list[TagRead]:
        """One poll of one antenna."""
        noise, chance = self._noise, self._chance.random
        if chance() < noise.missed:
            return []
        passing = self._truth.passing(zone)
        cards = self._truth.under(zone)
        heard = [
            self._heard(card, PASSING if card in passing else NEAR)
            for above, card in enumerate(reversed(cards))
            if chance() >= noise.flicker and chance() >= noise.stacked * above
        ]
        for other in beside(zone):
            resting = self._truth.under(other)
            heard += [self._heard(card, BESIDE) for card in resting if chance() < noise.neighbour]
        return heard

    def _heard(self, card: Card, level: float) -> TagRead:
        return TagRead(card.tag, rssi=level + self._chance.uniform(-_SPREAD, _SPREAD))


class NoisyWire:
    """One wire: it cuts answers short and has bytes of its own."""

    def __init__(self, noise: Noise, name: str) -> None:
        self._noise = noise
        self._chance = random.Random(f"{noise.seed} {name}")  # noqa: S311  (repeatable noise)
        self._burst_at = self._pause(0.0)

    def spoil(self, answer: bytes) -> bytes:
        """An answer as it comes out of the wire."""
        if len(answer) > 1 and self._chance.random() < self._noise.half:
            return answer[: self._chance.randrange(1, len(answer))]
        return answer

    def burst(self, t: float) -> bytes:
        """The garbage that is due by now, if any."""
        if self._burst_at is None or t < self._burst_at:
            return b""
        self._burst_at = self._pause(t)
        return self._chance.randbytes(self._chance.randint(1, _LONGEST_BURST))

    def _pause(self, t: float) -> float | None:
        """Bursts come evenly, at another moment on each wire."""
        rate = self._noise.garbage
        return t + self._chance.uniform(0.5, 1.5) / rate if rate else None


class Troubles:
    """When which reader falls silent, loses its cable or starts anew."""

    def __init__(self, noise: Noise, readers: tuple[str, ...]) -> None:
        self._noise, self._readers = noise, readers
        self._chance = random.Random(f"{noise.seed} troubles")  # noqa: S311  (repeatable noise)
        self._next = {kind: self._wait(kind, 0.0) for kind in ("silent", "pulled", "reboot")}

    def due(self, t: float) -> list[tuple[str, str]]:
        """The troubles that begin by now: what, and at which reader."""
        begun = []
        for kind, at in self._next.items():
            if at is not None and at <= t:
                begun.append((kind, self._chance.choice(self._readers)))
                self._next[kind] = self._wait(kind, t)
        return begun

    def _wait(self, kind: str, t: float) -> float | None:
        rate: float = getattr(self._noise, kind)
        return t + self._chance.expovariate(rate / 60) if rate else None
