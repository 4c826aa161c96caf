"""References in the styles of journals and handbooks."""

from __future__ import annotations

import shutil
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bench.styles import own_references, pandoc_references, style_file
from paperstui.index import text
from paperstui.index.citations import csl
from paperstui.index.citations.cited import Cited
from paperstui.index.citations.display import displayed
from paperstui.index.citations.markups import HTML, MARKDOWN, MARKUPS, TEXT
from paperstui.index.citations.styles import NAMED, label, references
from paperstui.index.errors import PaperstuiError
from paperstui.index.models import Author, Paper, Venue

if TYPE_CHECKING:
    from pathlib import Path

ICML = Venue("ICML", 2024)
SMITH = Author("Smith", "Jo Ann")
PAPER = Paper(
    "test:1",
    r"Why *Deep* nets of GPT-4o need $x^2$: a \"study\"",
    ICML,
    authors=(
        SMITH,
        Author("Maaten", "Laurens", "van der"),
        Author("King", "Martin Luther", suffix="Jr."),
        Author("江", "伟"),
        Author("OpenAI"),
    ),
    booktitle="Proceedings of the 41st International Conference on Machine Learning",
    volume="235",
    series="Proceedings of Machine Learning Research",
    pages="19798-19815",
    publisher="PMLR",
    url="https://x.org/a_b",
)
ARTICLE = Paper(
    "test:2",
    "Is it deep?",
    Venue("JMLR", 2020),
    authors=(SMITH,),
    kind="article-journal",
    booktitle="Journal of Machine Learning Research",
    volume="21",
    number="3",
    pages="1-67",
    doi="10.5/a_b",
)
PAPERS = {
    "apa": (
        "Smith, J. A., van der Maaten, L., King, M. L., Jr., 江伟, & OpenAI. (2024). "
        "Why Deep nets of GPT-4o need x²: a “study.” Proceedings of the 41st "
        "International Conference on Machine Learning, Proceedings of Machine "
        "Learning Research, 235, 19798–19815. https://x.org/a_b"
    ),
    "ieee": (
        "J. A. Smith, L. van der Maaten, M. L. King Jr., 江伟, and OpenAI, “Why Deep "
        "nets of GPT-4o need x²: a ‘study,’” in Proceedings of the 41st "
        "International Conference on Machine Learning, in Proceedings of Machine "
        "Learning Research, vol. 235. PMLR, 2024, pp. 19798–19815. [Online]. "
        "Available: https://x.org/a_b"
    ),
    "acm": (
        "Jo Ann Smith, Laurens van der Maaten, Martin Luther King Jr., 江伟, and "
        "OpenAI. 2024. Why Deep nets of GPT-4o need x²: a “study.” In Proceedings of "
        "the 41st International Conference on Machine Learning (Proceedings of "
        "Machine Learning Research), 2024. PMLR, 19798–19815. Retrieved from "
        "https://x.org/a_b"
    ),
    "chicago": (
        "Smith, Jo Ann, Laurens van der Maaten, Martin Luther King Jr., 江伟, and "
        "OpenAI. 2024. “Why Deep Nets of GPT-4o Need x²: A ‘Study.’” Proceedings of "
        "the 41st International Conference on Machine Learning, Proceedings of "
        "Machine Learning Research, vol. 235: 19798–815. https://x.org/a_b."
    ),
    "harvard": (
        "Smith, J.A. et al. (2024) “Why Deep nets of GPT-4o need x²: a ‘study,’” "
        "Proceedings of the 41st International Conference on Machine Learning. PMLR "
        "(Proceedings of Machine Learning Research), pp. 19798–19815. Available at: "
        "https://x.org/a_b."
    ),
    "mla": (
        "Smith, Jo Ann, et al. “Why Deep Nets of GPT-4o Need x²: A ‘Study.’” "
        "Proceedings of the 41st International Conference on Machine Learning, "
        "Proceedings of Machine Learning Research, vol. 235, 2024, pp. 19798–815, "
        "https://x.org/a_b."
    ),
    "nature": (
        "Smith, J. A., van der Maaten, L., King, M. L., Jr., 江伟 & OpenAI. Why Deep "
        "nets of GPT-4o need x²: a ‘study’. in Proceedings of the 41st International "
        "Conference on Machine Learning vol. 235 19798–19815 (PMLR, 2024)."
    ),
    "vancouver": (
        "Smith JA, van der Maaten L, King ML Jr., 江伟, OpenAI. Why Deep nets of "
        "GPT-4o need x²: a “study.” In: Proceedings of the 41st International "
        "Conference on Machine Learning [Internet]. PMLR; 2024. p. 19798–815. "
        "(Proceedings of Machine Learning Research). Available from: "
        "https://x.org/a_b"
    ),
}
ARTICLES = {
    "apa": (
        "Smith, J. A. (2020). Is it deep? Journal of Machine Learning Research, "
        "21(3), 1–67. https://doi.org/10.5/a_b"
    ),
    "ieee": (
        "J. A. Smith, “Is it deep?” JMLR, vol. 21, no. 3, pp. 1–67, 2020, doi: "
        "10.5/a_b."
    ),
    "acm": (
        "Jo Ann Smith. 2020. Is it deep? JMLR 21, 3 (2020), 1–67. "
        "https://doi.org/10.5/a_b"
    ),
    "chicago": (
        "Smith, Jo Ann. 2020. “Is It Deep?” Journal of Machine Learning Research 21 "
        "(3): 1–67. https://doi.org/10.5/a_b."
    ),
    "harvard": (
        "Smith, J.A. (2020) “Is it deep?” Journal of Machine Learning Research, "
        "21(3), pp. 1–67. Available at: https://doi.org/10.5/a_b."
    ),
    "mla": (
        "Smith, Jo Ann. “Is It Deep?” Journal of Machine Learning Research, vol. 21, "
        "no. 3, 2020, pp. 1–67, https://doi.org/10.5/a_b."
    ),
    "nature": ("Smith, J. A. Is it deep? JMLR 21, 1–67 (2020)."),
    "vancouver": ("Smith JA. Is it deep? JMLR. 2020;21(3):1–67. doi:10.5/a_b"),
}
MARKED_UP = {
    ("apa", MARKDOWN): (
        "Smith, J. A., van der Maaten, L., King, M. L., Jr., 江伟, & OpenAI. (2024). "
        "Why *Deep* nets of GPT-4o need x²: a “study.” *Proceedings of the 41st "
        "International Conference on Machine Learning, Proceedings of Machine "
        "Learning Research*, *235*, 19798–19815. <https://x.org/a_b>"
    ),
    ("apa", HTML): (
        "Smith, J. A., van der Maaten, L., King, M. L., Jr., 江伟, &amp; OpenAI. "
        "(2024). Why <i>Deep</i> nets of GPT-4o need x²: a “study.” <i>Proceedings "
        "of the 41st International Conference on Machine Learning, Proceedings of "
        "Machine Learning Research</i>, <i>235</i>, 19798–19815. <a "
        'href="https://x.org/a_b">https://x.org/a_b</a>'
    ),
    ("ieee", MARKDOWN): (
        "J. A. Smith, L. van der Maaten, M. L. King Jr., 江伟, and OpenAI, “Why *Deep* "
        "nets of GPT-4o need x²: a ‘study,’” in *Proceedings of the 41st "
        "International Conference on Machine Learning*, in Proceedings of Machine "
        r"Learning Research, vol. 235. PMLR, 2024, pp. 19798–19815. \[Online\]. "
        "Available: <https://x.org/a_b>"
    ),
    ("ieee", HTML): (
        "J. A. Smith, L. van der Maaten, M. L. King Jr., 江伟, and OpenAI, “Why "
        "<i>Deep</i> nets of GPT-4o need x²: a ‘study,’” in <i>Proceedings of the "
        "41st International Conference on Machine Learning</i>, in Proceedings of "
        "Machine Learning Research, vol. 235. PMLR, 2024, pp. 19798–19815. "
        '[Online]. Available: <a href="https://x.org/a_b">https://x.org/a_b</a>'
    ),
}


