"""A journal's files spoilt at random, and what the table makes of them."""

import random
import shutil
from dataclasses import dataclass
from pathlib import Path

from controller.records.journal import Journal, JournalError
from controller.records.recovery import recover
from controller.records.salvage import salvage
from controller.records.trust import examine
from controller.security.vault import Vault
from engine.history import History
from tests.controller.journals import KEY, entries, story

NAMES = ("journal.sqlite", "journal.sqlite-wal", "journal.sqlite.mark", "journal.sqlite-shm")


@dataclass(frozen=True)
class Kept:
    """What was acknowledged, and what it said."""

    folder: Path
    events: list[tuple[int, bytes]]


def a_killed_table(folder: Path, hands: int = 4) -> Kept:
    """The files as they lie after a kill: some folded into the file, some in SQLite's log."""
    folder.mkdir()
    live = folder / "live"
    live.mkdir()
    played = list(entries(History(), story(hands)))
    kept = folder / "kept"
    with Journal(live / "journal.sqlite", Vault(KEY), table="main") as journal:
        for number, entry in enumerate(played):
            journal.commit([entry])
            if number == len(played) // 2:
                journal.fold()
        shutil.copytree(live, kept)
        events = [(record.seq, record.told) for record in journal.records()]
    return Kept(kept, events)


def spoils(folder: Path, chance: random.Random) -> str:
    """One accident, or one attack; says what was done."""
    path = folder / chance.choice([name for name in NAMES if (folder / name).exists()])
    data = bytearray(path.read_bytes())
    how = chance.choice(("flip", "flip", "zero", "cut", "delete", "noise"))
    if how == "delete":
        path.unlink()
    elif how == "cut":
        path.write_bytes(data[: chance.randrange(len(data))])
    else:
        length = {"flip": 1, "zero": chance.randrange(1, 8192), "noise": 512}[how]
        at = chance.randrange(len(data))
        new = {"zero": bytes(length), "noise": chance.randbytes(length)}.get(how)
        new = bytes([data[at] ^ 1 << chance.randrange(8)]) if new is None else new
        data[at : at + length] = new[: len(data) - at]
        path.write_bytes(data)
    return f"{how} {path.name}"


def opens(folder: Path) -> tuple[str, list[tuple[int, bytes]]]:
    """What the table says of its journal: nothing means ok; and the events it goes on from."""
    try:
        with Journal(folder / "journal.sqlite", Vault(KEY), table="main") as journal:
            found = examine(journal)
            recover(journal)
            said = found.missing or found.doubt
            journal.verify()
            return said, [(record.seq, record.told) for record in journal.records()]
    except JournalError as error:
        return str(error), []


def accidents(tmp: Path, number: int, seed: int) -> dict[str, int]:
    """So many accidents, each on a fresh copy; counts how they came out."""
    kept = a_killed_table(tmp / f"evening-{seed}")
    chance = random.Random(seed)
    out = {"whole": 0, "noticed": 0, "salvaged": 0}
    for n in range(number):
        folder = tmp / f"accident-{seed}"
        shutil.copytree(kept.folder, folder)
        what = " and ".join(spoils(folder, chance) for _ in range(chance.choice((1, 1, 2))))
        said, events = opens(folder)
        known = f"{seed}/{n}: {what}: {said or 'ok'}"
        assert events == kept.events[: len(events)], f"{known}: events that never were"
        if said:
            out["noticed"] += 1
            if not events and (folder / "journal.sqlite").exists():
                done = salvage(folder / "journal.sqlite", Vault(KEY), "main")
                out["salvaged"] += done.events > 0
                _, saved = opens(folder)
                assert saved == kept.events[: len(saved)], f"{known}: salvaged what never was"
                assert len(saved) == done.events, known
        else:
            assert events == kept.events, f"{known}: ok with {len(events)} of {len(kept.events)}"
            out["whole"] += 1
        shutil.rmtree(folder)
    return out
