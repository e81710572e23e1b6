"""A table's backup: one file with journal, evidence and configuration, its secrets sealed.

The journal and the evidence are sealed with the table's key as they are; that key, the register of
the decks and all passwords are sealed with a passphrase. Whoever finds the file can read the
table's configuration and nothing else of value.
"""

import hashlib
import os
import secrets
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Final

import msgspec

from controller.config import TableConfig
from controller.config_file import load
from controller.errors import UsageError
from controller.records import journal_file
from controller.records.evidence import END, FOLDER
from controller.records.journal import JournalReader
from controller.records.journal_file import MARK, JournalError
from controller.records.mark import MarkFile
from controller.security import audit
from controller.security.vault import SealBrokenError, Vault, VaultError, write_secret

VERSION: Final = 1
COST, BLOCK, LANES = 2**15, 8, 1  # of scrypt: 32 MB, about 80 ms
MEMORY: Final = 64 * 2**20
SALT: Final = 16
SHORTEST: Final = 12  # letters of a passphrase
CONTEXT: Final = b"cutcard backup 1"
MANIFEST, CONFIG, JOURNAL, SEALED = (
    "manifest.json",
    "table.toml",
    "journal.sqlite",
    "secrets.sealed",
)
# Sections and fields whose files are secret. Certificates are a machine's own and stay there.
SECRETS: Final = (
    "journal.key", "decks.file", "broker.password_file", "roles.display", "roles.dealer",
    "roles.floor", "roles.broadcast", "web.secret", "web.passwords", "web.station",
)  # fmt: skip
# Files that are no secret; a folder is taken with all that is in it.
PLAIN: Final = (
    "broadcast.station_key", "broker.tls_ca", "camera.calibration", "camera.house_deck",
    "camera.chips", "game.file", "web.show",
)  # fmt: skip


class BackupError(UsageError):
    """A backup that cannot be made, read or laid back."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup says of itself."""

    version: int
    cutcard: str
    table: str
    at: str
    events: int
    audit: str  # the head of its chain
    files: dict[str, str]  # their SHA-256


@dataclass(frozen=True, slots=True)
class Restored:
    """What was laid back."""

    manifest: Manifest
    files: tuple[Path, ...]


def make(config_file: Path, out: Path, passphrase: str) -> Manifest:
    """Write a backup, also while the table is served, and read it again to be sure of it."""
    _long_enough(passphrase)
    config = load(config_file)
    draft = out.with_name(f".{out.name}.{secrets.token_hex(4)}")
    work = draft.with_suffix(".work")
    try:
        work.mkdir(mode=0o700)
        manifest = _collect(config_file, config, work, passphrase)
        with _opened(draft) as tar:
            for name in (MANIFEST, SEALED, *manifest.files):
                tar.add(work / name, name, recursive=False, filter=_anonymous)
        check(draft, passphrase)
        draft.replace(out)
    except (OSError, JournalError, VaultError) as error:
        raise BackupError(str(error)) from error
    finally:
        draft.unlink(missing_ok=True)
        shutil.rmtree(work, ignore_errors=True)
    return manifest


def check(backup: Path, passphrase: str) -> Manifest:
    """Go through a backup: every file whole, its secrets opened, journal and audit as written."""
    with _unpacked(backup, passphrase) as unpacked:
        return unpacked.manifest


def restore(
    backup: Path, config_file: Path, passphrase: str, *, replace: bool = False, owner: str = ""
) -> Restored:
    """Lay a backup back to where the table's file says; a table that is served is left alone."""
    with _unpacked(backup, passphrase) as unpacked:
        own = not config_file.exists()
        if own:
            config_file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(unpacked.folder / CONFIG, config_file)
        try:
            config = load(config_file)
            files = list(_lay_back(unpacked, config, replace=replace))
        except (OSError, JournalError, VaultError) as error:
            if own:
                config_file.unlink()
            raise BackupError(str(error)) from error
        except UsageError:
            if own:
                config_file.unlink()
            raise
        for path in files if owner else ():
            shutil.chown(path, owner, owner)
        return Restored(unpacked.manifest, (config_file, *files) if own else tuple(files))


# Making


