"""Carrying a ruling out: what each decision does to the deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, OFF, SEAT_ZONES, UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction, Task
from engine.play import new_stub, progress, remaking, reopening, seat_faults, shifts, waiting


def carry_out(deal: Deal, correction: Correction) -> None:
    """Do what the decision says, as far as the engine can; the rest are steps to follow."""
    if correction.decision == "floor_call":
        correction.awaits_floor = True
    effect = EFFECTS.get(correction.decision)
    if effect is not None and not deal.over:
        effect(deal, correction.case, correction)
    for task in correction.tasks:
        if not task.followed or (task.do == "set_aside" and not _lies_there(deal, task)):
            task.done = True  # words for people are done as soon as they are said
            task.waits = task.do == "kill" and task.seat is not None


def _lies_there(deal: Deal, task: Task) -> bool:
    """Whether it is known which card is to be put away, and it lies on the table."""
    lies = deal.felt.place.get(task.card or UNREAD)
    return lies is not None and lies not in (MUCK, OFF) and not deal.over


def _misdeal(deal: Deal, case: Case, correction: Correction) -> None:
    progress.finish_without_winner(deal, "misdeal")
    _to_the_next_deal(deal, correction)


def _void(deal: Deal, case: Case, correction: Correction) -> None:
    progress.finish_without_winner(deal, "void")
    _to_the_next_deal(deal, correction)


def _to_the_next_deal(deal: Deal, correction: Correction) -> None:
    """Its steps are open until they are done, or the next deal begins."""
    for task in correction.tasks:
        task.over, task.done = True, False
    if not deal.felt.is_out():
        correction.tick("return_all")


def _kill(deal: Deal, case: Case, correction: Correction) -> None:
    _let_order_be(deal, case)
    if case.seat is not None:
        turn = deal.betting.turn
        correction.turn = turn.seat if turn is not None else 0
        correction.acts = len(deal.acts.all)
        if any(task.do == "refund" for task in correction.tasks):
            progress.refund(deal, case.seat)  # with the ante back (hilton.A8.e.1.2)
        else:
            progress.kill(deal, case.seat)
            if case.fault == "false_openers":
                reopening.open_again(deal, case)


def _replace(deal: Deal, case: Case, correction: Correction) -> None:
    """The card is out of the hand; the step says when the new one comes."""
    felt, agenda = deal.felt, deal.agenda
    if case.card:
        felt.void.add(case.card)
        if case.zone == BOARD:
            _off_board(deal, case)
            felt.scrap(case.card, None)
    if "on_draw" in case.facts:
        _replace_on_draw(deal, case, correction)
        return
    for task in correction.tasks:
        if task.do == "replace" and (case.zone in (BOARD, BURN) or _never_counted(deal, case)):
            task.done = True  # the street, or the deal, itself asks for it
        if task.do == "burn" and task.card and agenda.coming is not None:
            agenda.coming.named = task
        if task.do == "replace":
            task.round = agenda.start.next_pass
    wanted = any(task.do == "replace" for task in correction.tasks)
    if wanted and agenda.stage == "bet" and case.seat is not None:
        felt.hands.setdefault(case.seat, [])


def _replace_on_draw(deal: Deal, case: Case, correction: Correction) -> None:
    """A card exposed on the draw: the draw itself asks for another when all have drawn."""
    exchange = deal.agenda.exchange
    if exchange is not None and case.seat is not None:
        exchange.again.append(case.seat)
    for task in correction.tasks:
        task.done = task.done or task.do == "replace"


def _never_counted(deal: Deal, case: Case) -> bool:
    """Whether the deal still asks for the card of that place."""
    if case.fault not in ("boxed_card", "joker"):
        return False
    due = deal.agenda.start.due
    at_seat = deal.agenda.stage == "deal" and due is not None and due.seat == case.seat
    return at_seat and case.card not in deal.felt.hands.get(case.seat or 0, [])


def _scrap(deal: Deal, case: Case, correction: Correction) -> None:
    """Scrap paper is in nobody's hand, on no board and no burn."""
    if case.card:
        _off_board(deal, case)
        deal.felt.scrap(case.card, case.seat)
        deal.agenda.no_burn_of(case.card)
    for task in correction.tasks:
        task.round = deal.agenda.start.next_pass
        if task.do == "replace" and _asked_for_already(deal, case):
            task.done = True


def _off_board(deal: Deal, case: Case) -> None:
    """A card of a street that was whole does not play: the street lacks one again."""
    agenda, card = deal.agenda, case.card
    if case.instead is not None:
        return  # another lies there already
    if card in deal.felt.board and agenda.stage in ("bet", "discard", "show", "cards"):
        agenda.stage = "patch"
    elif agenda.stage == "cards" and card in deal.felt.cards(BURN):
        agenda.dealing.burn.done = False


