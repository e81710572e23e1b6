"""Burn and board: each street's cards compared with what was due."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.cards import BOARD, BURN, DECK_ZONE, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.doubts import Doubt
from engine.log import CardMoved
from engine.play import dealing, doubting, drawing, follow, passing, progress, seat_plan
from engine.play.judge import rule, rule_if_printed


def to_burn(deal: Deal, event: CardMoved) -> None:
    """A card from the deck reaches the burns."""
    felt, agenda = deal.felt, deal.agenda
    name, stage, street = event.card, agenda.stage, agenda.coming
    if stage == "deal":
        _burn_in_deal(deal, event)
        return
    if deal.doubts.open and _burn_read_late(deal, event):
        return
    if stage in drawing.STAGES:
        deal.acts.begin_round()  # nobody has acted on the street that comes
    if street is not None and felt.top and _only_the_floor_named(deal):
        street.named = None  # what counts is the top of the stub
    named = street is not None and street.card is not None and stage in drawing.STAGES
    free = not named and (street is None or street.rule != "no_burn")
    wrong = follow.wrong_step(deal, "burn")
    if deal.over or (free and not wrong and dealing.not_the_top(deal, event)):
        return
    felt.move(name, event.zone, DECK_ZONE)
    stage, street = agenda.stage, agenda.coming  # a ruling may have closed the street
    if stage in drawing.STAGES:
        burn_in_time(deal, event)
    elif stage in ("bet", "discard") and street is not None and not street.burned:
        street.burn.done = True
        _burn_too_soon(deal, Case("premature_burn", [], name, street=street.name))
    if event.face == "up" and not deal.over:
        burn_seen(deal, name)


def _burn_in_deal(deal: Deal, event: CardMoved) -> None:
    """A burn while the starting hands are dealt: asked for, passing over, or the deal cut short."""
    if deal.agenda.deal_burn:
        deal.felt.move(event.card, event.zone, DECK_ZONE)
        deal.agenda.deal_burn = ""
    elif not passing.waits(deal, event, None):
        deal.felt.move(event.card, event.zone, DECK_ZONE)
        dealing.cut_short(deal, by_card=True)


def _burn_read_late(deal: Deal, event: CardMoved) -> bool:
    """The burn that seemed to be missing was made in time, and read after the next card."""
    missing = deal.doubts.of("no_burn")
    if missing is None:
        return _next_street_after_all(deal, event)
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    if deal.agenda.stage == "cards" and deal.agenda.dealing.name == missing.case.street:
        deal.agenda.dealing.burn.done = True
    return doubting.drop(deal, missing)


def _next_street_after_all(deal: Deal, event: CardMoved) -> bool:
    """All are in: the card too many on the flop was the next street's, and its burn is read now."""
    doubt = deal.doubts.of("flop_count")
    if doubt is None or doubt.case.card is None or deal.agenda.stage != "cards":
        return False
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    deal.agenda.dealing.burn.done = True
    deal.felt.fresh.append(doubt.case.card)
    doubting.drop(deal, doubt)
    street_done_if_full(deal)
    return True


def _burn_too_soon(deal: Deal, case: Case) -> None:
    """Where one action is left, its word may only be late (the last check and the burn)."""
    alone = deal.agenda.stage == "bet" and len(deal.betting.outstanding()) == 1
    if not alone or held(deal, "premature_burn", case) is None:
        rule_premature_burn(deal, case)


def held(deal: Deal, kind: str, case: Case) -> Doubt | None:
    """Doubt what may be a matter of order or of an antenna; not while a correction is followed."""
    if deal.corrections or "rfid" not in deal.setting.sensors:
        return None
    return doubting.hold(deal, kind, case)


def rule_premature_burn(deal: Deal, case: Case) -> None:
    """A burn surely came before the betting was done."""
    case.facts = facts.of(deal, None, None, BURN) | facts.of_street(case.street)
    case.street = "flop"
    rule(deal, case)


def _only_the_floor_named(deal: Deal) -> bool:
    street = deal.agenda.coming
    named = street.named if street is not None else None
    return named is not None and named.clause in ("", deal.setting.book.authority)


