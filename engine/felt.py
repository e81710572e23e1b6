"""One truth about cards: each lies in one zone, face up or down, or nobody knows."""

from engine.cards import DECK, DECK_ZONE, UNREAD


class Felt:
    """Where every card of the deck in play lies."""

    __slots__ = ("place", "shown", "stub", "top", "zones")

    def __init__(self) -> None:
        self.place: dict[str, str] = {}  # a card that left the deck, and its zone
        self.zones: dict[str, list[str]] = {}
        self.shown: set[str] = set()  # faces the whole table has seen
        self.stub = len(DECK)  # cards still in the deck
        self.top: list[str] = []  # known cards put back on the stub, the top one last

    def zone_of(self, card: str) -> str:
        """Where a read card lies; what never left the deck is in it."""
        return self.place.get(card, DECK_ZONE)

    def cards(self, zone: str) -> list[str]:
        """The cards in a zone, in the order they came."""
        return self.zones.get(zone, [])

    def move(self, card: str, zone: str, origin: str) -> None:
        """Put a card in a zone, taking it out of the one it was in."""
        known = self.place.get(card)
        if known is not None and card != UNREAD:
            origin = known  # the truth stands before what an event believes
        if origin == DECK_ZONE:
            self._draw(card)
        elif origin != "unknown":
            self._lift(card, origin)
        if zone == DECK_ZONE:
            self.place.pop(card, None)
            self.stub += 1
            return
        if card != UNREAD:
            self.place[card] = zone
        held = self.zones.get(zone)
        if held is None:
            self.zones[zone] = [card]
        else:
            held.append(card)

    def _draw(self, card: str) -> None:
        if self.stub:
            self.stub -= 1
        if self.top:
            if card in self.top:
                self.top.remove(card)
            elif card == UNREAD:
                self.top.pop()

    def _lift(self, card: str, origin: str) -> None:
        held = self.zones.get(origin)
        if not held:
            return
        if card in held:
            held.remove(card)
        elif UNREAD in held:
            held.remove(UNREAD)  # it had lain there unread
        elif card == UNREAD:
            # One of the known cards went, nobody saw which: the last is the best guess of none.
            self.place[held.pop()] = "unknown"

    def read(self, card: str, zone: str) -> None:
        """A card that lay unread in a zone has now been read."""
        held = self.zones[zone]
        held[held.index(UNREAD)] = card
        self.place[card] = zone

    def reshuffled(self) -> None:
        """The stub's order is nobody's knowledge any more."""
        self.top.clear()
