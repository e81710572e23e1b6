"""The lines of a scenario that make something happen at the table."""

import json

from controller.scenario.lines import (
    CARD,
    CARDS,
    SEAT,
    ZONE,
    Event,
    NotebookLine,
    cards,
    form,
    numbers,
    zone,
)
from controller.scenario.play import CannotPlayError, Play
from engine.games import GAMES, Game
from engine.games.reading import declared
from engine.games.rounds import GameError

_STRUCTURES = ("limit", "spread", "pot_limit", "no_limit")
_FORMATS = ("cash", "tournament")
NO_GAMES = (*_STRUCTURES, *_FORMATS)
"""Words of a ``game`` line that are not the game itself."""
_ACTS = {"folds": "fold", "checks": "check", "calls": "call", "goes all in": "all_in"}
_MOST_ACTS = 200
"""More turns than any orderly betting round has: beyond it the engine goes in circles."""


# The table, before it opens.


@form("table", "the dealer says yes", r"the dealer says (?P<word>yes|no)")
def _says(play: Play, line: NotebookLine) -> None:
    """The dealer answers the oldest open doubt."""
    if not play.doubts:
        raise CannotPlayError("nothing is in doubt")
    play.send({"e": "answer", "doubt": min(play.doubts), "is": line.part("word") == "yes"})


@form("setup", "book BOOK", r"book (?P<book>\w+)")
def _book(play: Play, line: NotebookLine) -> None:
    play.setup.opening["rulebook"] = line.part("book")


@form("setup", "in every book [but hilton, dc]", r"in every book(?: but (?P<but>[a-z ,]+))?")
def _every_book(play: Play, line: NotebookLine) -> None:
    """A file that no clause decides is played under each book; by itself under the first."""
    play.setup.opening["rulebook"] = play.book or play.scenario.books[0]


@form("setup", "house {JSON}", r"house (?P<json>\{.*\})")
def _house(play: Play, line: NotebookLine) -> None:
    try:
        play.setup.opening["house"] = json.loads(line.part("json"))
    except ValueError as error:
        raise CannotPlayError(f"not valid JSON: {error}") from None