def cited(title: str = "Deep Nets", **facts: Any) -> Cited:
    venue = facts.get("venue", ICML)
    known = {"venue": venue, "booktitle": venue.name, **facts}
    return Cited(Paper("test:1", title, **known), "key")


def reference(paper: Paper, style: str = "apa", markup: str = TEXT) -> str:
    (line,) = references([Cited(paper, "key")], style, markup)
    return line


def of(title: str = "Deep Nets", *, style: str = "apa", **facts: Any) -> str:
    return reference(cited(title, **facts).paper, style)


@pytest.mark.parametrize("style", NAMED)
def test_each_named_style(style: str) -> None:
    assert reference(PAPER, style) == PAPERS[style]
    assert reference(ARTICLE, style.upper()) == ARTICLES[style]


@pytest.mark.parametrize(("style", "markup"), MARKED_UP)
def test_markup(style: str, markup: str) -> None:
    assert reference(PAPER, style, markup) == MARKED_UP[style, markup]


def test_special_characters_are_literal_in_each_markup() -> None:
    title = "A* <b> & [x]_y_ `z` 5 > 3 &amp; $1"
    paper = cited(title, venue=Venue("")).paper
    assert reference(paper) == "A* <b> & [x]_y_ z 5 > 3 &amp; $1. (n.d.)."
    assert reference(paper, markup=HTML) == (
        "<i>A* &lt;b&gt; &amp; [x]_y_ z 5 &gt; 3 &amp;amp; $1</i>. (n.d.)."
    )
    assert reference(paper, "vancouver", MARKDOWN) == (
        r"A\* \<b\> & \[x\]\_y\_ z 5 \> 3 \&amp; \$1."
    )


