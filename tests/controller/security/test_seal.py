"""Sealed for the station: the table can close it, the station alone can open it."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from controller.security.seal import make_pair, open_with, read_private, read_public, seal_for
from controller.security.vault import KeyFileError, SealBrokenError

STATION = X25519PrivateKey.generate()
HAND = b'{"cards":["Ah","Kd"]}'


def test_the_station_opens_what_the_table_sealed() -> None:
    sealed = seal_for(STATION.public_key(), HAND, b"main/12")
    assert b"Ah" not in sealed
    assert open_with(STATION, sealed, b"main/12") == HAND


def test_another_station_another_hand_or_a_changed_byte_opens_nothing() -> None:
    sealed = seal_for(STATION.public_key(), HAND, b"main/12")
    changed = [
        bytes([*sealed[:at], sealed[at] ^ 1, *sealed[at + 1 :]]) for at in range(len(sealed))
    ]
    for private, body, context in [
        (X25519PrivateKey.generate(), sealed, b"main/12"),
        (STATION, sealed, b"main/13"),
        (STATION, sealed[:20], b"main/12"),
        (STATION, bytes(80), b"main/12"),
        *((STATION, body, b"main/12") for body in changed),
    ]:
        with pytest.raises(SealBrokenError):
            open_with(private, body, context)


def test_the_same_hand_sealed_twice_looks_different() -> None:
    public = STATION.public_key()
    assert seal_for(public, HAND, b"")[:32] != seal_for(public, HAND, b"")[:32]


def test_a_pair_is_kept_in_files_the_private_one_for_its_owner(tmp_path: Path) -> None:
    private, public = tmp_path / "studio.key", tmp_path / "studio.pub"
    make_pair(private, public)
    assert private.stat().st_mode & 0o777 == 0o600
    assert open_with(read_private(private), seal_for(read_public(public), HAND, b""), b"") == HAND
    with pytest.raises(KeyFileError, match="File exists"):
        make_pair(private, public)
    with pytest.raises(KeyFileError, match="expected a station's public key"):
        read_public(private)
    private.chmod(0o644)
    with pytest.raises(KeyFileError, match="chmod 600"):
        read_private(private)


def test_files_that_are_no_keys_are_named(tmp_path: Path) -> None:
    path = tmp_path / "studio.pub"
    with pytest.raises(KeyFileError, match="No such file"):
        read_public(path)
    path.write_text("ssh-ed25519 AAAA")
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="expected a station's public key"):
        read_public(path)
    with pytest.raises(KeyFileError, match="expected a station's private key"):
        read_private(path)
