"""A dealer who makes one mistake and then does just what the engine asks, to the deal's end.

What lies on the felt is kept here card by card, apart from the engine: who wins is read off it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine import Table
from engine.cards import DECK
from engine.games import GAMES
from engine.log import DECISIONS
from engine.play.penalties import PENALTIES
from engine.worth import scale
from tests.engine.dealer import BOOKS

Event = dict[str, Any]
Answer = dict[str, Any]

MOST_STEPS = 400
STREETS = ("preflop", "flop", "turn", "river")
EMPTY, AWAY = 11, 12  # seats of the table: nobody sits there; a player who is away


class LostError(AssertionError):
    """An obedient dealer who came to no clean end."""


@dataclass(frozen=True)
class Run:
    """One mistake at one table, and what the floor says of it."""

    book: str
    fault: str
    moment: tuple[str, Any]
    players: int
    game: str
    seed: int
    floor: str = ""  # the decision the floor gives first; without one, a sensible one
    overrules: bool = False  # the floor speaks though the book has decided
    shuffle_seen: bool = True
    acted: int = 0  # how many act on the street before the mistake

    def __str__(self) -> str:
        said = f" floor {self.floor}" if self.floor else ""
        return (
            f"{self.book} {self.game} {self.players} players: {self.fault} at {self.moment}"
            f"{said}{' over the book' if self.overrules else ''}, seed {self.seed}"
        )


@dataclass
class Dealer:
    """One deal, from the shuffle to the stacks."""

    run: Run
    table: Table = field(default_factory=Table)
    t: float = 0.0
    log: list[Event] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)  # the top is the last
    lies: dict[str, str] = field(default_factory=dict)
    shows: set[int] = field(default_factory=set)
    wronged: bool = False  # the mistake has been made
    spoke: bool = False  # the floor has spoken
    refused: list[Answer] = field(default_factory=list)
    took: str = ""  # the floor's decision that was carried out
    awards: list[Answer] = field(default_factory=list)
    pots: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        run = self.run
        self.rnd = random.Random(run.seed)
        sensors = ["rfid", "shoe", "camera"] + (["shuffle"] if run.shuffle_seen else [])
        self.send(
            "open", game=run.game, structure=self.rnd.choice(("no_limit", "pot_limit", "limit")),
            format="cash", rulebook=run.book, small_blind=1, big_blind=2, seats=12,
            small_bet=2, big_bet=4, sensors=sensors,
        )  # fmt: skip
        for seat in range(1, run.players + 1):
            self.send("sit", seat=seat, stack=self.rnd.choice((60, 200, 500)))
        self.send("sit", seat=AWAY, stack=200)
        self.send("away", seat=AWAY)
        self.deck = list(DECK)
        self.rnd.shuffle(self.deck)
        self.before = self.stacks()

    def stacks(self) -> dict[int, int]:
        return {seat: person.stack for seat, person in self.table.seats.items()}

    # Telling the engine

    def send(self, kind: str, **fields: Any) -> list[Answer]:
        self.t = round(self.t + 0.4, 1)
        event = {"t": self.t, "e": kind, **fields}
        self.log.append(event)
        answers = self.table.apply(event)
        self.answers += answers
        self.heed(answers)
        if kind != "floor" and (why := [a["why"] for a in answers if a["o"] == "reject"]):
            raise self.lost(f"rejected: {why}")
        return answers

    def heed(self, answers: list[Answer]) -> None:
        """Keep what is told of the pots."""
        for answer in answers:
            if answer["o"] == "award":
                self.awards.append(answer)
            elif answer["o"] == "phase":
                self.pots = answer["pots"]
                if self.awards:
                    self.awards = []  # the floor has taken the pot back

    def lost(self, why: str) -> LostError:
        return LostError(f"{why}\n  {self.run}")

    def move(self, card: str, zone: str, face: str = "down", **more: Any) -> list[Answer]:
        """A card goes where the engine or the mistake wants it."""
        if card in self.deck:
            self.deck.remove(card)
        self.lies.pop(card, None)
        if zone == "deck":
            self.deck.append(card)
        else:
            self.lies[card] = zone
        return self.send("card", card=card, zone=zone, face=face, **more)

    def top(self) -> str:
        return self.deck[-1]

    def held(self, seat: int) -> list[str]:
        void = self.table.deal.felt.void
        zones = self.lies.items()
        return [card for card, zone in zones if zone == f"seat:{seat}" and card not in void]

    def board(self) -> list[str]:
        return [card for card, zone in self.lies.items() if zone == "board"]

    @property
    def expected(self) -> Answer:
        expected = self.table.expected
        assert expected is not None
        return expected

    # Obeying

    def obey(self) -> None:
        """Do what is expected now."""
        expected = self.expected
        if "first" in expected:
            self._take(expected["first"]["seat"])
            return
        match expected["what"]:
            case "card":
                self._card(expected)
            case "act":
                self._act(expected)
            case "show":
                self.shows.add(expected["seat"])
                self.send("show", seat=expected["seat"], cards=self.held(expected["seat"]))
            case "shuffle":
                self.rnd.shuffle(self.deck)
                self.send("shuffle")
            case "cut":
                self.send("cut")
            case "floor":
                self.floor()
            case other:
                raise self.lost(f"nobody knows what to do with {other}")

    def _take(self, seat: int) -> None:
        """A dead hand goes to the muck, and is asked for no more."""
        for card in [card for card, zone in self.lies.items() if zone == f"seat:{seat}"]:
            self.move(card, "muck")
        if "first" in self.expected and self.expected["first"]["seat"] == seat:
            raise self.lost(f"seat {seat}'s dead hand was taken, and is asked for again")

    def _card(self, expected: Answer) -> None:
        card = expected.get("card")
        if card is None:
            if not self.deck:
                raise self.lost("the whole deck was dealt")
            card = self.top()
        self.move(card, expected["zone"], expected["face"])

    def _act(self, expected: Answer) -> None:
        options = {option["do"]: option for option in expected["options"]}
        luck = self.rnd.random()
        do = "call" if "call" in options else "check"
        wager = "raise" if "raise" in options else "bet"
        if self.wronged and luck < 0.12 and do == "call":
            do = "fold"
        elif luck < 0.22 and wager in options and len(self.log) < 250:
            do = wager
        fields = {"seat": expected["seat"], "do": do}
        if do == wager:
            fields["to"] = options[do]["min"]
        self.send("act", **fields)
        if do == "fold":
            for card in self.held(expected["seat"]):
                self.move(card, "muck")

    # The floor

    def floor(self) -> None:
        """The floor says what it was sent to say, or else what makes sense."""
        asked = self.expected
        number = asked.get("ruling")
        if self.run.floor and not self.spoke and self.say(self.run.floor, number):
            return
        for decision in ("stands", "keep", "misdeal", "void_deal"):
            if self.say(decision, number):
                return
        raise self.lost(f"the floor is asked, and nothing it says is taken: {asked}")

    def say(self, decision: str, number: int | None) -> bool:
        """One decision; False where it was refused, which must change nothing."""
        self.spoke = True
        was = self.table.expected
        fields: Answer = {"decision": decision}
        if number is not None:
            fields["ruling"] = number
        ruled = next((a for a in self.answers if a["o"] == "ruling" and a["id"] == number), None)
        live = [seat for seat in self.before if seat != AWAY and self.live(seat)]
        seated = bool(ruled and ruled["seats"])
        if decision in PENALTIES:
            fields.update(self._penalty(decision, live))
        elif decision in ("award", "refund", "dead_hand", "forfeit") and not (
            seated and decision != "award"
        ):
            fields["seat"] = self.rnd.choice(live)
        if decision == "award" and self.rnd.random() < 0.5:
            fields["amount"] = self.rnd.randint(1, self.table.deal.betting.pot() or 1)
        if decision == "raise":
            fields["amount"] = 2 * self.table.deal.betting.high or 2
        answers = self.send("floor", **fields)
        refusal = next((a for a in answers if a["o"] == "reject"), None)
        book = next((a for a in answers if a["o"] == "ruling" and a["decision"] == "refused"), None)
        if refusal is not None:
            self.refused.append(refusal)
            if self.table.expected != was:
                raise self.lost(f"{decision} was refused and changed what is expected")
            return False
        if book is not None and decision != "refused":
            return False
        self.took = decision
        if decision == "disqualified":  # he takes his chips with him, from a deal not his at once
            self.before = {at: chips for at, chips in self.before.items() if at in self.table.seats}
        return True

    def _penalty(self, decision: str, live: list[int]) -> Answer:
        """Whom a penalty meets, and for how long."""
        if decision == "disqualified":
            return {"seat": AWAY}
        seat = self.rnd.choice(live)
        return {"seat": seat, "amount": 2} if decision == "sit_out" else {"seat": seat}

    def live(self, seat: int) -> bool:
        player = self.table.deal.betting.players.get(seat)
        return player is not None and not player.folded

    # The whole deal

    def play(self) -> None:
        """Play until the mistake, make it, obey to the end, and look at what came out."""
        self.send("shuffle")
        self.send("cut")
        self.send("hand", button=1)
        mistake = FAULTS[self.run.fault]
        for _ in range(MOST_STEPS):
            if not self.table.deal_on:
                break
            if not self.wronged and self._is_moment():
                self.wronged = True
                mistake.make(self)
                self._confirm()
                if self.run.overrules:
                    self._overrule()
                continue
            self.obey()
            self._look()
        else:
            raise self.lost(f"no end: still {self.expected}")
        if self.wronged:
            self._reckon()

    def _is_moment(self) -> bool:
        kind, which = self.run.moment
        deal, expected = self.table.deal, self.expected
        stage = deal.agenda.stage
        if kind == "deal":
            return stage == "deal" and len(deal.felt.dealt) == which
        if kind == "bet":
            return (
                stage == "bet" and deal.agenda.betting.name == which
                and expected["what"] == "act" and len(deal.acts.of_round()) == self.run.acted
            )  # fmt: skip
        if kind in ("burn", "board"):
            name = deal.agenda.coming.name if deal.agenda.coming else ""
            zone = "burn" if kind == "burn" else "board"
            return stage == "cards" and name == which and expected.get("zone") == zone
        return stage == "show"

    def _confirm(self) -> None:
        """It was a mistake, and the dealer says so."""
        while doubts := self.table.doubts():
            self.send("answer", doubt=doubts[0]["id"], **{"is": True})
        self.ruled = len(self.rulings())

    def _overrule(self) -> None:
        """The floor says otherwise than the book did."""
        rulings = self.rulings()
        if rulings and rulings[-1]["decision"] != "floor_call":
            self.say(self.run.floor or "overrule", rulings[-1]["id"])
            self.ruled = len(self.rulings())

    def rulings(self) -> list[Answer]:
        """What was ruled, without the floor's own answers."""
        return [
            a
            for a in self.answers
            if a["o"] == "ruling" and "answers" not in a and a["fault"] != "absent_player"
        ]  # hilton.A9.9 kills a hand dealt to somebody who is not back for his turn

    def _look(self) -> None:
        if self.wronged and len(self.rulings()) > self.ruled:
            last = self.rulings()[-1]
            raise self.lost(
                f"obeying was ruled on: {last['fault']} {last['decision']} after {self.log[-1]}"
            )
        if self.table.doubts():
            raise self.lost(f"obeying was doubted: {self.table.doubts()[0]} after {self.log[-1]}")

    # What came out

    def _reckon(self) -> None:
        result = self.table.deal.result
        after = self.stacks()
        if sum(after.values()) != sum(self.before.values()):
            raise self.lost(f"chips are lost or made: {self.before} became {after}")
        if result in ("misdeal", "void"):
            if after != self.before:
                raise self.lost(f"{result}, but not all chips went back: {after}")
            return
        if self.table.expected is not None and self.table.expected["what"] == "floor":
            raise self.lost("the deal is over, and still the floor is asked")
        if not self.shows or self.took == "award":
            return
        self._read_felt()

    def _read_felt(self) -> None:
        """Whoever was paid must have the best hand that lies on the felt."""
        game = GAMES[self.run.game]
        board = [card for card in self.board() if card not in self.table.deal.felt.void]
        if len(board) != game.board_cards:
            raise self.lost(f"{len(board)} cards lie on the board: {board}")
        live = [seat for seat in self.before if self.live(seat)]
        for seat in live:
            if "Jk" in self.held(seat) or "Jk" in board:
                return  # kept by the floor, it makes no hand
            if len(self.held(seat)) != game.hand_cards and self.took not in COUNT_LET_BE:
                raise self.lost(f"seat {seat} ends with {len(self.held(seat))} cards")
        if self.took in COUNT_LET_BE and "off" in self.lies.values():
            return  # a card that lies off the table plays as well
        if self.took in COUNT_LET_BE and any(len(self.held(s)) != game.hand_cards for s in live):
            return
        high = scale("high", game.uses)
        ranks = {seat: high.rank(self.held(seat), board) for seat in live}
        main = [a for a in self.awards if a["pot"] == 0 and a.get("side", "high") == "high"]
        in_main = [seat for seat in live if seat in self.pots[0]["seats"]] if self.pots else live
        best = max(ranks[seat] for seat in in_main)
        winners = {seat for seat in in_main if ranks[seat] == best}
        if {award["seat"] for award in main} != winners:
            raise self.lost(f"the main pot went to {main}, the best hands are {winners}")


