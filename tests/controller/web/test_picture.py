"""The overlay's picture of each moment of a hand, and the same for vMix."""

from fractions import Fraction
from typing import Any

import pytest

from controller.languages import language
from controller.languages.heard import hand_in_words
from controller.messages import BroadcastHand, Frame
from controller.web import vmix
from controller.web.picture import blank, picture, spot_of, told
from controller.web.player import Shown
from controller.web.statistics import Tally, before_the_flop
from controller.web.strength import strength
from engine import Table
from engine.equity.counting import equities
from engine.equity.spots import Equities, Odds, read_spot, split_cards

ENGLISH = language("en").words
INFO = {"small_blind": 1, "big_blind": 2}
HOLE = ("Ah", "Kd", "Qs", "As", "Kh", "Qd")  # from seat 2 on, twice round


class Filmed:
    """A table of three, and the frames of its hand."""

    def __init__(self) -> None:
        self.table = Table()
        self.frames: list[Frame] = []
        self.t = 0.0
        self.do(
            "open", game="holdem", structure="no_limit", format="cash", rulebook="uspa",
            small_blind=1, big_blind=2,
        )  # fmt: skip
        for seat, name in ((1, "Ada"), (2, ""), (3, "Emmy")):
            self.do("sit", seat=seat, stack=200, name=name)
        self.frames.clear()
        self.do("hand", button=1)
        for number, card in enumerate(HOLE):
            self.do("card", card=card, zone=f"seat:{(1 + number) % 3 + 1}", face="down")

    def do(self, kind: str, **fields: Any) -> None:
        self.t += 1.0
        event = {"t": self.t, "e": kind, **fields}
        answers = self.table.apply(event)
        assert not any(answer["o"] == "reject" for answer in answers), answers
        self.frames.append(Frame(self.t, self.table.view("broadcast"), event, answers))

    def acts(self, *deeds: tuple[int, str, int | None]) -> None:
        for seat, do, to in deeds:
            self.do("act", seat=seat, do=do, **({"to": to} if to else {}))

    def flop(self) -> None:
        self.do("card", card="2c", zone="burn", face="down")
        for card in ("Ac", "7d", "2h"):
            self.do("card", card=card, zone="board", face="up")

    @property
    def now(self) -> Shown:
        hand = BroadcastHand(
            table="main", hand=7, began="2026-01-01T12:00:00.000Z", frames=self.frames
        )
        return Shown(hand, len(self.frames) - 1)


@pytest.fixture
def filmed() -> Filmed:
    return Filmed()


def seat(drawn: dict[str, Any], number: int) -> dict[str, Any]:
    return next(one for one in drawn["seats"] if one["seat"] == number)


def test_every_card_is_in_the_picture_and_who_acts(filmed: Filmed) -> None:
    drawn = picture(filmed.now, INFO, None)
    assert seat(drawn, 2)["cards"] == ["Ah", "As"]
    assert (drawn["turn"], drawn["to_call"], drawn["button"]) == (1, 2, 1)
    assert seat(drawn, 1)["name"] == "Ada"
    assert seat(drawn, 2)["name"] == "", "a page says so in its own words"
    assert drawn["pots"] == [3]


def test_what_each_did_last_stays_for_the_street(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6), (2, "call", None), (3, "fold", None))
    # The betting is over with the last deed, but the street is not yet another.
    drawn = picture(filmed.now, INFO, None)
    assert [one["action"] for one in drawn["seats"]] == ["raise", "call", "fold"]
    assert [one["bet"] for one in drawn["seats"]] == [6, 6, 2]
    filmed.flop()
    drawn = picture(filmed.now, INFO, None)
    assert [one["action"] for one in drawn["seats"]] == ["", "", "fold"]
    assert seat(drawn, 3)["folded"]
    assert drawn["board"] == ["Ac", "7d", "2h"]


def test_the_odds_are_those_of_the_engine_with_folded_cards_dead(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6), (2, "call", None), (3, "fold", None))
    filmed.flop()
    spot = spot_of(filmed.now)
    assert spot is not None
    assert spot.hands == (("Qs", "Qd"), ("Ah", "As"))
    assert set(spot.dead) == {"Kd", "Kh"}
    drawn = picture(filmed.now, INFO, equities(spot))
    assert seat(drawn, 3)["equity"] is None
    shares = [seat(drawn, number)["equity"] for number in (1, 2)]
    assert sum(shares) == pytest.approx(1.0, abs=0.001)
    assert shares[1] > 0.99  # three aces against two queens


