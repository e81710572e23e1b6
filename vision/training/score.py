"""Scores the eye on labelled photographs, tuned and held-out halves apart.

``python -m vision.training.score [PHOTOS] [--tuned] [--notes]``: the folders ``table`` and
``ranks`` with their labels. Every second picture by name is held out, and nothing may be tuned
on those.
"""

import argparse
import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Picture
from vision.eye import Eye
from vision.pictures import read_picture
from vision.scene import Scene, middle

PHOTOS = Path("../shared/vision/photos")
CHIPS = ("red", "green", "blue", "black", "white")
SEATS = ("seat1", "seat2", "seat3", "seat4")
DOWN = "??"


@dataclass
class Tally:
    """How often a thing was told right, told wrong, and not told."""

    right: int = 0
    wrong: int = 0
    total: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, right: int, wrong: int, total: int, note: str = "") -> None:
        """Count one picture's share of it."""
        self.right, self.wrong, self.total = (
            self.right + right,
            self.wrong + wrong,
            self.total + total,
        )
        if note and (wrong or right < total):
            self.notes.append(note)

    def __str__(self) -> str:
        share = 100 / max(1, self.total)
        missing = self.total - self.right - min(self.wrong, self.total - self.right)
        return (
            f"{self.right:4d} of {self.total:4d} right ({self.right * share:5.1f} %)"
            f"  {self.wrong:3d} wrong ({self.wrong * share:4.1f} %)  {missing:3d} not told"
        )


class Tallies(dict[str, Tally]):
    """Tallies by what they are of."""


def halves(rows: list[str]) -> tuple[list[str], list[str]]:
    """The pictures to tune on and those held out: every second one by name."""
    ordered = sorted(set(rows))
    return ordered[::2], ordered[1::2]


def score_table(eye: Eye, folder: Path, files: list[str], tallies: Tallies) -> None:
    """Board at three widths, hands, which way up, and chips."""
    known = {row["file"]: row for row in labels(folder)}
    for name in files:
        row, picture = known[name], read_picture(folder / name)
        for wide in (2400, 1280, 900):
            shot = _resized(picture, wide)
            scene = eye.see(shot)
            _board(scene, shot, row, tallies.setdefault(f"board at {wide} px", Tally()))
            _hands(scene, shot, row, wide, tallies)
            _chips(scene, row, tallies.setdefault(f"chips at {wide} px", Tally()))


def score_ranks(eye: Eye, folder: Path, files: list[str], tallies: Tallies) -> None:
    """The rank in each labelled box; a card told twice or elsewhere counts as wrong."""
    rows = labels(folder)
    tally = tallies.setdefault("ranks", Tally())
    for name in files:
        boxes = [row for row in rows if row["file"] == name]
        scene = eye.see(read_picture(folder / name))
        told = [(card.card[0], card.index) for card in scene.cards]
        right = 0
        for box in boxes:
            hits = [one for one in told if one[0] == box["rank"] and _inside(one[1], box)]
            if hits:
                told.remove(hits[0])
                right += 1
        want = " ".join(sorted(box["rank"] for box in boxes))
        got = " ".join(sorted(card.card for card in scene.cards))
        tally.add(right, len(told), len(boxes), f"{name}: {want} / {got}")


def _board(scene: Scene, shot: Picture, row: dict[str, str], tally: Tally) -> None:
    tall = shot.shape[0]
    cards = [card for card in scene.cards if card.corners and middle(card.corners)[1] > 0.72 * tall]
    told = [card.card for card in sorted(cards, key=lambda one: one.index[0])]
    true = row["board"].split()
    right = _in_order(told, true)
    note = f"{row['file']}: {' '.join(true)} / {' '.join(told)}"
    tally.add(right, len(told) - right, len(true), note)


