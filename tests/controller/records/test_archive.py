"""What the floor looks up: hands by who, when and what; each as it was, and no hidden face."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.core import Core, Setting
from controller.messages import (
    AskAudit,
    AskEvidence,
    AskHandLog,
    AskHands,
    AskHistory,
    AskPicture,
)
from controller.records.archive import Archive, ArchiveError
from controller.records.evidence import Evidence
from controller.records.journal import Journal, JournalReader
from controller.records.journal_rows import Entry
from controller.security.audit import AuditEntry
from controller.security.vault import Vault
from engine import phh
from engine.cards import DECK
from engine.history import History
from tests.controller.floor_desk import TOPICS, FloorDesk
from tests.controller.journals import KEY, wall
from tests.controller.records.written import Table

HANDS = 12
EXPOSED = 5  # the hand in which a card turns over
FACE = re.compile(r"\b[2-9TJQKA][shdc]\b")


class Evening(Table):
    """Three people with names; Bo deals, and from the seventh hand on Cy."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        for seat, name in enumerate(("Ada", "Grace", "Emmy"), 1):
            self.do("sit", seat=seat, stack=200, name=name)

    def plays(self) -> None:
        for number in range(1, HANDS + 1):
            self.fill_up()
            if number in (1, 7):
                self.notes("dealer", "Bo" if number == 1 else "Cy", verb="hand")
            self.hand()
            if number == EXPOSED:
                self.deal_up()
                self.notes("floor", "Flo", verb="decide", decision="stands")
            for _ in range(200):
                if not self.step():
                    break

    def notes(self, role: str, by: str, **what: Any) -> None:
        self.t = round(self.t + 0.4, 1)
        kind = "decision" if "decision" in what else "request"
        self.journal.commit([Entry(audits=(AuditEntry(wall(self.t), kind, role, by, what),))])


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "journal.sqlite"
    with Journal(path, Vault(KEY)) as journal:
        Evening(journal).plays()
    return path


@pytest.fixture
def archive(evening: Path) -> Iterator[Archive]:
    with JournalReader(evening, Vault(KEY)) as journal:
        yield Archive(journal, Evidence(evening, Vault(KEY)))


def numbers(archive: Archive, **asked: Any) -> list[int]:
    return [row["hand"] for row in archive.hands(AskHands(id="1", **asked))]


def test_hands_are_found_by_number_player_dealer_fault_and_time(archive: Archive) -> None:
    everything = list(range(HANDS, 0, -1))
    assert numbers(archive) == everything
    assert numbers(archive, before=4, most=2) == [3, 2]
    assert numbers(archive, hand=9) == [9]
    assert numbers(archive, player="grA") == everything and numbers(archive, player="Bob") == []
    assert numbers(archive, player="seat 2") == everything
    assert numbers(archive, dealer="cy") == list(range(HANDS, 6, -1))
    assert numbers(archive, fault="exposed_card") == [EXPOSED] == numbers(archive, ruled=True)
    began = archive.hands(AskHands(id="1", hand=8))[0]["began"]
    assert numbers(archive, since=began) == everything[: HANDS - 7]
    assert numbers(archive, until=began) == list(range(7, 0, -1))


def test_a_line_says_who_played_who_won_and_who_dealt(archive: Archive) -> None:
    for row in archive.hands(AskHands(id="1", most=200)):
        assert row["names"] == {"1": "Ada", "2": "Grace", "3": "Emmy"}
        assert row["dealer"] == ("Bo" if row["hand"] < 7 else "Cy")
        assert sum(row["won"].values()) == row["pot"] > 0
        assert set(row["won"]) <= {str(seat) for seat in row["players"]}


def test_who_is_on_duty_dealt_it_whoever_asks_as_the_dealer(tmp_path: Path) -> None:
    dealers = {"12": "Bo", "34": "Cy"}
    desk = FloorDesk(Core(Setting(TOPICS, "boot-1", dealers=dealers)))
    path = tmp_path / "journal.sqlite"
    entries = []
    for code, by in (("12", "somebody"), ("34", "somebody"), ("", "somebody")):
        entries.append(
            desk.core.duty(desk.ask("dealer", "duty", code=code, by=by), code, desk.now())
        )
    assert [one.entry.audits[0].what["dealer"] for one in entries] == ["Bo", "Cy", ""]
    assert {one.entry.audits[0].kind for one in entries} == {"duty"}
    with Journal(path, Vault(KEY)) as journal:
        table = Evening(journal)
        archive = Archive(journal, Evidence(path, Vault(KEY)))
        table.notes("dealer", "Zoe", verb="hand")
        for name in ("Bo", "Cy", ""):
            table.t += 1.0
            duty = AuditEntry(wall(table.t), "duty", "dealer", "Zoe", {"dealer": name})
            journal.commit([Entry(audits=(duty,))])
            table.fill_up()
            table.hand()
            table.notes("dealer", "Zoe", verb="act")
            table.do("floor", decision="void_deal")
        dealt = [row["dealer"] for row in archive.hands(AskHands(id="1"))]
    assert dealt == ["", "Cy", "Bo"]


