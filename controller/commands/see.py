"""``cutcard see``: what lies in any picture, without calibration."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from controller.errors import UsageError

if TYPE_CHECKING:
    from vision.arrays import Picture
    from vision.eye import Eye
    from vision.scene import Scene

HELP = "say which cards and chips a picture shows"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the pictures and how to answer."""
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--json", action="store_true", help="print one JSON object a picture")
    parser.add_argument("--deck", type=Path, metavar="FILE", help="as `cutcard enrol` wrote it")
    parser.add_argument(
        "--annotate", type=Path, metavar="OUT.png", help="write the picture with what was seen"
    )


def run(args: argparse.Namespace) -> int:
    """See each picture and tell it; one line on standard error for each that shows too little."""
    if args.annotate and len(args.pictures) > 1:
        raise UsageError(f"--annotate takes one picture, got {len(args.pictures)}")
    try:
        from vision.errors import VisionError  # cv2 loads only when there is something to see
        from vision.eye import Eye
    except ModuleNotFoundError as error:
        raise UsageError(f"see needs {error.name}, which is not installed") from error
    try:
        eye = Eye.open(args.deck)
    except VisionError as error:
        raise UsageError(str(error)) from error
    done = 0
    for path in args.pictures:
        try:
            _see(eye, path, args)
        except VisionError as error:  # the other pictures may still be ones
            print(f"cutcard see: {error}", file=sys.stderr)
            done = 2
    return done


def _see(eye: "Eye", path: Path, args: argparse.Namespace) -> None:
    from vision.health import at_a_glance
    from vision.pictures import read_picture

    picture = read_picture(path)
    state, why = at_a_glance(picture, None)
    if state != "ok":
        print(f"cutcard see: {path}: {why}", file=sys.stderr)
    scene = eye.see(picture)
    if scene.busy:
        busy = "too busy to look at all of it: cards may be missing; cut the picture to the table"
        print(f"cutcard see: {path}: {busy}", file=sys.stderr)
    print(json.dumps(as_json(path, scene)) if args.json else _words(path, scene))
    if args.annotate:
        _annotate(args.annotate, picture, scene)


def as_json(path: Path, scene: "Scene") -> dict[str, object]:
    """One picture as the object that other programs read."""
    return {
        "file": str(path),
        "cards": [
            {
                "card": card.card,
                "confidence": round(card.sure, 4),
                "corners": _points(card.corners) if card.corners else None,
                "index": [round(value, 1) for value in card.index],
            }
            for card in scene.cards
        ],
        "backs": [
            {"corners": _points(back.corners), "colour": back.colour} for back in scene.backs
        ],
        "chips": [
            {"colour": c.colour, "x": round(c.x, 1), "y": round(c.y, 1), "count": c.count}
            for c in scene.chips
        ],
    }


def _points(corners: tuple[tuple[float, float], ...]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in corners]


def _words(path: Path, scene: "Scene") -> str:
    from vision.annotate import told

    return f"{path}:\n{told(scene)}"


def _annotate(path: Path, picture: "Picture", scene: "Scene") -> None:
    from vision.annotate import annotated
    from vision.pictures import write_picture

    write_picture(path, annotated(picture, scene))
