"""What the benches share: a broker and processes of their own, free ports, percentiles."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import UsageError

HOST = "127.0.0.1"
PATIENCE = 30.0  # seconds


def percentile(ordered: list[float], share: int) -> float:
    """The value that so many of a hundred do not exceed; they come in their order."""
    return ordered[len(ordered) * share // 100]


def _answers(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex((HOST, port)) == 0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def mosquitto(folder: Path, port: int) -> Iterator[None]:
    """A broker that lets everybody in, for as long as it is needed."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"  # where Debian puts it
    program = shutil.which("mosquitto", path=path)
    if program is None:
        raise UsageError("this bench needs mosquitto: apt install mosquitto")
    config = folder / "mosquitto.conf"
    config.write_text(
        f"listener {port} {HOST}\nallow_anonymous true\nset_tcp_nodelay true\npersistence false\n"
    )
    with process("mosquitto", [program, "-c", str(config)]):
        end = time.monotonic() + PATIENCE
        while not _answers(port):
            if time.monotonic() > end:
                raise UsageError("mosquitto did not start: see the lines above")
            time.sleep(0.01)
        yield


@contextmanager
def process(what: str, command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process for as long as it is needed; a module of ours is run by this Python."""
    ours = [sys.executable, "-m", *command] if not command[0].startswith("/") else command
    quiet = subprocess.DEVNULL if what == "mosquitto" else None
    process = subprocess.Popen(ours, stdout=subprocess.PIPE, stderr=quiet)  # noqa: S603  (our own)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)
