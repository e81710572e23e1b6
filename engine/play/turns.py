"""Actions out of turn: held until their turn; who was passed over, and when he loses his right."""

from __future__ import annotations

from engine.answers import Acted, Bar, Option
from engine.betting import bring_in, sentences
from engine.betting.meaning import Meaning
from engine.betting.player import Player
from engine.betting.underway import Held, Outcome, held_by
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction
from engine.log import Do, Floor
from engine.play import doing
from engine.play.judge import answered, found, issue, rule

PASSIVE = ("fold", "check")
WAGERS = ("bet", "raise", "complete")
ANEW = ("refused", "back_up", "allowed", "corrected")
# What the floor holds him to at his turn: what he did, or another act.
HELD_TO: dict[str, Do | None] = {
    "binding": None, "call": "call", "check": "check",
    "raise": "raise", "bet": "bet", "complete": "raise",
}  # fmt: skip


def out_of_turn(deal: Deal, seat: int, do: Do, to: int) -> None:
    """A player acts while another is to act: it is held, and ruled once for each bypass."""
    now, turn = deal.acts.now, deal.betting.turn
    first, before = not now.held, held_by(now.held, seat)
    held = Held(seat, do, to, len(deal.acts.all), 0)
    waits = deal.rulings.get(before.ruling) if before is not None else None
    if before is not None and waits is not None and waits.awaits_floor:
        held.ruling = before.ruling  # it is no second fault
        now.held.remove(before)
    elif first or before is not None:
        now.held = [one for one in now.held if one.seat != seat]
        _rule(deal, held, turn.seat if turn is not None else None)
    else:
        held.ruling = now.held[0].ruling
    if turn is None or deal.over:
        return
    now.held.append(held)
    passed_over(deal, condoned=False)


def _rule(deal: Deal, held: Held, passed: int | None) -> None:
    known = facts.of(deal, held.seat) | {held.do, deal.setting.structure}
    if held.seat in deal.acts.now.misled:
        known.add("misled")
    case = Case("out_of_turn", [held.seat], facts=known)
    line = found(deal, case)
    if line is not None and line.decision == "back_up" and passed is not None:
        case.seats.append(passed)
        case.said = sentences.lead(case.fault, held.seat) + sentences.told("back_on", seat=passed)
    if line is not None and line.decision == "binding":
        deal.acts.now.lost[held.seat] = line.clause
        case.said = sentences.lead(case.fault, held.seat) + sentences.told("no_raise")
    rule(deal, case)
    held.ruling = deal.room.last_ruling


# The player who was passed over


def passed_over(deal: Deal, *, condoned: bool) -> None:
    """He loses his right when enough have acted behind him; the dealer's burn may count."""
    now, turn = deal.acts.now, deal.betting.turn
    if turn is None or not now.held or deal.agenda.stage != "bet":
        return
    paid = sum(one.do not in PASSIVE for one in now.held)
    known = facts.of(deal, turn.seat) | {deal.setting.structure}
    if len(now.held) >= 3:
        known.add("three_behind")
    elif condoned and len(now.held) == 2:
        known.add("dealer_third")
    if paid >= 2:
        known.add("two_paid_behind")
    if deal.betting.to_call(turn):
        known.add("facing_bet")
    case = Case("skipped_player", [turn.seat], facts=known)
    line = found(deal, case)
    key = f"{deal.agenda.at}.{len(deal.acts.all)}"
    if line is None or not deal.conduct.first_time("skipped_player", key):
        return
    stands = line.decision == "stands"
    verdict = sentences.told("stands_behind") if stands else [("verdict.floor_call", {})]
    case.said = sentences.lead(case.fault, turn.seat) + verdict
    issue(deal, case, line)
    for one in now.held:
        answered(deal, one.ruling)
        one.ruling = deal.room.last_ruling
    if line.decision == "stands":
        why = deal.setting.book.why
        let_stand(deal, turn.seat, why.get("condoned", "") if condoned else line.clause)
        if turn.seat in now.lost and deal.agenda.stage == "bet":
            deal.betting.turn_from(turn)  # it is still on him, to call or to fold


