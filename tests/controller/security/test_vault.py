"""The vault: opened with its own key and nothing else, and never left lying about."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.security.vault import KeyFileError, SealBrokenError, Vault

KEY = bytes(range(32))


def test_what_is_sealed_opens_with_the_same_key_and_context() -> None:
    sealed = Vault(KEY).seal(b"the ace of hearts", b"event 7")
    assert b"hearts" not in sealed
    assert Vault(KEY).unseal(sealed, b"event 7") == b"the ace of hearts"


def test_the_same_thing_sealed_twice_looks_different() -> None:
    vault = Vault(KEY)
    assert vault.seal(b"Ah", b"") != vault.seal(b"Ah", b"")


@pytest.mark.parametrize(
    ("key", "context", "spoil"),
    [
        (bytes(32), b"event 7", lambda sealed: sealed),
        (KEY, b"event 8", lambda sealed: sealed),
        (KEY, b"event 7", lambda sealed: sealed[:-1] + bytes([sealed[-1] ^ 1])),
        (KEY, b"event 7", lambda sealed: sealed[:5]),
        (KEY, b"event 7", lambda sealed: b""),
    ],
    ids=["another key", "another context", "one bit changed", "cut short", "nothing"],
)
def test_anything_else_is_refused_without_a_word_of_what_it_was(
    key: bytes, context: bytes, spoil: Callable[[bytes], bytes]
) -> None:
    sealed = spoil(Vault(KEY).seal(b"the ace of hearts", b"event 7"))
    with pytest.raises(SealBrokenError, match=r"^sealed with another key, or changed since$"):
        Vault(key).unseal(sealed, context)


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "table.key"
    sealed = Vault.open(path, create=True).seal(b"Ah", b"")
    assert path.stat().st_mode & 0o777 == 0o600
    assert Vault.open(path, create=True).unseal(sealed, b"") == b"Ah"
    with pytest.raises(KeyFileError, match="File exists"):
        Vault.make(path)


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.key"
    Vault.make(path)
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match=r"only its owner can read .* got mode 640: chmod 600"):
        Vault.open(path)


def test_a_key_that_is_not_there_or_not_whole_is_named(tmp_path: Path) -> None:
    path = tmp_path / "table.key"
    with pytest.raises(KeyFileError, match=r"table\.key: No such file"):
        Vault.open(path)
    path.write_bytes(b"short")
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="expected a key of 32 bytes, got 5"):
        Vault.open(path)
