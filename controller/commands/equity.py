"""``cutcard equity``: what hands are worth against each other."""

import argparse
import json
import time

from controller.errors import UsageError
from engine.equity.spots import FORMS, UNKNOWN, Equities, Odds, Spot, read_spot
from engine.worth import HandError, scale

HELP = "show the win, tie and share of the pot of each hand"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the hands, the board and the dead cards."""
    parser.add_argument(
        "hands",
        nargs="*",
        metavar="HAND",
        help="two cards, or four for Omaha, as in AhKh; '??' (in quotes) for an unseen card; "
        "in stud what is out, in draw what is kept",
    )
    parser.add_argument("--board", default="", help="three to five cards, as in Ks9h4h")
    parser.add_argument("--dead", default="", help="cards that are out of play")
    parser.add_argument(
        "--game",
        choices=FORMS,
        help="default: holdem or omaha, by the cards in a hand; with an 8 the low, "
        "eight or better, takes half of the pot; in stud and draw the rest of each hand is to come",
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="how long to refine an estimate (default 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the equities as a table or as JSON."""
    try:
        spot = read_spot(args.hands, args.board, args.dead, args.game)
    except HandError as error:
        raise UsageError(str(error)) from error
    result = _valued(spot, args.seconds)
    print(json.dumps(_as_json(result)) if args.json else _as_table(result))
    return 0


def _valued(spot: Spot, seconds: float) -> Equities:
    """Count exactly, or estimate for as long as there is time."""
    from engine.equity.counting import work  # numpy loads only when there is something to count

    stop = time.monotonic() + seconds
    best = None
    for result in work(spot):
        best = result or best
        if best and time.monotonic() >= stop:
            break
    assert best is not None  # work never ends without a result
    return best


def _as_json(result: Equities) -> dict[str, object]:
    """Put all figures into one object."""
    spot = result.spot
    return {
        "game": spot.game.name,
        "board": list(spot.board),
        "dead": list(spot.dead),
        "boards": result.boards,
        "exact": result.exact,
        "players": [
            {
                "hand": "".join(player.hand),
                "wins": player.wins,
                "ties": player.ties,
                "win": player.wins / result.boards,
                "tie": player.ties / result.boards,
                "share": float(player.share),
                "high": float(player.high),
                "low": float(player.low),
                "error": player.error,
                "outs": list(player.outs),
                "split_outs": list(player.split_outs),
                "has": _has(spot, player.hand),
            }
            for player in result.players
        ],
    }


def _as_table(result: Equities) -> str:
    """Draw the table, and under it what the hands wait for."""
    spot = result.spot
    each = "boards" if spot.game.board else "deals"
    kind = f"{each}, every one counted" if result.exact else "deals at random"
    on = f" on {' '.join(spot.board)}" if spot.board else _before(spot)
    dead = f", dead {' '.join(spot.dead)}" if spot.dead else ""
    wide = max(len("".join(hand)) for hand in spot.hands)
    columns = ("win", "tie", *(("high", "low") if spot.game.low else ()), "share")
    lines = [
        f"{spot.game.name}{on}{dead}: {result.boards:,} {kind}",
        f"{'hand':<{wide}}" + "".join(f"  {column:>7}" for column in columns),
    ]
    lines += [_row(result, player, wide) for player in result.players]
    for player in result.players:
        for word, cards in (("outs", player.outs), ("split outs", player.split_outs)):
            if cards:
                lines.append(f"{''.join(player.hand)} {word} ({len(cards)}): {' '.join(cards)}")
    return "\n".join(lines)


def _before(spot: Spot) -> str:
    """How far the deal is, where nothing lies in the middle."""
    if spot.game.board:
        return " before the flop"
    more = "card" if spot.unknown == 1 else "cards"
    return f", {spot.unknown} {more} to come" if spot.unknown else ""


def _row(result: Equities, player: Odds, wide: int) -> str:
    """Draw the line of one hand."""
    sides = (player.high, player.low) if result.spot.game.low else ()
    parts = [player.wins / result.boards, player.ties / result.boards]
    parts += map(float, (*sides, player.share))
    row = f"{''.join(player.hand):<{wide}}" + "".join(f"  {100 * part:6.2f}%" for part in parts)
    if not result.exact:
        row += f" ± {100 * player.error:.2f}"
    has = _has(result.spot, player.hand)
    return f"{row}  {has}" if has else row


def _has(spot: Spot, hand: tuple[str, ...]) -> str | None:
    """Name what a hand makes on the board as it lies."""
    whole = spot.board if spot.game.board else len(hand) == spot.game.hole
    if not whole or UNKNOWN in hand:
        return None
    named = (scale(side, spot.game.uses).best(hand, spot.board).name for side in spot.game.sides)
    return "; ".join(named)
