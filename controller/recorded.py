"""Replays recorded hands (PHH) and reports whether their stacks come out."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from controller.errors import UsageError
from engine import phh
from engine.law import Book
from engine.log import LogError
from engine.phh import Hand, Outcome, Verdict


def replay(name: str, rulebook: Book | None, *, as_json: bool) -> int:
    """Play every hand of a file, print a line a hand and a summary; 1 where stacks differ."""
    tally: Counter[Verdict] = Counter()
    left_out: Counter[str] = Counter()
    half_chips: list[str] = []
    for hand in _with_progress(_read(name)):
        try:
            outcome = phh.play(hand, rulebook)
        except phh.NotPlayedError as missing:
            left_out[str(missing)] += 1
            _print(_left_out(hand, str(missing)), as_json=as_json)
            continue
        except phh.PhhError as error:
            raise UsageError(f"{name}: {error}") from error
        except LogError as error:
            raise UsageError(f"{name}: hand {hand.key}: {error}") from error
        tally[outcome.verdict] += 1
        if outcome.verdict is Verdict.HALF_CHIPS:
            half_chips.append(hand.key)
        _print(_row(outcome), as_json=as_json)
    _print(_summary(tally, half_chips, left_out), as_json=as_json)
    return 1 if tally[Verdict.DIFFERS] else 0


def _read(name: str) -> list[Hand]:
    try:
        return phh.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: expected UTF-8 text, got byte {error.start}") from error
    except phh.PhhError as error:
        raise UsageError(f"{name}: {error}") from error


def _with_progress(hands: list[Hand]) -> Iterator[Hand]:
    """Count the hands on standard error while a person watches."""
    watched = sys.stderr.isatty()
    for number, hand in enumerate(hands, 1):
        if watched and number % 20 == 0:
            print(f"\r{number}/{len(hands)} hands", end="", file=sys.stderr, flush=True)
        yield hand
    if watched:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


Row = tuple[str, dict[str, object]]  # the same thing said to a person and to a program


def _print(row: Row, *, as_json: bool) -> None:
    print(msgspec.json.encode(row[1]).decode() if as_json else row[0], flush=True)


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
    if outcome.verdict in (Verdict.DIFFERS, Verdict.HALF_CHIPS):
        text += f"; the file has {', '.join(map(_chips, hand.finishing_stacks or ()))}"
    if outcome.objection:
        text += f"; {outcome.objection}"
        fields["objection"] = outcome.objection
    return f"hand {hand.key}: {text}", fields


def _left_out(hand: Hand, missing: str) -> Row:
    return (
        f"hand {hand.key}: left out, {missing} is not yet played",
        _identity(hand) | {"left_out": missing},
    )


def _summary(tally: Counter[Verdict], half_chips: list[str], left_out: Counter[str]) -> Row:
    fields: dict[str, object] = {
        "hands": tally.total() + left_out.total(),
        "agree": tally[Verdict.AGREES],
        "differ": tally[Verdict.DIFFERS],
        "unchecked": tally[Verdict.UNCHECKED],
        "half_chips": half_chips,
        "left_out": dict(sorted(left_out.items())),
    }
    parts = [f"{fields['agree']} agree", f"{fields['differ']} differ"]
    if half_chips:
        parts.append(f"{len(half_chips)} split in half chips (hand {', '.join(half_chips)})")
    if tally[Verdict.UNCHECKED]:
        parts.append(f"{tally[Verdict.UNCHECKED]} without finishing stacks")
    if left_out:
        games = ", ".join(f"{game} {count}" for game, count in sorted(left_out.items()))
        parts.append(f"{left_out.total()} left out, not yet played ({games})")
    hands = "1 hand" if fields["hands"] == 1 else f"{fields['hands']} hands"
    return f"{hands}: {'; '.join(parts)}", fields


def _identity(hand: Hand) -> dict[str, object]:
    return {"key": hand.key, "hand": hand.number, "variant": hand.variant}


def _plain(amounts: Iterable[Fraction] | None) -> list[int | float] | None:
    if amounts is None:
        return None
    return [int(at) if at.denominator == 1 else float(at) for at in amounts]


def _chips(amount: Fraction) -> str:
    return str(amount) if amount.denominator == 1 else str(float(amount))
