import json
from pathlib import Path

import pytest

from controller.cli import main


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["clauses", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_book_and_the_beginning_of_an_id_list_what_is_under_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = ask(capsys, "hilton", "A9")
    assert status == 0
    assert "hilton.A9.h  detect" in out
    assert "hilton.A90" not in out and "hilton.A8" not in out.split("\n")[0]


def test_one_clause_is_shown_in_full_with_the_other_books(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = ask(capsys, "hilton.A9.h")
    assert status == 0
    assert "before any player has received a second card" in out
    assert "1. First hole card of the deal exposed by the dealer" in out
    assert "uspa         Misdeal" in out


def test_an_exact_id_is_shown_even_where_others_continue_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = ask(capsys, "diamondjims.9")
    assert out.startswith("diamondjims.9  Diamond Jim's Casino")


def test_free_words_and_filters(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ask(capsys, "--games", "holdem", "--scope", "detect")
    assert status == 0
    assert out.rstrip().endswith("203 clauses")
    _, out, _ = ask(capsys, "boxed", "card")
    assert "hilton.A27" in out and "uspa.3.1.6.7" in out


def test_no_colour_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in ask(capsys, "hilton", "A9")[1]


def test_lines_fit_the_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert max(map(len, ask(capsys, "hilton.A9.h")[1].splitlines())) <= 72


def test_json_has_the_fields_and_the_situations(capsys: pytest.CaptureFixture[str]) -> None:
    row = json.loads(ask(capsys, "hilton.A9.h", "--json")[1])
    assert row["id"] == "hilton.A9.h" and row["book"] == "hilton"
    assert row["situations"][0]["positions"]["uspa"]["clauses"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["hiltn.A9"], "did you mean 'hilton'"),
        (["hilten", "A9"], "did you mean 'hilton'"),
        (["hilton.A9.zz"], "no clause for 'hilton.A9.zz'"),
        (["--scope", "dtect"], "did you mean 'detect'"),
        (["--games", "holden"], "did you mean 'holdem'"),
        (["--scenarios", "x"], "--scenarios is for --coverage"),
        (["--coverage", "--scenarios", "no_such_folder"], "no scenario files in no_such_folder"),
    ],
)
def test_a_question_that_cannot_be_understood_is_answered_with_what_can(
    words: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = ask(capsys, *words)
    assert (status, out) == (2, "")
    assert hint in err and err.count("\n") == 1


NOTEBOOK = {
    "exposed.txt": """A card is exposed
book diamondjims
seats 1-4, button 4
7c to seat 1 up
ruling exposed_card, replace by diamondjims.9
  also diamondjims.9b, diamondjims.9c
""",
    "burned.txt": """A card is burned
book diamondjims
deal
everyone calls
expect card to burn because diamondjims.9e
""",
    "no_burn.txt": """No card is burned
book diamondjims
deal
everyone calls
flop
ruling no_burn, floor_call by diamondjims.9e
""",
    "wrong.txt": """Something else is ruled
book diamondjims
7c to seat 1 up
ruling exposed_card, misdeal by diamondjims.9d
""",
}


def notebook(folder: Path, *names: str) -> tuple[str, ...]:
    for name in names:
        (folder / name).write_text(NOTEBOOK[name])
    return ("--coverage", "--scenarios", str(folder))


def test_coverage_counts_what_decides_and_shows_apart_what_is_cited(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = ask(capsys, *notebook(tmp_path, *NOTEBOOK), "diamondjims")
    assert status == 1
    assert "diamondjims.9  enforced\n    exposed.txt" in out
    assert "diamondjims.9b  also\n    exposed.txt" in out
    assert "diamondjims.9e  floor\n    no_burn.txt" in out
    assert "diamondjims.9d  open" in out
    assert "  2 of  20   enforced   1   floor   1   why   0   also   2   open  16" in out
    assert "3 of 4 scenarios pass" in out and "wrong.txt" in out


def test_a_duty_that_is_only_the_reason_of_what_is_due_is_not_enforced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = notebook(tmp_path, "burned.txt")
    _, out, _ = ask(capsys, *asked, "diamondjims.9e", "--json")
    row = {"id": "diamondjims.9e", "state": "why", "proofs": ["burned.txt"]}
    assert json.loads(out.splitlines()[0]) == row


def test_coverage_with_nothing_open_succeeds(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = notebook(tmp_path, "exposed.txt")
    status, out, _ = ask(capsys, *asked, "diamondjims.9c", "--json")
    assert status == 0
    assert json.loads(out) == {"id": "diamondjims.9c", "state": "also", "proofs": ["exposed.txt"]}


def test_coverage_plays_the_scenario_files_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("Nothing happens\nbook hilton\n")
    assert main(["clauses", "--coverage", "--scenarios", str(tmp_path), "hilton.A9.h"]) == 1


def test_a_scenario_of_holdem_alone_proves_nothing_of_omaha(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    everywhere = Path("tests/scenarios/hilton/big_blinds_first_card_exposed.txt").read_text()
    asked = ["--coverage", "--scenarios", str(tmp_path), "hilton.A9.h", "--games", "omaha"]
    (tmp_path / "exposed.txt").write_text(everywhere)
    assert ask(capsys, *asked)[0] == 0
    (tmp_path / "exposed.txt").write_text(
        everywhere.replace("hilton\n", "hilton\ngame holdem\n", 1)
    )
    assert ask(capsys, *asked)[0] == 1
