"""From what the links hear to what the bridge tells: presence for the felt, draws for the shoe."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware_bridge.presence import Presence
from firmware_bridge.sightings import Draw, Heard, Read, Sighting, Swept, Told

SHOE = "deck"


@dataclass(frozen=True, slots=True)
class Antenna:
    """What is known of a zone's antenna before it reads anything."""

    reader: str = ""
    most: int | None = None  # tags it tells of in one poll; None: all that lie there


class Bridge:
    """Joins the links of one table; takes what they hear in the order it came."""

    def __init__(
        self,
        antennas: Mapping[str, Antenna] | None = None,
        presence: Presence | None = None,
        *,
        drawn_again: float = 1.0,  # seconds; a tag read in the shoe's mouth until then is one draw
    ) -> None:
        self.presence = presence or Presence()
        self._antennas = dict(antennas or {})
        self._drawn_again = drawn_again
        self._told: dict[str, set[str]] = defaultdict(set)  # of the sweep under way, where counted
        self._in_mouth: dict[str, float] = {}  # when the shoe last read a tag

    def heard(self, item: Heard) -> list[Told]:
        """Take one thing heard; tell what follows from it."""
        if isinstance(item, Read):
            return self._passed(item) if item.zone == SHOE else self._read(item)
        if isinstance(item, Swept):
            whole = [zone for zone in item.zones if zone != SHOE and self._whole(zone)]
            return self._named(self.presence.swept(item.t, whole))
        return [item]

    def _read(self, read: Read) -> list[Told]:
        antenna = self._antennas.get(read.zone)
        if antenna is not None and antenna.most is not None:
            self._told[read.zone].add(read.tag)
        return self._named(self.presence.read(read))

    def _whole(self, zone: str) -> bool:
        """Whether a sweep told of all there is: a reader at its limit may have left some out."""
        antenna = self._antennas.get(zone)
        if antenna is None or antenna.most is None:
            return True
        return len(self._told.pop(zone, ())) < antenna.most

    def _named(self, sightings: list[Sighting]) -> list[Told]:
        return [replace(one, reader=self._reader(one.zone)) for one in sightings]

    def _passed(self, read: Read) -> list[Told]:
        """A shoe's mouth holds one card at a time and no neighbour's: one read is proof enough."""
        last = self._in_mouth.get(read.tag)
        self._in_mouth[read.tag] = read.t
        if last is not None and read.t - last < self._drawn_again:
            return []
        self._forget(read.t)
        return [Draw(read.t, read.tag, face_up=False, reader=self._reader(SHOE))]

    def _forget(self, t: float) -> None:
        old = [tag for tag, last in self._in_mouth.items() if t - last >= self._drawn_again]
        for tag in old:
            del self._in_mouth[tag]

    def _reader(self, zone: str) -> str:
        antenna = self._antennas.get(zone)
        return antenna.reader if antenna else ""
