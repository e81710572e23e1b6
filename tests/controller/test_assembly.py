"""From the file to the parts: what a person wrote down is what the table is built of."""

from pathlib import Path

import msgspec
import pytest

from controller import assembly
from controller.assembly import AssemblyError
from controller.config import Broker, Pins, ReaderSection, Roles, TableConfig
from controller.security.secret_files import SecretError
from tests.controller.brokers import Person, free_port
from tests.controller.served_table import configured


def written(path: Path, word: str, mode: int = 0o600) -> Path:
    path.touch(mode=mode)
    path.write_text(word)
    return path


def test_a_readers_own_times_reach_its_link(tmp_path: Path) -> None:
    reader = ReaderSection(name="shoe", driver="pn532", port="/dev/null", zones=["deck"])
    usual = assembly._plan(reader)
    slow = assembly._plan(msgspec.structs.replace(reader, poll_every=0.5, silent_after=4.0))
    assert (usual.times.poll.poll_every, usual.zones) == (0.05, {0: "deck"})
    assert (slow.times.poll.poll_every, slow.times.board.silent_after) == (0.5, 4.0)
    assert slow.times.poll.answer_within == usual.times.poll.answer_within


def test_two_readers_on_one_port_are_refused_in_words(tmp_path: Path) -> None:
    readers = tuple(
        ReaderSection(name=name, driver="pn532", port="/dev/null", zones=[zone])
        for name, zone in (("shoe", "deck"), ("board", "board"))
    )
    with pytest.raises(AssemblyError, match="port /dev/null is given to two readers"):
        assembly.hardware(configured(tmp_path, reader=readers), print)


def test_pins_off_a_raspberry_pi_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(AssemblyError, match="no pins here"):
        assembly.hardware(configured(tmp_path, pins=Pins()), print)


def test_the_embedded_broker_lets_in_the_roles_that_have_a_password(tmp_path: Path) -> None:
    ours = written(tmp_path / "controller", "the controller's word")
    dealer = written(tmp_path / "dealer", "the dealer's word")
    config = TableConfig(
        broker=Broker(embedded=True, port=free_port(), password_file=ours),
        roles=Roles(dealer=dealer),
    )
    with assembly.broker(config) as settings:
        there = _Broker(settings.port, {"dealer": "the dealer's word", "floor": ""})
        with Person(there, "dealer") as person:
            assert not person.refused
        with Person(there, "floor") as person:
            assert person.refused


def test_a_password_that_others_can_read_is_refused(tmp_path: Path) -> None:
    ours = written(tmp_path / "controller", "word", mode=0o644)
    config = TableConfig(broker=Broker(password_file=ours))
    with pytest.raises(SecretError, match="mode 644"), assembly.broker(config):
        pass


class _Broker:
    def __init__(self, port: int, passwords: dict[str, str]) -> None:
        self.port, self.websocket_port, self.passwords = port, 0, passwords

    def start(self) -> None: ...

    def stop(self) -> None: ...
