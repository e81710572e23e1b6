"""What a book may give the clause of in a hand that won: its cards, and its rank."""

from collections.abc import Mapping

# By how many hole cards play.
HOLE_CARDS = ("made_none", "made_one", "made_two")
# The key of a high hand's rank, by the beginning of its name.
CALLED: Mapping[str, str] = {
    name: f"ranks_{name.replace(' ', '_')}"
    for name in (
        "royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",
        "three of a kind", "two pair", "pair",
    )
}  # fmt: skip
HAND_WHYS: Mapping[str, str] = {
    "made": "of which cards a hand is made",
    "made_two": "a hand of two hole cards and the board",
    "made_one": "a hand of one hole card and the board",
    "made_none": "a hand of the board alone",
    "made_low": "of which cards a low hand is made",
    "made_joker": "which card the joker is in a hand",
    **{key: f"what ranks as a {name}" for name, key in CALLED.items()},
    "ranks_high_card": "what ranks by its high card",
    "ranks_low": "what ranks as a low hand",
    "ranks_low_ace": "a low hand with an ace",
    "ranks_low_straight": "a low hand that is a straight or a flush as well",
    "ranks_low_best": "the best low hand there is",
}