def test_the_odds_wait_for_the_whole_flop(filmed: Filmed) -> None:
    filmed.acts((1, "call", None), (2, "call", None), (3, "check", None))
    before = spot_of(filmed.now)
    filmed.do("card", card="2c", zone="burn", face="down")
    filmed.do("card", card="Ac", zone="board", face="up")
    assert spot_of(filmed.now) == before
    assert before is not None and before.board == ()


def test_there_are_no_odds_where_there_is_nothing_to_compare(filmed: Filmed) -> None:
    filmed.acts((1, "fold", None), (2, "fold", None))
    assert spot_of(filmed.now) is None


def test_the_winner_is_in_the_picture(filmed: Filmed) -> None:
    filmed.acts((1, "fold", None), (2, "fold", None))
    drawn = picture(filmed.now, INFO, None)
    assert seat(drawn, 3)["won"] == 3
    assert drawn["stage"] == "over"


def test_vmix_gets_flat_rows(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6), (2, "call", None), (3, "fold", None))
    filmed.flop()
    spot = spot_of(filmed.now)
    assert spot is not None
    rows = vmix.rows(picture(filmed.now, INFO, equities(spot)), ENGLISH)
    assert len(rows) == 3
    assert all(isinstance(value, str | int | float) for row in rows for value in row.values())
    assert len({tuple(row) for row in rows}) == 1, "every row has the same columns"
    first = rows[0]
    assert (first["name"], first["card1"], first["stack_bb"]) == ("Ada", "Qs", 97.0)
    assert (first["board1"], first["board4"], first["pot"]) == ("Ac", "", 14)
    assert rows[2]["folded"] == "yes"


def test_vmix_finds_a_seat_in_its_own_row_though_others_leave(filmed: Filmed) -> None:
    drawn = {**picture(filmed.now, INFO, None), "places": 5}
    drawn["seats"] = [one for one in drawn["seats"] if one["seat"] != 1]  # who has left
    rows = vmix.rows(drawn, ENGLISH)
    assert [row["seat"] for row in rows] == [1, 2, 3, 4, 5]
    assert [row["name"] for row in rows] == ["", "Seat 2", "Emmy", "", ""]
    assert len({tuple(row) for row in rows}) == 1, "every row has the same columns"


def test_vmix_gets_every_board_and_what_lies_face_up(filmed: Filmed) -> None:
    drawn = picture(filmed.now, INFO, None)
    drawn["boards"] = [["Ac", "7d", "2h", "3c", "4c"], ["Jc", "Td", "9h"]]
    seat(drawn, 2)["up"] = ["As"]
    rows = vmix.rows({**drawn, "places": 4}, ENGLISH)
    assert {(row["boards"], row["board1"], row["board5"]) for row in rows} == {(2, "Ac", "4c")}
    assert {tuple(row[f"board_2_{n}"] for n in range(1, 6)) for row in rows} == {
        ("Jc", "Td", "9h", "", "")
    }
    assert {row["board_3_1"] for row in rows} == {""}
    assert [row["up"] for row in rows] == ["", "As", "", ""]


def test_before_the_first_hand_vmix_gets_a_row_for_every_place() -> None:
    rows = vmix.rows({**blank("main", INFO), "places": 9}, ENGLISH)
    assert [row["seat"] for row in rows] == list(range(1, 10))
    assert {(row["table"], row["hand"], row["big_blind"]) for row in rows} == {("main", 0, 2)}


def test_vmix_gets_four_hole_cards_and_how_much_was_raised(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6))
    drawn = picture(filmed.now, INFO, None)
    seat(drawn, 2)["cards"] = ["Ah", "As", "Kd", "Kh"]
    first, second, _ = vmix.rows(drawn, ENGLISH)
    assert first["action"] == "Raise to 6"
    assert vmix.rows(drawn, language("de").words)[0]["action"] == "Raise auf 6"
    assert [second[f"card{number}"] for number in (1, 2, 3, 4)] == ["Ah", "As", "Kd", "Kh"]


def test_high_and_low_shares_are_told_where_the_game_has_both(filmed: Filmed) -> None:
    told = {}
    for game in ("omaha8", "omaha"):
        spot = read_spot(["AhKhQhJh", "2s3s4s5s", "2d3d4d5d"], game=game)
        each = Odds(("Ah",), 1, 0, Fraction(1, 2), Fraction(1, 4), 0.0)
        drawn = picture(filmed.now, INFO, Equities(spot, 1, True, (each,) * 3))
        told[game] = [(one["equity"], one["high"], one["low"]) for one in drawn["seats"]]
    assert told == {"omaha8": [(0.75, 0.5, 0.25)] * 3, "omaha": [(0.75, None, None)] * 3}


