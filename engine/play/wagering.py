"""Words, chips and resting hands: what a player begins, adds to, and what ends it."""

from __future__ import annotations

from engine.betting.meaning import Meaning, read
from engine.betting.player import Player
from engine.betting.round import Betting
from engine.betting.underway import Begun
from engine.betting.words import GESTURES, plain
from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, SEAT_OF
from engine.deal.deal import Deal
from engine.log import Act, AnyEvent, CardMoved, Chips, Draw, Rest, Say
from engine.play import (
    adding,
    bring_in_faults,
    deferring,
    discarding,
    doing,
    facing,
    folding,
    opening_bet,
    small_chips,
    taking_back,
    turns,
    wagers,
)
from engine.play.judge import answered

IRREGULAR = Meaning("check", fault="unclear_bet", facts=frozenset(("irregular",)))
NOTHING_ON = "seat {seat} has nothing to act on now"


# What cannot be


def refuse_say(deal: Deal, event: Say) -> str | None:
    """Why words cannot be meant."""
    if deal.agenda.stage == "draw" and _is_pat(event):
        return discarding.refuse(deal, Draw(event.t, event.seat, count=0))
    return _no_part(deal, event.seat) or _refuse_words(deal, event.seat, event.words)


def _is_pat(event: Say) -> bool:
    """Whether words while players draw say that he stands pat (uspa.3.2.8.5.1.14)."""
    return event.words == "pat" or event.words in GESTURES


def refuse_chips(deal: Deal, event: Chips) -> str | None:
    """Why these chips cannot be his."""
    why = None if _ahead_of_cards(deal, event.seat) else _no_part(deal, event.seat)
    put = sum(event.chips)
    if why is None and not put:
        why = "no chips: each is named by its value"
    if why is None and event.said is not None:
        why = _refuse_words(deal, event.seat, event.said)
    if why is not None:
        return why
    player, now, begun = deal.betting.players[event.seat], deal.acts.now, own(deal, event.seat)
    has, due = player.stack, now.due.get(event.seat, 0)
    if begun is not None or deal.betting.turn is not player or put == due:
        has += due  # counted already, and not seen yet
    if begun is not None and begun.waits:
        has -= sum(map(sum, begun.motions))
    return None if put <= has else f"seat {event.seat} has only {has:,} behind, not {put:,}"


def refuse_rest(deal: Deal, event: Rest) -> str | None:
    """Hands may rest at any time."""
    return deal.setting.no_seat(event.seat)


def _no_part(deal: Deal, seat: int) -> str | None:
    """Why a seat can put in nothing and say nothing now."""
    if deal.over:
        return "no deal is in progress"
    player = deal.betting.players.get(seat)
    if player is None:
        return f"seat {seat} is not in this deal"
    if own(deal, seat) is not None or seat in deal.acts.now.due:
        return None
    if player.folded:
        return f"seat {seat} has folded"
    if player.all_in:
        return f"seat {seat} is all-in"
    if deal.agenda.stage == "bet" and deal.betting.turn is not None:
        return None
    if (deal.agenda.stage == "cards" and seat in deal.acts.now.dark) or _waits(deal, seat):
        return None
    return NOTHING_ON.format(seat=seat)


def _ahead_of_cards(deal: Deal, seat: int) -> bool:
    """Whether he may bet in the dark; where chips are sensed they may be a late payment."""
    if deal.agenda.stage != "cards" or "chips" in deal.setting.sensors or not deal.is_live(seat):
        return False
    able = sum(not player.all_in for player in deal.betting.live)
    return able > 1 and not deal.betting.players[seat].all_in


def _waits(deal: Deal, seat: int) -> bool:
    """Whether it is his turn once a card is read that may lie there already."""
    stage = deal.agenda.stage
    return stage in ("deal", "cards") and deferring.has_turn(deal, seat)


def _refuse_words(deal: Deal, seat: int, said: str | int) -> str | None:
    if said == "pat":
        return "nothing is drawn now"
    if (begun := own(deal, seat)) is not None:
        return None if not begun.waits else _beyond(said, begun.faced.stack_to, seat)
    betting = betting_for(deal, seat)
    if deal.agenda.stage == "cards":
        betting = deferring.betting_then(deal) or betting
    player = betting.players[seat]
    word, _ = plain(said, deal.setting.book.params["words"])
    owed = betting.to_call(player)
    if betting.turn is player and word == "check" and owed:
        return f"seat {seat} cannot check: {owed:,} to call"
    return _beyond(said, player.bet + player.stack, seat)


def _beyond(said: str | int, most: int, seat: int) -> str | None:
    word, amount = plain(said, {})
    if word == "amount" and amount > most:
        return f"seat {seat} has only {most:,} for this round, not {amount:,}"
    return None


