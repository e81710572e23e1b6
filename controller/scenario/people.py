"""The lines of a scenario about what people put up, owe and agree on, and where they sit."""

from controller.scenario.lines import CLAUSE, SEAT, Answer, Event, NotebookLine, form, numbers
from controller.scenario.play import Play
from controller.scenario.telling import tell


@form("table", "seat 4 posts big_blind [2]", rf"{SEAT} posts (?P<what>\w+)(?: (?P<amount>\d+))?")
def _posts(play: Play, line: NotebookLine) -> None:
    event: Event = {"e": "post", "seat": line.number_of("seat"), "what": line.part("what")}
    if line.part("amount"):
        event["amount"] = line.number_of("amount")
    play.send(event)


@form("table", "seat 4 waits", rf"{SEAT} waits")
def _waits(play: Play, line: NotebookLine) -> None:
    play.send({"e": "wait", "seat": line.number_of("seat")})


@form("table", "seat 4 moves to seat 6", rf"{SEAT} moves to seat (?P<to>\d+)")
def _moves(play: Play, line: NotebookLine) -> None:
    play.send({"e": "move", "seat": line.number_of("seat"), "to": line.number_of("to")})


@form(
    "table", "seats 2, 5 agree to deal_twice", r"seats (?P<seats>\d[\d ,-]*) agree to (?P<what>\w+)"
)
def _agree(play: Play, line: NotebookLine) -> None:
    play.send({"e": "agree", "what": line.part("what"), "seats": numbers(line.part("seats"))})


@form("table", "the dealer drops 3", r"the dealer drops (?P<amount>\d+)")
def _drops(play: Play, line: NotebookLine) -> None:
    play.send({"e": "rake", "amount": line.number_of("amount")})


@form("table", "blinds go up to 2/4", r"blinds go up to (?P<small>\d+)/(?P<big>\d+)")
def _level(play: Play, line: NotebookLine) -> None:
    small, big = line.number_of("small"), line.number_of("big")
    play.send({"e": "level", "small_blind": small, "big_blind": big})


@form(
    "check",
    "seat 4 owes big_blind 2 [and 1 dead] [because CLAUSE] | owes nothing",
    rf"{SEAT} owes (?:nothing|(?P<what>\w+) (?P<amount>\d+)(?: and (?P<dead>\d+) dead)?)"
    rf"(?: because (?P<why>{CLAUSE}))?",
)
def _owes(play: Play, line: NotebookLine) -> None:
    """What the last event told of a debt; nothing, that it is settled."""
    wanted: Answer = {"seat": line.number_of("seat"), "amount": 0, "dead": 0}
    for name in ("amount", "dead"):
        if line.part(name):
            wanted[name] = line.number_of(name)
    if line.part("what"):
        wanted["what"] = line.part("what")
    if line.part("why"):
        wanted["clause"] = line.part("why")
    _told(play, line, "owe", wanted)


@form(
    "check",
    "seat 4 is out in place 3 [because CLAUSE]",
    rf"{SEAT} is out in place (?P<place>\d+)(?: because (?P<why>{CLAUSE}))?",
)
def _out(play: Play, line: NotebookLine) -> None:
    _told(play, line, "out", _wanted(line, "seat", "place"))


@form(
    "check",
    "seat 4 gets 1 for 3 [because CLAUSE]",
    rf"{SEAT} gets (?P<chips>\d+) for (?P<removed>\d+)(?: because (?P<why>{CLAUSE}))?",
)
def _exchange(play: Play, line: NotebookLine) -> None:
    _told(play, line, "exchange", _wanted(line, "seat", "chips", "removed"))


def _wanted(line: NotebookLine, *numbers_: str) -> Answer:
    wanted: Answer = {name: line.number_of(name) for name in numbers_}
    return wanted | ({"why": line.part("why")} if line.part("why") else {})


def _told(play: Play, line: NotebookLine, kind: str, wanted: Answer) -> None:
    told = [answer for answer in play.latest if answer["o"] == kind]
    if any(wanted.items() <= answer.items() for answer in told):
        play.cite("why", wanted.get("clause", ""), wanted.get("why", ""))
    else:
        play.problem(line, line.text, "; ".join(map(tell, told)) or f"no {kind}")
