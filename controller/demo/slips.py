"""The dealer's slips: each looks at the moment, and where it fits does the wrong thing instead.

The simulator's faults (``firmware_bridge.simulator.faults``) are whole scripts of a hand that is
checked down; these come in the middle of a hand that people play as they like.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from firmware_bridge.simulator.script import Lay, Motion, Pick, Say, Shift
from firmware_bridge.simulator.truth import BOARD, BURN, OFF

PREFLOP, FLOP, TURN = 0, 3, 4  # cards on the board


@dataclass(frozen=True, slots=True)
class Now:
    """What the dealer is about to do, and what lies on the felt."""

    expect: dict[str, Any]
    players: Sequence[int]  # dealt in, from the button's left on
    dealt: int  # hole cards so far
    hole: int  # cards of a starting hand
    board: int  # cards on it
    to_act: Sequence[int]  # who still has to, in this round
    live: Sequence[int]
    empty: int | None  # a seat where nobody sits

    @property
    def zone(self) -> str:
        """Where a card is due; nowhere where none is."""
        return str(self.expect.get("zone", ""))

    @property
    def dealing(self) -> bool:
        """The starting hands are being dealt."""
        return self.zone.startswith("seat:") and self.dealt < self.hole * len(self.players)

    @property
    def betting(self) -> bool:
        """Somebody is to act."""
        return str(self.expect["what"]) == "act"

    @property
    def burning(self) -> bool:
        """The burn before a street is due."""
        return self.zone == BURN and "card" not in self.expect


Slip = Callable[[Now], list[Motion]]  # nothing: this is not the moment


def _seat(seat: int) -> str:
    return f"seat:{seat}"


def _street(cards: int) -> list[Motion]:
    return [*[Lay(BOARD, "up", held=True)] * (cards - 1), Lay(BOARD, "up")]


def _spare(pick: Pick) -> Slip:
    """A card that should not be in this deck."""
    return lambda now: [Lay(now.zone, pick=pick)] if now.dealing and now.dealt else []


def _premature(board: int, cards: int) -> Slip:
    """A street comes while players are still to act."""

    def slip(now: Now) -> list[Motion]:
        fits = now.betting and now.board == board and len(now.to_act) == 1
        return _street(cards) if fits else []

    return slip


def _reported(fault: str, *before: Motion) -> Slip:
    """Something that a person has to tell, before the flop's burn."""

    def slip(now: Now) -> list[Motion]:
        fits = now.burning and now.board == PREFLOP
        return [*before, Say("report", {"fault": fault})] if fits else []

    return slip


def exposed_card(now: Now) -> list[Motion]:
    """A hole card of the second round comes face up."""
    fits = now.dealing and now.dealt >= len(now.players)
    return [Lay(now.zone, "up")] if fits else []


def flashed_card(now: Now) -> list[Motion]:
    """A hole card of the second round shows its face before it flies on."""
    fits = now.dealing and now.dealt >= len(now.players)
    return [Lay(now.zone, flashed=True)] if fits else []


def boxed_card(now: Now) -> list[Motion]:
    """A card lay face up inside the deck."""
    return [Lay(now.zone, "up", boxed=True)] if now.dealing and now.dealt else []


def unknown_card(now: Now) -> list[Motion]:
    """A card of no deck is dealt, and the dealer says so: nobody can read it."""
    if not (now.dealing and now.dealt):
        return []
    report = {"fault": "unknown_card", "seat": int(now.zone.removeprefix("seat:"))}
    return [Lay(now.zone, pick="unknown"), Say("report", report)]


def player_exposed(now: Now) -> list[Motion]:
    """A player turns up a card he plays."""
    fits = now.betting and now.board == PREFLOP and len(now.to_act) == 1
    return [Shift(zone, zone, "up")] if fits and (zone := _seat(now.live[-1])) else []


def wrong_first_seat(now: Now) -> list[Motion]:
    """The deal begins at the button instead of on its left."""
    return [Lay(_seat(now.players[-1]))] if now.dealing and not now.dealt else []


def wrong_seat(now: Now) -> list[Motion]:
    """The third card goes to the seat before the one that is due."""
    fits = now.dealing and now.dealt == 2
    return [Lay(_seat(now.players[2 % len(now.players) - 1]))] if fits else []