def burn_in_time(deal: Deal, event: CardMoved) -> None:
    """The betting is done: compare the burn with the one that was due."""
    name, street = event.card, deal.agenda.dealing
    burned, street.burn.done = street.burned, True
    if street.faces and not seat_plan.begun(deal):
        seat_plan.start(deal)
    deal.agenda.flop_ruled_at = None
    other = street.card not in (None, name) and name != UNREAD and not burned
    if street.rule == "no_burn" or other:
        follow.stray(deal, "burn", street.clause, name)
    elif burned and street.rule == "burn":
        case = Case("extra_burn", [], name, street=deal.agenda.street_name)
        if name == UNREAD or held(deal, "extra_burn", case) is None:
            rule_extra_burn(deal, case)
    if street.card == name:
        street.named = None


def rule_extra_burn(deal: Deal, case: Case) -> None:
    """Two cards were surely burned."""
    out = deal.felt.fresh or deal.agenda.stage != "cards"
    case.facts = facts.of(deal, None, None, BURN) | ({"board_out"} if out else set())
    rule(deal, case)


def burn_seen(deal: Deal, name: str) -> None:
    """A burn's face was seen."""
    felt = deal.felt
    if name in felt.exposed or name in felt.shown:
        return  # the exposed card that serves as the burn was seen before
    felt.shown.add(name)
    known = facts.of(deal, None, None, BURN)
    street = deal.agenda.street_name
    rule(deal, Case("burn_exposed", [], name, zone=BURN, facts=known, street=street))


def to_board(deal: Deal, event: CardMoved) -> None:
    """A card from the deck reaches the board."""
    stage = deal.agenda.stage
    if deal.agenda.stud is not None and stage != "deal" and not deal.agenda.stud.common:
        lay(deal, event)  # nothing is due there: a common card is announced first
        known = facts.of(deal, None, None, BOARD) | {"board"}
        rule(deal, Case("extra_card", [], event.card, zone=BOARD, facts=known))
        return
    if stage == "deal":
        if not passing.waits(deal, event, None):
            deal.felt.move(event.card, BOARD, DECK_ZONE)
            dealing.cut_short(deal, by_card=True)
    elif stage == "cards":
        if event.face == "up" or not _may_be_the_burn(deal, event):
            board_in_time(deal, event)
    elif stage == "patch":
        lay(deal, event)
        deal.felt.board.append(event.card)
        follow.patched(deal)
    else:
        _board_too_soon(deal, event)


def _may_be_the_burn(deal: Deal, event: CardMoved) -> bool:
    """A burn is due, and a card lies face down over the board: perhaps on its way to the burns."""
    street, felt = deal.agenda.dealing, deal.felt
    due = street.burn_due and not felt.fresh
    if not due or event.card == UNREAD:
        return False
    case = Case("no_burn", [], event.card, zone=BOARD, street=street.name)
    if held(deal, "burn_on_board", case) is None:
        return False
    felt.move(event.card, BOARD, DECK_ZONE)
    return True


def lay(deal: Deal, event: CardMoved) -> None:
    """A card from the deck lies on the board, one way up; what it counts as is another thing."""
    deal.felt.move(event.card, BOARD, DECK_ZONE)
    deal.felt.see_on_board(event.card, up=event.face == "up", at=event.t)
    if event.card != UNREAD:
        deal.agenda.no_burn_of(event.card)


def turned_together(deal: Deal) -> None:
    """The camera saw a street of several cards faced one after another."""
    felt, sensors = deal.felt, deal.setting.sensors
    if "camera" not in sensors or (laid := deal.agenda.laid) is None or laid.cards < 2:
        return
    cards = felt.board[-laid.cards :]
    times = sorted([felt.faced[card] for card in cards if card in felt.faced])
    if not cards or len(times) < len(cards):
        return
    apart = max([later - sooner for sooner, later in pairwise(times)])
    if apart <= deal.setting.book.params["flop_together_seconds"]:
        return
    if deal.conduct.first_time("one_by_one"):
        known = facts.of(deal, None, None, BOARD)
        rule_if_printed(deal, Case("flop_one_by_one", [], None, cards, BOARD, known, laid.name))


