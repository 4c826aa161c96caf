"""Plain references, Markdown links, and the fields that they share with BibTeX."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from paperstui.index.citations.fields import address, page_range
from paperstui.index.citations.plain import markdown_link, reference
from paperstui.index.models import Author, Paper, Venue

ICML = Venue("ICML", 2024)
URL = "https://example.org/a"


def paper(title: str = "Deep Nets", **facts: Any) -> Paper:
    return Paper("test:1", title, **{"venue": ICML, **facts})


PROCEEDINGS: dict[str, Any] = {
    "booktitle": "Proceedings of the 41st International Conference",
    "volume": "235",
    "series": "Proceedings of Machine Learning Research",
    "pages": "19798-19815",
    "publisher": "PMLR",
    "url": URL,
}
THREE = (
    Author("Huang", "Langwen"),
    Author("Test", "Max", "von der", "Jr."),
    Author("江"),
)


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        (
            {"authors": THREE, **PROCEEDINGS},
            "Langwen Huang, Max von der Test, Jr., and 江. Deep Nets. In Proceedings "
            "of the 41st International Conference, volume 235 of Proceedings of "
            f"Machine Learning Research, pages 19798–19815. PMLR, 2024. {URL}",
        ),
        (
            {"authors": THREE[1:], "booktitle": "Proceedings", "pages": "7"},
            "Max von der Test, Jr. and 江. Deep Nets. In Proceedings, page 7, 2024.",
        ),
        (
            {"title": "Deep Nets?", "authors": THREE[:1], "booktitle": "Proceedings"},
            "Langwen Huang. Deep Nets? In Proceedings, 2024.",
        ),
        (
            {"booktitle": "Proceedings", "series": "Notes", "venue": Venue("ICML")},
            "Deep Nets. In Proceedings, Notes.",
        ),
        (
            {"booktitle": "B", "volume": "3", "publisher": "P", "pages": "1, 4-5"},
            "Deep Nets. In B, volume 3, pages 1, 4–5. P, 2024.",
        ),
        ({}, "Deep Nets. ICML 2024."),
        ({**PROCEEDINGS, "title_derived": True}, f"Deep Nets. ICML 2024. {URL}"),
        ({"arxiv": "2401.1"}, "Deep Nets. ICML 2024. arXiv:2401.1."),
        (
            {"arxiv": "2401.1", "venue": Venue("arXiv", 2024)},
            "Deep Nets. arXiv:2401.1, 2024.",
        ),
        ({"doi": "10.1234/a"}, "Deep Nets. ICML 2024. https://doi.org/10.1234/a"),
        ({"pdf": URL, "venue": Venue("")}, f"Deep Nets. {URL}"),
        ({"title": r"*Deep* $\ell_1$\nNets…"}, r"Deep ℓ₁\nNets… ICML 2024."),
    ],
)
def test_references(facts: dict[str, Any], line: str) -> None:
    assert reference(paper(**facts)) == line


@pytest.mark.parametrize(
    ("title", "link"),
    [
        ("Deep Nets", f"[Deep Nets]({URL})"),
        ("[RETRACTED] X", rf"[\[RETRACTED\] X]({URL})"),
        (r"$O(n^2)$ in A* and `x`", rf"[O(n²) in A\* and x]({URL})"),
        ("<b> & &amp; ~x~ $5 | ^1", rf"[\<b\> & \&amp; \~x\~ \$5 \| \^1]({URL})"),
    ],
)
def test_markdown_links(title: str, link: str) -> None:
    assert markdown_link(paper(title, url=URL)) == link


def test_an_address_in_markdown_ends_where_it_should() -> None:
    found = paper(url="https://x.org/a_(b) c>")
    assert markdown_link(found) == "[Deep Nets](https://x.org/a_%28b%29%20c%3E)"


def test_without_an_address_the_title_stands_alone() -> None:
    assert markdown_link(paper("[a]")) == r"\[a\]"


@given(st.text(st.sampled_from("[]()*_`~<>&#!\\^|$;:amp x1é-\"'")))
def test_a_markdown_link_shows_the_title_literally(title: str) -> None:
    # Whatever the source is rendered to before must show up again behind the link.
    (block,) = MarkdownIt().parseInline(markdown_link(paper(f"T{title}T", url=URL)))
    opening, *inner, closing = block.children or []
    assert (opening.type, closing.type) == ("link_open", "link_close")
    assert {token.type for token in inner} <= {"text", "text_special"}
    title_line = reference(paper(f"T{title}T", venue=Venue("")))
    assert "".join(token.content for token in inner) + "." == title_line


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
