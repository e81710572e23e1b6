"""The lines of a scenario that assert what the engine answered."""

import re
from typing import Any

from controller.scenario.evidence import otherwise
from controller.scenario.lines import (
    CARD,
    CARDS,
    CLAUSE,
    SEAT,
    ZONE,
    Answer,
    NotebookLine,
    cards,
    form,
    numbers,
    zone,
)
from controller.scenario.play import Play
from controller.scenario.telling import tell, tell_start

_WHEN = ("now", "after_deal", "after_round", "after_betting")


@form(
    "check",
    "ruling [1:] FAULT, DECISION by CLAUSE[, SEVERITY]",
    rf"ruling(?: (?P<id>\d+))?:? (?P<fault>\w+), (?P<decision>\w+) by (?P<clause>{CLAUSE})"
    r"(?:, (?P<severity>stop|fix|note|floor))?",
)
def _ruling(play: Play, line: NotebookLine) -> None:
    """Compare the earliest ruling not yet asserted; where it is held in doubt, say yes first."""
    play.confirm()
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


def _count_clauses(play: Play, line: NotebookLine) -> None:
    """Count apart what decides, what only hands the matter to the floor, and what bears on it."""
    floor = line.part("decision") == "floor_call"
    play.cite("floor" if floor else "decides", line.part("clause"))
    for detail in line.details:
        play.cite("also", *re.findall(CLAUSE, detail.part("clauses")))


def _check_detail(play: Play, detail: NotebookLine, ruling: Answer) -> None:
    key, _, words = detail.text.partition(" ")
    if key not in _DETAILS:
        play.problem(detail, "under an expect line", "it stands under a ruling")
    elif not _DETAILS[key](words, ruling):
        play.problem(detail, detail.text, tell(ruling))


def _detail_line(play: Play, line: NotebookLine) -> None:
    """Details are carried out by the check they stand under."""


form(
    "detail",
    "also [only] CLAUSE[, CLAUSE] | no also",
    rf"also (?:only )?(?P<clauses>{CLAUSE}(?:[ ,]+{CLAUSE})*)|no also",
)(_detail_line)
form("detail", "seats 2, 5 | no seats", r"seats \d[\d ,-]*|no seats")(_detail_line)
form("detail", "cards 7c, 8d | no cards", rf"cards {CARDS}|no cards")(_detail_line)
form(
    "detail",
    "steps replace after_deal seat 3 7c, burn after_betting 7c",
    r"steps [a-z_]+[\w ?]*(?:, [a-z_]+[\w ?]*)*|no steps",
)(_detail_line)
form("detail", "to 20", r"to \d+")(_detail_line)
form("detail", "supersedes 1 | no supersedes", r"supersedes \d+|no supersedes")(_detail_line)
form("detail", "adds 10", r"adds \d+")(_detail_line)
form("detail", "back 10", r"back \d+")(_detail_line)
form("detail", "answers 1", r"answers \d+")(_detail_line)
form("detail", 'says "part of the text"', r'says ".+"')(_detail_line)


def _also(words: str, ruling: Answer) -> bool:
    wanted, cited = set(re.findall(CLAUSE, words)), set(ruling.get("also", []))
    return wanted == cited if words.startswith("only ") else wanted <= cited


def _seats(words: str, ruling: Answer) -> bool:
    return sorted(ruling.get("seats", [])) == sorted(numbers(words))


def _cards(words: str, ruling: Answer) -> bool:
    return sorted(ruling.get("cards", [])) == sorted(cards(words))


def _to(words: str, ruling: Answer) -> bool:
    return bool(ruling.get("to") == int(words))


def _supersedes(words: str, ruling: Answer) -> bool:
    return bool(ruling.get("supersedes") == int(words))


def _adds(words: str, ruling: Answer) -> bool:
    return bool(ruling.get("add") == int(words))


def _back(words: str, ruling: Answer) -> bool:
    return bool(ruling.get("back") == int(words))


def _answers(words: str, ruling: Answer) -> bool:
    return bool(ruling.get("answers") == int(words))


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
    "supersedes": _supersedes,
    "adds": _adds,
    "back": _back,
    "answers": _answers,
    "says": _says,
    "no": _none,
}


def _is_step(words: str, step: Answer) -> bool:
    """Whether a step does what the words say: now, unless they name another time."""
    do, _, rest = words.partition(" ")
    untimed = not any(when in words.split() for when in _WHEN)
    if step["do"] != do or (untimed and step.get("when", "now") != "now"):
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


