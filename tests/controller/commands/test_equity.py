"""``cutcard equity``, as a person types it."""

import json
import subprocess
import sys

import pytest

from controller.cli import main


def test_the_table_shows_win_tie_share_the_hand_and_its_outs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["equity", "AhKh", "QsQd", "--board", "Ks9h4h", "--dead", "2c"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "holdem on Ks 9h 4h, dead 2c: 946 boards, every one counted",
        "hand      win      tie    share",
        "AhKh   94.50%    0.00%   94.50%  pair of kings, ace, nine and four kickers",
        "QsQd    5.50%    0.00%    5.50%  pair of queens, king, nine and four kickers",
        "QsQd outs (1): Qc",
    ]


def test_json_has_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AhKh", "QsQd", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["boards"], told["exact"]) == ("holdem", 1_712_304, True)
    assert [player["wins"] for player in told["players"]] == [787_966, 917_606]
    assert [player["ties"] for player in told["players"]] == [6_732, 6_732]
    assert sum(player["share"] for player in told["players"]) == pytest.approx(1)


def test_omaha_is_known_by_its_four_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AsAdKsQd", "JhTh9c8c", "--board", "9hTs4h", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "omaha"
    assert [player["wins"] for player in told["players"]] == [193, 627]


def test_where_a_low_takes_half_high_and_low_are_shown_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["equity", "As2sKdQd", "JhTh9c8c", "--game", "omaha8", "--board", "5h6cQs3d"]
    assert main(words) == 0  # the low is made; four sevens bring the straight
    assert capsys.readouterr().out.splitlines()[:4] == [
        "omaha8 on 5h 6c Qs 3d: 40 boards, every one counted",
        "hand          win      tie     high      low    share",
        "As2sKdQd   90.00%   10.00%   45.00%   50.00%   95.00%"
        "  pair of queens, ace, six and five kickers; six-five low",
        "JhTh9c8c    0.00%   10.00%    5.00%    0.00%    5.00%"
        "  queen high, jack, ten, six and five kickers; no low",
    ]
    assert main([*words, "--json"]) == 0
    players = json.loads(capsys.readouterr().out)["players"]
    assert [(player["high"], player["low"]) for player in players] == [(0.45, 0.5), (0.05, 0)]


def test_in_stud_and_draw_the_rest_of_each_hand_is_to_come(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["equity", "--game", "lowball_27", "2h3d4c7s", "8h7d5c4s2c"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "lowball_27, 1 card to come: 43 deals, every one counted",
        "hand            win      tie    share",
        "2h3d4c7s     23.26%    0.00%   23.26%",
        "8h7d5c4s2c   76.74%    0.00%   76.74%  eight-seven low",
    ]
    assert main(["equity", "--game", "stud8", "AhAd2c3d", "QsQdJhTh", "--seconds", "0"]) == 0
    head, columns, *rows = capsys.readouterr().out.splitlines()
    assert head == "stud8, 6 cards to come: 1,024 deals at random"
    assert columns.split() == ["hand", "win", "tie", "high", "low", "share"]
    assert all("±" in row for row in rows)


def test_an_estimate_says_that_it_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AhKh", "????", "--seconds", "0"]) == 0
    out = capsys.readouterr().out
    assert "1,024 deals at random" in out
    assert "±" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("AhKh AhQd", "Ah stands there twice: each card is in the deck once"),
        (
            "AcKc 2c2d 3c3d 4c4d 5c5d 6c6d 7c7d 8c8d 9c9d TcTd JcJd",
            "equities are for two to ten hands, not 11",
        ),
        ("AhKh QsQd --board 2c3c4c5c6c7c", "a board has 0, 3, 4 or 5 cards, not 6"),
        ("--game razz AhKh QsQd --board 2c3c4c", "razz has no board"),
        (
            "--game razz AhKhQhJhTh9h8h7h QsQd",
            "razz is played with one to 7 cards known of a hand, not 8: AhKhQhJhTh9h8h7h",
        ),
        ("AhKh ZzQd", "'Zz' is no card: write the rank and the suit, as in Ah or Tc"),
        ("", "equities are for two to ten hands, not 0"),
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["equity", *words.split()]) == 2
    assert capsys.readouterr().err == f"cutcard equity: {said}\n"


def test_numpy_is_not_loaded_before_it_is_needed() -> None:
    light = "import engine, engine.equity.spots, controller.equities, controller.commands.equity"
    code = f"import sys; {light}; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