COUNT_LET_BE = ("stands", "keep", "overrule")  # the floor lets a hand of another size live


# The mistakes


@dataclass(frozen=True)
class Mistake:
    """What the dealer does wrong, and when he can."""

    make: Callable[[Dealer], None]
    moments: tuple[tuple[str, Any], ...]


def _deal(*which: int) -> tuple[tuple[str, Any], ...]:
    return tuple(("deal", k) for k in which)


def _at(kind: str, *streets: str) -> tuple[tuple[str, Any], ...]:
    return tuple((kind, street) for street in streets)


BETTING = _at("bet", *STREETS)
BEFORE_BOARD = _at("bet", "preflop", "flop", "turn")
BURNS = _at("burn", "flop", "turn", "river")
BOARDS = _at("board", "flop", "turn", "river")


def _due_seat(d: Dealer) -> int:
    return int(d.expected["zone"][5:])


def exposed(d: Dealer) -> None:
    d.move(d.top(), d.expected["zone"], "up")


def dealt_off_table(d: Dealer) -> None:
    d.move(d.top(), "off", "up")


def flashed(d: Dealer) -> None:
    card, zone = d.top(), d.expected["zone"]
    d.move(card, zone)
    d.send("flash", card=card, zone=zone, by="dealer")


def two_exposed(d: Dealer) -> None:
    exposed(d)
    if d.table.deal_on and d.expected["what"] == "card" and "seat" in d.expected["zone"]:
        exposed(d)


