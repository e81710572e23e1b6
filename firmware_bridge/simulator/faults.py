"""Dealing faults by the contract's names: each is a hand's steps up to and with the fault."""

from collections.abc import Callable
from dataclasses import replace

from firmware_bridge.simulator.script import Lay, Motion, Pick, Say, Script, Shift
from firmware_bridge.simulator.truth import BOARD, BURN, DECK, OFF

Fault = Callable[[Script], list[Motion]]


def _seat(seat: int) -> str:
    return f"seat:{seat}"


def _hole(script: Script, at: int, instead: Lay | None = None) -> list[Motion]:
    """Deal so many hole cards, then one more in another way."""
    return [*script.start, *script.hole[:at], *([instead] if instead else [])]


def _spare(pick: Pick) -> Fault:
    """Give the second player a card that should not be in this deck."""
    return lambda script: _hole(script, 1, Lay(_seat(script.order[1]), pick=pick))


def exposed_card(script: Script) -> list[Motion]:
    """A hole card of the second round comes face up."""
    return _hole(script, len(script.order), Lay(_seat(script.order[0]), "up"))


def player_exposed(script: Script) -> list[Motion]:
    """A player turns up a card he plays."""
    zone = _seat(script.order[-1])
    return [*script.to_betting(), script.calls[0], Shift(zone, zone, "up")]


def boxed_card(script: Script) -> list[Motion]:
    """A card lay face up inside the deck."""
    return _hole(script, 1, Lay(_seat(script.order[1]), "up", boxed=True))


def unknown_card(script: Script) -> list[Motion]:
    """A card of no deck is dealt, and the dealer says so: nobody can read it."""
    seat = script.order[1]
    report = Say("report", {"fault": "unknown_card", "seat": seat})
    return [*_hole(script, 1, Lay(_seat(seat), pick="unknown")), report]


def missing_card(script: Script) -> list[Motion]:
    """A card of the stub has fallen off the table."""
    report = Say("report", {"fault": "missing_card"})
    return [*script.to_flop(), Lay(OFF, pick="bottom"), report]


def wrong_first_seat(script: Script) -> list[Motion]:
    """The deal begins at the button instead of on its left."""
    return _hole(script, 0, Lay(_seat(script.button)))


def wrong_seat(script: Script) -> list[Motion]:
    """The third card goes to the seat before or after the one that is due."""
    return _hole(script, 2, Lay(_seat(script.order[2 % len(script.order) - 1])))


def ineligible_seat(script: Script) -> list[Motion]:
    """A card is dealt to a place where nobody sits."""
    assert script.empty is not None, "every seat is taken"
    return _hole(script, 2, Lay(_seat(script.empty)))


def absent_seat(script: Script) -> list[Motion]:
    """A player who is away is dealt a card."""
    away = script.order[-1]
    rest = tuple(seat for seat in script.seats if seat != away)
    orderly = replace(script, seats=rest, button=max(rest))
    return [
        Say("away", {"seat": away}),
        *_hole(orderly, 1, Lay(_seat(away))),
    ]


def dealt_out(script: Script) -> list[Motion]:
    """The last player is passed over in the first round, and says so."""
    report = Say("report", {"fault": "dealt_out", "seat": script.order[-1]})
    return [*_hole(script, len(script.order) - 1), report]


def extra_card(script: Script) -> list[Motion]:
    """A player gets a card too many."""
    return [*script.to_betting(), Lay(_seat(script.order[0]))]


def short_hand(script: Script) -> list[Motion]:
    """The last card of the deal is forgotten, and the dealer burns."""
    return [*_hole(script, len(script.hole) - 1), *script.burn]


def not_top_card(script: Script) -> list[Motion]:
    """A burn that came too soon is put back on the deck, and then another card is burned."""
    take_back = Say("floor", {"decision": "take_back"})
    early = [*script.to_betting(), *script.calls[:-1], *script.burn, take_back, Shift(BURN, DECK)]
    return [*early, script.calls[-1], Lay(BURN, pick="second")]


def no_burn(script: Script) -> list[Motion]:
    """The turn comes without a burn."""
    return [*script.to_turn(), *script.next_card]


def extra_burn(script: Script) -> list[Motion]:
    """Two cards are burned before the turn."""
    return [*script.to_turn(), *script.burn, *script.burn]


