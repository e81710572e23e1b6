"""Players act and handle their cards as they should not."""

from tests.engine.golden.disorders.kinds import any_card, at, other_seat
from tests.engine.golden.evening import Evening


@at("act burn board")
def a_player_turns_a_card(e: Evening) -> None:
    seat = e.rnd.choice(e.holders() or e.seats)
    for card in e.held(seat)[: e.rnd.randint(1, 2)]:
        e.send("card", card=card, zone=f"seat:{seat}", face="up")


@at("act burn board show")
def a_live_hand_reaches_the_muck(e: Evening) -> None:
    seat = e.rnd.choice(e.live() or e.seats)
    if e.rnd.random() < 0.3:
        e.send("declare", seat=seat, what="protected")
    for card in list(e.held(seat))[: e.rnd.randint(1, 2)]:
        e.send("card", card=card, zone="muck", face=e.rnd.choice(("down", "down", "up")))
    if e.rnd.random() < 0.3:
        e.send("card", card=e.log[-1].get("card", "??"), zone=f"seat:{seat}", face="down")


@at("act burn board")
def a_card_falls_off_the_table(e: Evening) -> None:
    seat = e.rnd.choice(e.holders() or e.seats)
    for card in list(e.held(seat))[:1]:
        e.send("card", card=card, zone="off", face=e.rnd.choice(("up", "down")))


@at("act burn board show")
def hands_touch(e: Evening) -> None:
    seat = e.rnd.choice(e.holders() or e.seats)
    for card in list(e.held(seat))[: e.rnd.randint(1, 2)]:
        e.send("card", card=card, zone=f"seat:{other_seat(e)}", face="down")


@at("act burn board")
def a_discard_touches_a_hand(e: Evening) -> None:
    card = any_card(e, e.rnd.choice(("muck", "burn"))) or "??"
    more = {"from": "muck"} if card == "??" else {}
    zone = f"seat:{e.rnd.choice(e.live() or e.seats)}"
    e.send("card", card=card, zone=zone, face="down", **more)


@at("act")
def folded_and_shown(e: Evening) -> None:
    seat = e.expected["seat"]
    e.send("act", seat=seat, do="fold")
    for card in list(e.held(seat)):
        e.send("card", card=card, zone="muck", face="up")


@at("act burn board")
def out_of_turn(e: Evening) -> None:
    do = e.rnd.choice(("fold", "check", "call", "bet", "raise", "all_in"))
    more = {"to": e.rnd.choice((2, 4, 10, 60))} if do in ("bet", "raise") else {}
    e.send("act", seat=other_seat(e), do=do, **more)


@at("act")
def an_act_that_cannot_be(e: Evening) -> None:
    seat = e.expected["seat"]
    wagers = [option for option in e.expected["options"] if option["do"] in ("bet", "raise")]
    sizes = [0, 1, 3, 5, 90, 9999, *(size for o in wagers for size in (o["min"] - 1, o["max"] + 1))]
    for _ in range(e.rnd.randint(1, 3)):
        do = e.rnd.choice(("check", "call", "bet", "raise"))
        more = {"to": max(0, e.rnd.choice(sizes))} if do[0] in "br" else {}
        e.send("act", seat=seat, do=do, **more)


@at("act")
def raised_where_the_betting_is_not_reopened(e: Evening) -> None:
    for do in ("raise", "all_in", "call", "call", "raise", "raise"):
        if e.what() != "act":
            return
        options = [option for option in e.expected["options"] if option["do"] == do]
        to = options[0]["min"] if options else 40
        more = {"to": to} if do == "raise" else {}
        e.send("act", seat=e.expected["seat"], do=do, **more)


@at("act")
def raised_until_it_is_refused(e: Evening) -> None:
    for _ in range(8):
        if e.what() != "act":
            return
        seat, options = e.expected["seat"], e.expected["options"]
        wagers = [option for option in options if option["do"] in ("bet", "raise")]
        if wagers:
            e.send("act", seat=seat, do=wagers[0]["do"], to=wagers[0]["min"])
        else:
            high = e.expected["to_call"] + max(option["max"] for option in options)
            e.send("act", seat=seat, do="raise", to=high + e.rnd.choice((2, 4, 8)))
            e.follow()


@at("act")
def all_in_one_after_the_other(e: Evening) -> None:
    for _ in range(e.rnd.randint(1, 6)):
        if e.what() == "act":
            e.send("act", seat=e.expected["seat"], do="all_in")
            if e.rnd.random() < 0.4:
                seat = e.log[-1]["seat"]
                e.send("show", seat=seat)


@at("seat act")
def a_player_walks_away(e: Evening) -> None:
    seat = e.rnd.choice([e.expected.get("seat", 1), e.rnd.choice(e.seats)])
    e.send(e.rnd.choice(("away", "away", "leave")), seat=seat)
    for _ in range(e.rnd.randint(0, 5)):
        e.follow()
    e.send("back", seat=seat)


@at("hand seat act show")
def people_come_and_go(e: Evening) -> None:
    for _ in range(e.rnd.randint(1, 4)):
        kind = e.rnd.choice(("sit", "leave", "away", "back", "declare", "look"))
        seat = e.rnd.randint(1, 11)
        more: dict[str, object] = {"stack": e.rnd.choice((0, 30))} if kind == "sit" else {}
        if kind == "declare":
            more = {"what": e.rnd.choice(("deal_me_in", "play_board", "protected", "time"))}
        e.send(kind, seat=seat, **more)


@at("act show")
def words_not_read_yet(e: Evening) -> None:
    seat = e.expected["seat"]
    e.send("chips", seat=seat, chips=[5, 1], said="raise")
    e.send("clock", seat=seat)
    e.send("draw", seat=seat, count=1)


@at("seat act burn board")
def shown_early(e: Evening) -> None:
    seat = e.rnd.choice(e.holders() or e.seats)
    more = {"cards": list(e.held(seat))} if e.rnd.random() < 0.5 else {}
    e.send("show", seat=seat, **more)
