"""Chips with a tag each: what an antenna of a betting spot reads becomes chips pushed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from controller.errors import UsageError
from controller.senses.waiting import Item
from engine.views import Spot
from firmware_bridge.sightings import Sighting

SPOT = "bet:"  # the zone of the antenna in front of seat 4 is called bet:4
MOTION = 0.6  # chips read within this of each other were pushed in together

Push = Callable[[int, list[int]], list[dict[str, object]]]


class ChipTagsError(UsageError):
    """The file of the chips' tags cannot be used."""


def load(path: Path) -> dict[str, int]:
    """The value of each tag: the file has the tags of each value, as in {"25": ["E00401…", …]}."""
    expected = "values, each with its chips' tags"
    try:
        by_value = msgspec.json.decode(path.read_bytes(), type=dict[int, list[str]])
    except OSError as error:
        raise ChipTagsError(f"{path}: expected {expected}, found no file to read") from error
    except msgspec.MsgspecError as error:
        raise ChipTagsError(f'{path}: expected {expected}, as in {{"25": ["E004…"]}}') from error
    tags = [(tag.upper(), value) for value, chips in by_value.items() for tag in chips]
    twice = [tag for tag, times in Counter(tag for tag, _ in tags).items() if times > 1]
    if twice or min(by_value, default=1) < 1:
        wrong = f"tag {twice[0]} twice" if twice else "a value below 1"
        raise ChipTagsError(f"{path}: expected each tag once, and values from 1, found {wrong}")
    return dict(tags)


@dataclass(slots=True)
class Pushing:
    """Chips that are being pushed in, until no more come."""

    tags: list[str]
    item: Item


class ChipTags:
    """The chips of a set, by their tags; a tag that is no chip is not this one's matter."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = values
        self._pushing: dict[int, Pushing] = {}
        self._known: dict[int, Counter[int] | None] = {}  # lay there before the table was away

    def is_chip(self, sighting: Sighting) -> bool:
        """Whether it is of a chip, or of something in a spot, where no card is looked for."""
        return sighting.tag in self.values or sighting.zone.startswith(SPOT)

    def restore(self, spots: Mapping[int, Spot]) -> None:
        """The table was away: what lay in the spots is what the journal knows of them."""
        for seat, spot in spots.items():
            self._known[seat] = Counter(spot.chips) if spot.chips is not None else None

    def seen(self, sighting: Sighting, push: Push, *, found: bool) -> Item | None:
        """A chip came to a spot or left it; give what is to be told when all have come.

        What is ``found`` right after a start lay there before, as far as the journal knows it.
        """
        if not sighting.zone.startswith(SPOT) or sighting.tag not in self.values:
            return None
        seat, since = int(sighting.zone.removeprefix(SPOT)), sighting.since or sighting.t
        under_way = self._pushing.get(seat)
        if not sighting.arrived:
            if under_way is not None and sighting.tag in under_way.tags:
                under_way.tags.remove(sighting.tag)
            return None
        if found and self._lay_there(seat, self.values[sighting.tag]):
            return None
        if under_way is not None:
            under_way.tags.append(sighting.tag)
            under_way.item.ready = sighting.t + MOTION
            return None
        tags = [sighting.tag]
        item = Item(since, sighting.t, sighting.t + MOTION, lambda: push(seat, self._take(seat)))
        self._pushing[seat] = Pushing(tags, item)
        return item

    def _lay_there(self, seat: int, value: int) -> bool:
        known = self._known.get(seat, Counter())
        if known is None:
            return True  # a bet of which no chip was told: these are it
        if not known[value]:
            return False
        known[value] -= 1
        return True

    def _take(self, seat: int) -> list[int]:
        tags = self._pushing.pop(seat).tags
        return sorted((self.values[tag] for tag in tags), reverse=True)
