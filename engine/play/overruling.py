"""The floor takes a ruling back: what was done about it is undone as far as the felt allows."""

from __future__ import annotations

from engine.betting import taken_back
from engine.cards import BOARD, BURN, DECK_ZONE, SEAT_OF, SEAT_ZONES, UNREAD
from engine.deal.deal import Deal
from engine.deal.tasks import Correction, Task
from engine.log import CardMoved
from engine.play import dealing, progress, shifts, streets, watch

CARD_IN_DECK = "that card is back in the deck: it cannot be told any more"
ENDS = frozenset(("misdeal", "void_deal"))
KILLS = frozenset(("dead_hand", "forfeit"))
SWAPS = frozenset(("replace", "scrap"))
LETS_BE = frozenset("stands keep corrected refused call raise check binding floor_call".split())
CHIPS_ONLY = frozenset(("award", "misdeal", "void_deal"))  # no card need lie where it lay
KEEPS_DEAD = CHIPS_ONLY | KILLS | {"award_part"}  # a hand does not live again by it
# The card in question is dealt with otherwise than by letting it lie.
MOVES = frozenset("move scrap replace top_card shift take_back return_as_burn play_out".split())


def why_not(deal: Deal, correction: Correction | None, decision: str) -> str | None:
    """What is missing for a ruling to be taken back, or for another decision in its place."""
    if decision == "overrule" and (why := _nothing_to_take_back(correction)) is not None:
        return why
    if deal.over and (correction is None or not correction.between):
        why = cannot_go_on(deal, decision)
        if why is not None:
            return why
    if correction is None:
        return None
    if decision not in KEEPS_DEAD and correction.decision in KILLS | {"refund"}:
        return _untold(deal, correction)
    if decision in ("keep", "stands", "overrule") and correction.decision in SWAPS:
        return _card_gone(deal, correction)
    return None


def _nothing_to_take_back(correction: Correction | None) -> str | None:
    if correction is None:
        return "there is no ruling to take back"
    if correction.awaits_floor:
        return f"ruling {correction.ruling} waits for a decision: nothing was done yet"
    if correction.decision in LETS_BE:
        return f"ruling {correction.ruling} changed nothing: say what is done instead"
    if not _has_effect(correction):
        return f"ruling {correction.ruling} has been carried out: say what is done instead"
    return None


def _has_effect(correction: Correction) -> bool:
    """Whether something of it can be taken back: it ended a hand or the deal, or is not done."""
    if correction.decision in ENDS | KILLS | SWAPS | {"refund", "award", "overrule"}:
        return True
    return any(not task.done for task in correction.tasks if task.followed)


def cannot_go_on(deal: Deal, decision: str) -> str | None:
    """Why a deal that is over cannot be taken up again."""
    ending = deal.ending
    if ending.chips is None:
        return "no deal is in progress"
    gone = sorted(ending.gone & set(deal.betting.players))
    if gone:
        return f"seat {gone[0]} has left with his chips"
    if decision in CHIPS_ONLY:
        return None
    if decision == "award_part" and deal.result != "won":
        return "the chips went back: give the whole pot, or take the ruling back first"
    if ending.shuffled:
        return "the deck has been shuffled: the cards cannot be put back"
    back = sum(_is_home(deal, card, zone) for card, zone in ending.moved.items())
    if back == 1:
        return CARD_IN_DECK
    if back:
        return f"{back} cards are back in the deck: they cannot be told any more"
    return "a card that nobody had read was moved" if ending.unread else None


def _is_home(deal: Deal, card: str, lay: str) -> bool:
    return lay != DECK_ZONE and deal.felt.zone_of(card) == DECK_ZONE


def _untold(deal: Deal, correction: Correction) -> str | None:
    """Why a dead hand cannot be put together again."""
    felt = deal.felt
    for seat in _killed(deal, correction):
        held = felt.hole(seat)
        lying = felt.cards(SEAT_ZONES[seat])
        unread = held.count(UNREAD) - lying.count(UNREAD)
        home = sum(card != UNREAD and card not in felt.place for card in held)
        if unread > 0 or home:
            return (
                f"seat {seat}'s hand cannot be told any more: {max(unread, 0) + home} cards of it"
            )
    return None


