"""From what chips and words mean to an act: plain, by the book's line, or left open."""

from __future__ import annotations

from engine.answers import Acted, Option
from engine.betting import sentences
from engine.betting.meaning import Meaning, settled
from engine.betting.round import Betting
from engine.betting.underway import Begun, Outcome
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction
from engine.law import Line
from engine.log import Do, Floor
from engine.play import doing, taking_back
from engine.play.judge import found, issue

OVER = ("over_pot", "over_limit")
SIZED = frozenset("raise bet complete corrected binding".split())  # the floor may name a total
NO_ACT = ("bet_or_fold",)  # he has yet to say what he does


def begin(deal: Deal, begun: Begun) -> None:
    """Read what was begun, and take it as far as it goes."""
    deal.acts.now.begun = begun
    _take(deal, begun)
    deal.acts.now.set_wake()


def _take(deal: Deal, begun: Begun) -> None:
    meaning = begun.meaning
    if meaning.do is None:
        begun.waits = "more"
    elif meaning.plain:
        owed = deal.acts.now.owed_by(begun.seat) if meaning.do == "fold" else 0
        if owed:  # his bet was acted on: he puts it in (hilton.A18.6)
            meaning = meaning._replace(why="owing_fold")
        outcome = outcome_of(begun, meaning)
        act(deal, begun, outcome._replace(add=owed or outcome.add), clause(deal, meaning))
    else:
        rule_on(deal, begun)


def outcome_of(begun: Begun, meaning: Meaning) -> Outcome:
    """The act, and the chips that still move for it."""
    assert meaning.do is not None
    goes_in = meaning.to - begun.faced.bet
    do = meaning.do
    return Outcome(do, meaning.to, max(0, meaning.put - goes_in), max(0, goes_in - meaning.put))


def clause(deal: Deal, meaning: Meaning) -> str:
    """By which clause plain chips and words are an act."""
    found_ = deal.setting.whys.plain.get(meaning.why, "")
    return "" if found_ == deal.setting.book.authority else found_


def case_of(deal: Deal, begun: Begun, *more: str) -> Case:
    """The rule that is needed, with its facts."""
    meaning, setting = begun.meaning, deal.setting
    known = facts.of(deal, begun.seat) | meaning.facts | {setting.structure, *more}
    if len(deal.betting.live) == 2:
        known.add("heads_up")
    if begun.faced.owed:
        known.add("facing_bet")
    limits, raises = deal.betting.limits, deal.betting.raises
    half_pot_after, ceiling = limits.half_pot_after, limits.ceiling
    if ceiling and (meaning.fault in OVER) and begun.faced.most == ceiling:
        known.add("ceiling")
    if raises:
        known.add("raised")
    if half_pot_after is not None and raises >= half_pot_after:
        known.add("half_pot")
    return Case(meaning.fault, [begun.seat], facts=known, street=deal.agenda.street_name)


def line_on(deal: Deal, case: Case) -> Line:
    """The book's line, or the floor where it is silent."""
    line = found(deal, case)
    if line is not None and "irregular" in case.facts - line.when:
        line = None  # it speaks of chips
    if line is not None and "ceiling" in case.facts - line.when:
        line = None  # it speaks of another bound
    if line is None and (bound := _own_bound(case)) and "house" in deal.setting.whys[bound]:
        decision = "corrected" if case.fault in OVER else "refused"
        return Line(case.fault, decision, "house", severity="note")  # it is the house's own
    return line or Line(case.fault, "floor_call", deal.setting.book.authority, severity="floor")


def _own_bound(case: Case) -> str:
    """Which bound of a house it was, if one: its ceiling, its cap."""
    if "ceiling" in case.facts:
        return "ceiling"
    return "cap" if case.fault == "raise_cap" else ""


def rule_on(deal: Deal, begun: Begun, *more: str) -> None:
    """Rule on a wager that is not plain, and do what the line says."""
    case = case_of(deal, begun, *more)
    line = line_on(deal, case)
    _issue(deal, begun, case, line)
    decide(deal, begun, line.decision, line.clause)


def _issue(deal: Deal, begun: Begun, case: Case, line: Line) -> None:
    done = settled(begun.faced, begun.meaning, line.decision)
    if begun.meaning.fault in NO_ACT:
        done = None
    tell(deal, begun, case, line, outcome_of(begun, done) if done is not None else None)


def tell(deal: Deal, begun: Begun, case: Case, line: Line, outcome: Outcome | None) -> None:
    """Answer with a ruling on what was begun."""
    case.outcome = None if line.decision == "floor_call" else outcome
    case.said = sentences.ruling(case.fault, line.decision, begun, case.outcome, case.facts)
    silent = line.severity == "floor" and line.clause == deal.setting.book.authority
    answers, begun.ruling = begun.ruling, 0
    issue(deal, case, line, silent=silent, answers=answers)
    begun.ruling = deal.room.last_ruling


def decide(deal: Deal, begun: Begun, decision: str, by: str) -> None:
    """What a line, or the floor, decided of a wager is done."""
    done = settled(begun.faced, begun.meaning, decision)
    if begun.meaning.fault in NO_ACT:
        deal.acts.now.begun = None
    elif done is not None:
        act(deal, begun, outcome_of(begun, done), by)
    elif decision in ("floor_call", "option"):
        begun.waits = "floor" if decision == "floor_call" else "option"
        begun.clause = by


