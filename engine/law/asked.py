"""What may be asked the clause of at a table: options and bars, posts and places, awards."""

from collections.abc import Mapping

# What a book may give the clause of in ``[why]``, besides the order of dealing and of showing.

OPTIONS: Mapping[str, str] = {
    "fold": "he may fold",
    "check": "he may check",
    "check_blind": "the big blind may check",
    "call": "he may call",
    "call_short": "he may call with less than the bet",
    "call_short_two": "he may call with less than the bet, one opponent being left",
    "bet": "he may bet",
    "raise": "he may raise",
    "raise_blind": "who has posted may raise, though nobody else has",
    "reraise": "he may raise a raise",
    "raise_half_pot": "he may raise, but by half the pot at least",
    "raise_uncapped": "he may raise beyond the cap, one opponent being left",
    "raise_added_up": "he may raise, several short all-ins together being a full raise",
    "complete": "he may complete a bet that was too small to count",
    "all_in": "he may put in all he has",
}
BARS: Mapping[str, str] = {
    "no_check": "he may not check, there being a bet",
    "cap": "he may not raise, there having been all raises allowed",
    "cap_stays": "he may not raise: a fold that left two does not lift the cap",
    "cap_all_in": "not even an all-in goes beyond the cap",
    "not_reopened": "he may not raise: no full raise has come since he acted",
    "no_chips": "he may not raise, having no more than the bet",
    "nobody_to_call": "he may not raise, nobody having chips to call it with",
}
PLACES: Mapping[str, str] = {
    "button_first": "the button of the first deal",
    "button_set": "the button, where a person put it",
    "button_moving": "the button, moved to the next player",
    "button_dead": "the button, left where the blinds want it",
    "button_redeal": "the button of a misdeal, for its redeal",
    "small_blind": "who posts the small blind",
    "small_blind_two": "who posts the small blind of two players",
    "big_blind": "who posts the big blind",
    "big_blind_two": "who posts the big blind of two players",
    "ante": "who antes",
}
AWARDS: Mapping[str, str] = {
    "best": "the best hand wins",
    "low": "the best low hand wins its half",
    "no_low": "no hand is low enough: the high hand wins all",
    "last": "the last hand left wins",
    "side_alone": "a side pot that nobody else contests",
}
DISCARDS: Mapping[str, str] = {"discard": "who discards, and how many"}
KEYS: Mapping[str, str] = {**OPTIONS, **BARS, **PLACES, **AWARDS, **DISCARDS}

# Where a book has no word for the special case, the general one holds.
GENERAL = {
    "check_blind": "check",
    "call_short": "call",
    "call_short_two": "call_short",
    "raise_blind": "raise",
    "reraise": "raise",
    "raise_half_pot": "raise",
    "raise_uncapped": "raise",
    "raise_added_up": "raise",
    "complete": "raise",
    "no_check": "call",
    "cap_stays": "cap",
    "cap_all_in": "cap",
    "button_redeal": "redeal",
    "small_blind_two": "small_blind",
    "big_blind_two": "big_blind",
    "low": "best",
    "no_low": "best",
}
HOUSES = frozenset(("cap",))  # not the book's where the book has none: the house made it
