"""A played log written as PHH: PokerKit reads it and finishes with the same stacks."""

from pathlib import Path
from typing import Any

import pytest
from pokerkit import (
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    HandHistory,
    PotLimitOmahaHoldem,
)

from controller.bench import _hands
from engine import phh
from engine.cards import DECK
from engine.phh import HandHistory as Played
from engine.phh import Record, Recorder
from engine.phh.variants import is_played

HANDS = Path(__file__).parent.parent / "hands"


def recorded(events: list[dict[str, Any]]) -> list[Record]:
    recorder = Recorder()
    records = [record for event in events for record in recorder.apply(event)]
    return records + recorder.close()


def pokerkit_stacks(hand: Played) -> list[int]:
    """Let PokerKit play a written hand to its end."""
    *_, state = HandHistory.loads(phh.dumps([hand], many=False))
    assert not state.status
    return list(state.stacks)


@pytest.mark.parametrize("name", ["pluribus-1000.phhs", "wsop-2023-42.phhs"])
def test_a_recorded_hand_dealt_again_is_written_as_it_was(name: str) -> None:
    hands = phh.loads((HANDS / name).read_text(encoding="utf-8"))
    for hand in hands:
        if not is_played(hand.variant):
            continue
        (record,) = recorded(phh.events(hand))
        assert record.hand is not None
        if (name, hand.key) != ("wsop-2023-42.phhs", "42"):
            # That one tells a raise as far as it could be called; here it is completed.
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
        assert pokerkit_stacks(record.hand) == list(record.hand.finishing_stacks)


@pytest.mark.parametrize("seats", range(2, 10))
def test_pokerkit_finishes_a_random_session_with_the_same_stacks(seats: int) -> None:
    opening, deals = _hands.generate(25, 50 + seats, _hands.live_table, seats)
    records = recorded([*opening, *(event for deal in deals for event in deal.events)])
    assert [record.number for record in records] == list(range(1, 26))
    for record in records:
        assert record.hand and record.hand.finishing_stacks
        assert pokerkit_stacks(record.hand) == list(record.hand.finishing_stacks)


BETS = (_hands.BIG, 2 * _hands.BIG)
OMAHA = {
    "PO": _hands.Kind("omaha", "pot_limit", PotLimitOmahaHoldem),
    "FO/8": _hands.Kind("omaha8", "limit", FixedLimitOmahaHoldemHighLowSplitEightOrBetter, BETS),
}


@pytest.mark.parametrize("seats", (2, 6, 9))
@pytest.mark.parametrize("variant", OMAHA)
def test_pokerkit_finishes_an_omaha_session_with_the_same_stacks(variant: str, seats: int) -> None:
    opening, deals = _hands.generate(25, 70 + seats, _hands.live_table, seats, OMAHA[variant])
    records = recorded([*opening, *(event for deal in deals for event in deal.events)])
    assert len(records) == 25
    for record in records:
        assert record.hand and record.hand.finishing_stacks
        assert record.hand.variant == variant
        assert pokerkit_stacks(record.hand) == list(record.hand.finishing_stacks)


class Log:
    """A log written by hand: cards fall from a fixed deck, each event a second later."""

    def __init__(self, *seats: int, structure: str = "no_limit") -> None:
        self.events: list[dict[str, Any]] = []
        self.deck = list(DECK)
        self.say("open", game="holdem", structure=structure, format="cash", rulebook="uspa",
                 small_blind=1, big_blind=2, table="Table 4")  # fmt: skip
        for seat in seats:
            self.say("sit", seat=seat, stack=100)

    def say(self, what: str, **fields: object) -> None:
        self.events.append({"t": len(self.events), "e": what, **fields})

    def act(self, *acts: tuple[int, str] | tuple[int, str, int]) -> None:
        for seat, do, *to in acts:
            self.say("act", seat=seat, do=do, **({"to": to[0]} if to else {}))

    def deal(self, button: int, *order: int) -> None:
        self.say("hand", button=button)
        for _ in range(2):
            for seat in order:
                self.say("card", card=self.deck.pop(), zone=f"seat:{seat}", face="down")

    def board(self, count: int) -> None:
        self.say("card", card="??", zone="burn", face="down")
        for _ in range(count):
            self.say("card", card=self.deck.pop(), zone="board", face="up")


def test_hands_the_floor_killed_fold_when_their_turn_comes() -> None:
    log = Log(2, 4, 5, 9)
    log.deal(4, 5, 9, 2, 4)
    log.say("floor", decision="dead_hand", seat=5)
    log.act((2, "call"), (4, "raise", 6), (9, "call"), (2, "call"))
    log.board(3)
    log.act((9, "check"))
    log.say("floor", decision="dead_hand", seat=9)
    log.act((2, "bet", 10), (4, "fold"))
    (record,) = recorded(log.events)
    assert record.hand
    assert record.hand.seats == (5, 9, 2, 4)
    assert [line for line in record.hand.actions if line[0] == "p"] == [
        *("p3 cc", "p4 cbr 6", "p1 f", "p2 cc", "p3 cc"),
        *("p2 cc", "p3 cbr 10", "p4 f", "p2 f"),
    ]
    assert pokerkit_stacks(record.hand) == [99, 94, 113, 94]


def test_what_was_taken_back_is_not_written() -> None:
    log = Log(1, 2, 3)
    log.say("hand", button=2)
    log.say("undo")
    log.deal(3, 1, 2, 3)
    log.act((3, "raise", 6), (1, "call"))
    log.say("undo")
    log.act((1, "fold"), (2, "fold"))  # a slip that ended the deal
    log.say("undo")
    log.act((2, "raise", 20), (3, "fold"))
    log.say("tick")
    (record,) = recorded(log.events)
    assert record.hand
    assert record.number == 1
    assert [line for line in record.hand.actions if line[0] == "p"] == [
        *("p3 cbr 6", "p1 f", "p2 cbr 20", "p3 f"),
    ]
    assert pokerkit_stacks(record.hand) == [99, 107, 94]


def test_limit_is_written_with_its_bets() -> None:
    log = Log(1, 2, 3, structure="limit")
    log.deal(3, 1, 2, 3)
    log.act((3, "raise", 4), (1, "fold"), (2, "fold"))
    (record,) = recorded(log.events)
    assert record.hand
    text = phh.dumps([record.hand], many=False)
    assert 'variant = "FT"' in text
    assert "small_bet = 2\nbig_bet = 4\nstarting_stacks" in text
    assert pokerkit_stacks(record.hand) == [99, 98, 103]


def test_what_is_no_finished_hand_is_left_out_and_said() -> None:
    log = Log(1, 2, 3)
    log.say("hand", button=3)
    log.say("card", card="Ah", zone="seat:1", face="up")  # the first card exposed: a misdeal
    log.deal(3, 1, 2, 3)
    assert [(one.number, one.hand, one.left_out) for one in recorded(log.events)] == [
        (1, None, "misdeal"),
        (2, None, "not finished"),
    ]


def test_a_game_phh_has_no_word_for_is_left_out_and_said() -> None:
    log = Log(1, 2, 3, structure="pot_limit")
    log.deal(3, 1, 2, 3)
    log.act((3, "fold"), (1, "fold"))
    (record,) = recorded(log.events)
    assert (record.hand, record.left_out) == (None, "pot_limit holdem has no name in PHH")
