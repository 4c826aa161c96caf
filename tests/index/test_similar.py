"""Papers like a paper or a text, over both engines."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperstui.index import highlight, similar
from paperstui.index.engines.tantivy import TantivyEngine
from paperstui.index.engines.whoosh import WhooshEngine
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.requests import Facets, Like, Marks, SearchRequest, Sort
from paperstui.index.similar import like_paper, like_text
from tests.conftest import search_over
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.requests import ResultPage
    from paperstui.index.search import Search

ENGINES = (WhooshEngine, TantivyEngine)

DIFFUSION, DENOISING, WEATHER, HOPFIELD, MEMORY, TITLE_ONLY = range(6)
CHINESE, CHINESE_TOO, FORMULAS, REFUSED, SAME_TITLE, GRAPHS, TWIN = range(6, 13)

_FACTS: tuple[tuple[str, str, str, str, str], ...] = (
    (
        "Diffusion models beat GANs",
        "ICML 2023",
        "Dhariwal",
        "Denoising diffusion models generate images by score matching.",
        "Oral",
    ),
    (
        "Denoising by score matching",
        "ACL 2024",
        "Song",
        "A diffusion model learns scores of images, and denoising follows.",
        "Poster",
    ),
    (
        "Diffusion for weather",
        "ICML 2024",
        "Huang",
        "Weather forecasts and data assimilation by a diffusion model.",
        "Poster",
    ),
    (
        "Modern Hopfield networks",
        "ICML 2024",
        "Hu",
        "Associative memory retrieval with energy functions.",
        "Oral",
    ),
    (
        "Energy and associative memory",
        "ACL 2024",
        "Krotov",
        "Dense memory retrieval in Hopfield networks.",
        "",
    ),
    ("Associative memory retrieval", "ICML 2023", "Ramsauer", "", ""),
    ("深度学习方法研究", "ICML 2023", "江测试", "图像生成的扩散模型。", ""),
    ("图像深度学习", "ACL 2024", "李", "扩散模型与图像生成。", ""),
    (
        r"On $\alpha$-Rényi bounds of {GAN}s",
        "ACL 2024",
        "Ong",
        r"Bounds by the $\alpha$-Rényi divergence, $\mathbb{E}[x] \leq \sqrt{n}$.",
        "Poster",
    ),
    (
        "Diffusion models for denoising",
        "ICML 2024",
        "Refused",
        "Denoising diffusion models generate images by score matching.",
        "Reject",
    ),
    (
        "Diffusion models beat GANs",
        "ACL 2024",
        "Other",
        "Another author answers: diffusion models generate images.",
        "Poster",
    ),
    ("Graph networks", "ICML 2024", "Kipf", "Messages on nodes and edges.", "Oral"),
    (
        "Diffusion Models Beat GANs",
        "NeurIPS 2023",
        "Dhariwal",
        "Denoising diffusion models generate images by score matching.",
        "Poster",
    ),
)


def _venue(label: str) -> Venue:
    name, year = label.split()
    return Venue(name, int(year))


PAPERS = tuple(
    Paper(
        f"test:{row}",
        title,
        _venue(venue),
        abstract,
        (Author(family),),
        status=status,
        citations=row,
    )
    for row, (title, venue, family, abstract, status) in enumerate(_FACTS)
)
LISTED = frozenset(range(len(PAPERS))) - {REFUSED}

fast = settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def searches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Search]]:
    """A search over the papers with each engine."""
    folder = tmp_path_factory.mktemp("index")
    one, other = (search_over(PAPERS, each(), folder / each.name) for each in ENGINES)
    with one as first, other as second:
        yield [first, second]


@pytest.fixture(params=(0, 1), ids=lambda number: ENGINES[number].name)
def search(request: pytest.FixtureRequest, searches: list[Search]) -> Search:
    """The search of one engine."""
    number: int = request.param
    return searches[number]


def like(row: int) -> Like:
    return like_paper(PAPERS[row])


def test_the_most_similar_come_first_and_never_the_paper_itself(
    search: Search,
) -> None:
    page = search.find(SearchRequest(like=like(DIFFUSION)))
    assert list(page.rows)[:3] == [SAME_TITLE, DENOISING, WEATHER]
    assert page.sort is Sort.RELEVANCE
    assert not set(page.rows) & {HOPFIELD, GRAPHS}
    page = search.find(SearchRequest(like=like(HOPFIELD)))
    assert list(page.rows)[:2] == [MEMORY, TITLE_ONLY]


def test_another_listing_of_the_paper_is_not_like_it(search: Search) -> None:
    # One with its title by others is.
    rows = search.find(SearchRequest(like=like(DIFFUSION))).rows
    assert TWIN not in rows
    assert SAME_TITLE in rows
    assert DIFFUSION not in search.find(SearchRequest(like=like(TWIN))).rows


def test_a_paper_without_abstract_is_compared_by_its_title(search: Search) -> None:
    rows = search.find(SearchRequest(like=like(TITLE_ONLY))).rows
    assert set(rows) == {HOPFIELD, MEMORY}


def test_texts_in_chinese(search: Search) -> None:
    rows = search.find(SearchRequest(like=like(CHINESE))).rows
    assert list(rows) == [CHINESE_TOO]
    rows = search.find(SearchRequest(like=like_text("扩散模型"))).rows
    assert set(rows) == {CHINESE, CHINESE_TOO}


def test_texts_with_formulas(search: Search) -> None:
    text = (
        r"\textbf{Bounds} of the $\alpha$-R\'enyi divergence $\frac{1}{2}$ {unbalanced"
    )
    assert search.find(SearchRequest(like=like_text(text))).rows[0] == FORMULAS
    assert search.find(SearchRequest(like=like(FORMULAS))).rows[0] == SAME_TITLE


def test_a_pasted_abstract_finds_its_paper_first(search: Search) -> None:
    for row in (DENOISING, WEATHER, MEMORY, FORMULAS):
        page = search.find(SearchRequest(like=like_text(PAPERS[row].abstract)))
        assert page.rows[0] == row


@pytest.mark.parametrize("text", ["", "  \n ", "!?", "of the and", "zzz qqq", "x"])
def test_a_text_that_says_nothing_is_like_nothing(search: Search, text: str) -> None:
    page = search.find(SearchRequest(like=like_text(text)))
    assert (list(page.rows), page.matching, page.query.root) == ([], 0, None)


def test_a_paper_that_has_left_is_like_nothing(search: Search) -> None:
    page = search.find(SearchRequest(like=Like("gone", paper="test:99")))
    assert (list(page.rows), page.query.root) == ([], None)


def test_a_very_long_text(search: Search) -> None:
    text = f"{PAPERS[WEATHER].abstract} lorem ipsum dolor $x^2$ \n" * 1_500
    assert len(text) > 100_000
    page = search.find(SearchRequest(like=like_text(text)))
    assert page.rows[0] == WEATHER
    assert len(like_text(text).label) == 80


def test_refused_papers_come_as_the_request_says(search: Search) -> None:
    page = search.find(SearchRequest(like=like(DIFFUSION)))
    assert REFUSED not in page.rows
    page = search.find(SearchRequest(like=like(DIFFUSION), refused=True))
    assert REFUSED in list(page.rows)[:2]
    assert REFUSED not in search.find(SearchRequest(like=like(REFUSED))).rows


def test_queries_and_filters_narrow_the_list_and_keep_its_order(
    search: Search,
) -> None:
    whole = search.find(SearchRequest(like=like(DIFFUSION)))
    for request in (
        SearchRequest("images"),
        SearchRequest(within="images"),
        SearchRequest("venue:acl"),
        SearchRequest("images -score"),
    ):
        page = search.find(replace(request, like=like(DIFFUSION)))
        rows = set(page.rows)
        assert rows < set(whole.rows)
        assert list(page.rows) == [row for row in whole.rows if row in rows]
        assert page.matching == len(rows) > 0
        assert page.sort is Sort.RELEVANCE
    chosen = frozenset({Venue("ICML", 2024)})
    page = search.find(SearchRequest(like=like(DIFFUSION), venues=chosen))
    assert list(page.rows) == [WEATHER]
    assert page.counts == whole.counts
    marks = Marks(bookmarked=frozenset({DENOISING, HOPFIELD}))
    page = search.find(
        SearchRequest(like=like(DIFFUSION), marks=marks, bookmarked_only=True)
    )
    assert (list(page.rows), page.bookmarked) == ([DENOISING], 1)


def test_partial_matches_stay_within_the_list(search: Search) -> None:
    page = search.find(SearchRequest("weather hopfield", like=like(DIFFUSION)))
    assert (page.partial, list(page.rows)) == (True, [WEATHER])


def test_facets_count_the_list(search: Search) -> None:
    page = search.find(SearchRequest(like=like(DIFFUSION), facets=True))
    assert page.facets == Facets(
        {"Poster": 4}, {"code": 0, "pdf": 0, "abstract": len(page.rows)}
    )
    assert len(page.rows) == page.matching == sum(page.counts.values())


def test_other_orders_are_those_of_any_list(search: Search) -> None:
    likeness = search.find(SearchRequest(like=like(DIFFUSION))).rows
    for request in (
        SearchRequest(like=like(DIFFUSION), sort=Sort.CITATIONS),
        SearchRequest("sort:citations", like=like(DIFFUSION)),
    ):
        page = search.find(request)
        assert page.sort is Sort.CITATIONS
        assert list(page.rows) == sorted(likeness, reverse=True)


def test_what_papers_share_is_marked_in_them(search: Search) -> None:
    page = search.find(SearchRequest(like=like(DIFFUSION)))
    text = PAPERS[DENOISING].abstract
    marked = {text[a:b] for a, b in highlight.matches(page.query, "abstract", text)}
    assert {"diffusion", "images", "denoising"} <= marked
    assert not marked & {"A", "and", "of"}
    page = search.find(SearchRequest("follows", like=like(DIFFUSION)))
    marked = {text[a:b] for a, b in highlight.matches(page.query, "abstract", text)}
    assert {"follows", "diffusion"} <= marked


def test_a_list_is_made_once_while_it_is_narrowed(
    search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    alike = similar.alike

    def counted(*arguments: object, **options: bool) -> similar.Alike:
        made.append(threading.get_ident())
        return alike(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(similar, "alike", counted)
    wish = like_text("memory retrieval with energy")
    for end in range(7):
        search.find(SearchRequest("hopfield"[:end], like=wish))
    assert len(made) == 1
    search.find(SearchRequest(like=wish, refused=True))
    assert len(made) == 2


def test_no_more_than_so_many(tmp_path_factory: pytest.TempPathFactory) -> None:
    papers = [
        replace(PAPERS[0], id=f"n:{n}", title=f"Diffusion {n}") for n in range(150)
    ]
    for engine in ENGINES:
        folder = tmp_path_factory.mktemp("many")
        with search_over(papers, engine(), folder) as search:
            rows = search.find(SearchRequest(like=like_paper(papers[7]))).rows
            # Equally good ones come as they are listed.
            assert list(rows) == [row for row in range(101) if row != 7]


def _answers(page: ResultPage) -> tuple[object, ...]:
    return list(page.rows), page.counts, page.query, page.facets


WORDS = sorted({word for paper in PAPERS for word in paper.abstract.split()})
pasted = st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=12).map(
    " ".join
)
wishes = st.sampled_from(PAPERS).map(like_paper) | pasted.map(like_text)


@fast
@given(wishes, st.booleans(), st.sampled_from(("", "images", "venue:acl", "-gan")))
def test_any_wish_over_both_engines(
    searches: list[Search], wish: Like, refused: bool, text: str
) -> None:
    request = SearchRequest(text, like=wish, refused=refused, facets=True)
    one, other = (search.find(request) for search in searches)
    assert _answers(one) == _answers(other)
    rows = list(one.rows)
    assert len(set(rows)) == len(rows) <= similar.MOST
    assert wish.paper not in {PAPERS[row].id for row in rows}
    assert refused or set(rows) <= LISTED
