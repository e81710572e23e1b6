"""Cards laid on a real (pseudo-terminal) reader, one after another."""

import random
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from controller.errors import UsageError
from controller.laid_cards import laid_cards
from firmware_bridge.readers import TagRead
from firmware_bridge.readers.device import Poll
from firmware_bridge.readers.registry import POLLED
from tests.firmware_bridge.pseudo import Cable, Device

PACE = 1.0  # seconds a card lies, and seconds it is away


@pytest.mark.parametrize("kind", ["pn532", "chafon"])
def test_each_card_laid_is_told_once(tmp_path: Path, kind: str) -> None:
    cable = Cable(tmp_path / "reader")
    reader = POLLED[kind].device()
    tags = [f"{0xE0 + n:02X}" * POLLED[kind].tag_bytes for n in range(3)]
    start = time.monotonic()

    def step(data: bytes, t: float) -> bytes:
        turn, lying = divmod((time.monotonic() - start) / PACE, 2)
        here = [TagRead(tags[int(turn) % 3])] if lying < 1 else []
        return b"".join(
            reader.answer(request, here if isinstance(request, Poll) else ())
            for request in reader.feed(data)
        )

    device = Device(cable, step)
    try:
        with closing(laid_cards(str(cable.name), kind)) as cards:
            assert list(islice(cards, 3)) == tags
    finally:
        device.stop()


def test_a_wrong_baud_rate_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cable = Cable(tmp_path / "reader")
    reader, chance, start = POLLED["feig"].device(), random.Random(2), time.monotonic()

    def step(data: bytes, t: float) -> bytes:
        """Answers that no codec understands, until somebody has set the switches right."""
        if time.monotonic() - start < 2.5:
            return chance.randbytes(20) if data else b""
        requests = reader.feed(data)
        return b"".join(reader.answer(one, [TagRead("E004010012345678")]) for one in requests)

    device = Device(cable, step)
    try:
        with closing(laid_cards(str(cable.name), "feig", 9600)) as cards:
            assert next(cards) == "E004010012345678"
    finally:
        device.stop()
    assert capsys.readouterr().err == (
        f"{cable.name}: negotiating. bytes come but no whole frame: "
        "check the baud rate, the parity and the kind of reader\n"
    )


def test_a_port_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not there: plug it in"):
        next(laid_cards(str(tmp_path / "nothing"), "feig"))


def test_a_reader_nobody_knows_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no reader is called 'fig'"):
        next(laid_cards(str(tmp_path / "nothing"), "fig"))
