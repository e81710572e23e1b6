"""What chips and words mean: pure, and in numbers only. A book's lines answer what is not plain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.log import Do

Motion = Sequence[int]
# Which fault it is to raise against what keeps a player from it.
BARRED = {
    "cap": "raise_cap",
    "ceiling": "raise_cap",
    "cap_stays": "raise_cap",
    "check_raised": "check_raise",
}


class Faced(NamedTuple):
    """What a player has in front of him, and what he may make of it."""

    structure: str
    bet: int  # he has in already
    stack: int
    high: int  # the total to be matched
    full: int  # the least full bet or raise, whether he may make it or not
    most: int  # and the largest
    bar: str = ""  # what keeps him from raising: ``cap``, ``not_reopened``, ``lost`` …
    other_size: int = 0  # at fixed limit, the other street's bet less this one's
    before_raise: int = 0  # the total before the last raise, where there was one
    also: tuple[int, ...] = ()  # totals that are legal besides: stud's bring-in, its upper limit
    forced: int = 0  # the forced bet that he must open for at least
    least_forced: bool = False  # and a large chip without a word is no more than that

    @property
    def stack_to(self) -> int:
        """His total with all he has."""
        return self.bet + self.stack

    @property
    def owed(self) -> int:
        """What a call takes, or all he has."""
        return max(0, min(self.high - self.bet, self.stack))

    @property
    def call_to(self) -> int:
        """His total after a call."""
        return self.bet + self.owed

    @property
    def fixed(self) -> bool:
        """Whether there is one size only."""
        return self.structure == "limit"


class Meaning(NamedTuple):
    """A plain act, or the rule that is needed with its facts; nothing yet where ``do`` is empty."""

    do: Do | None = None
    to: int = 0
    put: int = 0  # chips that are in for it
    why: str = ""  # the reason to be looked up in the book
    fault: str = ""
    facts: frozenset[str] = frozenset()
    target: int = 0  # the total that words declared

    @property
    def plain(self) -> bool:
        """Whether no rule is needed."""
        return self.do is not None and not self.fault


def read(faced: Faced, word: str, amount: int, motions: Sequence[Motion]) -> Meaning:
    """Take words and motions so far for an act."""
    put = sum(map(sum, motions))
    if word in ("fold", "check"):
        return _without_chips(faced, word, put)
    if word == "all_in":
        return _declared(faced, faced.stack_to, put, motions, "all_in_rest")
    if word == "pot":
        return _declared(faced, min(faced.most, faced.stack_to), put, motions, "said")
    if word == "amount":
        return _declared(faced, amount, put, motions, "said")
    if word == "call":
        return _declared(faced, faced.call_to, put, motions, "said")
    if word in ("bet", "raise"):
        if faced.stack_to <= faced.high:
            return _declared(faced, faced.call_to, put, motions, "said")
        if faced.fixed:
            to = min(faced.full, faced.stack_to)
            return _declared(faced, to, put, motions, "said", faced.full > faced.stack_to)
        return _raise_announced(faced, put, motions)
    return _silent(faced, motions[0]) if motions else Meaning()


def of_act(faced: Faced, do: Do, to: int) -> Meaning:
    """What an operator enters: the whole action, all its chips in."""
    if do in ("fold", "check"):
        return Meaning(do, faced.bet)
    if do == "call":
        return Meaning("call", faced.call_to, faced.owed)
    to = faced.stack_to if do == "all_in" else to
    return _sized(faced, to, to - faced.bet, frozenset())


# Words


def _without_chips(faced: Faced, word: str, put: int) -> Meaning:
    do: Do = "fold" if word == "fold" else "check"
    if put:
        fault = "declared_otherwise"
        return Meaning(do, faced.bet, put, "said", fault, frozenset(("said",)), faced.bet)
    return Meaning(do, faced.bet, 0, "said_fold" if do == "fold" and faced.owed else "said")


def _declared(
    faced: Faced, to: int, put: int, motions: Sequence[Motion], why: str, all_in: bool = False
) -> Meaning:
    """A total was declared: chips are its payment, and words win over them."""
    said = {"said"}
    sized = _sized(faced, to, max(0, to - faced.bet), frozenset(said), all_in=all_in)
    if sized.fault or not put:
        return sized._replace(put=put, why=why, target=to)
    gives = to - faced.bet
    if put == gives or (put > gives and _change(motions, gives)):
        return sized._replace(put=put, why=why if put == gives else "said_chips", target=to)
    if put < gives and why == "all_in_rest":
        return sized._replace(put=put, why=why, target=to)
    if put < gives and sized.do == "call":
        return sized._replace(fault="short_call", put=put, facts=_short_facts(faced, put) | said)
    fault = "declared_otherwise"
    return sized._replace(fault=fault, put=put, facts=frozenset(said), target=to)


def _raise_announced(faced: Faced, put: int, motions: Sequence[Motion]) -> Meaning:
    """A raise without its size: chips come in as many motions as he likes, until his hands rest."""
    said = frozenset(("said", "said_raise"))
    total = faced.bet + put
    if faced.bar:
        return _sized(faced, max(total, faced.full), put, said)
    if total < min(faced.full, faced.stack_to):
        return Meaning(put=put, why="said", facts=said, target=min(faced.full, faced.stack_to))
    if total > faced.most and _change(motions, faced.most - faced.bet):
        return Meaning(_wager(faced), faced.most, put, "said_chips")
    return _sized(faced, total, put, said)._replace(why="motions" if len(motions) > 1 else "said")


# Chips


def _silent(faced: Faced, chips: Motion) -> Meaning:
    put, one = sum(chips), len(chips) == 1
    facts = {"silent", "one_chip" if one else "several_chips"}
    if not faced.owed:
        return _opened(faced, chips, put, facts)
    if put < faced.owed:
        facts |= _short_facts(faced, put)
        return Meaning("call", faced.call_to, put, "", "short_call", frozenset(facts))
    if put == faced.owed:
        return Meaning("call", faced.call_to, put, "chips")
    total = faced.bet + put
    if _change([chips], faced.owed):
        facts |= _halves(faced, chips, put)
        return Meaning("call", faced.call_to, put, "", "oversize_chip", frozenset(facts))
    if faced.bar or total >= min(faced.full, faced.stack_to):
        return _cut(faced, chips, total, put, facts)
    facts |= _halves(faced, chips, put)
    return Meaning("raise", total, put, "", "unclear_bet", frozenset(facts))


def _opened(faced: Faced, chips: Motion, put: int, facts: set[str]) -> Meaning:
    """Chips with nothing to call: a bet, or more on top of his own blind."""
    facts.add("opening")
    total = faced.bet + put
    if faced.least_forced and _change([chips], faced.forced):  # hilton.A22.7
        facts.add("forced")
        return Meaning("bet", faced.forced, put, "", "oversize_chip", frozenset(facts))
    oversize = total > faced.most and _change([chips], faced.most - faced.bet)
    if oversize and not faced.fixed and not faced.bar:
        return Meaning(_wager(faced), total, put, "", "oversize_chip", frozenset(facts))
    meaning = _cut(faced, chips, total, put, facts)
    if meaning.plain and len(chips) == 1 and not faced.fixed:
        return meaning._replace(why="one_chip")
    return meaning


def _cut(faced: Faced, chips: Motion, total: int, put: int, facts: set[str]) -> Meaning:
    """A wager of full size or more; where every chip is needed for the size, it has change."""
    over = total > faced.most and not faced.bar
    if over and faced.fixed and _change([chips], faced.most - faced.bet):
        return Meaning(_wager(faced), faced.most, put, "chips")
    return _sized(faced, total, put, frozenset(facts))._replace(why="chips")


# Sizes


def _wager(faced: Faced) -> Do:
    return "raise" if faced.high else "bet"


def _sized(
    faced: Faced, to: int, put: int, facts: frozenset[str], *, all_in: bool = False
) -> Meaning:
    """A wager to a total, held against what is allowed."""
    all_in = all_in or to >= faced.stack_to
    if to <= faced.high and to < faced.call_to:
        facts |= _short_facts(faced, put)
        return Meaning("call", faced.call_to, put, "", "short_call", facts)
    if to <= faced.high:
        do: Do = "call" if faced.owed else "check"
        return Meaning(do, faced.call_to, put, "call")
    facts |= {"opening"} if not faced.high else set()
    meaning = Meaning(_wager(faced), to, put, "", target=to, facts=facts)
    if faced.bar:
        fault = BARRED.get(faced.bar, "barred_bet")
        return meaning._replace(fault=fault, facts=facts | {faced.bar})
    if to in faced.also:
        return meaning
    short = to < faced.full
    other = faced.fixed and faced.other_size and to == faced.full + faced.other_size
    if other and not (short and all_in):
        low = {"too_low"} if short else set()
        return meaning._replace(fault="wrong_limit", facts=facts | low)
    if short and to < faced.forced and not all_in:
        return meaning._replace(to=faced.forced, fault="short_bet", facts=facts | {"forced"})
    if short and not all_in:
        return meaning._replace(fault="short_raise" if faced.high else "short_bet")
    if to > faced.most:
        return meaning._replace(
            fault="over_pot" if faced.structure == "pot_limit" else "over_limit"
        )
    return meaning


def _change(motions: Sequence[Motion], needed: int) -> bool:
    """Whether every chip was needed, so that what is too much is change."""
    chips = [chip for motion in motions for chip in motion]
    put = sum(chips)
    return put > needed and put - min(chips) < needed


def _halves(faced: Faced, chips: Motion, put: int) -> set[str]:
    """How far beyond a call it goes, on the way to a raise."""
    excess, raised = put - faced.owed, faced.full - faced.high
    if excess >= raised:
        facts = {"whole_raise", "over_half"}
    else:
        facts = {
            "under_half" if 2 * excess < raised else "half" if 2 * excess == raised else "over_half"
        }
    left, spare = put, 0
    for chip in sorted(chips):
        if left - chip < faced.owed:
            break
        left, spare = left - chip, spare + 1
    if spare < 2:
        facts.add("one_excess_chip")
    return facts


def _short_facts(faced: Faced, put: int) -> frozenset[str]:
    facts = set()
    if 5 * put >= 4 * faced.owed:
        facts.add("most_of_it")  # uspa.3.4.2.7
    if faced.before_raise and faced.bet + put == faced.before_raise:
        facts.add("before_raise")
    return frozenset(facts)


# What a decision makes of it


def settled(faced: Faced, meaning: Meaning, decision: str) -> Meaning | None:
    """The act that a book's decision comes to; None where somebody has yet to say."""
    make = SETTLED.get(decision)
    if make is None:
        return None
    done = make(faced, meaning)
    done = done._replace(to=min(done.to, faced.stack_to))
    return done._replace(put=meaning.put, fault=meaning.fault, facts=meaning.facts)


