"""A played log written as PHH: PokerKit reads it and finishes with the same stacks."""

from pathlib import Path
from typing import Any

import pytest
from pokerkit import HandHistory

from engine import phh
from engine.phh import Hand, Record, Recorder

HANDS = Path(__file__).parent.parent / "hands"


def recorded(events: list[dict[str, Any]]) -> list[Record]:
    recorder = Recorder()
    records = [record for event in events for record in recorder.apply(event)]
    return records + recorder.close()


def pokerkit_stacks(hand: Hand) -> list[int]:
    """Let PokerKit play a written hand to its end."""
    *_, state = HandHistory.loads(phh.dumps([hand], many=False))
    assert not state.status
    return list(state.stacks)


@pytest.mark.parametrize("name", ["pluribus-1000.phhs", "wsop-2023-42.phhs"])
def test_a_recorded_hand_dealt_again_is_written_as_it_was(name: str) -> None:
    hands = phh.loads((HANDS / name).read_text(encoding="utf-8"))
    for hand in hands:
        if hand.variant not in ("NT", "FT"):
            continue
        (record,) = recorded(phh.events(hand))
        assert record.hand is not None
        assert record.hand.actions == hand.actions
        assert record.hand.blinds == hand.blinds
        assert record.hand.antes == hand.antes
        assert record.hand.starting_stacks == hand.starting_stacks
        assert record.hand.players == hand.players


def test_pokerkit_finishes_the_written_hands_with_the_same_stacks() -> None:
    hands = phh.loads((HANDS / "pluribus-1000.phhs").read_text(encoding="utf-8"))
    for hand in hands[::10]:
        (record,) = recorded(phh.events(hand))
        assert record.hand and record.hand.finishing_stacks
        assert pokerkit_stacks(record.hand) == [int(at) for at in record.hand.finishing_stacks]
