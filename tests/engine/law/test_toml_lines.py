"""The line of every key, whatever way the file is written."""

import tomllib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.law.toml_lines import Keys, line_of, lines


def found(text: str) -> dict[Keys, int]:
    tomllib.loads(text)  # only what TOML allows is asked of it
    return lines(text)


def test_a_plain_key_and_one_in_a_table() -> None:
    at = found('# a remark\nname = "x"\n\n[table]  # another\nseats = 9\n')
    assert at == {("name",): 2, ("table",): 4, ("table", "seats"): 5}


def test_strings_may_hold_anything_that_looks_like_toml() -> None:
    text = 'a = "[x] # no \\" remark"\nb = \'c = 1\'\nc = """\n[no]\nd = 1 \\"""\n""""\nd = 2\n'
    assert found(text) == {("a",): 1, ("b",): 2, ("c",): 3, ("d",): 7}


def test_a_literal_string_over_many_lines() -> None:
    assert found("a = '''\n[no]\n\\'''\nb = 1")[("b",)] == 4


def test_each_place_of_an_array_over_many_lines() -> None:
    at = found('zones = [\n  "deck",  # the shoe\n\n  "burn",\n  ["x",\n "y"], ]\nafter = 1\n')
    assert [at["zones", place] for place in range(3)] == [2, 4, 5]
    assert at["zones", 2, 1] == 6
    assert at[("after",)] == 7


def test_dotted_and_quoted_keys() -> None:
    at = found('\na.b."c d".\'e\' = 1.5\n["x.y".z]\nk = 2\n')
    assert at["a", "b", "c d", "e"] == 2
    assert at["a",] == 2
    assert at["x.y", "z", "k"] == 4


def test_tables_in_arrays_are_counted() -> None:
    at = found("[[reader]]\nport=1\n[reader.times]\na=1\n[[reader]]\n\nport=2\n[[reader.more]]\n")
    assert at["reader", 0, "port"] == 2
    assert at["reader", 0, "times", "a"] == 4
    assert at["reader", 1] == 5
    assert at["reader", 1, "port"] == 7
    assert at["reader", 1, "more", 0] == 8


def test_a_table_within_a_line() -> None:
    at = found('\nzones = { 0 = "deck", deep.er = { x = [1] }, none = {} }\n[t]\n')
    assert at["zones", "deep", "er", "x", 0] == 2
    assert at["zones", "none"] == 2
    assert at[("t",)] == 3


def test_times_numbers_and_windows_line_ends() -> None:
    at = found("a = 1979-05-27 07:32:00.5\r\nb = +1_000.5e-3\r\nc = true\r\nd = inf\r\n")
    assert list(at.values()) == [1, 2, 3, 4]


def test_a_key_that_lacks_is_looked_for_in_its_table() -> None:
    at = found("\n[[reader]]\nname = 'a'\n")
    assert line_of(at, ("reader", 0, "port")) == 2
    assert line_of(at, ("broker", "host")) == 1
    assert line_of(at, ()) == 1


_KEYS = st.sampled_from(["a", "b", "c d", "é", "x.y"])
_SCALARS = st.one_of(st.integers(-9, 9), st.booleans(), st.text("a\"\\[]{}=#\n' ", max_size=6))
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=8,
)


def written(value: Any) -> str:
    """A value as TOML has it within a line."""
    if isinstance(value, dict):
        pairs = (f"{written(key)} = {written(one)}" for key, one in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    return str(value)


def all_paths(value: Any, at: Keys = ()) -> set[Keys]:
    inner: Any = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    return {at} | {path for key, one in inner for path in all_paths(one, (*at, key))}


@settings(deadline=None)
@given(st.lists(_VALUES, min_size=1, max_size=4))
def test_whatever_the_values_every_path_is_on_its_line(values: list[Any]) -> None:
    text = "\n".join(f"k{number} = {written(value)}" for number, value in enumerate(values))
    raw = tomllib.loads(text)
    assert set(lines(text)) == all_paths(raw) - {()}
    assert all(line == int(str(path[0])[1:]) + 1 for path, line in lines(text).items())
