"""Teaches the finder: rendered scenes in, maps of indices, backs and chips out."""

from collections.abc import Callable

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from vision.arrays import Floats
from vision.training.nets import Finder
from vision.training.scenes import SHOWS, Painter, Scene
from vision.training.steps import KEEP, Clock, as_input

SIDE, BATCH, USES = 192, 10, 2
NARROW, BROAD = 24.0, 96.0
CELL = 4
HEATS = {"index": 0, "back": 1, "chip": 2}
SHOWN = {"face": 8, "back": 9, "chip": 10}
MAPS = 11
KINDS, COUNTS = MAPS, MAPS + 1
UNIT = 64.0  # a thing of this width has size nought


def fresh() -> Finder:
    """A network that knows nothing, and knows that nearly everywhere there is nothing."""
    net = Finder()
    torch.nn.init.constant_(net.out[1].bias[:3], -4.0)
    return net


def train(net: Finder, painter: Painter, clock: Clock, keep: Callable[[Finder], None]) -> None:
    """Train until the clock ends it; each scene is used twice, turned the second time."""
    net.to(memory_format=torch.channels_last)
    best = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    while not clock.over():
        scenes = [painter.scene(SIDE, NARROW, BROAD) for _ in range(BATCH)]
        pairs = [(as_input(scene.picture), torch.from_numpy(target(scene))) for scene in scenes]
        painter.renew()
        x, y = (torch.stack(part) for part in zip(*pairs, strict=True))
        for quarter in range(USES):
            turned = _turned(x, y, 2 * quarter)
            best.param_groups[0]["lr"] = clock.rate()
            best.zero_grad()
            x_last = turned[0].contiguous(memory_format=torch.channels_last)
            parts = losses(net(x_last), turned[1])
            torch.stack(list(parts.values())).sum().backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            best.step()
        clock.tell({name: float(part.detach()) for name, part in parts.items()})
        if clock.done % KEEP == 0:
            keep(net)


def target(scene: Scene) -> Floats:
    """The true maps, then what kind of thing has its pose there, and where heats count."""
    cells = SIDE // CELL
    maps = np.zeros((MAPS + 2, cells, cells), np.float32)
    maps[COUNTS] = 1
    for kind, number in SHOWN.items():
        shows = np.asarray(scene.shows == SHOWS.index(kind), np.float32)
        maps[number] = cv2.resize(shows, (cells, cells), interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[:cells, :cells].astype(np.float32) * CELL + (CELL - 1) / 2
    for left, top, radius in scene.unknown:
        maps[COUNTS][np.hypot(x - left, y - top) < radius] = 0
    for one in scene.indices:
        _peak(maps, x, y, "index", (one.x, one.y, one.wide), one.up)
    for spot in scene.spots:
        c, s = spot.along
        _peak(maps, x, y, spot.kind, (spot.x, spot.y, spot.wide), (c * c - s * s, 2 * c * s))
    return maps


def _peak(
    maps: Floats,
    x: Floats,
    y: Floats,
    kind: str,
    at: tuple[float, float, float],
    way: tuple[float, float],
) -> None:
    """Raise a hill at a thing's middle, and note its angle and size around it."""
    left, top, wide = at
    if not (0 <= left < SIDE and 0 <= top < SIDE):
        return
    spread = max(3.6, 0.055 * wide)
    hill = np.exp(-((x - left) ** 2 + (y - top) ** 2) / (2 * spread**2))
    row, column = int(top / CELL), int(left / CELL)
    hill[row, column] = 1
    heat = maps[HEATS[kind]]
    np.maximum(heat, hill, out=heat)
    near = hill > 0.5
    if kind != "chip":
        first = 3 if kind == "index" else 5
        maps[first][near], maps[first + 1][near] = way
        maps[KINDS][near] = 1 if kind == "index" else 2
    else:
        maps[KINDS][near] = 3
    maps[7][near] = np.log2(wide / UNIT)


def _turned(x: Tensor, y: Tensor, quarters: int) -> tuple[Tensor, Tensor]:
    """Turn pictures by half a turn or none; directions turn with them, double angles do not."""
    if not quarters:
        return x, y
    x, y = torch.rot90(x, 2, (2, 3)), torch.rot90(y, 2, (2, 3)).clone()
    y[:, 3:5] *= -1
    return x, y


def losses(out: Tensor, true: Tensor) -> dict[str, Tensor]:
    """Penalties: heats by focal loss, angles and sizes by distance, what shows by cross entropy."""
    kinds, counts = true[:, KINDS], true[:, COUNTS:]
    index, back, thing = kinds == 1, kinds == 2, kinds > 0
    return {
        "heat": focal(out[:, :3], true[:, :3], counts),
        "index": _distance(out[:, 3:5], true[:, 3:5], index),
        "back": _distance(out[:, 5:7], true[:, 5:7], back),
        "size": _distance(out[:, 7:8], true[:, 7:8], thing),
        "shows": 3 * binary_cross_entropy_with_logits(out[:, 8:MAPS], true[:, 8:MAPS]),
    }


def focal(out: Tensor, true: Tensor, counts: Tensor) -> Tensor:
    """Hard cells count more, and cells near a peak count less as background."""
    sure = torch.sigmoid(out).clamp(1e-4, 1 - 1e-4)
    peak = (true > 0.999).float()
    hit = -torch.log(sure) * (1 - sure) ** 2 * peak
    miss = -torch.log(1 - sure) * sure**2 * (1 - true) ** 4 * (1 - peak) * counts
    total: Tensor = (hit + miss).sum() / peak.sum().clamp(min=1)
    return total


def _distance(out: Tensor, true: Tensor, where: Tensor) -> Tensor:
    mask = where.unsqueeze(1).float()
    total: Tensor = ((out - true).abs() * mask).sum() / mask.sum().clamp(min=1)
    return total
