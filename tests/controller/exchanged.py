"""An evening that is played twice, with other faces where nobody sees them; askers mean no good."""

import random
from dataclasses import dataclass, field
from typing import Any

from controller import messages
from controller.config import GameSection
from engine.cards import DECK, JOKER
from engine.log import DECISIONS, FAULTS

BOOKS = ("uspa", "diamondjims", "hilton", "dc", "california")
SEATS = range(1, 6)
LIMIT: dict[str, Any] = {
    "structure": "limit", "small_blind": 0, "big_blind": 0, "ante": 1, "small_bet": 2, "big_bet": 4,
}  # fmt: skip


@dataclass(frozen=True)
class Played:
    """A game, the books it is tried under, and what is often reported in it."""

    game: str = "holdem"
    books: tuple[str, ...] = BOOKS
    setting: dict[str, Any] = field(default_factory=dict)
    pinned: int = 16  # cards of a deck that are the same in both evenings: board and shown hands
    reported: tuple[str, ...] = ("exposed_card", "extra_burn")
    joker: bool = False  # one plays, and lies where nobody sees it

    def by(self, book: str) -> GameSection:
        return GameSection(game=self.game, rulebook=book, **self.setting)


DRAW_BOOKS, CHECKED = ("uspa", "hilton"), ("exposed_card", "sevens", "extra_burn")
HOLDEM = Played()
STUD: dict[str, Any] = {**LIMIT, "bring_in": 1}
UP_AND_DOWN = ("exposed_card", "last_card_up", "mixed_hand", "extra_burn")
DEALT_OTHERWISE = {
    "stud7": Played("stud7", ("hilton", "uspa"), STUD, 34, UP_AND_DOWN),
    "draw_jacks": Played("draw_jacks", ("uspa",), LIMIT, 24, ("exposed_card", "false_openers")),
    "lowball_a5": Played("lowball_a5", DRAW_BOOKS, LIMIT, 24, CHECKED),
}
ASKED = ("dealer", "console", "floor")
MOST_STEPS = 120  # of one hand; then the floor voids it
DECLARED = ("play_board", "protected", "deal_me_in")
DONE = ("fold", "check", "call", "bet", "raise", "all_in")
SAID = ("fold", "call", "raise", "check", "all in", "nonsense", 10, 44)
NOT_ASKED = {"access", "release"}  # of other roles
VERBS = sorted(set(messages.VERBS) - NOT_ASKED)


@dataclass
class Deal:
    """A deck by its places: the first are pinned, the others have other faces in each evening."""

    pinned: int
    faces: tuple[list[str], list[str]]  # in the one evening, in the other
    shows: set[int]  # seats that get pinned cards alone
    lies: dict[int, str] = field(default_factory=dict)  # place in the deck, and its zone
    been: dict[str, set[int]] = field(default_factory=dict)  # all that a zone has had
    gone: int = 0
    pinned_gone: int = 0

    @classmethod
    def shuffled(cls, chance: random.Random, played: Played) -> "Deal":
        deck, pinned = chance.sample(DECK, len(DECK)), played.pinned
        if played.joker:
            deck.insert(chance.randrange(pinned, len(deck)), JOKER)
        hidden = deck[pinned:]
        other = [*deck[:pinned], *hidden[1:], hidden[0]]  # each hidden face is another one
        return cls(pinned, (deck, other), set(chance.sample(SEATS, 2)))

    def next(self, zone: str, face: str) -> int | None:
        """The next card for a zone: one that may be seen where it will be."""
        if face == "up" or zone == "board" or zone in {f"seat:{seat}" for seat in self.shows}:
            self.pinned_gone += 1
            return self.pinned_gone - 1 if self.pinned_gone <= self.pinned else None
        self.gone += 1
        at = self.pinned + self.gone - 1
        return at if at < len(self.faces[0]) else None

    def laid(self, place: int, zone: str) -> None:
        self.lies[place] = zone
        self.been.setdefault(zone, set()).add(place)

    def may_be_seen(self, seat: int) -> bool:
        """Whether all cards that the seat has had are the same in both evenings."""
        return all(place < self.pinned for place in self.been.get(f"seat:{seat}", ()))

    def is_right(self, seat: int, named: list[str]) -> bool:
        """Whether a guess names nothing but cards of that seat, in either evening."""
        been = self.been.get(f"seat:{seat}", set())
        return any(set(named) <= {faces[place] for place in been} for faces in self.faces)


