"""What counts look like as rows."""

from __future__ import annotations

from paperstui.index.authors import Attendance, Turnover
from paperstui.index.term_trends import Change, Changes
from paperstui.index.trends import Portion
from paperstui.tui.screens.trend_rows import author_rows, term_rows, topic_rows


def test_bars_of_venues_have_another_scale_than_their_sums() -> None:
    portions = (
        Portion("", 2024, 30, 60),
        Portion("ACL", 2024, 10, 50),
        Portion("ICML", 2024, 20, 10 * 2),
        Portion("ICML", None, 0, 5),
    )
    shares = topic_rows(portions, shares=True)
    assert [(row.label, row.bar) for row in shares if row.target] == [
        ("2024", 1.0),
        ("ACL 2024", 0.2),
        ("ICML 2024", 1.0),
        ("ICML no year", 0.0),
    ]
    counts = topic_rows(portions, shares=False)
    assert [row.bar for row in counts if row.target] == [1.0, 0.5, 1.0, 0.0]
    assert [row.label for row in counts if not row.target] == [
        "All venues · 30 of 60 · 50%",
        "ACL · 10 of 50 · 20%",
        "ICML · 20 of 25 · 80%",
    ]
    assert counts[-1].numbers == ("0", "5", "–")


def test_changes_are_shares_with_a_sign() -> None:
    fading = Change(("kernels",), 30, 2, -4.04)
    rows = term_rows(Changes((), (), (fading,)), 100, 200)
    assert [(row.label, row.numbers, row.bar) for row in rows] == [
        ("Fading · 1 term", (), 0.0),
        ("kernels", ("30%", "1.0%", "−4.0"), 1.0),
    ]
    assert term_rows(Changes((), (), ()), 0, 0) == []


def test_a_head_says_how_many_authors_are_not_listed() -> None:
    new = tuple(Attendance(f"A {n}", 0, 1) for n in range(1_234))
    rows = author_rows(Turnover((), new, ()))
    assert rows[0].label == "New · 1,234 authors, the first 500"
    assert len(rows) == 501
    assert rows[1].numbers == ("–", "1")
