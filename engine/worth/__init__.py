"""What a hand of cards is worth: its rank, its plain name and the cards that play."""

from engine.worth.keys import HandError, Value, check_cards
from engine.worth.scales import SIDES, Scale, scale

__all__ = ["SIDES", "HandError", "Scale", "Value", "check_cards", "scale"]
