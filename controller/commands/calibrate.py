"""``cutcard calibrate``: finds the table under the camera and keeps where it lies."""

import argparse
from pathlib import Path

from controller.errors import UsageError

HELP = "find the table's markers and zones in the camera's picture"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the picture comes from and what to do with it."""
    parser.add_argument(
        "--print",
        type=Path,
        dest="sheet",
        metavar="SHEET.pdf|.png",
        help="write the sheet of four markers to print, and stop",
    )
    parser.add_argument("--picture", type=Path, help="a picture of the empty table")
    parser.add_argument("--camera", default="0", help="pi, a number, a path or a folder")
    parser.add_argument("--seats", type=int, default=9, help="of the template: 6, 8, 9 or 10")
    parser.add_argument("--zones", type=Path, help="drawn by hand: a changed zones.json")
    parser.add_argument("--to", type=Path, default=Path("calibration"), metavar="FOLDER")
    parser.add_argument("--check", action="store_true", help="only say if the camera was moved")


def run(args: argparse.Namespace) -> int:
    """Calibrate, or say in one line why not."""
    try:
        from vision.errors import VisionError  # cv2 loads only when there is a table to find
    except ModuleNotFoundError as error:
        raise UsageError(f"calibrate needs {error.name}, which is not installed") from error
    try:
        return _print(args.sheet) if args.sheet else _calibrate(args)
    except VisionError as error:
        raise UsageError(str(error)) from error


def _print(sheet: Path) -> int:
    from vision.markers import print_sheet

    print_sheet(sheet)
    print(f"{sheet}: print it at full size, cut out the four markers, lay them at the corners")
    return 0


def _calibrate(args: argparse.Namespace) -> int:
    from vision import calibration as table
    from vision.cameras import open_camera, settled_picture
    from vision.pictures import read_picture, write_picture

    if args.picture:
        picture = read_picture(args.picture)
    else:
        picture = settled_picture(open_camera(args.camera))
    if args.check:
        state, detail = table.trouble(table.load(args.to), picture)
        print(f"camera: {state}" + (f": {detail}" if detail else ""))
        return 0 if state == "ok" else 1
    calibration = table.calibrate(picture, table.load_zones(args.zones, args.seats))
    table.keep(calibration, args.to)
    shown, drawn = args.to / "zones.png", args.to / "zones.json"
    write_picture(shown, table.with_zones(calibration))
    table.keep_zones(calibration.zones, drawn)
    print(f"calibrated: {len(calibration.zones.polygons)} zones, kept in {args.to}")
    print(f"{shown}: see that the zones lie where they should")
    print(f"{drawn}: to draw them otherwise, change a copy and give it with --zones")
    return 0