def _asked_for_already(deal: Deal, case: Case) -> bool:
    """Whether the deal, or another ruling, itself asks for the card that comes instead."""
    if case.zone in (BOARD, BURN, DECK_ZONE) or case.seat not in deal.felt.hands:
        return True
    if deal.agenda.stage == "cards" and deal.agenda.to_seats:
        return True  # stud: the street asks for the same place again
    zone = SEAT_ZONES[case.seat] if case.seat is not None else ""
    return any(
        not task.done and (task.seat == case.seat if task.do == "replace" else task.zone == zone)
        for correction in deal.corrections[:-1]
        for task in correction.tasks
        if task.do in ("replace", "move")
    )


def _return_as_burn(deal: Deal, case: Case, correction: Correction) -> None:
    if not case.card or case.seat is None:
        return
    deal.felt.take_from_hand(case.card, case.seat)
    if case.card != UNREAD and deal.agenda.coming is not None:
        deal.agenda.coming.named = Task("burn", card=case.card, clause=correction.clause)


def _top_card(deal: Deal, case: Case, correction: Correction) -> None:
    """The deal's own order gives the short seats their cards, unless it is past."""
    if deal.agenda.stage == "deal":
        for seat in case.seats:
            deal.agenda.start.recall(seat)
        correction.close()
    elif case.seat is not None and correction.tasks:
        lacking = deal.size - len(deal.felt.hole(case.seat)) - 1
        correction.tasks += [replace(correction.tasks[0]) for _ in range(lacking)]


def _shift(deal: Deal, case: Case, correction: Correction) -> None:
    moved = [
        (task.card, task.zone)
        for task in correction.tasks
        if task.do == "move" and task.card and task.zone
    ]
    shifts.apply(deal, case, moved)


def _take_back(deal: Deal, case: Case, correction: Correction) -> None:
    if (street := deal.agenda.coming) is not None:
        street.named = None
        if deal.agenda.stage != "cards":
            street.burn.done = False  # it was made too soon
    TAKEN_BACK.get(case.fault, _take_back_cards)(deal, case, correction)
    for task in correction.tasks:
        if task.do == "take_back":
            task.cards = [card for card in task.cards if card in deal.felt.place]
            task.done = not task.cards
        if task.do in ("reshuffle", "cut") and "shuffle" not in deal.setting.sensors:
            task.done = True  # nobody can see it done


def _take_back_burn(deal: Deal, case: Case, correction: Correction) -> None:
    """It goes back on top of the stub, and is the burn when the time comes."""
    clauses = [task.clause for task in correction.tasks if task.do == "burn"]
    if deal.agenda.coming is not None:
        named = Task("burn", card=case.card, clause=clauses[0] if clauses else "")
        deal.agenda.coming.named = named


def _take_back_flop(deal: Deal, case: Case, correction: Correction) -> None:
    felt, agenda = deal.felt, deal.agenda
    if agenda.laid is None and agenda.stage != "cards":
        return  # there is no flop yet
    if case.card not in (None, UNREAD) and case.card not in felt.place:
        felt.move(case.card or "", BOARD, DECK_ZONE)  # it stuck to another, and a person names it
    of_no_play = felt.void | set(felt.withdrawn)
    felt.withdrawn += [card for card in felt.on_board() if card not in of_no_play]
    felt.board = [card for card in felt.board if card not in felt.withdrawn]
    felt.fresh = []
    agenda.deal_again()
    # The burn that was made stays made, unless the book wants another.
    agenda.dealing.burn.done = not any(task.do == "burn" for task in correction.tasks)
    _remake(deal, correction.tasks, later=False)


def _take_back_turn(deal: Deal, case: Case, correction: Correction) -> None:
    """The would-be river takes its place; the deck is remade with it before the river."""
    deal.agenda.leftover = list(deal.felt.withdrawn)
    _remake(deal, [t for t in correction.tasks if t.when == "after_round"], later=True)
    _remake(deal, [t for t in correction.tasks if t.when == "after_betting"], later=False)


def _take_back_cards(deal: Deal, case: Case, correction: Correction) -> None:
    """A premature flop or river, a dropped deck: the stub is remade before the next cards."""
    if deal.agenda.stage == "deal":  # cut, and burn before the deal goes on
        burns = [task.clause for task in correction.tasks if task.do == "burn"]
        deal.agenda.deal_burn = burns[0] if burns else ""
        return
    _remake(deal, [task for task in correction.tasks if task.when != "now"], later=False)


TAKEN_BACK = {
    "premature_burn": _take_back_burn,
    "flop_count": _take_back_flop,
    "premature_turn": _take_back_turn,
}


def _remake(deal: Deal, tasks: list[Task], *, later: bool) -> None:
    """The street will be dealt from a remade deck: with a burn, without, or either."""
    street = deal.agenda.after_coming if later else deal.agenda.coming
    if not tasks or street is None:
        return
    burns = [task for task in tasks if task.do in ("burn", "no_burn")]
    rule = burns[0].do if burns else deal.setting.book.params["remade_burn"]
    street.amend(rule, burns[0].clause if burns else "")
    shuffles = [task for task in tasks if task.do == "reshuffle"]
    if shuffles:
        street.remake = shuffles[0]


