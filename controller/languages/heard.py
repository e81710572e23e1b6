"""What the engine says in its own English, understood: which text of a language says the same.

The table log's ``why`` of a refusal and the name of a hand are plain English. A page must say both
in its own language, so each sentence is matched against how it is made, and what fills it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.wording import Phrase

FILL: Final = re.compile(r"\{(\w+)\}")
REST: Final = " …"  # whatever follows
REFUSALS: Final = {
    "not_open": "the table is not open: the first event is 'open'",
    "open_again": "a deal is in progress: finish it before the table opens again",
    "no_history": "this table keeps no history to go back in",
    "cards_moved": "cards have moved since: call the floor",
    "nothing_left": "nothing of this deal is left to take back",
    "not_over": "the deal in progress is not over",
    "two_players": "a deal needs two players with chips",
    "deck_enough": "the deck is enough for {count} players",
    "deck_dealt": "every card is dealt: the deck cannot run out",
    "no_deal": "no deal is in progress",
    "no_seat": "there is no seat {seat}: this table has {count}",
    "no_zone": "there is no {zone}: this table has {count} seats",
    "nobody_there": "nobody sits in seat {seat}",
    "seat_folded": "seat {seat} has folded",
    "seat_all_in": "seat {seat} is all-in",
    "not_in_deal": "seat {seat} is not in this deal",
    "no_cards": "seat {seat} has no cards in this deal",
    "nothing_to_act": "seat {seat} has nothing to act on now",
    "must_bring_in": "seat {seat} must bring it in for {sum}",
    "nothing_to_call": "seat {seat} has nothing to call",
    "cannot_check": "seat {seat} cannot check: {owed} to call",
    "only_has": "seat {seat} has only {most} for this round, not {sum}",
    "only_behind": "seat {seat} has only {most} behind, not {sum}",
    "has_only": "seat {seat} has only {most}",
    "straddle_when": "a straddle is put up after 'hand', before the first card",
    "cards_dealt": "the cards are dealt",
    "not_more": "a wager to {sum} does not exceed the {most} already bet",
    "no_chips": "no chips: each is named by its value",
    "not_his_turn": "it is not seat {seat}'s turn",
    "clock_already": "the clock is on seat {seat} already",
    "no_doubt": "there is no open doubt {id}",
    "no_discard": "this is no time to discard",
    "nothing_to_discard": "seat {seat} has nothing to discard",
    "discards_other": "seat {seat} discards {owed}, not {count}",
    "nothing_drawn": "nothing is drawn now",
    "other_cards": "seat {seat} was dealt other cards than these",
    "no_hand_to_show": "seat {seat} has no live hand to show",
    "name_cards": "seat {seat}'s cards are not all read: name them in 'cards'",
    "card_elsewhere": "seat {seat} cannot show a card that lies elsewhere",
    "muck_is_showdown": "seat {seat} folds with 'act'; 'muck' is for the showdown",
    "no_live_hand": "seat {seat} has no live hand",
    "last_live_hand": "seat {seat} has the last live hand: it takes the pot when it is shown",
    "not_before_seat": "that card does not lie before seat {seat}",
    "before_seat": "that card lies before seat {seat} already: name the seat to which it belongs",
    "no_ruling": "there is no ruling {id} in this deal",
    "says_so": "ruling {id} says so already",
    "pot_has": "the pot has {most}, not {sum}",
    "act_unknown": "it is not known what he did: enter it with 'act' when it is his turn",
    "name_raise": "name the amount to which he raises",
    "name_seat_of_card": "name the seat to which the card belongs",
    "nothing_to_overrule": "there is no ruling to take back",
    "deals_missing": "say in 'amount' how many deals he sits out, 1 to {most}",
    "penalty_first": (
        "a penalty does not put {fault} right: answer that first, then penalise for itself"
    ),
    "hand_shown": "seat {seat}'s hand was shown",
    "say_viewer": "say in 'of' who saw the hand",
    "say_whose": "say in 'of' whose hand he wants to see",
    "not_dealt": "seat {seat} was not dealt in: he may not ask to see a hand",
    "none_thrown": "seat {seat} has thrown no hand away at the showdown",
    "not_decided": "ruling {id} waits for a decision: nothing was done yet",
    "changed_nothing": "ruling {id} changed nothing: say what is done instead",
    "carried_out": "ruling {id} has been carried out: say what is done instead",
    "seat_left": "seat {seat} has left with his chips",
    "deck_shuffled": "the deck has been shuffled: the cards cannot be put back",
    "cards_in_deck": "{count} cards are back in the deck: they cannot be told any more",
    "unread_moved": "a card that nobody had read was moved",
    "place_taken": "another card lies in its place on the board",
    "card_in_deck": "that card is back in the deck: it cannot be told any more",
    "chips_went_back": "the chips went back: give the whole pot, or take the ruling back first",
    "hand_lost": "seat {seat}'s hand cannot be told any more: {count} cards of it",
    "twins": "of two equal cards neither can be told",
    "asks_floor": "'floor_call' asks the floor: it is no decision",
    "no_answer": "'{decision}' is no answer to {fault}: say {decisions}",
    "name_winner": "name the seat that gets the pot",
    "name_seat_of": "name the seat of the {decision}",
    "not_on_board": "that card does not lie on the board: say {decisions}",
    "cannot_play": "that card cannot play: say {decisions}",
    "agree_not_now": "nobody can agree on that now",
    "agree_all": "all live players must agree",
    "agree_others": "there are chips of others in the pot",
    "agree_live": "all who agree must be live in this deal",
    "agree_betting": "nobody can agree on that now: there is still betting, or no card to come",
    "agreed_already": "the players have agreed on it already",
    "street_begun": "the next street has begun",
    "chop_when": "nobody can agree on that now: blinds are chopped before the flop, …",
    "chop_blinds_only": "only the blinds are chopped, when all others have folded",
    "pot_only": "the pot is only {most}, not {sum}",
    "nobody_seated": "nobody sits at the table",
    "no_draw": "this is no time to draw",
    "names_other": "seat {seat} names {count} cards, not {owed}",
    "draw_how_many": "a draw has 'count' or 'discards'",
    "cannot_draw": "seat {seat} has {most} cards: it cannot draw {count}",
    "thrown_already": "seat {seat} has thrown away {count} cards already",
    "draws_before": "seat {other} draws before seat {seat}",
    "level_changes": "a level changes something: blinds, ante, bets, game or structure",
    "small_above_big": "a small blind of {sum} is above the big blind",
    "seat_taken": "seat {seat} is taken",
    "post_when": "'{post}' is posted after 'hand', before the first card",
    "has_not": "seat {seat} has only {most}, not {sum}",
    "antes_with_hand": "antes are taken with 'hand'",
    "no_kill": "this house has no '{post}': …",
    "post_before_card": "'{post}' is posted before the first card",
    "in_deal_posts": "seat {seat} is in this deal: it posts before the next",
    "not_new": "seat {seat} is not new to the game",
    "owes_nothing": "seat {seat} owes nothing",
    "owes_other": "seat {seat} owes '{due}', not '{post}'",
    "owes_sum": "seat {seat} owes {owed}, not {sum}",
    "race_between": "a deal is in progress: chips are raced between deals",
    "race_on": "a race is on already",
    "no_multiple": "{sum} is no multiple of {value}",
    "nothing_to_race": "no seat has odd chips: there is nothing to race",
    "race_enough": "seat {seat}'s {count} chips are enough for one of {sum}",
    "race_has_not": "seat {seat} does not have {count} chips of {sum}",
}  # fmt: skip
HANDS: Final = {
    "royal_flush": "royal flush",
    "straight_flush": "straight flush, {rank} high",
    "four": "four of a kind, {ranks} …",
    "full_house": "full house, {ranks} full of {others}",
    "flush": "flush, {rank} …",
    "straight": "straight, {rank} high",
    "three": "three of a kind, {ranks} …",
    "two_pair": "two pair, {ranks} and {others} …",
    "pair": "pair of {ranks} …",
    "wheel": "wheel",
    "low": "{rank}-{next} low",
    "high_card": "{rank} high …",
}  # fmt: skip


WORD: Final = "[a-z]+"
GROUPS: Final = {  # how the engine writes each fill; whatever is not here is a number
    "rank": WORD, "ranks": WORD, "others": WORD, "next": WORD, "fault": "[a-z_]+",
    "post": "[a-z_]+", "due": "[a-z_]+",
    "zone": "[a-z0-9:]+", "what": "[a-z0-9_,]+", "decision": "[a-z_ ]+", "decisions": ".+",
}  # fmt: skip
SECTIONS: Final = {"ranks": "ranks", "others": "ranks", "topped": "topped"}  # else "rank"


def understood(text: str) -> Phrase | None:
    """The phrase that says the same; None where nobody has foreseen the sentence."""
    for key, pattern in _compiled():
        if found := pattern.fullmatch(text):
            return Phrase(key, found.groupdict())
    return None


def hand_in_words(name: str, words: Mapping[str, str]) -> str:
    """What viewers call the hand that the engine has named: "Ace-high flush"."""
    phrase = understood(name)
    if phrase is None:
        return name[:1].upper() + name[1:]
    ranks = {**phrase.fill, "topped": phrase.fill.get("rank")}
    fill = {at: words.get(f"{SECTIONS.get(at, 'rank')}.{rank}", "") for at, rank in ranks.items()}
    said = words[phrase.key].format_map(fill)
    return said[:1].upper() + said[1:]


@cache
def patterns() -> list[tuple[str, str]]:
    """Each key with the pattern of its sentence, written as browsers write them."""
    sources = [(f"refused.{key}", text) for key, text in REFUSALS.items()]
    sources += [(f"hand.{key}", text) for key, text in HANDS.items()]
    return [(key, _pattern(text)) for key, text in sources]


@cache
def _compiled() -> list[tuple[str, re.Pattern[str]]]:
    return [(key, re.compile(one.replace("(?<", "(?P<"))) for key, one in patterns()]


def _pattern(text: str) -> str:
    parts = FILL.split(text.removesuffix(REST))  # text, name, text, name, …
    said = "".join(
        f"(?<{one}>{GROUPS.get(one, '[0-9,]+')})" if at % 2 else one for at, one in enumerate(parts)
    )
    return said + (".*" if text.endswith(REST) else "")
