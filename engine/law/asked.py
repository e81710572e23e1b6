"""What may be asked the clause of at a table: options and bars, posts and places, awards."""

from collections.abc import Mapping

from engine.law.people_words import PEOPLE_WHYS

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
    "fold_bet": "he may fold, there being a bet",
    "call_two": "he may call, two being dealt in",
    "call_part": "he may call a bet that is too small to count",
    "check_raise": "he may raise, though he checked before",
    "raise_reopened": "he may raise again, there having been a full raise since he acted",
    "raise_reopened_short": "he may raise again, a short all-in having come after a full raise",
    "raise_short": "he may raise a short all-in that counts as a bet",
    "all_in_short": "he may raise all-in, though it is less than a full raise",
    "all_in_short_bet": "he may bet all-in, though it is less than a full bet",
}
BARS: Mapping[str, str] = {
    "no_check": "he may not check, there being a bet",
    "cap": "he may not raise, there having been all raises allowed",
    "cap_stays": "he may not raise: a fold that left two does not lift the cap",
    "cap_all_in": "not even an all-in goes beyond the cap",
    "not_reopened": "he may not raise: no full raise has come since he acted",
    "not_reopened_checked": "he may not raise: he checked, and no full bet has come since",
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
WORDS: Mapping[str, str] = {
    "said": "words in turn are an act",
    "said_fold": "a fold that is announced",
    "gesture": "a rap on the table, a wave of the cards",
    "thrown_fold": "a hand thrown in, facing a bet",
    "thrown_free": "a hand thrown in with nothing to call",
    "rabbit": "who asks what would have come folds",
    "chips": "chips let go are an act",
    "one_chip": "a bet of a single chip",
    "said_chips": "with the word, chips play as far as they may",
    "motions": "a raise that was announced comes in several motions",
    "all_in_rest": "who goes all-in puts in every chip that plays",
    "dark": "a bet before the card stays in",
    "clock": "a clock on a player",
    "clock_warning": "the countdown of a clock",
}
DISCARDS: Mapping[str, str] = {"discard": "who discards, and how many"}
KEYS: Mapping[str, str] = {
    **OPTIONS,
    **BARS,
    **PLACES,
    **AWARDS,
    **WORDS,
    **DISCARDS,
    **PEOPLE_WHYS,
}

# Where a book has no word for the special case, the general one holds.
GENERAL = {
    "check_blind": "check",
    "fold_bet": "fold",
    "call_two": "call",
    "call_part": "call",
    "check_raise": "raise",
    "raise_reopened": "reraise",
    "raise_reopened_short": "raise_reopened",
    "raise_short": "raise",
    "all_in_short": "all_in",
    "all_in_short_bet": "all_in",
    "not_reopened_checked": "not_reopened",
    "thrown_fold": "fold_bet",
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
    "said_fold": "said",
    "rabbit": "said_fold",
    "gesture": "said",
    "one_chip": "chips",
    "said_chips": "said",
    "motions": "said",
    "all_in_rest": "said",
    "clock_warning": "clock",
    "button_redeal": "redeal",
    "small_blind_two": "small_blind",
    "big_blind_two": "big_blind",
    "low": "best",
    "no_low": "best",
    "owe_missed_small": "owe_missed",
    "owe_moved": "owe_new",
    "post_new": "owe_new",
    "post_missed": "owe_missed",
    "half_kill": "kill",
    "big_blind_escaped": "big_blind",
    "button_bought": "buy_button",
    "button_drawn": "button_first",
}
HOUSES = frozenset(
    "cap straddle kill run chopped rake buy_button owe_collection".split()
)  # where the book has none, the house
