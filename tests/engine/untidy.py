"""A table where people are people: each disorder is what every card room sees all evening.

Nothing here is a fault. A dealer plays on as the table asks, and now and then one of these happens;
the answer must be no ruling, no reject, and the right end. What truly happened is told, in order,
to a second table: at the end both must have pushed the same pots.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from controller.senses.fusion import Windows
from engine import Table
from engine.cards import DECK
from firmware_bridge.presence import Timing
from tests.engine.dealer import Dealer

Event = dict[str, Any]
Answer = dict[str, Any]

DWELL = Timing().dwell  # a card that crosses an antenna in less is not read there
SENSORS = (DWELL, Timing().reconsider)  # until a card seen elsewhere is read where it lies
READ = (Windows().lag, Windows().hold)  # until a card that lies unread, or waits, is told of
WORD = (0.2, 1.6)  # until what a player did is entered
PACE = (0.25, 0.9)  # between two things that a dealer or a player does
FIRST_WORD = 0.6  # of the others a word is not so late that the next player's overtakes it


class UntidyDealer(Dealer):
    """Does what is expected, but not as tidily as it is written in a book."""

    def __init__(self, book: str, players: int, seed: int = 1, **opening: Any) -> None:
        self.truth = Table()
        self.ends: list[Answer] = []  # what the second table says of each deal
        self.chosen: list[Disorder] = []  # for this deal
        self.made: list[str] = []
        self.held: dict[int, list[str]] = {}
        self.waiting: list[tuple[float, str, Event]] = []  # what is told later than it happened
        self.chance = random.Random(seed * 7919 + 1)
        self.lay_up: list[str] = []  # cards of the deal before that lie face up
        super().__init__(book, players, seed, **opening)

    @property
    def book(self) -> str:
        return self.table.setting.book.name

    # What happens, and what is seen of it

    def do(self, kind: str, **fields: Any) -> list[Answer]:
        """Something that is seen as it happens."""
        self.truly(kind, **fields)
        return self.seen(kind, **fields)

    def truly(self, kind: str, **fields: Any) -> None:
        """Something that happens: the second table hears of it in time."""
        if kind == "card" and fields["zone"].startswith("seat:"):
            held = self.held.setdefault(int(fields["zone"][5:]), [])
            held += [fields["card"]] if fields["card"] not in held else []
        answers = self.truth.apply({"t": round(self.t, 3), "e": kind, **fields})
        assert not [a for a in answers if a["o"] in ("ruling", "reject")], (kind, fields, answers)
        self.ends += [answer for answer in answers if answer["o"] in ("award", "end")]

    def seen(self, kind: str, pace: tuple[float, float] = PACE, /, **fields: Any) -> list[Answer]:
        """Something that the table hears of now."""
        self._tell(self.t + self.chance.uniform(*pace), kind, fields)
        return self.answers

    def later(self, delay: tuple[float, float], kind: str, **fields: Any) -> None:
        """Something that the table hears of in a while."""
        at = self.t + self.chance.uniform(*delay)
        self.waiting.append((at, kind, fields))

    def until_told(self) -> None:
        """Nothing else happens until all that waits has been told."""
        self._tell_until(max((at for at, _, _ in self.waiting), default=self.t))

    def _tell(self, at: float, kind: str, fields: Event) -> None:
        self._tell_until(at)
        self._apply(at, kind, fields)

    def _tell_until(self, at: float) -> None:
        while self.waiting and (first := min(self.waiting, key=lambda one: one[0]))[0] <= at:
            self.waiting.remove(first)
            self._apply(*first)

    def _apply(self, at: float, kind: str, fields: Event) -> None:
        self.t = max(self.t, round(at, 3))
        event = {"t": self.t, "e": kind, **fields}
        self.log.append(event)
        self.answers += self.table.apply(event)

    # A deal

    def hand(self, **fields: Any) -> None:
        board = self.table.deal.felt.board if self.table.dealt else []
        self.lay_up = [card for card in board if card != "??"]
        self.held = {}
        self.deck = list(DECK)
        self.rnd.shuffle(self.deck)
        self.do("shuffle")
        self.do("cut")
        self.do("hand", **fields)

    def step(self) -> bool:
        """What is expected, after a disorder where one fits."""
        for disorder in list(self.chosen):
            if self.book in disorder.but or self.waiting:
                continue
            if disorder.make(self):
                self.chosen.remove(disorder)
                self.made.append(disorder.name)
                return True
        if self.due.get("what") == "show":
            self.do("show", **self.shown(self.due["seat"]))
            return True
        if self.waiting and self.due.get("what") not in ("card", "act", "show"):
            self.until_told()
            return True
        return super().step()

    @property
    def due(self) -> Answer:
        return self.table.expected or {}

    @property
    def acts(self) -> bool:
        return self.due.get("what") == "act"

    def may_gather(self) -> bool:
        """Hands all read are shown for the pot; with cards to come nobody takes his in."""
        if self.table.deal.agenda.stage != "show" or self.due.get("what") != "show":
            return False
        return not any("??" in self.table.hole(seat) for seat in self.live())

    def live(self) -> list[int]:
        return sorted(self.table.outlook().live)

    def outstanding(self) -> list[int]:
        return self.table.deal.betting.outstanding()

    def shown(self, seat: int) -> Event:
        """A hand that is opened: who turns up cards that nobody read names them."""
        unread = "??" in self.table.hole(seat)
        return {"seat": seat, "cards": self.held[seat]} if unread else {"seat": seat}

    def fold(self, seat: int) -> None:
        self.truly("act", seat=seat, do="fold")


@dataclass(frozen=True)
class Disorder:
    """Something ordinary; ``make`` is False where it does not fit this moment."""

    name: str
    make: Callable[[UntidyDealer], bool]
    often: float  # in a deal: words are late all evening, but antennas are read with care
    but: tuple[str, ...] = ()  # books that forbid it


DISORDERS: list[Disorder] = []


def disorder(
    often: float, but: tuple[str, ...] = ()
) -> Callable[[Callable[[UntidyDealer], bool]], Callable[[UntidyDealer], bool]]:
    """Enter a disorder in the list."""

    def enter(make: Callable[[UntidyDealer], bool]) -> Callable[[UntidyDealer], bool]:
        DISORDERS.append(Disorder(make.__name__, make, often, but))
        return make

    return enter


def muck(d: UntidyDealer, seat: int, face: str = "down") -> None:
    for card in d.held.get(seat, []):
        d.seen("card", (0.05, 0.2), card=card, zone="muck", face=face)


# Folds and words


@disorder(0.5)
def cards_thrown_in_before_the_fold_is_entered(d: UntidyDealer) -> bool:
    if not d.acts or not d.due["to_call"]:
        return False
    seat = d.due["seat"]
    d.fold(seat)
    muck(d, seat)
    d.later((0.1, FIRST_WORD), "act", seat=seat, do="fold")
    d.until_told()
    return True


@disorder(0.3)
def the_fold_is_entered_when_others_have_acted(d: UntidyDealer) -> bool:
    if not d.acts or not d.due["to_call"] or len(d.live()) < 4:
        return False
    seat = d.due["seat"]
    d.fold(seat)
    muck(d, seat)
    d.later(WORD, "act", seat=seat, do="fold")
    return True


@disorder(0.008)
def cards_thrown_in_before_their_turn(d: UntidyDealer) -> bool:
    if not d.acts or not d.due["to_call"] or len(d.live()) < 4:
        return False
    first = d.due["seat"]
    if len(after := d.outstanding()[d.outstanding().index(first) + 1 :]) < 2:
        return False
    muck(d, after[0])
    d.do("act", seat=first, do="call")
    if d.due.get("seat") != after[0]:
        return True
    d.fold(after[0])
    d.seen("act", WORD, seat=after[0], do="fold")
    return True


@disorder(0.01)
def the_winner_tosses_his_cards_before_the_last_fold(d: UntidyDealer) -> bool:
    live = d.live()
    if not d.acts or not d.due["to_call"] or d.outstanding() != [d.due["seat"]] or len(live) != 2:
        return False
    seat = d.due["seat"]
    d.fold(seat)
    muck(d, next(one for one in live if one != seat))
    d.seen("act", WORD, seat=seat, do="fold")
    return True


@disorder(0.05, but=("dc", "california"))
def a_folded_hand_is_thrown_in_face_up(d: UntidyDealer) -> bool:
    if not d.acts or not d.due["to_call"]:
        return False
    seat = d.due["seat"]
    if d.chance.random() < 0.5:
        d.do("act", seat=seat, do="fold")
        muck(d, seat, "up")
    else:
        d.fold(seat)
        muck(d, seat, "up")
        d.seen("act", (0.1, FIRST_WORD), seat=seat, do="fold")
    return True


@disorder(0.05)
def a_player_steps_away_at_his_turn(d: UntidyDealer) -> bool:
    setting = d.table.setting
    if not d.acts or (d.book, setting.format) == ("uspa", "tournament"):
        return False  # uspa.3.3.2.12a: there his hand is dead
    d.do("away", seat=d.due["seat"])
    d.do("tick")
    d.do("back", seat=d.due["seat"])
    return True


@disorder(0.006)
def the_burn_comes_a_moment_before_the_last_action(d: UntidyDealer) -> bool:
    deal = d.table.deal
    if not d.acts or deal.agenda.coming is None or len(d.live()) < 2:
        return False
    if d.outstanding() != [d.due["seat"]]:
        return False
    seat, burn = d.due["seat"], d.deck.pop()
    d.truly("act", seat=seat, do="call" if d.due["to_call"] else "check")
    d.truly("card", card=burn, zone="burn", face="down")
    do = "call" if d.due["to_call"] else "check"
    d.seen("card", card=burn, zone="burn", face="down")
    d.seen("act", WORD, seat=seat, do=do)
    return True


# Cards that are seen elsewhere


@disorder(0.004)
def a_folded_card_crosses_a_live_seat(d: UntidyDealer) -> bool:
    if not d.acts or not d.due["to_call"] or len(d.live()) < 3:
        return False
    seat = d.due["seat"]
    other = d.chance.choice([one for one in d.live() if one != seat])
    card, *rest = d.held[seat]
    d.do("act", seat=seat, do="fold")
    for one in rest:
        d.seen("card", card=one, zone="muck", face="down")
    d.seen("card", card=card, zone=f"seat:{other}", face="down")
    d.later(SENSORS, "card", card=card, zone="muck", face="down")
    return True


@disorder(0.002)
def a_live_card_is_seen_at_the_neighbours_for_a_moment(d: UntidyDealer) -> bool:
    if not d.acts or len(d.live()) < 2:
        return False
    one, other = d.chance.sample(d.live(), 2)
    card = d.chance.choice(d.held[one])
    d.seen("card", card=card, zone=f"seat:{other}", face="down")
    d.seen("card", SENSORS, card=card, zone=f"seat:{one}", face="down")
    return True


@disorder(0.01)
def a_card_is_seen_over_the_muck_at_its_turn(d: UntidyDealer) -> bool:
    """He had drawn his hand to the line, and draws it back."""
    if not d.acts:
        return False
    seat, do = d.due["seat"], "call" if d.due["to_call"] else "check"
    card = d.chance.choice(d.held[seat])
    d.seen("card", card=card, zone="muck", face="down")
    if d.chance.random() < 0.5:
        d.seen("card", SENSORS, card=card, zone=f"seat:{seat}", face="down")
        d.do("act", seat=seat, do=do)
    else:
        d.do("act", seat=seat, do=do)
        d.seen("card", SENSORS, card=card, zone=f"seat:{seat}", face="down")
    return True


@disorder(0.004)
def a_whole_hand_is_seen_over_the_muck_at_its_turn(d: UntidyDealer) -> bool:
    """Even where nobody else is left to act: the pot is his opponent's for a moment only."""
    if not d.acts or len(d.live()) < 2:
        return False
    seat, do = d.due["seat"], "call" if d.due["to_call"] else "check"
    muck(d, seat)
    if d.chance.random() < 0.5:
        for card in d.held[seat]:
            d.seen("card", (0.05, 0.2), card=card, zone=f"seat:{seat}", face="down")
        d.do("act", seat=seat, do=do)
        return True
    d.do("act", seat=seat, do=do)
    for card in d.held[seat]:
        d.seen("card", (0.05, 0.2), card=card, zone=f"seat:{seat}", face="down")
    return True