def own(deal: Deal, seat: int) -> Begun | None:
    """What this seat has begun, while nobody else has acted."""
    begun = deal.acts.now.begun
    return begun if begun is not None and begun.seat == seat else None


def betting_for(deal: Deal, seat: int) -> Betting:
    """The betting as this seat's event will find it."""
    begun = deal.acts.now.begun
    if begun is None or begun.seat == seat or begun.waits not in ("more", "option"):
        return folding.without(deal, seat)
    return wagers.would_be(deal, begun)


# What happens


def say(deal: Deal, event: Say) -> None:
    """A player speaks."""
    if deal.agenda.stage == "draw" and _is_pat(event):
        discarding.draw(deal, Draw(event.t, event.seat, count=0))
        return
    if event.words == "time" or not _is_early(deal, event):
        _come(deal, event.seat, event.words, None)


def chips(deal: Deal, event: Chips) -> None:
    """A player puts chips in; what he said with them came first."""
    if _is_early(deal, event):
        return
    lying = deal.acts.now.spots.lying
    lying[event.seat] = (*lying.get(event.seat, ()), *event.chips)
    plays = small_chips.without(deal, event)
    if plays or event.said is not None:
        _come(deal, event.seat, event.said, plays or None)


def _is_early(deal: Deal, event: Say | Chips) -> bool:
    """Whether the cards that it follows are not all read yet: then it waits for them."""
    now, seat = deal.acts.now, event.seat
    if seat in now.dark or seat in now.due or own(deal, seat) is not None:
        return False
    if not _waits(deal, seat):
        return False
    deferring.wait(deal, event)
    return True


def rest(deal: Deal, event: Rest) -> None:
    """His hands are back: it is all of it."""
    begun = own(deal, event.seat)
    if begun is None:
        return
    begun.until = deal.room.t
    if begun.waits == "more":
        _complete(deal, begun)
    deal.acts.now.set_wake()


def _come(deal: Deal, seat: int, said: str | int | None, motion: tuple[int, ...] | None) -> None:
    now = deal.acts.now
    if said == "time":
        turns.time_called(deal, seat)
        said = None
        if motion is None:
            return
    begun = own(deal, seat)
    if begun is not None:
        if said is not None:
            adding.words(deal, begun, said)
        if motion is not None:
            adding.chips(deal, begun, motion)
    elif motion is not None and said is None and _pays(deal, seat, motion):
        pass
    elif deal.agenda.stage == "cards":
        now.dark[seat] = sum(motion or ())
    else:
        _first(deal, seat, said, motion)
    now.set_wake()


def _first(deal: Deal, seat: int, said: str | int | None, motion: tuple[int, ...] | None) -> None:
    """The first word or motion of an action."""
    turns.go_on_behind(deal, seat)
    if deal.betting.limits.opening and _opens_for_another(deal, seat, said, motion):
        return
    turn = deal.betting.turn
    if turn is None or turn.seat != seat:
        player = deal.betting.players[seat]
        begun = _reading(deal, _begun(deal, player, snapshot=False), said, motion)
        do, to = turns.act_of(begun.meaning, begun.word)
        if not bring_in_faults.by_another(deal, Act(deal.room.t, seat, do, to)):
            turns.out_of_turn(deal, seat, *turns.act_of(begun.meaning, begun.word))
        return
    if doing.interrupted(deal) or deal.betting.turn is not turn:
        return
    begun = _reading(deal, _begun(deal, turn, snapshot=True), said, motion)
    if said is not None and begun.word == "?":
        begun.meaning = IRREGULAR
    wagers.begin(deal, begun)


def _opens_for_another(
    deal: Deal, seat: int, said: str | int | None, motion: tuple[int, ...] | None
) -> bool:
    """Whether the forced bet of stud comes from somebody who is not to make it."""
    begun = _reading(deal, _begun(deal, deal.betting.players[seat], snapshot=False), said, motion)
    do, to = turns.act_of(begun.meaning, begun.word)
    return bring_in_faults.by_another(deal, Act(deal.room.t, seat, do, to))


def _begun(deal: Deal, player: Player, *, snapshot: bool) -> Begun:
    before = deal.betting.copy() if snapshot else None
    acts = len(deal.acts.all)
    return Begun(player.seat, facing.faced(deal, player), before, acts, deal.agenda.at)


