"""Writes a journal as the software at hand writes it, for the tests of the versions after it.

``python -m tests.controller.records.written FILE``: three players, dealt cards face up and boxed,
undone words, cards that no reader read; cut by retention, and its last hand is in the middle.
``by_47a384c.sqlite`` was written so at that commit, the last one with pickled checkpoints.
"""

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from controller.core import Core, Setting
from controller.mqtt.topics import Topics
from controller.records import retention
from controller.records.journal import Journal
from controller.security.vault import Vault
from controller.table_clock import Moment
from tests.controller.journals import KEY, wall
from tests.engine.dealer import Dealer

HANDS = 34
EVENING = 86_400.0  # from the hands that are cut to those that stay


class Table(Dealer):
    """Deals into a journal, not always in order."""

    def __init__(self, journal: Journal) -> None:
        self.core = Core(Setting(Topics("old"), boot="0123abcd"))
        self.journal = journal
        super().__init__("dc", 3, 7)

    def do(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        self.t = round(self.t + 0.4, 1)
        batch = self.core.take({"t": self.t, "e": kind, **fields}, Moment(self.t, wall(self.t)))
        rows = self.journal.commit([batch.entry])
        self.journal.delivered(max((row.row for row in rows), default=0))
        self.table = self.core.table
        assert batch.entry.record is not None
        self.answers += batch.entry.record.answers
        return batch.entry.record.answers

    def step(self) -> bool:
        expected = self.table.expected
        assert expected is not None
        if expected["what"] == "floor":
            self.do("floor", decision="stands")
        elif expected["what"] == "card" and "card" in expected:
            self.do("card", card=expected["card"], zone=expected["zone"], face=expected["face"])
        elif self.deck and expected["what"] in ("shuffle", "cut") and self.running:
            self.do(expected["what"])
        else:
            return super().step()
        return True

    @property
    def running(self) -> bool:
        """Whether the deal has not ended."""
        return self.answers[-1]["o"] != "end" and not any(
            answer["o"] == "end" for answer in self.answers[-2:]
        )

    def fill_up(self) -> None:
        """Nobody goes broke."""
        for seat in (1, 2, 3):
            self.do("sit", seat=seat, stack=20)

    def deal_up(self) -> None:
        """The second player's first card turns over while it is dealt."""
        self.step()
        expected = self.table.expected
        assert expected is not None
        self.do("card", card=self.deck.pop(), zone=expected["zone"], face="up")

    def deal_boxed(self) -> None:
        """A card lies the wrong way in the deck."""
        expected = self.table.expected
        assert expected is not None
        self.do("card", card=self.deck.pop(), zone=expected["zone"], face="up", boxed=True)

    def deal_unread(self) -> None:
        """No reader reads the hands; the first shown is named card by card, and wrongly at first.

        Up to 47a384c a refused ``show`` had learned the card all the same.
        """
        for _ in range(6):
            expected = self.table.expected
            assert expected is not None
            self.do("card", card="??", zone=expected["zone"], face="down")
        while (expected := self.table.expected) is not None and expected["what"] != "show":
            if expected["what"] == "act":
                word = "check" if any(o["do"] == "check" for o in expected["options"]) else "call"
                self.do("act", seat=expected["seat"], do=word)
            else:
                super().step()
        assert expected is not None
        self.do("show", seat=expected["seat"], cards=[self.deck.pop()])
        self.do("show", seat=expected["seat"], cards=[self.deck.pop(), self.deck.pop()])
        self.do("floor", decision="void_deal")

    def undo_act(self) -> None:
        """A dealer says the wrong thing and takes it back."""
        while (expected := self.table.expected) is not None and expected["what"] == "card":
            super().step()
        assert expected is not None
        self.do("act", seat=expected["seat"], do="fold")
        self.do("undo")


def write(path: Path) -> None:
    """Write the journal."""
    untidy = {2: "deal_up", 24: "deal_up", 3: "deal_boxed", 26: "undo_act", 28: "deal_boxed",
              30: "deal_up", 31: "deal_boxed", 32: "deal_unread", 33: "undo_act"}  # fmt: skip
    with Journal(path, Vault(KEY)) as journal:
        table = Table(journal)
        for number in range(1, HANDS + 1):
            if number == 21:
                table.t += EVENING
            table.fill_up()
            table.hand()
            if number in untidy:
                getattr(table, untidy[number])()
            for _ in range(9 if number == HANDS else 200):
                if not table.step():
                    break
        retention.cut(journal, datetime.fromisoformat(wall(table.t)), days=1)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
