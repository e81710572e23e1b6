"""Serial ports: found by a name that stays, opened for us alone; what is wrong in one line."""

import errno
import grp
import termios
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

import serial

from firmware_bridge.descriptors import ready

BY_ID = Path("/dev/serial/by-id")
_PSEUDO = "/dev/pts"
MOST_AT_ONCE = 4096  # bytes of one read
_WRITE_WITHIN = 0.5  # seconds; a request is short, so a longer wait means nobody takes it


class PortError(Exception):
    """A port that cannot be used; the text says what to do."""


class PortMissingError(PortError):
    """There is no such port."""


class PortInUseError(PortError):
    """Another program has it."""


class PortForbiddenError(PortError):
    """We may not open it."""


class PortUnfitError(PortError):
    """It is no serial port, or does not take its settings."""


class PortLostError(PortError):
    """It was open and is gone: the cable was pulled."""


@dataclass(frozen=True, slots=True)
class PortSettings:
    """Which port, and how it speaks; the name is one of /dev/serial/by-id, or a path."""

    name: str
    baud: int = 115200
    parity: Literal["N", "E", "O"] = "N"

    @property
    def path(self) -> Path:
        """The path to open."""
        return BY_ID / self.name  # an absolute name stays as it is

    @property
    def spoken_parity(self) -> str:
        """The parity to open with: a pseudo-terminal has no line, and refuses to be given one."""
        return "N" if self.path.resolve().is_relative_to(_PSEUDO) else self.parity


def listed() -> list[str]:
    """The stable names of the ports that are plugged in."""
    return sorted(entry.name for entry in BY_ID.iterdir()) if BY_ID.is_dir() else []


class Port:
    """An open port."""

    def __init__(self, settings: PortSettings) -> None:
        self.settings = settings
        try:
            self._serial = serial.Serial(
                str(settings.path),
                settings.baud,
                parity=settings.spoken_parity,
                timeout=0,
                write_timeout=_WRITE_WITHIN,
                exclusive=True,
            )
        except (OSError, ValueError, OverflowError, termios.error) as error:
            raise _explained(settings, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def fileno(self) -> int:
        """For whoever waits for it."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """What has come, without waiting; raises PortLostError when the port is gone."""
        try:
            return bytes(self._serial.read(MOST_AT_ONCE))
        except OSError as error:  # as pyserial's own are
            raise _lost(self.settings) from error

    def write(self, data: bytes) -> bool:
        """Send; False when nobody at the other end takes it."""
        try:
            try:
                self._serial.write(data)
            except serial.SerialTimeoutException:
                self._serial.reset_output_buffer()  # else closing would wait for it
                return False
        except (OSError, termios.error) as error:
            raise _lost(self.settings) from error
        return True

    def close(self) -> None:
        """Let go of the port."""
        try:
            self._serial.close()
        except OSError as error:
            raise _lost(self.settings) from error

    def wait(self, seconds: float, *others: int) -> list[int]:
        """Wait for bytes here or at other descriptors; give those that are ready."""
        return ready((self.fileno(), *others), seconds)


def _lost(settings: PortSettings) -> PortLostError:
    return PortLostError(f"{settings.path} is gone: plug the cable in again; it is looked for")


def _explained(settings: PortSettings, error: Exception) -> PortError:
    path = settings.path
    number = _number(error)
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO):
        there = ", ".join(listed()) or "none is plugged in"
        return PortMissingError(f"{path} is not there: plug it in, or name one of these: {there}")
    if number in (errno.EBUSY, errno.EAGAIN):
        return PortInUseError(f"{path} is in use: close the other program (fuser -v {path})")
    if number in (errno.EACCES, errno.EPERM):
        return PortForbiddenError(
            f"no permission to open {path}: sudo usermod -aG {_group(path)} $USER, "
            "then log in again"
        )
    if not path.is_char_device() or number == errno.ENOTTY:
        return PortUnfitError(f"{path} is not a serial port: name one of /dev/serial/by-id")
    wanted = f"{settings.baud} baud, parity {settings.parity}"
    return PortUnfitError(f"{path} does not take {wanted}: correct its settings ({error})")


def _number(error: Exception) -> int | None:
    """The system's number of what went wrong; pyserial hides that of termios behind its own."""
    for at in (error, error.__context__):
        if isinstance(at, OSError) and at.errno is not None:
            return at.errno
        if isinstance(at, termios.error):
            return int(at.args[0])
    return None


def _group(path: Path) -> str:
    try:
        return path.group()
    except (KeyError, OSError):
        return _dialout()


def _dialout() -> str:
    """The group that has serial ports where the device does not say."""
    names = {entry.gr_name for entry in grp.getgrall()}
    return "uucp" if "uucp" in names and "dialout" not in names else "dialout"
