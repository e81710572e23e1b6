"""Hand histories as people have them: cents, unknown stacks and cards, missed blinds, rake."""

from fractions import Fraction
from typing import Any

import pytest

from engine import phh
from engine.phh import HandHistory, NotPlayedError, PhhError, Verdict

CHECKED_DOWN = (
    "'d db 2c7d9h', 'p1 cc', 'p2 cc', 'd db 3s', 'p1 cc', 'p2 cc', 'd db Td', 'p1 cc', 'p2 cc'"
)


def three(*showdown: str, hole: str = "???? ???? ????", **fields: str) -> HandHistory:
    """Three players: the third folds, the blinds check to the end."""
    dealt = ", ".join(f"'d dh p{n} {cards}'" for n, cards in enumerate(hole.split(), 1))
    shown = "".join(f", '{action}'" for action in showdown)
    given = {
        "variant": "'NT'",
        "blinds_or_straddles": "[1, 2, 0]",
        "min_bet": "2",
        "starting_stacks": "[100, 100, 100]",
        "actions": f"[{dealt}, 'p3 f', 'p1 cc', 'p2 cc', {CHECKED_DOWN}{shown}]",
    }
    (hand,) = phh.loads("\n".join(f"{name} = {value}" for name, value in (given | fields).items()))
    return hand


def ended(hand: HandHistory) -> list[float | None]:
    """Play a hand to which the engine has nothing to say, and list the stacks it ends with."""
    outcome = phh.play(hand)
    assert outcome.objection == ""
    assert outcome.stacks is not None
    return [None if stack is None else float(stack) for stack in outcome.stacks]


def said(hand: HandHistory, *kinds: str) -> list[dict[str, Any]]:
    return [event for event in phh.events(hand) if event["e"] in kinds]


# Unknown cards


def test_a_hand_shown_beats_one_that_nobody_saw() -> None:
    assert ended(three("p1 sm 8h8s", "p2 sm ????")) == [102, 98, 100]
    assert ended(three("p1 sm ????", "p2 sm 8h8s")) == [98, 102, 100]


def test_who_is_left_when_the_other_mucks_wins_unseen() -> None:
    assert ended(three("p1 sm", "p2 sm ????")) == [98, 102, 100]
    assert ended(three("p1 sm ??Ad", "p2 sm")) == [102, 98, 100]


def test_a_hand_kept_unshown_but_known_from_the_deal_competes() -> None:
    known = "AhAd KsKd ????"
    assert ended(three("p1 sm ????", "p2 sm ????", hole=known)) == [102, 98, 100]
    assert ended(three("p2 sm KsKd", "p1 sm -", hole=known)) == [102, 98, 100]


def test_a_showdown_that_nobody_saw_is_left_out() -> None:
    with pytest.raises(NotPlayedError, match="NT with a showdown that nobody saw"):
        phh.play(three("p1 sm ????", "p2 sm ????"))


def test_hands_told_again_on_every_street_are_shown_once() -> None:
    actions = (
        "['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cbr 100', 'p2 cc',"
        " 'p1 sm ????', 'p2 sm ????', 'd db 2c7d9h', 'p1 sm ????', 'p2 sm ????', 'd db 3s',"
        " 'd db Td', 'p2 sm 8h8s', 'p1 sm ????']"
    )
    hand = three(actions=actions)
    assert [(event["e"], event["seat"]) for event in said(hand, "show", "muck")] == [
        ("show", 2),
        ("muck", 1),
    ]
    assert ended(hand) == [0, 200, 100]


# Unknown stacks, and cents


def test_an_unknown_stack_is_deep_enough_and_stays_unknown() -> None:
    hand = three("p1 sm 8h8s", "p2 sm", starting_stacks="[100, inf, inf]")
    assert hand.starting_stacks == (Fraction(100), None, None)
    assert ended(hand) == [102, None, None]
    assert phh.loads(phh.dumps([hand], many=False)) == [hand]


def test_who_has_an_unknown_stack_is_never_all_in() -> None:
    actions = "['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cbr 500', 'p2 f']"
    hand = three(actions=actions, starting_stacks="[inf, inf, 100]")
    assert [event["do"] for event in said(hand, "act")] == ["fold", "raise", "fold"]
    assert ended(hand) == [None, None, 100]


