"""Who bet, and takes it that nobody is left."""

from __future__ import annotations

from engine.deal.deal import Deal


def facts_of(deal: Deal, seat: int) -> set[str]:
    """Whether he bet, and took it that nobody was left when others folded, or was told so."""
    told = {"misled"} if seat in deal.acts.now.misled else set()
    if deal.agenda.stage != "bet" or deal.betting.aggressor != seat:
        return told
    acts = deal.acts.of_round()
    own = max((place for place, done in enumerate(acts) if done.seat == seat), default=len(acts))
    since = acts[own + 1 :]
    return told | {"made_bet"} if since and all(done.do == "fold" for done in since) else told
