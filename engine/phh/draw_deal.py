"""Deals a recorded hand of a draw game again: requests, discards, and the cards that came."""

from collections import Counter

from engine.deal.exchange import AT_ONCE
from engine.phh.deal import UNKNOWN, Dealing, words_of
from engine.phh.text import HandHistory


class DrawDealing(Dealing):
    """Draw: no board; each draw is a request from every seat, a burn, and cards."""

    def __init__(self, hand: HandHistory) -> None:
        self._asked: dict[int, int] = {}  # in the draw that is on, or was last
        self._followed = 0  # actions
        self._drawing = self._burned = False
        self._to: int | None = None  # the seat that got the last card of the draw
        self._late: list[tuple[int, str]] = []  # fifth cards: they come when the others have drawn
        self._early: list[tuple[int, list[str]]] = []  # shown all-in, before the last draw
        super().__init__(hand)
        self._started: set[int] = set()  # whose starting hand the file has told

    def follow(self, action: str) -> None:
        """Say one action of the hand; what is dealt after the starting hands is drawn."""
        self._followed += 1
        match action.split("#")[0].split():
            case ["d", "dh", player, cards]:
                self._drawn(self._seat(player), self._cards(cards))
            case [player, "sd", *cards]:
                thrown = [] if cards in ([], ["-"]) else self._cards(cards[0])
                self._ask(self._seat(player), thrown)
            case [player, "sm", *_] if self._unfinished():
                self._early.append((self._seat(player), action.split("#")[0].split()[2:]))
            case words:
                if words:
                    self._end_draw()
                super().follow(action)

    def end(self) -> None:
        """The last fifth cards come, and who was shown all-in shows."""
        self._end_draw()
        for seat, cards in self._early:
            super().follow(" ".join([f"p{seat}", "sm", *cards]))
        super().end()

    def _unfinished(self) -> bool:
        """Whether cards are still to be asked for or dealt after this showdown."""
        return any(words[1:2] == ["sd"] for words in self._words_from(self._followed))

    def _ask(self, seat: int, thrown: list[str]) -> None:
        if not self._drawing or seat in self._asked:
            self._end_draw()
            self._asked, self._drawing, self._burned, self._to = {}, True, False, None
            self._bets = [0] * self._hand.count
            self._level = 0
        self._asked[seat] = len(thrown)
        named = UNKNOWN not in thrown
        self._say("draw", seat=seat, **({"discards": thrown} if named else {"count": len(thrown)}))
        for card in thrown:
            self._say("card", card=card, zone="muck", face="down", **{"from": f"seat:{seat}"})

    def _drawn(self, seat: int, cards: list[str]) -> None:
        """The starting hand is dealt already; four of five cards come at once."""
        if seat not in self._started:
            self._started.add(seat)
            return
        for place, card in enumerate(cards):
            if place < AT_ONCE:
                self._deal_drawn(seat, card)
            else:
                self._late.append((seat, card))

    def _deal_drawn(self, seat: int, card: str) -> None:
        if not self._burned:
            self._burned = True
            self._say("card", card=UNKNOWN, zone="burn", face="down")
        self._to = seat
        off = {"from": "deck"}  # or it might be one that lies there unread
        self._say("card", card=card, zone=f"seat:{seat}", face="down", **off)

    def _end_draw(self) -> None:
        for seat, card in self._late:
            if self._to == seat:  # nothing came between (uspa.3.2.8.5.1.10b)
                self._say("card", card=UNKNOWN, zone="burn", face="down")
            self._deal_drawn(seat, card)
        self._late, self._drawing = [], False

    def _dealt(self) -> list[list[str]]:
        """Each player's first five cards."""
        hands: dict[int, list[str]] = {}
        for words in self._words_from(0):
            if words[:2] == ["d", "dh"]:
                hands.setdefault(self._seat(words[2]), self._cards(words[3]))
        unread = [UNKNOWN] * self._layout.hole
        return [(hands.get(seat, []) + unread)[: self._layout.hole]
                for seat in range(1, self._hand.count + 1)]  # fmt: skip

    def _hidden_hands(self) -> list[int]:
        """Who kept a hand to the end of which not all cards were ever told."""
        held = {seat: Counter(cards) for seat, cards in enumerate(self._hands, 1)}
        started: set[int] = set()
        kept: list[int] = []
        for words in self._words_from(0):
            match words:
                case ["d", "dh", player, cards]:
                    seat = self._seat(player)
                    if seat in started:
                        held[seat].update(self._cards(cards))
                    started.add(seat)
                case [player, "sd", cards] if cards != "-":
                    for card in self._cards(cards):
                        known = card if held[self._seat(player)][card] else UNKNOWN
                        held[self._seat(player)][known] -= 1
                case [player, "sm", cards]:
                    told = cards != "-" and UNKNOWN not in self._cards(cards)
                    if not told and held[self._seat(player)][UNKNOWN] > 0:
                        kept.append(self._seat(player))
        return kept

    def _is_out(self) -> bool:
        return True

    def _words_from(self, at: int) -> list[list[str]]:
        return list(words_of(self._hand))[at:]
