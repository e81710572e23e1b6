"""Registering: the next card wanted, and what is wrong said at once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.decks import JOKER, NAMES, Deck, Decks
from firmware_bridge.registering import Registered, Walk, order


def tag(n: int) -> str:
    return f"E00401{n:010X}"


def walk(decks: Decks | None = None, jokers: int = 0, *, new_deck_order: bool = False) -> Walk:
    return Walk(decks or Decks(), Deck("red", "red", jokers), new_deck_order=new_deck_order)


def test_every_card_is_asked_for_once_and_then_the_deck_is_complete() -> None:
    going = walk(jokers=2)
    asked = []
    for n in range(54):
        asked.append(going.wanted)
        assert going.lay(tag(n)) == Registered("registered", n + 1)
        assert going.done == n + 1
    assert asked == [*NAMES, JOKER, JOKER]
    assert going.wanted is None and going.deck.complete
    assert going.lay(tag(99)) == Registered("complete")
    assert going.decks.in_play == going.deck


def test_new_deck_order_is_that_of_the_box() -> None:
    cards = order(2, new_deck_order=True)
    assert sorted(cards) == sorted(order(2))
    assert cards[:3] == (JOKER, JOKER, "As")
    assert [cards[n] for n in (14, 15, 27, 28, 40, 41, 53)] == [
        "Ks", "Ad", "Kd", "Kc", "Ac", "Kh", "Ah",
    ]  # fmt: skip


def test_a_card_laid_twice_is_said_at_once() -> None:
    going = walk()
    going.lay(tag(1))
    assert going.lay(tag(1)) == Registered("card twice", 1)
    assert going.done == 1


def test_two_cards_with_one_tag_are_said_at_once() -> None:
    going = walk()
    for n in (1, 2, 3):
        going.lay(tag(n))
    assert going.lay(tag(2)) == Registered("tag taken", 2)
    assert going.done == 3


def test_a_card_of_another_deck_is_said_at_once() -> None:
    decks = Decks().having(Deck("blue", "blue", cards={tag(7): "As"}))
    assert walk(decks).lay(tag(7)) == Registered("other deck", deck="blue")


def test_an_unreadable_tag_is_said_at_once() -> None:
    going = walk()
    for text in ("", "?", "E0040", "E00", "not a tag", "E0" * 17, "E0040100123G"):
        assert going.lay(text) == Registered("unreadable")
    assert going.done == 0


def test_tags_are_taken_as_readers_write_them() -> None:
    going = walk()
    assert going.lay(" e0:04:01:00 12 34 56 78\r") == Registered("registered", 1)
    assert list(going.deck.cards) == ["E004010012345678"]


def test_undo_takes_the_last_card_back() -> None:
    going = walk()
    assert not going.undo()
    going.lay(tag(1))
    going.lay(tag(2))
    second = going.wanted
    assert going.undo() and going.undo()
    assert going.wanted == NAMES[0] and second == NAMES[2]
    assert going.lay(tag(2)) == Registered("registered", 1)


def test_a_walk_goes_on_where_it_was_left() -> None:
    first = walk()
    for n in range(20):
        first.lay(tag(n))
    second = Walk(first.decks, first.decks.deck("red"))
    assert (second.done, second.wanted) == (20, NAMES[20])
    assert second.undo() and second.wanted == NAMES[19]


def test_beginning_anew_frees_the_tags_of_before() -> None:
    first = walk()
    first.lay(tag(1))
    assert walk(first.decks).lay(tag(1)) == Registered("registered", 1)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.one_of(st.integers(0, 60).map(tag), st.just("undo"), st.just("?"))))
def test_whatever_is_laid_a_tag_has_one_card_and_a_card_one_tag(said: list[str]) -> None:
    going = walk()
    for text in said:
        before = going.done
        if text == "undo":
            assert going.undo() == (before > 0)
        else:
            assert (going.lay(text).outcome == "registered") == (going.done == before + 1)
        cards = list(going.deck.cards.values())
        assert cards == list(NAMES[: going.done])
