"""The words that a rulebook has for stud."""

from engine.games import STUD_GAMES
from engine.law.parameter import Parameter

OF_STUD = {
    "stud": "a stud game",
    **{game.name: f"the game is {game.name}" for game in STUD_GAMES},
    "later_street": "a street after the starting hands is being dealt",
    "up_street": "its cards are due face up",
    "both_exposed": "both hole cards of the seat were exposed",
    "last_down": "it is the last downcard",
    "seat_all_in": "its player is all-in",
    "first_able": "its player is the first who can still bet",
    "two_left": "two players are left",
    "dealt_to": "a folded seat got a card that it was not due",
    "passed_over": "a folded seat was due a card and did not get it",
    "lacks_last": "only the last card is missing",
    "next_acted": "the next player has acted",
    "chips_in": "its player has put chips in beyond the ante",
    "acted_on_street": "its player has acted since the street began",
    "overlooked": "one card was due for all, and the dealer deals to each",
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
    "deal_free_folds": Parameter(
        False, "a seat that folded with nothing to call is dealt to until somebody bets"
    ),
    "exposed_low_excused": Parameter(
        False, "who is low by an exposed hole card need not bring it in"
    ),
    "last_card_up_counts": Parameter(False, "a last card face up counts for who opens"),
    "last_card_up_for_all": Parameter(
        False, "the first player's last card up: all others get theirs up, not of two players only"
    ),
    "last_card_up_no_betting": Parameter(
        False, "of two players one last card up: no betting on the last round"
    ),
    "stud_remake": Parameter(
        "foreseen",
        "stud's deck is remade as soon as it is seen to be short, or when one card is left",
        ("foreseen", "last_card"),
    ),
}
STUD_WHYS = {
    "last_card_all_in": "the last card of a player who is all-in",
    "remake_burns": "a burn goes into the remade deck of stud",
    "remake_buried": "a card that was buried goes into the remade deck of stud",
    **{
        f"{key}_{game.name}": f"{key}, {game.name}"
        for key in ("deal", "hand", "act", "act_later", "split", "odd_chip", "odd_side")
        for game in STUD_GAMES
    },
}