def board_in_time(deal: Deal, event: CardMoved) -> None:
    """A card surely comes to the board when its street is due."""
    felt, street = deal.felt, deal.agenda.dealing
    if len(felt.fresh) >= street.cards:
        follow.one_too_many(deal, event)
        return
    if deal.agenda.run_out and (_flop_runs_on(deal, event) or _last_was_read_late(deal, event)):
        return
    ruled = False
    if not felt.fresh:
        if felt.withdrawn and _same_flop(deal, event):
            return
        deal.acts.begin_round()
        ruled = _before_first_board_card(deal, event)
    if deal.over or (not ruled and dealing.not_the_top(deal, event)):
        return
    if ruled and len(felt.fresh) >= street.cards:
        follow.one_too_many(deal, event)  # a second burn is the street's card
        return
    lay(deal, event)
    felt.fresh.append(event.card)
    if street.burn_due and len(felt.fresh) == 1:
        _no_burn(deal, event.card)
    street_done_if_full(deal)


def _flop_runs_on(deal: Deal, event: CardMoved) -> bool:
    """With all chips in no betting parts the streets: a fourth card in one motion is the flop's."""
    agenda, felt, laid = deal.agenda, deal.felt, deal.agenda.laid
    several = laid is not None and laid.cards > 1 and agenda.follows_betting
    soon = event.t - agenda.street_at <= deal.setting.book.params["same_motion_seconds"]
    begun = agenda.dealing.burned or felt.fresh or felt.withdrawn
    if not (several and soon) or begun:
        return False
    lay(deal, event)
    case = Case("flop_count", [], event.card, [event.card], street=laid.name if laid else "")
    if event.card != UNREAD and held(deal, "flop_count", case) is not None:
        return True
    agenda.back_to_betting()
    flop_count(deal, event.card)
    if agenda.stage == "bet":
        agenda.to_next()
    return True


def _last_was_read_late(deal: Deal, event: CardMoved) -> bool:
    """All are in, and what counted as the last street was the face of a card that lay unread."""
    felt, agenda, laid = deal.felt, deal.agenda, deal.agenda.laid
    unburned = agenda.stage == "show" or not agenda.dealing.burned
    alone = laid is not None and laid.cards == 1 and unburned and not felt.fresh
    if not alone or event.face != "up" or UNREAD not in felt.board[:-1]:
        return False
    read = felt.board.pop()
    felt.board[felt.board.index(UNREAD)] = read
    felt.zones[BOARD].remove(UNREAD)
    lay(deal, event)
    felt.board.append(event.card)
    return True


def _same_flop(deal: Deal, event: CardMoved) -> bool:
    """A fifth card of the flop that has just been ruled on belongs to the same ruling."""
    felt, ruled_at = deal.felt, deal.agenda.flop_ruled_at
    since = event.t - ruled_at if ruled_at is not None else 99.0
    if since > deal.setting.book.params["same_motion_seconds"]:
        return False
    if not all(card in felt.on_board() for card in felt.withdrawn):
        return False
    lay(deal, event)
    felt.withdrawn.append(event.card)
    follow.widen(deal, "flop_count", event.card)
    return True


def _before_first_board_card(deal: Deal, event: CardMoved) -> bool:
    """A street comes though its correction is not done; True where that was ruled."""
    if follow.wrong_step(deal, "board"):
        return True
    felt, agenda = deal.felt, deal.agenda
    if felt.withdrawn and any(card in felt.withdrawn for card in felt.on_board()):
        clause, last = follow.clause_of(deal, "take_back"), 0
        for correction in deal.corrections:
            if any(task.do == "take_back" for task in correction.tasks):
                correction.close()
                last = correction.ruling
        felt.withdrawn = []
        follow.stray(deal, "take_back", clause, event.card, follows=last)
        return True
    remake = agenda.dealing.remake
    if remake is None:
        return False
    astray = [card for card in agenda.leftover if felt.zone_of(card) != DECK_ZONE]
    if remake.clause and astray and not agenda.leftover_waits():
        follow.stray(deal, "reshuffle", remake.clause, astray[0])
        return True
    return False


