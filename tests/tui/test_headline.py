"""The line above the list, without any widget."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from paperstui.index.requests import Sort
from paperstui.tui.headline import ORDERS, bar, headline, peak, percent, spark

SHARES = {2016: 0.0, 2017: 0.001, 2018: 0.02, 2020: 0.035, 2021: 0.061, 2022: 0.05}


def test_a_bar_a_year_with_gaps_and_lowest_ones() -> None:
    assert spark(SHARES) == "2016 ▁▂▄ ▆█▇ 2022"


def test_the_peak_is_the_last_of_the_largest() -> None:
    assert peak(SHARES) == "peak 2021: 6.1%"
    assert peak({2020: 0.5, 2021: 0.5, 2022: 0.1}) == "peak 2021: 50%"


PERCENTS = [
    (0.0, "0.0%"),
    (0.0004, "<0.1%"),
    (0.0005, "0.1%"),
    (0.061, "6.1%"),
    (0.0994, "9.9%"),
    (0.0996, "10%"),
    (0.384, "38%"),
    (1.0, "100%"),
]


@pytest.mark.parametrize(("share", "words"), PERCENTS)
def test_a_share_in_words(share: float, words: str) -> None:
    assert percent(share) == words


WIDTHS = [
    (60, ("by relevance", "2016 ▁▂▄ ▆█▇ 2022  peak 2021: 6.1%")),
    (48, ("by relevance", "2016 ▁▂▄ ▆█▇ 2022  peak 2021: 6.1%")),
    (47, ("by relevance", "2016 ▁▂▄ ▆█▇ 2022")),
    (31, ("by relevance", "2016 ▁▂▄ ▆█▇ 2022")),
    (30, ("by relevance", "2017 ▂▄ ▆█▇ 2022")),
    (27, ("by relevance", "2020 ▆█▇ 2022")),
    (26, ("", "2016 ▁▂▄ ▆█▇ 2022")),
    (13, ("", "2020 ▆█▇ 2022")),
    (12, ("by relevance", "")),
    (11, ("", "")),
    (0, ("", "")),
]


@pytest.mark.parametrize(("width", "parts"), WIDTHS)
def test_it_fits_any_width(width: int, parts: tuple[str, str]) -> None:
    assert headline(ORDERS[Sort.RELEVANCE], SHARES, width) == parts


def test_no_sparkline_of_one_year_or_of_nothing() -> None:
    assert headline(ORDERS[Sort.LIST], {}, 60) == ("list order", "")
    assert headline(ORDERS[Sort.LIST], {2024: 0.5}, 60) == ("list order", "")
    assert headline(ORDERS[Sort.YEAR], {2023: 0.0, 2024: 0.0}, 60) == (
        "newest first",
        "",
    )


def test_every_order_has_words() -> None:
    assert set(ORDERS) == set(Sort)


BARS = [
    (0.0, 4, ""),
    (0.001, 4, "▏"),
    (0.5, 4, "██"),
    (0.53, 4, "██▏"),
    (1.0, 4, "████"),
]


@pytest.mark.parametrize(("share", "width", "drawn"), BARS)
def test_a_bar_shows_whatever_is_more_than_nothing(
    share: float, width: int, drawn: str
) -> None:
    assert bar(share, width) == drawn
    assert cell_len(drawn) <= width
