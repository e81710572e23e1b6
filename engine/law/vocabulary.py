"""Every word that a rulebook may use, declared once, each with its meaning.

A rulebook, the five in the package like a house's own, is checked against this when it is
loaded; ``cutcard rules facts`` prints it. A new parameter or fact is one line here.
"""

from collections.abc import Mapping

from engine.games import GAMES
from engine.law import asked
from engine.law.draw_words import DRAW_FAULTS, DRAW_PARAMETERS, OF_DRAW, STRUCTURES
from engine.law.hand_words import HAND_WHYS
from engine.law.parameter import Parameter as Parameter
from engine.law.people_words import (
    OF_PEOPLE,
    PEOPLE_DECISIONS,
    PEOPLE_FAULTS,
    PEOPLE_GROUNDS,
    PEOPLE_PARAMETERS,
)
from engine.law.showdown_words import GROUNDS, ODD, ODD_HALVES, SHOWS
from engine.law.step_words import ACTIONS as ACTIONS
from engine.law.step_words import OF_STEP_MISSED
from engine.law.step_words import STEPS as STEPS
from engine.law.step_words import TOUCHES as TOUCHES
from engine.law.step_words import WHENS as WHENS
from engine.law.stud_words import (
    OF_STUD,
    STUD_DECISIONS,
    STUD_FAULTS,
    STUD_PARAMETERS,
    STUD_WHYS,
)
from engine.law.wager_words import OF_WAGER, WAGER_PARAMETERS

# Facts: what a line's ``when`` may ask for, by what they are true of.

OF_GAME = {
    "cash": "a cash game",
    "tournament": "a tournament",
    "limit": "the bets have a limit, fixed or spread",
    "spread": "a wager may be any amount between two limits",
    "big_bet": "pot limit or no limit",
    "pot_limit": "a wager may be as large as the pot",
    "no_limit": "a wager may be as large as the stack",
    "antes": "antes are taken",
}
OF_DEAL = {
    "dealing": "the starting hands are being dealt",
    "betting": "a betting round is open",
    "cards": "burn and board are due",
    "showdown": "hands are being shown",
    "over": "no deal is on",
    "action_begun": "somebody has acted",
    "deal_complete": "no starting card is due",
    "board_plays": "the game lets a player play the board alone",
    "mid_deal": "an extra card came before the deal was complete",
    "someone_complete": "a player has his whole starting hand",
    "second_cards_out": "a player has more than one card",
}
OF_SEAT = {
    "empty": "nobody sits there",
    "present": "its player is at the table",
    "absent": "its player is away",
    "dealt_absent": "its player was away when the deal began, and has not come back",
    "asked": "its player is away and asked to be dealt in",
    "looked": "its player looked at his cards",
    "acted": "its player has acted in this deal",
    "posted": "it posted a blind",
    "blind_left_of_button": "it posted a blind and does not have the button",
    "on_button": "it has the button",
    "first_player": "it is dealt the first card",
    "guarded": "its player protects his hand",
    "board_declared": "its player said that he plays the board",
    "skipped": "it was passed over in the deal",
    "due_top": "the top card of the deck is due to it",
    "not_dealt_in": "it is not in this deal",
    "live": "its hand can win",
    "folded": "its hand is folded",
    "no_cards": "it holds no card that plays",
}
OF_CARD = {
    "first_card": "it is the first card of the deal",
    "second_card": "it is the second card of the deal",
    "first_round_card": "it came in the first pass of the deal",
    "last_dealt": "no starting card was dealt after it",
    "face_up": "it was dealt face up",
    "unread": "nobody has read its face",
    "flash": "its face was seen, but it was not laid face up",
    "off_table": "it left the table",
    "card_looked_at": "its player looked at it before it was passed on",
    "last_card": "one card is left in the deck",
    "discard": "it came from a dead hand or the discards",
    "into_hand": "it went from one live hand into another",
    "board": "it is a card of the board, one too many",
    "board_out": "cards of the street lie there already",
}
OF_HAPPENING = {
    "again": "the same fault happened before in this deal",
    "reported": "a person reported it",
    "card_seen": "the person who reported it named the card",
    "shown_by_player": "the player tabled his hand himself",
    "same_motion": "it came with the card before, as one motion",
    "last_folding": "the last player to act was just folding",
    "acted_on": "a player acted on the street that came too soon",
    "too_few": "the street has fewer cards than it should",
    "disputed": "a burn is in question",
    "shuffle": "no shuffle was seen",
    "cut": "no cut was seen, or a cut was due",
}
ZONES = {
    "deck": "the deck",
    "seat": "a seat",
    "board": "the board",
    "burn": "the burns",
    "muck": "the discards",
    "off": "off the table",
}
TAKEN_FROM = ("burn", "muck", "off")  # where a card that should come from the deck may be taken

