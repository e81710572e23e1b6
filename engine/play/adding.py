"""More of what a player has begun: further words and motions of his, payment and string bets."""

from __future__ import annotations

from engine.betting.meaning import read, settled
from engine.betting.underway import Begun, Outcome
from engine.betting.words import plain
from engine.cards import MUCK
from engine.deal.deal import Deal
from engine.play import claims, taking_back, wagers
from engine.play.judge import answered, found

AGREES = {
    "call": ("call", "check"), "check": ("check",), "fold": ("fold",),
    "bet": ("bet", "raise"), "raise": ("raise", "bet"),
    "all_in": ("all_in", "raise", "bet", "call"),
}  # fmt: skip


SHORT = {"short_call": "call", "short_bet": "complete", "short_raise": "complete"}


def words(deal: Deal, begun: Begun, said: str | int) -> None:
    """He speaks while it is open, or after it."""
    word, amount = plain(said, deal.setting.book.params["words"])
    if begun.waits == "option":
        choose(deal, begun, word, amount)
    elif begun.waits == "more":
        begun.word, begun.amount = word, amount
        begun.meaning = read(begun.faced, word, amount, begun.motions)
        wagers.begin(deal, begun)
    elif begun.waits == "floor" and "irregular" in begun.meaning.facts and word != "?":
        answered(deal, begun.ruling)
        begun.ruling = 0
        begun.word, begun.amount = word, amount
        begun.meaning = read(begun.faced, word, amount, begun.motions)
        wagers.begin(deal, begun)
    elif not begun.waits and not _agrees(begun, word, amount):
        if begun.meaning.do == "fold":
            _after_a_fold(deal, begun, word, amount)
        else:
            _spoke_late(deal, begun, word)


def choose(deal: Deal, begun: Begun, word: str, amount: int) -> None:
    """He says which of the two it is; other words change nothing."""
    faced = begun.faced
    if word == "amount":
        word = {faced.call_to: "call", faced.full: "raise"}.get(amount, "")
    decision = {"call": "call", "check": "call", "raise": "raise", "bet": "raise"}.get(word)
    done = settled(faced, begun.meaning, decision) if decision else None
    if done is not None:
        wagers.act(deal, begun, wagers.outcome_of(begun, done), begun.clause)


def _agrees(begun: Begun, word: str, amount: int) -> bool:
    meaning = begun.meaning
    if word == "amount":
        return amount == meaning.to
    return meaning.do in AGREES.get(word, ())


def _after_a_fold(deal: Deal, begun: Begun, word: str, amount: int) -> None:
    """He wants his fold back: with nothing to call he may, until the muck or the next player."""
    kept = all(deal.felt.zone_of(card) != MUCK for card in deal.felt.hole(begun.seat))
    printed = "fold_back" in deal.setting.book.why  # hilton.A16.4
    if printed and kept and not begun.faced.owed and taking_back.possible(deal, begun):
        taking_back.rewind(deal, begun)
        begun.word, begun.amount = word, amount
        begun.meaning = read(begun.faced, word, amount, begun.motions)
        if begun.meaning.plain:
            begun.meaning = begun.meaning._replace(why="fold_back")
        wagers.begin(deal, begun)
    else:
        _string(deal, begun, 0, "said")


def _spoke_late(deal: Deal, begun: Begun, word: str) -> None:
    """Words after chips that were an act by themselves."""
    if word in ("raise", "bet") and begun.meaning.fault == "oversize_chip":
        case = wagers.case_of(deal, begun, "said_raise")
        line = found(deal, case)
        if line is not None and line.decision == "raise" and taking_back.possible(deal, begun):
            taking_back.rewind(deal, begun)
            begun.meaning = begun.meaning._replace(to=begun.faced.bet + begun.meaning.put)
            wagers.rule_on(deal, begun, "said_raise")
            return
    raised = begun.meaning.do in ("raise", "bet")
    if word == "call" and raised and claims.meant_to_call(deal, begun):
        return
    _string(deal, begun, 0, "said")