def _no_burn(deal: Deal, name: str) -> None:
    if "rfid" not in deal.setting.sensors:
        return
    book, street = deal.setting.book, deal.agenda.dealing
    known = facts.of(deal, None, None, BOARD)
    case = Case("no_burn", [], name, zone=BOARD, facts=known, street=deal.agenda.street_name)
    line = book.find("no_burn", known | facts.windows(book, deal))
    cured = line is not None and line.decision != "floor_call"
    if (street.burn.clause or street.card is not None) and not cured:
        follow.stray(deal, "burn", street.clause, name)
    elif held(deal, "no_burn", case) is None:
        rule(deal, case)
    street.named = None


def rule_no_burn(deal: Deal, case: Case) -> None:
    """No burn was surely made before the street."""
    case.facts = facts.of(deal, None, None, case.zone or BOARD)
    rule(deal, case)
    if not deal.agenda.to_seats:
        street_done_if_full(deal)


def street_done_if_full(deal: Deal) -> None:
    """The street is whole, and nothing of it still has to move: the betting opens."""
    agenda = deal.agenda
    if agenda.stage != "cards" or len(deal.felt.fresh) < agenda.dealing.cards or agenda.to_seats:
        return
    if not deal.corrections or not follow.cards_are_moving(deal):
        progress.street_done(deal)
        turned_together(deal)


def _board_too_soon(deal: Deal, event: CardMoved) -> None:
    """A board card while the betting is open, or after the last street."""
    name, agenda, felt = event.card, deal.agenda, deal.felt
    if agenda.stage == "show" and agenda.run_out and _last_was_read_late(deal, event):
        return
    lay(deal, event)
    street, laid = agenda.coming, agenda.laid
    if street is None or not street.cards:
        if deal.conduct.first_time("extra_board"):
            known = facts.of(deal, None, None, BOARD) | {"board"}
            last = laid.name if laid is not None else ""
            rule(deal, Case("extra_card", [], name, zone=BOARD, facts=known, street=last))
        return
    betting = agenda.stage == "bet"
    same_motion = laid is not None and betting and not deal.acts.of_round() and not street.burned
    if same_motion and laid is not None and laid.cards > 1 and not _is_settled(deal):
        _one_too_many(deal, name, laid.name)
        return
    fault = street.premature
    felt.withdrawn.append(name)
    going_on = len(felt.withdrawn) > 1
    if not deal.conduct.first_time(fault, agenda.at) and going_on:
        follow.widen(deal, fault, name)
        return
    burned = follow.latest(deal, "premature_burn")
    doubting.drop_all(deal, "premature_burn")  # what comes now says more than the burn did
    outstanding = deal.betting.outstanding()
    known = facts.of(deal, None, None, BOARD) | ({"same_motion"} if same_motion else set())
    if len(outstanding) == 1 and deal.betting.to_call(deal.betting.players[outstanding[0]]):
        agenda.premature_at = event.t
    rule(deal, Case(fault, [], name, [name], BOARD, known, street.name, follows=burned))


def _is_settled(deal: Deal) -> bool:
    """Whether the flop had a card too many before, and that has been seen to."""
    ruled = ("flop_count", 0) in deal.conduct.ruled
    return ruled and not follow.latest(deal, "flop_count")


def _one_too_many(deal: Deal, name: str, street: str) -> None:
    doubt = deal.doubts.of("flop_count")
    if doubt is not None:
        doubt.case.cards.append(name)  # one more of the same motion
        return
    case = Case("flop_count", [], name, [name], street=street)
    if name == UNREAD or held(deal, "flop_count", case) is None:
        flop_count(deal, name)


def flop_count(deal: Deal, name: str, others: Sequence[str] = ()) -> None:
    """The flop surely has a card too many, and perhaps others in the same motion."""
    if ("flop_count", 0) in deal.conduct.ruled:
        for card in (name, *others):
            deal.felt.withdrawn.append(card)
            follow.widen(deal, "flop_count", card)
        return
    deal.agenda.flop_ruled_at = deal.room.t
    known = facts.of(deal, None, None, BOARD)
    laid = deal.agenda.laid
    case = Case("flop_count", [], name, [*deal.felt.board, name, *others], BOARD, known)
    case.street = laid.name if laid is not None else ""
    line = rule(deal, case)
    if line.decision != "take_back":
        deal.conduct.ruled.add(("flop_count", 0))
        deal.felt.withdrawn += [name, *others]
