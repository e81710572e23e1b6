"""Whatever is changed inside the engine: the same events get the same answers, byte for byte."""

from collections.abc import Iterator

import pytest

from tests.engine.golden import digests, logs
from tests.engine.golden.playing import Answered, Event, play
from tests.engine.golden.show import told

BLOCKS = 8
HELP = """
A change that was not meant is to be mended. To see it whole, with the answers of a good checkout:
    python -m tests.engine.golden.compare OTHER_CHECKOUT {name}
A change that was meant is written down with `make golden`, in a commit that says why."""


def difference(name: str, old: str, answered: list[Answered]) -> str:
    at = digests.first_difference(old, digests.digest(answered))
    start = max(0, at - 3)
    shown = "\n".join(told(answered[start : at + 1], start))
    found = f"{name}: event {at} is answered otherwise than written down:\n{shown}"
    return found + HELP.format(name=name)


def check(written: dict[str, str], played: Iterator[tuple[str, list[Event]]]) -> None:
    """Every log that is written down; one that is new has nothing to be compared with yet."""
    missing, found = dict(written), []
    for name, log in played:
        old = missing.pop(name, None)
        if old is not None and digests.digest(play(log)) != old:
            found.append((name, old, log))
    if found:
        name, old, log = found[0]
        others = ", ".join(other for other, _, _ in found[:20])
        why = difference(name, old, list(play(log)))
        pytest.fail(f"{len(found)} logs differ: {others}\n\n{why}", pytrace=False)
    assert not missing, f"written down, but gone: {', '.join(missing)}"


@pytest.mark.parametrize("kind", ["scenarios", "hands"])
def test_scenarios_and_recorded_hands_are_answered_as_ever(kind: str) -> None:
    check(digests.read(kind), logs.KINDS[kind]())


@pytest.mark.parametrize("block", range(BLOCKS))
def test_seeded_logs_are_answered_as_ever(block: int) -> None:
    written = dict(list(digests.read("seeded").items())[block::BLOCKS])
    check(written, ((name, log) for name, log in logs.seeded() if name in written))


def test_there_are_enough_of_them() -> None:
    assert len(digests.read("scenarios")) >= 741
    assert len(digests.read("hands")) >= 1010
    assert digests.read("seeded").keys() == dict(logs.seeded()).keys()
    assert len(digests.read("seeded")) >= 2000


def test_a_changed_answer_is_found_and_shown() -> None:
    name, log = next(iter(logs.seeded()))
    answered = list(play(log))
    good = digests.digest(answered)
    answered[9] = answered[9]._replace(lines=answered[9].lines.replace(b"seat", b"seta") + b"!")
    assert digests.digest(answered) != good
    assert f"{name}: event 9 is answered otherwise" in difference(name, good, answered)
