"""The showdown and the time between deals go wrong."""

from tests.engine.golden.disorders.kinds import any_card, at, due, other_seat
from tests.engine.golden.evening import Evening


@at("show")
def shown_out_of_order(e: Evening) -> None:
    e.send("show", seat=other_seat(e))


@at("show")
def one_card_shown(e: Evening) -> None:
    seat = e.expected["seat"]
    e.send("show", seat=seat, cards=e.held(seat)[:1])


@at("show act")
def shown_cards_that_he_has_not(e: Evening) -> None:
    seat = e.expected["seat"]
    cards = [e.held(seat)[:1], e.deck[:2], ["??", "??"], ["Jk", *e.held(seat)[:1]], []]
    picked = e.rnd.choice(cards)
    if e.rnd.random() < 0.3 and (other := any_card(e)):
        picked = [other, *e.held(seat)[:1]]
    e.send("show", seat=seat, cards=picked)


@at("seat")
def shown_hands_that_nobody_has_read(e: Evening) -> None:
    """The shoe reads nothing in this deal; at the showdown the players name their cards."""
    e.unread = False
    for _ in range(2 * len(e.seats)):
        if e.what() == "seat":
            e.send("card", card="??", zone=due(e), face="down")
    for _ in range(80):
        if e.what() in ("show", "hand", "shuffle", ""):
            break
        e.follow()
    if e.what() == "show":
        seat = e.expected["seat"]
        choices: list[list[str]] = [["??", "??"], e.deck[:1], [e.top(), "??"], ["Jk", e.top()], []]
        e.send("show", seat=seat, cards=e.rnd.choice(choices))
        e.send("show", seat=seat)
        if other := any_card(e):
            e.send("show", seat=seat, cards=[e.top(), other])


@at("show")
def mucked_and_claimed(e: Evening) -> None:
    seat = e.expected["seat"]
    e.sweep(seat) if e.rnd.random() < 0.5 else e.send("muck", seat=seat)
    e.send("declare", seat=seat, what="play_board")
    e.send("muck", seat=seat)
    e.send("show", seat=seat)


@at("show")
def the_board_played(e: Evening) -> None:
    for seat in e.live():
        if e.rnd.random() < 0.6:
            e.send("declare", seat=seat, what="play_board")
        e.send(e.rnd.choice(("show", "muck")), seat=seat)


@at("show")
def the_dealer_goes_on_after_the_river(e: Evening) -> None:
    e.deal(e.rnd.choice(("board", "burn", "muck")), "up")
    e.send("act", seat=e.expected.get("seat", 1), do="check")


@at("hand shuffle")
def the_stub_turned_up_after_the_deal(e: Evening) -> None:
    for _ in range(e.rnd.randint(1, 3)):
        e.deal(e.rnd.choice(("board", "off")), "up")


@at("hand shuffle")
def a_deal_that_cannot_begin(e: Evening) -> None:
    for seat in e.seats[1:]:
        e.send("away", seat=seat)
    e.send("hand")
    e.send("hand", button=e.rnd.randint(1, 12))
    for seat in e.seats[1:]:
        e.send("back", seat=seat)


@at("hand")
def the_button_in_a_wrong_place(e: Evening) -> None:
    e.send("hand", button=e.rnd.randint(1, 11))
    e.send("report", fault="wrong_button")
