"""What the dealer must do next, as phrases; no face that nobody was shown."""

from typing import Any

from engine.cards import BOARD, BURN, OFF, SEAT_OF, UNREAD
from engine.table import Table
from engine.views import masked
from engine.wording import Phrase, grouped, step, street_of

BEFORE_DEAL = ("return_all", "refund", "reshuffle", "cut", "redeal")
SAID_AS_LISTED = ("move", "take_back", "replace", "set_aside", "show_table", "kill")


def due(table: Table) -> Phrase:
    """What must happen next, said to the dealer."""
    expect = masked(table.expected, table, "dealer")
    if expect is None:
        return Phrase("expect.players")
    if (correction := _correction(expect, table) or _unfinished(table)) is not None:
        return correction
    what = expect["what"]
    if what == "card":
        return _of_board(expect.get("run", 1), _card(expect, table))
    if what == "act":
        return _act(expect, table)
    if what in ("show", "draw"):
        return Phrase(f"expect.{what}", {"seat": expect["seat"]})
    if what == "discard":
        return Phrase("expect.discard", {"seat": expect["seat"], "count": expect["count"]})
    if what in ("shuffle", "cut", "hand", "floor"):
        return Phrase(f"expect.{what}")
    return step({"do": what, **expect})


def _correction(expect: dict[str, Any], table: Table) -> Phrase | None:
    """A step of a correction in the words of its list, so that the two are seen to be one."""
    ruled = table.step_due()
    if ruled is None or ruled.step["do"] not in SAID_AS_LISTED or expect.get("zone") == OFF:
        return None
    now_due = ({**one, "when": "now"} for one in (*ruled.before, ruled.step))
    steps = [masked(one, table, "dealer") for one in now_due]
    street = street_of(ruled.fault, ruled.decision)
    if len(steps) == 1:
        return step(steps[0], street)
    return Phrase("expect.steps", {"steps": grouped(steps, street)})


def _unfinished(table: Table) -> Phrase | None:
    """What comes before the next deal; shuffle and cut at once where nothing sees them done."""
    unfinished = table.unfinished()
    left = [one for one in unfinished.steps if one["do"] in BEFORE_DEAL] if unfinished else []
    if not left or [one["do"] for one in left] == ["redeal"]:
        return None
    if left[0]["do"] == "return_all" or "shuffle" in table.setting.sensors:
        return step(left[0])
    return Phrase("expect.steps", {"steps": grouped(left)})


def ruling(table: Table) -> int | None:
    """The ruling of which what comes next is a step."""
    unfinished = table.unfinished()
    if unfinished is not None and _unfinished(table) is not None:
        return unfinished.ruling
    return table.ruling_due()


def _of_board(run: int, due: Phrase) -> Phrase:
    """A card of a further board, where the players agreed to deal the rest more than once."""
    if run < 2:
        return due
    return Phrase("expect.of_board", {"count": run, "step": [due.key, dict(due.fill)]})


def _card(expect: dict[str, Any], table: Table) -> Phrase:
    zone, card = expect["zone"], expect.get("card")
    known = card is not None and card != UNREAD
    if zone == BURN:
        return Phrase("expect.burn_card", {"card": card}) if known else Phrase("expect.burn")
    if card and zone != BOARD:
        return step({"do": "move", "zone": zone, "card": card})
    if zone in SEAT_OF:
        return _seat_card(SEAT_OF[zone], expect["face"], table)
    return _street(table)


def _seat_card(seat: int, face: str, table: Table) -> Phrase:
    """A starting card, one of a draw, or a stud street's next one."""
    drawn = table.drawn(seat)
    if drawn is not None:
        return Phrase("expect.drawn", {"seat": seat, "count": drawn.asked, "left": drawn.left})
    street = table.street_due()
    if street is not None and street.to_seats:
        return Phrase(f"expect.street_{face}", {"seat": seat, "street": street.name})
    return Phrase("expect.card_up" if face == "up" else "expect.card", {"seat": seat})


def _street(table: Table) -> Phrase:
    """The street whose cards are due, and how many of them are still to come."""
    street = table.street_due()
    if street is None:  # a report asks for a board card before there is a board
        return Phrase("expect.board")
    left = street.cards - street.laid
    if not street.laid or not 0 < left <= street.cards:
        return Phrase("expect.street", {"street": street.name})
    return Phrase("expect.more", {"street": street.name, "count": left})


def _act(expect: dict[str, Any], table: Table) -> Phrase:
    fill = {"seat": expect["seat"]}
    clock = table.clock()
    if clock is not None and clock.seat == expect["seat"]:
        return Phrase("expect.clock_warning" if clock.warned else "expect.clock", fill)
    if [option["do"] for option in expect["options"]] == ["call", "raise"]:  # he says which
        call, to = (option["max"] for option in expect["options"])
        return Phrase("expect.option", {**fill, "amount": call, "to": to})
    if (bring_in := _bring_in(expect)) is not None:
        return Phrase("expect.bring_in", {**fill, "amount": bring_in})
    if to_call := expect["to_call"]:
        return Phrase("expect.act_call", {**fill, "amount": to_call})
    return Phrase("expect.act", fill)


def _bring_in(expect: dict[str, Any]) -> int | None:
    """Stud's forced bet, of which its player cannot be rid by a fold or a check."""
    least = next((one["min"] for one in expect["options"] if one["do"] == "bet"), None)
    forced = any(bar["do"] == "fold" for bar in expect.get("barred", ()))
    rid = any(one["do"] in ("check", "call") for one in expect["options"])
    return least if forced and not rid else None