# What is held


def test_strength_waits_for_the_flop_and_knows_the_game() -> None:
    assert strength("holdem", ["Ah", "Kh"], []) == []
    assert said("holdem", ["Ah", "Kh"], ["2h", "7h", "9h"]) == ["Ace-high flush"]
    omaha = ["Ah", "2c", "Kd", "Ks"]
    assert said("omaha", omaha, ["3h", "4h", "8h"]) == ["Pair of kings"], "two of the hole play"
    assert said("omaha8", omaha, ["3h", "4h", "8h"]) == ["Pair of kings", "Eight-four low"]
    assert strength("holdem", ["Ah", "??"], ["2h", "7h", "9h"]) == [], "no guess"
    assert said("omaha8", omaha, ["Kh", "Qh", "Jh"]) == ["Three kings"], "no low"


def said(game: str, hole: list[str], board: list[str]) -> list[str]:
    return [hand_in_words(name, ENGLISH) for name in strength(game, hole, board)]


# The session's figures


def test_figures_count_who_put_chips_in_raised_and_won(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6), (2, "call", None), (3, "fold", None))
    filmed.flop()
    filmed.acts((2, "check", None), (1, "bet", 10), (2, "fold", None))
    tally = Tally()
    drawn = picture(filmed.now, INFO, None, tally)
    assert {one["stats"]["hands"] for one in drawn["seats"]} == {0}, "not before it is over"
    tally.count([filmed.now.hand])
    drawn = picture(filmed.now, INFO, None, tally)
    assert [one["stats"] for one in drawn["seats"]] == [
        {"hands": 1, "vpip": 100, "pfr": 100, "hands_won": 1},
        {"hands": 1, "vpip": 100, "pfr": 0, "hands_won": 0},
        {"hands": 1, "vpip": 0, "pfr": 0, "hands_won": 0},
    ]


def test_all_in_is_a_raise_only_where_it_is_more() -> None:
    seats = {"1": {"stack": 50, "bet": 0}, "2": {"stack": 10, "bet": 60}}
    frames = [
        Frame(0.0, {"seats": seats, "hand": {"street": "preflop"}}, {"e": "card"}),
        Frame(1.0, {"seats": {}}, {"e": "act", "seat": 1, "do": "all_in"}),
    ]
    assert before_the_flop(frames) == ({"1"}, set())
    seats["1"]["stack"] = 61
    assert before_the_flop(frames) == ({"1"}, {"1"})


def test_what_is_told_of_the_next_moment_names_no_card(filmed: Filmed) -> None:
    filmed.acts((1, "raise", 6), (2, "call", None))
    words = [told(frame) for frame in filmed.frames]
    assert words[0].key == "told.hand" and words[1] == ("next.seat", {"seat": 2})
    assert [one.key for one in words[-2:]] == ["told.raise", "told.call"]
    assert words[-2].fill == {"seat": 1, "name": "Ada", "amount": 6}
    assert all(one.key in ENGLISH for one in words)
    assert not any(card in str(words) for card in HOLE)


def shown(game: str, cards: dict[int, str], board: str = "") -> Shown:
    """A moment of a game in which these players hold these cards."""
    seats = {
        str(seat): {"cards": list(split_cards(held)), "folded": False}
        for seat, held in cards.items()
    }
    hand = {"stage": "bet", "board": list(split_cards(board))}
    frame = Frame(1.0, {"game": game, "seats": seats, "hand": hand}, {}, [])
    told = BroadcastHand(table="main", hand=7, began="2026-01-01T12:00:00.000Z", frames=[frame])
    return Shown(told, 0)


def test_in_stud_and_draw_the_cards_that_hands_lack_are_to_come() -> None:
    stud = spot_of(shown("stud8", {1: "AhAd2c", 4: "QsQdJh"}))
    assert stud is not None and stud.game.low and stud.needs == [0, 4, 4]
    drawn = spot_of(shown("triple_27", {1: "2h3d4c", 4: "8h7d5c4s2c"}))
    assert drawn is not None and drawn.needs == [0, 2, 0]
    assert spot_of(shown("razz", {1: "AhAd2c", 4: "??QdJh"})) is None
    assert spot_of(shown("stud7", {1: "AhAd2c", 4: "QsQdJh"}, board="9c")) is None, "all share it"
