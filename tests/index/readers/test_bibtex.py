"""BibTeX in all the forms in which it is sound, and real files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import bibtex
from paperstui.index.readers.base import Origin

FORMATS = Path(__file__).parents[4] / "shared" / "data" / "formats" / "bibtex"

# Papers, and records that are none: volumes of proceedings, entries of nothing.
REAL = {
    "bbt-1436-3-large.bib": (7166, 0),
    "bbt-collections-901.bibtex": (36, 0),
    "bbt-readonly-group-3430.biblatex": (55, 0),
    "bibdesk-664.bib": (1, 0),
    "bibdesk-mycollection.bib": (1487, 0),
    "biblatex-examples.bib": (90, 2),
    "commented-entry-hrilab.bib": (95, 0),
    "cryptobib-abbrev3.bib": (0, 0),
    "dup-keys-bibprovenance.bib": (332, 6),
    "hypercom-latin1-crlf.bib": (195, 1),
    "icml2010-latin1.bib": (159, 1),
    "jabref-complex.bib": (20, 0),
    "jabref-testjabref.bib": (156, 0),
    "jabref-utf16be-nobom.bib": (1, 0),
    "jabref-utf16le-bom.bib": (1, 0),
    "jabref-utf8-bom.bib": (2, 0),
    "jabref210-groups-97.bib": (911, 0),
    "joachims-crlf.bib": (77, 3),
    "mendeley-webpage.bib": (512, 0),
    "newline-before-brace.bib": (1, 0),
    "orcid-russian.bib": (7, 0),
    "parens-873.bib": (986, 2),
    "plus-in-field-2660.bib": (273, 10),
    "scholar-knstntn1.bib": (210, 0),
    "tugboat-large.bib": (3644, 0),
    "two-entries-one-line-latin1.bib": (64, 0),
    "unclosed-errors.bib": (2, 0),
    "wos-export-1562.bib": (1, 0),
}


def load(
    content: str | bytes, venue: Venue | None = None
) -> tuple[list[Paper], list[Problem]]:
    """The papers and the problems of a file with this content."""
    data = content if isinstance(content, bytes) else content.encode()
    items = list(bibtex.read(io.BytesIO(data), Origin("x.bib", venue=venue)))
    return (
        [item for item in items if isinstance(item, Paper)],
        [item for item in items if isinstance(item, Problem)],
    )


def only(content: str | bytes, venue: Venue | None = None) -> Paper:
    """The one paper of a file that has no problems."""
    papers, problems = load(content, venue)
    assert problems == []
    (paper,) = papers
    return paper


def titles(content: str | bytes) -> list[str]:
    """The titles of the papers of a file."""
    return [paper.title for paper in load(content)[0]]


def test_an_entry_of_pmlr() -> None:
    paper = only(r"""
