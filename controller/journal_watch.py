"""The watch over the journal: its file, its chain, its anchor at the broker, and the clocks."""

import asyncio
import logging
from collections.abc import Callable, Sequence

import msgspec

from controller.core import Batch, Core
from controller.messages import Anchor, Severity
from controller.records import readings, trust
from controller.records.journal import Journal, JournalError, JournalReader
from controller.records.trust import Trust
from controller.table_clock import TableClock, WallWatch

LOG = logging.getLogger(__name__)
LOSS, CLOCK, CHAIN, FILE = "loss", "clock", "chain", "journal-file"  # alerts


class JournalWatch:
    """Looks after the journal while the table runs, on its loop."""

    def __init__(
        self,
        core: Core,
        clock: TableClock,
        journal: Journal,
        readers: Sequence[JournalReader],
        *,
        keep: Callable[[Batch], None],
        publish: Callable[[str, bytes], None],
        wall: WallWatch | None = None,
    ) -> None:
        self._core, self._clock, self._journal = core, clock, journal
        self._readers, self._keep, self._publish = readers, keep, publish
        self._wall = wall or WallWatch()

    def begin(self, found: Trust) -> None:
        """Say what was found at the start."""
        if found.missing:
            LOG.error("journal: %s", found.missing)
            self._alarm(LOSS, "stop", f"The journal was cut: {found.missing}. Check the stacks.")
        if found.doubt:
            LOG.error("journal: %s", found.doubt)
            self._alarm(LOSS, "floor", f"Journal: {found.doubt}.")
        if found.strangers:
            text = f"{found.strangers} messages in the journal were not written by this table."
            self._alarm("strangers", "floor", text)
        if found.clock:
            self._say_clock(found.clock)

    async def look(self, every: float) -> None:
        """Look again and again; what waits for the disk is done beside the loop."""
        while True:
            self.tick()
            await asyncio.to_thread(self._journal.witness, self._clock.now().t)
            await asyncio.sleep(every)

    def tick(self) -> None:
        """One look at file and clocks; the broker gets the newest anchor."""
        by = self._wall.moved()
        if text := trust.moved(by):
            self._say_clock(text)
            what = {"by": round(by, 1)}
            self._keep(self._core.audited(CLOCK, what, self._clock.now()))
        if self._journal.astray:
            self._rescue()
        if trouble := self._journal.mark_trouble:
            self._alarm("mark", "floor", f"Journal: its mark cannot be set ({trouble}).")
        self._take_readings()
        self._publish(self._core.topics.anchor, msgspec.json.encode(self._anchor()))

    def _take_readings(self) -> None:
        """Who has opened the journal on the command line goes into the audit."""
        path = self._journal.path
        try:
            for what in readings.taken(path, self._journal.vault):
                by = what.pop("by")
                self._keep(self._core.audited("reading", what, self._clock.now(), by=by))
            readings.forget(path)
        except OSError as error:
            LOG.error("who has read the journal is not known: %s", error.strerror)

    def _say_clock(self, text: str) -> None:
        LOG.warning("clock: %s", text)
        rest = " Nothing is deleted for its age until this is acknowledged."
        now = self._clock.now()
        self._keep(self._core.alarm(CLOCK, "clock", "floor", text + rest, now))

    def _rescue(self) -> None:
        """The file was deleted or replaced under us: all that was kept is written anew."""
        last = self._journal.last
        try:
            stranger = self._journal.rescue()
            for reader in self._readers:
                reader.reopen()
        except JournalError as error:
            LOG.error("journal: %s", error)
            text = f"The journal's file is gone. {last} events would be lost by a restart: {error}"
            self._alarm(FILE, "stop", text)
            return
        found = f" What lay in its place is now {stranger.name}." if stranger else ""
        text = f"The journal's file was deleted or replaced. All {last} events are written anew."
        LOG.error("journal: %s%s", text, found)
        self._alarm(FILE, "floor", text + found)
        self._keep(self._core.audited("rescue", {"events": last}, self._clock.now()))

    def verified(self, wrong: str) -> None:
        """Take note of how that went."""
        if wrong:
            LOG.error("journal: %s", wrong)
            text = f"The journal was changed from outside: {wrong}. Keep it, and call the house."
            self._alarm(CHAIN, "floor", text)
            self._keep(self._core.audited(CHAIN, {"text": wrong}, self._clock.now()))

    # The anchor

    def _anchor(self) -> Anchor:
        head = self._journal.head()
        bare = Anchor(
            table=self._core.topics.table, n=head.n, seq=head.seq, line=head.line,
            head=head.proof.hex(), at=self._clock.now().at,
        )  # fmt: skip
        return msgspec.structs.replace(bare, proof=self._journal.vault.proof(_said(bare)).hex())

    def anchored(self, payload: bytes) -> None:
        """Hold what the broker remembers of the journal against the journal."""
        if self._core.alerts.has(LOSS):
            return  # the mark has said it, and more exactly
        try:
            anchor = msgspec.json.decode(payload, type=Anchor)
            proof, head = bytes.fromhex(anchor.proof), bytes.fromhex(anchor.head)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError):
            LOG.warning("the broker's anchor cannot be read, and is written anew")
            return
        bare = msgspec.structs.replace(anchor, proof="")
        if not self._journal.vault.proves(proof, _said(bare)):
            text = "The broker remembers a journal of this table that had another key."
            self._alarm(LOSS, "floor", text)
        elif lost := trust.lacks(self._journal, anchor.n, anchor.seq, anchor.line, head):
            LOG.error("journal: by the broker's anchor %s", lost)
            text = f"The journal was cut, by what the broker remembers of {anchor.at}: {lost}."
            self._alarm(LOSS, "stop", text)
            self._keep(self._core.audited("loss", {"text": lost}, self._clock.now()))

    def _alarm(self, name: str, severity: Severity, text: str) -> None:
        self._keep(self._core.alarm(name, "journal", severity, text, self._clock.now()))


def _said(anchor: Anchor) -> bytes:
    return b"anchor " + msgspec.json.encode(anchor)