def dealt_past(deal: Deal, *, board: bool) -> None:
    """The dealer burns, or deals on, past a player who has not acted."""
    turn, now = deal.betting.turn, deal.acts.now
    if turn is None or deal.agenda.stage != "bet":
        return
    if not board:
        passed_over(deal, condoned=True)
        return
    if turn.seat not in now.lost or not deal.betting.to_call(turn):
        return
    known = facts.of(deal, turn.seat) | {"next_card", "facing_bet", deal.setting.structure}
    case = Case("skipped_player", [turn.seat], facts=known)
    line = found(deal, case)
    if line is not None and line.decision == "dead_hand":
        case.said = [*sentences.lead(case.fault, turn.seat), ("verdict.dead_hand", {})]
        issue(deal, case, line)


def let_stand(deal: Deal, passed: int, clause: str) -> None:
    """What was done behind him counts: he has checked, or may call or fold, but not raise."""
    now, betting = deal.acts.now, deal.betting
    held, now.held = now.held, []
    for one in held:
        answered(deal, one.ruling)
    player = betting.players[passed]
    if betting.to_call(player):
        now.lost[passed] = clause
        now.passed.add(passed)
    else:
        tell(deal, passed, Outcome("check", player.bet), clause)
        doing.do(deal, player, "check", player.bet)
    for one in held:
        actor = betting.players[one.seat]
        if deal.over or deal.agenda.stage != "bet" or actor.folded or actor.all_in:
            return
        betting.turn = actor
        do, to = _fits(deal, one)
        tell(deal, one.seat, Outcome(do, to), clause)
        doing.do(deal, actor, do, to)


def go_on_behind(deal: Deal, seat: int) -> None:
    """The table goes on past a player who lost his right: the next one acts in turn."""
    now, betting = deal.acts.now, deal.betting
    turn = betting.turn
    if not now.passed or turn is None or turn.seat not in now.passed or turn.seat not in now.lost:
        return
    owing = betting.outstanding()
    place = owing.index(turn.seat) + 1
    if len(owing) > 1 and (owing[place:] + owing[:place])[0] == seat:
        betting.turn = betting.players[seat]


def _fits(deal: Deal, held: Held) -> tuple[Do, int]:
    """A held action against the betting as it is now."""
    betting = deal.betting
    player = betting.players[held.seat]
    owed, most = betting.to_call(player), player.bet + player.stack
    if held.do == "fold" or (held.do == "check" and not owed):
        return held.do, player.bet
    if held.do in ("bet", "raise", "all_in") and held.to > betting.high:
        return ("raise" if betting.high else "bet"), min(held.to, most)
    return ("call" if owed else "check"), min(betting.high, most)


def time_called(deal: Deal, seat: int) -> None:
    """Who was passed over stops the action."""
    now, turn = deal.acts.now, deal.betting.turn
    if turn is None or not now.held or held_by(now.held, seat) is not None:
        return
    known = facts.of(deal, seat) | {"time_called"}
    if turn.seat != seat:
        known.add("waited")
    case = Case("skipped_player", [seat], facts=known)
    line = found(deal, case)
    if line is not None and line.decision == "back_up":
        case.said = sentences.lead(case.fault, seat) + sentences.told("back_on", seat=turn.seat)
        issue(deal, case, line, answers=now.held[0].ruling)
        answered(deal, now.held[0].ruling)
        now.held = []


# When his turn comes


def reached(deal: Deal) -> None:
    """The turn comes to a player who acted before it, or bet in the dark."""
    now = deal.acts.now
    for _ in range(len(now.held) + len(now.dark)):
        turn = deal.betting.turn
        if turn is None or deal.agenda.stage != "bet":
            return
        if turn.seat in now.dark:
            _in_the_dark(deal, turn, now.dark.pop(turn.seat))
            continue
        held = held_by(now.held, turn.seat)
        if held is None or held.acts == len(deal.acts.all):
            return
        now.held.remove(held)
        since = [done.do for done in deal.acts.all[held.acts :] if done.chips]
        raised = any(do != "call" for do in since)
        calls = held.binding and not raised  # these release nobody whom the floor holds to it
        if since and not calls and (_released(deal, held, raised=raised) or raised):
            continue
        if held.binding:
            do, to = _fits(deal, held)
            tell(deal, held.seat, Outcome(do, to), held.clause)
            doing.do(deal, turn, do, to)


