"""The lines of a scenario about words, chips, resting hands and the clock."""

from controller.scenario.lines import CLAUSE, SEAT, Answer, Event, NotebookLine, form
from controller.scenario.play import Play
from controller.scenario.telling import tell


@form("setup", "spread bets 5/20", r"spread bets (?P<least>\d+)/(?P<most>\d+)")
def _spread(play: Play, line: NotebookLine) -> None:
    play.setup.opening["structure"] = "spread"
    play.setup.opening["small_bet"] = line.number_of("least")
    play.setup.opening["big_bet"] = line.number_of("most")


@form("hand", "seat 3 says raise | seat 3 says 60", rf"{SEAT} says (?P<said>.+)")
def _says(play: Play, line: NotebookLine) -> None:
    said = line.part("said")
    words: str | int = int(said) if said.isdigit() else said
    play.send({"e": "say", "seat": line.number_of("seat"), "words": words})


@form("hand", "seat 3's hands rest", rf"{SEAT}'s hands rest")
def _rests(play: Play, line: NotebookLine) -> None:
    play.send({"e": "rest", "seat": line.number_of("seat")})


@form(
    "hand",
    "the dealer|floor puts the clock on seat 3",
    rf"the (?P<by>dealer|floor) puts the clock on {SEAT}",
)
def _clock(play: Play, line: NotebookLine) -> None:
    event: Event = {"e": "clock", "seat": line.number_of("seat"), "by": line.part("by")}
    play.send(event)


@form(
    "check",
    "act by seat 4: raise to 40 [adds 10] [takes back 5] [by CLAUSE]",
    rf"act by {SEAT}: (?P<do>\w+)(?: to (?P<to>\d+))?(?: adds (?P<add>\d+))?"
    rf"(?: takes back (?P<back>\d+))?(?: by (?P<clause>{CLAUSE}))?",
)
def _act(play: Play, line: NotebookLine) -> None:
    """What words, chips or cards were taken for; chips that move are named, or there are none."""
    wanted: Answer = {"o": "act", "do": line.part("do"), "seat": line.number_of("seat")}
    wanted |= {name: line.number_of(name) for name in ("to", "add", "back") if line.part(name)}
    acts = [answer for answer in play.latest if answer["o"] == "act"]
    for answer in acts:
        same = wanted.items() <= answer.items()
        same = same and all((name in answer) == (name in wanted) for name in ("add", "back"))
        if same and line.part("clause") in ("", answer.get("clause")):
            play.cite("why", line.part("clause"))
            return
    play.problem(line, line.text, "; ".join(map(tell, acts)) or "no act")


@form("check", "no act", r"no act")
def _no_act(play: Play, line: NotebookLine) -> None:
    for answer in play.latest:
        if answer["o"] == "act":
            play.problem(line, "no act", tell(answer))


@form(
    "check",
    "clock runs on|warns|is off seat 3 [because CLAUSE]",
    rf"clock (?P<how>runs on|warns|is off) {SEAT}(?: because (?P<why>{CLAUSE}))?",
)
def _clock_told(play: Play, line: NotebookLine) -> None:
    """What is told of a clock."""
    field = {"runs on": "until", "warns": "warning", "is off": "over"}[line.part("how")]
    told = [answer for answer in play.latest if answer["o"] == "clock"]
    for answer in told:
        same = answer["seat"] == line.number_of("seat") and field in answer
        if same and line.part("why") in ("", answer.get("why")):
            play.cite("why", line.part("why"))
            return
    play.problem(line, line.text, "; ".join(map(tell, told)) or "no clock")
