"""What cards lie on: felt, wood, planks, cloth, stone and carpet, drawn from noise."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Colour, Mask, Picture

Surface = Callable[[np.random.Generator, int, int], Picture]


def clouds(rng: np.random.Generator, tall: int, wide: int, cells: tuple[float, float]) -> Mask:
    """Smooth noise around nought, with about so many blobs down and across."""
    shape = (max(2, round(cells[0])), max(2, round(cells[1])))
    seeds = rng.normal(0, 1, shape).astype(np.float32)
    return np.asarray(cv2.resize(seeds, (wide, tall), interpolation=cv2.INTER_CUBIC), np.float32)


def plain(rng: np.random.Generator, tall: int, wide: int) -> Picture:
    """Felt or a table top of one colour with faint clouds and grain."""
    grain = rng.uniform(0, 9) * rng.standard_normal((tall, wide), np.float32)
    tone = clouds(rng, tall, wide, (4, 4)) * rng.uniform(0, 8) + grain
    return _tinted(any_colour(rng), tone)


def wood(rng: np.random.Generator, tall: int, wide: int) -> Picture:
    """A table top of wood: noise drawn out along one way."""
    few, many = rng.uniform(2, 6), rng.uniform(15, 120)
    across = bool(rng.random() < 0.5)
    tone = np.zeros((tall, wide), np.float32)
    for share, fine in ((1.0, 1.0), (0.6, 2.5)):
        cells = (few, many * fine) if across else (many * fine, few)
        tone += share * clouds(rng, tall, wide, cells)
    tone = tone * rng.uniform(2, 16) + clouds(rng, tall, wide, (3, 3)) * rng.uniform(0, 10)
    return _tinted(_wooden(rng), tone)


def planks(rng: np.random.Generator, tall: int, wide: int) -> Picture:
    """Planks or tiles: each of its own tone, with gaps between."""
    base = wood(rng, tall, wide) if rng.random() < 0.7 else plain(rng, tall, wide)
    picture = base.astype(np.float32)
    high, long = int(rng.integers(18, 120)), int(rng.integers(40, 400))
    gap = tuple(float(c) for c in rng.uniform(0.4, 1.3) * np.array(base.mean((0, 1))))
    for row, y in enumerate(range(0, tall, high)):
        for x in range(-(row * long // 3) % long - long, wide, long):
            picture[y : y + high, max(0, x) : x + long] += rng.normal(0, 9)
            cv2.rectangle(picture, (x, y), (x + long, y + high), gap, 1)
    return _whole(picture)


def carpet(rng: np.random.Generator, tall: int, wide: int) -> Picture:
    """Carpet, stone or gravel: coarse noise of strong contrast."""
    tone = np.zeros((tall, wide), np.float32)
    for size in (rng.uniform(2, 5), rng.uniform(5, 14)):
        tone += clouds(rng, tall, wide, (tall / size, wide / size))
    return _tinted(any_colour(rng), tone * rng.uniform(8, 30))


def stripes(rng: np.random.Generator, tall: int, wide: int) -> Picture:
    """Cloth with stripes or checks."""
    y, x = np.mgrid[:tall, :wide].astype(np.float32)
    turn, step = rng.uniform(0, np.pi), rng.uniform(4, 60)
    wave = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / step)
    if rng.random() < 0.5:
        wave = wave + np.sin((y * np.cos(turn) - x * np.sin(turn)) * 2 * np.pi / step)
    tone = np.tanh(wave * rng.uniform(0.5, 5)) * rng.uniform(5, 40)
    return _tinted(any_colour(rng), tone + 4 * rng.standard_normal(tone.shape, np.float32))


SURFACES: tuple[Surface, ...] = (plain, plain, wood, wood, planks, carpet, stripes)


def surface(rng: np.random.Generator, tall: int, wide: int) -> Picture:
    """Any surface; now and then two of them, one a table's edge over the other."""
    under = SURFACES[int(rng.integers(len(SURFACES)))](rng, tall, wide)
    if rng.random() < 0.35:
        over = SURFACES[int(rng.integers(len(SURFACES)))](rng, tall, wide)
        angle = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[:tall, :wide]
        edge = (x - wide / 2) * np.cos(angle) + (y - tall / 2) * np.sin(angle)
        beyond = edge > rng.uniform(-0.3, 0.4) * wide
        under[beyond] = over[beyond]
    return under


def any_colour(rng: np.random.Generator) -> Colour:
    """Greens and blues of felt, browns, greys and nearly white."""
    hue, saturation = rng.uniform(0, 180), rng.uniform(0, 220) * rng.random()
    value = rng.uniform(20, 245)
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def _wooden(rng: np.random.Generator) -> Colour:
    light = rng.uniform(40, 235)
    return int(light * rng.uniform(0.4, 0.9)), int(light * rng.uniform(0.68, 0.95)), int(light)


def _tinted(colour: Colour, tone: Mask) -> Picture:
    deep = tone[:, :, None]
    return _whole(np.asarray(np.array(colour) * (1 + deep / 128) + deep / 4, np.float32))


def _whole(picture: Mask) -> Picture:
    return np.clip(picture, 0, 255).astype(np.uint8)
