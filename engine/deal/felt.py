"""One truth about cards: where each lies, whether the table has seen it, and what it counts as."""

from engine.cards import BOARD, DECK, DECK_ZONE, SEAT_ZONES, UNREAD

UNKNOWN = "unknown"  # a card left its zone unread: nobody saw which


class Felt:
    """Where every card of the deck in play lies, and whose or which it is."""

    __slots__ = (
        "board", "dealt", "exposed", "face_down", "faced", "fresh", "going_home", "hands", "place",
        "shown",
        "stub", "top", "void", "withdrawn", "zones",
    )  # fmt: skip

    def __init__(self, seats: list[int], *, jokers: int = 0) -> None:
        # Where cards lie
        self.place: dict[str, str] = {}  # a card that left the deck, and its zone
        self.zones: dict[str, list[str]] = {}
        self.going_home: dict[str, str] = {}  # cards of the deal before that were not yet gathered
        self.stub = len(DECK) + jokers  # cards still in the deck
        self.top: list[str] = []  # known cards put back on the stub, the top one last
        self.face_down: set[str] = set()  # board cards not yet turned up
        # Who has seen them
        self.shown: set[str] = set()  # faces the whole table has seen
        self.exposed: list[str] = []  # downcards seen through the dealer's fault
        self.faced: dict[str, float] = {}  # when a board card's face was first seen
        # What they count as
        self.hands: dict[int, list[str]] = {seat: [] for seat in seats}
        self.dealt: list[tuple[str, int]] = []  # the starting deal, card by card
        self.board: list[str] = []
        self.fresh: list[str] = []  # board cards of the street being dealt
        self.withdrawn: list[str] = []  # cards on the board that a ruling took off it
        self.void: set[str] = set()  # cards a ruling took out of play

    # Where cards lie

    def zone_of(self, card: str) -> str:
        """Where a read card lies; what never left the deck is in it."""
        return self.place.get(card, DECK_ZONE)

    def cards(self, zone: str) -> list[str]:
        """The cards in a zone, in the order they came."""
        return self.zones.get(zone, [])

    def is_out(self) -> bool:
        """Whether any card lies elsewhere than in the deck."""
        return any(self.zones.values())

    def on_board(self) -> list[str]:
        """Cards that physically lie on the board."""
        return self.zones.get(BOARD, [])

    def move(self, card: str, zone: str, origin: str) -> None:
        """Put a card in a zone, taking it out of the one it was in."""
        if card in self.place and card != UNREAD:
            origin = self.place[card]  # the truth stands before what an event believes
        if origin == DECK_ZONE:
            if self.stub:
                self.stub -= 1
            if self.top:
                self._draw_known(card)
        elif origin != UNKNOWN:
            self._lift(card, origin)
        if zone == DECK_ZONE:
            self.place.pop(card, None)
            self.faced.pop(card, None)
            self.stub += 1
            return
        if card != UNREAD:
            self.place[card] = zone
        if zone in self.zones:
            self.zones[zone].append(card)
        else:
            self.zones[zone] = [card]

    def come(self, card: str, zone: str) -> None:
        """A card of which all is known comes off the deck to a zone."""
        self.stub -= 1
        self.place[card] = zone
        if zone in self.zones:
            self.zones[zone].append(card)
        else:
            self.zones[zone] = [card]

    def _draw_known(self, card: str) -> None:
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
            self.place[held.pop()] = UNKNOWN

    def read(self, card: str, zone: str, seat: int | None = None) -> None:
        """A card that lay unread has now been read: wherever it counts, it has its face."""
        if UNREAD in self.cards(zone):
            held = self.zones[zone]
            held[held.index(UNREAD)] = card
            self.place[card] = zone
        else:
            self.move(card, zone, UNKNOWN)
        counts = [self.fresh, self.board] if zone == BOARD else [self.hands.get(seat or 0, [])]
        for cards in counts:
            if UNREAD in cards:
                cards[cards.index(UNREAD)] = card
                return

    def name_unread(self, card: str, seat: int) -> None:
        """An unread card of a seat's hand is named by a person, wherever it lies now."""
        zone = SEAT_ZONES[seat]
        if UNREAD in self.cards(zone):
            self.read(card, zone, seat)
            return
        held = self.hands[seat]
        held[held.index(UNREAD)] = card
        self.place[card] = zone

    def reshuffled(self) -> None:
        """The stub's order is nobody's knowledge any more."""
        self.top.clear()

    def see_on_board(self, card: str, *, up: bool, at: float) -> None:
        """Remember whether a board card lies up or down, and when its face was first seen."""
        if up:
            self.faced.setdefault(card, at)
            self.shown.add(card)
            self.face_down.discard(card)
        elif card not in self.shown:  # else the camera lost it behind an arm
            self.face_down.add(card)

    # What cards count as

    def give(self, card: str, seat: int) -> None:
        """A card of the starting deal is a seat's."""
        self.dealt.append((card, seat))
        held = self.hands.get(seat)
        if held is not None and not held:
            held.append(card)  # his first: no need to look whether it is there already
        else:
            self.hold(card, seat)

    def hold(self, card: str, seat: int) -> None:
        """A card counts as a seat's; one that went home and came again is still one card."""
        if seat not in self.hands:
            self.hands[seat] = [card]
        elif card == UNREAD or card not in self.hands[seat]:
            self.hands[seat].append(card)

    def hole(self, seat: int) -> list[str]:
        """The cards of a seat that play."""
        held = self.hands.get(seat, [])
        return [card for card in held if card not in self.void] if self.void else held

    def take_from_hand(self, card: str, seat: int) -> bool:
        """A card is in a seat's hand no more; False where it was not."""
        held = self.hands.get(seat, [])
        if card not in held:
            return False
        held.remove(card)
        return True

    def throw_away(self, card: str, seat: int) -> None:
        """A seat discards: unless it was seen which card, the others are anybody's guess too."""
        held = self.hands.setdefault(seat, [])
        if card != UNREAD and (card in held or UNREAD in held):
            held.remove(card if card in held else UNREAD)
            return
        left = max(len(held) - 1, 0)
        for name in held:
            if self.place.get(name) in (SEAT_ZONES[seat], UNKNOWN):
                del self.place[name]
        lying = self.zones.get(SEAT_ZONES[seat], [])
        self.hands[seat] = [UNREAD] * left
        lying[:] = [UNREAD] * min(left, len(lying))

    def take_from_hands(self, card: str) -> int | None:
        """A card is in no hand any more; whose it was."""
        holders = [seat for seat in self.hands if self.take_from_hand(card, seat)]
        return holders[0] if holders else None

    def scrap(self, card: str, seat: int | None) -> None:
        """Scrap paper is in nobody's hand, on no board and no burn."""
        held = self.hands.get(seat, []) if seat is not None else []
        for cards in (held, self.fresh, self.board):
            if card in cards:
                cards.remove(card)
        self.void.add(card)

    def has_whole_hand(self, size: int) -> bool:
        """Whether any player has all his starting cards."""
        return any(len(self.hole(seat)) >= size for seat in self.hands)

    def has_second_card(self) -> bool:
        """Whether any player has more than one card."""
        return any(len(held) > 1 for held in self.hands.values())