def _hands(scene: Scene, shot: Picture, row: dict[str, str], wide: int, tallies: Tallies) -> None:
    hands = tallies.setdefault(f"hands at {wide} px", Tally())
    ways = tallies.setdefault(f"face up or down at {wide} px", Tally())
    backs = tallies.setdefault(f"backs counted at {wide} px", Tally())
    cards: dict[str, list[str]] = {seat: [] for seat in (*SEATS, "board")}
    down: Counter[str] = Counter()
    for card in scene.cards:
        assert card.corners is not None
        cards[_seat(middle(card.corners), shot)].append(card.card)
    for back in scene.backs:
        down[_seat(middle(back.corners), shot)] += 1
    for seat in SEATS:
        true = row[seat].split()
        note = f"{row['file']} {seat}: {row[seat]} / {' '.join(cards[seat])} + {down[seat]} down"
        is_down = DOWN in true
        says = "down" if down[seat] > len(cards[seat]) else "up" if cards[seat] else ""
        right = says == ("down" if is_down else "up")
        ways.add(right, bool(says) and not right, 1, note)
        if is_down:
            backs.add(down[seat] == 2, down[seat] not in (0, 2), 1, note)
        else:
            known = sum((Counter(cards[seat]) & Counter(true)).values())
            hands.add(known, len(cards[seat]) - known, len(true), note)


def _chips(scene: Scene, row: dict[str, str], tally: Tally) -> None:
    seen = Counter(chip.colour for chip in scene.chips)
    other = sum(count for colour, count in seen.items() if colour not in CHIPS)
    for colour in CHIPS:
        true = int(row[f"chips_{colour}"])
        note = f"{row['file']}: {true} {colour} / {seen[colour]} (and {other} of other colours)"
        tally.add(seen[colour] == true, seen[colour] != true, 1, note)


def _seat(point: tuple[float, float], shot: Picture) -> str:
    tall, wide = shot.shape[:2]
    x, y = point[0] / wide, point[1] / tall
    if y > 0.72:
        return "board"
    if y < 0.3:
        return "seat2" if x > 0.5 else "seat3"
    return "seat1" if x > 0.5 else "seat4"


def _inside(point: tuple[float, float], box: dict[str, str]) -> bool:
    x1, y1, x2, y2 = (float(box[key]) for key in ("x1", "y1", "x2", "y2"))
    slack = 0.08 * max(x2 - x1, y2 - y1)
    return x1 - slack <= point[0] <= x2 + slack and y1 - slack <= point[1] <= y2 + slack


def _in_order(told: list[str], true: list[str]) -> int:
    """The most cards told in the order in which they lie."""
    best = np.zeros((len(told) + 1, len(true) + 1), int)
    for i, one in enumerate(told):
        for j, other in enumerate(true):
            best[i + 1, j + 1] = max(best[i, j] + (one == other), best[i, j + 1], best[i + 1, j])
    return int(best[-1, -1])


def _resized(picture: Picture, wide: int) -> Picture:
    if picture.shape[1] <= wide:
        return picture
    size = (wide, round(picture.shape[0] * wide / picture.shape[1]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def labels(folder: Path) -> list[dict[str, str]]:
    """The rows of a folder's labels."""
    with (folder / "labels.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def score(photos: Path, held_out: bool, eye: Eye) -> Tallies:
    """All tallies of one half."""
    tallies = Tallies()
    for name, count in (("table", score_table), ("ranks", score_ranks)):
        files = [row["file"] for row in labels(photos / name)]
        count(eye, photos / name, halves(files)[held_out], tallies)
    return tallies


def lines(tallies: Tallies, notes: bool) -> Iterator[str]:
    """The tallies for people; with notes, each picture that was not all right."""
    for name, tally in tallies.items():
        yield f"{name:28s} {tally}"
        if notes:
            yield from (f"      {note}" for note in tally.notes)


def main() -> None:
    """Score one half, or both."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.score", description=__doc__)
    parser.add_argument("photos", nargs="?", type=Path, default=PHOTOS)
    parser.add_argument("--tuned", action="store_true", help="only the half that may be tuned on")
    parser.add_argument("--notes", action="store_true", help="name the pictures not all right")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for held_out in (False,) if args.tuned else (False, True):
        print("held out:" if held_out else "tuned on:")
        for line in lines(score(args.photos, held_out, Eye.open()), args.notes and not held_out):
            print("  " + line)


if __name__ == "__main__":
    main()
