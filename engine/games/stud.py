"""Stud: each player's cards up and down, street by street; a forced bet, and no button."""

from engine.games.rounds import DOWN, UP, Betting, First, Game, Round, Showdown, ToSeats, street

THREE = ToSeats("deal", (DOWN, DOWN, UP))


def _seven(bring_in: First, opens: First, *, open_pair: bool = False) -> tuple[Round, ...]:
    """Two down, four up and one down."""
    return (
        THREE,
        Betting("third", bring_in),
        *street("fourth", UP, first=opens, open_pair=open_pair),
        *street("fifth", UP, size="big", first=opens),
        *street("sixth", UP, size="big", first=opens),
        *street("seventh", DOWN, size="big", first=opens),
        Showdown(),
    )


STUD7 = Game("stud7", _seven("low_card", "high_board", open_pair=True))
RAZZ = Game("razz", _seven("high_card", "low_board"), wins=("low_a5",))
STUD8 = Game("stud8", _seven("low_card", "high_board"), wins=("high", "low8"))
STUD5 = Game(
    "stud5",
    (
        ToSeats("deal", (DOWN, UP)),
        Betting("second", "low_card"),
        *street("third", UP),
        *street("fourth", UP),
        *street("fifth", UP),
        Showdown(),
    ),
)
MISSISSIPPI = Game(
    "mississippi",
    (
        THREE,
        Betting("third", "low_card", in_big_bet="high_or_fold"),
        *street("fifth", UP, UP),
        *street("sixth", UP, size="big"),
        *street("seventh", UP, size="big"),
        Showdown(),
    ),
)
