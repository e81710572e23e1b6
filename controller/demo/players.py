"""Made-up players: each with a temper of his own, who raises, folds, bluffs and goes all in."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.cards import DECK
from engine.games import Game
from engine.worth import HandError, scale

FOLDS = 0.4  # chance below which nobody opens who may fold instead
TRIES = 24  # made-up ends of a deal by which a player judges his hand
NAMES = (
    "Ada", "Blaise", "Carl", "Emmy", "Leonhard", "Sofia", "Grace", "Kurt", "Maryam", "Pierre",
    "Hypatia", "Alan", "Srinivasa", "Émilie", "Évariste", "Katherine", "Niels", "Ingrid", "Hua",
    "Amalie", "Bernhard", "Chen", "Daina", "Euclid", "Fatima", "Georg", "Henri", "Isaac", "Julia",
    "Kateryna", "Lise", "Maria", "Nikolai", "Olga", "Paul", "Rózsa", "Sophie", "Terence", "Ulugh",
)  # fmt: skip
Bound = Literal["", "passes", "bets"]  # what the rules of a game make of a hand
Act = dict[str, Any]  # what a player does, in the words of the table log


@dataclass(frozen=True, slots=True)
class Temper:
    """How somebody plays: shares between 0 and 1."""

    tight: float
    bold: float
    bluffs: float


CALM = Temper(0.5, 0.3, 0.05)  # of who came later


@dataclass(frozen=True, slots=True)
class Spot:
    """What a player knows when it is his turn."""

    hole: Sequence[str]
    board: Sequence[str]
    rivals: int  # still in
    pot: int  # with all bets
    expect: Mapping[str, Any]
    raises: int  # so far in this round
    unit: int  # amounts are whole multiples of it
    keeps: bool = False  # something is still to be shown in this deal: nobody ends it
    seen: Sequence[str] = ()  # cards of others that lie face up
    bound: Bound = ""


class Players:
    """The people of one table; all their whims come from one chance."""

    def __init__(self, seats: Sequence[int], game: Game, chance: random.Random) -> None:
        self._chance, self._game = chance, game
        self.names = dict(zip(seats, chance.sample(NAMES, len(seats)), strict=True))
        self._tempers = {
            seat: Temper(chance.random(), chance.random(), chance.uniform(0.02, 0.2))
            for seat in seats
        }

    def act(self, spot: Spot) -> Act:
        """What the player whose turn it is does."""
        seat = spot.expect["seat"]
        temper = self._tempers.get(seat, CALM)
        options = {option["do"]: option for option in reversed(spot.expect["options"])}
        worth = self._worth(spot)
        owed = 0 if "check" in options else spot.expect["to_call"]
        raising = [one for one in spot.expect["options"] if one["do"] in ("bet", "raise")]
        if raising and self._raises(spot, temper, worth):
            return {"seat": seat, **self._sized(spot, options, raising[-1], worth)}
        if "check" in options:
            return {"seat": seat, "do": "check"}
        if not owed:  # a forced bet, or nobody may check
            return {"seat": seat, **self._opens_or_folds(spot, options, raising, worth)}
        odds = owed / (spot.pot + owed)
        if (spot.keeps and spot.rivals <= 2) or worth > odds + 0.1 + 0.14 * temper.tight:
            return {"seat": seat, "do": "call" if "call" in options else "all_in"}
        return {"seat": seat, "do": "fold"}

    def _opens_or_folds(
        self, spot: Spot, options: Mapping[str, Any], bets: Sequence[Mapping[str, Any]],
        worth: float,
    ) -> Act:  # fmt: skip
        """The least that he may put in, or nothing where that is allowed and better."""
        if "fold" in options and worth < FOLDS and not spot.keeps:
            return {"do": "fold"}
        return {"do": "bet", "to": bets[0]["min"]} if bets else {"do": "all_in"}

    def shows(self, *, beaten: bool) -> bool:
        """Whether somebody opens his hand; who is beaten often does not."""
        return not beaten or self._chance.random() < 0.4

    def _raises(self, spot: Spot, temper: Temper, worth: float) -> bool:
        if spot.bound:
            return spot.bound == "bets"
        if spot.keeps and spot.raises:
            return False
        bluffs = self._chance.random() < temper.bluffs / spot.rivals
        from_here = 0.60 - 0.1 * temper.bold + 0.08 * spot.raises
        return bluffs or (worth > from_here and self._chance.random() < 0.35 + 0.5 * temper.bold)

    def _sized(
        self, spot: Spot, options: Mapping[str, Any], raising: Mapping[str, Any], worth: float
    ) -> Act:
        least, most = raising["min"], raising["max"]
        if spot.keeps:
            return {"do": raising["do"], "to": least}
        chips = spot.pot * self._chance.choice((0.5, 0.66, 0.75, 1.0))
        to = round((spot.expect["to_call"] + chips) / spot.unit) * spot.unit
        brave = worth > 0.8 and self._chance.random() < 0.25
        if "all_in" in options and (brave or to > 0.6 * most):
            return {"do": "all_in"}
        return {"do": raising["do"], "to": min(max(to, least), most)}

    def _worth(self, spot: Spot) -> float:
        """His chance against one hand of chance, less for each rival more, as he feels today."""
        chance = self._chance.gauss(self._share(spot), 0.04)
        return float(max(chance, 0.0) ** (1 + 0.25 * (spot.rivals - 1)))

    def _share(self, spot: Spot) -> float:
        """How many of some made-up ends of the deal he would win."""
        game, known = self._game, {*spot.hole, *spot.board, *spot.seen}
        rest = [card for card in DECK if card not in known]
        mine, on_board = game.hand_cards - len(spot.hole), game.board_cards - len(spot.board)
        won = 0.0
        try:
            for _ in range(TRIES):
                drawn = self._chance.sample(rest, max(mine, 0) + game.hand_cards + on_board)
                theirs, drawn = drawn[: game.hand_cards], drawn[game.hand_cards :]
                board = [*spot.board, *drawn[:on_board]]
                won += self._taken([*spot.hole, *drawn[on_board:]], theirs, board)
        except (HandError, KeyError, ValueError):
            return 0.5  # a card that nobody can read: he does as if it were any hand
        return won / TRIES

    def _taken(self, mine: Sequence[str], theirs: Sequence[str], board: Sequence[str]) -> float:
        """The part of the pot that one hand takes from another; a low that neither has, none."""
        sides = []
        for side in self._game.wins:
            rank = scale(side, self._game.uses).rank
            one, other = rank(mine, board), rank(theirs, board)
            if one or other:
                sides.append(1.0 if one > other else 0.5 if one == other else 0.0)
        return sum(sides) / len(sides)
