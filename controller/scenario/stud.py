"""The lines of a scenario about stud: its streets, and the forced bet."""

from controller.scenario.events import deal_one, everyone, must_bet
from controller.scenario.lines import SEAT, NotebookLine, form
from controller.scenario.play import CannotPlayError, Play

STREETS = "second|third|fourth|fifth|sixth|seventh"


@form("hand", "deal fourth street", rf"deal (?P<street>{STREETS}) street")
def _deal_street(play: Play, line: NotebookLine) -> None:
    """The burn and the cards of a street, each where the engine expects it."""
    if play.expected.get("what") != "card":
        raise CannotPlayError("no street is due")
    _deal(play)


def _deal(play: Play) -> None:
    for _ in range(60):
        if play.expected.get("what") != "card" or play.expected.get("zone") == "deck":
            return
        deal_one(play)


@form(
    "hand",
    "they check it down [to seventh street|to the showdown]",
    rf"they check it down(?: to (?P<street>{STREETS}) street| to the showdown)?",
)
def _check_down(play: Play, line: NotebookLine) -> None:
    """All bring-ins are called and the rest is checked, until the street's betting begins."""
    for _ in range(20):
        if play.phase.get("street") in (line.part("street"), "showdown"):
            return
        if play.expected.get("what") == "card":
            _deal(play)
        else:
            everyone(play, "call")
    raise CannotPlayError("the streets go in circles")


@form("hand", "seat 3 brings it in", rf"{SEAT} brings it in")
def _brings_in(play: Play, line: NotebookLine) -> None:
    to = must_bet(play) or play.setup.opening.get("bring_in", 0)
    play.send({"e": "act", "seat": line.number_of("seat"), "do": "bet", "to": to})
