"""The law's words for steps of a procedure, and for what was done instead of one."""

STEPS = {
    "return_all": "every card goes back",
    "reshuffle": "the deck is shuffled",
    "cut": "the deck is cut",
    "redeal": "the cards come again",
    "replace": "the seat, or the board, gets a card",
    "burn": "a card is burned; `exposed`: the very card that was exposed",
    "no_burn": "no card is burned",
    "move": "the card goes to deck, board, burn or muck, or to its owner",
    "take_back": "the cards are taken back",
    "set_aside": "the card is put aside",
    "kill": "the hand is dead",
    "refund": "chips go back",
    "show_table": "the card is shown to the whole table",
    "post": "chips are put up",
    "call_floor": "the floor is called",
    "play_on": "the deal goes on",
}
TOUCHES = {"burn": ("exposed",), "move": ("deck", "board", "burn", "muck", "owner")}
WHENS = {
    "now": "at once",
    "after_deal": "when the starting hands are out",
    "after_round": "when the pass of cards, or the next betting round, is over",
    "after_betting": "when the betting round is over",
}
OF_STEP_MISSED = {
    "card": "a card was dealt instead of the step that was ruled",
    "burn": "a burn was made, or left out, against what was ruled",
    "act": "a player acted before the step that was ruled",
    "replace": "a replacement was due",
    "move": "a card was to be moved",
    "take_back": "cards were to be taken back",
    "reshuffle": "a shuffle was due, or took in what it should not",
}
ACTIONS = {
    "fold": "the player folded",
    "check": "the player checked",
    "call": "the player called",
    "bet": "the player bet",
    "raise": "the player raised",
    "all_in": "the player went all-in",
}
