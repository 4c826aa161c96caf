"""Months and days as records write them."""

from __future__ import annotations

import pytest

from paperstui.index.readers import dates

MONTHS = {
    "7": "07",
    "jul": "07",
    "Sept. 2001": "09",
    "2024-07": "07",
    "2019/03/15/": "03-15",
    "2019 Aug 14": "08-14",
    "July 3rd": "07-03",
    "21--27 Jul": "07-21/07-27",
    "May 22–27, 2022": "05-22/05-27",
    "2024-07-21/2024-07-27": "07-21/07-27",
    "June/July": "06/07",
    "jul 30 - aug 2": "07-30/08-02",
    # What is no month, or none that a year has.
    "": "",
    "13": "",
    "12 2019": "",
    "2019///": "",
    "Spring": "",
    "Mayor": "",
    "Feb 30": "",
    "10, 11 and 12 May": "",
}


@pytest.mark.parametrize(("words", "month"), MONTHS.items())
def test_months(words: str, month: str) -> None:
    assert dates.month(words) == month


@pytest.mark.parametrize(
    ("issued", "month"),
    [
        ({"date-parts": [[2024, 7, 21], [2024, 7, 27]]}, "07-21/07-27"),
        ({"date-parts": [["2024", "12"]]}, "12"),
        ({"date-parts": [[2024]]}, ""),
        ({"date-parts": [[None]]}, ""),
        ({"date-parts": [[2024, "Juli"]]}, ""),
        ({"date-parts": 2024}, ""),
        ({"literal": "2024"}, ""),
        ("2024-07", ""),
    ],
)
def test_dates_of_csl_json(issued: object, month: str) -> None:
    assert dates.csl_month(issued) == month