def _call(faced: Faced, meaning: Meaning) -> Meaning:
    return Meaning("call" if faced.owed else "check", faced.call_to)


def _raise(faced: Faced, meaning: Meaning) -> Meaning:
    if "forced" in meaning.facts:
        return Meaning("bet", faced.forced)
    to = min(max(meaning.to, faced.full), faced.most, faced.stack_to)
    return Meaning(_wager(faced), to)


def _complete(faced: Faced, meaning: Meaning) -> Meaning:
    if "forced" in meaning.facts:
        return Meaning("bet", faced.forced)
    return Meaning(_wager(faced), min(faced.full, faced.stack_to))


def _corrected(faced: Faced, meaning: Meaning) -> Meaning:
    if meaning.fault == "short_call":
        return _call(faced, meaning)
    if meaning.fault == "declared_otherwise":
        return Meaning(meaning.do, meaning.target)
    if meaning.to < faced.full:
        return _complete(faced, meaning)
    return Meaning(_wager(faced), min(meaning.to, faced.most))


def _as_it_lies(faced: Faced, meaning: Meaning) -> Meaning:
    to = min(faced.bet + meaning.put, faced.stack_to)
    if to <= faced.high:
        return Meaning("call" if faced.owed else "check", to)
    return Meaning(_wager(faced), to)


def _declared_act(faced: Faced, meaning: Meaning) -> Meaning:
    return Meaning(meaning.do, meaning.target or meaning.to)


def _check(faced: Faced, meaning: Meaning) -> Meaning:
    return Meaning("call" if faced.owed else "check", faced.call_to)


SETTLED = {
    "call": _call,
    "check": _check,
    "refused": _call,
    "raise": _raise,
    "bet": _raise,
    "complete": _complete,
    "corrected": _corrected,
    "stands": _as_it_lies,
    "allowed": _as_it_lies,
    "binding": _declared_act,
}
