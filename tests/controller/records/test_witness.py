"""The witness: swears to what the camera showed, to nothing else, and never in the table's way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.records.evidence import Evidence
from controller.records.journal import Journal
from controller.records.keeper import Keeping
from controller.records.witness import REMEMBERS, Witness, is_exposure
from controller.security.vault import Vault
from engine.cards import DECK
from engine.history import History
from tests.controller.journals import KEY, entries, story
from vision.sightings import FaceUp

PROOF = (b"a picture of the seven of clubs",)
EXPOSED = {"e": "card", "card": "7c", "zone": "seat:2", "face": "up", "src": "rfid+camera"}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """One hand."""
    with Journal(tmp_path / "journal.sqlite", Vault(KEY)) as journal:
        journal.commit(list(entries(History(), story(1))))
        yield journal


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    return Evidence(tmp_path / "journal.sqlite", Vault(KEY))


def saw(card: str, zone: str = "seat:2") -> FaceUp:
    return FaceUp(1.0, card, zone, 0.9, 0.5, PROOF)


@pytest.mark.parametrize(
    ("event", "stage", "exposed"),
    [
        (EXPOSED, "deal", True),
        (EXPOSED, "bet", True),
        (EXPOSED, "show", False),
        ({**EXPOSED, "src": "camera", "zone": "off"}, "deal", True),
        ({**EXPOSED, "src": "rfid:felt"}, "deal", False),
        ({**EXPOSED, "face": "down"}, "deal", False),
        ({**EXPOSED, "zone": "board"}, "cards", False),
        ({"e": "flash", "card": "7c", "zone": "seat:2", "src": "camera"}, "deal", True),
        ({"e": "act", "seat": 2, "do": "fold", "src": "console"}, "bet", False),
        ({"e": "hand"}, "", False),
    ],
)
def test_only_a_face_that_the_camera_saw_too_early_is_an_exposure(
    event: dict[str, Any], stage: str, exposed: bool
) -> None:
    assert is_exposure(event, stage, due={}) == exposed


def test_an_upcard_of_stud_is_no_exposure_and_a_down_card_that_comes_up_is() -> None:
    up = {"what": "card", "zone": "seat:2", "face": "up"}
    dealt = {**EXPOSED, "zone": "seat:2", "from": "deck"}
    assert not is_exposure(dealt, "cards", up)
    assert not is_exposure({**dealt, "zone": "seat:3"}, "cards", up), "to the wrong player"
    assert is_exposure(dealt, "cards", {**up, "face": "down"}), "the last card"
    assert is_exposure({**dealt, "from": "seat:2"}, "cards", up), "a player turns his own up"


def test_what_the_journal_has_is_sworn_to_once(journal: Journal, evidence: Evidence) -> None:
    witness = Witness(evidence, journal, Keeping())
    witness.saw(saw("7c"))
    witness.start()
    witness.swear(journal.last, EXPOSED, "deal")
    witness.swear(journal.last - 1, EXPOSED, "deal")
    witness.stop()
    assert evidence.numbers() == [journal.last]


def test_what_the_journal_never_kept_is_not_sworn_to(
    journal: Journal, evidence: Evidence, caplog: pytest.LogCaptureFixture
) -> None:
    witness = Witness(evidence, journal, Keeping())
    witness.saw(saw("7c"))
    witness.start()
    witness.swear(journal.last + 1, EXPOSED, "deal")
    witness.stop()
    assert evidence.numbers() == []
    assert f"no event {journal.last + 1}" in caplog.text


def test_a_disk_that_takes_nothing_is_said_in_a_line_without_a_face(
    journal: Journal, evidence: Evidence, caplog: pytest.LogCaptureFixture
) -> None:
    evidence.folder.write_text("no folder")
    witness = Witness(evidence, journal, Keeping())
    witness.saw(saw("7c"))
    witness.start()
    witness.swear(journal.last, EXPOSED, "deal")
    witness.stop()
    assert "evidence was not persisted" in caplog.text
    assert "7c" not in caplog.text and "seven" not in caplog.text


def test_pictures_of_long_ago_are_forgotten(journal: Journal, evidence: Evidence) -> None:
    witness = Witness(evidence, journal, Keeping())
    oldest, *_, newest = seen = DECK[: REMEMBERS + 1]
    for card in seen:
        witness.saw(saw(card))
    witness.start()
    for seq, card in ((1, oldest), (2, newest)):
        witness.swear(seq, {**EXPOSED, "card": card}, "deal")
    witness.stop()
    assert evidence.numbers() == [2]