@pytest.mark.parametrize("start", ["1. x", "- x", "+ x", "# x", "=="])
def test_a_line_of_markdown_begins_no_list_or_heading(start: str) -> None:
    line = reference(cited(start, venue=Venue("")).paper, "vancouver", MARKDOWN)
    tokens = MarkdownIt().parse(line)
    assert [token.type for token in tokens] == [
        "paragraph_open",
        "inline",
        "paragraph_close",
    ]


@pytest.mark.parametrize(
    ("start", "shown"),
    [
        ("(1) x", r"\(1) x."),
        ("iv. x", r"iv\. x."),
        ("c) x", r"c\) x."),
        ("II. x", r"II\. x."),
        ("::: x", r"\::: x."),
        ("A. x", "A. x."),
    ],
)
def test_a_line_of_markdown_begins_no_list_of_pandoc(start: str, shown: str) -> None:
    paper = cited(start, venue=Venue("")).paper
    assert reference(paper, "vancouver", MARKDOWN) == shown


def test_an_address_with_angles_is_a_link() -> None:
    paper = cited(doi="10.1/a<b>").paper
    shown, encoded = "https://doi.org/10.1/a&lt;b&gt;", "https://doi.org/10.1/a%3Cb%3E"
    assert reference(paper, markup=HTML).endswith(f'<a href="{encoded}">{shown}</a>')
    assert reference(paper, markup=MARKDOWN).endswith(f"<{encoded}>")
    assert reference(paper).endswith("https://doi.org/10.1/a<b>")


def test_lists_are_numbered_in_the_order_given_and_single_references_are_not() -> None:
    papers = [cited("Zeta", authors=(SMITH,)), cited("Alpha", authors=(SMITH,))]
    assert list(references(papers, "ieee", TEXT)) == [
        "[1] J. A. Smith, “Zeta,” in ICML, 2024.",
        "[2] J. A. Smith, “Alpha,” in ICML, 2024.",
    ]
    assert list(references(papers, "nature", MARKDOWN)) == [
        r"1\. Smith, J. A. Zeta. in *ICML* (2024).",
        r"2\. Smith, J. A. Alpha. in *ICML* (2024).",
    ]
    assert list(references(papers[:1], "ieee", TEXT)) == [
        "J. A. Smith, “Zeta,” in ICML, 2024."
    ]
    assert list(references([], "ieee", TEXT)) == []


