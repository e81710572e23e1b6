"""What players did over the session, from hands that were on the air to their end, never later."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from controller.messages import BroadcastHand, Frame

PUTS_IN = frozenset({"call", "bet", "raise", "all_in"})


@dataclass(slots=True)
class Figures:
    """One player's session: hands dealt in, voluntarily in the pot, raised before the flop, won."""

    hands: int = 0
    in_pot: int = 0
    raised: int = 0
    won: int = 0

    def shown(self) -> dict[str, int]:
        """As percentages where that is how people know them."""
        dealt = max(self.hands, 1)
        return {
            "hands": self.hands,
            "vpip": round(100 * self.in_pot / dealt),
            "pfr": round(100 * self.raised / dealt),
            "hands_won": self.won,
        }


class Tally:
    """Counts hand after hand; who has no name is known by the seat."""

    def __init__(self) -> None:
        self._players: dict[str, Figures] = {}

    def count(self, hands: Iterable[BroadcastHand]) -> None:
        """Count hands that were shown to their end."""
        for hand in hands:
            self._count(hand.frames)

    def of(self, seat: str, person: Mapping[str, Any]) -> dict[str, int]:
        """What is known of who sits there."""
        return self._players.get(_who(seat, person), Figures()).shown()

    def _count(self, frames: list[Frame]) -> None:
        seats = frames[-1].state.get("seats", {})
        in_pot, raised = before_the_flop(frames)
        winners = {
            str(answer["seat"])
            for one in frames
            for answer in one.answers
            if answer["o"] == "award"
        }
        for seat, person in seats.items():
            if "cards" not in person:
                continue
            figures = self._players.setdefault(_who(seat, person), Figures())
            figures.hands += 1
            figures.in_pot += seat in in_pot
            figures.raised += seat in raised
            figures.won += seat in winners


def before_the_flop(frames: list[Frame]) -> tuple[set[str], set[str]]:
    """Who put chips in of his own will, and who raised; blinds are nobody's will."""
    deeds: list[tuple[str, bool]] = []
    for before, after in pairwise(frames):
        event = after.event
        if event.get("e") == "undo" and deeds:
            deeds.pop()
        if event.get("e") != "act" or event["do"] not in PUTS_IN or _street(before) != "preflop":
            continue
        if not any(answer["o"] == "reject" for answer in after.answers):
            deeds.append((str(event["seat"]), _raises(event, before.state["seats"])))
    return {seat for seat, _ in deeds}, {seat for seat, raised in deeds if raised}


def _raises(event: Mapping[str, Any], seats: Mapping[str, Any]) -> bool:
    """A bet or a raise by its name; all in, where it is more than anybody has put in."""
    if event["do"] != "all_in":
        return event["do"] in ("bet", "raise")
    mine = seats[str(event["seat"])]
    most = max(person.get("bet", 0) for person in seats.values())
    return bool(mine["stack"] + mine.get("bet", 0) > most)


def _street(frame: Frame) -> str:
    return str((frame.state.get("hand") or {}).get("street", ""))


def _who(seat: str, person: Mapping[str, Any]) -> str:
    return person["name"] or f"seat {seat}"