def _killed(deal: Deal, correction: Correction) -> list[int]:
    players = deal.betting.players
    return [s for s in correction.case.seats if s in players and players[s].folded]


def _card_gone(deal: Deal, correction: Correction) -> str | None:
    """Why a card that was taken out of play cannot come back."""
    case = correction.case
    if case.zone == BOARD and deal.agenda.stage not in ("cards", "patch", "over"):
        return "another card lies in its place on the board"
    if case.card in (None, UNREAD) or case.card in deal.felt.place:
        return None
    return CARD_IN_DECK


# Taking back


def undo(deal: Deal, correction: Correction, decision: str) -> list[Task]:
    """Undo what a ruling did, and say which cards must be put back for it."""
    clause = deal.setting.book.authority
    steps: list[Task] = []
    open_moves = [
        (task.card, task.zone)
        for task in correction.tasks
        if task.do == "move" and not task.done and task.card and task.zone
    ]
    correction.close()
    if deal.over and not correction.between:
        steps += _go_on(deal, decision, clause)
    was = correction.decision
    if correction.awarded:  # a part of the pot
        deal.betting.players[correction.case.seats[0]].stack -= correction.awarded
        deal.betting.dead += correction.awarded
    if was in KILLS | {"refund"} and decision not in KEEPS_DEAD:
        for seat in _killed(deal, correction):
            steps += _revive(deal, correction, seat, clause)
    elif was in SWAPS and decision in ("keep", "stands", "overrule"):
        steps += _give_card_back(deal, correction, clause)
    elif was == "shift" and decision not in CHIPS_ONLY:
        shifts.undo(deal, open_moves)
    elif was in ("move", "take_back") and decision in ("keep", "stands", "overrule"):
        _let_lie(deal, correction)
    return steps


def _let_lie(deal: Deal, correction: Correction) -> None:
    """A card that was to go elsewhere stays: in the hand it came to, or as the burn."""
    case, street, felt = correction.case, deal.agenda.coming, deal.felt
    if case.card is None:
        return
    lies = felt.place.get(case.card)
    if case.fault == "premature_burn" and street is not None:
        street.named = None
        street.burn.done = lies == BURN
    elif correction.decision == "move" and lies in SEAT_OF and not deal.over:
        deal.ending.came = CardMoved(deal.room.t, case.card, lies, "down", DECK_ZONE)


def _go_on(deal: Deal, decision: str, clause: str) -> list[Task]:
    """The deal is not over: what moved since is put back."""
    ending, felt = deal.ending, deal.felt
    came, moved = ending.came, dict(ending.moved)
    progress.reopen(deal)
    if decision in CHIPS_ONLY:
        return []
    back = [
        Task("move", "now", clause, card=card, zone=zone, plain=True)
        for card, zone in reversed(moved.items())
        if felt.zone_of(card) != zone
    ]
    if came is not None and decision not in MOVES and came.card not in moved:
        deal.ending.came = came  # taken up when the floor's word is in force
    return back


def take_up(deal: Deal) -> None:
    """The card that came as the deal ended counts where it lies, as the floor has decided."""
    came, deal.ending.came = deal.ending.came, None
    open_still = came is not None and not deal.over and not _counts(deal, came)
    if came is not None and open_still and deal.felt.place.get(came.card) == came.zone:
        deal.felt.move(came.card, DECK_ZONE, came.zone)
        watch.come_again(deal, came)
    dealing.done_if_whole(deal)
    if not deal.over:
        streets.street_done_if_full(deal)