@disorder(0.004)
def a_live_hand_is_seen_over_the_muck_between_streets(d: UntidyDealer) -> bool:
    """Of players all in, too."""
    if d.due.get("zone") != "burn" or len(d.live()) < 2:
        return False
    seat = d.chance.choice(d.live())
    cards = d.held[seat][: d.chance.randint(1, len(d.held[seat]))]
    for card in cards:
        d.seen("card", (0.05, 0.2), card=card, zone="muck", face="down")
    if d.chance.random() < 0.5:
        d.do("card", card=d.deck.pop(), zone="burn", face="down")
    for card in cards:
        d.seen("card", (0.05, 0.2), card=card, zone=f"seat:{seat}", face="down")
    return True


@disorder(0.01)
def both_give_up_and_the_first_to_act_tosses_the_winning_cards(d: UntidyDealer) -> bool:
    live = d.live()
    if not d.acts or d.due["to_call"] or len(live) != 2 or len(d.outstanding()) != 2:
        return False
    seat = d.due["seat"]
    other = next(one for one in live if one != seat)
    d.truly("act", seat=seat, do="check")
    d.fold(other)
    muck(d, other)
    muck(d, seat)
    return True


@disorder(0.002)
def a_dealt_card_is_seen_at_the_neighbours_for_a_moment(d: UntidyDealer) -> bool:
    due = d.due.get("zone", "")
    dealt = [seat for seat, cards in d.held.items() if cards]
    if d.due.get("what") != "card" or not due.startswith("seat:") or not dealt:
        return False
    one = d.chance.choice(dealt)
    other = d.chance.choice([seat for seat in d.live() if seat != one])
    card = d.held[one][-1]
    origin = {"from": f"seat:{one}"} if d.chance.random() < 0.5 else {}
    d.seen("card", card=card, zone=f"seat:{other}", face="down", **origin)
    d.seen("card", SENSORS, card=card, zone=f"seat:{one}", face="down")
    return True


