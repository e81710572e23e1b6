"""A scripted dealer: deals hands by the script, at a pace, with the faults he is told to make."""

import random
from collections.abc import Iterator
from dataclasses import replace

from firmware_bridge.decks import Decks
from firmware_bridge.simulator.faults import EXPOSURES, FAULTS
from firmware_bridge.simulator.fingers import FAST, LOOKS, Fingers, Pace
from firmware_bridge.simulator.script import Dealt, Lay, Motion, Say, Script, Shift, Throw
from firmware_bridge.simulator.truth import SEATS, Card, Event, Happening, Said
from firmware_bridge.simulator.untidy import UNTIDY, untidied

RANDOM = "random"
HOLDEM = Dealt()
_STACK = 1_000_000  # nobody goes broke by calling


class FaultError(Exception):
    """A fault that this dealer cannot make."""


class UntidyError(Exception):
    """An untidy way that this dealer does not know."""


class Dealer:
    """Deals one hand after the other; all chance comes from one seed."""

    def __init__(
        self, seats: tuple[int, ...], *, seed: int = 1, pace: Pace = FAST,
        faults: tuple[str, ...] = (), rulebook: str = "uspa", tag_bytes: int = 8,
        dealt: Dealt = HOLDEM, untidy: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        _check(faults, seats)
        _check_untidy(untidy)
        self._chance = random.Random(seed)  # noqa: S311  (repeatable hands, no secrets)
        self._seats, self._pace, self._rulebook = seats, pace, rulebook
        self._faults, self._untidy = list(faults), list(untidy)
        self._whims = random.Random(f"{seed} untidy")  # noqa: S311  (as above)
        self.dealt = dealt
        self._button = seats[-1]
        spares = random.Random(seed + 1)  # noqa: S311  (as above)
        self._fingers = Fingers(self._chance, spares, pace, tag_bytes)
        self.fault: str | None = None  # of the hand dealt last
        self.untidy: tuple[str, ...] = ()  # likewise

    @property
    def t(self) -> float:
        """How far the play has come."""
        return self._fingers.t

    @t.setter
    def t(self, t: float) -> None:
        self._fingers.t = t

    @property
    def deck(self) -> list[Card]:
        """The cards in play."""
        return self._fingers.deck

    def decks(self) -> Decks:
        """The register of the deck in play and of the one that lies beside it."""
        return self._fingers.decks()

    def opening(self) -> Iterator[Happening]:
        """The table opens and the players sit down."""
        dealt = self.dealt
        game: Event = {"game": dealt.game, "structure": dealt.structure, "format": "cash"}
        game |= {"rulebook": self._rulebook, "small_blind": 1, "big_blind": 2, "seats": SEATS}
        yield self._say("open", {**game, "sensors": ["rfid", "shoe", "camera", "shuffle"]})
        for seat in self._seats:
            yield self._say("sit", {"seat": seat, "stack": _STACK})

    def hand(self) -> Iterator[Happening]:
        """The next hand, with the next fault; after one the floor voids the deal."""
        fault = self.fault = self._next_fault()
        self.untidy = () if fault else self._next_untidy()
        self._button = _after(self._seats, self._button)
        empty = next((n for n in range(1, SEATS + 1) if n not in self._seats), None)
        script = Script(self._seats, self._button, empty, self.dealt)
        self._fingers.shuffle(self._chance)
        steps = (FAULTS | EXPOSURES)[fault](script) if fault else self._orderly(script)
        for step in steps:
            yield from self._do(step)
        if fault:
            yield from self._put_right(steps)
        yield from self._fingers.gather()

    def _next_fault(self) -> str | None:
        if not self._faults:
            return None
        if self._faults[0] != RANDOM:
            return self._faults.pop(0)
        if self._chance.random() >= 0.5:
            return None
        full = len(self._seats) == SEATS
        known = [name for name in FAULTS if not (full and name == "ineligible_seat")]
        return self._chance.choice(known)

    def _orderly(self, script: Script) -> list[Motion]:
        return untidied(script, self.untidy, self._rulebook, self._whims)

    def _next_untidy(self) -> tuple[str, ...]:
        if not self._untidy:
            return ()
        if self._untidy[0] != RANDOM:
            return (self._untidy.pop(0),)
        return tuple(self._whims.sample(sorted(UNTIDY), self._whims.randint(1, 2)))

    def _do(self, step: Motion) -> Iterator[Happening]:
        if isinstance(step, Lay):
            yield from self._fingers.lay(step)
        elif isinstance(step, Shift):
            yield self._fingers.shift(step)
        elif isinstance(step, Throw):
            yield from self._fingers.throw(step)
        else:
            self.t += max(self._pace.pause, LOOKS) if step.e == "floor" else 0.0
            yield replace(self._say(step.e, step.fields), late=step.late)

    def _put_right(self, steps: list[Motion]) -> Iterator[Happening]:
        self.t += max(self._pace.pause, LOOKS)
        yield self._say("floor", {"decision": "void_deal"})
        for step in steps:
            if isinstance(step, Say) and step.e == "away":
                yield self._say("back", step.fields)

    def _say(self, e: str, fields: Event) -> Said:
        self.t += self._pace.act
        return Said(self.t, {"e": e, **fields})


def _after(seats: tuple[int, ...], button: int) -> int:
    return next((seat for seat in seats if seat > button), seats[0])


def _check(faults: tuple[str, ...], seats: tuple[int, ...]) -> None:
    unknown = [name for name in faults if name not in (*FAULTS, *EXPOSURES, RANDOM)]
    if unknown:
        known = ", ".join([*sorted(FAULTS | EXPOSURES), RANDOM])
        raise FaultError(f"this dealer cannot make the fault {unknown[0]!r}; he knows {known}")
    if "ineligible_seat" in faults and len(seats) == SEATS:
        raise FaultError("ineligible_seat needs a seat where nobody sits: take fewer players")
    if len(seats) < 3:
        raise FaultError("the books differ on heads-up blinds: this dealer needs three players")


def _check_untidy(untidy: tuple[str, ...]) -> None:
    unknown = [name for name in untidy if name not in (*UNTIDY, RANDOM)]
    if unknown:
        known = ", ".join([*sorted(UNTIDY), RANDOM])
        raise UntidyError(f"this dealer does not know the way {unknown[0]!r}; he knows {known}")
