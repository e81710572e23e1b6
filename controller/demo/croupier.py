"""A dealer who looks at the screen: does what is expected next, slips now and then, corrects it.

He has an engine of his own that hears what truly happens, and so deals at his own pace; what the
table's controller makes of its sensors must come to the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from controller.demo import drawing, floorperson
from controller.demo.moment import Now, Slip
from controller.demo.players import Bound, Players, Spot
from controller.demo.slips import common_of, slips_of
from engine.cards import ASIDE
from engine.games import GAMES, Game
from engine.games.reading import declared
from engine.games.rounds import PLAYED
from engine.table import Table
from engine.worth import HandError, scale
from firmware_bridge.decks import Decks
from firmware_bridge.simulator.dealer import RANDOM, FaultError
from firmware_bridge.simulator.fingers import FAST, LOOKS, Fingers, Pace
from firmware_bridge.simulator.script import Lay, Motion, Shift, Throw
from firmware_bridge.simulator.truth import BOARD, DECK, MUCK, SEATS, Event, Happening, Move, Said

STEPS = 400  # of one deal; more is going in circles
STUCK = 3  # times that one thing is tried
CAREFUL = 1.0  # seconds that each step of a correction takes longer
BUY_IN = (40, 200)  # big blinds
BROKE = 10  # big blinds; who has fewer buys more chips
JACKS = scale("high").rank(["Js", "Jh", "2d", "3c", "4d"], [])  # the least that opens
SEVEN = scale("low_a5").rank(["7s", "6h", "5d", "4c", "3d"], [])  # the worst that must bet


class Croupier:
    """Deals one hand after the other at a table of people; all chance comes from one seed."""

    def __init__(
        self, opening: Event, seats: tuple[int, ...], *, seed: int = 1, pace: Pace = FAST,
        faults: tuple[str, ...] = (), often: float = 0.3, tag_bytes: int = 8, voids: bool = False,
    ) -> None:  # fmt: skip
        self._game = _game(opening)
        joker = _plays_joker(opening)
        self._slips = slips_of(self._game, joker=joker)
        self._common = common_of(self._game, joker=joker)
        _check(faults, self._slips)
        self._chance = random.Random(seed)  # noqa: S311  (repeatable hands, no secrets)
        spares = random.Random(seed + 1)  # noqa: S311  (as above)
        self._fingers = Fingers(self._chance, spares, pace, tag_bytes)
        if joker:
            self._fingers.add_joker()
        self._opening, self._faults, self._often = opening, list(faults), often
        self._voids = voids  # the floor ends a deal in which something went wrong
        self._players = Players(seats, self._game, self._chance)
        self.table = Table()
        self._rulings: dict[int, dict[str, Any]] = {}
        self._said: dict[int, list[str]] = {}  # the floor's decisions, by ruling
        self._shown: list[int] = []
        self._raises = 0
        self._thrown: dict[int, list[str]] = {}  # what players have said they throw away
        self._opener: int | None = None
        self._ran_out = False
        self._asked: dict[int, int] = {}  # in this draw
        self._drawing: tuple[int | None, int] = (None, 0)  # who got the last card, and how many
        self._button: int | None = None  # where it is put; None: it moves by the book
        self.fault: str | None = None  # of the hand dealt last
        self.slipped = False  # it was made
        self.lost: list[str] = []  # what could not be followed to its end

    @property
    def t(self) -> float:
        """How far the play has come."""
        return self._fingers.t

    @t.setter
    def t(self, t: float) -> None:
        self._fingers.t = t

    def decks(self) -> Decks:
        """The register of the deck in play and of the one that lies beside it."""
        return self._fingers.decks()

    def opening(self) -> Iterator[Happening]:
        """The table opens and the players sit down."""
        yield self._say("open", **{k: v for k, v in self._opening.items() if k != "e"})
        for seat in self._players.names:
            yield self._sit(seat, self._chance.randint(*BUY_IN))

    def hand(self) -> Iterator[Happening]:
        """The next hand, with what goes wrong in it, to its end."""
        self.fault, self.slipped = self._next_fault(), False
        self._said, self._shown, self._raises = {}, [], 0
        self._thrown, self._opener, self._drawing, self._ran_out = {}, None, (None, 0), False
        for seat, person in sorted(self.table.seats.items()):
            if person.stack < BROKE * self._unit:
                yield self._sit(seat, self._chance.randint(*BUY_IN))
        self._fingers.shuffle(self._chance)
        for word in ("shuffle", "cut"):
            yield self._say(word)
        yield self._say("hand", **({"button": self._button} if self._button else {}))
        self._button = None
        yield from self._play()
        yield from self._moved(self._fingers.gather())

    def abandon(self) -> Iterator[Happening]:
        """Take all cards back: the table has ended this hand, whatever this dealer thinks."""
        self._tell({"e": "floor", "t": round(self.t, 3), "decision": floorperson.LAST})
        yield from self._moved(self._fingers.gather())

    def agree(self, stacks: Mapping[int, int]) -> None:
        """Go on from what the table has, where somebody else has had a word in it."""
        mine = {seat: person.stack for seat, person in self.table.seats.items()}
        if mine == stacks:
            return
        last = int(self.table.view("floor")["button"] or 0)
        self._button = next((seat for seat in sorted(stacks) if seat > last), min(stacks))
        self.table = Table()
        self._tell({"t": self.t, **self._opening})
        for seat, stack in stacks.items():
            self._players.names.setdefault(seat, f"Seat {seat}")
            name = self._players.names[seat]
            self._tell({"e": "sit", "t": self.t, "seat": seat, "stack": stack, "name": name})

    def _play(self) -> Iterator[Happening]:
        """Do what is expected until the deal is over, or until it leads nowhere."""
        last: tuple[dict[str, Any], int] | None = None
        tries = 0
        for _ in range(STEPS):
            expect = self.table.expected
            if expect is None or not self.table.deal_on:
                return
            now = expect, len(self._fingers.stub)  # two cards to one seat are no circle
            last, tries = now, tries + 1 if now == last else 0
            if tries == STUCK:
                self.lost.append(f"{self.fault}: {expect}")
                yield self._floor(floorperson.LAST)
                continue
            slip = self._slip(expect)
            yield from slip or self._follow(expect)
            yield from self._let_doubts_end()
            if slip and self._voids and self.table.deal_on:
                yield self._floor(floorperson.LAST)

    def _slip(self, expect: dict[str, Any]) -> list[Happening]:
        """The wrong thing, if this is the moment for it; then everybody looks."""
        if self.fault is None or self.slipped:
            return []
        motions = self._slips[self.fault](self._now(expect))
        done = [happening for motion in motions for happening in self._do(motion)]
        if done:
            self.slipped = True
            self.t += LOOKS
        return done

    def _do(self, motion: Motion) -> Iterator[Happening]:
        if isinstance(motion, Lay):
            yield from self._moved(self._fingers.lay(motion))
        elif isinstance(motion, Shift):
            yield from self._moved([self._fingers.shift(motion)])
        elif isinstance(motion, Throw):
            yield from self._moved(self._fingers.throw(motion))
        else:
            yield self._say(motion.e, **motion.fields)

    # What is expected

    def _follow(self, expect: dict[str, Any]) -> Iterator[Happening]:
        if self.table.ruling_due() is not None:
            self.t += CAREFUL
        if (dead := expect.get("first")) is not None:
            yield from self._thrown_in(dead["seat"])
            return
        match expect["what"]:
            case "card":
                yield from self._card(expect)
            case "act":
                yield from self._act(expect)
            case "show":
                yield from self._show(expect["seat"])
            case "discard":
                yield from self._discard(expect["seat"], expect["count"])
            case "floor":
                self.t += LOOKS
                number = expect.get("ruling", 0)
                said = self._said.setdefault(number, [])
                said.append(floorperson.decision(self._rulings.get(number), said))
                yield self._floor(said[-1])
            case "draw":
                yield self._draw(expect["seat"])
            case other:  # shuffle, cut
                self._chance.shuffle(self._fingers.stub)
                yield self._say(other)

    def _card(self, expect: dict[str, Any]) -> Iterator[Happening]:
        """One that lies on the felt where it is named, else the top of the stub."""
        zone, face, wanted = expect["zone"], expect["face"], expect.get("card")
        zone = MUCK if zone == ASIDE else zone  # there is no antenna for cards kept apart
        for origin, cards in self._fingers.felt.items():
            card = next((card for card in cards if card.name == wanted), None)
            if card is not None:
                yield from self._moved([self._fingers.carry(card, origin, zone, face)])
                # Cards that go back are mixed with the others only where these ran out.
                if zone == DECK and self._ran_out:
                    self._chance.shuffle(self._fingers.stub)
                return
        street = self.table.street_due()
        more = street.cards - street.laid if zone == BOARD and street else 1
        for left in range(max(more, 1), 0, -1):
            yield from self._moved(self._fingers.lay(Lay(zone, face, held=left > 1)))

    def _draw(self, seat: int) -> Happening:
        """A player says how many; which cards they are he knows, and nobody else."""
        hole = self.table.hole(seat)
        keeps = (
            []
            if self.fault == "five_drawn" and not self.slipped
            else drawing.kept(self._game, hole)
        )
        self._thrown[seat] = list(Counter(hole) - Counter(keeps))
        self._asked[seat] = len(self._thrown[seat])
        return self._say("draw", seat=seat, count=self._asked[seat])

    def _discard(self, seat: int, count: int) -> Iterator[Happening]:
        zone, hole = f"seat:{seat}", self.table.hole(seat)
        chosen = [name for name in self._thrown.pop(seat, []) if name in hole]
        if len(chosen) != count:  # nobody asked him how many, or the book wants another number
            chosen = drawing.thrown(self._game, hole, self._names(BOARD), count)
        held = self._fingers.felt.get(zone, [])
        for name in chosen:
            card = next((card for card in held if card.name == name), held[-1])
            yield from self._moved([self._fingers.carry(card, zone, MUCK, "down")])

    def _act(self, expect: dict[str, Any]) -> Iterator[Happening]:
        seat, view = expect["seat"], self.table.view("floor")
        in_pots = sum(pot["amount"] for pot in view["hand"]["pots"])
        spot = Spot(
            hole=self._names(f"seat:{seat}"),
            board=self._names(BOARD),
            seen=self._upcards(seat),
            rivals=max(len(self.table.outlook().live) - 1, 1),
            pot=in_pots + sum(one.get("bet", 0) for one in view["seats"].values()),
            expect=expect,
            raises=self._raises,
            unit=self._unit,
            keeps=self.fault is not None and not self.slipped,
            bound=self._bound(seat, expect),
        )
        act = self._players.act(spot)
        if act["do"] in ("bet", "raise", "all_in"):
            self._opener = self._opener or seat
        self._raises += act["do"] in ("bet", "raise", "all_in")
        yield self._say("act", **act)
        if act["do"] == "fold":
            yield from self._thrown_in(seat)

    def _bound(self, seat: int, expect: dict[str, Any]) -> Bound:
        """What the rules of his game make of a hand: he may not open with it, or must bet it."""
        may = {option["do"] for option in expect["options"]}
        opened = self._game.first_betting.opened
        if not self._game.draws or "bet" not in may or len(self.table.hole(seat)) != PLAYED:
            return ""
        street = self.table.view("floor")["hand"]["street"]
        if opened and self._game.first_betting.name == street:
            if self._worth(seat) >= JACKS:
                return "bets"
            return "passes" if self._game.first_betting.openers else ""
        setting = self.table.setting
        sevens = setting.book.param("sevens", setting.structure, setting.kind)
        after = self._game.first_betting.name != street
        return "bets" if sevens and after and self._worth(seat) >= SEVEN else ""

    def _show(self, seat: int) -> Iterator[Happening]:
        beaten = any(self._worth(seat) < self._worth(other) for other in self._shown)
        proves = (
            self._game.first_betting.openers and seat == self._opener
        )  # who opened shows that he could
        alone = len(self._game.wins) == 1
        if proves or self._players.shows(beaten=beaten and alone):
            self._shown.append(seat)
            yield self._say("show", seat=seat)
        else:
            yield self._say("muck", seat=seat)
            yield from self._thrown_in(seat)

    def _thrown_in(self, seat: int) -> Iterator[Happening]:
        yield from self._moved(self._fingers.sweep(f"seat:{seat}", MUCK))
        self.t += self._fingers.pace.card

    def _worth(self, seat: int) -> int:
        try:
            board = self._names(BOARD)
            side = scale(self._game.wins[0], self._game.uses)
            return side.rank(self.table.hole(seat), board)
        except (HandError, KeyError, ValueError):
            return 0

    # What happened

    def _say(self, e: str, **fields: Any) -> Said:
        self.t += self._fingers.pace.act
        self._tell({"e": e, "t": round(self.t, 3), **fields})
        return Said(self.t, {"e": e, **fields})

    def _floor(self, decision: str) -> Said:
        return self._say("floor", decision=decision)

    def _sit(self, seat: int, blinds: int) -> Said:
        stack = blinds * self._unit
        return self._say("sit", seat=seat, stack=stack, name=self._players.names[seat])

    def _moved(self, moves: Iterable[Move]) -> Iterator[Move]:
        for move in moves:
            self._follow_draw(move)
            for event in landed(move):
                self._tell(event)
            yield move

    def _follow_draw(self, move: Move) -> None:
        """Who drew gets a card."""
        seat = int(move.zone[5:]) if move.zone.startswith("seat:") else 0
        if seat in self._asked and move.origin == DECK:
            came = self._drawing[1] if self._drawing[0] == seat else 0
            self._drawing = seat, came + 1

    def _tell(self, event: Event) -> None:
        """Let the dealer's own engine hear it, with what the time until then has settled."""
        for answer in self.table.apply(event):
            if answer["o"] == "ruling":
                self._rulings[answer["id"]] = answer
                self._ran_out = self._ran_out or answer["fault"] == "cards_run_out"
                if answer["fault"] == "wrong_step":
                    self.lost.append(f"{self.fault}: {answer['text']}")
            elif answer["o"] == "reject":
                self.lost.append(f"{self.fault}: {answer['why']}: {event}")
            elif answer["o"] == "phase":
                self._raises = 0
                self._asked, self._drawing = {}, (None, 0)

    def _let_doubts_end(self) -> Iterator[Happening]:
        """What is in doubt is ruled or dropped before the dealer goes on."""
        until = [doubt["until"] for doubt in self.table.doubts()]
        if max(until, default=0.0) > self.table.t:  # else it waits for a turn, not for the clock
            self.t = max(self.t, max(until) + CAREFUL)
            yield self._say("tick")

    # What lies there

    @property
    def _unit(self) -> int:
        big: Any = self._opening.get("big_blind") or self._opening.get("small_bet")
        return int(big or 1)

    def _upcards(self, seat: int) -> list[str]:
        """The cards of the others that everybody sees."""
        held = self._fingers.felt.items()
        others = (card.name for zone, cards in held if zone != f"seat:{seat}" for card in cards)
        return [name for name in others if self.table.is_shown(name)]

    def _names(self, zone: str) -> list[str]:
        return [card.name for card in self._fingers.felt.get(zone, [])]

    def _now(self, expect: dict[str, Any]) -> Now:
        view, outlook = self.table.view("floor"), self.table.outlook()
        button, felt = view["button"] or 0, self._fingers.felt
        taken = {int(seat): one for seat, one in view["seats"].items()}
        from_left = sorted(taken, key=lambda seat: (seat <= button, seat))
        total: Any = self._opening.get("seats", SEATS)
        hand = view["hand"]
        return Now(
            game=self._game,
            expect=expect,
            stage=hand["stage"],
            street=hand["street"],
            players=[seat for seat in from_left if "bet" in taken[seat]],
            dealt=sum(len(cards) for zone, cards in felt.items() if zone.startswith("seat:")),
            board=len(felt.get(BOARD, ())),
            to_act=[seat for seat, _ in outlook.to_act],
            live=[seat for seat in from_left if seat in outlook.live],
            empty=next((seat for seat in range(1, total + 1) if seat not in taken), None),
            drawing=self._drawing[0],
            asked=self._asked,
            came=self._drawing[1],
            last_up=[seat for seat in taken if self._last_up(seat)],
        )

    def _last_up(self, seat: int) -> bool:
        """Whether the last card of a seat lies face up."""
        held = self._names(f"seat:{seat}")
        return bool(held) and self.table.is_shown(held[-1])

    def _next_fault(self) -> str | None:
        """The next of those asked for; one that was not made yet comes again."""
        if self.fault is not None and not self.slipped:
            return self.fault
        if not self._faults:
            return None
        if self._faults[0] != RANDOM:
            return self._faults.pop(0)
        return self._chance.choice(self._common) if self._chance.random() < self._often else None


def landed(move: Move) -> Iterator[Event]:
    """A card's landing in the words of the table log, as the truth has it."""
    event: Event = {"e": "card", "card": move.card.name, "zone": move.zone, "face": move.face}
    event |= {"from": move.origin, "back": move.card.back}
    if move.boxed:
        event["boxed"] = True
    at: Event = {"t": round(move.lands, 3)}
    yield at | event
    if move.flashed:
        yield at | {"e": "flash", "card": move.card.name, "zone": move.zone, "by": "dealer"}


def _game(opening: Event) -> Game:
    own: Any = opening.get("own_game")
    return declared(own) if own else GAMES[str(opening["game"])]


def _plays_joker(opening: Event) -> bool:
    """Whether book or house puts a joker into the deck of this game."""
    table = Table()
    table.apply({"t": 0.0, "e": "open", **opening})
    return table.setting.joker


def _check(faults: tuple[str, ...], slips: Mapping[str, Slip]) -> None:
    unknown = [name for name in faults if name not in (*slips, RANDOM)]
    if unknown:
        known = ", ".join([*sorted(slips), RANDOM])
        raise FaultError(f"this dealer cannot make the fault {unknown[0]!r}; he knows {known}")