def _play_out(deal: Deal, case: Case, correction: Correction) -> None:
    seat, felt, agenda = case.seat, deal.felt, deal.agenda
    intruders = deal.conduct.intruders
    if seat is None or agenda.stage != "deal" or seat in intruders or seat in felt.hands:
        return
    felt.hands[seat] = [case.card] if case.card else []
    agenda.start.add(seat, whole=case.fault == "absent_seat")
    if case.fault == "absent_seat":
        progress.join(deal, seat)  # hilton.A9.9: live, if he is back at his turn
        deal.conduct.absent.add(seat)
    else:
        intruders.add(seat)


def _return_bets(deal: Deal, seat: int | None) -> None:
    """All that was bet in the round goes back, or what a seat did (uspa.3.2.8.5.2.4b and 4e)."""
    for player in deal.betting.order:
        if seat not in (None, player.seat):
            continue
        player.stack += player.bet
        player.paid -= player.bet
        player.bet = 0


def _refund(deal: Deal, case: Case, correction: Correction) -> None:
    """A seat's ante goes back and it sits out (hilton.A9.e.2), or its whole stake by the floor."""
    if case.fault == "sevens":
        _return_bets(deal, case.seat if "overcall" in case.facts else None)
        return
    _let_order_be(deal, case)
    player = deal.betting.players.get(case.seat or 0)
    if player is not None:
        correction.refunded, correction.bet = player.paid, player.bet
        correction.acts = -1
        progress.refund(deal, player.seat)


def _flop_stands(deal: Deal, correction: Correction) -> None:
    """The flop counts as it was laid; what lies there beyond it is put away."""
    felt, agenda = deal.felt, deal.agenda
    beyond = [task.card for task in correction.tasks if task.do == "set_aside" and task.card]
    felt.void |= set(beyond)
    kept = [card for card in correction.case.cards if card not in beyond]
    taken_back = agenda.stage == "cards" and not felt.fresh and kept and kept[0] in felt.withdrawn
    felt.withdrawn = []
    if taken_back:
        agenda.forget_remakes()
        agenda.dealing.burn.done = True
        felt.fresh = kept[: agenda.dealing.cards]
        progress.street_done(deal)


def _stands(deal: Deal, case: Case, correction: Correction) -> None:
    """Premature cards that stay become the street once the betting is done."""
    agenda = deal.agenda
    waiting.let_it_play(deal, case)
    seat_faults.kept(deal, case)
    _let_order_be(deal, case)
    if case.fault == "flop_count" and "too_few" not in case.facts:
        _flop_stands(deal, correction)
    if case.fault == "dealt_out" and "absent" in case.facts and case.seat is not None:
        progress.leave_out(deal, case.seat)
    elif case.fault in ("short_hand", "dealt_out") and agenda.stage == "deal":
        _let_count_be(deal, agenda.start.short())
        agenda.start.close()
        progress.deal_done(deal)
    if case.fault in ("short_hand", "dealt_out", "extra_card"):
        _let_count_be(deal, case.seats)
    if case.fault.startswith("premature_") and deal.felt.withdrawn:
        agenda.stand = True
        progress.let_withdrawn_stand(deal)


def _let_order_be(deal: Deal, case: Case) -> None:
    """Who was passed over gets his card when the others have theirs."""
    passed_over = case.fault == "wrong_step" and bool(deal.agenda.start.missed)
    if case.fault in ("wrong_seat", "wrong_first_seat") or passed_over:
        deal.agenda.start.catch_up = True


def _let_count_be(deal: Deal, seats: list[int]) -> None:
    """Hands of another size live, and the showdown says no more of it."""
    deal.conduct.ruled |= {("count", seat) for seat in seats}


def _new_stub(deal: Deal, case: Case, correction: Correction) -> None:
    """The deck is remade: in stud with the burns, on the draw with the discards as well."""
    remade = remaking.remake if deal.agenda.stud is not None else new_stub.remake
    remade(deal, case, correction)


EFFECTS: dict[str, Callable[[Deal, Case, Correction], None]] = {
    "misdeal": _misdeal,
    "void_deal": _void,
    "dead_hand": _kill,
    "forfeit": _kill,
    "replace": _replace,
    "scrap": _scrap,
    "return_as_burn": _return_as_burn,
    "top_card": _top_card,
    "shift": _shift,
    "take_back": _take_back,
    "play_out": _play_out,
    "refund": _refund,
    "stands": _stands,
    "keep": _stands,
    "overrule": _stands,
    "bury": seat_faults.bury,
    "remake": _new_stub,
    "common_card": remaking.common_card,
}
