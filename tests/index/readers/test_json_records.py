"""Arrays of JSON, whole and damaged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.readers.json_records import Entry, entries, opening

records = st.lists(
    st.dictionaries(st.text(max_size=3), st.text(max_size=5) | st.integers())
    | st.integers()
    | st.none(),
    max_size=5,
)


@given(records, st.sampled_from([None, 0, 2]))
def test_a_whole_array_comes_as_it_is(values: list[object], indent: int | None) -> None:
    found = list(entries(json.dumps(values, indent=indent)))
    assert [entry.value for entry in found] == values
    assert [entry.damage for entry in found] == [""] * len(values)
    assert [entry.number for entry in found] == list(range(1, len(values) + 1))


@given(st.lists(st.dictionaries(st.text(max_size=3), st.text(max_size=5))), st.data())
def test_a_cut_array_gives_what_is_whole(values: list[object], data: Any) -> None:
    content = json.dumps(values)
    *whole, last = entries(content[: data.draw(st.integers(0, len(content) - 1))])
    assert [entry.value for entry in whole] == values[: len(whole)]
    assert last.damage


def test_lines_are_those_of_the_elements() -> None:
    content = '\ufeff\n[\n  {"a": 1},\n\n  {"a":\n  2}, 3\n]\n'
    assert list(entries(content)) == [
        Entry(1, 3, {"a": 1}),
        Entry(2, 5, {"a": 2}),
        Entry(3, 6, 3),
    ]


def test_a_damaged_element_costs_no_other() -> None:
    content = '[\n {"a": 1},\n {"a": 2 "b": [{"c": 3}]},\n {"a": 4},\n {"a": "x},\n'
    assert list(entries(content)) == [
        Entry(1, 2, {"a": 1}),
        Entry(2, 3, damage="expecting ',' delimiter"),
        Entry(3, 4, {"a": 4}),
        Entry(4, 5, damage="unterminated string"),
    ]


def test_a_cut_behind_a_comma_is_told() -> None:
    assert list(entries('[{"a": 1},\n')) == [
        Entry(1, 1, {"a": 1}),
        Entry(2, 2, damage="the file ends before the array does"),
    ]


def test_arrays_behind_each_other_are_one() -> None:
    found = list(entries('[{"a": 1}]\n[{"a": 2},]'))
    assert [entry.value for entry in found] == [{"a": 1}, {"a": 2}]


def test_what_follows_an_inner_array_is_not_looked_at() -> None:
    content = '{"notes": [1, 2], "count": 2}'
    assert [e.value for e in entries(content, 10, is_inner=True)] == [1, 2]
    assert list(entries(content)) == [Entry(1, 1, damage="there is no JSON array")]


def test_raw_line_ends_in_texts_are_meant() -> None:
    assert [e.value for e in entries('[{"a": "x\ny\tz"}]')] == [{"a": "x\ny\tz"}]


def test_deep_nesting_is_no_crash() -> None:
    found = list(entries("[" + '{"a":' * 100_000))
    assert [entry.damage for entry in found] == ["too deeply nested"]


@pytest.mark.parametrize(
    ("head", "first", "keys"),
    [
        ('[{"a": {"b": 1}, "c": "}"}, {"d": 1}]', "[", {"a", "c"}),
        ('\ufeff [ 7, {"a": "x", "b": "unfini', "[", {"a", "b"}),
        ('{"a": [{"b": 1}], "c" : 2}\n{"d": 1}', "{", {"a", "c"}),
        ('{"a": "\\"b\\": ", "c": 1', "{", {"a", "c"}),
        ("[]", "[", set()),
        ("@article{", "", set()),
        ("", "", set()),
    ],
)
def test_how_a_file_begins(head: str, first: str, keys: set[str]) -> None:
    assert opening(head) == (first, frozenset(keys))
