"""What the dealer must do next, in large type and plain words; no face that nobody was shown."""

from typing import Any

from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, OFF, SEAT_OF, UNREAD, spoken
from engine.table import Table
from engine.views import masked

NUMBERS = ("no", "one", "two", "three", "four", "five")
WAITING = "Wait for players"
SAID = {
    "shuffle": "Shuffle",
    "cut": "Cut",
    "hand": "New hand",
    "floor": "Call the floor",
}
PLACES = {DECK_ZONE: "back on the deck", BOARD: "on the board", MUCK: "in the muck", OFF: "aside"}
STEPS = {
    "return_all": "All cards back",
    "reshuffle": "Shuffle",
    "cut": "Cut",
    "redeal": "Deal again",
    "replace": "Give {seat} the top card",
    "burn": "Burn {card}",
    "no_burn": "Burn none",
    "move": "Put {card} {place}",
    "take_back": "Take {cards} back",
    "set_aside": "Set {card} aside",
    "kill": "{Seat}'s hand is dead",
    "refund": "Give {seat} the chips back",
    "show_table": "Show {card} to the table",
    "post": "{Seat} posts",
    "call_floor": "Call the floor",
    "play_on": "Play on",
}
WHENS = {
    "after_deal": "After the deal: ",
    "after_round": "After the next round: ",
    "after_betting": "After the betting: ",
}


def say(table: Table) -> str:
    """What must happen next, said to the dealer."""
    expect = masked(table.expected, table, "dealer")
    if expect is None:
        return WAITING
    what = expect["what"]
    if what == "card":
        return _card(expect, table)
    if what == "act":
        return _act(expect)
    if what == "show":
        return f"Seat {expect['seat']} shows"
    if what == "discard":
        count = expect["count"]
        return f"Seat {expect['seat']} discards {NUMBERS[count] if count < 6 else count}"
    return SAID.get(what) or say_step({"do": what, **expect})


def say_step(step: dict[str, Any]) -> str:
    """One step of a correction, masked already."""
    seat, zone, cards = step.get("seat"), step.get("zone", ""), step.get("cards", [])
    card = step.get("card")
    words = {
        "seat": f"seat {seat}" if seat else "the board",
        "Seat": f"Seat {seat}" if seat else "The board",
        "card": spoken(card) if card else "one" if step["do"] == "burn" else "the card",
        "cards": spoken(cards[0]) if len(cards) == 1 else "the cards",
        "place": _place(zone),
    }
    said = STEPS[step["do"]].format_map(words)
    when = WHENS.get(step.get("when", "now"))
    return when + said[0].lower() + said[1:] if when else said


def _place(zone: str) -> str:
    return f"to seat {SEAT_OF[zone]}" if zone in SEAT_OF else PLACES.get(zone, "in its place")


def _card(expect: dict[str, Any], table: Table) -> str:
    zone, card = expect["zone"], expect.get("card")
    if zone == BURN:
        return f"Burn {spoken(card)}" if card and card != UNREAD else "Burn one"
    if card and zone != BOARD:
        return f"Put {spoken(card)} {_place(zone)}"
    if zone in SEAT_OF:
        up = ", face up" if expect["face"] == "up" else ""
        return f"Card to seat {SEAT_OF[zone]}{up}"
    return _street(table)


def _street(table: Table) -> str:
    """The street whose cards are due, and how many of them are still to come."""
    street = table.street_due()
    if street is None:  # a report asks for a board card before there is a board
        return "Card to the board"
    left = street.cards - street.laid
    if street.cards == 1 or not 0 < left <= street.cards:
        return f"Deal the {street.name}"
    more = " more" if street.laid else ""
    return f"{street.name.capitalize()}: {NUMBERS[left]}{more} card{'s' * (left > 1)}"


def _act(expect: dict[str, Any]) -> str:
    to_call = expect["to_call"]
    return f"Seat {expect['seat']} to act" + (f", {to_call:,} to call" if to_call else "")