@InProceedings{pmlr-v202-test23a,
  title = 	 {{T}est: {G}r{\"o}bner Bases with $k$-{NN}},
  author =       {Test, Zo{\"e} and von der Doe, Jr., Max and {The Group}},
  booktitle = 	 {Proceedings of the 40th International Conference on Machine Learning},
  pages = 	 {101--110},
  year = 	 {2023},
  editor = 	 {Krause, Andreas},
  volume = 	 {202},
  series = 	 {Proceedings of Machine Learning Research},
  month = 	 {23--29 Jul},
  publisher =    {PMLR},
  pdf = 	 {https://proceedings.mlr.press/v202/test23a/test23a.pdf},
  url = 	 {https://proceedings.mlr.press/v202/test23a.html},
  abstract = 	 {First
    line, 5\% of $x_{1}$.

    Second paragraph.}
}
""")
    assert paper == Paper(
        id="pmlr:v202/test23a",
        title="Test: Gröbner Bases with $k$-NN",
        venue=Venue("ICML", 2023),
        abstract="First line, 5% of $x_{1}$.\n\nSecond paragraph.",
        authors=(
            Author("Test", "Zoë"),
            Author("Doe", "Max", "von der", "Jr."),
            Author("The Group"),
        ),
        editors=(Author("Krause", "Andreas"),),
        month="07-23/07-29",
        booktitle="Proceedings of the 40th International Conference on Machine "
        "Learning",
        volume="202",
        series="Proceedings of Machine Learning Research",
        pages="101-110",
        publisher="PMLR",
        url="https://proceedings.mlr.press/v202/test23a.html",
        pdf="https://proceedings.mlr.press/v202/test23a/test23a.pdf",
        pmlr="test23a",
        source="x.bib",
        kind="paper-conference",
        native_key="pmlr-v202-test23a",
    )


def test_an_entry_of_the_acl_anthology() -> None:
    paper = only("""
@inproceedings{test-doe-2024-words,
    title = "Words {--} a Test",
    author = "Test, Ana  and
      Doe, Jane",
    booktitle = "Findings of the Association for Computational Linguistics: EMNLP 2024",
    month = aug,
    year = "2024",
    url = "https://aclanthology.org/2024.findings-emnlp.1/",
    doi = "10.18653/v1/2024.findings-emnlp.1",
    pages = "1--19",
}""")
    assert paper.id == "doi:10.18653/v1/2024.findings-emnlp.1"
    assert paper.venue == Venue("EMNLP", 2024)
    assert paper.track == "Findings"
    assert [author.name for author in paper.authors] == ["Ana Test", "Jane Doe"]


def test_biblatex_fields() -> None:
    paper = only(r"""@online{k, title={A}, subtitle={B}, author={family=Test, given=Max,
        prefix=van der}, date={2013-10-30T11:20:51-07:00}, eprint={2306.01234},
        eprinttype={arXiv}, keywords={one, two}, note={read \& liked},
        url={http://x.org/a\_b}}""")
    assert (paper.title, paper.venue) == ("A: B", Venue("arXiv", 2013))
    assert paper.authors == (Author("Test", "Max", "van der"),)
    assert (paper.arxiv, paper.id) == ("2306.01234", "arxiv:2306.01234")
    assert (paper.keywords, paper.note) == (("one", "two"), "read & liked")
    assert (paper.url, paper.kind) == ("http://x.org/a_b", "article")


def test_commas_separate_keywords_whatever_is_in_them() -> None:
    paper = only("@misc{a, title={A}, keywords={Nets: Deep, Vision (2D, 3D): All}}")
    assert paper.keywords == ("Nets: Deep", "Vision (2D, 3D): All")
    assert only("@misc{a, title={A}, keywords={a, b; c}}").keywords == ("a, b", "c")


def test_years_of_all_centuries_are_read() -> None:
    assert only("@book{a, title={A}, year=1763}").year == 1763
    assert only("@book{a, title={A}, date={1843-09}}").year == 1843
    assert only("@book{a, title={A}, year={in press}}").year is None


def test_the_venue_of_the_file_stands_in_where_the_entry_names_none() -> None:
    icml = Venue("ICML", 2024)
    assert only("@misc{a, title={A}}", icml).venue == icml
    assert only("@misc{a, title={A}, year=2020}", icml).venue == Venue("ICML", 2020)
    assert only("@misc{a, title={A}, year=2020}").venue == Venue("Papers", 2020)
    assert only("@article{a, title={A}, journal={J. Test}}").venue == Venue("J. Test")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "utf-16"])
def test_a_byte_order_mark_costs_no_entry(encoding: str) -> None:
    data = "@misc{a,title={Ä}}@misc{b,title={B}}".encode(encoding)
    assert titles(data) == ["Ä", "B"]


def test_a_file_in_latin_1_is_read_with_a_warning() -> None:
    papers, problems = load("@misc{a,\ntitle={Caf\xe9}}".encode("latin-1"))
    assert papers[0].title == "Café"
    assert [str(p) for p in problems] == [
        "x.bib: is not UTF-8 (line 2); read as Windows-1252"
    ]


def test_an_article_stands_in_its_journal_whatever_else_holds_it() -> None:
    fields = "title={A}, journal={J. Test}, booktitle={Papers of the 5th Test}"
    assert only(f"@article{{a, {fields}}}").booktitle == "J. Test"
    assert only(f"@inproceedings{{a, {fields}}}").booktitle == "Papers of the 5th Test"


@pytest.mark.parametrize(
    ("date", "year"),
    [("year = 1887", 1887), ("date = {1914-05}", 1914), ("year=6", None)],
)
def test_a_year_may_be_of_long_ago(date: str, year: int | None) -> None:
    assert only(f"@misc{{a, title={{A}}, {date}}}").year == year


@pytest.mark.parametrize(
    ("eprint", "arxiv"),
    [
        ("arXiv:cond-mat/0703268", "cond-mat/0703268"),
        ("arXiv:1508.07231v1[cs.MS]", "1508.07231"),
    ],
)
def test_an_eprint_may_say_itself_that_it_is_of_arxiv(eprint: str, arxiv: str) -> None:
    assert only(f"@misc{{a, title={{A}}, eprint={{{eprint}}}}}").arxiv == arxiv


def test_papers_of_one_key_are_all_kept() -> None:
    papers, problems = load(
        "@misc{k,title={A}}\n@misc{k,title={B}}\n@misc{K,title={C}}"
    )
    assert [(p.title, p.native_key) for p in papers] == [
        ("A", "k"),
        ("B", "k-2"),
        ("C", "K"),
    ]
    assert [str(p) for p in problems] == [
        "x.bib:2: record 2: has the key k like a record before it; it is k-2 here"
    ]


def test_a_suffixed_key_is_nobody_elses() -> None:
    papers, _ = load("".join(f"@misc{{{k},title={{{k}}}}}" for k in ("a", "a-2", "a")))
    assert [paper.native_key for paper in papers] == ["a", "a-2", "a-3"]


def test_strings_are_joined_and_comments_skipped() -> None:
    paper = only("""
@string{icml = "ICML"}
@STRING(year-of = {2023})
@preamble{"\\@ifundefined{url}"}
@comment{jabref-meta: groups; @misc }
% @misc{gone, title={Gone}}
    %@misc{gone,
@Comment no braces here
Free text by me@example.org (not an entry).
@misc{k, title = "On " # ICML # {!}, booktitle = icml # " " # year-of,
  year = 2023, month = "10~" # oct}
""")
    assert (paper.title, paper.venue) == ("On ICML!", Venue("ICML", 2023))
    assert paper.booktitle == "ICML 2023"


def test_an_undefined_string_is_taken_as_its_name() -> None:
    papers, problems = load("@article{a, title={A}, journal = AIJ, year=1984}")
    assert papers[0].venue == Venue("AIJ", 1984)
    assert [str(p) for p in problems] == [
        "x.bib: uses @string names that it does not define: AIJ"
    ]


@pytest.mark.parametrize(
    "content",
    [
        "@www-inproceedings{a, title={A}}",
        "@InProceedings\n{a,\n title={A}}",
        "  @misc ( a, title = {A} )",
        '@misc(a, title = "A", note = "b) c")',
        "}@misc{a, title={A}}",
        "@misc{a, title={A},}",
        "@misc{a, title={A}, email={a@b}, note={\n@misc{b, title={B}}\n}, year=2000}",
        "@misc{a, title={A}, author+an:username = {1=x}}",
        "@misc{a, title\r\n=\r\n{A}}",
        "@misc{a, title={A}, abstract={ends in \\\\}}",
    ],
)
def test_every_way_to_write_an_entry(content: str) -> None:
    assert only(content).title == "A"


def test_two_entries_may_share_a_line() -> None:
    assert titles("@misc{a, title={A}}@www-misc{b, title={B}}") == ["A", "B"]


def test_names_split_on_and_outside_braces_only() -> None:
    paper = only(
        "@misc{a, title={A}, author={Marland-Test, L. and {B and C} and D, E.}}"
    )
    assert paper.authors == (
        Author("Marland-Test", "L."),
        Author("B and C"),
        Author("D", "E."),
    )


@pytest.mark.parametrize(
    ("authors", "et_al"),
    [
        ("Doe, Jane and others", True),
        ("Doe, Jane\nand others", True),
        ("Doe, Jane and Others", True),
        ("Doe, Jane and {et al.}", True),
        ("Doe, Jane and {Others}", True),
        ("Doe, Jane and Roe, John et~al.", True),
        ("Doe, Jane; Roe, John; ...", True),
        ("Doe, Jane and 3 others", True),
        ("Doe, Jane and Others, Ann", False),
        ("Doe, Jane and {Doctors and others}", False),
        ("Others", False),
    ],
)
def test_a_list_may_name_only_some(authors: str, et_al: bool) -> None:
    assert only(f"@misc{{a, title={{A}}, author={{{authors}}}}}").et_al is et_al
    edited = only(f"@book{{a, title={{A}}, editor={{{authors}}}}}")
    assert (edited.et_al, edited.authors) == (et_al, edited.editors)


def test_an_escaped_brace_is_no_brace() -> None:
    assert only(r"@misc{a, title={Using \{ in sets}}").title == r"Using \{ in sets"


@pytest.mark.parametrize("key", ["key with space", r"t{\"o}n2023", "a%b"])
def test_a_key_that_cannot_be_cited_is_left_out(key: str) -> None:
    papers, problems = load(f"@misc{{{key}, title={{A}}}}")
    assert [(p.title, p.native_key) for p in papers] == [("A", "")]
    assert len(problems) == 1


@pytest.mark.parametrize("content", ["@misc{, title={A}}", "@misc{title={A}}"])
def test_an_entry_needs_no_key(content: str) -> None:
    assert only(content).native_key == ""


def test_fields_come_by_crossref() -> None:
    papers, problems = load("""
@inproceedings{a, title={A}, crossref={Conf}}
@inproceedings{b, title={B}, crossref="gone", xdata={data}}
@proceedings{conf, title={Proceedings of {ICML} 2021}, year=2021, publisher={P}}
@xdata{data, publisher={X}}
""")
    assert [(p.title, p.venue, p.publisher) for p in papers] == [
        ("A", Venue("ICML", 2021), "P"),
        ("B", Venue("Papers"), "X"),
    ]
    assert papers[0].booktitle == "Proceedings of ICML 2021"
    assert [(p.line, p.lost) for p in problems] == [(4, True), (None, False)]
    assert "crossref to entries that it does not hold: gone" in str(problems[1])


def test_a_doi_of_two_papers_names_the_first_only() -> None:
    papers, problems = load(
        "@inbook{a, title={One}, doi={10.1234/book}}\n"
        "@inbook{b, title={Two}, doi={10.1234/BOOK}}"
    )
    assert [p.doi for p in papers] == ["10.1234/book", ""]
    assert papers[0].id != papers[1].id
    assert [p.line for p in problems] == [2]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("@article{a,\n title={A}}", True),
        ("% a comment\n\n@string{x = {y}}", True),
        ("prose before\n@Misc\n{a, title={A}}", True),
        ("@misc(a, title={A})", True),
        ("@article{,\n title={A}}", True),
        ("# Papers\n\n- one\n\n```\n@misc{a,\n title={A}}\n```", False),
        ('{"a": "\n@misc{a,"}', False),
        ("write to me@example.org {a, b}", False),
        ("Papers of ICML 2023\n\nAn abstract.", False),
        ("", False),
        ('"key","title","abstract"\n"a","A","One.\n@article{b, c"\n', False),
    ],
)
def test_it_knows_its_files(head: str, expected: bool) -> None:
    assert bibtex.sniff(head) is expected


@pytest.mark.skipif(not FORMATS.is_dir(), reason="the real files are not here")
@pytest.mark.parametrize("name", REAL)
def test_no_record_of_a_real_file_is_lost_in_silence(name: str) -> None:
    papers, problems = load((FORMATS / name).read_bytes())
    assert (len(papers), sum(problem.lost for problem in problems)) == REAL[name]
    assert all(problem.line for problem in problems if problem.lost)


def test_a_paper_that_was_only_submitted() -> None:
    paper = only(r"@misc{k, title={A}, note={Submitted to ICLR 2018. Good}, year=2018}")
    assert (paper.venue, paper.kind) == (Venue("ICLR", 2018), "manuscript")
    assert (paper.status, paper.note) == ("Submitted", "Good")
    paper = only(r"@misc{k, title={A}, note={Submitted by hand}, year=2018}")
    assert (paper.kind, paper.note) == ("document", "Submitted by hand")


def test_where_it_was_published_tells_known_venues_only() -> None:
    paper = only(r"@misc{k, title={A}, howpublished={ICML}, year=2018}")
    assert (paper.venue, paper.booktitle) == (Venue("ICML", 2018), "")
    name = "Proceedings of the 35th International Conference on Machine Learning"
    paper = only(f"@misc{{k, title={{A}}, howpublished={{{name}}}, year=2018}}")
    assert (paper.venue, paper.booktitle) == (Venue("ICML", 2018), name)
    paper = only(r"@misc{k, title={A}, howpublished={Online, accessed 2020}}")
    assert (paper.venue, paper.booktitle) == (Venue("Papers"), "")


@pytest.mark.parametrize(
    "entry",
    [
        "@mastersthesis{k, title={A}, school={U}, year=2018}",
        "@thesis{k, title={A}, type={mathesis}, institution={U}, date=2018}",
        "@thesis{k, title={A}, type={Master's thesis}, institution={U}, date=2018}",
    ],
)
def test_a_thesis_for_a_master(entry: str) -> None:
    paper = only(entry)
    assert (paper.kind, paper.publisher) == ("thesis", "U")
    assert paper.note == "Master's thesis"