def felts(lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The felt after each line, as a page puts it together."""
    felt: dict[str, Any] = {"seats": {}}
    for line in lines:
        state = line["state"]
        seats = felt["seats"] | state.get("seats", {})
        felt = felt | state | {"seats": {seat: one for seat, one in seats.items() if one}}
        yield felt


@pytest.mark.parametrize("number", range(1, HANDS + 1))
def test_every_chip_is_there_in_every_frame_of_a_hand(archive: Archive, number: int) -> None:
    lines = archive.hand_log(AskHandLog(id="1", hand=number))
    assert lines[0]["event"]["e"] == "hand"
    chips = set()
    for line, felt in zip(lines, felts(lines), strict=True):
        people, hand = felt["seats"].values(), felt["hand"]
        over = hand["stage"] == "over"
        assert over or all(one["stack"] > 0 or one["all_in"] for one in people)
        if line["event"]["e"] == "sit":
            break  # between the hands
        chips.add(sum(one["stack"] + (0 if over else one["in_pot"]) for one in people))
        assert hand["turn"] is None or not felt["seats"][str(hand["turn"])]["folded"]
    assert len(chips) == 1
    assert any(felt["hand"]["turn"] for felt in felts(lines))
    said = [line["answers"] for line in lines]
    assert [one["o"] for answers in said for one in answers].count("end") == 1


def test_a_face_is_in_no_frame_before_the_table_was_shown_it(
    archive: Archive, evening: Path
) -> None:
    with JournalReader(evening, Vault(KEY)) as journal:
        records = list(journal.records())
    history, shown, seen = History(), {}, 0
    for record in records:
        history.apply(record.event)
        shown[record.seq] = {card for card in DECK if history.table.is_shown(card)}
    for number in range(1, HANDS + 1):
        for line in archive.hand_log(AskHandLog(id="1", hand=number)):
            faces = set(FACE.findall(msgspec.json.encode(line["state"]).decode()))
            assert faces <= shown[line["seq"]]
            seen += len(faces)
    assert seen > HANDS


def test_as_phh_a_hand_has_the_faces_that_were_shown_and_no_other(archive: Archive) -> None:
    hidden = 0
    for number in range(1, HANDS + 1):
        shown = set()
        for line in archive.hand_log(AskHandLog(id="1", hand=number)):
            shown |= set(FACE.findall(msgspec.json.encode(line).decode()))
        (hand,) = phh.loads(archive.hand_phh(AskHandLog(id="1", hand=number))["phh"])
        assert hand.players == ("Grace", "Emmy", "Ada") or set(hand.players or ()) == {
            "Ada", "Grace", "Emmy",
        }  # fmt: skip
        cards = " ".join(action.split(" ", 2)[-1] for action in hand.actions)
        assert set(re.findall(r"[2-9TJQKA][shdc]", cards)) <= shown
        hidden += sum("??" in action for action in hand.actions)
    assert hidden
    with pytest.raises(ArchiveError, match="hand 99 has no PHH"):
        archive.hand_phh(AskHandLog(id="1", hand=99))


def test_hands_and_faults_are_counted_by_the_hour(archive: Archive) -> None:
    hours = archive.history(AskHistory(id="1"))
    assert sum(hour["hands"] for hour in hours) == HANDS
    faults = [hour["faults"] for hour in hours if hour["faults"]]
    assert faults == [{"exposed_card": 1}]
    assert sum(hour["faults_by_dealer"].get("Bo", 0) for hour in hours) == 1
    dealt = [hour["hands_by_dealer"] for hour in hours]
    assert sum(one.get("Cy", 0) for one in dealt) == HANDS - 6
    assert archive.history(AskHistory(id="1", since="9")) == []


def test_what_is_new_is_found_and_an_undone_hand_is_not(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, Vault(KEY)) as journal, JournalReader(path, Vault(KEY)) as reader:
        table = Evening(journal)
        archive = Archive(reader, Evidence(path, Vault(KEY)))
        assert numbers(archive) == []
        table.hand()
        assert numbers(archive) == [1]
        assert archive.hands(AskHands(id="1"))[0]["ended"] == ""
        while table.step():
            pass
        assert archive.hands(AskHands(id="1"))[0]["result"] == "won"
        table.hand()
        assert numbers(archive) == [2, 1]
        table.do("undo")
        assert numbers(archive) == [1]


# Audit and evidence


def test_the_audit_is_searched_and_its_chain_checked(archive: Archive) -> None:
    told = archive.audit(AskAudit(id="1", verify=True))
    assert [line["entry"]["by"] for line in told["lines"]] == ["Cy", "Flo", "Bo"]
    assert told["count"] == 3 and told["head"] == told["lines"][0]["hash"]
    (line,) = archive.audit(AskAudit(id="1", words="flo DECISION"))["lines"]
    assert line["entry"]["what"]["decision"] == "stands"
    (same,) = archive.audit(AskAudit(id="1", hand=EXPOSED))["lines"]
    assert same == line
    assert archive.audit(AskAudit(id="1", hand=2))["lines"] == []
    assert archive.audit(AskAudit(id="1", before=2))["lines"][0]["entry"]["by"] == "Bo"
    assert "broken" not in told


def test_who_only_looked_something_up_is_told_where_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, Vault(KEY)) as journal:
        for verb in ("hand_log", "picture", "act"):
            entry = AuditEntry(wall(1.0), "request", "floor", "Flo", {"verb": verb})
            journal.commit([Entry(audits=(entry,))])
        archive = Archive(journal, Evidence(path, Vault(KEY)))
        for reads, verbs in ((False, ["act", "picture"]), (True, ["act", "picture", "hand_log"])):
            told = archive.audit(AskAudit(id="1", reads=reads))["lines"]
            assert [line["entry"]["what"]["verb"] for line in told] == verbs


def test_an_audit_that_was_changed_says_so(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, Vault(KEY)) as journal:
        for by in ("Ann", "Bo"):
            entry = AuditEntry(wall(1.0), "decision", "floor", by, {"decision": "stands"})
            journal.commit([Entry(audits=(entry,))])
        db = sqlite3.connect(path)
        db.execute("DROP TRIGGER audit_is_not_rewritten")
        db.execute("UPDATE audit SET line = replace(line, 'stands', 'misdeal') WHERE n = 1")
        db.commit()
        db.close()
        archive = Archive(journal, Evidence(path, Vault(KEY)))
        told = archive.audit(AskAudit(id="1", verify=True))
    assert "line 1: changed" in told["broken"]


def test_a_picture_is_given_of_a_card_that_was_shown_and_of_no_other(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, Vault(KEY)) as journal:
        table = Evening(journal)
        evidence = Evidence(path, Vault(KEY))
        archive = Archive(journal, evidence)
        table.hand()
        table.deal_up()
        dealt = [one for one in journal.records() if one.event["e"] == "card"]
        hidden, exposed = dealt
        assert (hidden.event["face"], exposed.event["face"]) == ("down", "up")
        for one in dealt:
            evidence.keep(one.seq, (b"the table", b"the card"))
        listed = archive.evidence(AskEvidence(id="1", hand=1))
        assert [(one["seq"], one["opens"]) for one in listed] == [
            (hidden.seq, False), (exposed.seq, True),
        ]  # fmt: skip
        near = archive.picture(AskPicture(id="1", seq=exposed.seq, number=2))
        assert near == {"jpeg": "dGhlIGNhcmQ="}
        for seq, number, why in (
            (hidden.seq, 2, "nobody was shown that card"),
            (exposed.seq, 1, "when the hand is over"),
            (exposed.seq, 3, "there are 2 pictures"),
            (1, 1, "no such evidence"),
        ):
            with pytest.raises(ArchiveError, match=why):
                archive.picture(AskPicture(id="1", seq=seq, number=number))
        while table.step():
            pass
        assert archive.picture(AskPicture(id="1", seq=exposed.seq))["jpeg"]


def test_a_flood_of_refused_words_makes_a_hand_no_longer_to_look_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.records.archive.MOST_BYTES", 16 * 1024)
    path = tmp_path / "journal.sqlite"
    with Journal(path, Vault(KEY)) as journal:
        table = Evening(journal)
        archive = Archive(journal, Evidence(path, Vault(KEY)))
        table.hand()
        for _ in range(90):
            table.do("look", seat=9)  # nobody sits there
        told = archive.hand_log(AskHandLog(id="1", hand=1))
        assert told[-1]["left_out"] == journal.last - told[-1]["seq"] > 0
        assert told[0]["event"]["e"] == "hand"
        while table.step():
            pass
        (row,) = archive.hands(AskHands(id="2"))
        assert row["result"] == "won" and len(archive._index._own) < 60
