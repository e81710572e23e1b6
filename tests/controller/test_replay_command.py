"""``cutcard replay``: answers out, one clear line for each kind of bad line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli import main

HANDS = Path(__file__).parent.parent / "hands"
PINEAPPLE = Path(__file__).parent.parent / "games" / "crazy_pineapple.toml"

LOG = [
    '{"t":0,"e":"open","game":"holdem","structure":"no_limit","format":"cash",'
    '"rulebook":"diamondjims","small_blind":1,"big_blind":2}',
    '{"t":0,"e":"sit","seat":1,"stack":200}',
    '{"t":0,"e":"sit","seat":2,"stack":200}',
    '{"t":0,"e":"sit","seat":3,"stack":200}',
    '{"t":1,"e":"hand","button":1}',
    '{"t":2.0,"e":"card","card":"Ah","zone":"seat:2","face":"down"}',
    '{"t":2.4,"e":"card","card":"7c","zone":"seat:3","face":"up"}',
]


def write(folder: Path, *lines: str | bytes, name: str = "table.log") -> str:
    path = folder / name
    path.write_bytes(b"\n".join(line.encode() if isinstance(line, str) else line for line in lines))
    return str(path)


def rulings(text: str) -> list[dict[str, object]]:
    answers = [json.loads(line) for line in text.splitlines()]
    return [answer for answer in answers if answer["o"] == "ruling"]


def test_a_log_is_answered_a_line_an_answer(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", write(tmp_path, *LOG, "", "  ")]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    (ruling,) = rulings(out)
    assert (ruling["fault"], ruling["decision"], ruling["clause"]) == (
        "exposed_card",
        "replace",
        "diamondjims.9",
    )


def test_the_rulebook_of_the_log_can_be_overridden(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    exposed = LOG[5].replace("down", "up")
    assert main(["replay", write(tmp_path, *LOG[:5], exposed), "--rulebook", "uspa"]) == 0
    (ruling,) = rulings(capfd.readouterr().out)
    assert ruling["decision"] == "misdeal"
    assert str(ruling["clause"]).startswith("uspa.3.2.1.5.1")


BAD_LINES: dict[str, tuple[str | bytes, str]] = {
    "card": (
        '{"t":3,"e":"card","card":"1x","zone":"seat:2","face":"down"}',
        "card: expected a rank 23456789TJQKA and a suit shdc, 'Jk' or '??', got '1x'",
    ),
    "zone": ('{"t":3,"e":"card","card":"2h","zone":"hat","face":"down"}', "zone: expected"),
    "face": ('{"t":3,"e":"card","card":"2h","zone":"burn","face":1}', "face: expected"),
    "missing": ('{"t":3,"e":"act","do":"fold"}', "seat: expected"),
    "no kind": ('{"t":3}', "e: expected"),
    "unknown kind": ('{"t":3,"e":"dance"}', "e: expected"),
    "no time": ('{"e":"tick"}', "t: expected"),
    "time back": ('{"t":1,"e":"tick"}', "t: expected"),
    "time word": ('{"t":"now","e":"tick"}', "t: expected"),
    "no amount": ('{"t":3,"e":"act","seat":2,"do":"raise"}', "to: expected"),
    "fraction": ('{"t":3,"e":"act","seat":2,"do":"raise","to":4.5}', "to: expected"),
    "negative": ('{"t":3,"e":"act","seat":2,"do":"raise","to":-4}', "to: expected"),
    "huge": ('{"t":3,"e":"act","seat":2,"do":"raise","to":1' + "0" * 40 + "}", "to: expected"),
    "list": ("[1]", "line: expected one JSON object, got '[1]'"),
    "number": ("7", "line: expected one JSON object, got '7'"),
    "cut off": ('{"t":3,"e":"ca', "line: expected one JSON object"),
    "not JSON": ("{t:3}", "line: expected one JSON object"),
    "not UTF-8": (b'{"t":3,"e":"\xff"}', "line: expected"),
    "not text": (b"\xff\xfe\x00", "line: expected"),
    "deep": ("[" * 100_000, "line: expected one JSON object"),
    "long": ('{"t":3,"e":"' + "x" * (1 << 20) + '"}', "line: expected at most"),
}


@pytest.mark.parametrize("kind", BAD_LINES)
def test_a_bad_line_is_named_once_after_the_answers_before_it(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    line, complaint = BAD_LINES[kind]
    assert main(["replay", write(tmp_path, *LOG, "", line, LOG[-1])]) == 2
    out, err = capfd.readouterr()
    assert len(rulings(out)) == 1
    assert err.startswith(f"cutcard replay: line 9: {complaint}")
    assert err.count("\n") == 1
    assert len(err) < 400


@pytest.mark.parametrize("cut", range(1, len(LOG[6])))
def test_a_log_cut_off_anywhere_is_answered_up_to_there(
    cut: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", write(tmp_path, *LOG[:6])]) == 0
    whole, _ = capfd.readouterr()
    assert main(["replay", write(tmp_path, *LOG[:6], LOG[6][:cut])]) == 2
    out, err = capfd.readouterr()
    assert out == whole != ""
    assert err.startswith("cutcard replay: line 7: line: expected one JSON object")


@pytest.mark.parametrize("name", ["missing.log", "missing.phhs", "."])
def test_a_file_that_cannot_be_read_is_named(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / name)]) == 2
    assert str(tmp_path / name) in capfd.readouterr().err


def test_a_rulebook_that_is_not_there_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(HANDS / "wsop-2023-42.phhs"), "--rulebook", "hoyle"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("cutcard replay: --rulebook: expected one of dc, california")


def test_an_empty_log_is_consumed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", write(tmp_path)]) == 0
    assert capfd.readouterr() == ("", "")


def test_standard_input_is_answered_line_by_line() -> None:
    command = [sys.executable, "-m", "controller", "replay", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        for line in LOG[:5]:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        # The log is still open: an answer can only be here because it was flushed.
        os.set_blocking(process.stdout.fileno(), True)
        assert json.loads(process.stdout.readline())["o"]
        process.stdin.close()
        process.stdout.read()
    assert process.returncode == 0


def test_recorded_hands_are_reported_a_line_a_hand(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(HANDS / "wsop-2023-42.phhs")]) == 0
    out, err = capfd.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert len(lines) == 43
    assert lines[0].startswith("hand 1: Matthew Ashton 7340000, Kristopher Tong 3775000")
    assert lines[0].endswith(": agrees")
    assert lines[2].endswith(": agrees")
    assert lines[-1].startswith("42 hands: 42 agree; 0 differ")


def test_half_chips_are_named_and_not_failed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hands = (HANDS / "pluribus-1000.phhs").read_text(encoding="utf-8")
    half = "[856]" + hands.split("[856]")[1].split("[857]")[0]
    path = write(tmp_path, half, name="half.phhs")
    assert main(["replay", path, "--json"]) == 0
    played, summary = (json.loads(line) for line in capfd.readouterr().out.splitlines())
    assert played["verdict"] == "half chips"
    assert summary["half_chips"] == ["856"]


def test_stacks_that_differ_fail_the_replay(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hands = (HANDS / "pluribus-1000.phhs").read_text(encoding="utf-8")
    first = "[1]" + hands.split("[1]")[1].split("[2]")[0]
    wrong = first.replace("[9950, 9900,", "[9900, 9950,")
    assert main(["replay", write(tmp_path, wrong, name="wrong.phhs")]) == 1
    out = capfd.readouterr().out
    assert "differs; the file has 9900, 9950" in out
    assert out.splitlines()[-1] == "1 hand: 0 agree; 1 differ"


@pytest.mark.parametrize("text", [b"variant = ", b"\xff\xfe", b"[1]\nvariant = 'NT'"])
def test_a_hand_history_that_is_none_is_refused(
    text: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", write(tmp_path, text, name="bad.phhs")]) == 2
    assert capfd.readouterr().err.count("\n") == 1


def test_a_hand_that_cannot_be_read_or_played_is_named_and_keeps_no_other_back(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    good = (
        "variant = 'NT'\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n"
        "starting_stacks = [inf, 50, 50.50]\nfinishing_stacks = [inf, 48, 50.5]\n"
        "actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cbr 6', 'p2 f']\n"
    )
    hands = [
        good,
        good.replace("50.50", "nan"),
        good.replace("min_bet = 2", "min_bet = two"),
        good.replace("p1 cbr 6", "p9 cbr 6"),
        good.replace("[1, 2, 0]", "[1, 2, 4]"),
        good.replace("p2 f'", "p2 f # all gone'"),
    ]
    text = "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))
    path = write(tmp_path, text, name="mixed.phhs")
    assert main(["replay", path]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines == [
        "hand 1: p1 unknown, p2 48, p3 50.5: agrees",
        "hand 2: left out, starting_stacks: expected a number, got nan",
        "hand 3: left out, (hand): expected TOML, got Invalid value (at line 20, column 11)",
        "hand 4: left out, actions: expected p1 to p3, got 'p9'",
        "hand 5: left out, NT with a straddle is not yet played",
        "hand 6: p1 unknown, p2 48, p3 50.5: agrees",
        "6 hands: 2 agree; 0 differ; 1 left out, not yet played (NT with a straddle 1); "
        "3 left out, not readable (hand 2, 3, 4)",
    ]
    assert main(["replay", path, "--json"]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert rows[0]["stacks"] == [None, 48, 50.5]
    assert rows[1]["left_out"] == "starting_stacks: expected a number, got nan"
    assert rows[-1]["unreadable"] == ["2", "3", "4"]


def test_a_house_file_stands_before_its_book(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "ours.toml"
    house.write_text(
        'book = "hilton"\n[[exposed_card]]\ndecision = "keep"\nclause = "house.3"\n', "utf-8"
    )
    log = tmp_path / "table.jsonl"
    opening = {
        "t": 0, "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash",
        "rulebook": "uspa", "small_blind": 1, "big_blind": 2,
    }  # fmt: skip
    events = [opening, *({"t": 0, "e": "sit", "seat": n, "stack": 50} for n in (1, 2, 3))]
    events += [{"t": 1, "e": "hand", "button": 1}]
    events += [{"t": 2, "e": "card", "card": "7c", "zone": "seat:2", "face": "up"}]
    log.write_text("\n".join(map(json.dumps, events)), "utf-8")
    assert main(["replay", str(log), "--rulebook", str(house)]) == 0
    assert '"decision":"keep","clause":"house.3"' in capfd.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('book = "hiltn"', "did you mean 'hilton'"),
        ('book = "hilton"\n[[exposed_cart]]\ndecision = "keep"', "did you mean 'exposed_card'"),
        ('book = "hilton"\n[[exposed_card]]\ndecision = "shrug"', "one of the words for decisions"),
        ("book = ", "a TOML file"),
    ],
)
def test_a_mistake_in_a_house_file_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    house = tmp_path / "ours.toml"
    house.write_text(text, "utf-8")
    assert main(["replay", "-", "--rulebook", str(house)]) == 2
    assert said in capfd.readouterr().err


def pineapple_hand() -> list[str]:
    """Three cards to each of two, all checked, one thrown away after the flop."""
    opening = json.loads(LOG[0]) | {"rulebook": "uspa"}
    events: list[dict[str, object]] = [opening, *map(json.loads, LOG[1:3])]
    events.append({"e": "hand", "button": 1})

    def cards(*moves: str, face: str = "down") -> None:
        for move in moves:
            card, zone = move.split(">")
            events.append({"e": "card", "card": card, "zone": zone, "face": face})

    def checks(*seats: int) -> None:
        events.extend({"e": "act", "seat": seat, "do": "check"} for seat in seats)

    cards("Ah>seat:2", "Kc>seat:1", "As>seat:2", "Kd>seat:1", "2c>seat:2", "3d>seat:1")
    events.append({"e": "act", "seat": 1, "do": "call"})
    checks(2)
    cards("4h>burn")
    cards("5s>board", "9c>board", "Jd>board", face="up")
    checks(2, 1)
    cards("3d>muck", "2c>muck")
    for burn, street in (("6h>burn", "7d>board"), ("8h>burn", "Qs>board")):
        cards(burn)
        cards(street, face="up")
        checks(2, 1)
    events.extend({"e": "show", "seat": seat} for seat in (2, 1))
    return [json.dumps(event | {"t": t}) for t, event in enumerate(events)]


def test_a_log_is_played_by_a_houses_own_game(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = write(tmp_path, *pineapple_hand())
    assert main(["replay", log, "--game", str(PINEAPPLE)]) == 0
    answers = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert not [one for one in answers if one["o"] in ("ruling", "reject")]
    discards = [one for one in answers if one.get("what") == "discard"]
    assert [(one["seat"], one["count"]) for one in discards] == [(2, 1)]
    (award,) = [one for one in answers if one["o"] == "award"]
    assert (award["seat"], award["hand"]["name"][:12]) == (2, "pair of aces")
    assert answers[-2]["stacks"] == {"1": 198, "2": 202}


def test_a_mistake_in_a_houses_own_game_is_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    wrong = PINEAPPLE.read_text("utf-8").replace("board turn", "borad turn")
    game = write(tmp_path, wrong, name="ours.toml")
    assert main(["replay", write(tmp_path, *LOG), "--game", game]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "ours.toml: line 9: rounds[6]: expected one of deal, bet, board" in err
    assert "did you mean 'board'?" in err
    assert main(["replay", write(tmp_path, *LOG), "--game", str(tmp_path / "none.toml")]) == 2
    assert main(["replay", str(HANDS / "wsop-2023-42.phhs"), "--game", str(PINEAPPLE)]) == 2


def test_a_book_of_the_houses_own_rules_from_its_folder(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "greenfelt"
    folder.mkdir()
    (folder / "book.toml").write_text(
        'title = "Green Felt"\nauthority = "house"\n'
        '[[exposed_card]]\ndecision = "keep"\nclause = "greenfelt.2"\n'
    )
    exposed = LOG[5].replace('"down"', '"up"')
    assert main(["replay", write(tmp_path, *LOG[:5], exposed), "--rulebook", str(folder)]) == 0
    assert '"decision":"keep","clause":"greenfelt.2"' in capfd.readouterr().out