def boxed(d: Dealer) -> None:
    d.move(d.top(), d.expected["zone"], "up", boxed=True)


def joker(d: Dealer) -> None:
    d.move("Jk", d.expected["zone"], d.expected["face"])


def wrong_seat(d: Dealer) -> None:
    seat = _due_seat(d)
    d.move(d.top(), f"seat:{seat % d.run.players + 1}")


def empty_seat(d: Dealer) -> None:
    d.move(d.top(), f"seat:{EMPTY}")


def away_seat(d: Dealer) -> None:
    d.move(d.top(), f"seat:{AWAY}")


def duplicate(d: Dealer) -> None:
    card = d.rnd.choice(list(d.lies))
    d.deck.pop()
    d.send("card", card=card, zone=d.expected["zone"], face="down", **{"from": "deck"})


def foreign_back(d: Dealer) -> None:
    d.move(d.top(), d.expected["zone"], d.expected["face"], back="red")
    d.move(d.top(), d.expected["zone"], d.expected["face"], back="blue")


def act_before_the_deal_is_whole(d: Dealer) -> None:
    turn = d.table.deal.betting.turn
    if turn is not None:
        d.send("act", seat=turn.seat, do="call")


def burn_before_the_deal_is_whole(d: Dealer) -> None:
    d.move(d.top(), "burn")