# What may be decided, and how grave.

SEVERITIES = {
    "stop": "the deal must not go on",
    "fix": "a correction is due",
    "floor": "a person must decide",
    "note": "nothing more to do",
}
DECISIONS = {
    "misdeal": "all cards and chips go back, the same deal again",
    "void_deal": "the deal never was: every chip goes back",
    "replace": "the player gets another card for it",
    "keep": "the card plays",
    "scrap": "the card is paper: the next takes its place",
    "return_as_burn": "it goes back on the deck and is the next burn",
    "top_card": "the player gets the top card",
    "move": "the card goes to whom it was due",
    "shift": "every card goes to its proper place",
    "take_back": "the cards go back into the deck and come again",
    "play_out": "the hand is dealt out before it is killed",
    "dead_hand": "the hand is dead",
    "forfeit": "the hand is dead, with all its player put in",
    "stands": "the deal goes on as it lies",
    "binding": "the action binds its player",
    "call": "it is a call",
    "raise": "it is a raise",
    "check": "it is a check",
    "corrected": "it is put right and the deal goes on",
    "refused": "it is not allowed",
    "refund": "the player takes his chips back",
    "award": "the pot goes to the player",
    "floor_call": "a person must decide",
    "complete": "it is brought up to a full bet or raise",
    "back_up": "the action goes back to who was passed over, or bet too little",
    "option": "the player says which of the two it is",
    "bet": "it is a bet",
    "allowed": "he may do so",
    "overrule": "the floor takes a ruling back",
    **PEOPLE_DECISIONS,
    **STUD_DECISIONS,
}
_GRAVE = {"misdeal": "stop", "void_deal": "stop", "floor_call": "floor"}
_LIGHT = ("keep", "stands", "refused", "corrected", "award", "binding", "call", "raise", "check",
          "bet", "option", "allowed", "post_next", "wait", "warning", "sit_out",
          "disqualified")  # fmt: skip
SEVERITY = dict.fromkeys(DECISIONS, "fix") | dict.fromkeys(_LIGHT, "note") | _GRAVE

# Faults, in the words of the table log.

