"""Streets of stud: each card to a seat compared with the one that was due."""

from __future__ import annotations

from engine.cards import DECK_ZONE
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.starting import Slot
from engine.log import CardMoved
from engine.play import dealing, doubting, follow, passing, remaking, seat_plan, streets
from engine.play.judge import rule


def to_seat(deal: Deal, event: CardMoved, seat: int, *, surely: bool = False) -> None:
    """A card from the deck reaches a seat after the starting hands."""
    agenda = deal.agenda
    if agenda.to_seats:
        _in_time(deal, event, seat, surely=surely)
    elif agenda.stage == "bet" and agenda.coming is not None and agenda.coming.faces:
        _too_soon(deal, event, seat)
    elif seat not in deal.felt.hands:
        dealing.to_stranger(deal, event, seat)
    elif agenda.stage == "cards" and remaking.of(deal).common:
        _instead_of_common(deal, event, seat)
    else:
        dealing.one_too_many(deal, event, seat)


def _instead_of_common(deal: Deal, event: CardMoved, seat: int) -> None:
    """One card was due for all, and the dealer deals to each (hilton.C5.d.2)."""
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    if deal.conduct.first_time("common_overlooked"):
        _rule(deal, "cards_run_out", [seat], event, {"overlooked"})


def _in_time(deal: Deal, event: CardMoved, seat: int, *, surely: bool) -> None:
    agenda = deal.agenda
    if dealing.not_the_top(deal, event):
        return
    unburned = not seat_plan.begun(deal)
    if unburned:
        follow.wrong_step(deal, "board")  # a deck that was to be remade first
        seat_plan.start(deal)
    due = agenda.start.due
    if due is None or deal.over:
        return
    if due.seat == seat:
        _give(deal, event, due)
    elif seat not in deal.felt.hands:
        dealing.to_stranger(deal, event, seat)
    elif surely or not passing.waits(deal, event, seat):
        _astray(deal, event, seat, due)
    street = agenda.dealing if agenda.to_seats else None
    if unburned and street is not None and not street.burned and street.rule == "burn":
        _no_burn(deal, event)
    if not deal.over:
        dealing.done_if_whole(deal)


def _give(deal: Deal, event: CardMoved, due: Slot) -> None:
    """The right seat; but perhaps the other way up."""
    felt = deal.felt
    felt.move(event.card, event.zone, DECK_ZONE)
    felt.give(event.card, due.seat)
    deal.agenda.start.pos += 1
    if event.face == "up":
        felt.shown.add(event.card)
    if due.face == "up":
        dealing.as_upcard(deal, event.card, due.seat)
        if event.face == "down":
            _rule(deal, "missing_upcard", [due.seat], event, set())
    elif event.face == "up":
        _rule(deal, "last_card_up", [due.seat], event, _of_last_card(deal, due.seat))
    if deal.doubts.open and not deal.over:
        passing.land(deal)


def _rule(deal: Deal, fault: str, seats: list[int], event: CardMoved, extra: set[str]) -> str:
    known = facts.of(deal, seats[0]) | extra
    known.discard("looked")  # at another card: this one has only just come
    street = deal.agenda.street_name
    case = Case(fault, seats, event.card, zone=event.zone, facts=known, street=street)
    return rule(deal, case).decision


def _of_last_card(deal: Deal, seat: int) -> set[str]:
    """What the books ask of a last card that came face up."""
    players = deal.betting.players
    able = [one for one in deal.live_seats() if not players[one].all_in]
    known = {"seat_all_in"} if players[seat].all_in else set()
    if able and able[0] == seat:
        known.add("first_able")
    if len(deal.live_seats()) == 2:
        known.add("two_left")
    return known


