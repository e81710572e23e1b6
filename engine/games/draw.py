"""Games in which players exchange cards of a closed hand."""

from engine.games.rounds import DOWN, Betting, Drawing, Game, Round, Showdown, ToSeats

DEAL = ToSeats("deal", (DOWN,) * 5)
LOWBALL: tuple[Round, ...] = (
    DEAL,
    Betting("before_draw", "after_blinds", bet_or_fold=True),
    Drawing("draw"),
    Betting("after_draw", size="big"),
    Showdown(),
)


def _high(*, openers: bool = False) -> tuple[Round, ...]:
    """Somebody opens, perhaps with jacks or better alone; after the draw it is again his turn."""
    return (
        DEAL,
        Betting("before_draw", "after_blinds", opened=True, openers=openers),
        Drawing("draw"),
        Betting("after_draw", "opener", "big"),
        Showdown(),
    )


LOWBALL_A5 = Game("lowball_a5", LOWBALL, wins=("low_a5",))
LOWBALL_27 = Game("lowball_27", LOWBALL, wins=("low_27",))
TRIPLE_27 = Game(
    "triple_27",
    (
        DEAL,
        Betting("before_draw", "after_blinds", bet_or_fold=True),
        Drawing("first_draw"),
        Betting("after_first_draw"),
        Drawing("second_draw"),
        Betting("after_second_draw", size="big"),
        Drawing("third_draw"),
        Betting("after_draw", size="big"),
        Showdown(),
    ),
    wins=("low_27",),
    law="lowball_27",
    raises=3,
)
DRAW_JACKS = Game("draw_jacks", _high(openers=True))
DRAW_HIGH = Game("draw_high", _high())
