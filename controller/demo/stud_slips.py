"""Slips of a dealer of stud, and of his players: upcards, streets, the bring-in."""

from __future__ import annotations

from controller.demo.moment import Now, Slip, burned_twice, place
from firmware_bridge.simulator.script import Lay, Motion, Say, Shift
from firmware_bridge.simulator.truth import BURN, Face


def _on_street(now: Now) -> bool:
    """A card of a street is due to a seat, and no correction asks for it."""
    return now.stage == "cards" and now.due is not None and "card" not in now.expect


def exposed_card(now: Now) -> list[Motion]:
    """A card that is due face down comes face up, in the deal."""
    fits = now.dealing and now.face == "down" and now.dealt >= len(now.players)
    return [Lay(now.zone, "up")] if fits or (_only_one_down(now) and now.dealt) else []


def _only_one_down(now: Now) -> bool:
    return now.dealing and now.face == "down" and now.game.starting.faces.count("down") == 1


def flashed_card(now: Now) -> list[Motion]:
    """A card that is due face down shows its face before it flies on."""
    return [Lay(now.zone, flashed=True)] if exposed_card(now) else []


def missing_upcard(now: Now) -> list[Motion]:
    """The door card comes face down."""
    return [Lay(now.zone, "down")] if now.dealing and now.face == "up" else []


def last_card_up(now: Now) -> list[Motion]:
    """The last card, due face down, comes face up."""
    return [Lay(now.zone, "up")] if _on_street(now) and now.face == "down" else []


def player_exposed(now: Now) -> list[Motion]:
    """A player turns up a card that lies face down, and plays on."""
    zone = place(now.live[-1])
    return [Shift(zone, zone, "up", at=0)] if now.last_to_act and now.first else []


def wrong_bring_in(now: Now) -> list[Motion]:
    """Another player than the one with the low (in razz the high) card brings it in."""
    does = now.expect.get("options", [{}])
    if not now.betting or not now.first or len(now.to_act) < 2 or does[0].get("do") != "bet":
        return []
    return [Say("act", {"seat": now.to_act[1], "do": "bet", "to": does[0]["min"]})]


def premature_street(now: Now) -> list[Motion]:
    """The next street begins while a player is still to act."""
    fits = now.last_to_act and now.street in now.game.streets[:-1]
    face: Face = "up"
    return [Lay(place(now.live[0]), face)] if fits else []


def premature_burn(now: Now) -> list[Motion]:
    """A card is burned while a player is still to act."""
    return [Lay(BURN)] if now.last_to_act and now.street in now.game.streets[:-1] else []


def no_burn(now: Now) -> list[Motion]:
    """A street is begun without a burn."""
    return [Lay(place(now.live[0]), "up")] if now.burning and now.first else []


def extra_burn(now: Now) -> list[Motion]:
    """Two cards are burned before a street."""
    return burned_twice(now) if now.burning and now.first else []


def burn_exposed(now: Now) -> list[Motion]:
    """A burn is turned over."""
    return [Lay(BURN, "up")] if now.burning else []


def wrong_seat_on_street(now: Now) -> list[Motion]:
    """A card of a street goes to the seat after the one that is due."""
    others = [seat for seat in now.live if seat != now.due]
    fits = _on_street(now) and now.due in now.live and others
    return [Lay(place(others[0]), _face(now))] if fits else []


def dead_seat(now: Now) -> list[Motion]:
    """Who has folded is dealt another card."""
    folded = [seat for seat in now.players if seat not in now.live]
    fits = _on_street(now) and folded and now.due not in folded
    return [Lay(place(folded[0]), _face(now))] if fits else []


def upcards_turned_down(now: Now) -> list[Motion]:
    """A player who is to act turns his upcard down."""
    seat = now.expect.get("seat")
    fits = now.betting and now.first and len(now.to_act) < len(now.live) and seat in now.last_up
    return [Shift(place(seat), place(seat), "down")] if fits else []


def _told(fault: str) -> Slip:
    """What no sensor tells, and a player does, while somebody is to act."""

    def slip(now: Now) -> list[Motion]:
        fits = now.betting and not now.first and len(now.live) > 2
        return [Say("report", {"fault": fault, "seat": now.expect["seat"]})] if fits else []

    return slip


def bottom_card(now: Now) -> list[Motion]:
    """A card of a street is taken from the bottom of the deck, and a player says so."""
    if not _on_street(now) or now.face != "up":
        return []
    return [Lay(now.zone, "up", pick="bottom"), Say("report", {"fault": "bottom_card"})]


def _face(now: Now) -> Face:
    return "up" if now.face == "up" else "down"


SLIPS: dict[str, Slip] = {
    "upcards_picked_up": _told("upcards_picked_up"),
    "mixed_hand": _told("mixed_hand"),
    **{
        one.__name__: one
        for one in (
            exposed_card, flashed_card, missing_upcard, last_card_up, player_exposed,
            wrong_bring_in, premature_street, premature_burn, no_burn, extra_burn, burn_exposed,
            wrong_seat_on_street, dead_seat, upcards_turned_down, bottom_card,
        )
    },
}  # fmt: skip
COMMON = (
    "missing_upcard", "last_card_up", "wrong_bring_in", "premature_street", "premature_burn",
    "no_burn", "extra_burn", "wrong_seat_on_street", "dead_seat", "upcards_turned_down",
)  # fmt: skip
