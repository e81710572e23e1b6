"""Teaches the reader: corners of cards cut from rendered scenes, and what is no corner."""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from engine.cards import RANKS, SUITS
from vision.arrays import Picture
from vision.reader import TALL, WIDE, Pose, crop
from vision.training.nets import Reader
from vision.training.scenes import Index, Painter, Scene
from vision.training.steps import KEEP, Clock, as_input

SIDE, SCENES, CLOSE_UPS, USES, BARE, BATCH = 224, 2, 100, 3, 70, 64
NARROW, BROAD = 48.0, 150.0
SHAPE = (3, TALL, WIDE)
NO_RANK = len(RANKS)
Sample = tuple[Picture, int, int]  # the crop, its rank, its suit; suit -1 where there is none


def train(net: Reader, painter: Painter, clock: Clock, keep: Callable[[Reader], None]) -> None:
    """Train until the clock ends it; a scene's corners are cut several times, never alike."""
    net.to(memory_format=torch.channels_last)
    best = torch.optim.AdamW(net.parameters(), weight_decay=5e-4)
    while not clock.over():
        for batch in _batches(painter):
            x = torch.stack([as_input(picture) for picture, _, _ in batch])
            ranks = torch.tensor([rank for _, rank, _ in batch])
            suits = torch.tensor([suit for _, _, suit in batch])
            best.param_groups[0]["lr"] = clock.rate()
            best.zero_grad()
            parts = losses(net(x.contiguous(memory_format=torch.channels_last)), ranks, suits)
            torch.stack(list(parts.values())[:2]).sum().backward()
            best.step()
            clock.tell({name: float(part.detach()) for name, part in parts.items()})
            if clock.done % KEEP == 0:
                keep(net)


def _batches(painter: Painter) -> list[list[Sample]]:
    """The corners of many scenes, small and large, each cut twice, in small mixed batches."""
    scenes = [painter.close_up(NARROW, BROAD) for _ in range(CLOSE_UPS)]
    scenes += [painter.scene(SIDE, NARROW, BROAD) for _ in range(SCENES)]
    painter.renew()
    uses = [scene for scene in scenes for _ in range(USES)]
    samples = [one for scene in uses for one in samples_of(painter.rng, scene)]
    samples += [(_bare(painter), NO_RANK, -1) for _ in range(BARE)]
    order = painter.rng.permutation(len(samples))
    mixed = [samples[int(k)] for k in order]
    return [mixed[k : k + BATCH] for k in range(0, len(mixed) - BATCH + 1, BATCH)]


def _bare(painter: Painter) -> Picture:
    """A corner of nothing: wood, cloth, stone or printed blocks, as contrasted as an index."""
    rng, side = painter.rng, 200
    turn, wide = rng.uniform(0, 2 * np.pi), float(rng.uniform(40, 300))
    x, y = rng.uniform(20, side - 20, 2)
    way = (float(np.cos(turn)), float(np.sin(turn)))
    ground = painter.ground(side)
    if rng.random() < 0.5:
        ground = _blocks(rng, ground)
    return crop(ground, Pose(float(x), float(y), way, wide))


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


def losses(out: Tensor, ranks: Tensor, suits: Tensor) -> dict[str, Tensor]:
    """Cross entropy of ranks and suits, and the share of corners read wrong."""
    cards = ranks < NO_RANK
    wrong = (out[:, :14].argmax(1) != ranks) | (cards & (out[:, 14:].argmax(1) != suits))
    return {
        "rank": cross_entropy(out[:, :14], ranks, label_smoothing=0.02),
        "suit": cross_entropy(out[:, 14:], suits, ignore_index=-1, label_smoothing=0.02),
        "wrong": wrong.float().mean(),
        "cards_wrong": (wrong & cards).sum() / cards.sum().clamp(min=1),
    }


def samples_of(rng: np.random.Generator, scene: Scene) -> list[Sample]:
    """Every corner nearly as it would be found, and at times a place that is none."""
    samples: list[Sample] = []
    for one in scene.indices:
        picture = crop(scene.picture, _shaken(rng, one))
        samples.append((picture, RANKS.index(one.card[0]), SUITS.index(one.card[1])))
    others = range(1 if rng.random() < 0.7 else 0)
    samples += [(crop(scene.picture, _elsewhere(rng, scene)), NO_RANK, -1) for _ in others]
    return samples


def _shaken(rng: np.random.Generator, one: Index) -> Pose:
    turn = np.arctan2(one.up[1], one.up[0]) + rng.normal(0, 0.05)
    x, y = np.array([one.x, one.y]) + rng.normal(0, 0.02 * one.wide, 2)
    wide = one.wide * float(np.exp(rng.normal(0, 0.05)))
    return Pose(float(x), float(y), (float(np.cos(turn)), float(np.sin(turn))), wide)


def _elsewhere(rng: np.random.Generator, scene: Scene) -> Pose:
    """A place where no index stands upright: pips, other corners, backs, chips, or one askew."""
    wide = float(rng.uniform(NARROW, BROAD))
    if scene.indices and rng.random() < 0.75:
        near = scene.indices[int(rng.integers(len(scene.indices)))]
        turn = np.arctan2(near.up[1], near.up[0])
        if rng.random() < 0.4:  # the index itself, but turned far off
            turn += rng.uniform(0.8, 2 * np.pi - 0.8)
            x, y = near.x, near.y
        else:
            x, y = np.array([near.x, near.y]) + rng.normal(0, 0.6 * near.wide, 2)
        wide = near.wide
    else:
        x, y = rng.uniform(0, scene.picture.shape[0], 2)
        turn = rng.uniform(0, 2 * np.pi)
    pose = Pose(float(x), float(y), (float(np.cos(turn)), float(np.sin(turn))), wide)
    return pose if _clear(pose, scene) else _elsewhere(rng, scene)


def _clear(pose: Pose, scene: Scene) -> bool:
    for one in scene.indices:
        near = np.hypot(pose.x - one.x, pose.y - one.y) < 0.28 * one.wide
        if near and pose.up[0] * one.up[0] + pose.up[1] * one.up[1] > 0.7:
            return False
    return all(np.hypot(pose.x - x, pose.y - y) > 1.2 * r for x, y, r in scene.unknown)
