"""The facts of a situation, in the words that the rulebooks' lines use."""

from __future__ import annotations

from engine.cards import JOKER, UNREAD
from engine.deal import early
from engine.deal.deal import Deal
from engine.deal.upcards import Stud
from engine.games import GAMES
from engine.law import Book, Window
from engine.law.vocabulary import STREETS

# Of an exposed card in a draw game: whether it can be of use (hilton.A8.e.3.b.1, b.3).
RANKS_OF = {"wheel_card": "A2345", "seven_or_under": "A234567", "perfect_card": "23457"}
STAGES = {
    "deal": "dealing",
    "bet": "betting",
    "patch": "betting",
    "discard": "betting",
    "draw": "drawing",
    "show": "showdown",
}


def of(
    deal: Deal, seat: int | None = None, card: str | None = None, zone: str | None = None
) -> set[str]:
    """All that is true of the table, the seat and the card right now."""
    setting = deal.setting
    facts = {setting.format, setting.kind}
    facts.add(f"second_card_exposed:{setting.book.params['second_card_exposed']}")
    facts |= _of_game(deal)
    if seat is not None:
        facts |= _of_person(deal, seat)
    if zone is not None:
        facts.add(f"in_{zone.partition(':')[0]}")
    if not deal.began:
        return facts | {"over"}
    facts.add(STAGES.get(deal.agenda.stage, deal.agenda.stage))
    facts |= _of_deal(deal)
    facts |= of_street(deal.agenda.street_name)
    if deal.agenda.stud is not None:
        facts |= _of_stud(deal, deal.agenda.stud, seat)
    if seat is not None:
        facts |= _of_hand(deal, seat)
    if card is not None:
        facts |= _of_card(deal, seat, card)
    return facts


def of_floor(deal: Deal) -> set[str]:
    """What is true when the floor speaks: a pot may have been pushed, the next riffle begun."""
    if not deal.over or deal.result != "won":
        return set()
    return {"awarded", "next_riffle"} if deal.ending.shuffled else {"awarded"}


def _of_game(deal: Deal) -> set[str]:
    setting = deal.setting
    facts = {"antes"} if setting.antes else set()
    if setting.game.draws:
        facts |= _of_draw(deal)
    if setting.game.stud:
        facts |= {"stud", setting.game.name}
    elif setting.game.uses is None:
        facts.add("board_plays")
    return facts


def of_exposed(deal: Deal, card: str | None, *, told: bool) -> set[str]:
    """Of an exposed card in a draw game: whether it can be of use, if the table knows its face."""
    if not deal.setting.game.draws or card is None or card == UNREAD:
        return set()
    facts = {fact for fact, ranks in RANKS_OF.items() if card[0] in ranks}
    if not told and card not in deal.felt.shown:
        facts = {"face_untold"}  # a ruling by its rank would tell the rank
    elif card == JOKER:
        facts = {*RANKS_OF, "joker_card"}
    if any(name in deal.felt.void for name in deal.felt.exposed):
        facts.add("replaced_before")
    return facts


def _of_draw(deal: Deal) -> set[str]:
    """Which of the games with a draw it is, and whether cards have been drawn."""
    facts = {"draw_game", deal.setting.game.clauses} & {"draw_game", *GAMES}
    if deal.setting.game.wins != ("high",):
        facts.add("lowball")
    if len(deal.betting.live) == 2:
        facts.add("heads_up")
    if deal.began:
        drawn = deal.agenda.exchange is not None and deal.agenda.stage != "draw"
        facts.add("after_draw" if drawn else "before_draw")
        did = [act.do for act in deal.acts.all]
        if deal.agenda.stage != "bet" or drawn or "raise" in did or did.count("call") > 1:
            facts.add("pot_plays")
    return facts


def of_street(name: str) -> set[str]:
    """The street in question; of a house's own no book can speak."""
    return {name} if name in STREETS else set()


