"""Reading lists in Markdown that show every text as it is."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from paperstui.index.citations import reading_list
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.models import Author, Paper, Venue

ICML = Venue("ICML", 2024)
MARKUP = st.text(st.sampled_from("[]()*_`<>#!\\|$-+=1.) xé~&;@"), max_size=12)


def written(*papers: Cited) -> str:
    return "".join(reading_list.write(papers, DEFAULTS))


def paper(title: str = "Deep Nets", **facts: Any) -> Paper:
    return Paper("test:1", title, **{"venue": ICML, **facts})


def test_an_item_says_what_one_wants_to_know() -> None:
    full = paper(
        r"[X] $\alpha$",
        authors=(Author("Test", "Max"), Author("Probe", "Ada")),
        url="https://example.org/a_(b)",
        pdf="https://example.org/a.pdf",
        code="https://github.com/x/y",
        status="Oral",
    )
    assert written(Cited(full, "test2024x", ("rl", "a_b"), "# One\n\n2. two")) == (
        "- [ ] [\\[X\\] α](https://example.org/a_%28b%29) `test2024x`\\\n"
        "  Max Test, Ada Probe\\\n"
        "  ICML 2024 (Oral) · [PDF](https://example.org/a.pdf) · "
        "[code](https://github.com/x/y)\\\n"
        "  Tags: rl, a\\_b\n"
        "  > \\# One\n"
        "  >\n"
        "  > 2\\. two\n"
    )


def test_what_is_not_known_takes_no_line() -> None:
    bare = Paper("test:1", "A", Venue(""), pdf="javascript:alert(1)")
    assert written(Cited(bare, "k")) == "- [ ] A `k`\n"


def test_of_many_authors_the_first_stand_for_all() -> None:
    people = tuple(Author(f"A{n}") for n in range(11))
    line = written(Cited(paper(authors=people), "k")).splitlines()[1]
    assert line == "  A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, et al.\\"
    cut = paper(authors=people[:2], et_al=True)
    assert written(Cited(cut, "k")).splitlines()[1] == "  A0, A1, et al.\\"
    cut = paper(authors=people, et_al=True)
    assert written(Cited(cut, "k")).splitlines()[1] == line


def test_keys_are_found_again_with_their_titles() -> None:
    made = written(
        Cited(paper("[X] <b>", url="https://x.org"), "a2024x", (), "- not `this`"),
        Cited(paper("A `c` item"), "b`2024"),
    )
    content = f"# Notes\n\n{made}\n- [x] [Mine](https://x.org) `c2024`\n* Other `d`\n"
    assert reading_list.keys_in(content) == {
        "a2024x": "[X] <b>",
        "b`2024": "A c item",
        "c2024": "Mine",
        "d": "Other",
    }
    assert reading_list.keys_in("- no key\n- [a](b)\n\ntext `code`\n") == {}


@given(MARKUP, MARKUP, MARKUP, MARKUP)
def test_all_texts_are_literal_and_stay_in_their_item(
    title: str, name: str, tag: str, note: str
) -> None:
    people = (Author(f"{name}x"),)
    noted = "\n".join(f"{note}x" for _ in range(2))
    found = paper(f"{title}x", authors=people, url="https://example.org/a")
    made = written(Cited(found, "k", (f"{tag}x",), noted), Cited(found, "k2"))
    tokens = MarkdownIt().parse(made)
    opened = [token.type for token in tokens if token.type.endswith("_open")]
    item = ["list_item_open", "paragraph_open"]
    quote = ["blockquote_open", "paragraph_open"]
    assert opened == ["bullet_list_open", *item, *quote, *item]
    inner = [
        child.type
        for token in tokens
        for child in token.children or ()
        if child.content
    ]
    assert set(inner) <= {"text", "text_special", "code_inline"}
