"""What the table sees and shows by: ports, camera, pins."""

import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from controller.config import Camera, ReaderSection, TableConfig
from controller.doctor.finding import Finding, fail, ok, warn
from firmware_bridge.pins import PinsError, gpio_module
from firmware_bridge.ports import BY_ID, Port, PortError, PortInUseError

_COUNTED = re.compile(r"/dev/tty(USB|ACM)\d+")  # names that the next plug may give to another
_LIBRARY = {"usb": "cv2", "pi": "picamera2", "folder": "cv2"}
MODEL = Path("/proc/device-tree/model")


def ports(config: TableConfig) -> Iterator[Finding]:
    """Each reader's port: there, ours to open, not in use, and of a name that stays."""
    for reader in config.reader:
        yield _port(reader)


def _port(reader: ReaderSection) -> Finding:
    about, path = f"reader {reader.name}", reader.settings.path
    try:
        Port(reader.settings).close()
    except PortInUseError as error:
        return warn(about, str(error), "if that program is cutcard itself, all is well")
    except PortError as error:
        said, _, do = str(error).partition(": ")
        return fail(about, said, do)
    if _COUNTED.fullmatch(str(path)):
        return warn(
            about,
            f"{path} opens, but may be another reader after the next start",
            f"name it by {_stable(path)}, or by a udev rule (deploy/README.md)",
        )
    return ok(about, f"{path} opens, {reader.settings.baud} baud")


def _stable(path: Path) -> str:
    names = BY_ID.iterdir() if BY_ID.is_dir() else ()
    return next((str(name) for name in names if name.resolve() == path), f"a name of {BY_ID}")


def camera(config: TableConfig) -> Iterator[Finding]:
    """The camera, where there is one: its device, its library, what it learnt, its picture."""
    if config.camera is None:
        yield ok("camera", "none is configured")
        return
    found = [_device(config.camera), *_needs(config.camera)]
    yield from found
    if all(finding.level == "ok" for finding in found):
        yield _picture(config.camera)


def _needs(settings: Camera) -> Iterator[Finding]:
    library = _LIBRARY[settings.kind]
    if find_spec(library) is None:
        package = "python3-picamera2" if library == "picamera2" else "python3-opencv"
        yield fail("camera", f"{library} is not installed", f"sudo apt install {package}")
    learnt = {"calibrate": settings.calibration, "enrol": settings.house_deck}
    learnt["chips learn"] = settings.chips
    for command, path in learnt.items():
        if path is not None and not path.exists():
            yield fail("camera", f"{path} is not there", f"cutcard {command} makes it")


def _picture(settings: Camera) -> Finding:
    """Take a picture, and look at it as the table would."""
    from vision.calibration import load  # OpenCV loads only where there is a camera
    from vision.cameras import open_camera, settled_picture
    from vision.errors import CameraError, VisionError
    from vision.health import at_a_glance

    try:
        calibration = load(settings.calibration)
        picture = settled_picture(open_camera(settings.source, calibration.size))
    except CameraError as error:
        said, _, do = str(error).partition("; ")
        return warn("camera", said, f"{do or 'plug it in again'}; if cutcard has it, all is well")
    except VisionError as error:
        said, _, do = str(error).partition("; ")
        return fail("camera", said, do)
    state, detail = at_a_glance(picture, calibration)
    if state != "ok":
        return warn("camera", f"its picture is {state}", detail)
    return ok("camera", f"sees the table, {picture.shape[1]} × {picture.shape[0]} pixels")


def _device(settings: Camera) -> Finding:
    device = Path("/dev/media0") if settings.kind == "pi" else Path(settings.device)
    if not device.exists():
        return fail("camera", f"{device} is not there", "plug the camera in, or name another")
    if not os.access(device, os.R_OK):
        return fail("camera", f"no permission to read {device}", "sudo usermod -aG video $USER")
    return ok("camera", f"{settings.kind}, {device}")


def pins(config: TableConfig) -> Iterator[Finding]:
    """The header, where buttons and lamps are wired to it."""
    if config.pins is None:
        yield ok("pins", "none are configured")
        return
    model = MODEL.read_text("utf-8", "replace").rstrip("\0") if MODEL.exists() else ""
    if "Raspberry Pi" not in model:
        yield fail("pins", "this is no Raspberry Pi", "take [pins] out of the file")
        return
    try:
        gpio_module()
    except PinsError as error:
        extra = "pi5" if "Pi 5" in model else "pi"
        yield fail("pins", str(error), f"pip install 'cutcard[{extra}]'")
        return
    yield ok("pins", model)