def _in_the_dark(deal: Deal, player: Player, amount: int) -> None:
    """What he bet before the card stays in (hilton.A13.c.7.1)."""
    betting = deal.betting
    to = min(player.bet + amount, player.bet + player.stack)
    clause = deal.setting.whys["dark"]
    if not amount:
        return
    if to >= min(betting.bounds(player)[0], player.bet + player.stack):
        do: Do = "raise" if betting.high else "bet"
        tell(deal, player.seat, Outcome(do, to), clause)
        doing.do(deal, player, do, to)
    else:
        betting.post(player.seat, amount)


def _released(deal: Deal, held: Held, *, raised: bool) -> bool:
    """Somebody between has put chips in: whether the book lets him think again."""
    since = "released" if raised else "called_between"
    known = facts.of(deal, held.seat) | {held.do, since, deal.setting.structure}
    if deal.betting.raises:
        known.add("raised")
    case = Case("out_of_turn", [held.seat], facts=known)
    line = found(deal, case)
    if line is None or line.decision != "allowed":
        return False
    case.said = sentences.lead(case.fault, held.seat) + sentences.told("act_anew")
    issue(deal, case, line, answers=held.ruling)
    answered(deal, held.ruling)
    return True


def misled(deal: Deal, seat: int) -> None:
    """He was misled: he is not held to what he did."""
    now = deal.acts.now
    now.misled.add(seat)
    held = held_by(now.held, seat)
    if held is None:
        return
    case = Case("out_of_turn", [seat], facts=facts.of(deal, seat) | {held.do, "misled"})
    line = found(deal, case)
    if line is not None and line.decision == "allowed":
        case.said = sentences.lead(case.fault, seat) + sentences.told("act_anew")
        issue(deal, case, line, answers=held.ruling)
        now.held.remove(held)
        answered(deal, held.ruling)


def not_of_it(deal: Deal, ruling: int, word: Floor) -> str | None:
    """Why the floor's word is nothing that an action out of turn can be; nothing is held: None."""
    held = next(iter(_of_ruling(deal, ruling)), None)
    if held is None or word.amount is not None:
        return None
    wagered = held.do in ("bet", "raise")
    return "name the amount to which he raises" if word.decision in WAGERS and not wagered else None


def holds(deal: Deal, ruling: int) -> bool:
    """Whether an action of that ruling waits for its turn."""
    return bool(_of_ruling(deal, ruling))


def _of_ruling(deal: Deal, ruling: int) -> list[Held]:
    """What is held and was ruled on by that number, or decided by the floor."""
    return [one for one in deal.acts.now.held if ruling and ruling in (one.ruling, one.floor)]


def by_floor(deal: Deal, ruling: int, word: Floor, made: Correction) -> None:
    """The floor holds him to it or to another act, lets all stand, or lets him act anew."""
    now, decision = deal.acts.now, word.decision
    mine = _of_ruling(deal, ruling)
    for one in mine:
        one.floor = made.ruling  # the floor may still change its mind
    if mine and decision == "stands" and deal.betting.turn is not None:
        let_stand(deal, deal.betting.turn.seat, made.clause)
    elif decision in ANEW:
        now.held = [one for one in now.held if one not in mine]
    elif decision in HELD_TO:
        for one in mine:
            one.do = HELD_TO[decision] or one.do
            one.to = word.amount or one.to
            one.binding, one.clause = True, made.clause


def tell(deal: Deal, seat: int, outcome: Outcome, clause: str) -> None:
    """What counts now."""
    told: Acted = {"o": "act", "seat": seat, "do": outcome.do, "to": outcome.to, "clause": clause}
    deal.out.append(told)


def without_raise(deal: Deal, options: list[Option], barred: list[Bar], seat: int) -> None:
    """He lost the right to bet and raise: the options say so."""
    if bring_in.is_forced(deal.betting):
        return
    why = deal.acts.now.lost[seat]
    for option in list(options):
        if option["do"] in ("bet", "raise", "all_in") and option["max"] > deal.betting.high:
            options.remove(option)
            barred.append({"do": option["do"], "why": why})


def act_of(meaning: Meaning, word: str) -> tuple[Do, int]:
    """What chips or words out of turn look like."""
    if meaning.do is not None:
        return meaning.do, meaning.to
    return ("raise" if word == "raise" else "bet"), meaning.target