class Evening:
    """One of the two: what is done at its table is drawn from the seed and what all can hear."""

    def __init__(self, which: int, seed: int, played: Played) -> None:
        self._played = played
        self._which, self._chance = which, random.Random(seed)
        self._deal = Deal.shuffled(self._chance, played)
        self.requests = 0
        self.hostile: dict[str, int] = {}  # by what came of it
        self.tried: set[str] = set()  # verbs
        self.discarded = self.upcards = 0

    # What a table of this kind does

    def asks(self, who: str, verb: str, **fields: Any) -> dict[str, Any]:
        """Somebody asks; what he is answered."""
        raise NotImplementedError

    def tells(self, card: str, zone: str, *, drawn: bool, face: str = "down") -> None:
        """A card came to lie somewhere, and all have heard of it."""
        raise NotImplementedError

    def all_gathered(self) -> None:
        """The cards are back in the deck."""

    def last(self, branch: str) -> dict[str, Any]:
        """What a retained topic says now."""
        raise NotImplementedError

    # What is done

    def goes_on(self, requests: int) -> None:
        """Deal hands until so much was asked."""
        while self.requests < requests:
            self._buys_in()
            self._hand()

    def _buys_in(self) -> None:
        seats = self._state()["seats"]
        for seat in SEATS:
            if not seats.get(str(seat), {}).get("stack"):
                self._asks("floor", "sit", seat=seat, stack=300)

    def _hand(self) -> None:
        self._deal = Deal.shuffled(self._chance, self._played)
        if self._asks("floor", "hand")["ok"]:
            self.all_gathered()
        mischief = self._chance.choice((0.1, 0.3, 0.6))
        for _ in range(MOST_STEPS):
            if self._expects().get("what", "hand") in ("hand", "shuffle", "cut"):
                return
            if self._chance.random() < mischief:
                self._mischievous()
            else:
                self._orderly()
        self._asks("floor", "decide", decision="void_deal")

    def _orderly(self) -> None:
        chance = self._chance
        match self._expects():
            case {"what": "card", "zone": zone, "face": face, "card": _}:  # any one will do here
                self._moves(zone, face)
            case {"what": "card", "zone": zone, "face": face}:
                self._lands(zone, face)
            case {"what": "draw", "seat": seat}:
                self._asks("dealer", "draw", seat=seat, count=chance.randint(0, 4))
            case {"what": "discard", "seat": seat}:
                self._discards(seat)
            case {"what": "act", "seat": seat, "options": options}:
                choice = chance.choice(options)
                self._asks("dealer", "act", seat=seat, do=choice["do"], to=choice.get("min") or 2)
            case {"what": "show", "seat": seat} if self._deal.may_be_seen(seat):
                self._asks("dealer", "show", seat=seat)
            case {"what": "show", "seat": seat}:
                if not self._asks("dealer", "muck", seat=seat)["ok"]:
                    self._asks("floor", "decide", decision="award", seat=seat)
            case _:
                self._asks("floor", "decide", decision=chance.choice(DECISIONS))

    def _mischievous(self) -> None:
        chance = self._chance
        who, seat = chance.choice(ASKED), chance.randint(1, len(SEATS) + 1)
        verb = chance.choice(
            ["report", "show", "guess"] * 6
            + ["undo", "answer", "decide", "say", "chips"] * 3
            + VERBS
        )
        self.tried.add("show" if verb == "guess" else verb)
        answer = getattr(self, f"_{verb}s_badly", self._asks_badly)(who, seat, verb)
        if answer is not None:
            kind = f"{verb} {'done' if answer['ok'] else 'refused'}"
            self.hostile[kind] = self.hostile.get(kind, 0) + 1

    def _reports_badly(self, who: str, seat: int, verb: str) -> Any:
        chance = self._chance
        given = {
            "seat": seat, "card": chance.choice(self._likely()),
            "zone": chance.choice([f"seat:{seat}", "board", "burn", "muck", "deck"]),
        }  # fmt: skip
        for left_out in chance.choice([(), ("zone",), ("zone", "card"), ("seat",)]):
            del given[left_out]
        fault = chance.choice([*self._played.reported, chance.choice(FAULTS)])
        return self._asks(who, "report", fault=fault, **given)

    def _shows_badly(self, who: str, seat: int, verb: str) -> Any:
        """A hand that nobody has seen; at the showdown it may be asked for, if it is pinned."""
        stage = self._state().get("hand", {}).get("stage")
        if stage == "show" and not self._deal.may_be_seen(seat):
            return None
        return self._asks(who, "show", seat=seat)

    def _likely(self) -> list[str]:
        return [*DECK, *([JOKER] * 12 if self._played.joker else ())]

    def _guesss_badly(self, who: str, seat: int, verb: str) -> Any:
        """Names for a hand: often a card that somebody holds in one evening or the other."""
        held = [place for place, zone in self._deal.lies.items() if zone.startswith("seat:")]
        likely = [self._deal.faces[which][place] for place in held for which in (0, 1)] or DECK
        named = [
            self._chance.choice(self._chance.choice([likely, DECK]))
            for _ in range(self._chance.randint(1, 3))
        ]
        if self._deal.is_right(seat, named) and not self._deal.may_be_seen(seat):
            return None
        return self._asks(who, "show", seat=seat, cards=named)

    def _asks_badly(self, who: str, seat: int, verb: str) -> Any:
        chance = self._chance
        fields: dict[str, dict[str, Any]] = {
            **{verb: {"seat": seat} for verb in ("muck", "look", "rest", "clock", "leave", "away")},
            "back": {"seat": seat}, "sit": {"seat": seat, "stack": chance.choice((0, 40))},
            "act": {"seat": seat, "do": chance.choice(DONE), "to": chance.choice((None, 2, 40))},
            "chips": {"seat": seat, "chips": chance.choice(([2], [5, 5], [100], [])),
                      "said": chance.choice((None, "raise", "call", 10))},
            "say": {"seat": seat, "words": chance.choice(SAID)},
            "answer": {"doubt": self._a_doubt(), "is": chance.random() < 0.5},
            "draw": {"seat": seat, "count": chance.randint(0, 5)},
            "declare": {"seat": seat, "what": chance.choice(DECLARED)},
            "decide": {"decision": chance.choice(DECISIONS), "seat": chance.choice((seat, None)),
                       "ruling": chance.choice((None, 1, 2, 3)),
                       "amount": chance.choice((None, None, 5))},
            "case": {"ruling": chance.randint(1, 4)}, "live": {"on": chance.random() < 0.5},
            "register": {"decks": [chance.choice(("red deck", "blue deck"))]},
            "duty": {"code": "4711"}, "hand": {"button": chance.choice((None, seat))},
            "hand_log": {"hand": chance.randint(1, 3)},
            "hand_phh": {"hand": chance.randint(1, 3)},
            "evidence": {"hand": chance.randint(1, 3)},
            "picture": {"seq": chance.randint(1, 99)},
            "acknowledge": {"alert": self._an_alert()},
            "post": {"seat": seat, "what": chance.choice(("missed", "straddle", "big_blind"))},
            "wait": {"seat": seat}, "move": {"seat": seat, "to": chance.randint(1, 9)},
            "agree": {"what": chance.choice(("deal_twice", "chop_blinds")), "seats": [seat]},
            "level": {"small_blind": 1, "big_blind": 2}, "rake": {"amount": 1},
            "race": {"chip": 1, "into": 5, "odd": {str(seat): 1}}, "collect": {"amount": 1},
        }  # fmt: skip
        return self._asks(who, verb, **fields.get(verb, {}))

    def _a_doubt(self) -> int:
        """One that the dealer is asked about, or any number."""
        doubts = self.last("dealer/expect").get("doubts", [])
        numbers: list[int] = [one["id"] for one in doubts]
        return self._chance.choice([*numbers, *numbers, 1, 7])

    def _an_alert(self) -> str:
        told = self.last("floor/alert").get("alerts", [])
        names: list[str] = [one["id"] for one in told]
        return self._chance.choice(names or ["none"])

    # How it is done

    def _asks(self, who: str, verb: str, **fields: Any) -> dict[str, Any]:
        self.requests += 1
        return self.asks(who, verb, **fields)

    def _lands(self, zone: str, face: str) -> None:
        place = self._deal.next(zone, face)
        if place is None:
            self._asks("floor", "decide", decision="void_deal")
        else:
            self._lays(place, zone, drawn=True, face=face)
            self.upcards += face == "up" and zone != "board"

    def _discards(self, seat: int) -> None:
        """One of the player's cards goes to the muck."""
        held = [place for place, at in sorted(self._deal.lies.items()) if at == f"seat:{seat}"]
        if held:
            self._lays(self._chance.choice(held), "muck", drawn=False)
            self.discarded += 1
        else:
            self._asks("floor", "decide", decision="void_deal")

    def _moves(self, zone: str, face: str) -> None:
        """A card that lies there goes elsewhere; one that is not to be seen, not face up."""
        fit = [
            place
            for place, at in sorted(self._deal.lies.items())
            if at != zone and ((zone != "board" and face != "up") or place < self._deal.pinned)
        ]
        if fit and self._chance.random() < 0.7:
            self._lays(self._chance.choice(fit), zone, drawn=False)
        else:
            self._asks("floor", "decide", decision=self._chance.choice(DECISIONS))

    def _lays(self, place: int, zone: str, *, drawn: bool, face: str = "down") -> None:
        card = self._deal.faces[self._which][place]
        self._deal.laid(place, zone)
        self.tells(card, zone, drawn=drawn, face=face)

    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.last("public/state")["state"]
        return state

    def _expects(self) -> dict[str, Any]:
        expects: dict[str, Any] = self.last("dealer/expect").get("expect", {})
        return expects
