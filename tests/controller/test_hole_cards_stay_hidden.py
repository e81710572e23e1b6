"""A dealer's or a floor's password does not open a hand that nobody has shown."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller import brokers
from tests.controller.stranger import Stranger, faces
from tests.controller.table_process import TableProcess

HOLE = ("Ah", "7c", "Kd", "Qs", "Jc", "Th")  # to seats 2, 3, 1, 2, 3, 1
SEAT = {1: ["Kd", "Th"], 2: ["Ah", "Qs"], 3: ["7c", "Jc"]}
BOARD = ("2c", "3d", "9h", "8s", "5c")
BURNS = ("4c", "4d", "4h")


class Table:
    """A served table of three players, with strangers at its broker."""

    def __init__(self, folder: Path, broker: brokers.Broker) -> None:
        self.process = TableProcess(folder, broker)
        self.dealer, self.floor = Stranger(broker, "dealer"), Stranger(broker, "floor")
        self.public = Stranger(broker, "display")
        self.process.start()
        self.floor.until(lambda: bool(self.floor.last("public/state")), "the table")

    def deals(self) -> None:
        """Three players, six cards."""
        for seat in SEAT:
            assert self.floor.asks("sit", seat=seat, stack=200)["ok"]
        assert self.floor.asks("hand", button=1)["ok"]
        for number, card in enumerate(HOLE):
            self.lands(card, f"seat:{(number + 1) % 3 + 1}")

    def lands(self, card: str, zone: str) -> None:
        seq = self.floor.last("public/event")["seq"]
        self.process.lands(card, zone)
        self.settles(seq + 1)

    def plays_to_the_showdown(self) -> None:
        """Everybody calls and checks, and the board comes."""
        burns, board = iter(BURNS), iter(BOARD)
        while (expect := self.floor.last("dealer/expect")["expect"])["what"] != "show":
            if expect["what"] == "act":
                do = "call" if expect["to_call"] else "check"
                self.settles(self.dealer.asks("act", seat=expect["seat"], do=do)["seq"])
            else:
                self.lands(next(burns if expect["zone"] == "burn" else board), expect["zone"])

    def settles(self, seq: int) -> None:
        """All have heard what the table looks like after an event, and what is due."""
        for one in (self.floor, self.dealer, self.public):
            one.until_settled(seq)
        self.floor.asks("health")  # answered after all that

    def alerts(self) -> list[str]:
        return [one["id"] for one in self.floor.last("floor/alert").get("alerts", [])]

    def until_alerted(self, *names: str) -> None:
        self.floor.until(lambda: self.alerts() == list(names), f"alerts {names}: {self.alerts()}")

    def leaked(self) -> set[str]:
        """The hole cards that anybody has heard of."""
        heard = (one.heard for one in (self.public, self.dealer, self.floor))
        return faces((payload for every in heard for _, payload in every), HOLE)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with brokers.running("mosquitto", tmp_path) as broker:
        table = Table(tmp_path, broker)
        try:
            yield table
        finally:
            for one in (table.dealer, table.floor, table.public):
                one.__exit__()
            table.process.kill()


def audited(folder: Path) -> list[dict[str, object]]:
    with sqlite3.connect(folder / "journal.sqlite") as db:
        return [json.loads(line) for (line,) in db.execute("SELECT line FROM audit ORDER BY n")]


@pytest.mark.parametrize("who", ["dealer", "floor"])
def test_in_mid_hand_show_and_undo_for_each_seat_shows_nothing(table: Table, who: str) -> None:
    table.deals()
    attacker = table.dealer if who == "dealer" else table.floor
    for seat in SEAT:
        shown = attacker.asks("show", seat=seat)
        assert not shown["ok"] and shown["error"]["do"] == "name the cards"
        attacker.asks("undo")
    assert not table.leaked()


def test_a_wrong_name_calls_the_floor_and_is_the_last_one_of_the_hand(table: Table) -> None:
    table.deals()
    assert not table.dealer.asks("show", seat=3, cards=["7c", "Js"])["ok"]
    table.until_alerted("show-1-dealer")
    for cards in (SEAT[3], ["7c"], ["2s", "2d"]):
        refused = table.dealer.asks("show", seat=3, cards=cards)
        assert refused["error"]["do"] == "let the floor show the hand"
    assert table.alerts() == ["show-1-dealer"]
    assert not table.leaked()
    refused = table.dealer.asks("acknowledge", alert="show-1-dealer")
    assert not refused["ok"], "whoever guessed must not put his own alert away"


def test_the_bar_holds_over_a_restart_and_ends_with_the_hand(table: Table) -> None:
    table.deals()
    table.dealer.asks("show", seat=3, cards=["2s", "2d"])
    table.until_alerted("show-1-dealer")
    table.process.kill()
    boot = table.floor.last("public/state")["boot"]
    table.process.start()
    table.floor.until(lambda: table.floor.last("public/state")["boot"] != boot, "the table again")
    assert not table.dealer.asks("show", seat=3, cards=SEAT[3])["ok"]
    assert table.alerts() == ["show-1-dealer", "away"]
    table.settles(table.floor.asks("decide", decision="misdeal")["seq"])
    table.process.gathered()
    table.deals()
    assert table.dealer.asks("show", seat=3, cards=SEAT[3])["ok"]


def test_who_names_the_cards_has_seen_them(table: Table) -> None:
    table.deals()
    shown = table.dealer.asks("show", seat=3, cards=["Jc", "7c"])
    assert shown["ok"], shown
    table.settles(shown["seq"])
    assert table.leaked() == set(SEAT[3])


def test_who_names_one_card_has_seen_that_one(table: Table) -> None:
    table.deals()
    table.settles(table.dealer.asks("show", seat=3, cards=["Jc"])["seq"])
    assert table.leaked() == {"Jc"}


def test_what_was_shown_is_not_taken_back_behind_the_floors_back(
    table: Table, tmp_path: Path
) -> None:
    table.deals()
    table.plays_to_the_showdown()
    seat = table.floor.last("dealer/expect")["expect"]["seat"]
    assert table.dealer.asks("show", seat=seat)["ok"]
    assert not table.alerts()
    table.settles(table.dealer.asks("undo", by="Dan")["seq"])
    table.until_alerted("undone-1")
    lines = [line for line in audited(tmp_path) if line["kind"] == "taken back"]
    what = {"verb": "show", "hand": 1, "seat": seat}
    told = [(line["role"], line["by"], line["what"]) for line in lines]
    assert told == [("dealer", "dealer", what)], "what he calls himself proves nothing"


def test_an_action_taken_back_is_nobodys_business(table: Table) -> None:
    table.deals()
    table.dealer.asks("act", seat=1, do="call")
    table.settles(table.dealer.asks("undo")["seq"])
    assert not table.alerts()


def test_no_answer_to_a_report_says_who_holds_a_card(table: Table) -> None:
    """Every card of the deck is called exposed at every seat; each time all is said alike."""
    table.deals()
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
    for seat in SEAT:
        answers = set()
        for card in deck:
            answer = table.dealer.asks("report", fault="exposed_card", seat=seat, card=card)
            table.settles(table.dealer.asks("undo")["seq"])
            answers.add(_without_numbers(answer))
        assert len(answers) == 1
    assert not table.leaked()


def test_no_guess_at_a_hand_says_which_of_its_cards_was_right(table: Table) -> None:
    table.deals()
    guesses = (["7c", "2s"], ["2s", "7c"], ["2s", "2d"], ["7c", "Jc", "2s"], ["7c", "Ah"])
    answers = set()
    for guess in guesses:
        answers.add(_without_numbers(table.dealer.asks("show", seat=3, cards=guess)))
        table.settles(table.floor.asks("decide", decision="misdeal")["seq"])
        table.process.gathered()
        table.deals()
    assert len(answers) == 1 and not table.leaked()


def _without_numbers(answer: dict[str, object]) -> str:
    """An answer without the number of the request, the event and the ruling."""
    text = json.dumps({key: value for key, value in answer.items() if key not in ("id", "seq")})
    told = json.loads(text)
    for one in told["answers"]:
        one.pop("id", None)
        one.pop("ruling", None)
    return json.dumps(told)
