"""What waits to be told: the first that happened goes first, and holds the others up."""

from __future__ import annotations

from controller.senses.waiting import Event, Item, Undecided, Waiting

NOTHING = Undecided()


def item(name: str, since: float, **fields: float | bool) -> Item:
    told, ready = float(fields.pop("told", since)), float(fields.pop("ready", since))
    drawn = fields.pop("drawn", None)
    event: Event = {"e": name}
    return Item(
        since, told, ready, lambda: [event], drawn=drawn, heeds_draws=bool(fields.pop("heeds", 0))
    )


def given(waiting: Waiting, t: float, undecided: Undecided = NOTHING) -> list[str]:
    names = []
    while (one := waiting.next(t, undecided)) is not None:
        names += [event["e"] for event in one.make()]
    return names


def filled(*items: Item) -> Waiting:
    waiting = Waiting(hold=1.0, together=0.25)
    for one in items:
        waiting.add(one)
    return waiting


def test_the_order_is_that_of_what_happened() -> None:
    assert given(filled(item("later", 2.0), item("sooner", 1.0)), 3.0) == ["sooner", "later"]


def test_an_item_that_waits_holds_up_those_after_it() -> None:
    waiting = filled(item("waits", 1.0, ready=5.0), item("ready", 2.0))
    assert given(waiting, 4.9) == []
    assert waiting.due() == 5.0
    assert given(waiting, 5.0) == ["waits", "ready"]


def test_something_undecided_holds_up_what_came_after_it_and_not_for_ever() -> None:
    waiting = filled(item("before", 1.0), item("after", 2.0))
    undecided = Undecided(since=1.5)
    assert given(waiting, 2.1, undecided) == ["before"]
    assert waiting.due() == 2.15  # it is looked at again soon
    assert given(waiting, 3.0, undecided) == ["after"]


def test_a_card_in_the_air_holds_up_people_and_cards_drawn_later() -> None:
    air = Undecided(drawn=(1.0,))
    assert given(filled(item("said", 1.5, heeds=True)), 1.6, air) == []
    assert given(filled(item("drawn later", 1.5, drawn=1.2)), 1.6, air) == []
    assert given(filled(item("drawn before", 1.5, drawn=0.8)), 1.6, air) == ["drawn before"]
    assert given(filled(item("moved", 1.5)), 1.6, air) == ["moved"]


def test_cards_that_land_together_come_as_they_were_drawn() -> None:
    waiting = filled(
        item("third", 2.0, drawn=1.2), item("first", 2.1, drawn=1.0), item("second", 2.2, drawn=1.1)
    )
    assert given(waiting, 3.0) == ["first", "second", "third"]


def test_a_card_that_landed_long_before_is_not_put_off_by_its_draw() -> None:
    waiting = filled(item("landed", 2.0, drawn=1.2), item("held in the hand", 5.0, drawn=1.0))
    assert given(waiting, 6.0) == ["landed", "held in the hand"]


def test_nothing_waits_and_nothing_is_due() -> None:
    waiting = filled()
    assert waiting.due() is None
    assert given(waiting, 9.0) == []
