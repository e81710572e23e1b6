"""A rejected event leaves every attribute of the table as it was, but for the clock."""

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

from engine import Table
from tests.engine.dealer import Dealer
from tests.engine.golden import logs
from tests.engine.golden.dump import dump
from tests.engine.golden.playing import Answered, Event, answers, play, player

BLOCKS = 4
LATER = [pytest.param(block, marks=pytest.mark.slow) for block in range(1, BLOCKS)]  # make soak
# Rejects that change the state today, as log and event: to be emptied, never to be added to.
KNOWN = Path(__file__).with_name("half_taken.txt")


def half_taken(log: list[Event], answered: list[Answered]) -> Iterator[tuple[int, str]]:
    """The events that were rejected and yet changed something, and what."""
    rejected = [number for number, each in enumerate(answered) if each.rejected]
    if not rejected:
        return
    table = player(log)
    for number, event in enumerate(log[: rejected[-1] + 1]):
        before = dump(table) if answered[number].rejected else ""
        answers(table, event)
        after = dump(table) if before else ""
        if before != after:
            rows = unified_diff(before.splitlines(), after.splitlines(), "before", "after", n=0)
            yield number, "\n".join(rows)


@pytest.mark.parametrize("block", [0, *LATER])
def test_the_state_after_a_reject_is_that_before(block: int) -> None:
    known = set(KNOWN.read_text("utf-8").split())
    names = [name for name, _ in logs.seeded()][block::BLOCKS]
    seeded = dict(logs.seeded())
    found: dict[str, str] = {}
    for name in names:
        for number, what in half_taken(seeded[name], list(play(seeded[name]))):
            found[f"{name}:{number}"] = what
    new = [f"{place}\n{what}" for place, what in found.items() if place not in known]
    assert not new, "rejected, but half taken:\n\n" + "\n\n".join(new[:5])
    mended = {place for place in known - set(found) if place.partition(":")[0] in names}
    assert not mended, f"no longer half taken, strike them out of {KNOWN.name}: {sorted(mended)}"


@pytest.mark.parametrize("kind", ["scenarios", "hands"])
def test_nor_is_a_reject_in_a_scenario_half_taken(kind: str) -> None:
    for name, log in logs.KINDS[kind]():
        for number, what in half_taken(log, list(play(log))):
            pytest.fail(f"{name}: event {number} was rejected, but half taken:\n{what}")


def test_an_illegal_bet_after_a_premature_turn_under_hilton_kills_nobody() -> None:
    dealer = Dealer("hilton", 4, structure="no_limit")
    table = dealer.table
    for seat in range(1, 5):
        dealer.do("sit", seat=seat, stack=500)
    dealer.hand(button=4)
    _calmly_to(dealer, "flop")
    for seat in (1, 2):
        dealer.do("act", seat=seat, do="check")
    dealer.do("card", card=dealer.deck.pop(), zone="burn", face="down")
    dealer.do("card", card=dealer.deck.pop(), zone="board", face="up")
    dealer.do("act", seat=3, do="check")
    before = dump(table)
    answered = dealer.do("act", seat=1, do="bet", to=10_000)
    assert [answer["o"] for answer in answered] == ["reject"]
    assert dump(table) == before


def test_a_hand_shown_in_part_and_refused_is_still_unread() -> None:
    dealer = Dealer("uspa", 2)
    table = dealer.table
    for seat in (1, 2):
        dealer.do("sit", seat=seat, stack=500)
    dealer.hand()
    stub, dealer.deck = dealer.deck, ["??"] * 4
    while dealer.deck:
        dealer.step()
    dealer.deck = stub
    _calmly_to(dealer, "showdown")
    assert table.expected is not None
    before = dump(table)
    answered = dealer.do("show", seat=table.expected["seat"], cards=[stub.pop(), "??"])
    assert [answer["o"] for answer in answered] == ["reject"]
    assert dump(table) == before


def _calmly_to(dealer: Dealer, street: str) -> None:
    """Check and call until a street is reached."""
    while not any(phase["street"] == street for phase in dealer.of("phase")):
        expected = dealer.table.expected
        assert expected is not None
        if expected["what"] == "act":
            do = next(o["do"] for o in expected["options"] if o["do"] in ("check", "call"))
            dealer.do("act", seat=expected["seat"], do=do)
        else:
            dealer.step()


def test_a_dump_tells_all_that_changes() -> None:
    table = Table()
    before = dump(table)
    table.room.t = 5.0
    assert dump(table) == before
    table.room.cut = True
    assert dump(table) != before
    assert dump(Table()) == before
