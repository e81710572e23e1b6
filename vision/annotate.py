"""Draws on a picture what was seen in it."""

import cv2
import numpy as np

from engine.cards import spoken
from vision.arrays import Colour, Picture
from vision.scene import Corners, Scene, middle

FACE, BACK, CHIP = (60, 200, 40), (230, 150, 30), (40, 160, 250)


def annotated(picture: Picture, scene: Scene) -> Picture:
    """A copy of the picture with every card, back and chip marked."""
    marked = picture.copy()
    size = max(12, round(max(picture.shape[:2]) / 60))
    for card in scene.cards:
        if card.corners:
            _box(marked, card.corners, FACE, size)
        words = f"{card.card} {card.sure:.2f}"
        _words(marked, words, card.index, FACE, size)
    for back in scene.backs:
        _box(marked, back.corners, BACK, size)
        _words(marked, back.colour, middle(back.corners), BACK, size)
    for chip in scene.chips:
        at = (round(chip.x), round(chip.y))
        cv2.circle(marked, at, round(chip.wide / 2), CHIP, max(2, size // 8), cv2.LINE_AA)
        _words(marked, chip.colour, (chip.x, chip.y), CHIP, size)
    return marked


def told(scene: Scene) -> str:
    """The scene in words, a line for each kind of thing."""
    lines = [f"  {spoken(card.card)} ({card.sure:.0%})" for card in scene.cards]
    backs, chips = [b.colour for b in scene.backs], [c.colour for c in scene.chips]
    for kind, seen in (("face down", backs), ("chips", chips)):
        if seen:
            counts = ", ".join(f"{seen.count(name)} {name}" for name in sorted(set(seen)))
            lines.append(f"  {kind}: {counts}")
    return "\n".join(lines or ["  nothing"])


def _box(picture: Picture, corners: Corners, colour: Colour, size: int) -> None:
    outline = np.rint(np.array(corners)).astype(np.int32)
    cv2.polylines(picture, [outline], True, colour, max(2, size // 8), cv2.LINE_AA)


def _words(
    picture: Picture, words: str, at: tuple[float, float], colour: Colour, size: int
) -> None:
    spot = (round(at[0]), round(at[1]))
    thick = max(1, size // 12)
    for ink, more in (((0, 0, 0), 2), (colour, 0)):
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(picture, words, spot, font, size / 30, ink, thick + more, cv2.LINE_AA)