def _astray(deal: Deal, event: CardMoved, seat: int, due: Slot) -> None:
    """Another seat than the one due: a folded one, or past one, or simply the wrong one."""
    start, stud, felt = deal.agenda.start, remaking.of(deal), deal.felt
    if not deal.is_live(seat) and seat not in start.order:
        felt.move(event.card, event.zone, DECK_ZONE)
        if event.face == "up":
            felt.shown.add(event.card)
        if _rule(deal, "dead_seat", [seat, due.seat], event, {"dealt_to"}) == "shift":
            _count_at(deal, event, due)
        return
    passed = not deal.is_live(due.seat)
    fault, extra = ("dead_seat", {"passed_over"}) if passed else ("wrong_seat", set[str]())
    if due.face == "down" and event.face == "up":
        extra.add("face_up")
    seats = [due.seat, seat] if passed else [seat, due.seat]
    decision = _rule(deal, fault, seats, event, extra)
    felt.move(event.card, event.zone, DECK_ZONE)
    if event.face == "up":
        felt.shown.add(event.card)
    if deal.over:
        return
    if decision in ("shift", "move"):
        _count_at(deal, event, due)
    elif passed:
        stud.left_out.add(due.seat)  # hilton.C4.4: it gets no more
        start.drop(due.seat)
        _count_at(deal, event, start.due or due)
    else:
        start.catch_up = True
        start.skip_to(seat)
        _count(deal, event, seat)


def _count_at(deal: Deal, event: CardMoved, due: Slot) -> None:
    """The card counts where it was due; the steps follow it there."""
    deal.agenda.start.pos += 1
    _count(deal, event, due.seat)


def _count(deal: Deal, event: CardMoved, seat: int) -> None:
    deal.felt.give(event.card, seat)
    if event.face == "up":
        remaking.of(deal).turn_up(event.card, seat)


def _no_burn(deal: Deal, event: CardMoved) -> None:
    """No burn was seen before the street; it may only be read late."""
    if "rfid" not in deal.setting.sensors:
        return
    case = Case("no_burn", [], event.card, zone=event.zone, street=deal.agenda.street_name)
    if streets.held(deal, "no_burn", case) is None:
        streets.rule_no_burn(deal, case)


# Before the betting is done


def _too_soon(deal: Deal, event: CardMoved, seat: int) -> None:
    """A card of the next street though somebody is still to act: one ruling for all of them."""
    agenda, felt = deal.agenda, deal.felt
    street = agenda.coming
    assert street is not None
    felt.move(event.card, event.zone, DECK_ZONE)
    if event.face == "up":
        felt.shown.add(event.card)
    felt.withdrawn.append(event.card)
    if not deal.conduct.first_time(street.premature, agenda.at) and len(felt.withdrawn) > 1:
        follow.widen(deal, street.premature, event.card)
        return
    burned = follow.latest(deal, "premature_burn")
    doubting.drop_all(deal, "premature_burn")  # what comes now says more than the burn did
    owing = deal.betting.outstanding()
    if len(owing) == 1 and deal.betting.to_call(deal.betting.players[owing[0]]):
        agenda.premature_at = event.t
    known = facts.of(deal, seat) - {"looked"}
    if street.faces[-1] == "down":
        known.add("last_down")
    case = Case(street.premature, [seat], event.card, [event.card], event.zone, known, street.name)
    case.follows = burned
    rule(deal, case)


def seen(deal: Deal, seat: int) -> None:
    """A last card that came too soon was looked at: it is kept, and its player may not bet."""
    felt, agenda = deal.felt, deal.agenda
    early = [card for card in felt.withdrawn if felt.zone_of(card) == f"seat:{seat}"]
    street = agenda.coming
    if not early or agenda.stage != "bet" or street is None or street.faces[-1:] != ("down",):
        return
    follows = follow.latest(deal, street.premature)
    known = facts.of(deal, seat) | {"last_down", "card_looked_at"}
    case = Case(street.premature, [seat], early[0], zone=f"seat:{seat}", facts=known)
    case.street, case.follows = street.name, follows
    rule(deal, case)


def bury(deal: Deal, event: CardMoved) -> bool:
    """A card that makes up a premature round goes off the deck unseen."""
    stud = deal.agenda.stud
    if stud is None or stud.to_bury <= 0 or deal.agenda.stage != "cards":
        return False
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    stud.buried.append(event.card)
    stud.to_bury -= 1
    return True
