"""Chips and turns as they were, where the floor takes something back."""

from engine.betting.round import Betting

Chips = tuple[list[tuple[int, int, int, bool]], int]  # of each player, and the dead money


def chips(betting: Betting) -> Chips:
    """Where all chips are."""
    return [(p.stack, p.bet, p.paid, p.all_in) for p in betting.order], betting.dead


def pot(chips: Chips) -> int:
    """All that was in the middle."""
    each, dead = chips
    return dead + sum(paid for _, _, paid, _ in each)


def put_back(betting: Betting, chips: Chips) -> None:
    """All chips are where they were."""
    each, betting.dead = chips
    for player, (stack, bet, paid, all_in) in zip(betting.order, each, strict=True):
        player.stack, player.bet, player.paid, player.all_in = stack, bet, paid, all_in


def revive(betting: Betting, seat: int, turn: int) -> int:
    """A dead hand lives again, and it is ``turn``'s turn where nobody acted since.

    Returns what it puts in for the rounds that went on without it.
    """
    player = betting.players[seat]
    others = [other.paid - other.bet for other in betting.live]
    player.folded = False
    owed = max(others, default=0) - (player.paid - player.bet)
    added = min(max(owed, 0), player.stack)
    player.stack -= added
    player.paid += added
    player.all_in = player.stack == 0
    betting.turn_from(betting.players.get(turn) or betting.turn or player)
    return added