def act(deal: Deal, begun: Begun, outcome: Outcome, by: str) -> None:
    """Tell what it is taken for, and let it happen."""
    begun.waits = ""
    begun.done = outcome.to
    begun.meaning = begun.meaning._replace(do=outcome.do)
    told: Acted = {"o": "act", "seat": begun.seat, "do": outcome.do, "to": outcome.to}
    if outcome.back:
        told["back"] = outcome.back
    if outcome.add:
        told["add"] = outcome.add
    if by:
        told["clause"] = by
    deal.out.append(told)
    now = deal.acts.now
    doing.do(deal, deal.betting.players[begun.seat], outcome.do, outcome.to)
    if begun.meaning.fault in ("short_bet", "short_raise"):
        deal.betting.accept(outcome.to)
    if outcome.add and not deal.over:
        now.due[begun.seat] = outcome.add
        now.owing.add(begun.seat)
    if not deal.over and begun.seat in now.lost:
        del now.lost[begun.seat]  # it was for one turn


def open_to_floor(deal: Deal, ruling: int) -> Begun | None:
    """The wager that a ruling was on, while the floor can still say what it is."""
    begun = deal.acts.now.begun
    if begun is None or begun.ruling != ruling or deal.over or not ruling:
        return None
    return (
        begun if begun.waits in ("floor", "option") or taking_back.possible(deal, begun) else None
    )


def not_of_it(begun: Begun, word: Floor) -> str | None:
    """Why the floor's word is nothing that these chips can be."""
    faced, seat, amount = begun.faced, begun.seat, word.amount
    if word.decision == "check" and faced.owed:
        return f"seat {seat} cannot check: {faced.owed:,} to call"
    if word.decision == "call" and not faced.owed:
        return f"seat {seat} has nothing to call"
    if amount is None or word.decision not in SIZED:
        return None
    if amount > faced.stack_to:
        return f"seat {seat} has only {faced.stack_to:,} for this round, not {amount:,}"
    if amount <= faced.high:
        return f"a wager to {amount:,} does not exceed the {faced.high:,} already bet"
    return None


def _by_word(begun: Begun, word: Floor) -> Meaning | None:
    """What chips come to by the floor's word, and to the amount it names."""
    done = settled(begun.faced, begun.meaning, word.decision)
    if done is None or word.amount is None or word.decision not in SIZED:
        return done
    return done._replace(do="raise" if begun.faced.high else "bet", to=word.amount)


def for_floor(deal: Deal, case: Case, ruling: int, word: Floor) -> None:
    """What chips come to by the floor's word, and how that is said."""
    begun = open_to_floor(deal, ruling)
    case.outcome, case.said = None, []
    if begun is not None:
        done = _by_word(begun, word)
        case.outcome = outcome_of(begun, done) if done is not None else None
        known = begun.meaning.facts
        case.said = sentences.ruling(case.fault, word.decision, begun, case.outcome, known)
        if word.decision == "back_up":
            lead = sentences.lead(case.fault, begun.seat, known)
            case.said = lead + sentences.told("back_on", seat=begun.seat)


def by_floor(deal: Deal, ruling: int, word: Floor, made: Correction) -> None:
    """The floor says what chips are, though a line may have said otherwise."""
    begun = open_to_floor(deal, ruling)
    if begun is None:
        return
    done = _by_word(begun, word)
    if done is None and word.decision != "back_up":
        return
    if not begun.waits:
        taking_back.rewind(deal, begun)
    begun.ruling = made.ruling  # the floor may still change its mind
    if done is None or begun.meaning.fault in NO_ACT:
        deal.acts.now.begun = None  # it is on him again
    else:
        act(deal, begun, outcome_of(begun, done), made.clause)


def choices(begun: Begun) -> list[Option]:
    """The two things that chips between a call and a raise may be."""
    faced, why = begun.faced, begun.clause
    do: Do = "call" if faced.owed else "check"
    full = min(faced.full, faced.stack_to)
    return [
        {"do": do, "min": faced.owed, "max": faced.owed, "why": why},
        {"do": "raise", "min": full, "max": full, "why": why},
    ]


def would_be(deal: Deal, begun: Begun) -> Betting:
    """The betting as it will be when what is open lapses; nothing is touched."""
    betting = deal.betting.copy()
    done = lapsed(deal, begun)
    if done is not None and done.do is not None:
        player = betting.players[begun.seat]
        if done.do == "check":
            betting.check(player)
        elif done.do == "fold":
            betting.fold(player)
        elif done.do == "call" or done.to <= betting.high:
            betting.call(player)
        else:
            betting.wager(player, done.to)
    return betting


def lapsed(deal: Deal, begun: Begun) -> Meaning | None:
    """What comes of an open wager when the next player acts."""
    if begun.waits not in ("more", "option"):
        return None
    meaning = at_rest(begun)
    if meaning.plain:
        return meaning
    case = case_of(deal, begun.read_as(meaning), "next_acted")
    return settled(begun.faced, meaning, line_on(deal, case).decision)


def at_rest(begun: Begun) -> Meaning:
    """What the chips are for a player who adds no more: a raise announced, and no raise in."""
    meaning = begun.meaning
    if meaning.do is not None:
        return meaning
    wager: Do = "raise" if begun.faced.high else "bet"
    to = meaning.target
    if not meaning.put:  # the word alone: the least
        return meaning._replace(do=wager, to=to, why="said")
    fault = f"short_{wager}"
    return meaning._replace(do=wager, to=begun.faced.bet + meaning.put, fault=fault)
