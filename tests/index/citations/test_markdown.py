"""Markdown links, and the fields that they share with BibTeX."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from paperstui.index import text
from paperstui.index.citations.fields import address, page_range
from paperstui.index.citations.markdown import link, target
from paperstui.index.models import Paper, Venue

ICML = Venue("ICML", 2024)
URL = "https://example.org/a"


def paper(title: str = "Deep Nets", **facts: Any) -> Paper:
    return Paper("test:1", title, **{"venue": ICML, **facts})


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Deep Nets", f"[Deep Nets]({URL})"),
        ("[RETRACTED] X", rf"[\[RETRACTED\] X]({URL})"),
        (r"$O(n^2)$ in A* and `x`", rf"[O(n²) in A\* and x]({URL})"),
        ("http://x.y/a_b, WWW.x.y", rf"[http\://x.y/a\_b, WWW\.x.y]({URL})"),
        ("<b> & &amp; ~x~ $5 | ^1", rf"[\<b\> & \&amp; \~x\~ \$5 \| \^1]({URL})"),
    ],
)
def test_markdown_links(title: str, shown: str) -> None:
    assert link(paper(title, url=URL)) == shown


def test_an_address_in_markdown_ends_where_it_should() -> None:
    found = paper(url="https://x.org/a_(b) c>")
    assert link(found) == "[Deep Nets](https://x.org/a_%28b%29%20c%3E)"


def test_without_an_address_the_title_stands_alone() -> None:
    assert link(paper("[a]")) == r"\[a\]"


@pytest.mark.parametrize("url", ["JavaScript:alert(1)", "data:text/html,x", "file:/a"])
def test_only_addresses_of_the_web_become_links(url: str) -> None:
    assert link(paper(url=url)) == "Deep Nets"
    assert target(url) == ""


@given(st.text(st.sampled_from("[]()*_`~<>&#!\\^|$;:amp x1é-\"'")))
def test_a_markdown_link_shows_the_title_literally(title: str) -> None:
    # Whatever the source is rendered to before must show up again behind the link.
    (block,) = MarkdownIt().parseInline(link(paper(f"T{title}T", url=URL)))
    opening, *inner, closing = block.children or []
    assert (opening.type, closing.type) == ("link_open", "link_close")
    assert {token.type for token in inner} <= {"text", "text_special"}
    shown = " ".join(text.plain(f"T{title}T").split())
    assert "".join(token.content for token in inner) == shown


@given(st.text(st.sampled_from("1 7e:S,x-–—.")))
def test_page_ranges_stay_as_they_are_when_made_again(pages: str) -> None:
    for dash in ("--", "–"):
        once = page_range(pages, dash)
        assert page_range(once, dash) == once


@given(st.text())
def test_addresses_stay_as_they_are_when_made_again(url: str) -> None:
    once = address(url)
    assert once.isascii()
    assert address(once) == once
