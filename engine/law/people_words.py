"""The law's words on people: what they owe, post and agree on, and where button and blinds go."""

from collections.abc import Mapping

from engine.law.parameter import Parameter

_KINDS = ("cash", "tournament", "limit", "big_bet", "spread", "pot_limit", "no_limit")

OF_PEOPLE = {
    "between_blinds": "his seat lies between the button and the big blind of the next deal",
    "second": "there is one already in this deal",
    "new_player": "he is new to the game",
    "missed": "blinds went by without him",
    "kill": "it is a kill",
    "buy_button": "it is for the button",
    "too_large": "it is more than is due",
    "second_short": "he has had his short buy-in",
    "in_hand": "he is in a hand that is on",
    "broke": "he had lost all his chips",
    "returns": "he was here a short while ago",
    "missed_many": "he took less than the minimum, and many deals went by",
    "viewer_live": "who saw it is still in the deal",
    "deal_twice": "they would deal the rest twice",
    "deal_three_times": "they would deal the rest three times",
    "chop_blinds": "the blinds would take their bets back",
    "split_pot": "they would split the pot",
    "insurance": "they would insure a hand",
    "awarded": "the pot has been pushed",
    "next_riffle": "the deck is being shuffled for the next deal",
    "winner_asks": "it is the winner of the pot who asks",
    "would_win": "his hand is better than the one that won",
    "often": "he has asked so often that it looks like abuse",
}
PEOPLE_FAULTS = {
    "wrong_post": "a post that is not allowed",
    "oversize_blind": "a blind or straddle above its size",
    "late_straddle": "a straddle after the first card",
    "unposted_kill": "a kill that was due is not posted",
    "short_buy": "a buy-in below the minimum",
    "not_at_stakes": "chips were added or taken off during a deal",
    "hidden_chips": "chips that nobody could see",
    "seat_changed": "a player changed seats during a deal",
    "wrong_agreement": "players agree on what is not theirs to agree on",
    "rake": "a drop too large, or after the award",
    "misconduct": "a breach of conduct that a person reports",
    "shown_to_one": "a hand was shown to one player and not to all",
    "hand_asked_for": "a player asks to see a hand that was thrown away",
}
PEOPLE_DECISIONS = {
    "post_next": "it is owed on the next deal",
    "wait": "he waits",
    "warning": "the floor warns him",
    "sit_out": "he misses as many deals as the floor says",
    "disqualified": "he is out of the game",
}
PEOPLE_PARAMETERS = {
    "newcomer": Parameter(
        "free", "what a new player posts to be dealt in", ("free", "big_blind"), _KINDS
    ),
    "newcomer_from": Parameter(
        0, "at limit, the lower bet from which new players and seat changers post"
    ),
    "new_game": Parameter(
        "first_deal",
        "how long a new game lets players in free",
        ("first_deal", "first_round"),
    ),
    "transfer_posts": Parameter(True, "whom the house moves here posts like a new player"),
    "closed_seats": Parameter(
        False, "no newcomer is dealt in between the button and the big blind", by=_KINDS
    ),
    "missed_blinds": Parameter(
        "none",
        "what is made up of blinds that went by",
        ("none", "all", "big_blind"),
        _KINDS,
    ),
    "missed_live": Parameter(
        "opening_bet",
        "what of it is live: up to the opening bet, or the big blind alone",
        ("opening_bet", "big_blind"),
    ),
    "missed_between": Parameter(
        True, "missed blinds may be made up between the button and the big blind", by=_KINDS
    ),
    "broke": Parameter(
        "missed",
        "who went broke and missed the big blind comes back owing it, or as a new player",
        ("missed", "new"),
    ),
    "escaped_big_blind": Parameter(
        "escapes",
        "whom a moving button carries past his big blind: he escapes it, or posts it beside",
        ("escapes", "posts"),
    ),
    "seat_change": Parameter(
        "free",
        "who moves further from the big blind: nothing, a post, or as many deals out",
        ("free", "posts", "waits"),
        _KINDS,
    ),
    "seat_change_players": Parameter(1, "past how many players that counts"),
    "draw_button": Parameter(
        "none", "the first button by a card drawn: which of them", ("none", "high", "low"), _KINDS
    ),
    "kill": Parameter("none", "kill pots", ("none", "full", "half")),
    "buy_button": Parameter(False, "a new player may buy the button"),
    "min_buy_in": Parameter(0, "the least that is bought to enter; 0: anything"),
    "return_within": Parameter(
        0, "who comes back within so many minutes brings what he took away", by=_KINDS
    ),
    "short_return_deals": Parameter(
        0, "after so many deals who took less than the minimum brings the minimum"
    ),
    "short_buys": Parameter(0, "how often a player may buy in for less"),
    "runs": Parameter(1, "how often the rest may be dealt when all are all-in", by=_KINDS),
    "agreements": Parameter(
        [],
        "what players may agree on",
        ("chop_blinds", "split_pot", "insurance"),
    ),
    "rake": Parameter(0.0, "of a pot, in percent, and at most", by=("percent", "cap")),
    "rake_from": Parameter(
        "any", "pots that are raked: all, or those with a flop", ("any", "flop")
    ),
}
# Named only where the book speaks of it: beside the clause that holds elsewhere.
PEOPLE_GROUNDS: Mapping[str, str] = {
    "post_absent": "who is away posts his blind all the same",
    "ante_absent": "who is away antes all the same",
    "post_short": "who has less than his blind is all-in with it",
    "blind_new_level": "the first blinds of a new level",
    "blind_old_level": "blinds of a deal that had begun when the new level was told",
    "out": "who has lost his last chip is out",
    "out_place": "of several who are out at once, who finishes higher",
    "out_blind": "who cannot pay blind or ante is out",
    "exchange": "what a race gives for odd chips",
    "exchange_half": "a last chip for the half of one",
    "buy_in_waived": "whom the house moved keeps his stack, though it is below the minimum",
    "topped_up": "who has chips adds what he likes, though it is below the minimum",
    "last_unshown": "the last hand left wins unshown",
    "collect_turn": "the bets before the turn are taken in",
    "collect_river": "the bets before the river are taken in",
    "collect_showdown": "the last bets are taken in",
    "shuffle_again": "the shuffle after a deal",
}
PEOPLE_WHYS: Mapping[str, str] = {
    "owe_new": "a new player posts the big blind or waits for it",
    "owe_missed": "missed blinds are made up",
    "owe_missed_small": "a missed small blind is made up",
    "owe_moved": "who moved away from the big blind posts it or waits",
    "owe_kill": "who must kill the pot",
    "owe_collection": "seat rental that is due",
    "post_new": "a new player's post is live",
    "post_missed": "how much of made-up blinds is live",
    "straddle": "a straddle is allowed",
    "kill": "a kill pot",
    "half_kill": "a half kill pot",
    "buy_button": "the button may be bought",
    "big_blind_escaped": "who is due the big blind posts it, though another does too",
    "button_bought": "the button, where it was bought",
    "button_drawn": "the button of the first deal, drawn by cards",
    "button_drawn_low": "the same, where the lowest card is wanted",
    "race": "how a race is dealt",
    "run": "the rest is dealt more than once",
    "chopped": "the blinds take their bets back",
    "rake": "what is raked",
}
