"""The words that a rulebook has for what was done, instead of a step that was ruled or in turn."""

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
