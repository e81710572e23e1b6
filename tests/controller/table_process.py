"""A served table in a process of its own, to be killed at any moment; cards come as lines."""

import asyncio
import resource
import subprocess
import sys
import threading
from pathlib import Path

import msgspec

from controller.config import Broker, GameSection
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

    def __init__(
        self, folder: Path, broker: RealBroker, game: GameSection | None = None, doubt: float = 2.0
    ) -> None:
        self._folder, self._port, self._game = folder, broker.port, game or GameSection()
        self._doubt = doubt  # seconds that a verdict waits for an explanation
        password = folder / PASSWORD
        password.touch(mode=0o600)
        password.write_text(broker.passwords["controller"])
        self._process: subprocess.Popen[str] | None = None
        (folder / "log").touch()
        self.lying: dict[str, str] = {}  # whatever is killed, the cards stay where they are

    def start(self, *, full_disk: bool = False) -> None:
        limit = ["prlimit", "--fsize=4096:unlimited"] if full_disk else []
        game = msgspec.json.encode(self._game).decode()
        words = [str(self._folder), str(self._port), game, str(self._doubt)]
        self._process = subprocess.Popen(
            [*limit, sys.executable, "-m", __name__, *words],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,  # a file of its own could be full as well
            text=True,
        )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        for card, zone in self.lying.items():
            self._tell(f"lies {card} {zone}")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process is not None and self._process.poll() is None

    def disk_is_full(self, full: bool = True) -> None:
        """From now on no file of its grows, or they do again."""
        _, most = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (4096 if full else most, most))

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
    def megabytes(self) -> float:
        """The most memory that it has had."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stderr is not None
        with (self._folder / "log").open("a", buffering=1) as log:
            log.writelines(process.stderr)

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text()

    def _tell(self, line: str) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


def main(folder: Path, port: int, game: GameSection, doubt: float) -> None:
    broker = Broker(port=port, password_file=folder / PASSWORD)
    config = configured(folder, broker=broker, game=game, house={"doubt_seconds": doubt})
    asyncio.run(run(config, wires=TypedFelt))


if __name__ == "__main__":
    played = msgspec.json.decode(sys.argv[3], type=GameSection)
    main(Path(sys.argv[1]), int(sys.argv[2]), played, float(sys.argv[4]))