def ineligible_seat(now: Now) -> list[Motion]:
    """A card is dealt to a place where nobody sits."""
    fits = now.dealing and now.dealt == 2 and now.empty
    return [Lay(_seat(now.empty))] if fits and now.empty else []


def dealt_out(now: Now) -> list[Motion]:
    """The last player is passed over in the first round, and says so."""
    fits = now.dealing and now.dealt == len(now.players) - 1
    return [Say("report", {"fault": "dealt_out", "seat": now.players[-1]})] if fits else []


def extra_card(now: Now) -> list[Motion]:
    """A player gets a card too many."""
    fits = now.betting and now.board == PREFLOP and set(now.live) == set(now.players)
    return [Lay(_seat(now.players[0]))] if fits else []


def short_hand(now: Now) -> list[Motion]:
    """The last card of the deal is forgotten, and the dealer burns."""
    fits = now.dealing and now.dealt == now.hole * len(now.players) - 1
    return [Lay(BURN)] if fits else []


def no_burn(now: Now) -> list[Motion]:
    """The turn comes without a burn."""
    return _street(1) if now.burning and now.board == FLOP else []


def extra_burn(now: Now) -> list[Motion]:
    """Two cards are burned before the turn."""
    return [Lay(BURN), Lay(BURN)] if now.burning and now.board == FLOP else []


def burn_exposed(now: Now) -> list[Motion]:
    """The burn before the flop is turned over."""
    return [Lay(BURN, "up")] if now.burning and now.board == PREFLOP else []


def premature_burn(now: Now) -> list[Motion]:
    """A card is burned while a player is still to act."""
    fits = now.betting and now.board == FLOP and len(now.to_act) == 1
    return [Lay(BURN)] if fits else []


def flop_count(now: Now) -> list[Motion]:
    """The flop has four cards."""
    return _street(4) if now.zone == BOARD and not now.board else []


def bottom_card(now: Now) -> list[Motion]:
    """The turn is taken from the bottom of the deck, and a player says so."""
    if now.zone != BOARD or now.board != FLOP:
        return []
    return [Lay(BOARD, "up", pick="bottom"), Say("report", {"fault": "bottom_card"})]


def fouled_hand(now: Now) -> list[Motion]:
    """A player's card slides under his neighbour's hand."""
    fits = now.betting and now.board == PREFLOP and len(now.live) > 2
    return [Shift(_seat(now.live[0]), _seat(now.live[1]))] if fits else []


def out_of_turn(now: Now) -> list[Motion]:
    """A player calls before his turn."""
    fits = now.betting and now.board == PREFLOP and len(now.to_act) > 2
    return [Say("act", {"seat": now.to_act[1], "do": "call"})] if fits else []


SLIPS: dict[str, Slip] = {
    "joker": _spare("joker"),
    "foreign_back": _spare("foreign"),
    "duplicate_card": _spare("twin"),
    "premature_flop": _premature(PREFLOP, 3),
    "premature_turn": _premature(FLOP, 1),
    "premature_river": _premature(TURN, 1),
    "missing_card": _reported("missing_card", Lay(OFF, pick="bottom")),
    "short_deck": _reported("short_deck", *[Lay(OFF, pick="bottom")] * 3),
    "dropped_deck": _reported("dropped_deck", *[Lay(OFF)] * 2),
    **{
        slip.__name__: slip
        for slip in (
            exposed_card, flashed_card, boxed_card, unknown_card, player_exposed, wrong_first_seat,
            wrong_seat, ineligible_seat, dealt_out, extra_card, short_hand, no_burn, extra_burn,
            burn_exposed, premature_burn, flop_count, bottom_card, fouled_hand, out_of_turn,
        )
    },
}  # fmt: skip
# What happens to good dealers: among these a demo chooses by itself.
COMMON = (
    "exposed_card", "flashed_card", "boxed_card", "wrong_seat", "no_burn", "extra_burn",
    "burn_exposed", "premature_burn", "premature_flop", "premature_turn", "premature_river",
    "flop_count", "short_hand", "out_of_turn", "joker", "ineligible_seat",
)  # fmt: skip
