"""Replays recorded hands (PHH) and reports whether their stacks come out."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import msgspec

from controller.errors import UsageError
from controller.output import is_followed
from engine import phh
from engine.law import Book
from engine.log import LogError
from engine.phh import HandHistory, Outcome, PhhError, Stacks, Verdict

Row = tuple[str, dict[str, object]]  # the same thing said to a person and to a program


def replay(name: str, rulebook: Book | None, *, as_json: bool) -> int:
    """Play every hand of a file, print a line a hand and a summary; 1 where stacks differ."""
    tally = _Tally()
    for hand in _with_progress(_read(name)):
        _print(_played(hand, rulebook, tally), as_json=as_json)
    _print(_summary(tally), as_json=as_json)
    return 1 if tally.verdicts[Verdict.DIFFERS] else 0


@dataclass
class _Tally:
    """How the hands of a file came out; those that were left out, by why."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    half_chips: list[str] = field(default_factory=list)
    not_played: Counter[str] = field(default_factory=Counter)
    unreadable: list[str] = field(default_factory=list)


def _played(hand: HandHistory | PhhError, rulebook: Book | None, tally: _Tally) -> Row:
    """Play one hand; one that cannot be read or played is named, and keeps no other back."""
    try:
        if isinstance(hand, PhhError):
            raise hand
        outcome = phh.play(hand, rulebook)
    except phh.NotPlayedError as missing:
        tally.not_played[str(missing)] += 1
        return _left_out(hand, f"{missing} is not yet played", str(missing))
    except (PhhError, LogError) as error:
        tally.unreadable.append(hand.key)
        return _left_out(hand, error.reason if isinstance(error, PhhError) else str(error))
    tally.verdicts[outcome.verdict] += 1
    if outcome.verdict is Verdict.HALF_CHIPS:
        tally.half_chips.append(outcome.hand.key)
    return _row(outcome)


def _read(name: str) -> list[HandHistory | PhhError]:
    """Read what can be read of a file; one in which nothing can be is refused."""
    try:
        hands = list(phh.scan(Path(name).read_text(encoding="utf-8")))
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: expected UTF-8 text, got byte {error.start}") from error
    unreadable = [hand for hand in hands if isinstance(hand, PhhError)]
    if unreadable and len(unreadable) == len(hands):
        raise UsageError(f"{name}: {unreadable[0]}")
    return hands


def _with_progress(hands: list[HandHistory | PhhError]) -> Iterator[HandHistory | PhhError]:
    """Count the hands on standard error while a person watches."""
    watched = sys.stderr.isatty()
    for number, hand in enumerate(hands, 1):
        if watched and number % 20 == 0:
            print(f"\r{number}/{len(hands)} hands", end="", file=sys.stderr, flush=True)
        yield hand
    if watched:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _print(row: Row, *, as_json: bool) -> None:
    text = msgspec.json.encode(row[1]).decode() if as_json else row[0]
    print(text, flush=is_followed())


def _row(outcome: Outcome) -> Row:
    hand, stacks = outcome.hand, outcome.stacks
    names = hand.players or tuple(f"p{number}" for number in range(1, hand.count + 1))
    fields: dict[str, object] = _identity(hand) | {"players": list(names)}
    fields |= {"stacks": _plain(stacks), "finishing_stacks": _plain(hand.finishing_stacks)}
    fields |= {"verdict": outcome.verdict.value}
    if stacks is None:
        text = "not finished"
    else:
        text = ", ".join(f"{name} {_chips(at)}" for name, at in zip(names, stacks, strict=True))
    text += f": {outcome.verdict.value}"
    if outcome.verdict in (Verdict.DIFFERS, Verdict.HALF_CHIPS, Verdict.RAKED):
        text += f"; the file has {', '.join(map(_chips, hand.finishing_stacks or ()))}"
    if outcome.objection:
        text += f"; {outcome.objection}"
        fields["objection"] = outcome.objection
    return f"hand {hand.key}: {text}", fields


def _left_out(hand: HandHistory | PhhError, why: str, missing: str | None = None) -> Row:
    known: dict[str, object] = {"key": hand.key}
    if isinstance(hand, HandHistory):
        known = _identity(hand)
    return f"hand {hand.key}: left out, {why}", known | {"left_out": missing or why}


def _summary(tally: _Tally) -> Row:
    verdicts, left_out = tally.verdicts, tally.not_played
    fields: dict[str, object] = {
        "hands": verdicts.total() + left_out.total() + len(tally.unreadable),
        "agree": verdicts[Verdict.AGREES],
        "differ": verdicts[Verdict.DIFFERS],
        "raked": verdicts[Verdict.RAKED],
        "unchecked": verdicts[Verdict.UNCHECKED],
        "half_chips": tally.half_chips,
        "left_out": dict(sorted(left_out.items())),
        "unreadable": tally.unreadable,
    }
    parts = [f"{fields['agree']} agree", f"{fields['differ']} differ"]
    if verdicts[Verdict.RAKED]:
        parts.append(f"{verdicts[Verdict.RAKED]} agree but for the rake")
    if tally.half_chips:
        keys = ", ".join(tally.half_chips)
        parts.append(f"{len(tally.half_chips)} split in half chips (hand {keys})")
    if verdicts[Verdict.UNCHECKED]:
        parts.append(f"{verdicts[Verdict.UNCHECKED]} without finishing stacks")
    if left_out:
        games = ", ".join(f"{game} {count}" for game, count in sorted(left_out.items()))
        parts.append(f"{left_out.total()} left out, not yet played ({games})")
    if tally.unreadable:
        keys = ", ".join(tally.unreadable)
        parts.append(f"{len(tally.unreadable)} left out, not readable (hand {keys})")
    hands = "1 hand" if fields["hands"] == 1 else f"{fields['hands']} hands"
    return f"{hands}: {'; '.join(parts)}", fields


def _identity(hand: HandHistory) -> dict[str, object]:
    return {"key": hand.key, "hand": hand.number, "variant": hand.variant}


def _plain(amounts: Stacks | None) -> list[int | float | None] | None:
    """Write amounts as JSON has them: null where nobody knows."""
    if amounts is None:
        return None
    return [at if at is None else _number(at) for at in amounts]


def _number(amount: Fraction) -> int | float:
    return int(amount) if amount.denominator == 1 else float(amount)


def _chips(amount: Fraction | None) -> str:
    if amount is None:
        return "unknown"
    return str(amount) if amount.denominator == 1 else str(float(amount))
