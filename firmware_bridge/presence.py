"""Presence: polls that flicker become one sighting when a card arrives and one when it leaves.

What the times of ``Timing`` come from, for 20 polls a second (one each 50 ms), antennas that miss
a card lying on them in 8 of 100 polls (5 flickers, 3 missed reads) and read a neighbour's in 2:

* Leaving is to be told within 300 ms, which is 6 polls. Six misses in a row of a card that is
  there: 0.08^6 = 2.6e-7 a poll. A hand has some 10^4 polls of a card, all cards together, so that
  2,000 hands would have about five false leavings. No rule mends that, only more polls do:
  ``doubts`` names the antennas to be polled again at once, out of turn. At twice the pace
  0.08^11 = 9e-13 a poll, 2e-5 in those 2,000 hands.
* Landing takes reads that reach over 300 ms (7 polls) with less than three misses in a row, two of
  the last three polls among them. A card that slides over an antenna in less never lands there.
  A neighbour's stray reads would have to be three of seven, 35 x 0.02^3 = 3e-4, while the antenna
  the card is on reads it less than twice as often, 35 x 0.08^4 = 1e-3: 4e-7 a placement at most.
* Both are told some 300 ms after they happened, so sightings come in the order of what happened.
  Each poll that is missed first or last puts a landing off by one more: by k polls in about
  (k + 1) x 0.08^k, 1e-4 for the 200 ms that tell two cards of the quickest dealer apart.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice

from firmware_bridge.sightings import Read, Sighting

MOST_TAGS = 256  # two decks and their jokers are 108
EPSILON = 1e-6  # times are sums of floats; a poll due at the limit has reached it


@dataclass(frozen=True, slots=True)
class Timing:
    """How long to wait before believing an antenna, in seconds; the module says why so long."""

    dwell: float = 0.3  # reads must reach over this long before a card has landed
    lost: float = 0.15  # without a read for this long, the dwelling begins anew
    lost_misses: int = 3  # and in this many answered polls; half of both after a lone read
    gone: float = 0.275  # without a read for this long, a card has left
    gone_misses: int = 5  # and in this many answered polls: silence is no absence
    poor: float = 0.3  # a card missed in more than this share of polls reads poorly (a pile)
    poor_gone: float = 1.0  # and is given this long
    reconsider: float = 1.0  # a second antenna must be better for this long to take a landed card
    stronger: float = 6.0  # signal that settles between two antennas, in their own unit
    memory: float = 2.0  # of polls


@dataclass(slots=True)
class _Track:
    """What one antenna told of one tag since it first read it."""

    since: float
    last: float  # read
    solid: float  # the last read that no other antenna spoke against
    misses: int = 0  # answered polls without a solid read since
    polls: deque[tuple[float, bool, float | None]] = field(default_factory=deque)

    def note(self, t: float, read: Read | None, memory: float) -> None:
        """Keep one poll's answer."""
        self.polls.append((t, read is not None, read.rssi if read else None))
        while self.polls[0][0] < t - memory - EPSILON:
            self.polls.popleft()
        if read:
            self.last = t

    def reads(self, start: float) -> int:
        """Count the reads from a time on."""
        return sum(read for t, read, _ in self.polls if t >= start - EPSILON)

    def share(self, start: float) -> float | None:
        """The share of polls from a time on that read the tag; none if there was no poll."""
        answers = [read for t, read, _ in self.polls if t >= start - EPSILON]
        return sum(answers) / len(answers) if answers else None

    def signal(self, start: float) -> float | None:
        """The mean signal from a time on, where the reader tells it."""
        found = [rssi for t, _, rssi in self.polls if rssi is not None and t >= start - EPSILON]
        return sum(found) / len(found) if found else None

    def steady(self) -> bool:
        """Whether the last poll read the tag, and one of the two before it."""
        last = [read for _, read, _ in islice(reversed(self.polls), 3)]
        return last[0] and sum(last) >= 2

    def poor(self, limit: float) -> bool:
        """Whether the tag was missed often even while it was there."""
        while_there = [read for t, read, _ in self.polls if t <= self.solid + EPSILON]
        return len(while_there) >= 6 and while_there.count(False) > limit * len(while_there)


@dataclass(slots=True)
class _Card:
    """Where a tag lies, and what each antenna says of it."""

    home: str | None = None
    tracks: dict[str, _Track] = field(default_factory=dict)


NOWHERE = _Card()  # what is known of a tag that was forgotten