def _collect(config_file: Path, config: TableConfig, work: Path, passphrase: str) -> Manifest:
    shutil.copyfile(config_file, work / CONFIG)
    _copy_journal(config.journal.file, work / JOURNAL)
    for name, path in _named(config, PLAIN).items():
        _copy(path, work / "files" / name)
    evidence = config.journal.file.parent / FOLDER
    for path in sorted(evidence.glob(f"*{END}")):
        _copy(path, work / FOLDER / path.name)
    kept = {name: path.read_bytes() for name, path in _named(config, SECRETS).items()}
    events, head = _verified(work / JOURNAL, Vault(kept["journal.key"]))
    files = {
        str(path.relative_to(work)): _digest(path)
        for path in sorted(work.rglob("*"))
        if path.is_file()
    }
    manifest = Manifest(
        version=VERSION, cutcard=version("cutcard"), table=config.table.name,
        at=datetime.now(UTC).isoformat(timespec="seconds"), events=events, audit=head, files=files,
    )  # fmt: skip
    told, salt = msgspec.json.encode(manifest), secrets.token_bytes(SALT)
    # The seal is over the manifest too: whoever changes that, or a file it names, breaks it.
    sealed = _vault(passphrase, salt).seal(msgspec.msgpack.encode(kept), CONTEXT + told)
    (work / MANIFEST).write_bytes(told)
    (work / SEALED).write_bytes(salt + sealed)
    return manifest


def _copy_journal(journal: Path, to: Path) -> None:
    """As it is at one moment, whoever writes it meanwhile."""
    with (
        closing(journal_file.open_to_read(journal, None).db) as there,
        closing(sqlite3.connect(to)) as here,
    ):
        try:
            there.backup(here)
            here.execute("PRAGMA journal_mode = DELETE")  # one file, no other beside it
        except sqlite3.Error as error:
            raise journal_file.complaint(error, journal) from error
    to.chmod(0o600)


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, to)
    else:
        shutil.copyfile(path, to)


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Whose files these were is of no interest elsewhere."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o600
    return member


@contextmanager
def _opened(path: Path) -> Iterator[tarfile.TarFile]:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as tar:
            yield tar
        file.flush()
        os.fsync(file.fileno())


# Reading


@dataclass(frozen=True, slots=True)
class _Unpacked:
    """A backup whose every file was looked at."""

    folder: Path
    manifest: Manifest
    secrets: Mapping[str, bytes] = field(repr=False)


@contextmanager
def _unpacked(backup: Path, passphrase: str) -> Iterator[_Unpacked]:
    with tempfile.TemporaryDirectory(prefix="cutcard-") as name:
        folder = Path(name)
        try:
            manifest = _extract(backup, folder)
            sealed = (folder / SEALED).read_bytes()
            vault = _vault(passphrase, sealed[:SALT])
            told = (folder / MANIFEST).read_bytes()
            plain = vault.unseal(sealed[SALT:], CONTEXT + told)
            kept = msgspec.msgpack.decode(plain, type=dict[str, bytes])
            events, head = _verified(folder / JOURNAL, Vault(kept["journal.key"]))
        except SealBrokenError as error:
            text = "expected the passphrase with which it was made, and a file as it was then"
            raise BackupError(f"{backup}: {text}") from error
        except (OSError, tarfile.TarError, msgspec.DecodeError, KeyError) as error:
            text = "expected a backup of a table, whole"
            raise BackupError(f"{backup}: {text}: {error}") from error
        except (JournalError, VaultError) as error:
            raise BackupError(f"{backup}: {error}") from error
        if (events, head) != (manifest.events, manifest.audit):
            raise BackupError(f"{backup}: its journal is not the one that was put into it")
        yield _Unpacked(folder, manifest, kept)


