"""The broadcast: a deal with every face in it, as frames, sealed for the station's eyes alone."""

import base64
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from controller.messages import BroadcastHand, Frame, Sealed
from controller.mqtt.topics import Topics
from controller.records.journal_rows import Outgoing, Release
from controller.table_clock import Moment
from engine.table import Table

BLOCK = 4096  # bytes; a packed hand is padded to whole blocks, so that its length says nothing
MOST_FRAMES = 1000  # of a deal; one that has more is nobody's to watch, and its end is kept
LIVE_FRAMES = 300  # that are looked through for deeds after each event
LEVEL = 1  # of compression: frames repeat themselves, the quickest finds that
SETTLED = 10.0  # seconds after its end in which a hand may still be opened again by an undo
LEFT_OUT = frozenset({"misdeal", "void"})  # results of deals that no audience ever sees


Answer = dict[str, Any]
Seal = Callable[[bytes, bytes], bytes]  # data and what it is bound to, for the station's key


@dataclass(frozen=True, slots=True)
class Aired:
    """What now waits for its time, what waits no more, and what goes out."""

    releases: tuple[Release, ...] = ()
    released: tuple[int, ...] = ()
    messages: tuple[Outgoing, ...] = ()


class Broadcast:
    """Gathers the frames of the deal that is on, and lets deals out when their time has come.

    A deal leaves when its first moment is one delay old, so that the station can show every
    moment of it exactly one delay after it was; a deal that lasts longer waits for its end.
    """

    def __init__(
        self, topics: Topics, delay: float, seal: Seal | None, releases: Iterable[Release] = ()
    ) -> None:
        self._topics, self._delay, self._seal = topics, delay, seal
        self.releases = list(releases)  # that wait
        self._deal = BroadcastHand(table=topics.table, hand=0, began="", frames=[])

    def film(
        self, event: Answer, answers: list[Answer], table: Table, now: Moment, hand: int
    ) -> None:
        """Take the table as it is after an event; after a deal's end there is nothing to see."""
        if self._seal is None:
            return  # nobody could ever open it
        if any(answer["o"] == "phase" and answer["street"] == "deal" for answer in answers):
            self._deal = BroadcastHand(table=self._topics.table, hand=hand, began=now.at, frames=[])
        if table.deal_on or (table.dealt and _result(answers)):
            state = table.view("broadcast")
            frame = Frame(now.t, state, event, answers, _seen_by_all(state, table))
            if len(self._deal.frames) >= MOST_FRAMES:
                self._deal.frames.pop()
            self._deal.frames.append(frame)

    def after(self, answers: list[Answer], table: Table, now: Moment, *, live: bool) -> Aired:
        """What an event means for the broadcast."""
        back = self._withdraw(table, now) if _goes_back(answers) else Aired()
        result, seal, hand = _result(answers), self._seal, self._deal.hand
        on_air = (result and table.dealt) or (live and table.deal_on)
        if seal is None or not on_air or (result in LEFT_OUT and not live):
            return back
        frames = self._deal.frames if result else so_far(self._deal.frames)
        deal = msgspec.structs.replace(self._deal, ended=now.at if result else "", frames=frames)
        sealed = seal(packed(deal), context(deal.table, hand))
        if live:
            message = self._message(hand, sealed, deal.ended, now, live=True)
            return replace(back, messages=(*back.messages, message))
        due = max(deal.frames[0].t + self._delay, now.t + min(self._delay, SETTLED))
        release = Release(hand, due, now.at, sealed)
        self.releases.append(release)
        return replace(back, releases=(release,))

    def due(self) -> float | None:
        """The table's time at which the next deal may go out."""
        return min((release.due for release in self.releases), default=None)

    def release(self, now: Moment) -> Aired:
        """Let out what has waited long enough."""
        due = [release for release in self.releases if release.due <= now.t]
        self.releases = [release for release in self.releases if release.due > now.t]
        return Aired(
            released=tuple(one.hand for one in due),
            messages=tuple(self._message(one.hand, one.payload, one.ended, now) for one in due),
        )

    def _withdraw(self, table: Table, now: Moment) -> Aired:
        """A deal opened again, by undo or floor, is taken off the air and waits for its new end."""
        hand = self._deal.hand
        waiting = tuple(one.hand for one in self.releases if one.hand == hand)
        self.releases = [one for one in self.releases if one.hand not in waiting]
        was_over = any(_result(frame.answers) for frame in self._deal.frames[:-1])
        if waiting or not was_over or not table.deal_on or self._seal is None:
            return Aired(released=waiting)
        return Aired(messages=(self._message(hand, b"", "", now),))

    def _message(
        self, hand: int, sealed: bytes, ended: str, now: Moment, *, live: bool = False
    ) -> Outgoing:
        message = Sealed(
            table=self._topics.table, hand=hand, ended=ended, released=now.at, live=live,
            sealed=base64.b64encode(sealed).decode(),
        )  # fmt: skip
        return Outgoing(self._topics.broadcast_hand, msgspec.json.encode(message), retain=True)


def so_far(frames: list[Frame]) -> list[Frame]:
    """What a live picture needs of a deal: where it is, and by which deeds it came there.

    All of it after each event would be told as often again as there were events.
    """
    *before, last = frames
    deeds = [frame for frame in before[1:][-LIVE_FRAMES:] if _is_a_deed(frame)]
    bare = [msgspec.structs.replace(frame, state={}) for frame in (*before[:1], *deeds)]
    return [*bare, last]


def _seen_by_all(state: Mapping[str, Any], table: Table) -> list[str]:
    """The players' cards that lie face up for everybody, as in stud."""
    held = (card for person in state["seats"].values() for card in person.get("cards", ()))
    return [card for card in held if table.is_shown(card)]


def _is_a_deed(frame: Frame) -> bool:
    told = {answer["o"] for answer in frame.answers}
    return frame.event.get("e") in ("act", "draw") or not told.isdisjoint({"phase", "award"})


def _goes_back(answers: list[Answer]) -> bool:
    """Whether a deal that was over may be on again: by an undo, or because the floor said so."""
    return any(answer["o"] == "undone" or "answers" in answer for answer in answers)


def _result(answers: list[Answer]) -> str:
    """How a deal ended with these answers; nothing while it goes on."""
    return next((answer["result"] for answer in answers if answer["o"] == "end"), "")


def context(table: str, hand: int) -> bytes:
    """What a sealed hand is bound to: it cannot pass for another."""
    return f"{table}/{hand}".encode()


def packed(hand: BroadcastHand) -> bytes:
    """A hand as bytes, small, and padded so that no face shows in their number."""
    data = zlib.compress(msgspec.json.encode(hand), LEVEL)
    return data + bytes(-len(data) % BLOCK)


def unpacked(data: bytes) -> BroadcastHand:
    """The hand in what ``packed`` gave."""
    return msgspec.json.decode(zlib.decompressobj().decompress(data), type=BroadcastHand)