def _pitched_over(d: UntidyDealer, zone: str) -> bool:
    due = d.due.get("zone", "")
    if d.due.get("what") != "card" or not due.startswith("seat:"):
        return False
    if zone == "seat":
        zone = d.chance.choice([f"seat:{one}" for one in d.live() if f"seat:{one}" != due])
    card = d.deck.pop()
    d.truly("card", card=card, zone=due, face="down")
    d.seen("card", card=card, zone=zone, face="down")
    d.seen("card", SENSORS, card=card, zone=due, face="down")
    return True


@disorder(0.002)
def a_pitched_card_is_seen_over_a_neighbour(d: UntidyDealer) -> bool:
    return _pitched_over(d, "seat")


@disorder(0.001)
def a_pitched_card_is_seen_over_the_board(d: UntidyDealer) -> bool:
    return _pitched_over(d, "board")


@disorder(0.01)
def a_pitched_card_is_seen_over_the_muck(d: UntidyDealer) -> bool:
    return _pitched_over(d, "muck")


@disorder(0.001)
def the_burn_is_seen_over_the_board(d: UntidyDealer) -> bool:
    if d.due.get("zone") != "burn":
        return False
    burn = d.deck.pop()
    d.truly("card", card=burn, zone="burn", face="down")
    d.seen("card", card=burn, zone="board", face="down")
    d.seen("card", SENSORS, card=burn, zone="burn", face="down")
    return True


