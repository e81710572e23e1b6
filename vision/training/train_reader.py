"""Teaches the reader: corners of cards cut from rendered scenes, and what is no corner."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import (
    avg_pool2d,
    binary_cross_entropy_with_logits,
    cross_entropy,
    smooth_l1_loss,
)
from torch.utils.data import DataLoader, IterableDataset

from engine.cards import RANKS, SUITS
from vision.arrays import Picture
from vision.cuts import SPREAD, Pose, crop
from vision.drawing.glyphs import BUILT_IN
from vision.house_deck import RANK_SCORES, SIGN_SCORES
from vision.reader import HALF
from vision.signs import signs
from vision.training.nets import Glance, ReaderNet
from vision.training.scenes import DrawnScene, Index, Painter
from vision.training.steps import KEEP, Clock, as_input

SIDE, SCENES, CLOSE_UPS, USES, BARE, BATCH = 224, 2, 90, 2, 20, 64
NARROW, BROAD = 46.0, 150.0
ROUGH = 0.6  # of cuts are as far off as corners are found; the rest as they are mended
FINE = np.array([0.02, 0.02, 0.05, 0.04])  # how far off mended cuts still are
FAR = np.array([0.13, 0.13, 0.5, 0.4]) / SPREAD  # how far off a cut may be that is still read
OTHER = 0.25  # cuts of what is no index, for each scene and use
PAIRS = 2  # pairs of signs cut from a scene
AHEAD = 40  # batches drawn before they are asked for
LETTERS = "etaoinshrdlucmfwypvbgkqjxz  ETAOINSHRDLU 0123456789 .,:"
NO_RANK = len(RANKS)


@dataclass(frozen=True)
class Sample:
    """A cut, and what is true of it; a suit below nought: there is no index."""

    cut: Picture
    rank: int = NO_RANK
    suit: int = -1
    off: tuple[float, ...] = (0.0,) * len(SPREAD)


class Batch(NamedTuple):
    """Many samples as the networks take them."""

    cuts: Tensor
    ranks: Tensor
    suits: Tensor
    off: Tensor


@dataclass
class Pupils:
    """The two networks that learn from the same cuts."""

    reader: ReaderNet
    glance: Glance

    def parts(self) -> nn.ModuleDict:
        """Both by name, as they are kept."""
        return nn.ModuleDict({"reader": self.reader, "glance": self.glance})


class Drawn(IterableDataset[Batch]):
    """Batches without end, out of scenes that one painter draws."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter

    def __iter__(self) -> Iterator[Batch]:
        while True:
            yield from _batches(self.painter)


def train(pupils: Pupils, painter: Painter, clock: Clock, keep: Callable[[], None]) -> None:
    """Train until the clock ends it, while one process draws ahead: no scene is seen twice."""
    both = pupils.parts().to(memory_format=torch.channels_last)
    best = torch.optim.AdamW(both.parameters(), weight_decay=5e-4)
    for batch in DataLoader(Drawn(painter), None, num_workers=1, prefetch_factor=AHEAD):
        x = batch.cuts.contiguous(memory_format=torch.channels_last)
        best.param_groups[0]["lr"] = clock.rate()
        best.zero_grad()
        parts = losses(pupils.reader(x), pupils.glance(avg_pool2d(x, HALF)), batch)
        torch.stack(list(parts.values())).sum().backward()
        best.step()
        clock.tell({name: float(part.detach()) for name, part in parts.items()})
        if clock.done % KEEP == 0:
            keep()
        if clock.over():
            return


def _batches(painter: Painter) -> list[Batch]:
    """The corners of many scenes, small and large, each cut more than once, in mixed batches."""
    scenes = [painter.close_up(NARROW, BROAD) for _ in range(CLOSE_UPS)]
    scenes += [painter.scene(SIDE, NARROW, BROAD) for _ in range(SCENES)]
    painter.renew()
    samples = [one for scene in scenes for one in samples_of(painter.rng, scene)]
    samples += [one for scene in scenes for one in found_in(painter.rng, scene)]
    samples += [Sample(_bare(painter)) for _ in range(BARE)]
    order = painter.rng.permutation(len(samples))
    mixed = [samples[int(k)] for k in order]
    return [_batch(mixed[k : k + BATCH]) for k in range(0, len(mixed) - BATCH + 1, BATCH)]


def _batch(samples: list[Sample]) -> Batch:
    return Batch(
        torch.stack([as_input(one.cut) for one in samples]),
        torch.tensor([one.rank for one in samples]),
        torch.tensor([one.suit for one in samples]),
        torch.tensor([one.off for one in samples]),
    )


def _bare(painter: Painter) -> Picture:
    """A corner of nothing: wood, cloth, stone, printed blocks or lines of print."""
    rng, side = painter.rng, 200
    turn, wide = rng.uniform(0, 2 * np.pi), float(rng.uniform(40, 300))
    x, y = rng.uniform(20, side - 20, 2)
    way = (float(np.cos(turn)), float(np.sin(turn)))
    ground = painter.ground(side)
    kind = rng.random()
    if kind < 0.35:
        ground = _blocks(rng, ground)
    elif kind < 0.6:
        ground = _print(rng, side)
    return crop(ground, Pose(float(x), float(y), way, wide))


