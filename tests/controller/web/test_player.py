"""The timeline: what was at the table at a time, of the hands that were released."""

from controller.messages import BroadcastHand, Frame
from controller.web.player import HOLD, Playback, Shown, seconds


def hand(number: int, *times: float, result: str = "", ended: str = "") -> BroadcastHand:
    """A hand that begins at a full minute, with frames so many seconds later."""
    last = {"hand": {"result": result}} if result else {}
    frames = [Frame(50.0 + t, last, {"e": "tick"}) for t in times]
    began = f"2026-01-01T12:{number:02d}:00.000Z"
    return BroadcastHand(table="main", hand=number, began=began, ended=ended, frames=frames)


NOON = seconds("2026-01-01T12:00:00.000Z")


def at(player: Playback, minute: int, second: float = 0.0) -> tuple[int, int] | None:
    shown = player.at(NOON + 60 * minute + second)
    return (shown.hand.hand, shown.at) if shown else None


def test_before_the_first_release_there_is_nothing_to_see() -> None:
    player = Playback()
    assert at(player, 0) is None
    assert player.after(NOON) is None


def test_every_moment_is_where_it_was() -> None:
    player = Playback()
    player.take(hand(1, 0.0, 1.0, 4.5))
    assert at(player, 0, 59.9) is None
    assert at(player, 1) == (1, 0)
    assert at(player, 1, 0.999) == (1, 0)
    assert at(player, 1, 1.0) == (1, 1)
    assert at(player, 1, 4.5) == (1, 2)
    assert at(player, 1, 1.0) == (1, 1), "a show that is shifted back finds it again"


def test_the_winner_leaves_by_himself_though_no_hand_follows() -> None:
    player = Playback()
    player.take(hand(1, 0.0, 2.0))
    assert at(player, 1, 2.0 + HOLD - 0.01) == (1, 1)
    assert at(player, 1, 2.0 + HOLD) is None


def test_the_next_hand_begins_when_it_did_however_long_the_winner_was_there() -> None:
    player = Playback()
    player.take(hand(1, 0.0, 55.0))
    player.take(hand(2, 0.0, 3.0))
    assert at(player, 1, 59.9) == (1, 1)
    assert at(player, 2) == (2, 0)


def test_a_hand_that_comes_late_is_joined_where_it_is() -> None:
    player = Playback()
    assert at(player, 1, 30.0) is None, "it was withheld: it was still being played"
    player.take(hand(1, 0.0, 20.0, 40.0))
    assert at(player, 1, 31.0) == (1, 1)


def test_what_comes_next_is_known_with_its_time() -> None:
    player = Playback()
    player.take(hand(1, 0.0, 2.0))
    player.take(hand(3, 0.0, 2.0))
    one, two, three = (player.after(NOON + t) for t in (0.0, 60.5, 62.5))
    assert one and two and three and player.after(NOON + 182.0) is None
    assert [(s.hand.hand, s.at, s.happened - NOON) for s in (one, two, three)] == [
        (1, 0, 60.0), (1, 1, 62.0), (3, 0, 180.0),
    ]  # fmt: skip


def test_a_hand_that_comes_twice_is_there_once_and_the_later_word_holds() -> None:
    player = Playback()
    player.take(hand(1, 0.0, 1.0))
    player.take(hand(1, 0.0, 1.0, 2.0))
    assert at(player, 1, 5.0) == (1, 2)


def test_a_hand_that_is_played_on_leaves_the_air() -> None:
    player = Playback()
    player.take(hand(1, 0.0, 2.0))
    player.take(hand(2, 0.0, 2.0))
    player.withdraw(2)
    assert at(player, 2) is None
    assert at(player, 1) == (1, 0)


def test_a_skipped_hand_is_not_shown_and_the_one_after_it_is() -> None:
    player = Playback()
    for number in (1, 2):
        player.take(hand(number, 0.0, 2.0))
    player.skipped.add(hand(1).began)
    assert at(player, 1) is None
    assert at(player, 2) == (2, 0)


def test_hands_that_are_off_the_air_are_given_back_once() -> None:
    player = Playback()
    for number in (1, 2, 3):
        player.take(hand(number, 0.0, 2.0))
    assert [one.hand for one in player.retire(NOON + 121.0)] == [1]
    assert [one.hand for one in player.retire(NOON + 122.0 + HOLD)] == [2]
    assert player.retire(NOON + 130.0 + HOLD) == []


def test_live_shows_the_newest_moment_until_a_while_after_the_end() -> None:
    player = Playback()
    player.take(hand(2, 0.0), live=True)
    player.take(hand(2, 0.0, 6.0), live=True)
    shown = player.live(NOON + 126.0)
    assert shown and (shown.at, shown.live) == (1, True)
    player.take(hand(2, 0.0, 6.0, 7.0, ended="2026-01-01T12:02:07.000Z"), live=True)
    assert player.live(NOON + 127.0)
    assert player.live(NOON + 127.0 + HOLD) is None
    player.delayed()
    assert player.live(NOON + 127.0) is None


def test_live_a_deal_that_does_not_count_leaves_at_once() -> None:
    player = Playback()
    player.take(hand(2, 0.0), live=True)
    player.take(hand(2, 0.0, 6.0, result="void"), live=True)
    assert player.live(NOON + 126.0) is None


def test_a_moment_knows_when_it_was() -> None:
    assert Shown(hand(1, 0.0, 1.5), 1).happened == NOON + 61.5
