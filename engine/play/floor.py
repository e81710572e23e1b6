"""The floor decides: its word is carried out like a ruling, kept with it, and has the last say."""

from __future__ import annotations

from dataclasses import replace

from engine import wording
from engine.betting import taken_back
from engine.betting.sentences import Said
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction
from engine.law import Line
from engine.log import Act, Floor
from engine.play import overruling, penalties, progress, sense, turns, wagers
from engine.play.judge import issue
from engine.showdown import award

OF_AN_ACT = ("binding", "call", "raise", "check", "bet", "complete", "back_up", "allowed")


def refuse(deal: Deal, event: Floor) -> str | None:
    """Why the floor cannot mean that; what is missing, where the felt no longer allows it."""
    if event.decision in penalties.PENALTIES:
        return penalties.refuse(deal, event)
    if event.ruling is not None and event.ruling not in deal.rulings:
        return f"there is no ruling {event.ruling} in this deal"
    correction, case = _meant(deal, event)
    of = correction.case if correction is not None else case
    number = correction.ruling if correction is not None else 0
    why = sense.why_not(deal, event.decision, of, event.seat)
    why = why or _no_such(deal, event, case, number, _pot(deal, correction))
    if why is not None:
        return why
    if correction is not None and _says_so_already(correction, event):
        return f"ruling {correction.ruling} says so already"
    return overruling.why_not(deal, correction, _asked(deal, event, correction))


def barred(deal: Deal, event: Floor) -> str:
    """The clause by which the book itself forbids a decision, or nothing."""
    line = _line(deal, event.decision, _meant(deal, event)[1], facts.of_floor(deal))
    return line.clause if line.decision == "refused" != event.decision else ""


def _says_so_already(correction: Correction, event: Floor) -> bool:
    """The same decision once more: about the same seat, and of the whole pot."""
    same = correction.by_floor and correction.decision == event.decision
    if not same or (event.amount or 0) != correction.awarded:
        return False
    return event.seat is None or event.seat == correction.case.seat


def _no_such(deal: Deal, event: Floor, case: Case, ruling: int, pot: int) -> str | None:
    """A seat, chips or an act that are not there."""
    decision, players = event.decision, deal.betting.players
    if decision in OF_AN_ACT:
        begun = wagers.open_to_floor(deal, ruling)
        if begun is not None:
            return wagers.not_of_it(begun, event)
        held = turns.holds(deal, ruling)
        return turns.not_of_it(deal, ruling, event) if held else _no_act(event, case)
    if decision == "move" and case.fault in sense.STRAYED:
        if len(case.seats) < 2:
            return "name the seat to which the card belongs"
        meant: int | None = case.seats[1]
    elif decision == "award" or decision in sense.OF_A_SEAT:
        meant = event.seat if event.seat is not None else case.seat
    else:
        return None
    if meant not in players:
        return f"seat {meant} is not in this deal"
    if decision == "award" and event.amount is not None and not 0 < event.amount <= pot:
        return f"the pot has {pot:,}, not {event.amount:,}"
    return None


def _no_act(event: Floor, case: Case) -> str | None:
    if case.act is None:
        return "it is not known what he did: enter it with 'act' when it is his turn"
    if event.decision == "raise" and event.amount is None and case.act.to is None:
        return "name the amount to which he raises"
    return None


def _pot(deal: Deal, correction: Correction | None) -> int:
    """What there is to give, with the part that was given by the ruling in question."""
    chips, over = deal.ending.chips, deal.over
    pot = taken_back.pot(chips) if over and chips is not None else deal.betting.pot()
    return pot + (correction.awarded if correction is not None else 0)


def _asked(deal: Deal, event: Floor, correction: Correction | None) -> str:
    """The decision; a part of the pot is given while the deal goes on."""
    if event.decision != "award" or event.amount is None:
        return event.decision
    return "award_part" if event.amount < _pot(deal, correction) else "award"


def take(deal: Deal, event: Floor) -> None:
    """The floor speaks: of what happened, or of who is to blame for it."""
    if event.decision in penalties.PENALTIES:
        penalties.decide(deal, event)
    else:
        decide(deal, event)