def _extract(backup: Path, folder: Path) -> Manifest:
    """Only files that the manifest names, each with the digest that stands there."""
    with tarfile.open(backup, "r:") as tar:
        first = tar.next()
        if first is None or first.name != MANIFEST:
            raise BackupError(f"{backup}: expected a backup of a table, got another archive")
        (folder / MANIFEST).write_bytes(told := _content(tar, first).read())
        manifest = msgspec.json.decode(told, type=Manifest)
        if manifest.version > VERSION:
            raise BackupError(f"{backup}: made by a newer cutcard ({manifest.cutcard}): update")
        found = set()
        for member in tar:
            if member.name == MANIFEST:
                continue
            path = folder / member.name
            inside = path.resolve().is_relative_to(folder.resolve())
            if member.name not in (*manifest.files, SEALED) or not inside:
                raise BackupError(f"{backup}: {member.name}: no file of this backup")
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                shutil.copyfileobj(_content(tar, member), file)
            if member.name != SEALED and _digest(path) != manifest.files[member.name]:
                raise BackupError(f"{backup}: {member.name}: changed since it was made")
            found.add(member.name)
    if missing := {SEALED, *manifest.files} - found:
        raise BackupError(f"{backup}: {min(missing)}: missing")
    return manifest


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    file = tar.extractfile(member)
    if file is None:
        raise BackupError(f"{member.name}: expected a file, got something else")
    return file


def _verified(journal: Path, vault: Vault) -> tuple[int, str]:
    """How many events there are and the audit's head; every seal and the whole chain are tried."""
    try:
        with JournalReader(journal, vault) as reader:
            for _ in reader.records():
                pass
            if reader.chained:
                reader.verify()
            return reader.last, reader.verify_audit()[1]
    except audit.AuditBrokenError as error:
        raise BackupError(f"{journal.name}: the audit, {error}") from error


# Laying back


def _lay_back(unpacked: _Unpacked, config: TableConfig, *, replace: bool) -> Iterator[Path]:
    journal = config.journal.file
    journal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(journal_file.locked(journal)):  # nobody serves this table meanwhile
        targets = _targets(unpacked, config)
        taken = [path for _, path in targets if path.exists()]
        if taken and not replace:
            do = "another folder, or --replace, which keeps what is there under another name"
            raise BackupError(f"{taken[0]}: is there already: give {do}")
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        # These belong to the old journal: the new one must not be read with them.
        beside = (journal.with_name(f"{journal.name}{end}") for end in ("-wal", "-shm", MARK))
        for path in (*taken, *(path for path in beside if path.exists())):
            path.rename(path.with_name(f"{path.name}.before-{stamp}"))
        for data, path in targets:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if isinstance(data, bytes):
                write_secret(path, data)
            else:
                _copy(data, path)
                path.chmod(0o700 if path.is_dir() else 0o600)
            yield path
        _verified(journal, Vault.open(config.journal.key))
        yield _marked(journal, Vault.open(config.journal.key))


def _marked(journal: Path, vault: Vault) -> Path:
    """The mark beside the journal: what lies there is all that there is to be."""
    mark = MarkFile(journal, vault)
    with JournalReader(journal, vault) as reader:
        head = reader.head()
    mark.set(head.n, head.seq, head.line, head.proof, head.t)
    mark.settle()
    mark.close()
    return mark.path


def _targets(unpacked: _Unpacked, config: TableConfig) -> list[tuple[bytes | Path, Path]]:
    """What goes where by the table's file."""
    secret = _named(config, SECRETS, there=False)
    plain = _named(config, PLAIN, there=False)
    targets: list[tuple[bytes | Path, Path]] = [
        (data, secret[name]) for name, data in unpacked.secrets.items() if name in secret
    ]
    for name, path in plain.items():
        if (kept := unpacked.folder / "files" / name).exists():
            targets.append((kept, path))
    if (evidence := unpacked.folder / FOLDER).exists():
        targets.append((evidence, config.journal.file.parent / FOLDER))
    return [*targets, (unpacked.folder / JOURNAL, config.journal.file)]


# Both


def _named(config: TableConfig, names: Sequence[str], *, there: bool = True) -> dict[str, Path]:
    """The files that the table's file names, by section and field; those that are there."""
    found = {}
    for name in names:
        section, field_name = name.split(".")
        path = getattr(getattr(config, section), field_name, None)
        if path is not None and (not there or path.exists()):
            found[name] = Path(path)
    return found


def _vault(passphrase: str, salt: bytes) -> Vault:
    return Vault(
        hashlib.scrypt(
            passphrase.encode(), salt=salt, n=COST, r=BLOCK, p=LANES, maxmem=MEMORY, dklen=32
        )
    )


def _long_enough(passphrase: str) -> None:
    if len(passphrase) < SHORTEST:
        raise BackupError(
            f"expected a passphrase of {SHORTEST} letters or more, got {len(passphrase)}"
        )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
