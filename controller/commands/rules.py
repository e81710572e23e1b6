"""``cutcard rules``: checks a house's rules, and lists the words that rules are written in."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller import rules_file
from controller.words import bold, dim, paragraph
from engine.law import Book, vocabulary
from engine.law.values import takes

HELP = "check a house's rules, or list the words that rules may use"
EXAMPLES = """\
examples:
  cutcard rules check ours.toml     every mistake in a house's rules, each with its line
  cutcard rules check ourbook/      a whole book of the house's: book.toml, and clauses.csv if any
  cutcard rules facts               every fact, parameter, step and decision, with its meaning
  cutcard rules facts button        those that have the word

exit status: 0 when the rules can be used; 2 when there is a mistake in them."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the two things that can be asked."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    check = what.add_parser("check", help="name every mistake in a file or folder of rules")
    check.add_argument("file", type=Path, metavar="FILE", help="a .toml file, or a book's folder")
    facts = what.add_parser("facts", help="list every word with its meaning")
    facts.add_argument("words", nargs="*", metavar="WORD", help="only what has all these words")
    facts.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Say what is wrong with the rules, or which words there are."""
    if args.what == "check":
        print(summary(rules_file.read(args.file).book()))
        return 0
    wanted = [word.lower() for word in args.words]
    rows = [row for row in vocabulary_rows() if _has(row, wanted)]
    for line in map(json.dumps, rows) if args.json else _told(rows):
        print(line)
    return 0


def summary(book: Book) -> str:
    """A book in one line."""
    lines = sum(len(group) for group in book.lines.values())
    faults = sum(bool(group) for group in book.lines.values())
    return (
        f"{book.title} ({book.name}): {lines} lines for {faults} faults, "
        f"{len(book.windows)} windows, no mistake"
    )


def vocabulary_rows() -> Iterator[dict[str, Any]]:
    """Every word that rules may use: its kind, what it is true of or takes, and its meaning."""
    for group, facts in vocabulary.groups().items():
        for word, meaning in facts.items():
            yield {"kind": "fact", "of": group, "word": word, "meaning": meaning}
    for word, one in vocabulary.PARAMETERS.items():
        kind = {"kind": "parameter", "of": "house, [params]", "word": word}
        yield kind | {"meaning": one.meaning, "takes": takes(one), "usual": one.usual}
    for what, words in (
        ("fault", vocabulary.FAULTS),
        ("decision", vocabulary.DECISIONS),
        ("severity", vocabulary.SEVERITIES),
        ("step", vocabulary.STEPS),
        ("time of a step", vocabulary.WHENS),
        ("count of a window", vocabulary.WINDOWS),
        ("why", vocabulary.WHYS),
    ):
        for word, meaning in words.items():
            yield {"kind": what, "of": what, "word": word, "meaning": meaning}


def _has(row: dict[str, Any], wanted: list[str]) -> bool:
    text = f"{row['word']} {row['meaning']} {row['of']}".lower()
    return all(word in text for word in wanted)


def _told(rows: list[dict[str, Any]]) -> Iterator[str]:
    heading = ""
    for row in rows:
        of = f"{row['kind']}: {row['of']}" if row["kind"] in ("fact", "parameter") else row["kind"]
        if of != heading:
            yield from ("", bold(of)) if heading else (bold(of),)
            heading = of
        yield from paragraph(row["meaning"], label=row["word"], indent=28)
        if "takes" in row:
            yield from map(dim, paragraph(f"{row['takes']}; usual {row['usual']}", indent=28))