def chips(deal: Deal, begun: Begun, motion: tuple[int, ...]) -> None:
    """Another motion of his."""
    if begun.waits == "floor":
        _make_whole(deal, begun, motion)
        return
    if begun.waits == "more":
        begun.motions.append(motion)
        begun.until = deal.room.t + deal.setting.book.params["motion_seconds"]
        begun.meaning = read(begun.faced, begun.word, begun.amount, begun.motions)
        wagers.begin(deal, begun)
    elif begun.waits == "option":
        whole = begun.meaning.put + sum(motion) == begun.faced.full - begun.faced.bet
        if whole:
            begun.meaning = begun.meaning._replace(put=begun.meaning.put + sum(motion))
            choose(deal, begun, "raise", 0)
        else:
            _string(deal, begun, sum(motion))
    elif begun.word in ("bet", "raise") and not begun.faced.fixed and not begun.ruling:
        _keep_adding(deal, begun, motion)
    else:
        _second_motion(deal, begun, motion)


def _make_whole(deal: Deal, begun: Begun, motion: tuple[int, ...]) -> None:
    """What was short is whole now: the floor need not come. All else belongs to its question."""
    faced, meaning = begun.faced, begun.meaning
    begun.motions.append(motion)
    begun.meaning = meaning._replace(put=meaning.put + sum(motion))
    decision = SHORT.get(meaning.fault)
    done = settled(faced, begun.meaning, decision) if decision else None
    if done is not None and faced.bet + begun.meaning.put == done.to:
        answered(deal, begun.ruling)
        wagers.act(deal, begun, wagers.outcome_of(begun, done), "")


def _keep_adding(deal: Deal, begun: Begun, motion: tuple[int, ...]) -> None:
    """A raise that was announced goes on until his hands rest."""
    if begun.until < deal.room.t or not taking_back.possible(deal, begun):
        _second_motion(deal, begun, motion)
        return
    taking_back.rewind(deal, begun)
    begun.motions.append(motion)
    begun.until = deal.room.t + deal.setting.book.params["motion_seconds"]
    begun.meaning = read(begun.faced, begun.word, begun.amount, begun.motions)
    wagers.begin(deal, begun)


def _second_motion(deal: Deal, begun: Begun, motion: tuple[int, ...]) -> None:
    """Chips after an act: those still due, change for them, or a string bet."""
    now, put = deal.acts.now, sum(motion)
    due = now.due.pop(begun.seat, 0)
    begun.motions.append(motion)
    if put <= due:
        if put < due:
            now.due[begun.seat] = due - put
        if put < due and not begun.ruling:
            _short_payment(deal, begun, due - put)
        elif put == due:
            answered(deal, begun.ruling)
    elif due and put - min(motion) < due:
        _change(deal, begun, put - due)
    elif begun.word and (due or begun.meaning.do in ("fold", "check")):
        begun.meaning = begun.meaning._replace(
            fault="declared_otherwise", facts=frozenset(("said",))
        )
        _rule_back(deal, begun, put - due)
    else:
        _string(deal, begun, put - due)


def _short_payment(deal: Deal, begun: Begun, left: int) -> None:
    """What was declared is paid in part: it is seen to be short."""
    done = begun.meaning
    fault = "short_call" if done.do == "call" else "declared_otherwise"
    begun.meaning = done._replace(fault=fault, facts=frozenset(("said",)), put=done.put)
    _rule_chips(deal, begun, add=left)


def _rule_back(deal: Deal, begun: Begun, back: int) -> None:
    _rule_chips(deal, begun, back=back)


def _rule_chips(deal: Deal, begun: Begun, *, add: int = 0, back: int = 0) -> None:
    """A ruling on chips that change nothing of the act."""
    player = deal.betting.players[begun.seat]
    case = wagers.case_of(deal, begun)
    line = wagers.line_on(deal, case)
    assert begun.meaning.do is not None
    wagers.tell(deal, begun, case, line, Outcome(begun.meaning.do, player.bet, back, add))


def _change(deal: Deal, begun: Begun, back: int) -> None:
    assert begun.meaning.do is not None
    to = deal.betting.players[begun.seat].bet or begun.meaning.to
    deal.out.append(
        {"o": "act", "seat": begun.seat, "do": begun.meaning.do, "to": to, "back": back}
    )


def _string(deal: Deal, begun: Begun, back: int, *more: str) -> None:
    """More chips, or words, after the act: the first motion counts."""
    done = begun.meaning
    known = {"second_motion", *more}
    if done.fault == "short_call":
        known.add("after_short_call")
    if done.do is not None and begun.waits == "":
        known.add(done.do)
    case = wagers.case_of(deal, begun.read_as(done._replace(fault="string_bet")), *known)
    line = wagers.line_on(deal, case)
    at = deal.betting.players[begun.seat].bet
    outcome = Outcome(done.do or "call", at if deal.agenda.at == begun.at else done.to, back)
    wagers.tell(deal, begun, case, line, outcome)
