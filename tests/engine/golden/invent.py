"""Invent the seeded logs anew: ``python -m tests.engine.golden.invent``.

Only for new kinds of logs: those that are frozen stay comparable from change to change.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import islice

import msgspec

from engine.log import DECISIONS, FAULTS
from tests.engine.golden import logs
from tests.engine.golden.disorders import ALL, Disorder, report, stray, take_back
from tests.engine.golden.evening import BOOKS, CrashError, Evening
from tests.engine.golden.playing import Event, play

ORDERLY = 70  # a book
TIMES = 6  # each disorder comes first, under each book
UNDOING = 40  # a book
ABSURD = 40  # a book, with one disorder after the other
LONGEST = 200  # events of a deal
STUCK = 6  # events after which a table that asks for the same again is helped by the floor


def orderly(book: str, seed: int) -> list[Event]:
    """Some deals in which nobody does anything wrong."""
    evening = Evening(book, seed)
    for _ in range(evening.rnd.randint(1, 3)):
        _deal(evening, [])
    return evening.log


def disorderly(
    book: str, seed: int, first: Disorder, more: int | None = None, *, undo: bool = False
) -> list[Event]:
    """Mostly orderly deals with one to four disorders, corrected as ruled, or not."""
    evening = Evening(book, seed)
    rnd = evening.rnd
    pending = [first, *rnd.sample(ALL, more or rnd.choice((0, 0, 1, 1, 2, 3)))]
    if first.when <= {"shuffle", "cut"}:  # only where shuffles are seen
        evening.send("open", **{**_opening(evening), "sensors": ["rfid", "shoe", "shuffle"]})
        for seat in evening.seats:
            evening.send("sit", seat=seat, stack=100)
    for _ in range(rnd.randint(1, 2) + (len(pending) > 2)):
        _deal(evening, pending, undo=undo)
    return evening.log


def _opening(evening: Evening) -> Event:
    return {key: value for key, value in evening.log[0].items() if key not in ("t", "e")}


def _deal(evening: Evening, pending: list[Disorder], *, undo: bool = False) -> None:
    """One deal until the next is due; what is pending happens where it can."""
    rnd, disorderly = evening.rnd, bool(pending)
    begun, asked = False, [evening.expected]
    for _ in range(LONGEST):
        what = evening.what()
        if not what or len(evening.log) > 3 * LONGEST:
            return
        asked = [*asked, evening.expected][-STUCK:]
        if len(asked) == STUCK and asked.count(asked[0]) == STUCK and what != "hand":
            asked.clear()
            evening.send("floor", decision=rnd.choice(("misdeal", "void_deal", "stands")))
            continue
        fitting = [disorder for disorder in pending if what in disorder.when]
        if fitting and rnd.random() < _eagerness(fitting[0], len(pending)):
            pending.remove(fitting[0])
            fitting[0].happen(evening)
        elif what in ("hand", "shuffle") and begun:
            return
        elif disorderly and _correcting(evening) and rnd.random() < 0.12:
            stray(evening)
        elif undo and rnd.random() < 0.06:
            take_back(evening)
        else:
            begun = begun or what == "hand"
            evening.follow()
            evening.tidy()


def _eagerness(disorder: Disorder, pending: int) -> float:
    """Rare moments are taken when they come; frequent ones left to chance."""
    return 0.12 if pending < 5 and disorder.when & {"seat", "act"} else 0.45


def _correcting(evening: Evening) -> bool:
    """Whether a ruling asks for something now."""
    return "card" in evening.expected or evening.what() in ("deck", "floor", "shuffle", "cut")


def invent() -> dict[str, list[Event]]:
    """All logs, by names that say the book, the seed and the first disorder."""
    made: dict[str, list[Event]] = {}

    def add(name: str, log: Callable[[], list[Event]]) -> None:
        try:
            made[name] = log()
        except CrashError as crash:
            print(f"{name}: {crash.__cause__!r} after {len(crash.log)} events: {crash}")
            made[name] = crash.log[:-1]  # what fails is to be mended, not written down

    for number, book in enumerate(BOOKS):
        seeds = iter(range(number * 10_000, (number + 1) * 10_000))
        for seed in islice(seeds, ORDERLY):
            add(f"{book}-{seed}-orderly", partial(orderly, book, seed))
        for disorder in ALL * TIMES:
            seed = next(seeds)
            add(f"{book}-{seed}-{disorder.name}", partial(disorderly, book, seed, disorder))
        for fault in FAULTS:
            seed = next(seeds)
            add(f"{book}-{seed}-report-{fault}", partial(disorderly, book, seed, report(fault)))
        for seed in islice(seeds, ABSURD):
            add(f"{book}-{seed}-absurd", partial(disorderly, book, seed, ALL[seed % len(ALL)], 12))
        for seed in islice(seeds, UNDOING):
            first = ALL[seed % len(ALL)]
            add(
                f"{book}-{seed}-undo-{first.name}",
                partial(disorderly, book, seed, first, undo=True),
            )
    return made


def statistics() -> str:
    """What occurs in the frozen logs: events, answers, faults and decisions."""
    counts: dict[str, Counter[str]] = {
        kind: Counter() for kind in ("events", "answers", "fault", "decision", "result")
    }
    number = 0
    for _, log in logs.seeded():
        number += 1
        for event, lines in play(log):
            counts["events"][event["e"]] += 1
            _count(lines, counts)
    never = [fault for fault in FAULTS if not counts["fault"][fault]]
    never += [word for word in DECISIONS if not counts["decision"][word]]
    rows = [f"{number} logs, {counts['events'].total()} events"]
    for kind, found in counts.items():
        rows.append(f"{kind}: " + ", ".join(f"{word} {n}" for word, n in found.most_common()))
    return "\n".join([*rows, f"never: {', '.join(never)}"])


def _count(lines: bytes, counts: dict[str, Counter[str]]) -> None:
    for line in lines.splitlines():
        answer = msgspec.json.decode(line)
        counts["answers"][answer["o"]] += 1
        if answer["o"] == "ruling":
            counts["fault"][answer["fault"]] += 1
            counts["decision"][answer["decision"]] += 1
        if answer["o"] == "end":
            counts["result"][answer["result"]] += 1


def main() -> None:
    """Invent, freeze, and say what occurs."""
    logs.freeze(invent())
    print(statistics())


if __name__ == "__main__":
    main()
