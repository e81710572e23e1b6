"""A table in the terminal, from its messages alone: who is to act, what comes next, what is ruled.

What it hears is what the floor's screens hear: no face that the table has not seen is in it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from controller.demo.narrator import LABEL, SEVERITY, Teller, pretty
from controller.mqtt.topics import Topics
from engine.cards import UNREAD

BACK = "▒▒"
RED_SUITS = "hd"
RULINGS = 5  # shown at once
WORST = ("stop", "floor", "fix", "note", "")


class Picture:
    """The table as its messages tell it."""

    def __init__(self, topics: Topics, pages: RenderableType | None = None) -> None:
        self._pages = pages  # where more is to be seen
        self._takes: dict[str, Callable[[dict[str, Any]], None]] = {
            topics.public_state: self._take_state,
            topics.public_event: self._take_event,
            topics.dealer_expect: self._take_expect,
            topics.floor_alert: self._take_alerts,
            topics.info: self._take_info,
        }
        self.info: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.expect: dict[str, Any] = {}
        self.alerts: list[dict[str, Any]] = []
        self.rulings: deque[dict[str, Any]] = deque(maxlen=RULINGS)  # the newest first
        self.hand = self.ruled = 0

    def receive(self, topic: str, payload: bytes) -> None:
        """Take one message; of some topics nothing is shown."""
        take = self._takes.get(topic)
        if take is not None:
            take(msgspec.json.decode(payload) if payload else {})

    def _take_state(self, said: dict[str, Any]) -> None:
        self.state, self.hand = said["state"], said["hand"]

    def _take_expect(self, said: dict[str, Any]) -> None:
        self.expect = said

    def _take_alerts(self, said: dict[str, Any]) -> None:
        self.alerts = said.get("alerts", [])

    def _take_info(self, said: dict[str, Any]) -> None:
        self.info = said

    def _take_event(self, said: dict[str, Any]) -> None:
        for answer in said["answers"]:
            if answer["o"] == "ruling":
                self.ruled += 1
                self.rulings.appendleft({**answer, "hand": said["hand"]})

    def __rich__(self) -> RenderableType:
        """The whole screen."""
        # Where to look comes first: a small terminal cuts off what is last.
        parts = [self._pages, self._table(), self._next(), self._open_alerts(), self._rulings()]
        return Group(*(part for part in parts if part is not None))

    def line(self) -> list[RenderableType]:
        """The table in one line, among others."""
        info, hand = self.info, self.state.get("hand", {})
        worst = min((alert["severity"] for alert in self.alerts), key=WORST.index, default="")
        say = next((one["text"] for one in self.alerts if one["severity"] == worst), "")
        return [
            Text(str(info.get("table", "")), style="bold"),
            f"{info.get('game', '')} {info.get('rulebook', '')}",
            f"hand {self.hand}",
            _cards(hand.get("board", [])),
            Text(f"{sum(pot['amount'] for pot in hand.get('pots', [])):,}", style="green"),
            Text(say or str(self.expect.get("say", "")), style=SEVERITY.get(worst, "")),
        ]

    def _table(self) -> Panel:
        info, hand = self.info, self.state.get("hand", {})
        game = f"{info.get('structure', '').replace('_', ' ')} {info.get('game', '')}"
        blinds = f"{info.get('small_blind', '')}/{info.get('big_blind', '')}"
        title = f"{info.get('table', 'table')} · {game} {blinds} · {info.get('rulebook', '')}"
        street = "over" if hand.get("stage") == "over" else hand.get("street", "")
        middle = Text(f"hand {self.hand}  {street:10}", style="bold")
        middle.append_text(_cards(hand.get("board", [])))
        pot = sum(pot["amount"] for pot in hand.get("pots", []))
        middle.append(f"   pot {pot:,}" if pot else "", style="green")
        return Panel(Group(self._seats(hand), Text(), middle), title=title, title_align="left")

    def _seats(self, hand: dict[str, Any]) -> Grid:
        grid = Grid.grid(padding=(0, 2))
        turn, button = hand.get("turn"), self.state.get("button")
        for number, seat in self.state.get("seats", {}).items():
            mine = int(number) == turn
            grid.add_row(
                Text(f"{'▶' if mine else ' '} seat {number}", style="bold green" if mine else ""),
                "●" if int(number) == button else " ",
                seat.get("name", ""),
                _cards(seat.get("cards", [])),
                Text(f"{seat['stack']:,}", justify="right"),
                Text(f"bet {seat['bet']:,}" if seat.get("bet") else ""),
                Text(_standing(seat), style="dim"),
            )
        return grid

    def _next(self) -> Panel:
        text = Text(self.expect.get("say", "The table is opening"), style="bold")
        why = self.expect.get("why", "")
        text.append(f"   {why}" if why else "", style="dim")
        return Panel(text, title="next", title_align="left", border_style="green")

    def _open_alerts(self) -> Panel | None:
        if not self.alerts:
            return None
        lines = []
        for alert in self.alerts:
            lines.append(Text(alert["text"], style=SEVERITY[alert["severity"]]))
            steps = [step["say"] for step in alert["steps"] if not step["done"]]
            lines += [Text(f"  ☐ {step}") for step in steps]
        return Panel(Group(*lines), title="to be done", title_align="left", border_style="yellow")

    def _rulings(self) -> Panel:
        lines = [line for ruling in self.rulings for line in _ruling(ruling)]
        return Panel(
            Group(*lines) if lines else Text("none yet", style="dim"),
            title="rulings",
            title_align="left",
        )


class RoomPicture:
    """Several tables, a line for each, and what was ruled last at any of them."""

    def __init__(self, topics: Sequence[Topics], pages: RenderableType | None = None) -> None:
        self._pages = pages
        self._tables = {one.root: Picture(one) for one in topics}
        self._last: deque[Text] = deque(maxlen=RULINGS)  # the newest first

    @property
    def hand(self) -> int:
        """How many were dealt in all."""
        return sum(one.hand for one in self._tables.values())

    @property
    def ruled(self) -> int:
        """How many rulings there were in all."""
        return sum(one.ruled for one in self._tables.values())

    def receive(self, topic: str, payload: bytes) -> None:
        """Take one message of any table."""
        for root, picture in self._tables.items():
            if not topic.startswith(f"{root}/"):
                continue
            before = picture.ruled
            picture.receive(topic, payload)
            if picture.ruled > before:
                line = Text(f"{picture.info.get('table', '')}  ", style="bold")
                self._last.appendleft(line.append_text(_ruling(picture.rulings[0])[0]))

    def __rich__(self) -> RenderableType:
        """The whole screen."""
        grid = Grid.grid(padding=(0, 2))
        for picture in self._tables.values():
            grid.add_row(*picture.line())
        last = Group(*self._last) if self._last else Text("none yet", style="dim")
        parts = [
            self._pages,
            Panel(grid, title="tables", title_align="left"),
            Panel(last, title="rulings", title_align="left"),
        ]
        return Group(*(part for part in parts if part is not None))


class PlainView:
    """The same as lines, for a pipe or a file; of several tables each line has the name."""

    def __init__(self, topics: Sequence[Topics], say: Callable[[str], None]) -> None:
        several = len(topics) > 1
        self._tellers = {
            one.public_event: Teller(partial(_prefixed, say, f"{one.table}:") if several else say)
            for one in topics
        }

    def receive(self, topic: str, payload: bytes) -> None:
        """Take one message."""
        teller = self._tellers.get(topic)
        if teller is not None:
            said = msgspec.json.decode(payload)
            teller.tell(said["event"], said["answers"])


def _prefixed(say: Callable[[str], None], prefix: str, line: str) -> None:
    say(f"{prefix}{line}")


def _cards(cards: list[str]) -> Text:
    text = Text()
    for card in cards:
        if card == UNREAD:
            text.append(BACK, style="blue")
        else:
            text.append(pretty(card), style="bold red" if card[1] in RED_SUITS else "bold")
        text.append(" ")
    return text


def _standing(seat: dict[str, Any]) -> str:
    words = {"away": "away", "folded": "folded", "all_in": "all in"}
    return ", ".join(word for key, word in words.items() if seat.get(key))


def _ruling(ruling: dict[str, Any]) -> list[Text]:
    severity = ruling["severity"]
    head = Text(f"{LABEL[severity]:10}", style=f"bold {SEVERITY[severity]}")
    head.append(ruling["text"], style="default not bold")
    clauses = ", ".join([ruling["clause"], *ruling.get("also", [])])
    return [head, Text(f"{'':10}hand {ruling['hand']}, by {clauses}", style="dim")]
