"""Values of every type where a list has the fields of papers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.models import Author
from paperstui.index.readers import values

anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "family", "given"]), inner)
    ),
    max_leaves=5,
)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("A\n  title", "A title"),
        ("Signals &amp; Systems", "Signals & Systems"),
        ("CO<sub>2</sub>", "CO₂"),
        ("a\x1b]52;c;x\x07b", "ab"),
        (2024, "2024"),
        (1.5, "1.5"),
        (float("nan"), ""),
        (True, ""),
        (None, ""),
        (["A"], ""),
    ],
)
def test_a_line(value: object, line: str) -> None:
    assert values.line(value) == line


@pytest.mark.parametrize(
    ("value", "block"),
    [
        ("<jats:p>A &amp;lt;b&amp;gt; c</jats:p>", "A <b> c"),
        ("One\nline.\r\n\r\nTwo.", "One line.\n\nTwo."),
        (["One.", "Two.", 3], "One.\n\nTwo."),
        ("  ", ""),
        (7, ""),
        (None, ""),
    ],
)
def test_a_block(value: object, block: str) -> None:
    assert values.block(value) == block


def test_latex_stays_in_the_formulas_of_a_title() -> None:
    assert values.title(r"\textit{Caf\'e} in $\mathcal{X}$") == r"Café in $\mathcal{X}$"
    assert values.title("Sets {a, b}") == "Sets {a, b}"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a;b; a ;;c", ("a", "b", "c")),
        ("a|b, c", ("a", "b, c")),
        ("a, b (x, y), c", ("a", "b (x, y)", "c")),
        ("Data Mining: Graphs, Trees", ("Data Mining: Graphs, Trees",)),
        (["a", "b, c", None], ("a", "b, c")),
        (["a; b"], ("a", "b")),
        ("none", ()),
        ("", ()),
        (None, ()),
    ],
)
def test_keywords(value: object, words: tuple[str, ...]) -> None:
    assert values.words(value) == words


TWO = (Author("Test", "Max"), Author("Probe", "Ada"))


@pytest.mark.parametrize(
    "value",
    [
        "Max Test;Ada Probe",
        "Max Test; Ada Probe",
        "Max Test, Ada Probe",
        "Max Test and Ada Probe",
        "Max Test*; Ada Probe†",
        "Test, Max; Probe, Ada",
        ["Max Test", "Ada Probe"],
        ["Max Test, Ada Probe"],
        [{"family": "Test", "given": "Max"}, {"fullname": "Ada Probe"}],
        [{"name": "Max Test"}, None, 7, "Ada Probe"],
    ],
)
def test_authors(value: object) -> None:
    assert values.authors(value) == TWO


@pytest.mark.parametrize("value", ["", None, [], 7, {}, "Anonymous", ["Anonymous"]])
def test_no_authors(value: object) -> None:
    assert values.authors(value) == ()


@pytest.mark.parametrize(
    ("value", "people", "affiliations"),
    [
        ("A;B", 2, ("A", "B")),
        ("A; ;C", 3, ("A", "", "C")),
        ("A|B", 2, ("A", "B")),
        ("A + B; C", 2, ("A + B", "C")),
        ("A;;C", 2, ("A", "C")),
        ("A", 4, ("A",)),
        (";;;", 4, ()),
        (["A", "B"], 2, ("A", "B")),
        ("", 1, ()),
        (None, 1, ()),
    ],
)
def test_affiliations(
    value: object, people: int, affiliations: tuple[str, ...]
) -> None:
    assert values.affiliations(value, people) == affiliations


@pytest.mark.parametrize(
    ("scores", "mean", "rating"),
    [
        ("6;8;4", None, 6.0),
        ("6,8", None, 7.0),
        ("7", 1.0, 7.0),
        ([6, "8: Top 50%, accept", None], None, 7.0),
        (None, [6.1, 0.4], 6.1),
        ("", 5, 5.0),
        ("", [0, 0], None),
        ("", 0, None),
        (None, [], None),
        ("good", "5.5", 5.5),
        (True, None, None),
        (float("inf"), None, None),
        (10**400, None, None),
    ],
)
def test_a_mean_score(scores: object, mean: object, rating: float | None) -> None:
    assert values.mean_score(scores, mean) == rating


@pytest.mark.parametrize(
    ("value", "count"),
    [(7, 7), (0, 0), ("12", 12), (3.0, 3), (-1, None), ("", None), (10**400, None)],
)
def test_a_count(value: object, count: int | None) -> None:
    assert values.count(value) == count


@pytest.mark.parametrize(
    ("value", "year"),
    [(2024, 2024), ("2024", 2024), ("", None), (20240101, None), ([2024], None)],
)
def test_a_year(value: object, year: int | None) -> None:
    assert values.year(value) == year


@pytest.mark.parametrize(
    ("value", "truth"),
    [
        (True, True),
        ("Best Paper", True),
        (False, False),
        ("false", False),
        (None, False),
    ],
)
def test_a_flag(value: object, truth: bool) -> None:
    assert values.is_true(value) is truth


@given(anything, anything)
def test_no_value_raises(value: object, other: object) -> None:
    values.line(value)
    values.block(value)
    values.title(value)
    values.words(value)
    values.authors(value)
    values.affiliations(value, 2)
    values.mean_score(value, other)
    values.count(value)
    values.year(value)
    values.is_true(value)
