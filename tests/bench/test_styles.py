"""Why references differ from those of pandoc."""

from __future__ import annotations

import pytest

from bench.styles import UNEXPLAINED, compared, report


def differences(ours: str, theirs: str) -> list[tuple[str, str, str]]:
    found = compared("apa", {"key": ours}, {"key": theirs})
    return [(each.ours, each.theirs, each.reason[:11]) for each in found]


@pytest.mark.parametrize(
    ("ours", "theirs", "found"),
    [
        ("A b c.", "A b c.", []),
        (
            "A, 19327–43. X",
            "A, 19327–19343. X",
            [("19327–43.", "19327–19343.", "page ranges")],
        ),
        ("A of B", "A Of B", [("of", "Of", "title case ")]),
        ("A About B", "A about B", [("About", "about", "title case:")]),
        ("江伟, A", "江伟., A", [("江伟,", "江伟.,", "pandoc sets")]),
        ("A. [Online]. B", "A. B", [("[Online].", "", "a group tha")]),
        ("A, 7(1–2), B", "A, 7(1-2), B", [("7(1–2),", "7(1-2),", "volumes and")]),
        ("A b c", "A x c", [("b", "x", UNEXPLAINED[:11])]),
        ("3–5", "4–5", [("3–5", "4–5", UNEXPLAINED[:11])]),
    ],
)
def test_differences_are_told_word_by_word(
    ours: str, theirs: str, found: list[tuple[str, str, str]]
) -> None:
    assert differences(ours, theirs) == found


def test_the_report_counts_what_is_the_same() -> None:
    found = list(compared("apa", {"a": "x", "b": "y z"}, {"a": "x", "b": "y w"}))
    text = report(found, 2)
    assert "5 of 6 references are the same to the letter, 1 differ in 1 places" in text
    assert "| apa | b | `z` | `w` | not explained |" in text
