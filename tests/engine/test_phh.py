"""Recorded hands: read, said in the table's language, dealt through the engine, written."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from engine import phh
from engine.phh import HandHistory, NotPlayedError, PhhError, Verdict

HANDS = Path(__file__).parent.parent / "hands"
PLURIBUS = (HANDS / "pluribus-1000.phhs").read_text(encoding="utf-8")
WSOP = (HANDS / "wsop-2023-42.phhs").read_text(encoding="utf-8")


HEADS_UP = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 50]
actions = ['d dh p1 AhAd', 'd dh p2 ????', 'p2 cbr 6', 'p1 cc', 'd db 2c3c4c', 'p1 cc',
           'p2 cbr 44 # moves in', 'p1 cc', 'p2 sm KsKd', 'p1 sm', 'd db 5h', 'd db 9h']
"""


def hand(text: str = HEADS_UP, **changes: str) -> HandHistory:
    """Read a one-hand text, some of its fields written otherwise."""
    rows = [row for row in text.split("\n") if row.split(" =")[0] not in changes]
    return phh.loads("\n".join([*(f"{k} = {v}" for k, v in changes.items()), *rows]))[0]


def said(hand: HandHistory, *kinds: str) -> list[dict[str, object]]:
    return [event for event in phh.events(hand) if event["e"] in kinds]


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button_and_burned_for() -> None:
    cards = [(event["zone"], event["card"]) for event in said(hand(), "card")]
    assert cards[:4] == [("seat:1", "Ah"), ("seat:2", "Ks"), ("seat:1", "Ad"), ("seat:2", "Kd")]
    assert [zone for zone, _ in cards[4:]] == [
        *("burn", "board", "board", "board", "burn", "board", "burn", "board")
    ]
    assert {card for zone, card in cards if zone == "burn"} == {"??"}


def test_heads_up_the_last_player_has_the_button_and_the_small_blind_acts_first() -> None:
    assert said(hand(), "hand")[0]["button"] == 2
    acts = [(event["seat"], event["do"], event.get("to")) for event in said(hand(), "act")]
    assert acts == [
        *((2, "raise", 6), (1, "call", None), (1, "check", None)),
        *((2, "all_in", None), (1, "call", None)),
    ]


def test_a_muck_is_told_from_a_show() -> None:
    assert [(event["e"], event["seat"]) for event in said(hand(), "show", "muck")] == [
        ("show", 2),
        ("muck", 1),
    ]


def test_fractions_of_a_chip_are_counted_in_smaller_chips() -> None:
    halves = hand(blinds_or_straddles="[0.5, 1]", starting_stacks="[100.0, 50]")
    opening, *sits = said(halves, "open", "sit")
    assert (opening["small_blind"], opening["big_blind"]) == (1, 2)
    assert [sit["stack"] for sit in sits] == [200, 100]


def test_one_players_ante_is_said_by_seat_and_everyones_as_the_ante() -> None:
    one = phh.loads(WSOP)[0]
    assert said(one, "open")[0]["house"] == {"antes": [0, 120000, 0, 0, 0]}
    assert said(hand(antes="[1, 1]"), "open")[0]["ante"] == 1
    assert said(hand(antes="[0, 1]"), "open")[0]["house"] == {"antes": [1, 0]}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"starting_stacks": "[]"}, "starting_stacks"),
        ({"starting_stacks": "['a', 'b']"}, "starting_stacks"),
        ({"starting_stacks": "7"}, "starting_stacks"),
        ({"antes": "[0, 0, 0]"}, "antes"),
        ({"min_bet": "true"}, "min_bet"),
        ({"variant": "3"}, "variant"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(changes: dict[str, str], field: str) -> None:
    with pytest.raises(PhhError) as error:
        hand(**changes)
    assert error.value.field == field


@pytest.mark.parametrize("action", ["p3 f", "x1 f", "p1 cbr lots", "d db Xx", "p1 waits", "d dh"])
def test_an_action_that_is_none_is_named(action: str) -> None:
    bad = phh.loads(f"variant='NT'\nstarting_stacks=[9, 9]\nactions=['{action}']")[0]
    with pytest.raises(PhhError, match="hand 1: actions: expected"):
        phh.events(bad)


@pytest.mark.parametrize("text", ["variant = ", "[1]\nx = nan", "[1]\nx = inf", "x = 1"])
def test_a_text_that_is_no_hand_history_is_refused(text: str) -> None:
    with pytest.raises(PhhError):
        phh.loads(text)


THREE = """
variant = 'NT'
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AhAd', 'd dh p2 KsKd', 'd dh p3 ????', 'p3 f', 'p1 cc', 'p2 cc']
"""


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"variant": "'N2L3D'"}, "N2L3D"),
        ({"blinds_or_straddles": "[1, 2, 4]"}, "NT with a straddle"),
        ({"blinds_or_straddles": "[1, 2, -2]"}, "NT with a late post"),
        ({"blinds_or_straddles": "[2, 0, 0]"}, "NT with a dead small blind"),
    ],
)
def test_what_is_not_played_yet_is_said(changes: dict[str, str], why: str) -> None:
    with pytest.raises(NotPlayedError, match=f"^{why}$"):
        phh.events(hand(THREE, **changes))