@pytest.mark.parametrize(
    ("author", "apa", "chicago"),
    [
        (
            Author("Maaten", "Laurens", "van der"),
            "van der Maaten, L.",
            "Maaten, Laurens van der",
        ),
        (Author("King", "M. L.", suffix="Jr."), "King, M. L., Jr.", "King, M. L., Jr."),
        (Author("LeCun", "Jean-Luc"), "LeCun, J.-L.", "LeCun, Jean-Luc"),
        (Author("Kim", "Min-seo"), "Kim, M.", "Kim, Min-seo"),
        (Author("Nguyễn", "Văn A"), "Nguyễn, V. A.", "Nguyễn, Văn A."),
        (Author("O'Neil", "J K"), "O’Neil, J. K.", "O’Neil, J. K."),
        (Author("Aristotle"), "Aristotle.", "Aristotle."),
        (Author("李", "雷"), "李雷.", "李雷."),
        (Author("DeepMind Team"), "DeepMind Team.", "DeepMind Team."),
        (Author(r"G{\"o}del", "Kurt"), "Gödel, K.", "Gödel, Kurt"),
        (Author("<b>", "&"), "<b>, &.", "<b>, &"),
    ],
)
def test_names(author: Author, apa: str, chicago: str) -> None:
    assert of(authors=(author,)).startswith(f"{apa} (2024)")
    ending = "" if chicago.endswith(".") else "."
    assert of(authors=(author,), style="chicago").startswith(f"{chicago}{ending} 2024.")


def test_thirty_authors() -> None:
    authors = tuple(Author(f"N{number}", "A.") for number in range(30))
    first = ", ".join(f"N{number}, A." for number in range(19))
    assert of(authors=authors) == f"{first}, … N29, A. (2024). Deep Nets. ICML."
    assert of(authors=authors, style="ieee") == (
        "A. N0 et al., “Deep Nets,” in ICML, 2024."
    )
    assert of(authors=authors, style="chicago") == (
        "N0, A., A. N1, A. N2, et al. 2024. “Deep Nets.” ICML."
    )


@pytest.mark.parametrize(
    ("style", "two", "one"),
    [
        ("apa", "Smith, J. A., Doe, J., et al. (2024)", "Smith, J. A. et al. (2024)"),
        ("ieee", "J. A. Smith, J. Doe, et al., “", "J. A. Smith et al., “"),
        (
            "chicago",
            "Smith, Jo Ann, Jane Doe, et al. 2024",
            "Smith, Jo Ann et al. 2024",
        ),
        ("mla", "Smith, Jo Ann, et al. “", "Smith, Jo Ann, et al. “"),
        ("nature", "Smith, J. A., Doe, J., et al. ", "Smith, J. A. et al. "),
        ("vancouver", "Smith JA, Doe J, et al. ", "Smith JA et al. "),
    ],
)
def test_others_whom_a_list_does_not_name(style: str, two: str, one: str) -> None:
    named = (SMITH, Author("Doe", "Jane"))
    assert of(authors=named, et_al=True, style=style).startswith(two)
    assert of(authors=named[:1], et_al=True, style=style).startswith(one)
    thirty = tuple(Author(f"N{number}", "A.") for number in range(30))
    assert "N29" not in of(authors=thirty, et_al=True, style=style)


@pytest.mark.parametrize(
    ("facts", "apa"),
    [
        ({}, "Deep Nets. (2024). ICML."),
        ({"venue": Venue("ICML")}, "Deep Nets. (n.d.). ICML."),
        (
            {"venue": Venue("arXiv", 2024), "arxiv": "2401.1", "authors": (SMITH,)},
            "Smith, J. A. (2024). Deep Nets (arXiv:2401.1). arXiv.",
        ),
        (
            {"doi": "https://doi.org/10.1/a"},
            "Deep Nets. (2024). ICML. https://doi.org/10.1/a",
        ),
        ({"title": "Why?", "authors": (SMITH,)}, "Smith, J. A. (2024). Why? ICML."),
        ({"title": "Wow...", "authors": (SMITH,)}, "Smith, J. A. (2024). Wow... ICML."),
        ({"pages": "7"}, "Deep Nets. (2024). ICML, 7."),
        ({"pages": "e12 - e15"}, "Deep Nets. (2024). ICML, e12–e15."),
        (
            {"kind": "article-journal", "volume": "7", "number": "1-2"},
            "Deep Nets. (2024). ICML, 7(1–2).",
        ),
        (
            {"url": "https://x.org/o'neil"},
            "Deep Nets. (2024). ICML. https://x.org/o'neil",
        ),
    ],
)
def test_what_is_known_of_a_paper(facts: dict[str, Any], apa: str) -> None:
    assert of(**facts) == apa


