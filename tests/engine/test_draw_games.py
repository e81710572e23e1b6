"""Draw games dealt in order by a dealer who does what is expected: no ruling, no chip lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import Table
from engine.cards import DECK, JOKER
from engine.games import DRAW_GAMES
from engine.worth import scale

GAMES = [game.name for game in DRAW_GAMES]
STAKES = {"small_blind": 1, "big_blind": 2, "small_bet": 2, "big_bet": 4}
JACKS = scale("high").rank(["Js", "Jh", "2d", "3c", "4d"], [])
SEVEN = scale("low_a5").rank(["7s", "6h", "5d", "4c", "3d"], [])
ANTES = {"small_blind": 0, "big_blind": 0, "ante": 1, "small_bet": 2, "big_bet": 4}


class OrderlyDraw:
    """A table at which each does what he is asked for, as chance has it."""

    def __init__(self, game: str, seed: int) -> None:
        self.rnd, self.table, self.t = random.Random(seed), Table(), 0.0
        self.said: list[dict[str, Any]] = []
        self.hands: dict[int, list[str]] = {}
        self.deck: list[str] = []
        structure = self.rnd.choice(("limit", "pot_limit", "no_limit"))
        book = self.rnd.choice(("uspa", "hilton", "dc", "diamondjims", "california"))
        stakes = ANTES if game.startswith("draw") else STAKES
        self.send("open", game=game, structure=structure, format="cash", rulebook=book, **stakes)
        most = 4 if game == "triple_27" else 6  # more may draw the deck empty
        self.players = self.rnd.randint(2, most)
        for seat in range(1, self.players + 1):
            self.send("sit", seat=seat, stack=self.rnd.choice((10, 60, 200)))
        self.brought = self.chips()

    def chips(self) -> int:
        room = self.table.room
        return sum(person.stack for person in room.seats.values()) + room.carried

    def send(self, e: str, **fields: Any) -> None:
        self.t += 0.4
        self.said += self.table.apply({"t": self.t, "e": e, **fields})

    def deal(self) -> None:
        self.deck = [*DECK, JOKER] if self.table.setting.joker else list(DECK)
        self.rnd.shuffle(self.deck)
        self.hands = {}
        self.send("hand")
        while self.table.deal_on:
            self.follow(dict(self.table.expected or {}))

    def follow(self, due: dict[str, Any]) -> None:
        match due["what"]:
            case "card":
                card = self.deck.pop()
                self.send("card", card=card, zone=due["zone"], face="down")
                if due["zone"] != "burn":
                    self.hands.setdefault(int(due["zone"][5:]), []).append(card)
            case "act":
                self.act(due)
            case "draw":
                self.draw(due["seat"])
            case "discard":
                self.throw(due["seat"])
            case "show":
                self.send("show", seat=due["seat"])
            case other:
                raise AssertionError(f"{other} is asked for at an orderly table: {self.said[-4:]}")

    def act(self, due: dict[str, Any]) -> None:
        options = self.allowed(due["seat"], due["options"])
        option = self.rnd.choice([*options, options[min(1, len(options) - 1)]])
        fields = {"to": option["min"]} if option["do"] in ("bet", "raise") else {}
        self.send("act", seat=due["seat"], do=option["do"], **fields)

    def allowed(self, seat: int, options: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What he may do with his hand: open with jacks alone, bet a seven (uspa, limit)."""
        game, street = self.table.setting.game, self.table.view("floor")["hand"]["street"]
        checks = [one for one in options if one["do"] in ("check", "fold")]
        bets = [one for one in options if one["do"] in ("bet", "all_in")]
        if "check" not in {one["do"] for one in options} or not bets:
            return options
        hand = self.table.hole(seat)
        if game.first_betting.openers and street == game.first_betting.name:
            return options if scale("high").rank(hand, []) >= JACKS else checks
        seven = game.wins == ("low_a5",) and scale("low_a5").rank(hand, []) >= SEVEN
        return bets if seven else options

    def draw(self, seat: int) -> None:
        count = self.rnd.choice((0, 1, 1, 2, 2, 3))
        if self.keeps_openers(seat):
            count = 0
        way = self.rnd.randint(0, 2)
        if way == 0 and count:
            self.send("draw", seat=seat, discards=self.hands[seat][:count])
            for _ in range(count):
                self.throw(seat)
        elif way == 1 and not count:
            self.send("say", seat=seat, words="pat")
        else:
            self.send("draw", seat=seat, count=count)

    def keeps_openers(self, seat: int) -> bool:
        """Who may have opened throws none of it away: to split openers he has to say so."""
        openers = self.table.setting.game.first_betting.openers
        return openers and scale("high").rank(self.table.hole(seat), []) >= JACKS

    def throw(self, seat: int) -> None:
        self.send("card", card=self.hands[seat].pop(0), zone="muck", face="down")


def _orderly(game: str, seeds: range) -> int:
    """Three deals at each table; how many were dealt."""
    deals = 0
    for seed in seeds:
        table = OrderlyDraw(game, seed)
        for _ in range(3):
            if sum(person.stack > 0 for person in table.table.seats.values()) > 1:
                table.deal()
                deals += 1
        told = [one for one in table.said if one["o"] in ("reject", "ruling", "doubt")]
        # A deck that runs out is no fault of anybody's, but the dealer must be told what to do.
        assert [one for one in told if one.get("fault") != "cards_run_out"] == [], (game, seed)
        assert table.chips() == table.brought, (game, seed)
    return deals


@pytest.mark.parametrize("game", GAMES)
def test_orderly_draws_get_no_ruling_and_lose_no_chip(game: str) -> None:
    _orderly(game, range(12))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_orderly_draws_get_no_ruling(game: str) -> None:
    assert _orderly(game, range(12, 1_612)) > 3_500  # of all five together 20,000 and more


@pytest.mark.parametrize(
    ("side", "hand", "name"),
    [
        ("low_a5", "As 2d 3c 4h Jk", "wheel"),
        ("low_a5", "As 3d 4c 8h Jk", "eight-four low"),
        ("low_27", "7s 5d 4c 3h Jk", "seven-five low"),
        ("high", "As Kd Qc 9h Jk", "pair of aces, king, queen and nine kickers"),
        ("high", "Ks Kd 4c 4d Jk", "two pair, kings and fours, ace kicker"),
        ("high", "9s 8s 7s 6s Jk", "straight flush, ten high"),
        ("high", "As Ad Ac Ah Jk", "five aces"),
    ],
)
def test_the_joker_is_what_the_game_lets_it_be(side: str, hand: str, name: str) -> None:
    assert scale(side).best(hand.split(), []).name == name