_OPTION = rf"[a-z_]+(?: \d+(?:-\d+)?)?(?: because {CLAUSE})?"
_BAR = rf"[a-z_]+(?: because {CLAUSE})?"
form("detail", "may not raise [because CLAUSE]", rf"may not {_BAR}(?:, {_BAR})*")(_detail_line)
form(
    "detail",
    "may fold, call 2, raise 4-200 [because CLAUSE]",
    rf"may {_OPTION}(?:, {_OPTION})*",
)(_detail_line)
form("detail", "first kill seat 4 | nothing first", r"first [a-z_]+ seat \d+|nothing first")(
    _detail_line
)


def _check_first(play: Play, detail: NotebookLine) -> None:
    """Compare the step of a ruling that comes before what is expected."""
    first = play.expected.get("first")
    told = f"first {first['do']} seat {first['seat']}" if first else "nothing first"
    _settle(play, detail, told == detail.text, [])


def _check_options(play: Play, detail: NotebookLine) -> None:
    """Compare the acts open to a player, all of them; amounts and clauses where they are given."""
    options = play.expected.get("options", [])
    wanted = [_with_why(words) for words in detail.text.removeprefix("may ").split(", ")]
    # An act may be named twice, with different amounts: 10 or 20 on an open pair.
    right = sorted(w.split()[0] for w, _ in wanted) == sorted(o["do"] for o in options)
    proved = []
    for words, why in wanted:
        found = next((option for option in options if _is_option(words, why, option)), None)
        right = right and found is not None
        if found is not None and (" " in words or not found["max"]):
            proved.append(why)  # the clause of an amount is proved where the amount is given
    _settle(play, detail, right, proved)


def _is_option(words: str, why: str, option: Answer) -> bool:
    do, *span = words.split()
    if do != option["do"] or why not in ("", option.get("why")):
        return False
    least, _, most = (span or [""])[0].partition("-")
    return not span or (option["min"], option["max"]) == (int(least), int(most or least))


def _check_bars(play: Play, detail: NotebookLine) -> None:
    """Compare what a player may not do; what is left out may be barred or not."""
    barred = {bar["do"]: bar["why"] for bar in play.expected.get("barred", [])}
    wanted = [_with_why(words) for words in detail.text.removeprefix("may not ").split(", ")]
    right = all(do in barred and why in ("", barred[do]) for do, why in wanted)
    _settle(play, detail, right, [why for _, why in wanted])


def _with_why(words: str) -> tuple[str, str]:
    said, _, why = words.partition(" because ")
    return said, why


def _settle(play: Play, detail: NotebookLine, right: bool, clauses: list[str]) -> None:
    """A line that came true proves its clauses."""
    if right:
        play.cite("why", *clauses)
    else:
        play.problem(detail, detail.text, tell(play.expected))


@form("check", "doubt FAULT [about seat 3]", r"doubt (?P<fault>\w+)(?: about seat (?P<seat>\d+))?")
def _doubt(play: Play, line: NotebookLine) -> None:
    """A verdict is held back: the question stands on the dealer's screen."""
    open_ = [one for one in play.doubts.values() if one["about"] == line.part("fault")]
    if seat := line.part("seat"):
        open_ = [one for one in open_ if int(seat) in one["seats"]]
    if not open_:
        came = ", ".join(tell(one) for one in play.doubts.values()) or "no doubt"
        play.problem(line, line.text, came)


@form("check", "no doubt", r"no doubt")
def _no_doubt(play: Play, line: NotebookLine) -> None:
    for one in play.doubts.values():
        play.problem(line, "no doubt", tell(one))


@form("check", "no ruling", r"no ruling")
def _no_ruling(play: Play, line: NotebookLine) -> None:
    for ruling in play.rulings:
        play.problem(line, "no ruling", tell(ruling))
    play.rulings = []


@form("check", 'rejected ["part of the reason"]', r'rejected(?: "(?P<why>.+)")?')
def _rejected(play: Play, line: NotebookLine) -> None:
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
def _expect(play: Play, line: NotebookLine) -> None:
    wanted: dict[str, Any] = {
        name: line.part(name) for name in ("what", "card", "face", "why") if line.part(name)
    }
    if line.part("zone"):
        wanted["zone"] = zone(line.part("zone"))
    for name in ("seat", "to_call"):
        if line.part(name):
            wanted[name] = line.number_of(name)
    for detail in line.details:
        if detail.text.startswith("may not "):
            _check_bars(play, detail)
        elif "first" in detail.text:
            _check_first(play, detail)
        elif detail.text.startswith("may "):
            _check_options(play, detail)
        else:
            play.problem(detail, "under a ruling line", "it stands under another check")
    if not wanted.items() <= play.expected.items():
        play.problem(line, line.text, tell(play.expected) if play.expected else "nothing")
    elif not wanted.items() <= otherwise(play.expected).items():
        play.cite("why", line.part("why"))  # the line says what the clause settles: who, or where