def dropped_deck(d: Dealer) -> None:
    d.send("report", fault="dropped_deck", card=d.top())


def dropped_unseen(d: Dealer) -> None:
    d.send("report", fault="dropped_deck")


def stub_seen(d: Dealer) -> None:
    d.send("flash", card=d.top(), zone="deck", by="dealer")


def no_burn(d: Dealer) -> None:
    d.move(d.top(), "board", "up")


def no_burn_whole_street(d: Dealer) -> None:
    for _ in range(d.table.deal.agenda.dealing.cards):
        if d.table.deal_on:
            d.move(d.top(), "board", "up")


def two_burns(d: Dealer) -> None:
    d.move(d.top(), "burn")
    d.move(d.top(), "burn")


def two_burns_and_the_street(d: Dealer) -> None:
    count = d.table.deal.agenda.dealing.cards
    two_burns(d)
    for _ in range(count):
        d.move(d.top(), "board", "up")
        if not d.table.deal_on:
            return


def burn_face_up(d: Dealer) -> None:
    d.move(d.top(), "burn", "up")


def premature_burn(d: Dealer) -> None:
    d.move(d.top(), "burn")


def premature_street(d: Dealer) -> None:
    street = d.table.deal.agenda.coming
    assert street is not None
    for _ in range(street.cards):
        if d.table.deal_on:
            d.move(d.top(), "board", "up")


