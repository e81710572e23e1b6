"""What goes to the broker, in which order, and what happens to it when the line breaks."""

from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from controller.mqtt.delivery import Delivery, Publication


@dataclass(frozen=True)
class Row:
    row: int
    topic: str = "event"
    payload: bytes = b""
    retain: bool = False


def rows(publications: list[Publication]) -> list[int]:
    return [one.row for one in publications if one.row]


def filled(count: int, *, window: int = 3, most: int = 100) -> Delivery:
    delivery = Delivery(window, most)
    assert all(delivery.put(Row(number)) for number in range(1, count + 1))
    return delivery


def test_no_more_rows_are_under_way_than_the_window_has() -> None:
    delivery = filled(5)
    first = delivery.take()
    assert rows(first) == [1, 2, 3]
    assert delivery.take() == []
    delivery.acknowledged(first[0])
    assert rows(delivery.take()) == [4]


def test_a_row_counts_as_delivered_when_all_before_it_are() -> None:
    delivery = filled(3)
    one, two, three = delivery.take()
    delivery.acknowledged(three)
    delivery.acknowledged(two)
    assert delivery.delivered == 0
    delivery.acknowledged(one)
    assert delivery.delivered == 3
    assert delivery.waiting == 0


def test_after_a_break_rows_go_out_again_from_the_first_not_confirmed() -> None:
    delivery = filled(5)
    one, *_ = delivery.take()
    delivery.acknowledged(one)
    delivery.connected()
    assert rows(delivery.take()) == [2, 3, 4]


def test_a_row_handed_over_twice_goes_out_once() -> None:
    delivery = filled(2)
    assert delivery.put(Row(2))
    assert rows(delivery.take()) == [1, 2]


def test_when_it_is_full_the_rows_stay_in_the_journal() -> None:
    delivery = filled(4, most=4)
    assert not delivery.put(Row(5))
    assert delivery.taken == 4
    delivery.acknowledged(delivery.take()[0])
    assert delivery.put(Row(5))


def test_of_a_value_only_the_latest_goes_out_and_one_at_a_time() -> None:
    delivery = Delivery(3, 100)
    delivery.keep("state", b"1")
    delivery.keep("state", b"2")
    (two,) = delivery.take()
    assert two.payload == b"2"
    delivery.keep("state", b"3")
    delivery.keep("state", b"4")
    assert delivery.take() == [], "the second is still under way"
    delivery.acknowledged(two)
    assert [one.payload for one in delivery.take()] == [b"4"]


def test_the_same_value_again_is_left_out() -> None:
    delivery = Delivery(3, 100)
    assert delivery.keep("state", b"1")
    delivery.acknowledged(delivery.take()[0])
    assert not delivery.keep("state", b"1")
    assert delivery.take() == []


def test_a_value_follows_the_event_that_made_it() -> None:
    delivery = Delivery(3, 100)
    delivery.take()
    delivery.keep("state", b"1")
    delivery.put(Row(1))
    assert [one.topic for one in delivery.take()] == ["event", "state"]


def test_a_new_broker_gets_all_values_before_the_rows_that_waited() -> None:
    delivery = Delivery(3, 100)
    delivery.keep("state", b"1")
    delivery.keep("alert", b"")
    for one in delivery.take():
        delivery.acknowledged(one)
    delivery.put(Row(1))
    delivery.connected()
    assert [one.topic for one in delivery.take()] == ["state", "alert", "event"]


def test_a_retained_row_is_told_again_to_a_broker_that_forgot_it() -> None:
    delivery = Delivery(3, 100)
    delivery.put(Row(1, "broadcast", b"sealed", retain=True))
    delivery.acknowledged(delivery.take()[0])
    delivery.connected()
    assert delivery.take() == [Publication("broadcast", b"sealed")]


@given(
    st.lists(st.sampled_from(["put", "take", "first", "last", "break"]), max_size=80),
    st.integers(1, 5),
)
def test_whatever_happens_no_row_is_left_out_and_none_overtakes(
    happenings: list[str], window: int
) -> None:
    delivery, under_way, put = Delivery(window, 1000), list[Publication](), 0
    seen: list[int] = []
    for what in [*happenings, "break", *["take", "first"] * 81]:
        if what == "put":
            put += 1
            delivery.put(Row(put))
        elif what == "take":
            taken = delivery.take()
            under_way += taken
            seen += rows(taken)
        elif what == "break":
            delivery.connected()
            under_way.clear()
        elif under_way:
            delivery.acknowledged(under_way.pop(0 if what == "first" else -1))
    assert delivery.delivered == put
    assert list(dict.fromkeys(seen)) == list(range(1, put + 1)), "first time seen, in order"
    steps = [after - before for before, after in pairwise(seen)]
    assert all(step <= 1 for step in steps), "a repeat goes back, nothing jumps ahead"
