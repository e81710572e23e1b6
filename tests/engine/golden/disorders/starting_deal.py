"""The starting deal goes wrong."""

from tests.engine.golden.disorders.kinds import IN_DEAL, any_card, at, due, other_seat
from tests.engine.golden.evening import Evening


@at("seat")
def dealt_face_up(e: Evening) -> None:
    e.deal(due(e), "up")


@at("seat")
def dealt_face_up_then_another(e: Evening) -> None:
    e.deal(due(e), "up")
    for _ in range(e.rnd.randint(0, 4)):
        if e.what() == "seat":
            e.follow()
    if e.what() == "seat":
        e.deal(due(e), "up")


@at("seat")
def dealt_to_a_wrong_seat(e: Evening) -> None:
    e.deal(f"seat:{other_seat(e)}")


@at("seat")
def dealt_past_a_seat_and_on(e: Evening) -> None:
    seats = [s for s in e.seats if s > other_seat(e)] + e.seats
    for seat in seats[: e.rnd.randint(1, len(e.seats) + 1)]:
        e.deal(f"seat:{seat}")


@at("hand")
def dealt_from_a_wrong_first_seat(e: Evening) -> None:
    e.send("hand")
    if e.what() == "seat":
        first = e.seats.index(other_seat(e))
        order = e.seats[first:] + e.seats[:first]
        for seat in (order * 2)[: e.rnd.choice((1, 2, len(order), 2 * len(order)))]:
            e.deal(f"seat:{seat}")


@at("seat act")
def one_card_too_many_to_a_seat(e: Evening) -> None:
    e.deal(f"seat:{e.rnd.choice(e.holders() or e.seats)}")


@at("act burn")
def a_whole_round_too_many(e: Evening) -> None:
    for seat in e.holders()[: e.rnd.randint(1, 10)]:
        e.deal(f"seat:{seat}")


@at("seat")
def dealt_to_an_empty_seat(e: Evening) -> None:
    empty = [seat for seat in range(1, 11) if seat not in e.seats] or [11]
    e.deal(f"seat:{e.rnd.choice(empty)}")


@at("hand")
def dealt_to_one_who_is_away(e: Evening) -> None:
    seat = e.rnd.choice(e.seats)
    e.send("away", seat=seat)
    if e.rnd.random() < 0.3:
        e.send("declare", seat=seat, what="deal_me_in")
    e.send("hand")
    for _ in range(e.rnd.randint(0, len(e.seats))):
        if e.what() == "seat":
            e.follow()
    e.deal(f"seat:{seat}")


@at("seat")
def dealt_off_the_table(e: Evening) -> None:
    e.deal("off", e.rnd.choice(("up", "down")))


@at("seat burn board")
def a_boxed_card(e: Evening) -> None:
    e.deal(due(e), e.rnd.choice(("up", "down")), boxed=True)


@at("seat burn board")
def two_boxed_cards(e: Evening) -> None:
    for _ in range(2):
        if e.what() in ("seat", "burn", "board"):
            e.deal(due(e), "up", boxed=True)


@at("seat burn board act")
def a_boxed_card_seen_in_the_deck(e: Evening) -> None:
    e.send("card", card=e.top(), zone="deck", face="up", **{"from": "deck"})


@at("seat burn board")
def a_joker(e: Evening) -> None:
    e.send("card", card="Jk", zone=due(e), face=e.rnd.choice(("up", "down")))


@at("seat burn board")
def the_same_card_twice(e: Evening) -> None:
    if card := any_card(e):
        more = {"from": "deck"} if e.rnd.random() < 0.6 else {}
        e.send("card", card=card, zone=due(e), face=str(e.expected.get("face")), **more)


@at("seat burn board")
def a_foreign_back(e: Evening) -> None:
    for back in ("red", "red", "blue"):
        if e.what() in ("seat", "burn", "board"):
            e.deal(due(e), str(e.expected["face"]), back=back)


@at("seat")
def the_deal_breaks_off_with_a_burn(e: Evening) -> None:
    e.deal("burn")


@at("seat")
def the_deal_breaks_off_with_a_board(e: Evening) -> None:
    e.deal("board", "up")


@at("seat")
def somebody_acts_during_the_deal(e: Evening) -> None:
    seat = e.rnd.choice(e.holders() or e.seats)
    e.send("act", seat=seat, do=e.rnd.choice(("fold", "call", "check", "all_in")))


@at("seat")
def the_last_cards_are_not_dealt(e: Evening) -> None:
    for _ in e.seats:
        if e.what() == "seat" and len(e.holders()) < len(e.seats):
            e.follow()
    for _ in range(e.rnd.randint(1, len(e.seats))):
        if e.what() == "seat":
            e.follow()
    for seat in e.holders():
        e.send("act", seat=seat, do=e.rnd.choice(("call", "fold", "call")))


@at("seat")
def dealt_out_of_the_muck(e: Evening) -> None:
    zone = e.rnd.choice(("muck", "burn", "off"))
    card = e.top()
    e.deal(zone)
    e.send("card", card=card, zone=due(e), face="down", **{"from": zone})


@at("seat act burn board")
def shuffled_in_the_middle(e: Evening) -> None:
    e.send("shuffle")
    if e.rnd.random() < 0.5:
        e.send("cut")


@at("shuffle")
def not_shuffled(e: Evening) -> None:
    e.send("hand")


@at("cut")
def not_cut(e: Evening) -> None:
    e.send("hand")


@at("seat act board burn show")
def a_card_flashed_at_a_seat(e: Evening) -> None:
    seat = e.rnd.choice(e.holders() or e.seats)
    card = e.rnd.choice(e.held(seat) or [e.top()])
    by = e.rnd.choice(("dealer", "dealer", "player"))
    e.send("flash", card=card, zone=f"seat:{seat}", by=by)


@at(IN_DEAL + " hand")
def a_card_flashed_elsewhere(e: Evening) -> None:
    zone = e.rnd.choice(("deck", "muck", "burn", "board", "off"))
    card = any_card(e, zone) or e.top()
    e.send("flash", card=card, zone=zone, by=e.rnd.choice(("dealer", "player")))


@at("seat board burn act")
def the_deck_runs_out(e: Evening) -> None:
    for _ in range(len(e.deck) - e.rnd.randint(1, 3)):
        e.deal("off" if e.what() != "seat" else "muck")
    if e.what() in ("seat", "board", "burn"):
        e.deal(due(e), str(e.expected["face"]))


@at("seat")
def a_card_that_is_not_the_top_one(e: Evening) -> None:
    e.deal(due(e))
    card = e.log[-1]["card"]
    e.send("card", card=card, zone="deck", face="down")
    e.send("card", card=e.deck[0], zone=due(e), face="down")
