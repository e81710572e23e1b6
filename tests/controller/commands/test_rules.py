"""``cutcard rules``: a house's rules checked, and the words they are written in."""

import json
from pathlib import Path

import pytest

from controller.cli import main
from engine.law import vocabulary


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, list[str]]:
    status = main(["rules", "check", str(path)])
    told = capsys.readouterr()
    return status, told.out, told.err.splitlines()


def test_rules_without_a_mistake_are_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('book = "dc"\n[[joker]]\ndecision = "scrap"\n')
    status, out, err = checked(file, capsys)
    assert (status, err) == (0, [])
    assert out.count("\n") == 1
    assert out.startswith("DC (dc): ")


def test_every_mistake_has_a_line_of_its_own_with_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'book = "dc"\n[[joker]]\nwhen = "blind_left_of_buton"\n'
        'decision = "scrap"\nseverity = "stopp"\n'
    )
    status, out, err = checked(file, capsys)
    assert (status, out) == (2, "")
    assert err[0] == "cutcard rules: 2 mistakes"
    assert err[1].startswith(f"{file}:3: joker[1].when: expected a fact")
    assert "did you mean 'blind_left_of_button'" in err[1]
    assert err[2].startswith(f"{file}:5: joker[1].severity")


def test_a_folder_is_a_book_with_its_clauses_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "greenfelt"
    folder.mkdir()
    text = 'title = "Green Felt"\nauthority = "greenfelt.1"\n'
    (folder / "book.toml").write_text(text)
    assert checked(folder, capsys)[0] == 0
    (folder / "clauses.csv").write_text("id\ngreenfelt.2\n")
    status, _, [told] = checked(folder, capsys)
    assert status == 2
    assert "book.toml:2: authority" in told
    assert "did you mean 'greenfelt.2'" in told


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"book = ", ":1: file: expected a TOML file"), (b"\n\xff", ":2: expected UTF-8 text")],
)
def test_a_file_that_is_no_text_of_rules_is_named(
    data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.toml"
    file.write_bytes(data)
    status, _, [told] = checked(file, capsys)
    assert (status, said in told) == (2, True)
    assert checked(tmp_path / "none.toml", capsys)[0] == 2


def test_every_fact_and_parameter_is_listed_with_its_meaning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "facts", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["word"] for row in rows if row["kind"] == "fact"} == set(vocabulary.FACTS)
    assert {row["word"] for row in rows if row["kind"] == "parameter"} == set(vocabulary.PARAMETERS)
    assert all(row["meaning"] for row in rows)


def test_words_narrow_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "facts", "raise", "cap"]) == 0
    out = capsys.readouterr().out
    assert "raises in a round" in out
    assert "blind_left_of_button" not in out
