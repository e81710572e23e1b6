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