def test_what_is_written_is_read_again() -> None:
    for text in (PLURIBUS, WSOP):
        hands = phh.loads(text)
        assert phh.loads(phh.dumps(hands, many=True)) == hands
    one = hand(players=r'["Quo\"te", "Ünï\u007f😀"]')
    assert phh.loads(phh.dumps([one], many=False)) == [one]


def test_the_thousand_pluribus_hands_end_with_their_stacks() -> None:
    outcomes = [phh.play(hand) for hand in phh.loads(PLURIBUS)]
    assert [outcome for outcome in outcomes if outcome.objection] == []
    assert Counter(outcome.verdict for outcome in outcomes) == {
        Verdict.AGREES: 999,
        Verdict.HALF_CHIPS: 1,
    }


def test_the_holdem_hands_of_the_final_table_end_with_their_stacks() -> None:
    assert_agree([hand for hand in phh.loads(WSOP) if hand.variant in ("NT", "FT")], 10)


def test_the_omaha_hands_of_the_final_table_end_with_their_stacks() -> None:
    assert_agree([hand for hand in phh.loads(WSOP) if hand.variant == "PO"], 3)
    assert_agree([hand for hand in phh.loads(WSOP) if hand.variant == "FO/8"], 6)


def test_the_draw_hands_of_the_final_table_end_with_their_stacks() -> None:
    assert_agree([hand for hand in phh.loads(WSOP) if hand.variant == "N2L1D"], 3)
    assert_agree([hand for hand in phh.loads(WSOP) if hand.variant == "F2L3D"], 3)


def test_every_hand_of_the_final_table_is_played_in_all_nine_games() -> None:
    outcomes = [phh.play(hand) for hand in phh.loads(WSOP)]
    assert len({outcome.hand.variant for outcome in outcomes}) == 9
    assert {outcome.verdict for outcome in outcomes} == {Verdict.AGREES}


def test_omaha_is_dealt_four_times_round() -> None:
    one = next(hand for hand in phh.loads(WSOP) if hand.variant == "PO")
    opening, *cards = said(one, "open", "card")
    assert (opening["game"], opening["structure"]) == ("omaha", "pot_limit")
    assert [card["zone"] for card in cards[:20]] == [f"seat:{n}" for n in range(1, 6)] * 4
    second = [card["card"] for card in cards if card["zone"] == "seat:2"]
    assert second == ["Tc", "5h", "5d", "2c"]


def assert_agree(hands: list[HandHistory], count: int) -> None:
    outcomes = [phh.play(hand) for hand in hands]
    told = [(outcome.verdict, outcome.objection) for outcome in outcomes]
    assert told == [(Verdict.AGREES, "")] * count


def test_a_wrong_finishing_stack_is_found() -> None:
    first = phh.loads(PLURIBUS)[0]
    assert first.finishing_stacks
    wrong = (*first.finishing_stacks[1:], first.finishing_stacks[0])
    changed = HandHistory(**{**vars(first), "finishing_stacks": wrong})
    assert phh.play(changed).verdict is Verdict.DIFFERS


def test_a_hand_without_finishing_stacks_is_played_unchecked() -> None:
    outcome = phh.play(hand())
    assert outcome.verdict is Verdict.UNCHECKED
    assert outcome.stacks == (Fraction(50), Fraction(100))
