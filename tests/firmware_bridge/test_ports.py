import fcntl
import os
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import ports
from firmware_bridge.ports import (
    Port,
    PortError,
    PortForbiddenError,
    PortInUseError,
    PortLostError,
    PortMissingError,
    PortSettings,
    PortUnfitError,
    listed,
)
from tests.firmware_bridge.pseudo import Cable

NOBODY = 65534


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path / "usb-Cutcard_Board_1-if00")
    yield cable
    cable.pull()


def settings(cable: Cable) -> PortSettings:
    return PortSettings(str(cable.name))


def test_bytes_go_both_ways(cable: Cable) -> None:
    with Port(settings(cable)) as port:
        assert port.read() == b""
        cable.write(b"\x00\xff\x11\x13\r\n")
        assert port.wait(1.0) == [port.fileno()]
        assert port.read() == b"\x00\xff\x11\x13\r\n"
        assert port.write(b"\x00\r\n\x03")
        assert cable.read(1.0) == b"\x00\r\n\x03"


def test_a_simulated_port_takes_even_parity_as_often_as_it_is_opened(cable: Cable) -> None:
    for _ in range(3):
        with Port(PortSettings(str(cable.name), 38400, "E")) as port:
            cable.write(b"\x07")
            port.wait(1.0)
            assert port.read() == b"\x07"


def test_a_real_port_is_opened_with_the_parity_it_is_given() -> None:
    assert PortSettings("/dev/ttyUSB0", 38400, "E").spoken_parity == "E"


def test_ports_are_listed_by_their_stable_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "BY_ID", tmp_path)
    (tmp_path / "usb-B").symlink_to("/dev/null")
    (tmp_path / "usb-A").symlink_to("/dev/null")
    assert listed() == ["usb-A", "usb-B"]
    assert PortSettings("usb-A").path == tmp_path / "usb-A"
    assert PortSettings("/dev/ttyAMA0").path == Path("/dev/ttyAMA0")
    monkeypatch.setattr(ports, "BY_ID", tmp_path / "none")
    assert listed() == []


def failure(of: PortSettings) -> PortError:
    with pytest.raises(PortError) as caught:
        Port(of)
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_port_that_does_not_exist_names_those_that_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "BY_ID", tmp_path)
    error = failure(PortSettings("usb-A"))
    assert isinstance(error, PortMissingError)
    assert str(error) == (
        f"{tmp_path}/usb-A is not there: plug it in, or name one of these: none is plugged in"
    )
    (tmp_path / "usb-B").symlink_to("/dev/null")
    assert str(failure(PortSettings("usb-A"))).endswith("or name one of these: usb-B")


def test_a_name_whose_device_is_gone_is_missing(cable: Cable) -> None:
    os.close(cable.master)
    try:
        assert isinstance(failure(settings(cable)), PortMissingError)
    finally:
        cable.name.unlink()
        cable.plug()


def test_a_port_in_use_says_how_to_find_the_other(cable: Cable) -> None:
    with Port(settings(cable)):
        error = failure(settings(cable))
    assert isinstance(error, PortInUseError)
    assert str(error) == (
        f"{cable.name} is in use: close the other program (fuser -v {cable.name})"
    )
    Port(settings(cable)).close()


def as_nobody(of: PortSettings) -> str:
    """What a user without rights gets told; root may do everything, so a child gives them up."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        try:
            Port(of)
            told = "opened"
        except PortError as error:
            told = f"{type(error).__name__}: {error}"
        os.write(writing, told.encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    told = os.read(reading, 4096).decode()
    os.close(reading)
    return told


def test_no_permission_says_which_group_to_join(tmp_path: Path) -> None:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    Path(path).chmod(0o660 if os.getuid() == 0 else 0)
    told = as_nobody(PortSettings(path))
    group = Path(path).group()
    os.close(slave)
    os.close(master)
    assert told == (
        f"PortForbiddenError: no permission to open {path}: "
        f"sudo usermod -aG {group} $USER, then log in again"
    )


def test_a_port_that_another_holds_for_itself_is_in_use() -> None:
    master, slave = os.openpty()
    path = os.ttyname(slave)
    Path(path).chmod(0o666)
    fcntl.ioctl(slave, termios.TIOCEXCL)
    told = as_nobody(PortSettings(path))
    os.close(slave)
    os.close(master)
    assert told.startswith("PortInUseError: ")


def test_what_is_no_serial_port_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path / "file", tmp_path, Path("/dev/null")):
        error = failure(PortSettings(str(path)))
        assert isinstance(error, PortUnfitError)
        assert str(error).startswith(f"{path} is not a serial port")


def test_a_speed_that_the_port_does_not_have_is_said(cable: Cable) -> None:
    error = failure(PortSettings(str(cable.name), baud=-9600))
    assert isinstance(error, PortUnfitError)
    assert "does not take -9600 baud, parity N: correct its settings" in str(error)


def test_a_pulled_cable_is_lost(cable: Cable) -> None:
    with Port(settings(cable)) as port:
        cable.pull()
        port.wait(1.0)
        with pytest.raises(PortLostError, match="plug the cable in again"):
            port.read()
        with pytest.raises(PortLostError):
            port.write(b"x")


def test_a_far_end_that_takes_nothing_does_not_hold_us(cable: Cable) -> None:
    with Port(settings(cable)) as port:
        for _ in range(200):
            if not port.write(b"x" * 1000):
                return
    raise AssertionError("the line took 200 kB that nobody read")


def test_errors_are_of_one_family() -> None:
    family = (PortMissingError, PortInUseError, PortForbiddenError, PortUnfitError, PortLostError)
    assert all(issubclass(kind, PortError) for kind in family)
