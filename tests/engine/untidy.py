"""A table where people are people: each disorder is what every card room sees all evening.

Nothing here is a fault. A dealer plays on as the table asks, and now and then one of these happens;
the answer must be no ruling, no reject, and the right end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.engine.dealer import Dealer

Disorder = Callable[["UntidyDealer"], bool]  # False where it does not fit this moment


class UntidyDealer(Dealer):
    """Does what is expected, but not as tidily as it is written in a book."""

    def __init__(self, book: str, players: int, seed: int = 1, **opening: Any) -> None:
        self.disorders: list[Disorder] = []
        self.made: list[str] = []
        self.held: dict[int, list[str]] = {}
        super().__init__(book, players, seed, **opening)

    def hand(self, **fields: Any) -> None:
        super().hand(**fields)
        self.held = {}

    def step(self) -> bool:
        """What is expected, after a disorder where one fits."""
        for disorder in list(self.disorders):
            if disorder(self):
                self.disorders.remove(disorder)
                self.made.append(disorder.__name__)
                return True
        return super().step()

    def quick(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """Something that follows at once."""
        self.t -= 0.3
        return self.do(kind, **fields)

    def do(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        known = any(fields.get("card") in held for held in self.held.values())
        if kind == "card" and fields["zone"].startswith("seat:") and not known:
            self.held.setdefault(int(fields["zone"][5:]), []).append(fields["card"])
        return super().do(kind, **fields)

    @property
    def due(self) -> dict[str, Any]:
        return self.table.expected or {}

    def live(self) -> list[int]:
        return sorted(self.table.outlook().live)


def cards_thrown_in_before_the_fold_is_entered(d: UntidyDealer) -> bool:
    if d.due.get("what") != "act" or not d.due["to_call"]:
        return False
    seat = d.due["seat"]
    for card in d.held.get(seat, []):
        d.quick("card", card=card, zone="muck", face="down")
    d.do("act", seat=seat, do="fold")
    return True


def a_folded_card_crosses_a_live_seat(d: UntidyDealer) -> bool:
    if d.due.get("what") != "act" or not d.due["to_call"] or len(d.live()) < 3:
        return False
    seat = d.due["seat"]
    other = next(one for one in d.live() if one != seat)
    card, *rest = d.held[seat]
    d.do("act", seat=seat, do="fold")
    d.quick("card", card=card, zone=f"seat:{other}", face="down")
    for one in (card, *rest):
        d.quick("card", card=one, zone="muck", face="down")
    return True


def a_live_card_is_seen_at_the_neighbours_for_a_moment(d: UntidyDealer) -> bool:
    if d.due.get("what") != "act" or len(d.live()) < 2:
        return False
    one, other = d.live()[:2]
    card = d.held[one][0]
    d.quick("card", card=card, zone=f"seat:{other}", face="down")
    d.quick("card", card=card, zone=f"seat:{one}", face="down")
    return True


def a_pitched_card_is_seen_over(zone: str) -> Disorder:
    def passes_over(d: UntidyDealer) -> bool:
        due = d.due.get("zone", "")
        over = zone
        if d.due.get("what") != "card" or not due.startswith("seat:"):
            return False
        if zone == "seat":
            over = next(f"seat:{one}" for one in d.live() if f"seat:{one}" != due)
        card = d.deck.pop()
        Dealer.do(d, "card", card=card, zone=over, face="down")
        d.held.setdefault(int(due[5:]), []).append(card)
        d.t -= 0.3
        Dealer.do(d, "card", card=card, zone=due, face="down")
        return True

    passes_over.__name__ = f"a_pitched_card_is_seen_over_the_{zone}"
    return passes_over


def a_hole_card_is_read_after_the_next(d: UntidyDealer) -> bool:
    zone = d.due.get("zone", "")
    order = [f"seat:{one}" for one in d.table.deal.agenda.start.order]
    if d.due.get("what") != "card" or zone not in order or zone == order[-1]:
        return False
    late, early = d.deck.pop(), d.deck.pop()
    d.do("card", card=early, zone=order[order.index(zone) + 1], face="down")
    d.quick("card", card=late, zone=zone, face="down")
    return True


def the_burn_is_read_after_the_next_card(d: UntidyDealer) -> bool:
    if d.due.get("zone") != "burn":
        return False
    burn = d.deck.pop()
    d.do("card", card=d.deck.pop(), zone="board", face="up")
    d.quick("card", card=burn, zone="burn", face="down")
    return True


def the_burn_is_seen_over_the_board(d: UntidyDealer) -> bool:
    if d.due.get("zone") != "burn":
        return False
    burn = d.deck.pop()
    d.do("card", card=burn, zone="board", face="down")
    d.quick("card", card=burn, zone="burn", face="down")
    return True


def a_board_card_is_seen_over_the_burns(d: UntidyDealer) -> bool:
    if d.due.get("zone") != "board":
        return False
    card = d.deck.pop()
    d.do("card", card=card, zone="burn", face="down")
    d.quick("card", card=card, zone="board", face="up")
    return True


def a_board_card_is_read_late(d: UntidyDealer) -> bool:
    if d.due.get("zone") != "board":
        return False
    card = d.deck.pop()
    d.do("card", card="??", zone="board", face="up")
    while d.due.get("zone") == "board":
        d.do("card", card=d.deck.pop(), zone="board", face="up")
    d.quick("card", card=card, zone="board", face="up")
    return True


def burns_are_swept_to_the_discards(d: UntidyDealer) -> bool:
    burns = list(d.table.deal.felt.cards("burn"))
    if d.due.get("what") != "act" or not burns or d.table.setting.book.name == "hilton":
        return False  # the Hilton keeps them apart
    for card in burns:
        d.quick("card", card=card, zone="muck", face="down")
    return True


def the_burn_comes_a_moment_before_the_last_action(d: UntidyDealer) -> bool:
    deal = d.table.deal
    if d.due.get("what") != "act" or deal.agenda.coming is None or deal.corrections:
        return False
    if deal.betting.outstanding() != [d.due["seat"]] or len(d.live()) < 2:
        return False
    d.do("card", card=d.deck.pop(), zone="burn", face="down")
    d.quick("act", seat=d.due["seat"], do="call" if d.due["to_call"] else "check")
    return True


def hands_are_gathered_before_they_are_entered_as_shown(d: UntidyDealer) -> bool:
    if d.due.get("what") != "show":
        return False
    seat = d.due["seat"]
    for card in d.held[seat]:
        d.quick("card", card=card, zone="muck", face="up")
    d.quick("show", seat=seat)
    return True


def the_second_deck_is_shuffled_beside_the_table(d: UntidyDealer) -> bool:
    if d.due.get("what") != "act":
        return False
    d.do("shuffle")
    d.do("cut")
    return True


def the_camera_loses_a_board_card(d: UntidyDealer) -> bool:
    board = d.table.deal.felt.board
    if d.due.get("what") != "act" or not board:
        return False
    d.quick("card", card=board[0], zone="board", face="down")
    return True


DISORDERS: tuple[Disorder, ...] = (
    cards_thrown_in_before_the_fold_is_entered,
    a_folded_card_crosses_a_live_seat,
    a_live_card_is_seen_at_the_neighbours_for_a_moment,
    a_pitched_card_is_seen_over("seat"),
    a_pitched_card_is_seen_over("board"),
    a_pitched_card_is_seen_over("muck"),
    a_hole_card_is_read_after_the_next,
    the_burn_is_read_after_the_next_card,
    the_burn_is_seen_over_the_board,
    a_board_card_is_seen_over_the_burns,
    a_board_card_is_read_late,
    burns_are_swept_to_the_discards,
    the_burn_comes_a_moment_before_the_last_action,
    hands_are_gathered_before_they_are_entered_as_shown,
    the_second_deck_is_shuffled_beside_the_table,
    the_camera_loses_a_board_card,
)