def test_known_stacks_are_checked_beside_unknown_ones() -> None:
    stacks = {"starting_stacks": "[100, inf, 100]"}
    agrees = three("p1 sm 8h8s", "p2 sm", **stacks, finishing_stacks="[102, inf, 100]")
    assert phh.play(agrees).verdict is Verdict.AGREES
    differs = three("p1 sm 8h8s", "p2 sm", **stacks, finishing_stacks="[98, inf, 100]")
    assert phh.play(differs).verdict is Verdict.DIFFERS
    nothing = "[inf, inf, inf]"
    unknown = three("p1 sm 8h8s", "p2 sm", starting_stacks=nothing, finishing_stacks=nothing)
    assert phh.play(unknown).verdict is Verdict.UNCHECKED


def test_cents_are_counted_in_cents() -> None:
    cents = {"blinds_or_straddles": "[0.05, 0.10, 0]", "min_bet": "0.10"}
    hand = three("p1 sm 8h8s", "p2 sm", **cents, starting_stacks="[20.03, 9.5, 10]")
    outcome = phh.play(hand)
    assert outcome.stacks == (Fraction("20.13"), Fraction("9.4"), Fraction(10))
    assert said(hand, "open")[0]["small_blind"] == 5


# Blinds


def test_a_missed_small_blind_is_dead_money() -> None:
    hand = three("p1 sm 8h8s", "p2 sm", blinds_or_straddles="[1, 2, -1]")
    assert said(hand, "open")[0]["house"] == {"antes": [0, 0, 1]}
    assert ended(hand) == [103, 98, 99]


def test_one_live_blind_heads_up_is_played() -> None:
    text = """
variant = 'NT'
blinds_or_straddles = [0, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cc', 'p1 cbr 10', 'p2 f']
"""
    assert ended(phh.loads(text)[0]) == [102, 98]


def test_heads_up_the_big_blind_may_have_the_button() -> None:
    text = """
variant = 'NT'
blinds_or_straddles = [2, 1]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p1 cc', 'p2 cbr 10', 'p1 cc', 'd db 2c7d9h',
           'p1 cc', 'p2 cbr 20', 'p1 f']
"""
    assert ended(phh.loads(text)[0]) == [90, 110]


# Rake


def test_winners_who_are_short_only_of_the_rake_agree_but_for_it() -> None:
    shown = ("p1 sm 8h8s", "p2 sm")
    assert phh.play(three(*shown, finishing_stacks="[101.75, 98, 100]")).verdict is Verdict.RAKED
    # What a loser lacks is no rake, nobody gets more than the pot, nor is all of it raked.
    for wrong in ("[102, 97, 100]", "[102.5, 98, 100]", "[98, 98, 100]"):
        assert phh.play(three(*shown, finishing_stacks=wrong)).verdict is Verdict.DIFFERS


# Files of which a part cannot be read


GOOD = "variant = 'NT'\nstarting_stacks = [9, inf]\nactions = []\n"


def keys(text: str) -> list[str]:
    """List the hands of a file, those that cannot be read with what is wrong."""
    return [str(hand) if isinstance(hand, PhhError) else hand.key for hand in phh.scan(text)]


def test_a_hand_with_a_bad_field_keeps_no_other_back() -> None:
    bad = GOOD.replace("inf", "nan")
    assert keys(f"[1]\n{GOOD}\n[2]\n{bad}\n[3]\n{GOOD}") == [
        "1",
        "hand 2: starting_stacks: expected a number, got nan",
        "3",
    ]


def test_broken_toml_is_named_by_its_hand_and_line() -> None:
    broken = GOOD.replace("actions = []", "actions = [,]")
    assert keys(f"[1]\n{GOOD}\n[2] # this one\n{broken}\n['3']\n{GOOD}") == [
        "1",
        "hand 2: (hand): expected TOML, got Invalid value (at line 9, column 12)",
        "3",
    ]
    with pytest.raises(PhhError, match=r"^hand 2: "):
        phh.loads(f"[1]\n{GOOD}\n[2]\n{broken}")


def test_two_hands_of_one_name_are_both_read() -> None:
    assert keys(f"[1]\n{GOOD}\n[1]\n{GOOD}") == ["1", "1"]


def test_text_without_hands_is_no_hand_history() -> None:
    (error,) = phh.scan("once upon a time")
    assert isinstance(error, PhhError)
    assert str(error).startswith("(file): expected TOML, got ")
