"""What else goes on at a table while cards are dealt: hands, chips, telephones, shadows."""

from collections.abc import Callable, Iterator

import numpy as np

from vision.drawing.backs import COLOURS
from vision.drawing.odds import ODDS
from vision.drawing.table import DrawnTable, Glow, Lying
from vision.zones import TALL, WIDE

OFTEN = 0.04  # the chance that something begins with a frame
MOST = 3  # things that go on at once
Place = tuple[float, float]
Doing = Callable[["GoingsOn", str], Iterator[None]]


class GoingsOn:
    """Lets things happen beside the deal, a frame at a time."""

    def __init__(self, table: DrawnTable, seed: int) -> None:
        self.table, self.rng = table, np.random.default_rng([seed, 99])
        self.doing: list[Iterator[None]] = []
        self.count = 0

    def step(self) -> None:
        """Go on by one frame."""
        if len(self.doing) < MOST and self.rng.random() < OFTEN:
            self.count += 1
            what = DOINGS[int(self.rng.integers(len(DOINGS)))]
            self.doing.append(what(self, f"{what.__name__} {self.count}"))
        over: list[object] = []
        self.doing = [one for one in self.doing if next(one, over) is not over]

    def seat(self) -> tuple[Place, Place]:
        """Somebody's place at the rail, and one before him on the felt."""
        angle = self.rng.uniform(0, 2 * np.pi)
        way = np.array([np.cos(angle), np.sin(angle)])
        middle, half = np.array([WIDE, TALL]) / 2, np.array([WIDE, TALL]) / 2
        rail, felt = middle + 1.15 * half * way, middle + self.rng.uniform(0.5, 0.85) * half * way
        return (float(rail[0]), float(rail[1])), (float(felt[0]), float(felt[1]))

    def frames(self, least: int, most: int) -> range:
        """Some frames' time."""
        return range(int(self.rng.integers(least, most)))

    def reach(self, name: str, start: Place, end: Place) -> Iterator[Place]:
        """A hand goes from one place to another in a few frames; gives where it is."""
        steps = len(self.frames(3, 7))
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            self.table.others[name] = (*start, x, y)
            yield x, y

    def withdraw(self, name: str) -> Iterator[None]:
        """A hand goes back to where it came from."""
        x, y, to_x, to_y = self.table.others[name]
        for part in (0.7, 0.35):
            self.table.others[name] = (x, y, x + (to_x - x) * part, y + (to_y - y) * part)
            yield
        del self.table.others[name]


def puts_down(on: GoingsOn, name: str) -> Iterator[None]:
    """Somebody lays an odd thing before him, and takes it away after a while."""
    rail, felt = on.seat()
    odd, turn = str(on.rng.choice(list(ODDS))), float(on.rng.uniform(0, 2 * np.pi))
    for x, y in on.reach(name, rail, felt):
        on.table.beside[name] = Lying(odd, x, y, turn, "back", 0.1)
        yield
    on.table.beside[name] = Lying(odd, *felt, turn, "back")
    yield from on.withdraw(name)
    for _ in on.frames(20, 80):
        yield
    for _ in on.reach(name, rail, felt):
        yield
    del on.table.beside[name]
    yield from on.withdraw(name)


def bets(on: GoingsOn, name: str) -> Iterator[None]:
    """Somebody pushes chips out; later they are gone."""
    rail, felt = on.seat()
    colours = [str(on.rng.choice(list(COLOURS))) for _ in on.frames(1, 5)]
    for x, y in on.reach(name, rail, felt):
        for k, colour in enumerate(colours):
            on.table.beside[f"{name} {k}"] = Lying(colour, x + 0.041 * k, y, kind="chip")
        yield
    yield from on.withdraw(name)
    for _ in on.frames(20, 80):
        yield
    for k in range(len(colours)):
        del on.table.beside[f"{name} {k}"]


def rests_a_hand(on: GoingsOn, name: str) -> Iterator[None]:
    """Somebody reaches out, fidgets, and draws his hand back."""
    rail, (x, y) = on.seat()
    for _ in on.reach(name, rail, (x, y)):
        yield
    for _ in on.frames(5, 40):
        near = on.rng.normal(0, 0.01, 2)
        on.table.others[name] = (*rail, x + float(near[0]), y + float(near[1]))
        yield
    yield from on.withdraw(name)


def leans_over(on: GoingsOn, name: str) -> Iterator[None]:
    """A shadow wanders over the table."""
    yield from _glow(on, name, -float(on.rng.uniform(0.2, 0.6)))


def light_falls_in(on: GoingsOn, name: str) -> Iterator[None]:
    """A lamp or a telephone's light wanders over the table, and burns out what it meets."""
    yield from _glow(on, name, float(on.rng.uniform(0.3, 1.5)))


def lamp_fails(on: GoingsOn, name: str) -> Iterator[None]:
    """The room's light goes down or up at once, and comes back."""
    usual, on.table.light = on.table.light, on.table.light * float(on.rng.uniform(0.6, 1.25))
    for _ in on.frames(6, 40):
        yield
    on.table.light = usual


def _glow(on: GoingsOn, name: str, by: float) -> Iterator[None]:
    (x, y), (to_x, to_y) = on.seat()
    reach, steps = float(on.rng.uniform(0.15, 0.5)), on.frames(8, 40)
    for step in steps:
        part = 2 * step / len(steps)
        on.table.glows[name] = Glow(x + (to_x - x) * part, y + (to_y - y) * part, reach, by)
        yield
    del on.table.glows[name]


DOINGS: tuple[Doing, ...] = (
    puts_down, puts_down, bets, bets, rests_a_hand, leans_over, light_falls_in, lamp_fails,
)  # fmt: skip