def decide(deal: Deal, event: Floor) -> None:
    """A floor's decision: overrides the ruling, is carried out and kept with it."""
    correction, case = _meant(deal, event)
    number = correction.ruling if correction else 0
    asked = _asked(deal, event, correction)
    awarded = facts.of_floor(deal)
    line = _line(deal, event.decision, case, awarded)
    if line.decision == "refused" and event.decision != "refused":
        issue(deal, case, line, answers=number)  # the book itself forbids it
        return
    was_over = deal.over
    steps = []
    if correction is not None and (was_over or correction.awarded or asked != "award_part"):
        correction.awaits_floor = False
        steps = overruling.undo(deal, correction, asked)
        case.facts = _known(deal, case)
        line = _line(deal, event.decision, case, awarded)
    elif was_over:
        progress.reopen(deal)
    if event.decision in ("stands", "keep", "overrule") and case.fault in sense.LET_BE:
        deal.conduct.leave_be(case)
    wagers.for_floor(deal, case, number, event)
    case.said = _said(correction, case, event, asked) or case.said
    made = issue(deal, case, line, answers=number, first=steps)
    made.by_floor = True
    if deal.over:
        return
    wagers.by_floor(deal, number, event, made)
    turns.by_floor(deal, number, event, made)
    if event.decision == "award" and event.seat is not None:
        _award(deal, event.seat, event.amount, made)
    elif event.decision in OF_AN_ACT and case.act is not None:
        _hold_to(deal, case.act, event)
    if was_over and not deal.over:
        progress.tell_again(deal)
    overruling.take_up(deal)
    if not deal.over:
        progress.win_if_alone(deal)


def _said(correction: Correction | None, case: Case, event: Floor, asked: str) -> Said:
    """Who gets the pot is not always who was ruled on: an award has words of its own."""
    if event.decision != "award" or event.seat is None:
        return []
    whose = correction.case.seats if correction is not None else []
    amount = event.amount if asked == "award_part" else None
    told = wording.awarded(case.fault, whose, case.street, event.seat, amount)
    return [(phrase.key, dict(phrase.fill)) for phrase in told]


def _award(deal: Deal, seat: int, amount: int | None, made: Correction) -> None:
    kept = taken_back.chips(deal.betting)
    given = award.by_floor(deal, seat, amount)
    if deal.betting.pot():
        made.awarded = given
    else:
        deal.ending.keep(deal.betting, deal.agenda.stage)
        deal.ending.chips = kept
        progress.finish(deal, "won")


def _hold_to(deal: Deal, act: Act, event: Floor) -> None:
    """What he did, or what the floor takes it for, is done when it is his turn."""
    do = act.do if event.decision == "binding" else event.decision
    to = event.amount if event.amount is not None else act.to
    deal.conduct.bound[act.seat] = Act(act.t, act.seat, do, to)  # type: ignore[arg-type]


def _meant(deal: Deal, event: Floor) -> tuple[Correction | None, Case]:
    """The ruling that is decided on, and the case as the floor sees it."""
    correction = _ruling_meant(deal, event)
    seats = [event.seat] if event.seat is not None else []
    if correction is None:
        return None, Case("floor", seats, facts=facts.of(deal, event.seat))
    case = replace(correction.case, follows=0)
    if seats and event.decision == "move" and case.seats and case.fault not in sense.TOUCHED:
        case.seats = [case.seats[0], *seats]  # from where it lies to the seat he names
    elif seats:
        case.seats = seats + [seat for seat in case.seats if seat != event.seat]
    elif event.decision == "move" and len(case.seats) == 1 and case.fault in sense.STRAYED:
        due = deal.agenda.start.due
        if due is not None:
            case.seats = [*case.seats, due.seat]  # whose card it was
    case.facts = _known(deal, case)
    return correction, case


def _known(deal: Deal, case: Case) -> set[str]:
    """What is true now, and that it was a bettor's hand."""
    return facts.of(deal, case.seat, case.card) | (case.facts & {"made_bet"})


def _ruling_meant(deal: Deal, event: Floor) -> Correction | None:
    if event.ruling is not None:
        return deal.rulings.get(event.ruling)
    newest = deal.rulings.get(max(deal.rulings, default=0))
    part = event.decision == "award" and event.amount is not None
    if part and newest is not None and newest.awarded and newest.case.seat == event.seat:
        return newest  # not so much, but so much
    waiting = [c for c in deal.open_corrections() if c.awaits_floor] or deal.open_corrections()
    last = waiting[-1] if waiting else newest
    elsewhere = event.decision in sense.OF_A_SEAT | {"award"} and not waiting
    if last is not None and elsewhere and event.seat not in last.case.seats:
        return None  # of another hand than the last ruling: a word of its own
    return last


def _line(deal: Deal, decision: str, case: Case, awarded: set[str]) -> Line:
    """What the floor's decision entails under this book, or why the book refuses it."""
    book = deal.setting.book
    known = case.facts | facts.windows(book, deal) | awarded | {decision, case.fault}
    for line in book.on_floor:
        if line.holds(known):
            return line
    return book.floor.get(decision) or Line("floor", decision, book.authority, severity="note")