FAULTS = {
    "exposed_card": "the dealer let a downcard be seen",
    "player_exposed": "a player let his card be seen",
    "boxed_card": "a card lay face up in the deck",
    "joker": "a joker is in the deck",
    "duplicate_card": "the deck has a card twice",
    "foreign_back": "a card has the back of another deck",
    "missing_card": "the deck lacks a card",
    "unknown_card": "a card does not belong to the deck",
    "wrong_first_seat": "the first card went to another seat than it was due to",
    "wrong_seat": "a card went to another seat than it was due to",
    "ineligible_seat": "a seat without a player in the deal was dealt a card",
    "absent_seat": "a seat whose player is away was dealt a card",
    "dealt_out": "a seat that is due a hand was passed over",
    "extra_card": "a hand, or the board, has a card too many",
    "short_hand": "a hand has a card too few",
    "not_top_card": "the card dealt was not the top of the deck",
    "no_burn": "a street came without its burn",
    "extra_burn": "two cards were burned for a street",
    "burn_exposed": "a burn's face was seen",
    "premature_burn": "the burn came before the betting was done",
    "flop_count": "the flop has another number of cards than three",
    "premature_flop": "the flop came before the betting was done",
    "premature_turn": "the turn came before the betting was done",
    "premature_river": "the river came before the betting was done",
    "premature_street": "an upcard came before the betting was done",
    "premature_draw": "a draw began before the betting was done",
    "bottom_card": "the last card of the deck was dealt",
    "short_deck": "the deck runs out",
    "dropped_deck": "the deck was dropped",
    "wrong_button": "the button was in the wrong place",
    "no_shuffle": "the deck was not shuffled, or not cut",
    "fouled_hand": "a hand was mixed with other cards",
    "wrong_bring_in": "the wrong player brought it in",
    "wrong_step": "something else was done than was ruled",
    "flop_one_by_one": "the flop was turned card by card",
    "board_face_down": "a board card lies face down while players act",
    "mixed_burn": "burns and discards were mixed",
    "stub_exposed": "a card of stub or discards was shown",
    **STUD_FAULTS,
    "out_of_turn": "a player acted before his turn",
    "skipped_player": "a player was passed over in the betting",
    "string_bet": "chips came in several motions",
    "oversize_chip": "one chip larger than the bet",
    "unclear_bet": "chips that may mean two things",
    "short_bet": "a bet below the least",
    "short_call": "a call below the bet",
    "short_raise": "a raise below the least",
    "raise_cap": "a raise too many",
    "over_pot": "a wager above the pot",
    "unposted_blind": "a player was dealt in without posting",
    "short_ante": "the pot is short an ante",
    "missed_blind": "a player missed a blind",
    "clock": "a player's time ran out",
    "absent_player": "a player is away when his turn comes",
    "declared_otherwise": "chips are not what was said",
    "wrong_limit": "a wager of the other street's limit",
    "over_limit": "a wager above the limit",
    "barred_bet": "a bet or raise by a player who may not make one",
    "bet_or_fold": "a check where only a bet or a fold is allowed",
    **PEOPLE_FAULTS,
    "one_card_shown": "a player shows fewer cards than he holds",
    "show_order": "hands were shown out of order",
    "undeclared_board": "a hand was thrown away before its player said that he plays the board",
    "mucked_hand": "a live hand is among the discards",
    "false_openers": "a player opened without openers",
    "odd_chip": "a pot cannot be split evenly",
    **DRAW_FAULTS,
}

# Parameters: what a book or a house may set.
_FORMATS = ("cash", "tournament")
STREETS = tuple(dict.fromkeys(street for game in GAMES.values() for street in game.streets))
_BUTTONS = ("cash_limit", "cash_big_bet", "tournament_limit", "tournament_big_bet", *_FORMATS)


PARAMETERS = {
    **WAGER_PARAMETERS,
    **DRAW_PARAMETERS,
    **PEOPLE_PARAMETERS,
    **STUD_PARAMETERS,
    "antes": Parameter([], "antes by seat, dead money of the main pot; else the table's own ante"),
    "before_deal": Parameter(
        ["shuffle"], "what must be seen before the first card", ("shuffle", "cut")
    ),
    "deal_absent": Parameter(
        ["tournament"], "formats in which a player who is away is dealt in", _FORMATS
    ),
    "first_button": Parameter(
        "left", "the first button of a game, from the dealer", ("left", "right")
    ),
    "button": Parameter("moving", "the button between deals", ("moving", "dead"), _BUTTONS),
    "heads_up_small_blind": Parameter(
        "button", "the small blind of two players: on the button or left of it", ("button", "left")
    ),
    "short_blind": Parameter(
        "all_in", "a player who cannot pay his blind", ("all_in", "eliminated"), _FORMATS
    ),
    "reopen": Parameter(1.0, "the part of a full bet that reopens the betting", by=STRUCTURES),
    "short_all_ins_add_up": Parameter(False, "short all-ins together may reopen the betting"),
    "raise_cap": Parameter(0, "raises in a round of three or more; 0: no cap", by=STRUCTURES),
    "ceiling": Parameter(
        0, "the most that a round's total bet may come to; 0: no ceiling", by=STREETS
    ),
    "half_pot_after": Parameter(
        0, "raises after which each is half the pot; 0: never", by=STRUCTURES
    ),
    "show_first": Parameter(
        "last_bettor",
        "who shows first: bettor of the last round, of any round, the opener, or all at once",
        ("last_bettor", "last_strength", "opener", "all"),
    ),
    "odd_chip": Parameter(
        "one_each",
        "odd chips: one each from the button's left, all there, by the highest card, or of lows "
        "by the lowest",
        ("one_each", "all_left_of_button", "high_card", "by_suit"),
        ("stud", "split", *_FORMATS),
    ),
    "betting_unit": Parameter(1, "the smallest chip that plays: pots are split in whole ones"),
    "same_motion_seconds": Parameter(2.0, "a fold so soon after a premature card was under way"),
    "doubt_seconds": Parameter(
        2.0, "how long an innocent explanation is waited for; 0: every verdict at once"
    ),
    "burns_lie": Parameter("burn", "where burns go", ("burn", "muck")),
    "flop_together_seconds": Parameter(10.0, "faces turned further apart were not turned together"),
    "remade_burn": Parameter(
        "burn", "before a remade street, if no clause says", ("burn", "either")
    ),
    "second_card_exposed": Parameter(
        "replace",
        "the second card of the deal exposed, by uspa's two texts",
        ("replace", "misdeal"),
    ),
}

