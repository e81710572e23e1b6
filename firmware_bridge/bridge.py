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
        self._reads: dict[str, dict[str, Read]] = defaultdict(dict)  # of the sweep under way
        self._in_mouth: dict[str, float] = {}  # when the shoe last read a tag

    def receive(self, item: Heard) -> list[Told]:
        """Take one thing heard; tell what follows from it."""
        if isinstance(item, Read):
            if item.zone == SHOE:
                return self._passed(item)
            self._reads[item.zone][item.tag] = item  # a sweep counts once, however often it tells
            return []
        if isinstance(item, Swept):
            return [told for zone in item.zones if zone != SHOE for told in self._swept(item, zone)]
        return [item]

    def doubts(self, swept: Swept) -> frozenset[str]:
        """The zones just swept where a card went unread: they are to be looked at again."""
        return self.presence.doubts().intersection(swept.zones)

    def reader(self, zone: str) -> str:
        """Whose antenna lies in the zone; a board's are known once it has swept them."""
        antenna = self._antennas.get(zone)
        return antenna.reader if antenna else ""

    def _swept(self, swept: Swept, zone: str) -> list[Sighting]:
        antenna = self._antennas.setdefault(zone, Antenna(swept.reader))
        reads = self._reads.pop(zone, {})
        whole = antenna.most is None or len(reads) < antenna.most
        told = self.presence.polled(swept.t, zone, reads.values(), whole=whole)
        return [replace(one, reader=self.reader(one.zone)) for one in told]

    def _passed(self, read: Read) -> list[Told]:
        """A shoe's mouth holds one card at a time and no neighbour's: one read is proof enough."""
        last = self._in_mouth.get(read.tag)
        self._in_mouth[read.tag] = read.t
        if last is not None and read.t - last < self._drawn_again:
            return []
        self._forget(read.t)
        return [Draw(read.t, read.tag, face_up=False, reader=self.reader(SHOE))]

    def _forget(self, t: float) -> None:
        old = [tag for tag, last in self._in_mouth.items() if t - last >= self._drawn_again]
        for tag in old:
            del self._in_mouth[tag]
