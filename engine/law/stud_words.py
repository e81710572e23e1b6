"""The words that a rulebook has for stud."""

from engine.games import STUD_GAMES
from engine.law.parameter import Parameter

OF_STUD = {
    "stud": "a stud game",
    **{game.name: f"the game is {game.name}" for game in STUD_GAMES},
    "mid_street": "some seats have their card of the street",
    "stub_gone": "not even a burn and one card for all are left, the last card apart",
    "remade_enough": "a remade deck serves every seat, a burn and its last card apart",
    "remade_burned": "a remade deck serves every seat after a burn",
    "remade_unburned": "a remade deck serves every seat if no card is burned",
}
STUD_FAULTS = {
    "cards_run_out": "the deck is too short for a street of stud",
    "last_card_up": "the last downcard of stud came face up",
    "missing_upcard": "a card that was due face up came face down",
    "dead_seat": "a folded seat was dealt to, or passed over, against the rule",
    "mixed_hand": "upcards and downcards of a hand were mixed",
    "upcards_picked_up": "a player picked his upcards up",
    "upcards_turned_down": "a player turned his upcards face down",
}
STUD_DECISIONS = {
    "remake": "undealt cards and burns are mixed, and the deal goes on",
    "common_card": "one card in the middle serves every hand",
    "bury": "the cards are kept apart, with those that make up their round",
}
STUD_PARAMETERS = {
    "stud_remake": Parameter(
        "foreseen",
        "stud's deck is remade as soon as it is seen to be short, or when one card is left",
        ("foreseen", "last_card"),
    ),
}
STUD_WHYS = {
    f"{key}_{game.name}": f"{key}, {game.name}"
    for key in ("deal", "hand", "act", "act_later", "split", "odd_chip", "odd_side")
    for game in STUD_GAMES
}