# Windows: until when a line holds, counted in players who acted.

WINDOWS = {
    "acted": "players who have acted",
    "chips": "players who have put chips in",
    "after_blinds": "players beyond the blinds who have acted",
    "of_round": "true: counted since the street began",
}


# What a book may give the clause of, in ``[why]``.

WHYS: Mapping[str, str] = {
    "deal": "the order of the starting deal",
    "deal_last": "the last card of a starting hand, and so how many there are",
    "deal_button": "the button's cards, the last of each pass",
    "deal_second": "the second pass of the starting deal",
    "hand": "a new deal, and where its button is",
    "redeal": "a new deal after a misdeal",
    "passed_forfeited": "a new deal after one in which only false openers were bet",
    "passed": "a new deal after one that nobody opened",
    "shuffle": "the shuffle",
    "cut": "the cut",
    "act": "who acts in the first round",
    "act_later": "who acts in later rounds",
    "show": "who shows first",
    **SHOWS,
    "tabled_check": "a hand put up in turn on the last round is a check",
    **STUD_WHYS,
    **HAND_WHYS,
    **{f"bets_{street}": f"the betting on {street}" for street in STREETS},
    "showdown": "the showdown",
    **{street: f"the cards of the {street}" for street in STREETS[1:]},
    **{f"{street}_burn": f"the burn before the {street}" for street in STREETS[1:]},
    **{
        f"{street}{burn}_{game}": f"{what} {street}, {game}"
        for street in STREETS[1:]
        for game in GAMES
        for burn, what in (("", "the cards of the"), ("_burn", "the burn before the"))
    },
    **ODD,
    **ODD_HALVES,
    **asked.KEYS,
    **asked.MOMENTS,
    **GROUNDS,
    **PEOPLE_GROUNDS,
    **{
        f"{key}_{kind}": f"{what}, {kind}"
        for key, what in {
            **asked.KEYS,
            **asked.MOMENTS,
            **GROUNDS,
            **PEOPLE_GROUNDS,
            **ODD,
        }.items()
        for kind in ("later", *STREETS, *STRUCTURES, *_FORMATS, *GAMES, "after_draw_limit")
        if f"{key}_{kind}" not in asked.KEYS
    },
}


def groups() -> dict[str, dict[str, str]]:
    """Every fact with its meaning, by what it is true of."""
    second = PARAMETERS["second_card_exposed"].choices
    return {
        "the game": OF_GAME
        | {f"second_card_exposed:{one}": f"that parameter is `{one}`" for one in second},
        "stud": OF_STUD,
        "the deal": OF_DEAL,
        "the street": {street: f"it concerns the {street}" for street in STREETS},
        "the seat": OF_SEAT,
        "the card": OF_CARD,
        "where it came to lie": {
            f"in_{zone}": f"it lies in: {name}" for zone, name in ZONES.items()
        },
        "where it came from": {f"from_{z}": f"it came from: {ZONES[z]}" for z in TAKEN_FROM},
        "what happened": OF_HAPPENING,
        "a wager, a turn, a clock": OF_WAGER,
        "a game with a draw": OF_DRAW,
        "people, posts, agreements": OF_PEOPLE,
        "out_of_turn: what was done": ACTIONS,
        "wrong_step: what was done or due": OF_STEP_MISSED,
        "wrong_step and on_floor: the fault ruled on": FAULTS,
        "wrong_step and on_floor: what was decided": DECISIONS,
    }


FACTS: Mapping[str, str] = {
    fact: meaning for group in reversed(groups().values()) for fact, meaning in group.items()
}
