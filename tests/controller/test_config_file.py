"""The table's file: what it gives, and what is said of each mistake in it."""

import re
import shutil
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.commands.config import defaults
from controller.config import Section, TableConfig
from controller.config_file import ConfigError, load
from controller.senses.fusion import Windows
from engine.table import Table
from firmware_bridge.presence import Timing

PINEAPPLE = Path(__file__).parent.parent / "games" / "crazy_pineapple.toml"
SEATS = ", ".join(f'"seat:{seat}"' for seat in range(1, 11))
FELT = f"""
[[reader]]
name = "felt"
driver = "feig"
port = "felt"
zones = ["deck", "board", "burn", "muck", {SEATS}]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, "utf-8")
    return path


def mistakes(folder: Path, text: str) -> list[tuple[int, str]]:
    with pytest.raises(ConfigError) as raised:
        load(written(folder, text))
    return raised.value.mistakes


def test_a_file_that_only_names_its_readers_is_enough(tmp_path: Path) -> None:
    config = load(written(tmp_path, FELT))
    assert config.table.name == "table-1"
    assert config.reader[0].settings.parity == "E", "as a FEIG comes from the factory"
    assert config.reader[0].antennas[0] == "deck"
    assert (config.camera, config.pins, config.web) == (None, None, None)


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    text = '[journal]\nfile = "kept/j.sqlite"\n[broker]\ntls_ca = "/etc/ca.crt"\n' + FELT
    config = load(written(tmp_path, text))
    assert config.journal.file == tmp_path / "kept/j.sqlite"
    assert config.journal.key == tmp_path / "table.key", "what the file does not say as well"
    assert config.broker.tls_ca == Path("/etc/ca.crt")


def test_a_camera_of_pictures_is_a_folder_beside_the_file(tmp_path: Path) -> None:
    config = load(written(tmp_path, '[camera]\nkind = "folder"\ndevice = "shots"\n' + FELT))
    assert config.camera is not None
    assert config.camera.device == str(tmp_path / "shots")


def test_the_table_opens_as_the_file_says(tmp_path: Path) -> None:
    text = '[game]\nrulebook = "hilton"\nbig_blind = 10\n[house]\nraise_cap = 5\n' + FELT
    table = Table()
    assert table.apply({"t": 0, **load(written(tmp_path, text)).opening()}) == []
    assert table.setting.big_blind == 10
    assert table.setting.book.params["raise_cap"] == 5


def test_a_houses_file_of_rules_becomes_part_of_the_opening(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('book = "hilton"\n[params]\nraise_cap = 5\nreopen = 0.5\n')
    text = '[game]\nrulebook = "ours.toml"\n[house]\nraise_cap = 6\n' + FELT
    opening = load(written(tmp_path, text)).opening()
    assert opening["rulebook"] == "hilton"
    assert opening["house"] == {"raise_cap": 6, "reopen": 0.5}


def test_a_houses_own_game_becomes_part_of_the_opening(tmp_path: Path) -> None:
    shutil.copy(PINEAPPLE, tmp_path / "pineapple.toml")
    opening = load(written(tmp_path, '[game]\nfile = "pineapple.toml"\n' + FELT)).opening()
    table = Table()
    assert table.apply({"t": 0, **opening}) == []
    assert table.setting.game.name == opening["game"] == "crazy_pineapple"
    assert table.setting.game.hand_cards == 2


def test_a_game_in_the_tables_own_file_is_checked_line_by_line(tmp_path: Path) -> None:
    text = '[own_game]\nname = "x"\nrounds = [\n"deal 5 down",\n"bte only",\n]\n' + FELT
    ((line, told),) = mistakes(tmp_path, text)
    assert line == 5
    assert "did you mean 'bet'" in told


def test_a_book_of_the_houses_own_becomes_part_of_the_opening(tmp_path: Path) -> None:
    folder = tmp_path / "greenfelt"
    folder.mkdir()
    (folder / "book.toml").write_text('title = "Green"\nauthority = "house"\n[params]\nraise_cap=5')
    text = '[game]\nrulebook = "greenfelt"\n[house]\nreopen = 0.5\n' + FELT
    table = Table()
    assert table.apply({"t": 0, **load(written(tmp_path, text)).opening()}) == []
    assert (table.setting.book.name, table.setting.book.title) == ("greenfelt", "Green")
    assert (table.setting.book.params["raise_cap"], table.setting.book.params["reopen"]) == (5, 0.5)


MISTAKES = {
    "a game's file that lacks": ('[game]\nfile = "our.toml"\n', 2, "No such file"),
    "an unknown table": ("[tabel]\n", 1, "did you mean 'table'"),
    "an unknown key": ("[table]\nseat = 9\n", 2, "did you mean 'seats'"),
    "an unknown key of a reader": (FELT + 'prot = "x"\n', 7, "did you mean 'port'"),
    "a table that is a value": ("table = 3\n" + FELT, 1, "expected a table [table], got 3"),
    "readers that are one table": ('[reader]\nname = "x"\n', 1, "expected tables [[reader]]"),
    "a wrong type": ('[table]\nseats = "nine"\n', 2, "a whole number from 2 to 23, got 'nine'"),
    "too many seats": ("[table]\nseats = 24\n", 2, "from 2 to 23, got 24"),
    "a name with a wildcard": ('[table]\nname = "a/#"\n', 2, "letters, digits"),
    "an unknown word": ('[game]\nstructure = "nl"\n', 2, "no_limit"),
    "an unknown game": ('[game]\ngame = "holdm"\n', 2, "did you mean 'holdem'"),
    "no big blind": ("[game]\nsmall_blind = 0\nbig_blind = 0\n", 3, "1 or more"),
    "blinds the wrong way round": ("[game]\nsmall_blind = 5\n", 2, "at most the big blind, 2"),
    "an unknown book": ('[game]\nrulebook = "hiltn"\n', 2, "did you mean 'hilton'"),
    "a house's file that lacks": ('[game]\nrulebook = "our.toml"\n', 2, "No such file"),
    "an unknown override": ("[house]\nraise_cup = 3\n", 2, "did you mean 'raise_cap'"),
    "a bad override": ('[house]\n\nraise_cap = "x"\n', 3, "a whole number, 0 or more"),
    "a bad line of the house": ('[[house.joker]]\ndecision = "shrug"\n', 2, "words for decisions"),
    "an unknown driver": ('[[reader]]\nname="a"\ndriver="pn53"\nport="p"\n', 3, "mean 'pn532'"),
    "a reader without a port": ('[[reader]]\nname="a"\ndriver="board"\n', 1, "reader[2].port"),
    "an empty port": ('[[reader]]\nname="a"\ndriver="board"\nport=""\n', 4, "by-id"),
    "a name twice": ('[[reader]]\nname="felt"\ndriver="board"\nport="p"\n', 2, "[1].name has"),
    "a port twice": (
        '[[reader]]\nname="a"\ndriver="board"\nport="/dev/serial/by-id/felt"\n', 4, "[1].port has",
    ),
    "a zone twice": (
        '[[reader]]\nname="a"\ndriver="pn532"\nport="p"\nzones=["seat:9"]\n', 5, "reader[1].zones",
    ),
    "no such zone": (
        '[[reader]]\nname="a"\ndriver="pn532"\nport="p"\nzones=[\n"pot"]\n', 6, "deck, seat:N",
    ),
    "a seat too many": (
        '[[reader]]\nname="a"\ndriver="pn532"\nport="p"\nzones=["seat:11"]\n', 5, "which has 10",
    ),
    "no antenna's number": (
        '[[reader]]\nname="a"\ndriver="pn532"\nport="p"\nzones={x="seat:1"}\n', 5, "from 0",
    ),
    "no zones": ('[[reader]]\nname="a"\ndriver="pn532"\nport="p"\n', 1, "zone of each antenna"),
    "a share above one": ("[presence]\npoor = 1.5\n", 2, "from 0 to 1"),
    "a time without end": ("[broadcast]\ndelay = inf\n", 2, "from 0 to 86400"),
    "a time too long": ("[fusion]\nhold = 3600\n", 2, "from 0 to 60"),
    "a bad pin": ("[pins]\nbuzzer = 28\n", 2, "from 2 to 27"),
    "a pin twice": ("[pins]\nlamps.red = 5\n", 2, "pins.buttons.new_hand has"),
    "an empty path": ('[journal]\nfile = ""\n', 2, "a path in quotes"),
    "an embedded broker for all": ('[broker]\nembedded = true\nhost = "0.0.0.0"\n', 3, "127.0.0.1"),
    "an embedded broker with TLS": ('[broker]\nembedded = true\ntls_ca = "x"\n', 3, "no TLS"),
    "one port for two": ("[broker]\nembedded = true\nwebsockets = 1883\n", 3, "another port"),
    "pages for all in the clear": ('[web]\nhost = "0.0.0.0"\n', 2, "plain = true"),
    "half of TLS": ('[web]\ntls_cert = "x"\n', 1, "both tls_cert and tls_key"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_its_line(name: str, tmp_path: Path) -> None:
    text, line, said = MISTAKES[name]
    before = "" if "[reader]\n" in text or FELT in text else FELT
    [(at, told)] = mistakes(tmp_path, before + text)
    assert (at - before.count("\n"), said in told) == (line, True), told


def test_all_mistakes_are_named_at_once_in_the_order_of_the_lines(tmp_path: Path) -> None:
    text = "".join(text for text, _, _ in (MISTAKES["a bad pin"], MISTAKES["an unknown table"]))
    text += '[table]\nseats = true\nname = ""\n[[reader]]\n'
    assert [line for line, _ in mistakes(tmp_path, text)] == [2, 3, 5, 6, 7, 7, 7]


@pytest.mark.parametrize(
    ("zones", "said"),
    [
        ('"board", "burn", "muck", ' + SEATS, "a shoe"),
        ('"deck", "burn", ' + SEATS, "an antenna for board, muck"),
        ('"deck", "board", "burn", "muck", "seat:1"', "an antenna for seat:2, seat:3"),
    ],
)
def test_every_zone_of_the_table_has_its_antenna(zones: str, said: str, tmp_path: Path) -> None:
    reader = f'[[reader]]\nname = "a"\ndriver = "feig"\nport = "p"\nzones = [{zones}]\n'
    [(line, told)] = mistakes(tmp_path, "\n" + reader)
    assert line == 2
    assert said in told


def test_a_table_board_knows_its_zones_itself(tmp_path: Path) -> None:
    board = '[[reader]]\nname = "a"\ndriver = "board"\nport = "p"\n'
    assert load(written(tmp_path, board)).reader[0].antennas == {}


def test_a_table_board_with_zones_would_be_contradicted(tmp_path: Path) -> None:
    board = '[[reader]]\nname = "a"\ndriver = "board"\nport = "p"\nzones = ["burn"]\n'
    [(line, told)] = mistakes(tmp_path, board)
    assert (line, "names its zones itself" in told) == (5, True)


def test_a_table_without_readers_sees_nothing(tmp_path: Path) -> None:
    assert "a [[reader]]" in mistakes(tmp_path, "[table]\nseats = 6\n")[0][1]


def test_what_follows_from_another_mistake_is_not_told(tmp_path: Path) -> None:
    text = FELT.replace("zones = [", 'zones = 3 # ["')
    assert len(mistakes(tmp_path, text)) == 1


def test_a_value_of_an_unknown_key_is_not_repeated(tmp_path: Path) -> None:
    [(_, told)] = mistakes(tmp_path, FELT + '[broker]\npassword = "open sesame"\n')
    assert "password_file" in told
    assert "sesame" not in told


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"a = 1\nb = [\n", 3), (b"a = 1\n\nb = = 2\n", 3), (b"a = 1\nb = '\xff'\n", 2)],
)
def test_a_file_that_is_no_toml_names_its_line(data: bytes, line: int, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(data)
    with pytest.raises(ConfigError) as raised:
        load(path)
    assert raised.value.mistakes[0][0] == line


def test_a_secret_that_others_may_read_is_a_mistake(tmp_path: Path) -> None:
    key = tmp_path / "table.key"
    key.write_bytes(bytes(32))
    key.chmod(0o640)
    [(_, told)] = mistakes(tmp_path, FELT)
    assert f"chmod 600 {key}" in told
    key.chmod(0o600)
    load(written(tmp_path, FELT))


def test_the_bad_line_of_a_houses_file_is_told_with_all_the_rest(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('book = "hilton"\n[params]\nraise_cup = 5\n')
    told = mistakes(tmp_path, '[game]\nrulebook = "ours.toml"\n[pins]\nbuzzer = 5\n' + FELT)
    assert [line for line, _ in told] == [2, 4]
    assert "in ours.toml, line 3: params.raise_cup: expected a parameter" in told[0][1]


def switched_on(text: str) -> str:
    """The defaults with all that is off switched on."""
    return re.sub(r"^#(?=[a-z\[])", "", text, flags=re.MULTILINE)


def test_the_defaults_check_and_say_what_the_types_say(tmp_path: Path) -> None:
    given = load(written(tmp_path, defaults()))
    (tmp_path / "bare.toml").write_text('[[reader]]\nname="board"\ndriver="board"\nport="x"\n')
    bare = load(tmp_path / "bare.toml")
    assert msgspec.structs.replace(given, reader=bare.reader) == bare


def test_the_defaults_have_every_setting_there_is(tmp_path: Path) -> None:
    text = switched_on(defaults()).replace("zones = []", "").replace("raise_cap = 3", "")
    shutil.copy(PINEAPPLE, tmp_path / "pineapple.toml")
    config = load(written(tmp_path, text))
    lacking = [
        (name, field)
        for name in TableConfig.__struct_fields__
        for section in [getattr(config, name)]
        if isinstance(section, Section)
        for field in section.__struct_fields__
        if getattr(section, field) is None
    ]
    assert lacking == []
    assert config.reader[0].silent_after is not None
    assert config.camera and config.pins and config.web
    assert set(tomllib.loads(text)["presence"]) == {one.name for one in fields(Timing)}
    assert set(tomllib.loads(text)["fusion"]) == {one.name for one in fields(Windows)}


NASTY = (
    ("3 -1 1e400 nan true [] {} [[]] [{}] {x=1} '' '\0' 'seat:0' 'deck' '../x' 1979-05-27 07:32:00")
    .replace("\0", "\\u0000")
    .replace("'", '"')
    .split()
)
SETTINGS = [
    (section, field)
    for section, kind in get_type_hints(TableConfig).items()
    for inner in (kind, *get_args(kind))
    for field in getattr(inner, "__annotations__", {})
] + [(section, "") for section in TableConfig.__struct_fields__]


@settings(deadline=None)
@given(said=st.lists(st.tuples(st.sampled_from(SETTINGS), st.sampled_from(NASTY)), max_size=4))
def test_whatever_stands_in_the_file_it_is_taken_or_named(
    said: list[tuple[tuple[str, str], str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = "".join(
        f"[[reader]]\n{field} = {value}\n" if section == "reader" and field
        else f"{section}.{field} = {value}\n".replace(". ", " ")
        for (section, field), value in sorted(said, key=lambda one: one[0][0] == "reader")
    )  # fmt: skip
    try:
        load(written(tmp_path_factory.mktemp("table"), text))
    except ConfigError as error:
        assert all(1 <= line <= text.count("\n") + 1 for line, _ in error.mistakes)


def test_a_table_whose_house_taught_its_chips_says_that_it_sees_them(tmp_path: Path) -> None:
    with_chips = load(written(tmp_path, '[camera]\nchips = "chips.json"\n' + FELT))
    assert with_chips.opening()["sensors"] == ["rfid", "shoe", "camera", "chips"]
    without = load(written(tmp_path, "[camera]\n" + FELT))
    assert without.opening()["sensors"] == ["rfid", "shoe", "camera"]
