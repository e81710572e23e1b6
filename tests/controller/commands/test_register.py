import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from controller.cli import main
from firmware_bridge.decks import load, writing
from firmware_bridge.readers import TagRead
from firmware_bridge.readers.registry import POLLED
from tests.firmware_bridge.pseudo import Cable, Device


def tags(count: int, start: int = 0) -> list[str]:
    return [f"E00401{n:010X}" for n in range(start, start + count)]


class Bench:
    """A person with a pile of cards and a reader that writes tags."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.decks = folder / "decks.json"
        self._laid = folder / "tags.txt"
        self._capsys = capsys

    def lay(self, *said: str, words: str = "red --back red") -> tuple[int, str, str]:
        self._laid.write_text("".join(f"{line}\n" for line in said))
        return self.run(*words.split(), "--tags", str(self._laid))

    def run(self, *words: str) -> tuple[int, str, str]:
        status = main(["register", *words, "--decks", str(self.decks)])
        return status, *self._capsys.readouterr()


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bench:
    return Bench(tmp_path, capsys)


def test_a_deck_is_walked_through_card_by_card(bench: Bench) -> None:
    status, out, _ = bench.lay(*tags(52))
    assert status == 0
    assert out.splitlines()[0] == "[..........................]  0 of 52 lay the ace of spades"
    assert out.splitlines()[26].startswith("[#############.............] 26 of 52 lay")
    assert out.splitlines()[-1] == "[##########################] 52 of 52 deck 'red' is complete."
    assert load(bench.decks).deck("red").complete
    assert bench.decks.stat().st_mode & 0o777 == 0o600


def test_what_is_wrong_is_said_at_once(bench: Bench) -> None:
    status, out, _ = bench.lay(*tags(2), tags(2)[1], tags(1)[0], "?", "undo", "UNDO", "undo")
    assert status == 1
    for said in (
        "This card was just registered",
        "This tag is that of card 1 of the walk",
        "This tag cannot be read",
        "The last card is taken back.",
        "Nothing to undo.",
        "0 cards are kept, 52 still wanted",
    ):
        assert said in out


def test_an_interrupted_walk_goes_on(bench: Bench) -> None:
    assert bench.lay(*tags(20))[0] == 1
    status, out, _ = bench.lay(*tags(32, 20), words="red")
    assert status == 0
    assert "20 of 52 lay" in out.splitlines()[0]
    assert bench.lay(words="red")[1].splitlines() == [
        "[##########################] 52 of 52 deck 'red' is complete."
    ]


def test_two_decks_stand_side_by_side_and_share_no_tag(bench: Bench) -> None:
    bench.lay(*tags(52))
    status, out, _ = bench.lay(
        tags(1)[0],
        *tags(54, 100),
        words="blue --back blue --jokers 2 --new-deck-order",
    )
    assert status == 0
    assert "This card is of deck 'red'" in out
    assert "lay the joker" in out.splitlines()[0]
    assert load(bench.decks).turn == ("red", "blue")


def test_a_deck_can_be_begun_anew(bench: Bench) -> None:
    bench.lay(*tags(52))
    assert bench.lay(*tags(53), words="red --anew --jokers 1")[0] == 0
    deck = load(bench.decks).deck("red")
    assert (deck.back, deck.jokers, deck.complete) == ("red", 1, True)


def test_simulated_cards_need_no_reader(bench: Bench) -> None:
    assert bench.run("trial", "--back", "red", "--simulated")[0] == 0
    assert load(bench.decks).deck("trial").complete


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("new --tags -", "is new: give the colour of its back with --back"),
        ("red --back blue --tags -", "was begun with red, not blue"),
        ("red --jokers 2 --tags -", "was begun with 0, not 2"),
        ("red --jokers 9 --tags -", "--jokers: expected 0 to 4, got 9"),
        ("red --tags no_such_file", "no_such_file: No such file"),
        ("red --tags - --reader pn532", "--reader is for --port"),
        ("red --port usb", "--port needs --reader"),
        ("red --tags - --baud 9600", "--baud is for --port"),
        ("red --port usb --reader fig", "no reader is called 'fig'"),
    ],
)
def test_what_cannot_be_done_is_one_line(words: str, said: str, bench: Bench) -> None:
    bench.lay(*tags(1))
    status, _, err = bench.run(*words.split())
    assert status == 2
    assert said in err and err.count("\n") == 1


def test_a_file_open_to_others_is_refused(bench: Bench) -> None:
    bench.lay(*tags(1))
    bench.decks.chmod(0o644)
    status, _, err = bench.lay(*tags(1))
    assert status == 2 and "chmod 600" in err


def test_a_wedge_on_a_terminal_can_be_stopped_with_control_c(tmp_path: Path) -> None:
    """A real terminal: tags are typed by a reader, the bar stays on its line, Ctrl-C keeps all."""
    decks = tmp_path / "decks.json"
    ours, theirs = pty.openpty()
    words = ["register", "red", "--back", "red", "--tags", "-", "--decks", str(decks)]
    process = subprocess.Popen(
        [sys.executable, "-m", "controller", *words], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    while b"lay" not in shown:
        shown += os.read(ours, 4096)
    for n, line in enumerate(tags(3), 1):
        os.write(ours, line.encode() + b"\n")
        while f" {n} of 52".encode() not in shown:
            shown += os.read(ours, 4096)
    time.sleep(0.05)  # until it waits for the next line
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 1
    shown += os.read(ours, 4096)
    os.close(ours)
    assert b"\r\x1b[K[" in shown
    assert b"3 cards are kept, 49 still wanted" in shown
    assert len(load(decks).deck("red").cards) == 3


def test_two_people_cannot_register_at_once(bench: Bench) -> None:
    with writing(bench.decks):
        status, _, err = bench.lay(*tags(1))
    assert status == 2
    assert err.count("\n") == 1
    assert "decks.json: another program is changing it: end that one first (fuser -v" in err
    assert bench.lay(*tags(1))[0] == 1  # once the other is done


class Felt:
    """A FEIG reader on a simulated port, and the card that lies on it."""

    def __init__(self, folder: Path) -> None:
        self.cable = Cable(folder / "usb-feig")
        self.lying: list[TagRead] = []
        self._reader = POLLED["feig"].device()
        self._device = Device(self.cable, self._step)

    def _step(self, data: bytes, t: float) -> bytes:
        requests = self._reader.feed(data)
        return b"".join(self._reader.answer(request, self.lying) for request in requests)

    def close(self) -> None:
        self._device.stop()
        self.cable.pull()


class AtTheReader:
    """A person before ``cutcard register --port``, on a terminal."""

    def __init__(self, felt: Felt, decks: Path) -> None:
        self.felt = felt
        self._ours, theirs = pty.openpty()
        words = ["register", "red", "--back", "red", "--decks", str(decks)]
        words += ["--port", str(felt.cable.name), "--reader", "feig"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "controller", *words], stdin=theirs, stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        self._shown = b""

    def reads(self, text: str) -> None:
        """Wait until the screen has shown this since it was last looked at."""
        while text.encode() not in self._shown:
            self._shown += os.read(self._ours, 4096)
        self._shown = self._shown.partition(text.encode())[2]

    def lays(self, tag: str) -> None:
        """Lay a card, and lift it when the bar has moved."""
        self.felt.lying = [TagRead(tag)]
        self.reads(" lay ")
        self.felt.lying = []

    def types(self, line: str) -> None:
        os.write(self._ours, line.encode())

    def leaves(self) -> int:
        self.process.send_signal(signal.SIGINT)
        self.reads("the same command goes on from here.")
        return self.process.wait(10)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


def test_at_a_feig_reader_a_walk_is_taken_back_interrupted_and_gone_on_with(
    tmp_path: Path,
) -> None:
    decks, felt = tmp_path / "decks.json", Felt(tmp_path)
    try:
        with AtTheReader(felt, decks) as person:
            person.reads("0 of 52 lay ")
            person.lays(tags(9)[0])
            person.lays(tags(9)[1])
            person.types("undo\n")
            person.reads("The last card is taken back.")
            person.reads(" 1 of 52 lay ")
            person.lays(tags(9)[2])
            assert person.leaves() == 1
        with AtTheReader(felt, decks) as person:
            person.reads(" 2 of 52 lay ")
            person.lays(tags(9)[3])
            assert person.leaves() == 1
    finally:
        felt.close()
    cards = load(decks).deck("red").cards
    assert cards == {tags(9)[0]: "As", tags(9)[2]: "2s", tags(9)[3]: "3s"}
