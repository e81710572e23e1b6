"""Actions that meet a card which came too soon, or a correction still open."""

from __future__ import annotations

from engine.cards import BOARD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import Do
from engine.play import dealing, follow, progress
from engine.play.judge import found, rule


def before_act(deal: Deal) -> None:
    """A player acts though a card is still to be put right, or lies face down."""
    follow.wrong_step(deal, "act")
    if not deal.over and deal.agenda.start.missed:
        dealing.cut_short(deal)
    if deal.over:
        return
    hidden = [card for card in deal.felt.board if card in deal.felt.face_down]
    if hidden and deal.conduct.first_time("face_down", deal.agenda.at):
        known = facts.of(deal, None, None, BOARD)
        street = deal.agenda.betting.name
        rule(deal, Case("board_face_down", [], None, hidden, BOARD, known, street))


def next_round_case(deal: Deal, seat: int) -> Case | None:
    """A premature street is acted on as if the round before were done (hilton.A15.d.1)."""
    agenda, withdrawn = deal.agenda, deal.felt.withdrawn
    street = agenda.coming
    if agenda.stage != "bet" or street is None or len(withdrawn) < street.cards or street.faces:
        return None
    fault = street.premature
    owing = deal.betting.outstanding()
    if (fault, agenda.at) not in deal.conduct.ruled or seat in owing:
        return None
    known = facts.of(deal, None, None, BOARD) | {"acted_on"}
    case = Case(fault, owing, None, list(withdrawn), BOARD, known, street.name)
    line = found(deal, case)
    return case if line is not None and line.decision == "dead_hand" else None


def open_next_round(deal: Deal, case: Case) -> None:
    """The hands that were passed over are dead, and the street that came too soon counts."""
    case.follows = follow.latest(deal, case.fault)
    deal.agenda.stand = True
    rule(deal, case)
    for other in case.seats[1:]:
        if not deal.over:
            progress.kill(deal, other)
    if not deal.over:
        progress.let_withdrawn_stand(deal)


def after_act(deal: Deal, seat: int, do: Do) -> None:
    """The last player was just folding as the card came (hilton.A15.b)."""
    agenda = deal.agenda
    if agenda.premature_at is None or deal.over:
        return
    since, agenda.premature_at = deal.room.t - agenda.premature_at, None
    street = agenda.coming
    late = since > deal.setting.book.params["same_motion_seconds"]
    if do != "fold" or late or street is None:
        return
    known = facts.of(deal, None, None, BOARD) | {"last_folding"}
    fault, withdrawn = street.premature, list(deal.felt.withdrawn)
    case = Case(fault, [seat], None, withdrawn, BOARD, known)
    line = found(deal, case)
    if line is not None and line.decision == "stands":
        case.follows = follow.latest(deal, fault)
        rule(deal, case)
