"""Secrets: read from their owner's file, and never said."""

from pathlib import Path

import pytest

from controller.security.secret_files import SecretError, secret


def kept(folder: Path, data: bytes, mode: int = 0o600) -> Path:
    path = folder / "password"
    path.write_bytes(data)
    path.chmod(mode)
    return path


def test_a_password_is_the_one_line_of_its_file(tmp_path: Path) -> None:
    assert secret(kept(tmp_path, b" open sesame \n")) == " open sesame "


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644])
def test_a_file_that_others_may_read_is_refused(mode: int, tmp_path: Path) -> None:
    with pytest.raises(SecretError, match="chmod 600"):
        secret(kept(tmp_path, b"sesame", mode))


@pytest.mark.parametrize("data", [b"", b"\n", b"sesame\nsesame\n", b"sesame\xff", b"s" * 5000])
def test_what_is_no_password_is_refused_without_repeating_it(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(SecretError, match="expected one line") as raised:
        secret(kept(tmp_path, data))
    assert "sesame" not in str(raised.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SecretError, match="No such file"):
        secret(tmp_path / "password")
