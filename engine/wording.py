"""What the dealer is told: one plain sentence a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from engine.cards import spoken

LEAD = {
    "exposed_card": "{Seat}'s card was exposed",
    "player_exposed": "{Seat} showed a card",
    "boxed_card": "A card lay face up in the deck",
    "joker": "A joker is in the deck",
    "duplicate_card": "The deck has {card} twice",
    "foreign_back": "A card has the back of another deck",
    "missing_card": "A card is missing",
    "unknown_card": "A card does not belong to this deck",
    "wrong_first_seat": "The first card went to {seat} instead of {due}",
    "wrong_seat": "{Seat} got the card that was due to {due}",
    "ineligible_seat": "{Seat} has no player in this hand and was dealt a card",
    "absent_seat": "{Seat} is away and was dealt a card",
    "dealt_out": "{Seat} is due a hand and was passed over",
    "extra_card": "{Seat} has a card too many",
    "short_hand": "{Seat} has a card too few",
    "not_top_card": "That card was not the top of the deck",
    "no_burn": "No card was burned before the {street}",
    "extra_burn": "Two cards were burned before the {street}",
    "burn_exposed": "A burn was seen",
    "premature_burn": "The burn came before the betting was done",
    "flop_count": "The flop has too many cards",
    "premature_flop": "The flop came before the betting was done",
    "premature_turn": "The turn came before the betting was done",
    "premature_river": "The river came before the betting was done",
    "premature_street": "The {street} came before its time",
    "bottom_card": "That was the last card of the deck",
    "short_deck": "The deck has run out",
    "dropped_deck": "The deck was dropped",
    "wrong_button": "The button was in the wrong place",
    "no_shuffle": "The deck was not shuffled and cut",
    "fouled_hand": "{Seat}'s hand was mixed with other cards",
    "mucked_hand": "{Seat}'s live hand is in the muck",
    "wrong_step": "That was not the step that was ruled",
    "flop_one_by_one": "The flop was turned one card at a time",
    "board_face_down": "A board card lies face down",
    "mixed_burn": "Burns and discards were mixed",
    "stub_exposed": "A card of the stub was shown",
    "out_of_turn": "{Seat} acted out of turn",
    "raise_cap": "No further raise is allowed in this round",
    "unposted_blind": "{Seat} was dealt in without posting",
    "short_ante": "The pot is short an ante",
    "absent_player": "{Seat} is not back for the turn to act",
    "short_call": "{Seat}'s chips are short of the bet",
    "one_card_shown": "{Seat} turned up only a part of the hand",
    "undeclared_board": "{Seat} threw the hand away without declaring the board",
}

VERDICT = {
    "misdeal": "a misdeal, {steps}",
    "void_deal": "the deal is void: every player takes back what he put in",
    "replace": "finish the deal, give {seat} the top card{burn}",
    "keep": "the card plays",
    "scrap": "it is scrap paper: the next card takes its place",
    "return_as_burn": "put it back on the deck, it is the burn",
    "top_card": "{seat} gets the top card",
    "move": "pass it to {due} and go on",
    "shift": "move every card to its proper place",
    "take_back": "{steps}",
    "play_out": "deal the hand out, then kill it",
    "dead_hand": "the hand is dead, its chips stay in the pot",
    "forfeit": "{seat} forfeits the hand and all he put in",
    "stands": "play on as it lies",
    "corrected": "put it right and go on",
    "refused": "refused",
    "refund": "{seat} takes his chips back",
    "award": "the pot goes to {seat}",
    "floor_call": "call the floor",
}


DEEDS = {
    "return_all": "all cards back",
    "take_back": "take the cards back",
    "move": "put it back on the deck",
    "reshuffle": "shuffle",
    "cut": "cut",
    "burn": "burn one",
    "no_burn": "burn none",
    "redeal": "deal again",
}
WHENS = {"after_betting": "after the betting ", "after_round": "after the next round "}


def deeds(steps: Sequence[tuple[str, str]]) -> str:
    """Steps, each what and when, as a dealer is told them."""
    told: list[str] = []
    for when, group in groupby(steps, key=lambda step: step[1]):
        said = [DEEDS[do] for do, _ in group if do in DEEDS]
        if said:
            told.append(WHENS.get(when, "") + _joined(said))
    return "; ".join(told) or "follow the steps"


def _joined(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def seat_name(seats: Sequence[int], place: int = 0) -> str:
    """``seat 3``, or the board where no seat is meant."""
    return f"seat {seats[place]}" if len(seats) > place else "the board"


def sentence(
    fault: str,
    decision: str,
    seats: Sequence[int],
    card: str | None,
    street: str,
    steps: Sequence[tuple[str, str]] = (),
    *,
    burns: bool = False,
    now: bool = False,
    folded: bool = False,
) -> str:
    """The ruling in one sentence; ``card`` only where the whole table has seen it."""
    named = spoken(card) if card else "the card"
    words = {
        "seat": seat_name(seats),
        "Seat": seat_name(seats).capitalize(),
        "due": seat_name(seats, 1),
        "card": named,
        "street": street,
        "steps": deeds(steps),
        "burn": f", and keep {named} as the burn before the flop" if burns else "",
    }
    if fault == "player_exposed" and folded:
        return f"{words['Seat']}'s folded hand was seen: nothing to do."
    lead = LEAD.get(fault, fault.replace("_", " ").capitalize()).format_map(words)
    verdict = VERDICT.get(decision, decision.replace("_", " ")).format_map(words)
    if now:
        verdict = verdict.replace("finish the deal, give", "give")
    return f"{lead}: {verdict}."


QUESTIONS = {
    "mucked_hand": "{Seat}'s cards are in the muck. Mucked by mistake?",
    "fouled_hand": "Another card at {seat}. Mixed into the hand?",
    "wrong_seat": "A card at {seat}, {due} was due. Dealt there?",
    "wrong_first_seat": "First card at {seat}, {due} was due. Dealt there?",
    "extra_card": "A third card at {seat}. Dealt there?",
    "ineligible_seat": "A card at empty {seat}. Dealt there?",
    "absent_seat": "A card at {seat}, player away. Dealt there?",
    "dealt_out": "No card seen for {seat}. Passed over?",
    "short_hand": "No card seen for {seat}. Passed over?",
    "no_burn": "No burn seen before the {street}. Missed?",
    "extra_burn": "A second burn before the {street}?",
    "flop_count": "One card too many on the {street}?",
    "premature_burn": "Burned before the last action?",
}


def question(fault: str, seats: Sequence[int], street: str) -> str:
    """What the dealer is asked while a verdict is held back; yes means that it happened."""
    asked = QUESTIONS.get(fault, fault.replace("_", " ").capitalize() + "?")
    words = {
        "seat": seat_name(seats),
        "Seat": seat_name(seats).capitalize(),
        "due": seat_name(seats, 1),
        "street": street,
    }
    return asked.format_map(words)


def elsewhere(others: Iterable[tuple[str, str, str]]) -> str:
    """What the other books would do, for a floor whose own book is silent."""
    known = [
        f"{title} {decision.replace('_', ' ')} ({clause})" for title, decision, clause in others
    ]
    return f" Elsewhere: {'; '.join(known)}." if known else " The other books are silent too."
