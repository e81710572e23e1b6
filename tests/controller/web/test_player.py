"""The player: released hands one after the other, each in its own time."""

from controller.messages import BroadcastHand, Frame
from controller.web.player import HOLD, Player, Shown


def hand(number: int, *times: float, began: str = "") -> BroadcastHand:
    frames = [Frame(t, {}, {"e": "tick", "t": t}) for t in times]
    began = began or f"2026-01-01T12:{number:02d}:00.000Z"
    return BroadcastHand(table="main", hand=number, began=began, frames=frames)


def at(player: Player, now: float) -> tuple[int, int] | None:
    player.advance(now)
    return (player.shown.hand.hand, player.shown.at) if player.shown else None


def test_before_the_first_release_there_is_nothing_to_see() -> None:
    player = Player()
    assert at(player, 0.0) is None
    assert player.due() is None


def test_a_hand_is_played_at_the_pace_it_had() -> None:
    player = Player()
    player.take(hand(1, 50.0, 51.0, 54.5), now=1000.0)
    assert at(player, 1000.0) == (1, 0)
    assert player.due() == 1001.0
    assert at(player, 1004.4) == (1, 1)
    assert at(player, 1004.5) == (1, 2)
    assert player.due() is None


def test_the_winner_stays_a_while_before_the_next_hand_begins() -> None:
    player = Player()
    player.take(hand(1, 0.0, 2.0), now=100.0)
    player.take(hand(2, 9.0, 10.0), now=101.0)
    assert at(player, 102.0) == (1, 1)
    assert at(player, 102.0 + HOLD - 0.1) == (1, 1)
    assert at(player, 102.0 + HOLD) == (2, 0)
    assert at(player, 103.0 + HOLD) == (2, 1)


def test_a_hand_that_comes_twice_is_played_once() -> None:
    player = Player()
    player.take(hand(1, 0.0, 1.0), now=0.0)
    player.take(hand(1, 0.0, 1.0), now=5.0)
    assert at(player, 50.0) == (1, 1)
    assert player.due() is None


def test_a_hand_that_lay_at_the_broker_is_shown_at_its_end() -> None:
    player = Player()
    player.take(hand(4, 0.0, 1.0, 2.0), now=0.0, old=True)
    assert at(player, 0.0) == (4, 2)
    player.take(hand(5, 9.0, 10.0), now=1.0)
    assert at(player, 1.0) == (4, 2)
    assert at(player, HOLD) == (5, 0)


def test_a_hand_released_while_the_broker_was_away_is_played_like_any_other() -> None:
    player = Player()
    player.take(hand(1, 0.0, 1.0), now=0.0)
    at(player, 10.0)
    player.take(hand(2, 20.0, 21.0), now=20.0, old=True)
    assert at(player, 20.0) == (2, 0)


def test_live_shows_the_newest_moment_at_once() -> None:
    player = Player()
    player.take(hand(1, 0.0, 1.0, 2.0), now=0.0)
    player.take(hand(2, 5.0), now=0.5, live=True)
    assert at(player, 0.5) == (2, 0)
    player.take(hand(2, 5.0, 6.0), now=0.6, live=True)
    assert at(player, 0.6) == (2, 1)
    player.take(hand(1, 0.0, 1.0, 2.0), now=9.0)  # its delay is over now
    assert at(player, 9.0) == (2, 1)


def test_a_moment_knows_when_it_was() -> None:
    one = hand(1, 50.0, 51.5, began="1970-01-01T00:01:00.000Z")
    assert Shown(one, 1).happened == 61.5