def burn_exposed(script: Script) -> list[Motion]:
    """The burn before the flop is turned over."""
    return [*script.to_flop(), Lay(BURN, "up")]


def premature_burn(script: Script) -> list[Motion]:
    """A card is burned while a player is still to act."""
    return [*script.to_betting(), *script.calls[:-1], *script.burn]


def flop_count(script: Script) -> list[Motion]:
    """The flop has four cards."""
    cards = [Lay(BOARD, "up", held=True), *script.flop]
    return [*script.to_flop(), *script.burn, *cards]


def premature_flop(script: Script) -> list[Motion]:
    """The flop comes before the last player has acted."""
    return [*script.to_betting(), *script.calls[:-1], *script.flop]


def premature_turn(script: Script) -> list[Motion]:
    """The turn comes before the last player has acted."""
    flop = [*script.to_flop(), *script.burn, *script.flop]
    return [*flop, *script.checks[:-1], *script.next_card]


def premature_river(script: Script) -> list[Motion]:
    """The river comes before the last player has acted."""
    turn = [*script.to_turn(), *script.burn, *script.next_card]
    return [*turn, *script.checks[:-1], *script.next_card]


def bottom_card(script: Script) -> list[Motion]:
    """The turn is taken from the bottom of the deck, and a player says so."""
    turn = [*script.to_turn(), *script.burn, Lay(BOARD, "up", pick="bottom")]
    return [*turn, Say("report", {"fault": "bottom_card"})]


def short_deck(script: Script) -> list[Motion]:
    """The stub runs out: all the cards of its bottom lie under the table."""
    lost: list[Motion] = [Lay(OFF, pick="bottom") for _ in range(3)]
    return [*script.to_flop(), *lost, Say("report", {"fault": "short_deck"})]


def dropped_deck(script: Script) -> list[Motion]:
    """The dealer drops the stub, and some cards fall off the table."""
    fallen: list[Motion] = [Lay(OFF) for _ in range(2)]
    return [*script.to_flop(), *fallen, Say("report", {"fault": "dropped_deck"})]


def wrong_button(script: Script) -> list[Motion]:
    """The button was not where it belongs, and somebody says so after the deal."""
    wrong = replace(script, button=script.order[0])
    return [*wrong.to_betting(), Say("report", {"fault": "wrong_button"})]


def no_shuffle(script: Script) -> list[Motion]:
    """The deal begins with the deck as it came from the last one."""
    return [script.start[-1], script.hole[0]]


def fouled_hand(script: Script) -> list[Motion]:
    """A player's card slides under his neighbour's hand."""
    first, second = script.order[:2]
    return [*script.to_betting(), Shift(_seat(first), _seat(second))]


def wrong_step(script: Script) -> list[Motion]:
    """A flop that came too soon is not taken back, and the dealer goes on."""
    return [*premature_flop(script), script.calls[-1], *script.burn, *script.next_card]


FAULTS: dict[str, Fault] = {
    "joker": _spare("joker"),
    "foreign_back": _spare("foreign"),
    "duplicate_card": _spare("twin"),
    **{
        fault.__name__: fault
        for fault in (
            exposed_card, player_exposed, boxed_card, unknown_card, missing_card, wrong_first_seat,
            wrong_seat, ineligible_seat, absent_seat, dealt_out, extra_card, short_hand,
            not_top_card, no_burn, extra_burn, burn_exposed, premature_burn, flop_count,
            premature_flop, premature_turn, premature_river, bottom_card, short_deck, dropped_deck,
            wrong_button, no_shuffle, fouled_hand, wrong_step,
        )
    },
}  # fmt: skip


def flashed_card(script: Script) -> list[Motion]:
    """A hole card of the second round shows its face before it flies on."""
    return _hole(script, len(script.order), Lay(_seat(script.order[0]), flashed=True))


def off_the_table(script: Script) -> list[Motion]:
    """A hole card of the second round slides off the table and lies face up."""
    return _hole(script, len(script.order), Lay(OFF, "up"))


# Other ways to expose a card than to deal it face up: the contract has one name for all of them.
EXPOSURES: dict[str, Fault] = {one.__name__: one for one in (flashed_card, off_the_table)}
