"""What a line may ask of a wager, of turns and of the clock, and what a house may set of them."""

from engine.law.parameter import Parameter

OF_WAGER = {
    "silent": "nothing was said with the chips",
    "said": "words came with it, or before it",
    "said_raise": "a raise was announced",
    "irregular": "the words are none of the betting",
    "one_chip": "a single chip",
    "several_chips": "several chips, each of them needed, or more",
    "opening": "there was nothing to call",
    "facing_bet": "there is a bet to be called",
    "heads_up": "two players are left",
    "raised": "there has been a raise in the round",
    "half_pot": "so often has it been raised that each raise is half the pot at least",
    "under_half": "it goes beyond a call by less than half a raise",
    "half": "it goes beyond a call by just half a raise",
    "over_half": "it goes beyond a call by more than half a raise",
    "whole_raise": "it goes beyond a call by a raise or more",
    "one_excess_chip": "a single chip is beyond the call",
    "too_low": "it is below what this street takes",
    "next_card": "a card of the next round has come",
    "most_of_it": "four fifths of the bet or more are in",
    "before_raise": "it is what was to be called before the raise",
    "second_motion": "the chips came after others of his",
    "after_short_call": "he had put in less than the bet",
    "next_acted": "the next player has acted, or the dealer burned",
    "unaware": "he says that he did not know of the bet or raise",
    "meant_to_call": "he says that he meant to call",
    "matched_large_chip": "it is the face of a large chip that was only a call",
    "waived": "his one opponent lets the rest of his chips stay out",
    "cap": "there have been all raises allowed",
    "cap_stays": "a fold that left two did not lift the cap",
    "not_reopened": "no full raise has come since he acted",
    "lost": "a ruling took the right to raise from him",
    "misled": "he was misled, as he says",
    "released": "somebody between has bet or raised since",
    "called_between": "somebody between has called since",
    "three_behind": "three players have acted behind him",
    "dealer_third": "two players have acted behind him, and the dealer burned",
    "two_paid_behind": "two players have put chips in behind him",
    "time_called": "he called time",
    "started": "the clock is to be put on a player",
    "asked_by_player": "a player asked for the clock",
    "asked_by_floor": "the floor asked for the clock",
    "asked_by_dealer": "nobody but the dealer asked for the clock",
}
WAGER_PARAMETERS = {
    "motion_seconds": Parameter(3.0, "hands that are still for so long are at rest"),
    "words": Parameter(
        {},
        "words and gestures of the house, each with the word it stands for",
        ("fold", "check", "call", "bet", "raise", "all_in"),
    ),
    "bet_or_fold": Parameter(False, "who opens a round bets or folds: nobody checks"),
    "first_raise_to_limit": Parameter(
        False, "at a spread limit the first raise of a forced bet goes to the limit at most"
    ),
    "round_pot": Parameter(0, "pot limit: the pot counts as the next multiple of it; 0: as it is"),
    "small_blind_counts_as_big": Parameter(
        False, "pot limit: the small blind counts as a big one until the big blind has acted"
    ),
    "clock_seconds": Parameter(60.0, "how long a player on the clock has"),
    "clock_countdown": Parameter(0.0, "and how long the countdown after it takes"),
    "clock_warning": Parameter(10.0, "so long before the end he is warned"),
}