@disorder(0.001)
def a_board_card_is_seen_over_the_burns(d: UntidyDealer) -> bool:
    if d.due.get("zone") != "board":
        return False
    card = d.deck.pop()
    d.truly("card", card=card, zone="board", face="up")
    d.seen("card", card=card, zone="burn", face="down")
    d.seen("card", SENSORS, card=card, zone="board", face="up")
    return True


# Cards that are read late


@disorder(0.002)
def a_hole_card_is_read_after_the_next(d: UntidyDealer) -> bool:
    zone = d.due.get("zone", "")
    order = [f"seat:{one}" for one in d.table.deal.agenda.start.order]
    if d.due.get("what") != "card" or zone not in order or zone == order[-1]:
        return False
    late, early, after = d.deck.pop(), d.deck.pop(), order[order.index(zone) + 1]
    d.truly("card", card=late, zone=zone, face="down")
    d.truly("card", card=early, zone=after, face="down")
    d.seen("card", card=early, zone=after, face="down")
    d.seen("card", READ, card=late, zone=zone, face="down")
    return True


@disorder(0.002)
def the_last_hole_card_is_read_after_the_first_actions(d: UntidyDealer) -> bool:
    start = d.table.deal.agenda.start
    if d.due.get("what") != "card" or start.pos != len(start.slots) - 1:
        return False
    card, zone, first = d.deck.pop(), d.due["zone"], d.table.deal.betting.turn
    if first is None or len(d.held[first.seat]) < d.table.setting.game.starting_cards:
        return False
    d.truly("card", card=card, zone=zone, face="down")
    d.do("act", seat=first.seat, do="call")
    second = d.truth.deal.betting.turn
    if d.chance.random() < 0.5 and second is not None and d.truth.deal.betting.to_call(second):
        d.truly("act", seat=second.seat, do="call")
        d.seen("act", (0.2, 0.4), seat=second.seat, do="call")
    d.seen("card", READ, card=card, zone=zone, face="down")
    return True


@disorder(0.002)
def the_burn_is_read_after_the_next_card(d: UntidyDealer) -> bool:
    if d.due.get("zone") != "burn":
        return False
    burn, card = d.deck.pop(), d.deck.pop()
    d.truly("card", card=burn, zone="burn", face="down")
    d.do("card", card=card, zone="board", face="up")
    d.seen("card", READ, card=burn, zone="burn", face="down")
    return True