def _print(rng: np.random.Generator, side: int) -> Picture:
    """Lines of print in any size, as books, boxes and labels have them."""
    page: Picture = np.empty((side, side, 3), np.uint8)
    page[:] = rng.integers(170, 256, 3)
    ink = tuple(int(c) for c in rng.integers(0, 120, 3))
    face = cv2.FontFace(str(rng.choice(BUILT_IN)))
    size = int(rng.integers(7, 60))
    for y in range(size, side + size, round(1.3 * size)):
        words = "".join(rng.choice(list(LETTERS), 200 // size + 12))
        cv2.putText(page, words, (-int(rng.integers(20)), y), ink, face, size, 400)
    return page


def _blocks(rng: np.random.Generator, ground: Picture) -> Picture:
    """Blocks of ink on paper, as markers, boxes and court cards show them."""
    count = int(rng.integers(4, 24))
    inks = np.array([(20, 20, 20), (245, 245, 245), (245, 245, 245), (40, 40, 200), (160, 90, 30)])
    kinds = rng.integers(0, 2 if rng.random() < 0.6 else len(inks), (count, count))
    blocks = np.kron(kinds, np.ones((200 // count + 1, 200 // count + 1), int))[:200, :200]
    printed: Picture = inks[blocks].astype(np.uint8)
    edge = int(rng.integers(0, 120))
    printed[:edge] = ground[:edge]
    return printed


def losses(said: Tensor, glanced: Tensor, batch: Batch) -> dict[str, Tensor]:
    """How wrong both networks are: rank, suit, how far off the cut is, and whether it is one."""
    cards = batch.ranks < NO_RANK
    signs, far = said[:, :SIGN_SCORES], said[:, SIGN_SCORES:]
    return {
        "rank": cross_entropy(signs[:, :RANK_SCORES], batch.ranks, label_smoothing=0.02),
        "suit": cross_entropy(
            signs[:, RANK_SCORES:], batch.suits, ignore_index=-1, label_smoothing=0.02
        ),
        "off": 0.3 * smooth_l1_loss(far[cards], batch.off[cards]),
        "glance": binary_cross_entropy_with_logits(glanced[:, 0], cards.float()),
    }


def samples_of(rng: np.random.Generator, scene: DrawnScene) -> list[Sample]:
    """Every corner nearly as outlines show it, several times, and at times what is none."""
    samples: list[Sample] = []
    for _ in range(USES):
        samples += [_read(scene, _shaken(rng, _pose(one)), one) for one in scene.indices]
        bare = [_shaken(rng, _pose(one)) for one in scene.bare if rng.random() < OTHER]
        samples += [Sample(crop(scene.picture, pose)) for pose in bare if _clear(pose, scene)]
        if rng.random() < OTHER:
            samples.append(Sample(crop(scene.picture, _elsewhere(rng, scene))))
    return samples


def found_in(rng: np.random.Generator, scene: DrawnScene) -> list[Sample]:
    """Some of the places where two signs stand together, whether they are an index or not."""
    known = scene.indices + scene.bare
    if not known:
        return []
    found = list(signs(scene.picture, known[0].wide * float(np.exp(rng.normal(0, 0.15)))))
    samples: list[Sample] = []
    for k in rng.permutation(len(found))[:PAIRS]:
        pose = found[int(k)]
        true = next((one for one in scene.indices if _close(pose, one)), None)
        if true:
            samples.append(_read(scene, pose, true))
        elif _clear(pose, scene):
            samples.append(Sample(crop(scene.picture, pose)))
    return samples


def _read(scene: DrawnScene, pose: Pose, one: Index) -> Sample:
    rank, suit = RANKS.index(one.card[0]), SUITS.index(one.card[1])
    return Sample(crop(scene.picture, pose), rank, suit, tuple(pose.off(_pose(one))))


def _close(pose: Pose, one: Index) -> bool:
    """Whether a pose is near enough to an index to read it."""
    return bool((np.abs(pose.off(_pose(one))) < FAR).all())


def _pose(one: Index) -> Pose:
    return Pose(one.x, one.y, one.up, one.wide)


def _shaken(rng: np.random.Generator, true: Pose) -> Pose:
    """The pose as it is found, or as it is once mended."""
    spread = SPREAD if rng.random() < ROUGH else FINE
    right, down, size, turn = (float(value) for value in rng.normal(0, spread))
    return true.moved(right, down, float(np.exp(size)), turn)


def _elsewhere(rng: np.random.Generator, scene: DrawnScene) -> Pose:
    """A place where no index stands upright: pips, other corners, backs, chips, or one askew."""
    pose = _near(rng, scene) if scene.indices and rng.random() < 0.8 else _anywhere(rng, scene)
    return pose if _clear(pose, scene) else _elsewhere(rng, scene)


def _anywhere(rng: np.random.Generator, scene: DrawnScene) -> Pose:
    x, y = rng.uniform(0, scene.picture.shape[0], 2)
    turn = rng.uniform(0, 2 * np.pi)
    way = (float(np.cos(turn)), float(np.sin(turn)))
    return Pose(float(x), float(y), way, float(rng.uniform(NARROW, BROAD)))


def _near(rng: np.random.Generator, scene: DrawnScene) -> Pose:
    """An index turned far off, or any place about it."""
    true = _pose(scene.indices[int(rng.integers(len(scene.indices)))])
    if rng.random() < 0.4:
        return true.moved(0, 0, turn=float(rng.uniform(0.8, 2 * np.pi - 0.8)))
    right, down = (float(value) for value in rng.normal(0, 0.6, 2))
    return true.moved(right, down)


def _clear(pose: Pose, scene: DrawnScene) -> bool:
    for one in scene.indices:
        near = np.hypot(pose.x - one.x, pose.y - one.y) < 0.28 * one.wide
        if near and pose.up[0] * one.up[0] + pose.up[1] * one.up[1] > 0.7:
            return False
    return all(np.hypot(pose.x - x, pose.y - y) > 1.2 * r for x, y, r in scene.unknown)