def premature_card(d: Dealer) -> None:
    d.move(d.top(), "board", "up")


def premature_burn_and_street(d: Dealer) -> None:
    premature_burn(d)
    premature_street(d)


def flop_of_four(d: Dealer) -> None:
    for _ in range(4):
        d.move(d.top(), "board", "up")


def flop_of_five(d: Dealer) -> None:
    for _ in range(5):
        d.move(d.top(), "board", "up")


def extra_card(d: Dealer) -> None:
    d.move(d.top(), f"seat:{_somebody(d)}")


def extra_card_to_the_first(d: Dealer) -> None:
    d.move(d.top(), f"seat:{d.table.deal.betting.order[0].seat}")


def _somebody(d: Dealer, *, in_turn: bool = True) -> int:
    turn = d.table.deal.betting.turn
    live = [s for s in d.before if s != AWAY and d.live(s)]
    others = [s for s in live if turn is None or s != turn.seat]
    return d.rnd.choice(live if in_turn else others or live)


def hand_mucked(d: Dealer) -> None:
    seat = _somebody(d, in_turn=False)
    for card in d.held(seat):
        if d.table.deal_on:
            d.move(card, "muck")


def hand_fouled(d: Dealer) -> None:
    seat = _somebody(d, in_turn=False)
    other = next(s for s in d.before if s != seat and s != AWAY and d.live(s))
    d.move(d.held(seat)[0], f"seat:{other}")


def discard_into_hand(d: Dealer) -> None:
    turn = d.expected["seat"]
    if len(d.table.deal.betting.live) < 3:
        return
    d.send("act", seat=turn, do="fold")
    card, *others = d.held(turn)
    for other in others:
        d.move(other, "muck")
    if d.expected["what"] != "act":
        d.move(card, "muck")
        return
    d.move(card, f"seat:{_somebody(d)}")


def player_shows(d: Dealer) -> None:
    seat = _somebody(d, in_turn=False)
    d.move(d.held(seat)[0], f"seat:{seat}", "up")


def out_of_turn(d: Dealer) -> None:
    d.send("act", seat=_somebody(d, in_turn=False), do="fold")


def missing_card(d: Dealer) -> None:
    d.send("report", fault="missing_card")


def reported_exposed(d: Dealer) -> None:
    seat = _somebody(d)
    d.send("report", fault="exposed_card", seat=seat, card=d.held(seat)[0])


def reported_no_burn(d: Dealer) -> None:
    d.send("report", fault="no_burn")


def reported_wrong_button(d: Dealer) -> None:
    d.send("report", fault="wrong_button")


def reported_at_wrong_seat(d: Dealer) -> None:
    seat = _due_seat(d)
    d.move(d.top(), f"seat:{seat}")
    owner = seat % d.run.players + 1
    d.send("report", fault="wrong_seat", seat=owner, card=d.held(seat)[-1])


def reported_not_top(d: Dealer) -> None:
    d.send("report", fault="not_top_card", seat=_somebody(d))


def reported_burn_not_top(d: Dealer) -> None:
    d.send("report", fault="not_top_card", zone="burn")


def reported_board_not_top(d: Dealer) -> None:
    d.send("report", fault="not_top_card", zone="board")


