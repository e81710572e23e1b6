"""The dealer's slips: each looks at the moment, and where it fits does the wrong thing instead.

The simulator's faults (``firmware_bridge.simulator.faults``) are whole scripts of a hand that is
checked down; these come in the middle of a hand that people play as they like.
"""

from __future__ import annotations

from types import ModuleType

from controller.demo import board_slips, draw_slips, stud_slips
from controller.demo.moment import Now, Slip, place, reported
from engine.games import Game
from engine.games.rounds import ToSeats
from firmware_bridge.simulator.script import Lay, Motion, Pick, Say, Shift
from firmware_bridge.simulator.truth import BURN, OFF


def _spare(pick: Pick) -> Slip:
    """A card that should not be in this deck."""
    return lambda now: [Lay(now.zone, pick=pick)] if now.dealing and now.dealt else []


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
    fits = now.betting and now.first and len(now.to_act) == 1
    return [Shift(zone, zone, "up")] if fits and (zone := place(now.live[-1])) else []


def wrong_first_seat(now: Now) -> list[Motion]:
    """The deal begins at the button instead of on its left."""
    return [Lay(place(now.players[-1]))] if now.dealing and not now.dealt else []


def wrong_seat(now: Now) -> list[Motion]:
    """The third card goes to the seat before the one that is due."""
    fits = now.dealing and now.dealt == 2
    return [Lay(place(now.players[2 % len(now.players) - 1]))] if fits else []


def ineligible_seat(now: Now) -> list[Motion]:
    """A card is dealt to a place where nobody sits."""
    fits = now.dealing and now.dealt == 2 and now.empty
    return [Lay(place(now.empty))] if fits and now.empty else []


def dealt_out(now: Now) -> list[Motion]:
    """The last player is passed over in the first round, and says so."""
    fits = now.dealing and now.dealt == len(now.players) - 1
    return [Say("report", {"fault": "dealt_out", "seat": now.players[-1]})] if fits else []


def extra_card(now: Now) -> list[Motion]:
    """A player gets a card too many."""
    fits = now.betting and now.first and set(now.live) == set(now.players)
    return [Lay(place(now.players[0]))] if fits else []


def short_hand(now: Now) -> list[Motion]:
    """The last card of the deal is forgotten, and the dealer burns."""
    fits = now.dealing and now.dealt == now.game.starting_cards * len(now.players) - 1
    return [Lay(BURN)] if fits else []


def burn_exposed(now: Now) -> list[Motion]:
    """The burn before the flop is turned over."""
    return [Lay(BURN, "up")] if now.burning and now.first else []


def fouled_hand(now: Now) -> list[Motion]:
    """A player's card slides under his neighbour's hand."""
    fits = now.betting and now.first and len(now.live) > 2
    return [Shift(place(now.live[0]), place(now.live[1]))] if fits else []


def out_of_turn(now: Now) -> list[Motion]:
    """A player calls before his turn."""
    fits = now.betting and now.first and len(now.to_act) > 2
    return [Say("act", {"seat": now.to_act[1], "do": "call"})] if fits else []


DEALING: dict[str, Slip] = {
    "joker": _spare("joker"),
    "foreign_back": _spare("foreign"),
    "duplicate_card": _spare("twin"),
    "missing_card": reported("missing_card", Lay(OFF, pick="bottom")),
    "short_deck": reported("short_deck", *[Lay(OFF, pick="bottom")] * 3),
    "dropped_deck": reported("dropped_deck", *[Lay(OFF)] * 2),
    **{
        slip.__name__: slip
        for slip in (
            exposed_card, flashed_card, boxed_card, unknown_card, player_exposed, wrong_first_seat,
            wrong_seat, ineligible_seat, dealt_out, extra_card, short_hand, burn_exposed,
            fouled_hand, out_of_turn,
        )
    },
}  # fmt: skip
# What happens to good dealers: among these a demo chooses by itself.
COMMON = (
    "exposed_card", "flashed_card", "boxed_card", "wrong_seat", "burn_exposed", "short_hand",
    "out_of_turn", "joker", "ineligible_seat",
)  # fmt: skip
# Names of slips that are a fault of another name in the table log.
CALLED = {
    "flashed_card": "exposed_card", "exposed_on_draw": "exposed_card",
    "wrong_seat_on_street": "wrong_seat",
}  # fmt: skip
SLIPS: dict[str, Slip] = {**DEALING, **board_slips.SLIPS}  # at a board


def slips_of(game: Game, *, joker: bool = False) -> dict[str, Slip]:
    """All that can go wrong in a game, by name; a joker is no fault where one plays."""
    known = DEALING | _own(game).SLIPS
    never = {"joker"} if joker else set()
    if game.stud:  # a card to a player while others act is a street too soon
        never |= {"extra_card"} if _last_down(game) else {"extra_card", "last_card_up"}
    return {name: slip for name, slip in known.items() if name not in never}


def common_of(game: Game, *, joker: bool = False) -> list[str]:
    """What a demo chooses among."""
    known = slips_of(game, joker=joker)
    return [name for name in (*COMMON, *_own(game).COMMON) if name in known]


def _own(game: Game) -> ModuleType:
    return stud_slips if game.stud else draw_slips if game.draws else board_slips


def _last_down(game: Game) -> bool:
    last = [each for each in game.rounds if isinstance(each, ToSeats)][-1]
    return last.faces[-1] == "down"


def every_slip() -> list[str]:
    """The names of all slips, whatever the game."""
    return sorted(DEALING | board_slips.SLIPS | stud_slips.SLIPS | draw_slips.SLIPS)
