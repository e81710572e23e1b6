"""A house writes its own game: ten lines that are played, or one line that says what is wrong."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import LogError
from engine.cards import DECK
from engine.games import BOARD_GAMES
from engine.games.reading import GameFileError, parsed, read
from engine.games.rounds import Betting
from engine.history import History
from engine.phh import Recorder
from engine.table import Table

PINEAPPLE = (Path(__file__).parent.parent / "games" / "crazy_pineapple.toml").read_text("utf-8")


def written(rounds: str, more: str = "") -> str:
    lines = ",\n".join(f'    "{each}"' for each in rounds.split(", "))
    return f'name = "ours"\n{more}rounds = [\n{lines},\n]\n'


WRONG = {
    "a key misspelt": ('nam = "x"\n', "line 1: nam: expected one of name, rounds, wins, uses "
                       "(did you mean 'name'?), got 'nam'"),
    "no name": ('rounds = ["showdown"]\n', "line 1: name: expected a name"),
    "a name of another game": ('name = "omaha"\n', "line 1: name: expected a name of its own"),
    "no rounds": ('name = "x"\n', "line 1: rounds: expected a list such as"),
    "a side misspelt": ('name = "x"\n\nwins = "hihg"\nrounds = ["deal 5 down"]\n',
                        "line 3: wins: expected one of high, low8, low_a5, low_27 "
                        "(did you mean 'high'?)"),
    "a low alone": ('name = "x"\nwins = "low8"\nrounds = ["deal 5 down"]\n', "line 2: wins"),
    "a round misspelt": (written("deal 2 down, bett preflop"),
                         "line 4: rounds[2]: expected one of deal, bet, board, discard, draw, "
                         "showdown (did you mean 'bet'?), got 'bett preflop'"),
    "a word misspelt": (written("deal 2 dwon"), "line 3: rounds[1]: expected down "
                        "(did you mean 'down'?), got 'dwon'"),
    "no number": (written("deal two down"), "line 3: rounds[1]: expected how many cards"),
    "a word too many": (written("deal 2 down now"), "line 3: rounds[1]: expected 'deal 3 down'"),
    "a word too few": (written("deal 2 down, bet"), "line 4: rounds[2]: expected 'bet flop"),
    "a size misspelt": (written("deal 5 down, bet only bigg"), "(did you mean 'big'?)"),
    "no cards first": (written("bet a, showdown"), "line 3: rounds[1]: expected cards"),
    "no showdown": (written("deal 5 down, bet a"), "line 4: rounds[2]: expected a showdown last"),
    "no betting": (written("deal 5 down, showdown"), "expected a round of betting"),
    "more after it": (written("deal 5 down, bet a, showdown, bet b"), "line 6: rounds[4]"),
    "two rounds of betting": (written("deal 5 down, bet a, bet b, showdown"),
                              "line 5: rounds[3]: expected another kind of round after 'bet a'"),
    "cards to the seats again": (written("deal 2 down, bet a, deal 3 down, bet b, showdown"),
                                 "line 5: rounds[3]: expected cards to the seats only once"),
    "one name twice": (written("deal 2 down, bet a, board f 3, bet a, showdown"),
                       "line 6: rounds[4]: expected a name that no other round has"),
    "too few cards": (written("deal 3 down, bet a, showdown"), "expected 5 to 7 cards"),
    "all thrown away": (written("deal 2 down, bet a, discard 2, board f 5, bet b, showdown"),
                        "a card left to each player"),
    "more in use than held": (written("deal 2 down, bet a, board f 5, bet b, showdown",
                                      "uses = 3\n"), "line 2: uses: expected 'uses' up to 2"),
    "not the deck for it": (written("deal 26 down, bet a, board f 5, showdown", "uses = 2\n"),
                            "cards enough for two players"),
    "no TOML": ('name = "x"\nrounds = [\n"deal 2 down"\n"bet"\n', "line 4: file: expected a TOML"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_named_with_its_line_and_the_nearest_word(name: str) -> None:
    text, told = WRONG[name]
    with pytest.raises(GameFileError) as raised:
        read(text)
    assert told in str(raised.value)


def test_a_comment_or_two_rounds_in_a_line_do_not_move_the_line_named() -> None:
    text = 'name = "x" # "a" \nrounds = ["deal 5 down", # "b"\n  # "c"\n "bet a", "bte b"]\n'
    with pytest.raises(GameFileError, match=r"line 4: rounds\[3\]"):
        read(text)


def test_the_games_of_the_books_can_be_written_down_as_well() -> None:
    for game in BOARD_GAMES:
        down = len(game.starting.faces)
        uses = f"uses = {game.uses}\n" if game.uses else ""
        streets = "bet preflop, board flop 3, bet flop, board turn 1, bet turn big"
        rounds = f"deal {down} down, {streets}, board river 1, bet river big, showdown"
        again = read(written(rounds, f"{uses}wins = {list(game.wins)}\n"))
        assert (again.rounds, again.wins, again.uses) == (game.rounds, game.wins, game.uses)


class Session:
    """A dealer who does what is expected, with a deck in its own order."""

    def __init__(self, text: str, sensors: list[str] | None = None) -> None:
        self.table = History()
        self.said: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.deck = list(DECK)[::-1]
        words = parsed(text)
        stakes = {"structure": "limit", "format": "cash", "small_blind": 1, "big_blind": 2}
        stakes |= {"rulebook": "uspa", "sensors": sensors or ["rfid"]}
        self.do("open", game=words["name"], own_game=words, **stakes)
        for seat in (1, 2, 3):
            self.do("sit", seat=seat, stack=100)
        self.do("hand")

    def do(self, e: str, **fields: Any) -> None:
        event = {"t": len(self.events), "e": e, **fields}
        self.events.append(event)
        self.said += self.table.apply(event)

    def until(self, *what: str) -> dict[str, Any]:
        while (expect := self.table.table.expected or {})["what"] not in what:
            self.step(expect)
        return expect

    def step(self, expect: dict[str, Any]) -> None:
        seat = expect.get("seat", 0)
        match expect["what"]:
            case "card":
                self.do("card", card=self.deck.pop(), zone=expect["zone"], face=expect["face"])
            case "act":
                free = any(one["do"] == "check" for one in expect["options"])
                self.do("act", seat=seat, do="check" if free else "call")
            case "discard":
                card = self.table.table.deal.felt.hole(seat)[0]
                self.do("card", card=card, zone="muck", face="down", **{"from": f"seat:{seat}"})
            case "show":
                self.do("show", seat=seat)


def test_pineapple_is_played_to_its_end_without_a_word() -> None:
    table = Session(PINEAPPLE)
    table.until("hand")
    assert not [one for one in table.said if one["o"] in ("ruling", "reject")]
    streets = [one["street"] for one in table.said if one["o"] == "phase"]
    assert streets == ["deal", "preflop", "flop", "discard", "turn", "river", "showdown"]
    (award,) = [one for one in table.said if one["o"] == "award"]
    assert award["amount"] == 6


def test_limit_doubles_where_the_game_says_so() -> None:
    table = Session(PINEAPPLE)
    table.until("discard")
    bets: dict[str, int] = {}
    for one in table.said:
        if one["o"] == "expect" and one["what"] == "act":
            bets |= {o["do"]: o["min"] for o in one["options"] if o["do"] == "bet"}
    assert bets == {"bet": 2}
    table.step(table.until("discard"))
    table.step(table.until("discard"))
    table.step(table.until("discard"))
    assert [o["min"] for o in table.until("act")["options"] if o["do"] == "bet"] == [4]


def test_nobody_is_told_the_face_of_a_discard() -> None:
    table = Session(PINEAPPLE)
    seat = table.until("discard")["seat"]
    card = table.table.table.deal.felt.hole(seat)[0]
    before = len(table.said)
    table.step(table.until("discard"))
    engine = table.table.table
    told = [table.said[before:], *(engine.view(role) for role in ("public", "dealer", "floor"))]
    assert card.encode() not in msgspec.json.encode(told)
    assert not engine.is_shown(card)


def test_an_unread_card_thrown_away_leaves_the_hand_unread() -> None:
    table = Session(PINEAPPLE)
    seat = table.until("discard")["seat"]
    table.do("card", card="??", zone="muck", face="down", **{"from": f"seat:{seat}"})
    felt = table.table.table.deal.felt
    assert felt.hole(seat) == ["??", "??"]
    assert table.until("discard")["seat"] != seat
    table.until("show")
    kept = [card for card, owner in felt.dealt if owner == seat][1:]
    table.do("show", seat=seat, cards=kept)
    assert sorted(felt.hole(seat)) == sorted(kept)
    assert not [one for one in table.said if one["o"] in ("ruling", "reject")]


def test_a_word_taken_back_asks_for_the_discard_again() -> None:
    table = Session(PINEAPPLE, sensors=["shoe"])
    seat = table.until("discard")["seat"]
    table.do("draw", seat=seat, count=1)
    assert table.until("discard")["seat"] != seat
    table.do("undo")
    assert table.until("discard")["seat"] == seat


def test_a_table_saved_in_the_middle_goes_on_with_its_own_game() -> None:
    table = Session(PINEAPPLE)
    table.until("discard")
    again = History.restored(table.table.saved())
    assert again.table.expected == table.table.table.expected
    assert again.table.setting.game.name == "crazy_pineapple"


def test_a_hand_of_it_has_no_name_in_phh() -> None:
    table = Session(PINEAPPLE)
    table.until("hand")
    recorder = Recorder()
    records = [record for event in table.events for record in recorder.apply(event)]
    (record,) = records + recorder.close()
    assert record.hand is None
    assert record.left_out == "limit crazy_pineapple has no name in PHH"


def test_a_wrong_game_in_the_open_event_is_a_wrong_line() -> None:
    event = {"t": 0, "e": "open", "game": "x", "own_game": {"name": "x", "rounds": ["deel 2"]},
             "structure": "limit", "format": "cash", "rulebook": "uspa",
             "small_blind": 1, "big_blind": 2}  # fmt: skip
    with pytest.raises(LogError, match=r"own_game\.rounds: expected one of deal"):
        Table().apply(event)


def test_more_players_than_the_deck_is_enough_for_are_not_dealt_to() -> None:
    text = written("deal 9 down, bet a, board f 5, bet b, showdown", "uses = 2\n")
    assert read(text).most_players == 5
    table = Table(game=read(text))
    opening = {"game": "ours", "structure": "limit", "format": "cash", "rulebook": "uspa"}
    table.apply({"t": 0, "e": "open", **opening, "small_blind": 1, "big_blind": 2})
    for seat in range(1, 7):
        table.apply({"t": 0, "e": "sit", "seat": seat, "stack": 100})
    (reject,) = table.apply({"t": 1, "e": "hand"})
    assert reject["why"] == "the deck is enough for 5 players"


def test_the_first_round_of_betting_is_the_blinds() -> None:
    game = read(written("deal 2 down, board f 3, bet first, board t 2, bet last big, showdown"))
    first, last = (each for each in game.rounds if isinstance(each, Betting))
    assert (first.first, first.size, last.first, last.size) == (
        "after_blinds",
        "small",
        "left_of_button",
        "big",
    )


def invented(chance: random.Random) -> str:
    """Rounds of any kind in any order, most of them a game."""
    kinds = ("bet", "board", "discard")
    rounds, last = [f"deal {chance.randint(2, 6)} down"], ""
    for place in range(chance.randint(1, 8)):
        last = chance.choice([kind for kind in kinds if kind != last])
        number = chance.randint(1, 3)
        rounds.append({
            "bet": f"bet b{place} {chance.choice(['small', 'big'])}",
            "board": f"board c{place} {number} {chance.choice(['unburned', ''])}".rstrip(),
            "discard": f"discard {chance.randint(1, 2)} d{place}",
        }[last])  # fmt: skip
    uses = chance.choice(["", "uses = 2\n"])
    low = chance.choice(["", 'wins = ["high", "low8"]\n'])
    return written(", ".join([*rounds, "showdown"]), uses + low)


def test_any_game_that_is_not_refused_is_played_to_its_end() -> None:
    chance = random.Random(5)
    played = 0
    while played < 60:
        text = invented(chance)
        try:
            game = read(text)
        except GameFileError:
            continue
        if game.most_players < 3:
            continue
        table = Session(text)
        table.until("hand")
        assert not [one for one in table.said if one["o"] in ("ruling", "reject")], text
        assert sum(one["amount"] for one in table.said if one["o"] == "award") == 6, text
        played += 1
