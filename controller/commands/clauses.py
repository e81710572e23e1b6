"""``cutcard clauses``: the books' rules, searched, shown side by side, and proved."""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path

from controller.coverage import STATES, Covered, Played, coverage
from controller.errors import UsageError
from controller.scenario import parse, run_in
from controller.words import bold, dim, paragraph
from engine.games import GAMES
from engine.law import catalogue
from engine.law.catalogue import BOOKS, SCOPES, TITLES, Clause, Situation

HELP = "list, search and compare the clauses of the rulebooks"
EXAMPLES = """\
examples:
  cutcard clauses hilton A9             the clauses under Hilton A9
  cutcard clauses hilton.A9.h           one clause in full, with the other books beside it
  cutcard clauses boxed card            the clauses that have these words
  cutcard clauses --games holdem --scope detect uspa
  cutcard clauses --coverage            what the scenarios prove of each clause
  cutcard clauses --coverage --games omaha8     the same, every scenario dealt as Omaha high-low

exit status: 0; 1 when --coverage finds a clause open; 2 when the question cannot be understood."""
DEFAULT_SCENARIOS = Path("tests/scenarios")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what may be asked."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="a book, an id or its beginning, or words to find"
    )
    parser.add_argument("--games", metavar="GAME", help="only clauses that concern this game")
    parser.add_argument("--scope", metavar="SCOPE", help=f"only one of: {', '.join(SCOPES)}")
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="deal the scenarios as the game and say what they prove of each clause: enforced or "
        "left to the floor where one fails without it, why or also where it is cited only "
        "(of scope detect and game holdem unless asked otherwise); exit status 1 if any is open",
    )
    parser.add_argument(
        "--scenarios",
        type=Path,
        metavar="DIR",
        help=f"where the scenario files are (default: {DEFAULT_SCENARIOS})",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Answer the question on standard output."""
    _check("game", args.games, catalogue.games())
    _check("scope", args.scope, SCOPES)
    if args.coverage:
        args.games, args.scope = args.games or "holdem", args.scope or "detect"
    elif args.scenarios:
        raise UsageError("--scenarios is for --coverage")
    prefix, words = _question(args.words)
    found = catalogue.search(words, prefix=prefix, game=args.games or "", scope=args.scope or "")
    if not found:
        raise UsageError(_nothing(args.words))
    if args.coverage:
        return _coverage(found, args.scenarios or DEFAULT_SCENARIOS, args.games, args.json)
    exact = [clause for clause in found if clause.id == prefix]
    if args.json:
        _print_json(_as_json(clause) for clause in exact or found)
    elif exact or len(found) == 1:
        _print(_in_full((exact or found)[0]))
    else:
        _print(_listed(found))
    return 0


def _question(words: list[str]) -> tuple[str, list[str]]:
    """Tell apart the beginning of an id and the words to search for."""
    if not words:
        return "", []
    book, dot, rest = words[0].partition(".")
    if book not in BOOKS:
        if rest:
            raise UsageError(f"no book {book!r}{_hint(book, BOOKS)}; the books: {', '.join(BOOKS)}")
        return "", words
    if dot:
        return words[0], words[1:]
    if len(words) > 1 and catalogue.search(prefix=f"{book}.{words[1]}"):
        return f"{book}.{words[1]}", words[2:]
    return book, words[1:]


def _check(what: str, word: str | None, known: Iterable[str]) -> None:
    choices = sorted(known)
    if word and word not in choices:
        raise UsageError(f"no {what} {word!r}{_hint(word, choices)}; one of {', '.join(choices)}")


def _hint(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, list(known), 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _nothing(words: list[str]) -> str:
    asked = " ".join(words)
    ids = [clause.id for clause in catalogue.clauses()]
    return f"no clause for {asked!r}{_hint(words[0], BOOKS) or _hint('.'.join(words), ids)}"


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _print_json(rows: Iterable[object]) -> None:
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


def _as_json(clause: Clause) -> dict[str, object]:
    return {
        **asdict(clause),
        "book": clause.book,
        "situations": [asdict(situation) for situation in catalogue.situations_of(clause.id)],
    }


def _listed(clauses: list[Clause]) -> Iterator[str]:
    for clause in clauses:
        yield f"{bold(clause.id)}  {dim(clause.scope)}"
        yield from paragraph(clause.summary, indent=4)
    yield dim(f"{len(clauses)} clauses")


def _in_full(clause: Clause) -> Iterator[str]:
    yield f"{bold(clause.id)}  {TITLES[clause.book]}"
    yield from paragraph(clause.summary)
    yield ""
    kinds = [clause.scope, ", ".join(clause.games), clause.structure, clause.format]
    rows = {
        "kind": "; ".join(kind for kind in kinds if kind != "any"),
        "when": clause.trigger,
        "then": clause.ruling,
        "until": clause.window,
        "values": clause.params.replace(";", ", "),
        "see": ", ".join(clause.see),
    }
    for name, text in rows.items():
        if text:
            yield from paragraph(text, label=name, indent=8)
    for situation in catalogue.situations_of(clause.id):
        yield ""
        yield from _side_by_side(situation)


def _side_by_side(situation: Situation) -> Iterator[str]:
    yield bold(f"{situation.number}. {situation.what}")
    for book in BOOKS:
        position = situation.positions.get(book)
        if position is None:
            yield from paragraph("silent", label=book, indent=13)
        else:
            text = f"{position.says} ({', '.join(position.clauses)})"
            yield from paragraph(text, label=book, indent=13)


def _coverage(clauses: list[Clause], folder: Path, game: str, as_json: bool) -> int:
    played = play_all(folder, game)
    covered = coverage(clauses, played)
    if as_json:
        _print_json(
            {"id": one.clause.id, "state": one.state, "proofs": one.proofs} for one in covered
        )
    else:
        _print(_coverage_told(covered, played))
    return 1 if any(one.state == "open" for one in covered) else 0


def play_all(folder: Path, game: str = "holdem") -> dict[str, Played]:
    """Play every scenario file under a folder that holds in a game, as that game."""
    files = sorted(folder.rglob("*.txt")) if folder.is_dir() else []
    if not files:
        raise UsageError(f"no scenario files in {folder}: name their folder with --scenarios DIR")
    if game not in GAMES:
        return {}  # nobody deals it yet: nothing of it is proved
    named = ((str(file.relative_to(folder)), file.read_text("utf-8")) for file in files)
    scenarios = [parse(text, name) for name, text in named]
    return {
        one.name: Played(one, game, run_in(game, one))
        for one in scenarios
        if game in one.games or (not one.games and not GAMES[game].stud)  # of a board game
    }


def _coverage_told(covered: list[Covered], played: dict[str, Played]) -> Iterator[str]:
    for one in covered:
        yield f"{bold(one.clause.id)}  {one.state}"
        yield from paragraph(", ".join(one.proofs), indent=4) if one.proofs else ()
    yield ""
    for book in BOOKS:
        of_book = [one for one in covered if one.clause.book == book]
        if of_book:
            yield f"{book:12} {_count(of_book)}"
    yield bold(f"{'total':12} {_count(covered)}")
    failed = [name for name, one in played.items() if not one.report.passed]
    yield dim(f"{len(played) - len(failed)} of {len(played)} scenarios pass")
    if failed:
        yield from paragraph(", ".join(failed), label="failing", indent=9)


def _count(covered: list[Covered]) -> str:
    """How many are proved, and how; then those that are cited only, and those that are open."""
    states = Counter(one.state for one in covered)
    proved = states["enforced"] + states["floor"]
    counts = "   ".join(f"{state} {states[state]:3}" for state in STATES)
    return f"{proved:3} of {len(covered):3}   {counts}"
