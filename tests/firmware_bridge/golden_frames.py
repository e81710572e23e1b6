"""The golden frames, as the tests take them."""

from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.readers import Fault, Frame, TagRead, Tags
from firmware_bridge.readers.registry import POLLED

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Golden:
    driver: str
    from_reader: bool
    name: str
    raw: bytes
    says: str

    def __str__(self) -> str:
        return f"{self.driver}{'<' if self.from_reader else '>'}{self.name}"


def read_folder(driver: str) -> list[Golden]:
    lines = (FOLDER / f"{driver}.hex").read_text(encoding="utf-8").splitlines()
    return [read_line(driver, line) for line in lines if line and not line.startswith("#")]


def read_line(driver: str, line: str) -> Golden:
    head, raw, *says = [part.strip() for part in line.split("|")]
    side, _proof, name = head.split()
    return Golden(driver, side == "<", name, bytes.fromhex(raw), says[0] if says else "")


ALL = [golden for driver in POLLED for golden in read_folder(driver)]
REPLIES = [golden for golden in ALL if golden.from_reader]
REQUESTS = [golden for golden in ALL if not golden.from_reader]


def golden(driver: str, name: str, *, from_reader: bool = True) -> bytes:
    frames = REPLIES if from_reader else REQUESTS
    return next(g.raw for g in frames if (g.driver, g.name) == (driver, name))


def said(frame: Frame) -> str:
    """The frame in the words of the golden files."""
    words = [type(frame).__name__]
    if isinstance(frame, Tags):
        words += [tag_said(read) for read in frame.tags]
        words += ["more"] * frame.more + ["open"] * (not frame.last)
    if isinstance(frame, Fault):
        words.append(f"{frame.code:02X}")
    return " ".join(words)


def tag_said(read: TagRead) -> str:
    signal = "" if read.rssi is None else f":{read.rssi:g}"
    return f"{read.tag}@{read.antenna}{signal}"
