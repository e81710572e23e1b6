"""``cutcard see``, ``calibrate``, ``chips`` and ``enrol``: what people and programs read."""

import json
from pathlib import Path

import numpy as np
import pytest

from controller.cli import main
from vision.calibration import load
from vision.drawing.table import DrawnTable, Lying
from vision.pictures import read_picture, write_picture

BOARD = ["Ah", "7c", "Kd", "2s", "Tc"]


@pytest.fixture
def table() -> DrawnTable:
    return DrawnTable((2304, 1296), seed=4)


@pytest.fixture
def picture(table: DrawnTable, tmp_path: Path) -> Path:
    """A board, a hand face down, and three chips."""
    for k, card in enumerate(BOARD):
        table.lay(card, Lying(card, 0.7 + 0.14 * k, 0.5, 0.05 * k))
    table.lay("hole", Lying("blue", 0.3, 0.5, 0.1, "back"))
    for k, colour in enumerate(["red", "black", "black"]):
        table.lay(f"chip {k}", Lying(colour, 0.9 + 0.06 * k, 0.75, kind="chip"))
    path = tmp_path / "table.png"
    write_picture(path, table.picture())
    return path


def test_the_json_of_a_picture_has_its_cards_backs_and_chips(
    picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["see", str(picture), "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert list(seen) == ["file", "cards", "backs", "chips"]
    assert seen["file"] == str(picture)
    assert sorted(card["card"] for card in seen["cards"]) == sorted(BOARD)
    for card in seen["cards"]:
        assert list(card) == ["card", "confidence", "corners", "index"]
        assert len(card["corners"]) == 4 and len(card["index"]) == 2
        assert 0.5 < card["confidence"] <= 1
    assert [back["colour"] for back in seen["backs"]] == ["blue"]
    assert sorted(chip["colour"] for chip in seen["chips"]) == ["black", "black", "red"]
    assert all(list(chip) == ["colour", "x", "y", "count"] for chip in seen["chips"])


def test_several_pictures_give_an_object_each(
    picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["see", str(picture), str(picture), "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_people_read_it_in_words_and_get_a_marked_picture(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "marked.png"
    assert main(["see", str(picture), "--annotate", str(out)]) == 0
    words = capsys.readouterr().out
    assert "the ace of hearts" in words and "face down: 1 blue" in words
    assert read_picture(out).shape == read_picture(picture).shape


def test_what_is_no_picture_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("the river was a blank")
    assert main(["see", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("size", [(1, 1), (26, 36), (400, 3)])
def test_a_picture_too_small_to_show_a_card_is_refused_with_its_size(
    size: tuple[int, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stamp.png"
    write_picture(path, np.full((*size, 3), 90, np.uint8))
    assert main(["see", str(path)]) == 2
    assert f"got {size[1]} × {size[0]}" in capsys.readouterr().err


def test_what_is_no_picture_does_not_hide_the_others(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.jpg"
    empty.write_bytes(b"")
    missing = tmp_path / "missing.jpg"
    assert main(["see", str(empty), str(missing), str(picture), "--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["file"] == str(picture)
    first, second = err.splitlines()
    assert "empty.jpg: expected a picture" in first and "No such file" in second


@pytest.mark.parametrize(("light", "says"), [(3, "is dark"), (255, "is over-exposed")])
def test_a_picture_that_can_show_nothing_says_so_in_one_line(
    light: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "night.png"
    write_picture(path, np.full((360, 640, 3), light, np.uint8))
    assert main(["see", str(path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"file": str(path), "cards": [], "backs": [], "chips": []}
    assert says in err and err.count("\n") == 1


def test_an_empty_felt_shows_nothing_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "felt.png"
    write_picture(path, DrawnTable((1280, 720)).picture()[120:-120, 120:-120])
    assert main(["see", str(path)]) == 0
    assert capsys.readouterr() == (f"{path}:\n  nothing\n", "")


def test_calibrating_keeps_the_zones_and_later_tells_a_moved_camera(
    table: DrawnTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    felt, moved = tmp_path / "felt.png", tmp_path / "moved.png"
    write_picture(felt, table.picture())
    write_picture(moved, table.picture()[12:, 20:])
    kept = ["--to", str(tmp_path / "kept")]
    assert main(["calibrate", "--picture", str(felt), *kept]) == 0
    assert read_picture(tmp_path / "kept" / "zones.png").shape == read_picture(felt).shape
    assert main(["calibrate", "--picture", str(felt), "--check", *kept]) == 0
    assert main(["calibrate", "--picture", str(moved), "--check", *kept]) == 1
    assert "camera: moved" in capsys.readouterr().out


def test_zones_are_drawn_otherwise_by_changing_those_of_a_calibration(
    table: DrawnTable, tmp_path: Path
) -> None:
    felt, drawn = tmp_path / "felt.png", tmp_path / "drawn.json"
    write_picture(felt, table.picture())
    calibrated = ["calibrate", "--picture", str(felt), "--to", str(tmp_path)]
    assert main([*calibrated, "--seats", "6"]) == 0
    zones = json.loads((tmp_path / "zones.json").read_text())
    zones["board"] = [[0.5, 0.3], [1.5, 0.3], [1.5, 0.6], [0.5, 0.6]]
    drawn.write_text(json.dumps(zones))
    assert main([*calibrated, "--zones", str(drawn)]) == 0
    assert load(tmp_path).zones.of(0.55, 0.35) == "board"
    assert load(tmp_path).zones.polygons.keys() == zones.keys()


def test_a_table_without_markers_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bare.png"
    write_picture(path, DrawnTable((640, 360)).picture()[100:-100, 100:-100])
    assert main(["calibrate", "--picture", str(path)]) == 2
    assert "expected the markers 0 to 3" in capsys.readouterr().err


def test_the_marker_sheet_is_printed(tmp_path: Path) -> None:
    assert main(["calibrate", "--print", str(tmp_path / "sheet.pdf")]) == 0
    assert (tmp_path / "sheet.pdf").stat().st_size > 1000


def test_chips_are_learnt_from_one_picture_and_counted_in_another(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = ["--to", str(tmp_path / "chips.json")]
    assert main(["chips", "learn", str(picture), "red=5", *to]) == 2
    assert "give also black=…" in capsys.readouterr().err
    assert main(["chips", "learn", str(picture), "red=5", "black=20", *to]) == 0
    assert main(["chips", "count", str(picture), *to]) == 0
    assert "3 chips: 45" in capsys.readouterr().out
    assert main(["chips", "learn", str(picture), "red", *to]) == 2


def test_a_house_enrols_its_deck_from_a_picture(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = ["--to", str(tmp_path / "deck.json")]
    assert main(["enrol", str(picture), "--cards", " ".join(BOARD), *to]) == 0
    assert "5 ranks and 4 suits" in capsys.readouterr().out
    assert main(["enrol", str(picture), "--cards", "Ah", *to]) == 2
    assert "expected the 1 cards named, saw 5" in capsys.readouterr().err
    assert main(["enrol", str(picture), "--cards", "Zz", *to]) == 2