def reported_flop_of_two(d: Dealer) -> None:
    d.move(d.top(), "board", "up")
    d.move(d.top(), "board", "up")
    d.send("report", fault="flop_count")


def reported_stuck_flop_card(d: Dealer) -> None:
    """It lies under another, and counts as one with it where the flop stands."""
    d.send("report", fault="flop_count", card=d.deck.pop(), zone="board")


def discard_on_board(d: Dealer) -> None:
    muck = [card for card, zone in d.lies.items() if zone == "muck"]
    if muck:
        d.move(muck[0], "board", "up")


def board_face_down(d: Dealer) -> None:
    while d.expected.get("zone") == "board":
        d.move(d.top(), "board", "down")
    for _ in range(3):  # another mistake may still ask for something
        if d.expected["what"] == "card" and d.expected["zone"] == "muck":
            d.obey()
    d.obey()


FAULTS: dict[str, Mistake] = {
    make.__name__: Mistake(make, moments)
    for make, moments in (
        (exposed, _deal(0, 1, 2, 3)),
        (dealt_off_table, _deal(0, 1, 3)),
        (flashed, _deal(0, 2, 3)),
        (two_exposed, _deal(1, 2)),
        (boxed, (*_deal(0, 2, 3), *BURNS, *BOARDS)),
        (joker, (*_deal(0, 2, 3), *BURNS, *BOARDS)),
        (wrong_seat, _deal(0, 1, 3)),
        (empty_seat, _deal(0, 2, 3)),
        (away_seat, _deal(0, 2, 3)),
        (duplicate, (*_deal(2, 3), *BURNS)),
        (foreign_back, (*_deal(1, 2), *BURNS)),
        (act_before_the_deal_is_whole, _deal(3)),
        (burn_before_the_deal_is_whole, _deal(2, 3)),
        (dropped_deck, (*_deal(2, 3), *BETTING)),
        (dropped_unseen, (*_deal(2), *BETTING)),
        (stub_seen, (*_deal(2), *BETTING)),
        (no_burn, BURNS),
        (no_burn_whole_street, BURNS),
        (two_burns, BURNS),
        (two_burns_and_the_street, BURNS),
        (burn_face_up, BURNS),
        (premature_burn, BEFORE_BOARD),
        (premature_street, BEFORE_BOARD),
        (premature_card, BEFORE_BOARD),
        (premature_burn_and_street, BEFORE_BOARD),
        (flop_of_four, _at("board", "flop")),
        (flop_of_five, _at("board", "flop")),
        (extra_card, BETTING),
        (extra_card_to_the_first, _at("bet", "preflop")),
        (hand_mucked, BETTING),
        (hand_fouled, BETTING),
        (discard_into_hand, BETTING),
        (player_shows, BETTING),
        (out_of_turn, BETTING),
        (missing_card, BETTING),
        (reported_exposed, _at("bet", "preflop")),
        (reported_no_burn, _at("bet", "flop", "turn", "river")),
        (reported_wrong_button, BETTING),
        (reported_at_wrong_seat, _deal(0, 1, 2)),
        (reported_not_top, BETTING),
        (reported_burn_not_top, _at("bet", "flop", "turn", "river")),
        (reported_board_not_top, _at("bet", "flop", "turn", "river")),
        (reported_flop_of_two, _at("board", "flop")),
        (reported_stuck_flop_card, (*_at("bet", "flop"), *_at("burn", "turn"))),
        (board_face_down, BOARDS),
    )
}  # fmt: skip


def a_run(seed: int) -> Run:
    """Any mistake anywhere, the floor saying anything."""
    rnd = random.Random(seed)
    fault = rnd.choice(list(FAULTS))
    game = rnd.choice(("holdem", "holdem", "omaha", "omaha8"))
    return Run(
        book=rnd.choice(BOOKS),
        fault=fault,
        moment=rnd.choice(FAULTS[fault].moments),
        players=rnd.randint(2, 10 if game == "holdem" else 8),
        game=game,
        seed=seed,
        floor=rnd.choice(DECISIONS),
        overrules=rnd.random() < 0.3,
        shuffle_seen=rnd.random() < 0.7,
        acted=rnd.choice((0, 0, 1)),
    )
