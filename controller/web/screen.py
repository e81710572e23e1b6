"""One table's screen: what happened there exactly one delay ago, as the overlay shows it."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from controller.messages import BroadcastHand, Frame
from controller.web.coming import Coming, Queue
from controller.web.gateway import Gateway, event_frame
from controller.web.odds import Odds
from controller.web.picture import Picture, blank, picture, spot_of, told
from controller.web.player import Playback, Shown, ends, seconds
from controller.web.producer import (
    Caption,
    Clear,
    Command,
    Controls,
    Counts,
    Hold,
    Level,
    LevelClock,
    Shift,
    Skip,
    shifted,
)  # fmt: skip
from controller.web.show_folder import ShowFolder
from controller.web.statistics import Tally
from controller.web.streams import Stream

LOOK: Final = 1.0  # seconds; the wall's clock may be set meanwhile


class Screen:
    """What one table's overlays show now, and what the producer knows of it."""

    def __init__(
        self, table: str, gateway: Gateway, folder: ShowFolder, clock: Callable[[], float]
    ) -> None:
        self.streams: set[Stream] = set()
        self.controls = Controls()
        self.on_air: Shown | None = None
        self._table, self._gateway, self._folder, self._clock = table, gateway, folder, clock
        self._info = self._said("info")
        self._player, self._tally, self._queue = Playback(), Tally(), Queue()
        self._odds = Odds(self._tell)
        self._timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """End the timer and the worker."""
        if self._timer is not None:
            self._timer.cancel()
        self._odds.stop()

    # What is heard

    def informed(self) -> None:
        """The table says what kind of table it is."""
        self._info = self._said("info")
        if not self._info.get("live"):
            self._player.delayed()
        self._step()
        self._tell()

    def happened(self, event: Mapping[str, Any]) -> None:
        """Something happened at the table that the whole room has seen."""
        if any(answer["o"] in ("phase", "award", "end", "undone") for answer in event["answers"]):
            seats = (self._said("public/state").get("state") or {}).get("seats", {})
            self._queue.hear(event, {seat: person["name"] for seat, person in seats.items()})
            self._tell()

    def take(self, hand: BroadcastHand, *, live: bool) -> None:
        """A hand was released."""
        self._player.take(hand, live=live)
        self._step()

    def withdraw(self, hand: int) -> None:
        """A hand that was released is being played on: nothing of it stays on the air."""
        self._player.withdraw(hand)
        self.controls.held = False
        self._step()

    def _said(self, branch: str) -> dict[str, Any]:
        kept = self._gateway.tables.get(self._table)
        value = kept.values.get(branch, b"null") if kept else b"null"
        return msgspec.json.decode(value) or {}

    # Time

    @property
    def behind(self) -> float:
        """Seconds from what happens to its being shown."""
        return float(self._info.get("delay", 0.0)) + self.controls.offset

    @property
    def moment(self) -> float:
        """The time at the table that is being shown."""
        return self._clock() - self.behind

    def _step(self) -> None:
        """Show what is due, and come again when the next moment is."""
        if self._timer is not None:
            self._timer.cancel()
        self._tally.count(self._player.retire(self.moment))
        shown = self._shown()
        if shown != self.on_air:
            self.on_air = shown
            self._odds.want(spot_of(shown) if shown else None)
            self._tell()
        wait = min(LOOK, max(self._due() - self.moment, 0.0))
        self._timer = asyncio.get_running_loop().call_later(wait, self._step)

    def _due(self) -> float:
        """The time at the table at which the picture changes next."""
        after, shown = self._player.after(self.moment), self.on_air
        leaves = ends(shown.hand) if shown is not None and shown.last else float("inf")
        return min(after.happened if after else float("inf"), leaves)

    def _shown(self) -> Shown | None:
        if self.controls.cleared:
            return None
        if self.controls.held:
            return self.on_air
        if self._info.get("live"):
            return self._player.live(self._clock())
        return self._player.at(self.moment)

    # What is shown

    def picture(self) -> Picture:
        """What is to be drawn now."""
        shown = self.on_air
        drawn = (
            picture(shown, self._info, self._odds.found, self._tally)
            if shown
            else blank(self._table, self._info)
        )
        for seat in drawn["seats"]:
            seat.update(self._folder.person(seat["name"]))
        coming = [one for one in self._coming() if not one.left_out]
        starts = [seconds(one.began) for one in coming if seconds(one.began) > self.moment]
        return {
            **drawn,
            "delay": self._info.get("delay", 0.0),
            "behind": 0.0 if shown and shown.live else self.behind,
            "over_for": self.moment - shown.happened if shown and not shown.live else 0.0,
            "next": min(starts) + self.behind if starts else None,
            "places": self._info.get("seats", 0),
            "game": self._info.get("game", ""),
            "counts": self.controls.counts and not self.controls.cleared,
            "lower": None if self.controls.cleared else self.controls.lower,
            "level": self.controls.level,
            "sponsors": self._folder.sponsors(),
        }

    def show(self) -> dict[str, Any]:
        """What the producer is told: how the show is set, and what comes; no card."""
        after, live = self._player.after(self.moment), bool(self._info.get("live"))
        return {
            "table": self._table,
            "delay": self._info.get("delay", 0.0),
            "offset": self.controls.offset,
            "live": live,
            "held": self.controls.held,
            "cleared": self.controls.cleared,
            "counts": self.controls.counts,
            "lower": self.controls.lower,
            "level": self.controls.level,
            "on_air": self.on_air.hand.began if self.on_air else "",
            "next": None if after is None or live else _next(after, self.behind),
            "queue": [self._row(one) for one in self._coming()],
        }

    def _coming(self) -> list[Coming]:
        return self._queue.after(self.moment)

    def _row(self, one: Coming) -> dict[str, Any]:
        return {
            "hand": one.hand,
            "began": one.began,
            "airs": seconds(one.began) + self.behind,
            "ends": seconds(one.ended) + self.behind if one.ended else None,
            "result": one.result,
            "left_out": one.left_out,
            "skipped": one.began in self._player.skipped,
            "won": one.won,
        }

    # The producer

    def obey(self, command: Command) -> None:
        """Set the show as the producer wants it."""
        controls = self.controls
        match command:
            case Hold(on=on):
                controls.held = on
            case Clear(on=on):
                controls.cleared = on
            case Counts(on=on):
                controls.counts = on
            case Caption(lower=lower):
                controls.lower = lower
            case Level(title=title, left=left):
                ends = None if left is None else self._clock() + left
                controls.level = LevelClock(title, ends) if title else None
            case Shift(seconds=by):
                controls.offset = shifted(controls.offset, by)
            case Skip(began=began, on=True):
                self._player.skipped.add(began)
            case Skip(began=began):
                self._player.skipped.discard(began)
        self._step()
        self._tell()

    def tell_program(self, table: str) -> None:
        """Tell the producers which table is on."""
        for stream in self._producers():
            stream.put(event_frame("program", {"table": table}))

    def _producers(self) -> list[Stream]:
        return [stream for stream in self.streams if stream.page.name == "producer"]

    def _tell(self) -> None:
        if not self.streams:
            return
        frame = event_frame("picture", self.picture())
        for stream in tuple(self.streams):
            stream.put(frame)
        if producers := self._producers():
            frame = event_frame("show", self.show())
            for stream in producers:
                stream.put(frame)


def _next(after: Shown, behind: float) -> dict[str, Any]:
    frame: Frame = after.hand.frames[after.at]
    key, fill = told(frame)
    what = {"key": key, "fill": dict(fill)}
    return {"airs": after.happened + behind, "hand": after.hand.hand, "what": what}