STUD_STAKES = {"ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8, "structure": "limit"}


@form("setup", "game [GAME …] [STRUCTURE] [cash|tournament]", r"game (?P<game>\w+(?: \w+)*)")
def _game(play: Play, line: NotebookLine) -> None:
    """Of several games the one that is asked for, else the first."""
    words = line.part("game").split()
    games = [word for word in words if word not in NO_GAMES]
    if games:
        game = play.game if play.game in games else games[0]
        play.setup.opening |= STUD_STAKES if game in GAMES and GAMES[game].stud else {}
        play.setup.opening["game"] = game
    for word in words:
        if word not in games:
            play.setup.opening["structure" if word in _STRUCTURES else "format"] = word


@form(
    "setup",
    "own game NAME: deal 3 down, bet preflop, …, showdown",
    r"own game (?P<name>\w+): (?P<rounds>.+)",
)
def _own_game(play: Play, line: NotebookLine) -> None:
    rounds = line.part("rounds").split(", ")
    play.setup.opening["game"] = line.part("name")
    play.setup.opening["own_game"] = {"name": line.part("name"), "rounds": rounds}


@form("setup", "blinds 1/2", r"blinds (?P<small>\d+)/(?P<big>\d+)")
def _blinds(play: Play, line: NotebookLine) -> None:
    play.setup.opening["small_blind"] = line.number_of("small")
    play.setup.opening["big_blind"] = line.number_of("big")


@form("setup", "limit bets 2/4", r"limit bets (?P<small>\d+)/(?P<big>\d+)")
def _limit_bets(play: Play, line: NotebookLine) -> None:
    play.setup.opening["structure"] = "limit"
    play.setup.opening["small_bet"] = line.number_of("small")
    play.setup.opening["big_bet"] = line.number_of("big")


@form("setup", "ante N | bring_in N", r"(?P<what>ante|bring_in) (?P<amount>\d+)")
def _ante(play: Play, line: NotebookLine) -> None:
    play.setup.opening[line.part("what")] = line.number_of("amount")


@form("setup", "sensors rfid shoe camera shuffle chips", r"sensors(?P<words>(?: \w+)*)")
def _sensors(play: Play, line: NotebookLine) -> None:
    play.setup.opening["sensors"] = line.part("words").split()


@form(
    "setup",
    "seats 1-4, 6[, button 6]",
    r"seats (?P<seats>\d[\d ,-]*?)(?:,? button (?P<button>\d+))?",
)
def _seats(play: Play, line: NotebookLine) -> None:
    play.setup.seats = numbers(line.part("seats"))
    play.setup.button = line.number_of("button") if line.part("button") else None


@form("setup", "stack N", r"stack (?P<stack>\d+)")
def _stack(play: Play, line: NotebookLine) -> None:
    play.setup.stack = line.number_of("stack")


# Players coming and going, and the deck between deals.


@form("either", "seat 4 sits with 35 | adds 35", rf"{SEAT} (?:sits with|adds) (?P<stack>\d+)")
def _sits(play: Play, line: NotebookLine) -> None:
    seat, stack = line.number_of("seat"), line.number_of("stack")
    if play.opened:
        play.send({"e": "sit", "seat": seat, "stack": stack})
    else:
        play.setup.stacks[seat] = stack


@form("table", "seat 4 is away|is back|leaves", rf"{SEAT} (?P<how>is away|is back|leaves)")
def _comes_or_goes(play: Play, line: NotebookLine) -> None:
    word = {"is away": "away", "is back": "back", "leaves": "leave"}[line.part("how")]
    play.send({"e": word, "seat": line.number_of("seat")})


@form("table", "seat 4 declares WHAT", rf"{SEAT} declares (?P<what>\w+)")
def _declares(play: Play, line: NotebookLine) -> None:
    play.send({"e": "declare", "seat": line.number_of("seat"), "what": line.part("what")})


@form("table", "shuffle | cut", r"(?P<what>shuffle|cut)")
def _shuffle(play: Play, line: NotebookLine) -> None:
    play.send({"e": line.part("what")})


@form("table", "hand [button 3]", r"hand(?: button (?P<button>\d+))?")
def _hand(play: Play, line: NotebookLine) -> None:
    play.start_hand(line.number_of("button") if line.part("button") else None)


@form("table", "2 seconds pass", r"(?P<seconds>\d+(?:\.\d+)?) seconds? pass(?:es)?")
def _seconds(play: Play, line: NotebookLine) -> None:
    play.time += float(line.part("seconds"))
    play.send({"e": "tick"})


@form(
    "table",
    "report FAULT [seat 3] [card 7c] [zone Z]",
    rf"report (?P<fault>\w+)(?: {SEAT})?(?: card (?P<card>{CARD}))?(?: zone (?P<zone>{ZONE}))?",
)
def _report(play: Play, line: NotebookLine) -> None:
    play.send(_with_optional({"e": "report", "fault": line.part("fault")}, line))


@form(
    "table",
    "floor decides DECISION [for seat 3] [ruling 1] [amount 5]",
    rf"floor decides (?P<decision>\w+)(?: for {SEAT})?(?: ruling (?P<ruling>\d+))?"
    r"(?: amount (?P<amount>\d+))?",
)
def _floor(play: Play, line: NotebookLine) -> None:
    play.send(_with_optional({"e": "floor", "decision": line.part("decision")}, line))


@form("table", "event {JSON}", r"event (?P<json>\{.*\})")
def _event(play: Play, line: NotebookLine) -> None:
    try:
        play.send(json.loads(line.part("json")))
    except ValueError as error:
        raise CannotPlayError(f"not valid JSON: {error}") from None


# Cards.


def _game_played(play: Play) -> Game:
    opening = play.setup.opening
    try:
        return declared(opening["own_game"]) if "own_game" in opening else GAMES[opening["game"]]
    except (GameError, KeyError) as error:
        raise CannotPlayError(f"no game to be dealt: {error}") from None


@form("either", "seat 2 is dealt Ah Kd Qs Jc", rf"{SEAT} is dealt (?P<cards>{CARDS})")
def _is_dealt(play: Play, line: NotebookLine) -> None:
    """Stack the deck: these are the next cards that ``deal`` gives that seat."""
    play.stacked[f"seat:{line.part('seat')}"] = cards(line.part("cards"))


@form("table", "deal", r"deal")
def _deal_all(play: Play, line: NotebookLine) -> None:
    """Deal the rest of the starting hands, but no replacement after them."""
    _start_if_due(play)
    if not deal_starting_hands(play):
        raise CannotPlayError(f"no starting card is due: {_expected(play)}")


@form("table", "deal N", r"deal (?P<count>\d+)")
def _deal_some(play: Play, line: NotebookLine) -> None:
    _start_if_due(play)
    for _ in range(line.number_of("count")):
        deal_one(play)


@form("table", "deal to seat 4", rf"deal (?:up )?to {SEAT}")
def _deal_to(play: Play, line: NotebookLine) -> None:
    """Deal until the next card due is that seat's."""
    _start_if_due(play)
    wanted = f"seat:{line.part('seat')}"
    for _ in range(60):
        if play.expected.get("zone") == wanted:
            return
        if not _seat_due(play):
            break
        deal_one(play)
    raise CannotPlayError(f"no card falls due to that seat: {_expected(play)}")


@form(
    "hand",
    "CARD to ZONE [up|down] [from ZONE] [boxed] [back blue]   (CARD: 7c, ??, a card)",
    rf"(?P<card>{CARD}|a card) to (?P<zone>{ZONE})(?: (?P<face>up|down))?"
    rf"(?: from (?P<origin>{ZONE}))?(?P<boxed> boxed)?(?: back (?P<back>\w+))?",
)
def _card(play: Play, line: NotebookLine) -> None:
    card = line.part("card")
    if card == "a card":
        card = play.fresh(zone(line.part("zone")))
    event = _card_event(card, line.part("zone"), line.part("face"))
    if line.part("origin"):
        event["from"] = zone(line.part("origin"))
    if line.part("boxed"):
        event["boxed"] = True
    if line.part("back"):
        event["back"] = line.part("back")
    play.send(event)


@form(
    "hand",
    "seat 3's cards to ZONE [up] | the board to ZONE | the burns to ZONE",
    rf"(?:{SEAT}'s cards|the (?P<what>board|burns)) to (?P<zone>{ZONE})(?: (?P<face>up|down))?",
)
def _all_cards(play: Play, line: NotebookLine) -> None:
    origin = f"seat:{line.part('seat')}" if line.part("seat") else line.part("what").rstrip("s")
    lying = list(play.zones.get(origin, []))
    if not lying:
        raise CannotPlayError(f"no card lies at {origin}")
    for card in lying:
        play.send(
            {**_card_event(card, line.part("zone"), line.part("face") or "down"), "from": origin}
        )


@form("hand", "burn [7c]", rf"burn(?: (?P<card>{CARD}))?")
def _burn(play: Play, line: NotebookLine) -> None:
    play.send(_card_event(line.part("card") or play.fresh("burn"), "burn", "down"))


@form(
    "hand",
    "flop [Ah Kd 2c] | turn [9s] | river [3h]",
    rf"(?P<street>flop|turn|river)(?: (?P<cards>{CARDS}))?",
)
def _street(play: Play, line: NotebookLine) -> None:
    count = 3 if line.part("street") == "flop" else 1
    named = cards(line.part("cards"))
    for place in range(len(named) or count):
        play.send(_card_event(named[place] if named else play.fresh("board"), "board", "up"))


@form(
    "hand",
    "7c flashed by dealer|player at ZONE",
    rf"(?P<card>{CARD}) flashed by (?P<by>dealer|player) at (?P<zone>{ZONE})",
)
def _flash(play: Play, line: NotebookLine) -> None:
    where = zone(line.part("zone"))
    play.send({"e": "flash", "card": line.part("card"), "zone": where, "by": line.part("by")})


# Betting.


@form(
    "hand",
    "seat 3 folds|checks|calls|goes all in",
    rf"{SEAT} (?P<do>folds|checks|calls|goes all in)",
)
def _acts(play: Play, line: NotebookLine) -> None:
    _act(play, line.number_of("seat"), _ACTS[line.part("do")])


@form(
    "hand",
    "seat 3 bets 20 | seat 3 raises to 20",
    rf"{SEAT} (?P<do>bet|raise)s(?: to)? (?P<to>\d+)",
)
def _bets(play: Play, line: NotebookLine) -> None:
    event = {"e": "act", "seat": line.number_of("seat"), "do": line.part("do")}
    play.send({**event, "to": line.number_of("to")})


@form(
    "hand",
    "seat 3 puts in 25 5 [saying raise]",
    rf"{SEAT} puts in (?P<chips>\d+(?:[ ,]+\d+)*)(?: saying (?P<said>.+))?",
)
def _chips(play: Play, line: NotebookLine) -> None:
    event: Event = {"e": "chips", "seat": line.number_of("seat")}
    event["chips"] = numbers(line.part("chips"))
    if said := line.part("said"):
        event["said"] = int(said) if said.isdigit() else said
    play.send(event)


@form("hand", "clock on seat 3", rf"clock on {SEAT}")
def _clock(play: Play, line: NotebookLine) -> None:
    play.send({"e": "clock", "seat": line.number_of("seat")})


@form("hand", "all fold to seat 2", rf"all fold to {SEAT}")
def _fold_to(play: Play, line: NotebookLine) -> None:
    for _ in range(_MOST_ACTS):
        turn = _turn(play)
        if turn is None:
            raise CannotPlayError(f"the action never comes to that seat: {_expected(play)}")
        if turn[0] == line.number_of("seat"):
            return
        _act(play, turn[0], "fold")
    raise CannotPlayError(f"the action goes in circles: {_expected(play)}")


@form("hand", "everyone calls|checks|folds", r"everyone (?P<do>calls|checks|folds)")
def _everyone(play: Play, line: NotebookLine) -> None:
    everyone(play, _ACTS[line.part("do")])


def everyone(play: Play, all_do: str) -> None:
    """Each in turn until no act is due; who cannot call has nothing to call, and checks."""
    if _turn(play) is None:
        raise CannotPlayError(f"no act is due: {_expected(play)}")
    for _ in range(_MOST_ACTS):
        turn = _turn(play)
        if turn is None:
            return
        seat, to_call = turn
        do = all_do
        if do == "call" and not to_call:
            do = "check"
        if do == "check" and (least := must_bet(play)):
            play.send({"e": "act", "seat": seat, "do": "bet", "to": least})
        else:
            _act(play, seat, do)
    raise CannotPlayError(f"the action goes in circles: {_expected(play)}")


# Looking, drawing, showing.


@form("hand", "seat 3 looks|mucks", rf"{SEAT} (?P<do>looks|mucks)")
def _looks(play: Play, line: NotebookLine) -> None:
    play.send({"e": line.part("do").rstrip("s"), "seat": line.number_of("seat")})


@form("hand", "seat 3 shows [Ah Kd]", rf"{SEAT} shows(?: (?P<cards>{CARDS}))?")
def _shows(play: Play, line: NotebookLine) -> None:
    event: Event = {"e": "show", "seat": line.number_of("seat")}
    play.send({**event, "cards": cards(line.part("cards"))} if line.part("cards") else event)


@form("hand", "everyone shows", r"everyone shows")
def _everyone_shows(play: Play, line: NotebookLine) -> None:
    """Each in the order the engine asks for, until it asks no more."""
    for _ in range(_MOST_ACTS):
        if play.expected.get("what") != "show":
            return
        play.send({"e": "show", "seat": play.expected["seat"]})
    raise CannotPlayError(f"the showdown goes in circles: {_expected(play)}")


def _throw(play: Play, seat: int) -> None:
    zone = f"seat:{seat}"
    card = play.zones[zone][-1]
    play.send({"e": "card", "card": card, "zone": "muck", "face": "down", "from": zone})


@form("hand", "everyone discards", r"everyone discards")
def _everyone_discards(play: Play, line: NotebookLine) -> None:
    """Each in the order the engine asks for: the card that came last goes to the muck."""
    for _ in range(_MOST_ACTS):
        if play.expected.get("what") != "discard":
            return
        _throw(play, play.expected["seat"])
    raise CannotPlayError(f"the discards go in circles: {_expected(play)}")


@form("hand", "the draw goes on", r"the draw goes on")
def _draw_goes_on(play: Play, line: NotebookLine) -> None:
    """Discards, burn and cards as the engine asks for them, until it asks for something else."""
    for _ in range(_MOST_ACTS):
        what = play.expected.get("what")
        if what == "discard":
            _throw(play, play.expected["seat"])
        elif what == "card":
            deal_one(play)
        else:
            return
    raise CannotPlayError(f"the draw goes in circles: {_expected(play)}")


@form("hand", "everyone draws 2", r"everyone draws (?P<count>\d)")
def _everyone_draws(play: Play, line: NotebookLine) -> None:
    """Each in the order the engine asks for, the cards that came last being thrown away."""
    while play.expected.get("what") == "draw":
        seat = play.expected["seat"]
        play.send({"e": "draw", "seat": seat, "count": line.number_of("count")})
        _draw_goes_on(play, line)


@form(
    "hand",
    "seat 3 draws 2 | seat 3 discards 7c 8d",
    rf"{SEAT} (?:draws (?P<count>\d+)|discards (?P<cards>{CARDS}))",
)
def _draws(play: Play, line: NotebookLine) -> None:
    event: Event = {"e": "draw", "seat": line.number_of("seat")}
    if line.part("count"):
        play.send({**event, "count": line.number_of("count")})
    else:
        play.send({**event, "discards": cards(line.part("cards"))})


def deal_starting_hands(play: Play, from_cards: int = 0, to_cards: int = 0) -> int:
    """Deal while a seat is due that has as many cards, and not yet all; say how many were dealt."""
    full = to_cards or _game_played(play).starting_cards
    dealt = 0
    while _seat_due(play) and not play.expected.get("card"):
        if not (from_cards if not dealt else 0) <= _held(play, play.expected["zone"]) < full:
            break
        deal_one(play)
        dealt += 1
    return dealt


def _start_if_due(play: Play) -> None:
    if not play.dealt or play.expected.get("what") == "hand":
        play.start_hand()


def _seat_due(play: Play) -> bool:
    due = play.expected
    return due.get("what") == "card" and str(due.get("zone", "")).startswith("seat:")


def _held(play: Play, place: str) -> int:
    """Count the cards of a seat's starting hand: scrap is never one of them."""
    return sum(card not in play.scrap for card in play.zones.get(place, []))


def deal_one(play: Play) -> None:
    """Deal the card that is due."""
    if play.expected.get("what") != "card":
        raise CannotPlayError(f"no card is due: {_expected(play)}")
    due = play.expected
    card = play.fresh(due["zone"])
    play.send({"e": "card", "card": card, "zone": due["zone"], "face": due.get("face", "down")})


def _card_event(card: str, where: str, face: str) -> Event:
    face = face or ("up" if where == "board" else "down")
    return {"e": "card", "card": card, "zone": zone(where), "face": face}


def _act(play: Play, seat: int, do: str) -> None:
    play.send({"e": "act", "seat": seat, "do": do})


def _turn(play: Play) -> tuple[int, int] | None:
    """Whose turn it is and what he has to call, though a correction may be asked for first."""
    due = play.expected
    if due.get("what") == "act":
        return due["seat"], due["to_call"]
    look = getattr(play.engine, "view", None) if due.get("what") == "card" else None
    view = look("floor") if look is not None else {}
    turn = view["hand"]["turn"] if "hand" in view else None
    if turn is None:
        return None
    bets = {seat: one.get("bet", 0) for seat, one in view["seats"].items()}
    return turn, max(bets.values()) - bets[str(turn)]


def must_bet(play: Play) -> int:
    """The least that the opener of stud must bet; 0 where he may check, or it is not on him."""
    options = play.expected.get("options", [])
    if not options or any(option["do"] in ("check", "call") for option in options):
        return 0
    return min(int(option["min"]) for option in options if option["do"] == "bet")


def _with_optional(event: Event, line: NotebookLine) -> Event:
    """Add those of the optional fields that the line has."""
    for name in ("seat", "ruling", "amount"):
        if line.part(name):
            event[name] = line.number_of(name)
    if line.part("card"):
        event["card"] = line.part("card")
    if line.part("zone"):
        event["zone"] = zone(line.part("zone"))
    return event


def _expected(play: Play) -> str:
    due = {key: value for key, value in play.expected.items() if key != "o"}
    return f"the engine expects {due or 'nothing'}"