@disorder(0.1)
def a_board_card_is_read_late(d: UntidyDealer) -> bool:
    if d.due.get("zone") != "board":
        return False
    card = d.deck.pop()
    d.truly("card", card=card, zone="board", face="up")
    d.seen("card", card="??", zone="board", face="up")
    while d.due.get("zone") == "board":
        d.do("card", card=d.deck.pop(), zone="board", face="up")
    if d.chance.random() < 0.5:
        d.seen("card", READ, card=card, zone="board", face="up")
    else:
        d.later(READ, "card", card=card, zone="board", face="up")
    return True


@disorder(0.03, but=("hilton",))
def an_unread_hand_lies_in_the_muck_and_the_burn_goes_there(d: UntidyDealer) -> bool:
    """Told whole: an unread hand is dealt, folds at its turn, and the next burn joins it."""
    if d.table.deal.felt.dealt or d.due.get("what") != "card":
        return False
    seat = d.chance.choice(d.live())
    while not d.acts:
        if not d.due.get("zone", "").startswith("seat:"):
            return True
        card, zone = d.deck.pop(), d.due["zone"]
        d.truly("card", card=card, zone=zone, face="down")
        d.seen("card", card="??" if zone == f"seat:{seat}" else card, zone=zone, face="down")
    while d.acts:
        turn, owes = d.due["seat"], d.due["to_call"]
        do = "fold" if turn == seat else "call" if owes else "check"
        d.do("act", seat=turn, do=do)
        if turn == seat:
            for _ in d.held[seat]:
                d.seen("card", card="??", zone="muck", face="down", **{"from": f"seat:{seat}"})
    if d.due.get("zone") == "burn":
        burn = d.deck.pop()
        d.truly("card", card=burn, zone="muck", face="down")
        d.seen("card", card=burn, zone="muck", face="down")
    return True


# Sweeping, showing, shuffling


@disorder(0.4, but=("hilton",))  # hilton.A14.2 keeps them apart
def burns_are_swept_to_the_discards(d: UntidyDealer) -> bool:
    burns = list(d.table.deal.felt.cards("burn"))
    if not d.acts or not burns:
        return False
    for card in burns:
        d.do("card", card=card, zone="muck", face="down")
    return True


@disorder(0.4)
def hands_are_gathered_before_they_are_entered_as_shown(d: UntidyDealer) -> bool:
    if not d.may_gather():
        return False
    face = d.chance.choice(("up", "down"))
    while d.due.get("what") == "show":
        seat = d.due["seat"]
        d.truly("show", seat=seat)
        muck(d, seat, face)
        d.seen("show", (0.1, 1.0), seat=seat)
    return True


@disorder(0.1)
def all_hands_are_gathered_before_any_is_entered_as_shown(d: UntidyDealer) -> bool:
    if not d.may_gather():
        return False
    for seat in d.live():
        muck(d, seat, "up")
    while d.due.get("what") == "show":
        d.do("show", seat=d.due["seat"])
    return True


@disorder(0.2)
def the_last_player_checks_by_tabling(d: UntidyDealer) -> bool:
    deal = d.table.deal
    if not d.acts or d.due["to_call"] or deal.agenda.coming is not None:
        return False
    seat = d.due["seat"]
    if d.outstanding() != [seat]:
        return False
    d.truly("act", seat=seat, do="check")
    for card in d.held[seat]:
        d.seen("card", (0.05, 0.2), card=card, zone=f"seat:{seat}", face="up")
    d.seen("act", WORD, seat=seat, do="check")
    return True


@disorder(0.5)
def the_second_deck_is_shuffled_beside_the_table(d: UntidyDealer) -> bool:
    if not d.acts:
        return False
    d.seen("shuffle")
    d.seen("cut")
    return True


@disorder(0.5)
def the_hand_is_entered_while_cards_are_swept_home(d: UntidyDealer) -> bool:
    if not d.lay_up or d.table.deal.felt.dealt or d.due.get("what") != "card":
        return False
    for card in d.lay_up:
        d.seen("card", card=card, zone="deck", face="up")
    return True


@disorder(0.5)
def the_camera_loses_a_board_card(d: UntidyDealer) -> bool:
    board = d.table.deal.felt.board
    if not d.acts or not board or "??" in board:
        return False
    card = d.chance.choice(board)
    d.seen("card", card=card, zone="board", face="down")
    d.later(SENSORS, "card", card=card, zone="board", face="up")
    return True
