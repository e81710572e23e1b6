"""What a line may ask of a game with a draw, its faults, and what a house may set of it."""

from engine.games import GAMES
from engine.law.parameter import Parameter

STRUCTURES = ("limit", "spread", "pot_limit", "no_limit", "big_bet")

OF_DRAW = {
    "draw_game": "players exchange cards",
    "lowball": "players exchange cards, and the low hand wins",
    **{name: f"it is {name}" for name, game in GAMES.items() if game.draws and not game.law},
    "drawing": "cards are being exchanged",
    "before_draw": "the draw is not over",
    "after_draw": "the draw is over",
    "on_draw": "the card came on the draw",
    "wheel_card": "it is an ace, two, three, four or five",
    "seven_or_under": "it is an ace or a card up to the seven",
    "perfect_card": "it is a two, three, four, five or seven",
    "face_untold": "nobody has said which card it is",
    "joker_card": "it is the joker, and one plays",
    "replaced_before": "another exposed card was replaced before",
    "opener_all_in": "its player is all-in",
    "pot_plays": "false openers are too late: there was a raise, two have called, or it is drawn",
    "overcall": "he called an all-in of less than half a bet behind a seven or better, and lost",
    "dealt": "a card has left the deck since he asked",
    "next_asked": "the next player has asked",
}
DRAW_FAULTS = {
    "draw_changed": "a player asks for another number of cards than before, too late",
    "wrong_draw": "a player got other cards on the draw than he asked for",
    "five_drawn": "a player got five cards of the draw at once",
    "check_raise": "a raise by a player who had checked, where that is barred",
    "split_openers": "an opener who split his openers could not have had them",
    "sevens": "a player checked a seven or better",
    "miscalled_hand": "a player called his hand better than it is",
}
DRAW_PARAMETERS = {
    "joker": Parameter(False, "a joker plays"),
    "check_raise": Parameter(True, "who has checked may raise", by=STRUCTURES),
    "sevens": Parameter(
        False, "lowball: a seven or better that was checked wins nothing more", by=STRUCTURES
    ),
    "antes_in_a_row": Parameter(0, "deals nobody opens after which no more is anted; 0: no end"),
}
