"""Games with a board in the middle."""

from engine.games.rounds import DOWN, Betting, Game, Round, Showdown, ToSeats, board

STREETS: tuple[Round, ...] = (
    Betting("preflop", "after_blinds"),
    *board("flop", 3),
    *board("turn", 1, "big"),
    *board("river", 1, "big"),
    Showdown(),
)

HOLDEM = Game("holdem", (ToSeats("deal", (DOWN,) * 2), *STREETS))
OMAHA = Game("omaha", (ToSeats("deal", (DOWN,) * 4), *STREETS), uses=2)
OMAHA8 = Game("omaha8", OMAHA.rounds, wins=("high", "low8"), uses=2)
