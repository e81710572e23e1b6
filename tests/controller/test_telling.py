"""The dealer is told in plain words what to do next, and never a face nobody was shown."""

from pathlib import Path
from typing import Any

import pytest

from controller.languages import language
from controller.scenario import parse, run
from controller.telling import due
from engine import Table
from engine.answers import STEPS
from engine.cards import DECK
from engine.english import ENGLISH
from engine.views import masked
from engine.wording import signed, timed, told
from tests.engine.dealer import Dealer

SCENARIOS = Path(__file__).parent.parent / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.txt"))
Answer = dict[str, Any]


def say(table: Table) -> str:
    return language("en").say([due(table)])


def say_step(step: Answer) -> str:
    return told(timed(step))


class Told(Table):
    """A table that says every expectation and every step, and looks at what it said."""

    def apply(self, event: Any) -> list[Answer]:
        answers = super().apply(event)
        said = [say(self)]
        for answer in answers:
            said += [say_step(masked(s, self, "dealer")) for s in answer.get("procedure", [])]
        for sentence in said:
            assert sentence and "{" not in sentence and "None" not in sentence
            assert sentence[0].isupper() and len(sentence) <= 60, sentence
            hidden = [card for card in DECK if not self.is_shown(card)]
            assert not any(signed(card) in sentence for card in hidden), "a face nobody was shown"
        return answers


@pytest.mark.parametrize("folder", sorted({file.parent for file in FILES}), ids=lambda at: at.name)
def test_every_expectation_and_step_of_the_notebook_has_its_sentence(folder: Path) -> None:
    for file in sorted(folder.glob("*.txt")):
        run(parse(file.read_text("utf-8"), file.name), Told)


def test_an_orderly_deal_is_told_from_the_first_card_to_the_last() -> None:
    dealer = Dealer("uspa", 2, seed=4)
    assert say(dealer.table) == "New hand"
    dealer.hand(button=1)
    told = []
    while dealer.table.expected and dealer.table.expected["what"] != "hand":
        told.append(say(dealer.table))
        expected = dealer.table.expected
        if expected["what"] == "act":
            do = "call" if expected["to_call"] else "check"
            dealer.do("act", seat=expected["seat"], do=do)
        else:
            dealer.step()
    assert [line for line in told if "act" not in line] == [
        *["Card to seat 2", "Card to seat 1"] * 2,
        "Burn", "Deal the flop", "Deal the flop: 2 more", "Deal the flop: 1 more",
        "Burn", "Deal the turn", "Burn", "Deal the river",
        "Seat 2 shows", "Seat 1 shows",
    ]  # fmt: skip
    assert "Seat 1 to act, 1 to call" in told and "Seat 2 to act" in told


def test_an_exposed_card_is_named_and_its_ruling_with_it() -> None:
    dealer = Dealer("diamondjims", 3)
    dealer.hand(button=1)
    dealer.do("card", card="Ah", zone="seat:2", face="down")
    dealer.do("card", card="7c", zone="seat:3", face="up")
    ruling = dealer.of("ruling")[0]
    assert [say_step(step) for step in ruling["procedure"]] == [
        "After the deal: top card to seat 3",
        "After the betting: burn the 7♣",
    ]
    assert dealer.table.ruling_due() is None, "the deal goes on first"
    for zone in ("seat:1", "seat:2", "seat:3", "seat:1"):
        dealer.do("card", card=dealer.deck.pop(), zone=zone, face="down")
    assert (say(dealer.table), dealer.table.ruling_due()) == ("Top card to seat 3", ruling["id"])


def test_an_empty_table_waits_for_players() -> None:
    assert say(Table()) == "Wait for players"


def test_every_step_of_the_contract_has_its_words() -> None:
    for do in STEPS:
        assert f"step.{do}" in ENGLISH
        assert "{" not in say_step({"do": do, "seat": 2, "card": "??", "zone": "seat:2"})


def test_the_dealer_is_told_of_a_clock_and_of_a_choice() -> None:
    dealer = Dealer("hilton", 3, structure="limit", small_bet=20, big_bet=40)
    for seat in (1, 2, 3):
        dealer.do("sit", seat=seat, stack=500)
    dealer.hand(button=3)
    while (dealer.table.expected or {})["what"] == "card":
        dealer.step()
    seat = (dealer.table.expected or {})["seat"]
    dealer.do("clock", seat=seat)
    assert say(dealer.table) == f"Seat {seat} is on the clock"
    dealer.t += 62
    dealer.do("tick")
    assert say(dealer.table) == f"Seat {seat}: countdown, ten seconds"
    dealer.do("chips", seat=seat, chips=[1, 1, 5])
    assert say(dealer.table) == f"Seat {seat}: countdown, ten seconds"  # time runs on
    dealer.do("say", seat=seat, words="call")
    assert "clock" not in say(dealer.table)


def said_at(text: str) -> list[str]:
    """What the dealer was told after each event, each once."""
    told: list[str] = []

    class Listening(Table):
        def apply(self, event: Any) -> list[Answer]:
            answers = super().apply(event)
            if not told or told[-1] != say(self):
                told.append(say(self))
            return answers

    report = run(parse(text, "told"), Listening)
    assert report.passed, report
    return told


def test_stud_is_told_by_who_brings_it_in_and_by_its_streets() -> None:
    told = said_at(
        "Stud\nbook uspa\ngame stud7 limit\nlimit bets 4/8\nbring_in 2\nante 1\nseats 1-3\n"
        "seat 1 is dealt Ah Kd 5h\nseat 2 is dealt Qh Qd 3c\nseat 3 is dealt 2h 7h Ks\n"
        "deal\nseat 2 brings it in\neveryone calls\ndeal fourth street\n"
    )
    assert "Seat 2 brings it in for 2" in told
    streets = [words for words in told if words.startswith("Fourth street")]
    assert streets == [f"Fourth street: up to seat {seat}" for seat in (1, 2, 3)]


def test_a_draw_is_told_by_how_many_were_asked_for_and_how_many_are_left() -> None:
    told = said_at(
        "Draw\nbook uspa\ngame lowball_27 limit\nlimit bets 2/4\nseats 1-3, button 3\ndeal\n"
        "everyone calls\nseat 1 draws 2\nseat 2 draws 0\nseat 3 draws 1\nthe draw goes on\n"
    )
    assert "Seat 1 draws: how many?" in told
    cards = [words for words in told if ": deal" in words]
    assert cards == ["Seat 1 draws 2: deal 2", "Seat 1 draws 2: deal 1", "Seat 3 draws 1: deal 1"]


def test_the_second_board_is_told_by_its_number() -> None:
    told = said_at((SCENARIOS / "uspa" / "dealt_twice.txt").read_text("utf-8"))
    further = [words for words in told if words.startswith("Board")]
    assert further[:4] == [
        "Board 2: burn", "Board 2: deal the flop", "Board 2: deal the flop: 2 more",
        "Board 2: deal the flop: 1 more",
    ]  # fmt: skip


def test_a_dead_hand_is_taken_before_the_action_goes_on() -> None:
    told = said_at(
        "Dead\nbook uspa\ngame holdem\nseats 1-6, button 6\nseat 4 is dealt Ah Kd\ndeal\n"
        "seat 3 folds\nseat 4 calls\nreport short_hand seat 4\n"
        "ruling short_hand, dead_hand by uspa.3.1.5.1.4a, fix\nAh to muck\nKd to muck\n"
    )
    assert told[-2:] == ["Kill seat 4's hand", "Seat 5 to act, 2 to call"]