class Presence:
    """Tells where the tags are; give it every answered poll, at times that do not decrease."""

    def __init__(self, timing: Timing | None = None) -> None:
        self.timing = timing or Timing()
        self._t = 0.0
        self._expected: str | None = None
        self._cards: dict[str, _Card] = {}
        self._heard: dict[str, set[str]] = {}  # by zone: the tags it has a track of
        self._told: dict[str, set[str]] = {}  # by zone: the tags read since its last whole answer
        self._answered: dict[str, float] = {}  # by zone: its last answered poll

    def expect(self, zone: str | None) -> None:
        """Say where the next card should land: it settles between antennas that tell the same."""
        self._expected = zone

    def polled(
        self, t: float, zone: str, reads: Iterable[Read], *, whole: bool = True
    ) -> list[Sighting]:
        """An antenna answered with these tags.

        ``whole`` is false where others may lie there unread: a reader that tells of two at most,
        or the first part of an inventory. Then nothing is taken to be absent.
        """
        return self._answers(t, {zone: reads}, whole)

    def read(self, read: Read) -> list[Sighting]:
        """An antenna told of one tag and nothing of the others; ``swept`` may follow."""
        return self._answers(read.t, {read.zone: [read]}, whole=False)

    def swept(self, t: float, zones: Iterable[str]) -> list[Sighting]:
        """Antennas have told all they read: what none told of since the last time is absent."""
        return self._answers(t, dict.fromkeys(zones, ()), whole=True)

    def snapshot(self, t: float, zones: Mapping[str, Iterable[Read]]) -> list[Sighting]:
        """All antennas of a board at once, as after a reconnection.

        It weighs as one poll of each: a card missed in it is not lost, a stray read in it lands
        nowhere, and what did change while the board was away is sure a few polls later.
        """
        return self._answers(t, zones, whole=True)

    def where(self, tag: str) -> str | None:
        """The zone a tag lies in, as far as was told."""
        card = self._cards.get(tag)
        return card.home if card else None

    def present(self) -> dict[str, str]:
        """The zone of every tag that lies somewhere."""
        return {tag: card.home for tag, card in self._cards.items() if card.home}

    def doubts(self) -> frozenset[str]:
        """The zones where a card went unread: poll them again at once rather than in their turn."""
        return frozenset(
            zone
            for card in self._cards.values()
            for zone, track in card.tracks.items()
            if track.misses and card.home in (zone, None)
        )

    def unsettled(self, t: float) -> float | None:
        """Since when an antenna reads a card that is not yet told to be there; None if none is.

        A card lies at home as long as it is read there, whatever its neighbours tell; and an
        antenna that has stopped to answer reads nothing.
        """
        return min(
            (
                track.since
                for card in self._cards.values()
                for zone, track in card.tracks.items()
                if zone != card.home
                and t - track.last < self.timing.gone
                and (card.home is None or track.since > self._home(card).last)
            ),
            default=None,
        )

    def _answers(
        self, t: float, zones: Mapping[str, Iterable[Read]], whole: bool
    ) -> list[Sighting]:
        """Take in all answers before judging any, leavings before landings."""
        t = self._t = max(t, self._t)
        touched: list[tuple[str, str]] = []
        for zone, reads in zones.items():
            touched += self._noted(t, zone, {read.tag: read for read in reads}, whole)
        left = [told for tag, zone in touched for told in self._leaving(t, tag, zone)]
        return left + [told for tag, zone in touched for told in self._landing(t, tag, zone)]

    def _noted(
        self, t: float, zone: str, reads: Mapping[str, Read], whole: bool
    ) -> list[tuple[str, str]]:
        """Write one antenna's answer down; give the tags it bears on."""
        self._answered[zone] = t
        heard, told = self._heard.setdefault(zone, set()), self._told.setdefault(zone, set())
        missed = heard - told - reads.keys() if whole else set()
        for tag in missed:
            track = self._cards[tag].tracks[zone]
            track.note(t, None, self.timing.memory)
            track.misses += 1
        for read in reads.values():
            self._note_read(t, zone, read)
        if whole:
            told.clear()
        return [(tag, zone) for tag in sorted(reads.keys() | missed)]

    def _note_read(self, t: float, zone: str, read: Read) -> None:
        """Write one read down, and whether it is to be believed."""
        card = self._card(t, read.tag)
        self._heard[zone].add(read.tag)
        self._told[zone].add(read.tag)
        track = card.tracks.get(zone)
        if track is None or (card.home != zone and t - track.last > self.timing.memory):
            track = card.tracks[zone] = _Track(since=t, last=t, solid=t)
        track.note(t, read, self.timing.memory)
        if card.home == zone and self._spoken_against(card, track):
            track.misses += 1
        else:
            track.solid, track.misses = t, 0

    def _card(self, t: float, tag: str) -> _Card:
        """Find or make a tag's card; where garbage made many, those of old are dropped first."""
        if tag not in self._cards and len(self._cards) >= MOST_TAGS:
            stale = [
                (name, zone)
                for name, card in self._cards.items()
                for zone, track in card.tracks.items()
                if zone != card.home and t - track.last > self.timing.memory
            ]
            for name, zone in stale:
                self._forget(name, zone)
        return self._cards.setdefault(tag, _Card())

    def _spoken_against(self, card: _Card, home: _Track) -> bool:
        """Whether another antenna began to read the card since, and reads it as often.

        Then a read at home is a neighbour's stray read of a card that has moved, and must not put
        off its leaving. An antenna that has read the card all along says nothing new.
        """
        return any(
            rival.since > home.solid
            and (reads := rival.reads(rival.since)) >= 2
            and reads >= home.reads(rival.since)
            for rival in card.tracks.values()
        )

    def _leaving(self, t: float, tag: str, zone: str) -> list[Sighting]:
        """Tell that the card left, or forget an antenna that read it in passing."""
        card = self._cards.get(tag, NOWHERE)
        track = card.tracks.get(zone)
        if track is None:
            return []
        if zone == card.home:
            if not self._gone(t, track):
                return []
            told = self._left(t, tag, card)
            self._begin_anew(tag, card, track.solid)
            return [told]
        if self._lost(t, track):
            self._forget(tag, zone)
        return []

    def _lost(self, t: float, track: _Track) -> bool:
        """Whether a dwelling has broken off; a lone read is likely stray."""
        part = 0.5 if track.reads(track.since) == 1 else 1.0
        return (
            track.misses >= part * self.timing.lost_misses
            and t - track.last >= part * self.timing.lost - EPSILON
        )

    def _gone(self, t: float, track: _Track) -> bool:
        """Whether the card an antenna had is away; one that reads poorly is given longer."""
        wait = self.timing.gone
        if track.misses < self.timing.gone_misses or t - track.solid < wait - EPSILON:
            return False
        if track.poor(self.timing.poor):
            wait = self.timing.poor_gone
        return t - track.solid >= wait - EPSILON

    def _landing(self, t: float, tag: str, zone: str) -> list[Sighting]:
        """Tell that the card landed, once it has dwelt there and no other antenna knows better."""
        card = self._cards.get(tag, NOWHERE)
        track = card.tracks.get(zone)
        if track is None or zone == card.home or not self._dwelt(t, track):
            return []
        told = []
        if card.home is not None:
            if not self._yields(t, card, track):
                return []
            told.append(self._left(t, tag, card))
        elif self._best(t, card) != zone or self._moving_on(t, card, track):
            return []
        card.home, track.solid, track.misses = zone, t, 0
        return [*told, Sighting(t, tag, zone, arrived=True, since=track.since)]

    def _dwelt(self, t: float, track: _Track) -> bool:
        return t - track.since >= self.timing.dwell - EPSILON and t == track.last and track.steady()

    def _moving_on(self, t: float, card: _Card, track: _Track) -> bool:
        """Whether a newer antenna reads the card as often since it began: it is heard out first."""
        return any(
            track.since < rival.since
            and t - rival.since < self.timing.dwell - EPSILON
            and rival.reads(rival.since) >= track.reads(rival.since)
            for rival in card.tracks.values()
        )

    def _best(self, t: float, card: _Card) -> str:
        """The antenna the card is on: by dwell, by signal, by what is expected, by the rest."""
        start = t - self.timing.dwell
        most = max(track.reads(start) for track in card.tracks.values())
        near = [zone for zone, track in card.tracks.items() if 2 * track.reads(start) > most]

        def better(one: str, other: str) -> str:
            lead = _lead(card.tracks[one], card.tracks[other], start) or 0.0
            if abs(lead) < self.timing.stronger and self._expected in (one, other):
                return self._expected
            if lead:
                return one if lead > 0 else other
            return max(one, other, key=lambda zone: card.tracks[zone].reads(start))

        return reduce(better, near)

    def _yields(self, t: float, card: _Card, rival: _Track) -> bool:
        """Whether the antenna a card lies on must give it up to another that reads it too."""
        assert card.home is not None
        if self._answered[card.home] < rival.since:
            return True  # it fell silent before the other began: the card was carried over
        start = t - self.timing.reconsider
        home = self._home(card)
        share, others = home.share(start), rival.share(start)
        if rival.since > start + EPSILON or share is None or others is None:
            return False
        lead = _lead(rival, home, start)
        if lead is not None and others >= 0.5:
            return lead >= self.timing.stronger
        return others >= 3 * share

    def _left(self, t: float, tag: str, card: _Card) -> Sighting:
        assert card.home is not None
        zone, card.home = card.home, None
        since = card.tracks[zone].solid
        self._forget(tag, zone)
        return Sighting(t, tag, zone, arrived=False, since=since)

    def _begin_anew(self, tag: str, card: _Card, since: float) -> None:
        """Drop what others read while the card still lay at home: no part of a dwelling there."""
        for zone, track in list(card.tracks.items()):
            later = [t for t, read, _ in track.polls if read and t > since]
            if later:
                track.since = later[0]
            else:
                self._forget(tag, zone)

    def _forget(self, tag: str, zone: str) -> None:
        """Drop a track, and the card with its last one, so that memory stays bounded."""
        card = self._cards[tag]
        del card.tracks[zone]
        self._heard[zone].discard(tag)
        self._told[zone].discard(tag)
        if not card.tracks and card.home is None:
            del self._cards[tag]

    def _home(self, card: _Card) -> _Track:
        assert card.home is not None
        return card.tracks[card.home]


def _lead(one: _Track, other: _Track, start: float) -> float | None:
    """How much stronger one antenna reads the tag than another; none where one tells no signal."""
    signals = one.signal(start), other.signal(start)
    return None if signals[0] is None or signals[1] is None else signals[0] - signals[1]
