"""What a shown hand proves of how it was bet: openers, and sevens that were checked."""

from __future__ import annotations

from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.play.judge import rule
from engine.showdown import reading
from engine.worth import scale

JACKS = scale("high").rank(["Js", "Jh", "2d", "3c", "4d"], [])  # the least that opens
SEVEN = scale("low_a5").rank(["7s", "6h", "5d", "4c", "3d"], [])  # the worst seven


def look(deal: Deal) -> None:
    """All hands are shown, and nothing is pushed yet: rule on who would win by what he may not."""
    if deal.setting.game.first_betting.openers:
        _openers(deal)
    elif deal.setting.book.param("sevens", deal.setting.structure, deal.setting.kind):
        _sevens(deal)


def _best(deal: Deal) -> list[int]:
    """The seats whose shown hands win."""
    side = deal.setting.game.wins[0]
    shown = [seat for seat in deal.live_seats() if deal.showing.tabled.get(seat)]
    ranks = {seat: reading.rank(deal, seat, side, []) for seat in shown}
    return [seat for seat in shown if ranks[seat] == max(ranks.values())]


def _openers(deal: Deal) -> None:
    """Who opened wins only if he proves that he could (uspa.3.2.9.5.3)."""
    opener = deal.acts.opener()
    if opener is None or opener not in _best(deal) or len(deal.live_seats()) < 2:
        return
    if opener in deal.conduct.splits:
        _split(deal, opener)
        return
    false = reading.rank(deal, opener, "high", []) < JACKS
    if false and deal.conduct.first_time("openers", opener):
        said = [("lead.no_openers", {"seat": opener})]
        known = facts.of(deal, opener)
        rule(deal, Case("false_openers", [opener], facts=known, said=said))


def _split(deal: Deal, opener: int) -> None:
    """Who split had openers if his first five cards, all seen by now, are jacks or better."""
    first = [card for card, seat in deal.felt.dealt if seat == opener]
    seen = deal.felt.shown.union(deal.felt.hole(opener))  # his hand is tabled
    if len(first) != deal.size or not seen.issuperset(first):
        return  # nobody has turned the discards up: a report may still tell
    if scale("high").rank(first, []) < JACKS and deal.conduct.first_time("openers", opener):
        rule(deal, Case("split_openers", [opener], facts=facts.of(deal, opener)))


def _sevens(deal: Deal) -> None:
    """A seven or better that was checked wins nothing of what was bet since."""
    bet = deal.betting.high
    checked = [seat for seat in deal.live_seats() if bet and _checked_seven(deal, seat)]
    won = next((seat for seat in _best(deal) if seat in checked), None)
    if won is None:
        deal.showing.why = "sevens_beaten" if checked else ""
        return
    own = [done for done in deal.acts.of_round() if done.seat == won]
    if any(done.chips and done.do != "call" for done in own):  # made it whole (uspa.3.2.8.5.2.4f)
        deal.showing.why = "sevens_completed"
    elif 2 * bet < deal.setting.bets[1]:  # an all-in of less than half a bet
        deal.showing.why = "sevens_short"
        for player in deal.betting.live:
            overcalled = player.seat != won and not player.all_in and player.bet
            if overcalled and deal.conduct.first_time("overcall", player.seat):
                known = facts.of(deal, player.seat) | {"overcall"}
                rule(deal, Case("sevens", [player.seat], facts=known))
    elif deal.conduct.first_time("sevens", won):
        rule(deal, Case("sevens", [won], facts=facts.of(deal, won)))


def _checked_seven(deal: Deal, seat: int) -> bool:
    """Whether a shown hand is a seven or better, and its player checked it."""
    checked = any(done.seat == seat and done.do == "check" for done in deal.acts.of_round())
    shown = bool(deal.showing.tabled.get(seat))
    return checked and shown and reading.rank(deal, seat, "low_a5", []) >= SEVEN
