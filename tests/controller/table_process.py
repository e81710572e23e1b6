"""A served table in a process of its own, to be killed at any moment; cards come as lines."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

from controller.config import Broker, Game
from controller.daemon import run
from tests.controller.brokers import Broker as RealBroker
from tests.controller.served_table import Felt, configured

PASSWORD = "controller.password"


class TypedFelt(Felt):
    """Cards are told by lines of standard input: a word, a card, a zone."""

    def start(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            word, *where = line.split()
            if word == "gathered":
                self.gathered()
            else:
                self.lands(*where, drawn=word == "lands")


class TableProcess:
    """The other end of it."""

    def __init__(self, folder: Path, broker: RealBroker, rulebook: str = "uspa") -> None:
        self._folder, self._port, self._rulebook = folder, broker.port, rulebook
        password = folder / PASSWORD
        password.touch(mode=0o600)
        password.write_text(broker.passwords["controller"])
        self._process: subprocess.Popen[str] | None = None
        self.lying: dict[str, str] = {}  # whatever is killed, the cards stay where they are

    def start(self) -> None:
        with (self._folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    __name__,
                    str(self._folder),
                    str(self._port),
                    self._rulebook,
                ],
                stdin=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        for card, zone in self.lying.items():
            self._tell(f"lies {card} {zone}")

    def kill(self) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()

    def end(self) -> int:
        """As systemd does it."""
        assert self._process is not None and self._process.stdin is not None
        self._process.terminate()
        status = self._process.wait(20)
        self._process.stdin.close()
        return status

    def lands(self, card: str, zone: str) -> None:
        self.lying[card] = zone
        self._tell(f"lands {card} {zone}")

    def lies(self, card: str, zone: str) -> None:
        """A card that lay elsewhere lies there now."""
        self.lying[card] = zone
        self._tell(f"lies {card} {zone}")

    def gathered(self) -> None:
        self.lying = {}
        self._tell("gathered")

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text()

    def _tell(self, line: str) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


def main(folder: Path, port: int, rulebook: str) -> None:
    broker = Broker(port=port, password_file=folder / PASSWORD)
    config = configured(folder, broker=broker, game=Game(rulebook=rulebook))
    asyncio.run(run(config, wires=TypedFelt))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