def _of_stud(deal: Deal, stud: Stud, seat: int | None) -> set[str]:
    facts = set()
    agenda = deal.agenda
    if agenda.stage == "cards" and agenda.coming is not None and agenda.coming.faces:
        facts.add("later_street")
        if seat is None and deal.conduct.looked:
            facts.add("looked")  # somebody has, at a card of the street (uspa.3.2.3.5.13b)
        if agenda.coming.faces[0] == "up":
            facts.add("up_street")
    player = deal.betting.players.get(seat or 0)
    if player is not None:
        if player.paid > min(deal.setting.ante, player.start):
            facts.add("chips_in")
        if any(act.seat == player.seat for act in deal.acts.of_round()):
            facts.add("acted_on_street")
        if agenda.stage == "bet" and deal.betting.to_call(player):
            facts.add("facing_bet")
        exposed = [
            card for card in deal.felt.hands.get(player.seat, []) if card in deal.felt.exposed
        ]
        if len(exposed) > 1:
            facts.add("both_exposed")
    return facts


def _of_person(deal: Deal, seat: int) -> set[str]:
    person = deal.room.seats.get(seat)
    if person is None:
        return {"empty"}
    facts = {"absent"} if person.away else {"present"}
    if person.asked:
        facts.add("asked")
    return facts


def _of_deal(deal: Deal) -> set[str]:
    facts = set()
    if deal.acts.own():
        facts.add("action_begun")
    if deal.felt.has_whole_hand(deal.size):
        facts.add("someone_complete")
    if deal.agenda.start.whole:
        facts.add("deal_complete")
    if deal.felt.has_second_card():
        facts.add("second_cards_out")
    return facts


def _of_hand(deal: Deal, seat: int) -> set[str]:
    player = deal.betting.players.get(seat)
    start, conduct = deal.agenda.start, deal.conduct
    due = start.due
    truths = {
        "looked": seat in conduct.looked,
        "acted": deal.acts.by(seat),
        "posted": seat in deal.blinds,
        "blind_left_of_button": seat in deal.blinds and seat != deal.button,
        "opener_all_in": player is not None and player.all_in and deal.setting.game.draws,
        "on_button": seat == deal.button,
        "guarded": seat in conduct.guarded,
        "board_declared": seat in conduct.play_board,
        "skipped": seat in conduct.skipped,
        "dealt_absent": seat in conduct.absent,
        "not_dealt_in": player is None,
        "folded": player is not None and player.folded,
        "live": player is not None and not player.folded,
        "no_cards": not deal.felt.hole(seat),
        "due_top": due is not None
        and due.seat == seat
        and not start.missed
        and seat not in start.passed,
    }
    return {fact for fact, true in truths.items() if true}


def _of_card(deal: Deal, seat: int | None, card: str) -> set[str]:
    facts = {"unread"} if card == UNREAD else set()
    dealt, start = deal.felt.dealt, deal.agenda.start
    places = [k for k, (name, _) in enumerate(dealt) if name == card]
    if not places and start.due is not None and start.due.seat == seat:
        places = [len(dealt)]  # seen in flight, before it landed
    if not places:
        return facts
    place = places[-1]
    if place == 0:
        facts.add("first_card")
    elif place == 1:
        facts.add("second_card")
    if place < len(start.order):
        facts.add("first_round_card")
    if place == len(dealt) - 1:
        facts.add("last_dealt")
    return facts


def windows(book: Book, deal: Deal) -> set[str]:
    """The windows of a book that are still open."""
    return {f"until:{name}" for name, window in book.windows.items() if is_open(window, deal)}


def is_open(window: Window, deal: Deal) -> bool:
    """Whether so few have acted that the window still holds."""
    if not deal.began:
        return False
    done = deal.acts.own()
    if window.of_round:
        acts = [act for act in deal.acts.of_round() if not act.forced]
        return len(acts) < window.acted and sum(act.chips for act in acts) < window.chips
    # An action taken before the deal was whole waits, but it has been taken.
    deferred = early.motions(deal.conduct.deferred)
    acted = len(done) + len(deferred)
    chips = sum(act.chips for act in done)
    chips += sum(any(map(early.puts_chips, motion)) for motion in deferred)
    if acted >= window.acted or chips >= window.chips:
        return False
    beyond = sum(p.seat not in deal.blinds for p in deal.betting.order)
    # Two or three dealt in: nobody sits beyond the blinds, so any two count (uspa.3.1.4.2b).
    count = sum(not act.posted for act in done) if beyond >= 2 else len(done)
    return count < window.after_blinds