@pytest.mark.parametrize(
    ("pages", "chicago", "vancouver"),
    [
        ("7", "7", "7"),
        ("3-10", "3–10", "3–10"),
        ("71-72", "71–72", "71–2"),
        ("100-104", "100–104", "100–4"),
        ("101-108", "101–8", "101–8"),
        ("321-328", "321–28", "321–8"),
        ("1496-1500", "1496–500", "1496–500"),
        ("12991-13001", "12991–3001", "12991–3001"),
        ("19798-815", "19798–815", "19798–815"),
        ("xiv-xvi", "xiv–xvi", "xiv–xvi"),
        ("4:1-4:17", "4:1–4:17", "4:1–4:17"),
    ],
)
def test_page_ranges(pages: str, chicago: str, vancouver: str) -> None:
    assert of(pages=pages, style="chicago") == f"“Deep Nets.” 2024. ICML, {chicago}."
    assert of(pages=pages, style="vancouver") == (
        f"Deep Nets. In: ICML. 2024. p. {vancouver}."
    )
    many = "p" if pages.isdecimal() else "pp"
    assert f", 2024, {many}. {pages.partition('-')[0]}" in of(pages=pages, style="ieee")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("attention is all you need: a survey", "Attention Is All You Need: A Survey"),
        ("state-of-the-art of x-ray", "State-of-the-Art of x-Ray"),
        ("eLife of iPhone with GANs", "eLife of iPhone with GANs"),
        ("Learning To Rank Of A Kind", "Learning to Rank of A Kind"),
        ("what it is for", "What It Is For"),
        ("the 'foo' bar and dogs' life", "The ‘Foo’ Bar and Dogs’ Life"),
        ("(un)fair $x$ of $n$-grams", "(Un)fair x of n-Grams"),
        ("über-nets don't", "Über-Nets Don’t"),
        ("IEEE trans. on nets. The rest", "IEEE Trans. on Nets. The Rest"),
        ("korf et al.'s jeux d'été de nets", "Korf et al.’s Jeux d’été de Nets"),
        ("on AAMAS '06", "On AAMAS ’06"),
    ],
)
def test_title_case(title: str, shown: str) -> None:
    assert of(title, style="mla", venue=Venue("")) == f"“{shown}.”"


@pytest.mark.parametrize(
    ("style", "facts", "shown"),
    [
        # Names may stand in for others, but the style still knows that there are some.
        ("chicago", {"kind": "software"}, "Smith, Jo Ann. 2024. Nets. Fog, released."),
        ("mla", {"kind": "book", "volume": "3"}, "Smith, Jo Ann. Nets. Fog, 2024."),
        # Macros and groups that show a word count as variables do.
        ("chicago", {"kind": "article"}, "Smith, Jo Ann. 2024. “Nets.” Preprint, Fog."),
        ("chicago", {"kind": "article", "publisher": ""}, "2024. “Nets.” Preprint."),
    ],
)
def test_what_a_style_knows_of_other_parts(
    style: str, facts: dict[str, Any], shown: str
) -> None:
    known = {"authors": (SMITH,), "publisher": "Fog", "booktitle": "", **facts}
    assert of("Nets", style=style, **known).endswith(shown)


