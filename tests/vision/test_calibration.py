"""Calibration: the table is found by its markers, and a moved camera is noticed."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.calibration import FILE, calibrate, keep, load, load_zones, trouble, with_zones
from vision.drawing.table import DrawnTable
from vision.errors import CalibrationError, MarkerError, PictureError
from vision.markers import find_markers, print_sheet
from vision.pictures import read_picture
from vision.zones import template

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def felt() -> Picture:
    return DrawnTable(SIZE).picture()


def test_points_of_the_table_are_found_where_they_lie_in_the_picture(felt: Picture) -> None:
    calibration = calibrate(felt, template(9))
    table = DrawnTable(SIZE)
    for x, y in ((0.0, 0.0), (1.0, 0.5), (1.7, 0.2)):
        seen = calibration.on_table(np.array([table.point(x, y)], np.float32))[0]
        assert seen == pytest.approx((x, y), abs=0.005)


def test_a_covered_marker_is_missed_by_name(felt: Picture) -> None:
    felt = felt.copy()
    felt[:140, -140:] = 90
    with pytest.raises(MarkerError, match=r"not found: 1 \(top right\);"):
        calibrate(felt, template(9))


def test_a_camera_the_wrong_way_up_is_told_to_be_turned() -> None:
    with pytest.raises(MarkerError, match="wrong way up"):
        calibrate(DrawnTable(SIZE, upside_down=True).picture(), template(9))


def test_a_moved_camera_is_noticed_and_a_still_one_is_not(felt: Picture) -> None:
    calibration = calibrate(felt, template(9))
    assert trouble(calibration, DrawnTable(SIZE, seed=2).picture()) == ("ok", "")
    shift = np.array([[1, 0, 9.0], [0, 1, -4.0]])
    moved = np.asarray(cv2.warpAffine(felt, shift, SIZE), np.uint8)
    assert trouble(calibration, moved)[0] == "moved"
    turned = np.ascontiguousarray(felt[::-1, ::-1])
    assert trouble(calibration, turned)[0] == "upside down"
    assert trouble(calibration, np.full_like(felt, 90))[0] == "no markers"


def test_what_is_kept_is_read_back_the_same(felt: Picture, tmp_path: Path) -> None:
    before = calibrate(felt, template(6))
    keep(before, tmp_path)
    after = load(tmp_path)
    assert after.zones == before.zones
    assert after.homography == pytest.approx(before.homography)
    assert after.white == pytest.approx(before.white)
    assert np.array_equal(after.felt, felt)
    assert with_zones(after).shape == felt.shape


def test_a_missing_or_broken_calibration_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match=r"No such file.*cutcard calibrate"):
        load(tmp_path)
    (tmp_path / FILE).write_text('{"wide": "much"}')
    with pytest.raises(CalibrationError, match=r"cutcard calibrate. again"):
        load(tmp_path)


def test_zones_come_from_a_file_where_one_is_given(tmp_path: Path) -> None:
    drawn = tmp_path / "zones.json"
    drawn.write_text('{"board": [[0, 0], [1, 0], [1, 1]]}')
    assert list(load_zones(drawn, 9).polygons) == ["board"]
    assert load_zones(None, 9) == template(9)
    drawn.write_text("[]")
    with pytest.raises(CalibrationError, match="expected"):
        load_zones(drawn, 9)
    with pytest.raises(CalibrationError, match="No such file"):
        load_zones(tmp_path / "none.json", 9)


def test_the_printed_sheet_has_all_four_markers_in_their_order(tmp_path: Path) -> None:
    print_sheet(tmp_path / "sheet.png")
    sheet = read_picture(tmp_path / "sheet.png")
    found = find_markers(sheet)
    middles = [found[n].mean(0) / sheet.shape[1] for n in range(4)]
    assert middles[0][0] < middles[1][0] and middles[0][1] < middles[3][1]
    assert middles[2][0] > middles[3][0]


def test_the_sheet_as_pdf_is_one_page_whose_table_of_objects_is_true(tmp_path: Path) -> None:
    print_sheet(tmp_path / "sheet.pdf")
    pdf = (tmp_path / "sheet.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-1.4") and pdf.endswith(b"%%EOF\n")
    start = int(pdf.split(b"startxref\n")[1].split()[0])
    rows = pdf[start:].split(b"\n")[3:8]
    for number, row in enumerate(rows, 1):
        assert pdf[int(row[:10]) :].startswith(f"{number} 0 obj".encode())
    assert pdf.count(b" Tj ET") == 4


def test_a_sheet_of_no_known_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"\.png or \.jpg"):
        print_sheet(tmp_path / "sheet.doc")
