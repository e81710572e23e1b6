"""What goes on air next, as the whole room knows it: hands that were dealt, and how they ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.broadcast import LEFT_OUT
from controller.web.player import seconds

KEPT: Final = 200  # hands; half an hour has thirty


@dataclass(slots=True)
class Coming:
    """One hand: when it was, what became of it, who won how much; no card."""

    hand: int
    began: str
    ended: str = ""
    result: str = ""
    won: dict[str, int] = field(default_factory=dict)  # by name

    @property
    def left_out(self) -> bool:
        """Whether nobody will ever see it."""
        return self.result in LEFT_OUT


class Queue:
    """The hands of one table that the room has seen and the audience has not."""

    def __init__(self) -> None:
        self._hands: dict[str, Coming] = {}  # by when they began

    def hear(self, told: Mapping[str, Any], names: Mapping[str, str]) -> None:
        """Take a public event of the table."""
        for answer in told["answers"]:
            if answer["o"] == "phase" and answer["street"] == "deal":
                self._hands[told["at"]] = Coming(told["hand"], told["at"])
                self._hands = dict(list(self._hands.items())[-KEPT:])
            last = next(reversed(self._hands.values()), None)
            if last is None or last.hand != told["hand"]:
                continue
            again = last.ended and answer["o"] in ("phase", "award")  # by the floor's word
            if answer["o"] == "undone" or again:
                last.ended, last.result, last.won = "", "", {}
            if answer["o"] == "award":
                name = names.get(str(answer["seat"])) or f"Seat {answer['seat']}"
                last.won[name] = last.won.get(name, 0) + answer["amount"]
            elif answer["o"] == "end":
                last.ended, last.result = told["at"], answer["result"]

    def after(self, moment: float) -> list[Coming]:
        """The hands that began after a moment, and the one that was on then."""
        late = [one for one in self._hands.values() if not one.ended or _end(one) > moment]
        self._hands = {one.began: one for one in late}
        return late


def _end(one: Coming) -> float:
    return seconds(one.ended)
