"""Decks: which tag is which card, kept for the owner's eyes alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.decks import (
    JOKER,
    NAMES,
    Deck,
    Decks,
    DecksError,
    DecksFileError,
    UnknownDeckError,
    load,
    save,
    writing,
)


def tag(n: int, deck: int = 0) -> str:
    return f"E00401{deck:02X}{n:08X}"


def whole(name: str = "red", number: int = 0, jokers: int = 0) -> Deck:
    cards = [*NAMES, *[JOKER] * jokers]
    return Deck(name, name, jokers, {tag(n, number): card for n, card in enumerate(cards)})


TWO = Decks().having(whole("red", 0, jokers=2)).having(whole("blue", 1))


def test_a_deck_is_complete_with_its_jokers() -> None:
    assert whole(jokers=2).complete and whole().complete
    deck = Deck("red", "red", jokers=1, cards=whole().cards)
    assert not deck.complete
    assert [card for card in (*NAMES, JOKER) if deck.lacks(card)] == [JOKER]


def test_a_tag_is_found_in_its_deck() -> None:
    assert TWO.card(tag(0, 1)) == NAMES[0]
    assert TWO.whose(tag(0, 1)) == TWO.deck("blue")
    assert TWO.card("04AABBCCDD") is None


def test_two_decks_are_in_turn() -> None:
    assert TWO.turn == ("red", "blue")
    played = TWO.next_turn()
    assert played.in_play == TWO.deck("blue")
    assert played.next_turn() == TWO
    three = TWO.having(whole("green", 2))
    assert three.turn == ("red", "blue")
    assert three.taking_turns("green", "red").in_play == three.deck("green")
    assert Decks().in_play is None


def test_an_incomplete_deck_has_no_turn() -> None:
    begun = TWO.having(Deck("red", "red"))
    assert begun.turn == ("blue",)
    with pytest.raises(DecksError, match="'red' is not complete"):
        begun.taking_turns("red", "blue")
    with pytest.raises(DecksError, match="name two decks"):
        TWO.taking_turns("red", "red")
    with pytest.raises(UnknownDeckError, match="'gold': the decks here: red, blue"):
        TWO.taking_turns("gold")


def test_states_in_the_words_operators_know() -> None:
    assert TWO.states({tag(0): "seat:1", tag(1): "seat:2"}) == {}
    assert TWO.states({tag(0): "seat:1", "04AABBCCDD": "board"}) == {
        "board": ("unregistered card", "a card in board is of no deck: register or remove it")
    }
    twice = "seat:1 and seat:3: cards of two decks are mixed, take one away"
    assert TWO.states({tag(0): "seat:3", tag(0, 1): "seat:1"}) == {
        "seat:1": ("same card twice", twice),
        "seat:3": ("same card twice", twice),
    }
    assert TWO.states({tag(52): "seat:1", tag(53): "muck"}) == {}  # two jokers are two cards


def test_one_at_a_time_may_change_the_decks(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "decks.json"
    with writing(path):
        with pytest.raises(DecksFileError, match="another program is changing it"), writing(path):
            raise AssertionError("both may write")
        save(path, TWO)
        assert load(path) == TWO  # to read them needs no leave
    with writing(path):
        assert path.with_name("decks.json.lock").stat().st_mode & 0o077 == 0


def test_who_is_killed_lets_go_of_the_decks(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    hold = (
        "import sys, time; from pathlib import Path; from firmware_bridge.decks import writing\n"
        "with writing(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", hold, str(path)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    with other.stdout:
        assert other.stdout.readline() == b"held\n"
    with pytest.raises(DecksFileError), writing(path):
        raise AssertionError("both may write")
    other.kill()
    other.wait()
    with writing(path):
        save(path, TWO)


def test_the_file_is_the_owners_alone_and_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "decks.json"
    old = os.umask(0)
    try:
        save(path, TWO)
    finally:
        os.umask(old)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert load(path) == TWO
    assert list(load(path).deck("red").cards) == list(TWO.deck("red").cards)
    assert [entry.name for entry in path.parent.iterdir()] == ["decks.json"]


def test_no_file_is_no_decks(tmp_path: Path) -> None:
    assert load(tmp_path / "decks.json") == Decks()


def test_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    save(path, TWO)
    path.chmod(0o640)
    with pytest.raises(DecksFileError, match=r"mode 640.*chmod 600"):
        load(path)


def test_a_save_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "decks.json"
    save(path, TWO)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DecksFileError, match="No space left"):
        save(path, Decks())
    assert load(path) == TWO
    assert [entry.name for entry in tmp_path.iterdir()] == ["decks.json"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "not a file of decks"),
        (b'{"decks":[{"name":"r"}]}', "not a file of decks"),
        (b'{"version":2}', "version 2, expected 1"),
        (b'{"decks":[{"name":"r","back":"r","cards":{"zz":"As"}}]}', "hexadecimal"),
        (b'{"decks":[{"name":"r","back":"r","cards":{"AABBCCDD":"Xx"}}]}', "that no deck has"),
        (
            b'{"decks":[{"name":"r","back":"r","cards":{"AABBCCDD":"As","AABBCCDE":"As"}}]}',
            "one card has two tags",
        ),
        (
            b'{"decks":[{"name":"r","back":"r","cards":{"AABBCCDD":"As"}},'
            b'{"name":"b","back":"b","cards":{"AABBCCDD":"Ks"}}]}',
            "two decks have one tag",
        ),
        (b'{"decks":[{"name":"r","back":"r","jokers":9}]}', "9 jokers, expected 0 to 4"),
        (b'{"turn":["r"]}', "a turn for a deck that is not there"),
    ],
)
def test_a_spoilt_file_is_refused_without_saying_a_face(
    content: bytes, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "decks.json"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(DecksFileError, match=said) as caught:
        load(path)
    assert "As" not in str(caught.value) and "Xx" not in str(caught.value)


def test_a_deck_shows_no_face_when_it_is_printed() -> None:
    assert repr(whole()) == "<Deck red, red back, 52 of 52 cards>"
    assert "'As'" not in repr(TWO)
