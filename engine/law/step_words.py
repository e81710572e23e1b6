"""The words that a rulebook has for a step that was ruled and not done."""

OF_STEP_MISSED = {
    "card": "a card was dealt instead of the step that was ruled",
    "burn": "a burn was made, or left out, against what was ruled",
    "act": "a player acted before the step that was ruled",
    "replace": "a replacement was due",
    "move": "a card was to be moved",
    "take_back": "cards were to be taken back",
    "reshuffle": "a shuffle was due, or took in what it should not",
}
