"""A dealer of stud who does what the table expects, and players who do what they may."""

import random
from typing import Any

from engine.cards import DECK
from engine.table import Table

Answer = dict[str, Any]
GAMES = ("stud7", "razz", "stud8", "stud5", "mississippi")
STAKES = {"small_blind": 0, "big_blind": 0, "ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8}
STACKS = (1, 2, 3, 7, 10, 40, 200, 200, 200)


class Evening:
    """One deal of stud, card by card."""

    def __init__(self, seed: int, **opening: Any) -> None:
        self.rnd = random.Random(seed)
        self.table, self.t = Table(), 0.0
        self.log: list[Answer] = []
        self.said: list[Answer] = []
        self.deck = list(DECK)
        self.rnd.shuffle(self.deck)
        plain = {"game": "stud7", "structure": "limit", "format": "cash", "rulebook": "uspa"}
        self.send("open", **{**plain, **STAKES, **opening})

    def send(self, kind: str, **fields: Any) -> list[Answer]:
        """One event, and what is answered."""
        self.t = round(self.t + 0.4, 1)
        event = {"t": self.t, "e": kind, **fields}
        self.log.append(event)
        answers: list[Answer] = self.table.apply(event)
        self.said += answers
        return answers

    def sit(self, *seats: int, stack: int = 0) -> "Evening":
        """Players come, with different stacks unless one is named."""
        for seat in seats:
            self.send("sit", seat=seat, stack=stack or self.rnd.choice(STACKS))
        return self

    def deal(self) -> "Evening":
        """A whole deal."""
        self.send("hand")
        while self.table.deal_on and self.follow():
            pass
        return self

    def follow(self) -> bool:
        """Do what is expected; False where that is nothing a dealer or a player does."""
        due = self.table.expected or {}
        match due.get("what"):
            case "card" if due["zone"] == "deck":
                self.send("card", card=due["card"], zone="deck", face="down")
                self.deck.insert(self.rnd.randrange(len(self.deck) + 1), due["card"])
            case "card":
                card = due.get("card") or self.deck[0]
                self.deck.remove(card)
                self.send("card", card=card, zone=due["zone"], face=due["face"])
            case "act":
                self._act(due)
            case "show":
                self.send("show", seat=due["seat"])
            case "shuffle" | "cut":
                self.send(due["what"])
            case _:
                return False
        return True

    def _act(self, due: Answer) -> None:
        may = [one for one in due["options"] if one["do"] != "fold" or self.rnd.random() < 0.3]
        option = self.rnd.choice(may or due["options"])
        total = {}
        if option["do"] in ("bet", "raise"):
            total["to"] = self.rnd.choice((option["min"], option["max"]))
        self.send("act", seat=due["seat"], do=option["do"], **total)

    def answers(self, kind: str) -> list[Answer]:
        """All answers of a kind."""
        return [answer for answer in self.said if answer["o"] == kind]


def random_deal(seed: int) -> Evening:
    """A deal of any stud game in any structure, under a book that has stud."""
    rnd = random.Random(seed)
    stud5 = rnd.random() < 0.2
    evening = Evening(
        seed,
        game="stud5" if stud5 else rnd.choice(GAMES),
        rulebook=rnd.choice(("hilton", "uspa")),
        structure=rnd.choice(("limit", "limit", "spread", "pot_limit", "no_limit")),
        format=rnd.choice(("cash", "tournament")),
        sensors=rnd.choice((["rfid", "shoe", "camera"], ["rfid"])),
    )
    return evening.sit(*sorted(rnd.sample(range(1, 11), rnd.randint(2, 8)))).deal()