def _reading(
    deal: Deal, begun: Begun, said: str | int | None, motion: tuple[int, ...] | None
) -> Begun:
    if said is not None:
        begun.word, begun.amount = plain(said, deal.setting.book.params["words"])
    if motion is not None:
        begun.motions.append(motion)
        begun.until = deal.room.t + deal.setting.book.params["motion_seconds"]
    begun.meaning = read(begun.faced, begun.word, begun.amount, begun.motions)
    if said in GESTURES and begun.meaning.do == "check":
        begun.meaning = begun.meaning._replace(why="gesture")
    if said == "rabbit":
        begun.meaning = begun.meaning._replace(why="rabbit")
    unopened = begun.meaning.do == "check" and not deal.betting.high
    if unopened and opening_bet.required(deal):
        begun.meaning = begun.meaning._replace(fault="bet_or_fold")
    return begun


def _pays(deal: Deal, seat: int, motion: tuple[int, ...]) -> bool:
    """Chips that are counted already; in turn again they are only where they are just those."""
    now, put = deal.acts.now, sum(motion)
    due = now.due.get(seat, 0)
    turn = deal.betting.turn
    if not due or (turn is not None and turn.seat == seat and put != due):
        now.due.pop(seat, None)
        return False
    if put >= due:
        del now.due[seat]
    else:
        now.due[seat] = due - put
    return True


# What an operator enters for it


def repeats(begun: Begun, event: Act) -> bool:
    """Whether an operator enters what chips and words have told already."""
    if begun.waits:
        return False
    do, to = begun.meaning.do, begun.done
    if event.do in ("bet", "raise"):
        return event.to == to
    return event.do == do or (event.do == "all_in" and to == begun.faced.stack_to)


def before(deal: Deal, begun: Begun) -> Betting | None:
    """The betting in which an operator's word for it counts; None where it is too late."""
    if begun.waits:
        return deal.betting
    return begun.before if taking_back.possible(deal, begun) else None


def entered(deal: Deal, begun: Begun, event: Act) -> bool:
    """A person says what it was; False where that is still to be done as any action."""
    if repeats(begun, event):
        return True
    if begun.waits == "option" and event.do in ("call", "raise") and event.to in (
        None, begun.faced.full,
    ):  # fmt: skip
        adding.choose(deal, begun, event.do, 0)
        return True
    if not begun.waits and not taking_back.possible(deal, begun):
        return False
    if not begun.waits:
        taking_back.rewind(deal, begun)
    answered(deal, begun.ruling)
    deal.acts.now.begun = None
    return False


# What ends it


def meanwhile(deal: Deal, event: AnyEvent) -> None:
    """Another seat's event, or the dealer's burn, ends what a player has begun."""
    begun = deal.acts.now.begun
    if deal.acts.now.thrown is not None:
        _thrown(deal, event)
    if isinstance(event, (Act, Say, Chips)):
        late = event.seat in deal.acts.now.due and isinstance(event, Chips)
        if begun is not None and event.seat != begun.seat and not late:
            end(deal)
    elif isinstance(event, CardMoved):
        _card(deal, begun, event)


def _thrown(deal: Deal, event: AnyEvent) -> None:
    """What another does, or the next card off the deck, tells that a hand in the muck is folded."""
    if isinstance(event, (Act, Say, Chips)):
        folding.goes_on(deal, event.seat)
    elif isinstance(event, CardMoved) and event.zone in (BURN, BOARD):
        origin = event.from_ or deal.felt.place.get(event.card)
        if origin in (None, DECK_ZONE):
            folding.goes_on(deal, None)


def _card(deal: Deal, begun: Begun | None, event: CardMoved) -> None:
    origin = event.from_ or deal.felt.place.get(event.card, DECK_ZONE)
    if event.zone in (BURN, BOARD) and origin == DECK_ZONE:
        end(deal)
        turns.dealt_past(deal, board=event.zone == BOARD)
    elif begun is not None and event.zone == MUCK and SEAT_OF.get(origin, begun.seat) != begun.seat:
        end(deal)


def end(deal: Deal) -> None:
    """It is all that comes: what is open lapses as the book says."""
    now = deal.acts.now
    begun = now.begun
    if begun is None or begun.waits == "floor":
        return
    if begun.waits:
        begun.meaning = wagers.at_rest(begun)
        if begun.meaning.plain:
            wagers.begin(deal, begun)
        else:
            wagers.rule_on(deal, begun, "next_acted")
    now.begun, now.ended = None, begun
    if begun.meaning.fault == "oversize_chip" and begun.meaning.do == "call":
        now.large_chip = begun.meaning.put
    now.set_wake()


def _complete(deal: Deal, begun: Begun) -> None:
    """His hands rest, or have long been still: a raise that was announced is as large as it is."""
    begun.meaning = wagers.at_rest(begun)
    wagers.begin(deal, begun)


def pass_time(deal: Deal, t: float) -> None:
    """His hands are taken to rest."""
    begun = deal.acts.now.begun
    if begun is not None and begun.waits == "more" and begun.motions and begun.until <= t:
        deal.room.t = max(deal.room.t, begun.until)
        _complete(deal, begun)