@pytest.mark.parametrize(
    ("style", "facts", "shown"),
    [
        # A macro shows no word by itself where its variables are empty: "Trans.".
        ("harvard-york-st-john-university", {}, "Smith, J.A. (2024) Why? Fog, 3."),
        # A list of types, which need not say that any of them will do.
        (
            "surgical-neurology-international",
            {"kind": "webpage", "url": "https://x.org/", "volume": "", "booktitle": ""},
            "Smith JA. Why? 2024; Available: https://x.org/.",
        ),
        # A character escaped twice, a term in its long form, a number with a space.
        ("gallia-prehistoire", {}, "Smith J.A. 2024 – Why?, Fog, 3."),
        (
            "journal-of-neurophysiology",
            {"venue": Venue("Fog")},
            "Smith JA. Why? Fog 3, date unknown.",
        ),
        # No period behind a question in quotes.
        ("feminist-theory", {}, "Smith, Jo Ann (2024) ‘Why?’ Fog, 3."),
    ],
)
def test_styles_of_the_collection(
    style: str, facts: dict[str, Any], shown: str
) -> None:
    known = {"authors": (SMITH,), "kind": "article-journal", "volume": "3", **facts}
    line = of("Why?", style=style, **{"venue": Venue("Fog", 2024), **known})
    assert line.replace("\u00a0", " ") == shown


def test_punctuation_goes_into_american_quotes_only() -> None:
    assert of("Why?", style="ieee") == "“Why?” in ICML, 2024."
    assert of('A "b"', style="chicago") == "“A ‘b.’” 2024. ICML."
    assert of('A "b"', style="nature") == "A ‘b’. in ICML (2024)."


STYLE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"
    default-locale="de-DE">
  <info><title>Mine</title><id>mine</id><updated>2024-01-01T00:00:00Z</updated></info>
  <macro name="who">
    <names variable="author"><name and="text"/>
      <substitute><text variable="title" font-weight="bold"/></substitute>
    </names>
  </macro>
  <citation><layout><text variable="title"/></layout></citation>
  <bibliography>
    <layout suffix=".">
      <group delimiter="; ">
        <text macro="who"/>
        <text variable="title" quotes="true"/>
        <group><text value="S. "/><number variable="volume" form="roman"/></group>
        <date variable="issued" form="text" date-parts="year" prefix="(" suffix=")"/>
      </group>
    </layout>
  </bibliography>
