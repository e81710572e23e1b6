"""The law's words on awards and showing: what of a book bears on them, where it names it."""

from collections.abc import Mapping

# By category, as ``engine.worth.keys`` counts them; a royal flush stands above all.
RANKS = (
    *("rank_high_card", "rank_pair", "rank_two_pair", "rank_trips", "rank_straight"),
    *("rank_flush", "rank_full_house", "rank_quads", "rank_straight_flush"),
)
ODD: Mapping[str, str] = {
    "split": "a pot that is split",
    "odd_chip": "chips that cannot be split",
    "odd_side": "odd chips of a tied side",
    "odd_side_low": "odd chips of tied low hands",
}
ODD_HALVES: Mapping[str, str] = {
    "odd_half": "the odd chip between high and low",
    "odd_half_low": "the odd chip between high and low, as the low sees it",
    "odd_half_unit": "halves in whole chips of the size that plays",
    "odd_half_tied": "the odd chip of the halves, where highs are tied",
    "odd_beside": "odd chips by a card that is not among the five that play",
    "odd_both": "odd chips of hands that tie for high and for low; the pot is split as one",
    "odd_side_several": "several odd chips of a tied side",
}
SHOWS: Mapping[str, str] = {
    "show_checked": "who shows first where nobody bet",
    "show_forced": "who shows first where nobody bet, in a game without blinds",
    "show_next": "who shows after the first",
    "show_side": "who contests a side pot shows before who is in for less",
    "show_alone": "the last hand of a pot is shown, though all others gave theirs up",
}
GROUNDS: Mapping[str, str] = {
    "show_all_in": "hands are laid open, all chips being in and cards still to come",
    "rank_high_card": "no pair: what such a hand is",
    "rank_pair": "a pair: what it is, and what it beats",
    "rank_two_pair": "two pair: what they are, and what they beat",
    "rank_trips": "three of a kind: what they are, and what they beat",
    "rank_straight": "a straight: what it is, and what it beats",
    "rank_flush": "a flush: what it is, and what it beats",
    "rank_full_house": "a full house: what it is, and what it beats",
    "rank_quads": "four of a kind: what they are, and what they beat",
    "rank_straight_flush": "a straight flush: what it is, and what it beats",
    "rank_royal_flush": "a royal flush: what it is, and what it beats",
    "rank_order": "two hands of one kind: the higher cards win",
    "rank_kicker": "equal pairs, trips or fours: the cards beside them win",
    "best_of_several": "more than two hands are compared",
    "plays_board": "a hand that is the board alone",
    "plays_one": "a hand with one card of the player's own",
    "plays_own": "a hand with more than one card of the player's own",
    "suits_equal": "no suit breaks a tie between hands",
    "pots_apart": "each pot is split by itself",
    "odd_several": "of several odd chips nobody gets two",
    "odd_whole_hand": "the card that an odd chip goes by is one of all his cards",
    "thrown_face_up": "a hand thrown away face up, and told by its cards, wins",
    "tabled_taken_in": "a shown hand that the dealer took in wins",
    "kill_losers": "losing hands are killed before the pot is pushed",
}