def _counts(deal: Deal, came: CardMoved) -> bool:
    felt, card = deal.felt, came.card
    if came.from_ == DECK_ZONE and any(
        one.fault == "duplicate_card" and one.case.card == card for one in deal.rulings.values()
    ):
        return True  # the second of two equal cards was counted unread when it came
    held = any(card in hand for hand in felt.hands.values())
    return held or card in felt.board or card in felt.fresh or card in felt.withdrawn


def _revive(deal: Deal, correction: Correction, seat: int, clause: str) -> list[Task]:
    """A dead hand lives again, with its cards and with what it owes."""
    felt, betting = deal.felt, deal.betting
    player = betting.players[seat]
    if correction.refunded:
        player.stack -= correction.refunded
        player.paid += correction.refunded
        player.bet += correction.bet
    turn = correction.turn if correction.acts == len(deal.acts.all) else 0
    _to_betting(deal, seat)
    added = taken_back.revive(betting, seat, turn)
    deal.conduct.folded_by_cards.pop(seat, None)
    steps = [Task("post", "now", clause, seat=seat, amount=added)] if added else []
    zone = SEAT_ZONES[seat]
    return steps + [
        Task("move", "now", clause, card=card, zone=zone, plain=True)
        for card in felt.hole(seat)
        if card != UNREAD and felt.zone_of(card) != zone
    ]


def _to_betting(deal: Deal, seat: int) -> None:
    """The round in which he died has just ended: it is his turn in it after all."""
    agenda, betting, felt = deal.agenda, deal.betting, deal.felt
    player = betting.players[seat]
    untouched = not felt.fresh and not deal.showing.tabled
    if agenda.stage == "cards":
        untouched = untouched and not agenda.dealing.burned
    over = agenda.stage in ("cards", "show") and agenda.follows_betting and untouched
    if over and not player.all_in and (not player.acted or player.bet < betting.high):
        betting.high = max(p.bet for p in betting.order)
        agenda.back_to_betting()


def _give_card_back(deal: Deal, correction: Correction, clause: str) -> list[Task]:
    """A card that was taken out of play counts again, and not the one that came for it."""
    case, felt = correction.case, deal.felt
    card = case.card
    if card is None:
        return []
    felt.void.discard(card)
    steps = []
    for came in _taken_out(deal, correction):
        felt.take_from_hands(came)
        for cards in (felt.fresh, felt.board):
            if came in cards:
                cards[cards.index(came)] = card
        steps.append(Task("move", "now", clause, card=came, zone=DECK_ZONE, plain=True))
    if case.seat is not None:
        steps += _to_hand(deal, case.seat, card, clause)
    else:
        _to_its_street(deal, case.zone, card)
    return steps


def _taken_out(deal: Deal, correction: Correction) -> list[str]:
    """The cards that came as replacements; and the replaced one is no burn any more."""
    street = deal.agenda.coming
    for task in correction.tasks:
        if task.do == "burn" and street is not None and street.named is task:
            street.named = None
    return [task.came for task in correction.tasks if task.came is not None]


def _to_its_street(deal: Deal, zone: str | None, card: str) -> None:
    """A card of board or burns counts there again."""
    agenda, felt = deal.agenda, deal.felt
    if zone == BOARD and agenda.stage == "patch":
        felt.board.append(card)
        agenda.resume()
    elif zone == BOARD and card not in felt.fresh + felt.board:
        felt.fresh.append(card)
    elif zone == BURN and agenda.stage == "cards":
        agenda.dealing.burn.done = True


def _to_hand(deal: Deal, seat: int, card: str, clause: str) -> list[Task]:
    felt, start = deal.felt, deal.agenda.start
    if seat not in felt.hands:
        return []
    if card not in felt.hands[seat]:
        due = start.due
        if deal.agenda.stage == "deal" and due is not None and due.seat == seat:
            felt.give(card, seat)
            start.pos += 1
        else:
            felt.hold(card, seat)
    zone = SEAT_ZONES[seat]
    if felt.zone_of(card) == zone or (felt.zone_of(card) not in SEAT_OF and card == UNREAD):
        return []
    return [Task("move", "now", clause, card=card, zone=zone, plain=True)]