</style>"""


def saved(folder: Path, text: str) -> str:
    path = folder / "mine.csl"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_style_of_the_user(tmp_path: Path) -> None:
    style = saved(tmp_path, STYLE)
    two = (SMITH, Author("Test", "Max"))
    assert of("A, b", authors=two, style=style) == (
        "Jo Ann Smith und Max Test; „A, b“; (2024)."
    )
    assert of("A", volume="14", style=style) == "A; S. xiv; (2024)."
    assert reference(cited("A").paper, style, MARKDOWN) == "**A**; (2024)."
    assert label(style) == "mine.csl"


def test_a_style_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(tmp_path, STYLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert of("A", style="~/mine.csl") == "A; (2024)."


def test_a_dependent_style_looks_like_its_parent(tmp_path: Path) -> None:
    link = '<link href="http://www.zotero.org/styles/{}" rel="independent-parent"/>'
    text = (
        '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0"><info>'
        f"<title>Mine</title>{link}</info></style>"
    )
    style = saved(tmp_path, text.format("nature"))
    assert reference(ARTICLE, style) == ARTICLES["nature"]
    assert reference(ARTICLE, "nature-digest") == ARTICLES["nature"]
    (tmp_path / "other").mkdir()
    orphan = saved(tmp_path / "other", text.format("nowhere"))
    with pytest.raises(PaperstuiError, match=r"mine\.csl: .*'nowhere'"):
        reference(ARTICLE, orphan)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("</style>", "", ", line 20: is no CSL style: Premature end"),
        ("<style ", "<style>", ", line 1: is no CSL style: "),
        ('xmlns="http://purl.org/net/xbiblio/csl"', "", "begins with <style>"),
        ("bibliography>", "other>", ": has no bibliography"),
        ('macro="who"', 'macro="whom"', ", line 13: there is no macro 'whom'"),
        ('<names variable="author">', "<names>", ", line 5: <names> has no variable"),
        ('<name and="text"/>', '<name et-al-min="x"/>', ", line 5: et-al-min is no"),
        (
            '<text variable="title" font-weight="bold"/>',
            '<text macro="who"/>',
            ", line 4: the macro 'who' calls itself",
        ),
    ],
)
def test_a_broken_style_is_told(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert old in STYLE
    style = saved(tmp_path, STYLE.replace(old, new))
    with pytest.raises(PaperstuiError) as told:
        reference(PAPER, style)
    assert str(told.value).startswith(style)
    assert problem in str(told.value)


def test_a_style_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PaperstuiError, match="no style 'qqqq': give one of apa, ie"):
        reference(PAPER, "qqqq")
    with pytest.raises(
        PaperstuiError, match=r"'natur' \(did you mean nature\W.*: give"
    ):
        reference(PAPER, "natur")
    with pytest.raises(PaperstuiError, match="cannot be read: embedded null"):
        reference(PAPER, "a\0.csl")
    missing = str(tmp_path / "x.csl")
    with pytest.raises(PaperstuiError, match=r"x\.csl: cannot be read: No such file"):
        reference(PAPER, missing)


def test_names_of_styles() -> None:
    assert [label(style) for style in (*NAMED, "IEEE", "a/b.csl", "cell")] == [
        *("APA", "IEEE", "ACM", "Chicago", "Harvard", "MLA", "Nature", "Vancouver"),
        *("IEEE", "b.csl", "cell"),
    ]


TEXTS = st.text(
    st.sampled_from("aB1é江 .,;:?!-–—'\"“”‘’()[]{}<>/&$\\^_*~`%#\u00a0")
) | st.text().map(text.clean)
AUTHORS = st.builds(Author, family=TEXTS, given=TEXTS, particle=TEXTS, suffix=TEXTS)
PAPERS_OF_ANY_KIND = st.builds(
    Paper,
    id=st.just("test:1"),
    title=TEXTS,
    venue=st.builds(Venue, name=TEXTS, year=st.none() | st.integers(-9999, 99999)),
    authors=st.lists(AUTHORS, max_size=9).map(tuple),
    booktitle=TEXTS,
    volume=TEXTS,
    series=TEXTS,
    pages=TEXTS,
    publisher=TEXTS,
    url=TEXTS,
    doi=TEXTS,
    arxiv=TEXTS,
    number=TEXTS,
    kind=st.sampled_from(("", "article-journal", "book", "thesis", "x")),
    title_derived=st.booleans(),
)


# The first example loads citeproc-py.
@given(PAPERS_OF_ANY_KIND, st.sampled_from(list(NAMED)), st.sampled_from(MARKUPS))
def test_every_paper_has_a_reference_on_one_line(
    paper: Paper, style: str, markup: str
) -> None:
    line = reference(paper, style, markup)
    assert not {"\n", "\t", "\ufdd0", "\ufdd9", "\ufddf"} & set(line)
    assert "  " not in line


@given(TEXTS)
def test_markdown_shows_what_the_text_does(title: str) -> None:
    paper = cited(f"T{title}T", venue=Venue("")).paper
    (block,) = MarkdownIt().parseInline(reference(paper, "vancouver", MARKDOWN))
    shown = "".join(
        token.content
        for token in block.children or []
        if token.type in ("text", "text_special")
    )
    # Scripts are tags there, and Unicode or marked by a caret here.
    assert _letters(shown) == _letters(reference(paper, "vancouver"))
    html = reference(paper, "vancouver", HTML)
    assert html.count("<") == html.count(">")


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text)))


SIMPLE = (
    ARTICLE,
    replace(PAPER, title="Nets: a study", authors=PAPER.authors[:3]),
    replace(PAPER, title="Why? Because!", authors=PAPER.authors[:1], url=""),
    replace(ARTICLE, title="A 'b' of \"c\" now", venue=Venue("JMLR")),
    replace(ARTICLE, title="An *x* of DiffDA", authors=(SMITH,) * 25),
    replace(ARTICLE, title="Nobody's at AAMAS '06", authors=()),
)


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="pandoc is not installed")
@pytest.mark.parametrize("style", ["apa", "nature", "acm"])
def test_pandoc_makes_the_same(style: str) -> None:
    items = [
        displayed(csl.item(Cited(paper, f"key{number}")))
        for number, paper in enumerate(SIMPLE)
    ]
    theirs = pandoc_references(items, style_file(style))
    assert own_references(items, style) == theirs