@form(
    "check",
    "phase STREET [pot 30, 12] [because CLAUSE]",
    r"phase (?P<street>\w+)(?: pots? (?P<pots>\d[\d, ]*\d|\d))?"
    rf"(?: because (?P<why>{CLAUSE}))?",
)
def _phase(play: Play, line: NotebookLine) -> None:
    pots = [pot["amount"] for pot in play.phase.get("pots", [])]
    right = play.phase.get("street") == line.part("street")
    right = right and line.part("why") in ("", play.phase.get("why"))
    if not right or (line.part("pots") and numbers(line.part("pots")) != pots):
        play.problem(line, line.text, tell(play.phase) if play.phase else "no deal has begun")
    else:
        play.cite("why", line.part("why"))


@form(
    "check",
    "button at seat 3 [because CLAUSE]",
    rf"button at {SEAT}(?: because (?P<why>{CLAUSE}))?",
)
def _button(play: Play, line: NotebookLine) -> None:
    """Where the button of this deal is, and by which clause."""
    start, why = play.start, line.part("why")
    right = start.get("button") == line.number_of("seat") and why in ("", start["why"])
    _proved(play, line, right, tell_start(start))


@form(
    "check",
    "seat 2 posted small_blind 1 [because CLAUSE]",
    rf"{SEAT} posted (?P<what>\w+) (?P<amount>\d+)(?: because (?P<why>{CLAUSE}))?",
)
def _posted(play: Play, line: NotebookLine) -> None:
    """What a seat put up before the cards, and by which clause."""
    wanted: Answer = {"seat": line.number_of("seat"), "amount": line.number_of("amount")}
    wanted |= {name: line.part(name) for name in ("what", "why") if line.part(name)}
    right = any(wanted.items() <= post.items() for post in play.start.get("posts", []))
    _proved(play, line, right, tell_start(play.start))


def _proved(play: Play, line: NotebookLine, right: bool, came: str) -> None:
    if right:
        play.cite("why", line.part("why"))
    else:
        play.problem(line, line.text, came)


@form(
    "check",
    "[first] award 30 to seat 2 [for high|low] [from pot 1] [because CLAUSE] [by CLAUSE]"
    " [made by CLAUSE] [ranks by CLAUSE] [also CLAUSE, CLAUSE]"
    " [after killing seats 3, 5 because CLAUSE]",
    rf"(?P<first>first )?award (?P<amount>\d+) to {SEAT}"
    r"(?: for (?P<side>high|low))?(?: from pot (?P<pot>\d+))?"
    rf"(?: because (?P<why>{CLAUSE}))?"
    rf"(?: by (?P<clause>{CLAUSE}))?"
    rf"(?: made by (?P<made_by>{CLAUSE}))?(?: ranks by (?P<ranks_by>{CLAUSE}))?"
    rf"(?: also (?P<also>{CLAUSE}(?:, {CLAUSE})*))?"
    rf"(?: after killing seats? (?P<kill>\d[\d ,-]*) because (?P<kill_why>{CLAUSE}))?",
)
def _award(play: Play, line: NotebookLine) -> None:
    """Find one award of this deal, in any order or the next; each answers one line."""
    wanted = {name: line.number_of(name) for name in ("amount", "seat", "pot") if line.part(name)}
    for award in play.awards[:1] if line.part("first") else list(play.awards):
        same = all(award[name] == value for name, value in wanted.items())
        same = same and line.part("side") in ("", award.get("side"))
        if line.part("kill"):
            same = same and award.get("kill", []) == numbers(line.part("kill"))
        also = re.findall(CLAUSE, line.part("also"))
        same = same and set(also) <= set(award.get("also", []))
        of_hand = {name: line.part(name) for name in ("made_by", "ranks_by") if line.part(name)}
        same = same and of_hand.items() <= award.get("hand", {}).items()
        named = ("why", "clause", "kill_why")
        cited = {name: line.part(name) for name in named if line.part(name)}
        if same and all(award.get(name) == clause for name, clause in cited.items()):
            play.awards.remove(award)
            play.cite("why", *cited.values(), *of_hand.values(), *also)
            return
    came = "; ".join(map(tell, play.awards)) or "no (further) award"
    play.problem(line, line.text, came)


@form("check", "end won|misdeal|void", r"end (?P<result>\w+)")
def _end(play: Play, line: NotebookLine) -> None:
    if play.end.get("result") != line.part("result"):
        play.problem(line, line.text, tell(play.end) if play.end else "the deal is not over")


@form("check", "stack of seat 3 is 180", rf"stack of {SEAT} is (?P<stack>\d+)")
def _stack(play: Play, line: NotebookLine) -> None:
    """As the last ``end`` counted it; JSON makes its seats text."""
    stacks = {int(seat): stack for seat, stack in play.end.get("stacks", {}).items()}
    came = stacks.get(line.number_of("seat"), "no count: the deal is not over")
    if came != line.number_of("stack"):
        play.problem(line, line.part("stack"), str(came))
