"""Burn and board go wrong."""

from tests.engine.golden.disorders.kinds import any_card, at, due
from tests.engine.golden.evening import Evening


@at("burn")
def not_burned(e: Evening) -> None:
    for _ in range(e.rnd.choice((1, 3))):
        e.deal("board", "up")


@at("board")
def burned_twice(e: Evening) -> None:
    e.deal("burn")
    if e.rnd.random() < 0.3:
        e.deal("burn")


@at("burn")
def burned_face_up(e: Evening) -> None:
    e.deal("burn", "up")


@at("burn")
def burned_and_turned_over(e: Evening) -> None:
    e.deal("burn")
    if card := any_card(e, "burn"):
        e.send("card", card=card, zone="burn", face="up")


@at("burn board")
def a_street_dealt_too_long(e: Evening) -> None:
    for _ in range(4):
        if e.what() in ("burn", "board"):
            e.follow()
    for _ in range(e.rnd.choice((1, 1, 2, 3))):
        e.deal("board", "up", 0.2)


@at("board")
def acted_before_the_street_is_whole(e: Evening) -> None:
    if e.rnd.random() < 0.7:
        e.follow()
    for seat in e.live()[: e.rnd.randint(1, 2)]:
        e.send("act", seat=seat, do="check")


@at("board")
def board_face_down(e: Evening) -> None:
    cards: list[str] = []
    for _ in range(3):
        if e.what() == "board":
            cards.append(e.top())
            e.deal("board", "down")
    if e.rnd.random() < 0.5:
        e.follow()
    for card in cards[: e.rnd.randint(0, 3)]:
        e.send("card", card=card, zone="board", face="up")


@at("board")
def board_turned_one_by_one(e: Evening) -> None:
    for _ in range(3):
        if e.what() == "board":
            e.deal("board", "up", 11.0)


@at("burn board")
def an_unread_street(e: Evening) -> None:
    for _ in range(e.rnd.randint(1, 4)):
        if e.what() in ("burn", "board"):
            if e.deck:
                e.deck.pop()
            e.send("card", card="??", zone=due(e), face=str(e.expected["face"]))
    if e.rnd.random() < 0.5 and "??" in e.zones.get("board", ()):
        e.send("card", card=e.top(), zone="board", face="up")


@at("act")
def burned_too_soon(e: Evening) -> None:
    e.deal("burn")


@at("act")
def street_too_soon(e: Evening) -> None:
    if e.rnd.random() < 0.7:
        e.deal("burn")
    first = not e.zones.get("board")
    for _ in range(e.rnd.choice((1, 3, 3)) if first else 1):
        e.deal("board", "up")


@at("act")
def street_too_soon_before_the_last_player(e: Evening) -> None:
    for _ in range(len(e.live()) - 1):
        if e.what() == "act":
            e.send("act", seat=e.expected["seat"], do=_calm(e))
    street_too_soon(e)
    if e.what() == "act":
        e.send("act", e.rnd.choice((0.4, 3.0)), seat=e.expected["seat"], do="fold")


@at("act")
def street_too_soon_and_acted_on(e: Evening) -> None:
    street_too_soon(e)
    for seat in e.rnd.sample(e.live(), min(3, len(e.live()))):
        do = e.rnd.choice(("check", "bet", "call", "raise", "fold"))
        more = {"to": e.rnd.choice((1, 2, 4, 900))} if do in ("bet", "raise") else {}
        e.send("act", seat=seat, do=do, **more)


def _calm(e: Evening) -> str:
    options = [option["do"] for option in e.expected["options"]]
    return next(do for do in ("check", "call", "all_in", "fold") if do in options)


@at("act burn board show")
def a_board_card_goes_elsewhere(e: Evening) -> None:
    if card := any_card(e, "board"):
        zone = e.rnd.choice(("deck", "muck", "burn", "board", "seat:1"))
        e.send("card", card=card, zone=zone, face="down")


@at("act burn board show")
def burns_and_discards_mixed(e: Evening) -> None:
    here, there = e.rnd.choice((("burn", "muck"), ("muck", "burn")))
    if card := any_card(e, here):
        e.send("card", card=card, zone=there, face="down")
        if e.rnd.random() < 0.3:
            e.send("card", card=card, zone=here, face="down")


@at("act show burn")
def a_discard_turned_up(e: Evening) -> None:
    if card := any_card(e, "muck"):
        e.send("card", card=card, zone="muck", face="up")


@at("burn")
def burned_into_the_muck(e: Evening) -> None:
    e.deal("muck")
