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
    if deal.setting.game.name == "draw_jacks":
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
    opener = next((done.seat for done in deal.acts.all if done.chips), None)
    if opener is None or opener not in _best(deal) or len(deal.live_seats()) < 2:
        return
    false = reading.rank(deal, opener, "high", []) < JACKS
    if false and deal.conduct.first_time("openers", opener):
        said = [("lead.no_openers", {"seat": opener})]
        known = facts.of(deal, opener)
        rule(deal, Case("false_openers", [opener], facts=known, said=said))


def _sevens(deal: Deal) -> None:
    """A seven or better that was checked wins nothing of what was bet since."""
    if not deal.betting.high:
        return
    for seat in _best(deal):
        did = [done.do for done in deal.acts.of_round() if done.seat == seat]
        checked = "check" in did and not {"bet", "raise", "all_in"} & set(did)
        if checked and reading.rank(deal, seat, "low_a5", []) >= SEVEN:
            if deal.conduct.first_time("sevens", seat):
                rule(deal, Case("sevens", [seat], facts=facts.of(deal, seat)))
            return
