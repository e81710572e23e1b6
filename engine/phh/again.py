"""A recorded hand in the table's language: it is dealt and bet again."""

from engine.games import GAMES, Game
from engine.phh.deal import Dealing, Event, StudDealing
from engine.phh.draw_deal import DrawDealing
from engine.phh.text import HandHistory
from engine.phh.variants import VARIANTS


def events(hand: HandHistory, rulebook: str = "uspa") -> list[Event]:
    """Say a hand in the table's language: who sat where, each card, burn and bet in order."""
    game = VARIANTS[hand.variant].game if hand.variant in VARIANTS else ""
    deal = _dealing(hand, GAMES.get(game))
    deal.open(rulebook)
    deal.hole_cards()
    for action in hand.actions:
        deal.follow(action)
    deal.end()
    return deal.events


def _dealing(hand: HandHistory, game: Game | None) -> Dealing:
    if game is not None and game.stud:
        return StudDealing(hand)
    return DrawDealing(hand) if game is not None and game.draws else Dealing(hand)
