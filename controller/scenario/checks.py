"""The lines of a scenario that assert what the engine answered."""

import re
from typing import Any

from controller.scenario.lines import (
    CARD,
    CARDS,
    CLAUSE,
    SEAT,
    ZONE,
    Answer,
    Line,
    cards,
    form,
    numbers,
    zone,
)
from controller.scenario.play import Play
from controller.scenario.telling import tell

_WHEN = ("now", "after_deal", "after_round", "after_betting")


@form(
    "check",
    "ruling [1:] FAULT, DECISION by CLAUSE[, SEVERITY]",
    rf"ruling(?: (?P<id>\d+))?:? (?P<fault>\w+), (?P<decision>\w+) by (?P<clause>{CLAUSE})"
    r"(?:, (?P<severity>stop|fix|note|floor))?",
)
def _ruling(play: Play, line: Line) -> None:
    """Compare the earliest ruling not yet asserted, in every detail given."""
    if not play.rulings:
        play.problem(line, line.text, "no ruling")
        return
    ruling = play.rulings.pop(0)
    fields = ("fault", "decision", "clause", "severity", "id")
    wrong = [name for name in fields if line.part(name) and str(ruling[name]) != line.part(name)]
    if wrong:
        play.problem(line, line.text, tell(ruling))
    for detail in line.details:
        _check_detail(play, detail, ruling)
    _count_clauses(play, line)


def _count_clauses(play: Play, line: Line) -> None:
    """Count apart the clauses that only hand the matter to the floor."""
    counted = play.floor_clauses if line.part("decision") == "floor_call" else play.clauses
    counted.add(line.part("clause"))
    for detail in line.details:
        if detail.text.startswith("also "):
            counted.update(re.findall(CLAUSE, detail.part("clauses")))


def _check_detail(play: Play, detail: Line, ruling: Answer) -> None:
    key, _, words = detail.text.partition(" ")
    if key not in _DETAILS:
        play.problem(detail, "under an expect line", "it stands under a ruling")
    elif not _DETAILS[key](words, ruling):
        play.problem(detail, detail.text, tell(ruling))


def _detail_line(play: Play, line: Line) -> None:
    """Details are carried out by the check they stand under."""


form("detail", "also CLAUSE[, CLAUSE]", rf"also (?P<clauses>{CLAUSE}(?:[ ,]+{CLAUSE})*)")(
    _detail_line
)
form("detail", "seats 2, 5 | no seats", r"seats \d[\d ,-]*|no seats")(_detail_line)
form("detail", "cards 7c, 8d | no cards", rf"cards {CARDS}|no cards")(_detail_line)
form(
    "detail",
    "steps replace after_deal seat 3 7c, burn after_betting 7c",
    r"steps [a-z_]+[\w ?]*(?:, [a-z_]+[\w ?]*)*|no steps",
)(_detail_line)
form("detail", "to 20", r"to \d+")(_detail_line)
form("detail", 'says "part of the text"', r'says ".+"')(_detail_line)


def _also(words: str, ruling: Answer) -> bool:
    return set(re.findall(CLAUSE, words)) <= set(ruling.get("also", []))


def _seats(words: str, ruling: Answer) -> bool:
    return sorted(ruling.get("seats", [])) == sorted(numbers(words))


def _cards(words: str, ruling: Answer) -> bool:
    return sorted(ruling.get("cards", [])) == sorted(cards(words))


def _to(words: str, ruling: Answer) -> bool:
    return bool(ruling.get("to") == int(words))


def _says(words: str, ruling: Answer) -> bool:
    return words.strip('"').lower() in ruling["text"].lower()


def _steps(words: str, ruling: Answer) -> bool:
    wanted = [step.strip() for step in words.split(",")]
    steps = ruling.get("procedure", [])
    return len(wanted) == len(steps) and all(map(_is_step, wanted, steps))


def _none(words: str, ruling: Answer) -> bool:
    return not ruling.get("procedure" if words == "steps" else words)


_DETAILS = {
    "also": _also,
    "seats": _seats,
    "cards": _cards,
    "steps": _steps,
    "to": _to,
    "says": _says,
    "no": _none,
}


def _is_step(words: str, step: Answer) -> bool:
    """Whether a step does what the words say; what they leave out may be anything."""
    do, _, rest = words.partition(" ")
    if step["do"] != do:
        return False
    for part in re.findall(rf"{CARD}|seat \d+|\w+", rest):
        if part in _WHEN:
            matches = step.get("when", "now") == part
        elif re.fullmatch(CARD, part):
            matches = part in [step.get("card"), *step.get("cards", [])]
        elif part.startswith("seat "):
            matches = int(part[5:]) in [step.get("seat"), *step.get("seats", [])]
        else:
            matches = part in (step.get("zone"), step.get("from"))
        if not matches:
            return False
    return True


form(
    "detail",
    "may fold, call 2, raise 4-200",
    r"may [a-z_]+(?: \d+(?:-\d+)?)?(?:, [a-z_]+(?: \d+(?:-\d+)?)?)*",
)(_detail_line)


def _check_options(play: Play, detail: Line) -> None:
    """Compare the acts open to a player, all of them; amounts only where they are given."""
    options = {option["do"]: option for option in play.expected.get("options", [])}
    wanted = [words.split() for words in detail.text.removeprefix("may ").split(", ")]
    right = {do for do, *_ in wanted} == set(options)
    for do, *span in wanted:
        if right and span:
            least, _, most = span[0].partition("-")
            given = (options[do]["min"], options[do]["max"])
            right = given == (int(least), int(most or least))
    if not right:
        play.problem(detail, detail.text, tell(play.expected))


@form("check", "no ruling", r"no ruling")
def _no_ruling(play: Play, line: Line) -> None:
    for ruling in play.rulings:
        play.problem(line, "no ruling", tell(ruling))
    play.rulings = []


@form("check", 'rejected ["part of the reason"]', r'rejected(?: "(?P<why>.+)")?')
def _rejected(play: Play, line: Line) -> None:
    if not play.rejects:
        play.problem(line, "a rejection", "none")
        return
    reject = play.rejects.pop(0)
    if line.part("why").lower() not in str(reject["why"]).lower():
        play.problem(line, line.text, tell(reject))


@form(
    "check",
    "expect WHAT [to ZONE] [7c] [up|down] [by seat 3] [to call 5] [because CLAUSE]",
    rf"expect (?P<what>\w+)(?: to (?P<zone>{ZONE}))?(?: (?P<card>{CARD}))?"
    rf"(?: (?P<face>up|down))?(?: by {SEAT})?(?: to call (?P<to_call>\d+))?"
    rf"(?: because (?P<why>{CLAUSE}))?",
)
def _expect(play: Play, line: Line) -> None:
    wanted: dict[str, Any] = {
        name: line.part(name) for name in ("what", "card", "face", "why") if line.part(name)
    }
    if line.part("zone"):
        wanted["zone"] = zone(line.part("zone"))
    for name in ("seat", "to_call"):
        if line.part(name):
            wanted[name] = line.number_of(name)
    for detail in line.details:
        if detail.text.startswith("may "):
            _check_options(play, detail)
        else:
            play.problem(detail, "under a ruling line", "it stands under another check")
    if any(play.expected.get(name) != value for name, value in wanted.items()):
        play.problem(line, line.text, tell(play.expected) if play.expected else "nothing")
    elif line.part("why"):
        # Waiting for the floor is the floor's matter, whatever clause it is by.
        counted = play.floor_clauses if line.part("what") == "floor" else play.clauses
        counted.add(line.part("why"))


@form("check", "phase STREET [pot 30, 12]", r"phase (?P<street>\w+)(?: pots? (?P<pots>\d[\d, ]*))?")
def _phase(play: Play, line: Line) -> None:
    pots = [pot["amount"] for pot in play.phase.get("pots", [])]
    right = play.phase.get("street") == line.part("street")
    if not right or (line.part("pots") and numbers(line.part("pots")) != pots):
        play.problem(line, line.text, tell(play.phase) if play.phase else "no deal has begun")


@form(
    "check",
    "award 30 to seat 2 [for high|low] [from pot 1] [by CLAUSE]",
    rf"award (?P<amount>\d+) to {SEAT}(?: for (?P<side>high|low))?(?: from pot (?P<pot>\d+))?"
    rf"(?: by (?P<clause>{CLAUSE}))?",
)
def _award(play: Play, line: Line) -> None:
    """Find one award of this deal, in any order; each answers one line."""
    wanted = {name: line.number_of(name) for name in ("amount", "seat", "pot") if line.part(name)}
    for award in play.awards:
        same = all(award[name] == value for name, value in wanted.items())
        same = same and line.part("side") in ("", award.get("side"))
        if same and line.part("clause") in ("", award.get("clause")):
            play.awards.remove(award)
            play.clauses.update({line.part("clause")} - {""})
            return
    came = "; ".join(map(tell, play.awards)) or "no (further) award"
    play.problem(line, line.text, came)


@form("check", "end won|misdeal|void", r"end (?P<result>\w+)")
def _end(play: Play, line: Line) -> None:
    if play.end.get("result") != line.part("result"):
        play.problem(line, line.text, tell(play.end) if play.end else "the deal is not over")


@form("check", "stack of seat 3 is 180", rf"stack of {SEAT} is (?P<stack>\d+)")
def _stack(play: Play, line: Line) -> None:
    """As the last ``end`` counted it; JSON makes its seats text."""
    stacks = {int(seat): stack for seat, stack in play.end.get("stacks", {}).items()}
    came = stacks.get(line.number_of("seat"), "no count: the deal is not over")
    if came != line.number_of("stack"):
        play.problem(line, line.part("stack"), str(came))
