"""What ranks one paper before another, apart from the score of an engine."""

from __future__ import annotations

import pytest

from paperstui.index import ranking
from paperstui.index.analysis import indexed
from paperstui.index.engines.base import Names, field_text
from paperstui.index.models import Author, Paper, Venue
from paperstui.index.query import parse
from paperstui.index.tree import Text, positive_leaves
from tests.index.trees import shape

QUESTION = "please find papers about sparse attention for long documents "


def leaves(text: str) -> tuple[Text, ...]:
    return tuple(positive_leaves(parse(text).root))


def scored(text: str) -> list[str]:
    """The words that count, in the notation of `shape`."""
    return [shape(leaf) for leaf in ranking.scoring(leaves(text)).leaves]


SCORED = [
    ("", []),
    ("diffusion models ", ["diffusion", "models"]),
    ("the limits of diffusion ", ["limits", "diffusion"]),
    # The last word may become another one.
    ("diffusion the", ["diffusion", "the*"]),
    # Nothing but function words: then they are meant.
    ("to be or not to be ", ["to", "be", "or", "not", "to", "be"]),
    ("The WHO ", ["The", "WHO"]),
    # In a field they are meant as well, and so is an exact form.
    ("title:the limits ", ["title:the", "limits"]),
    ("=the limits ", ["=the=", "limits"]),
    # What only requests are made of counts in a short query, not in a question.
    ("papers about search ", ["papers", "search"]),
    (QUESTION, ["sparse", "attention", "long", "documents"]),
    # Joined words and phrases stay whole in short queries.
    ("state-of-the-art nets ", ["state-of-the-art", "nets"]),
    ('"state of the art" nets ', ['"state of the art"', "nets"]),
    # In questions they are taken apart, but not those of a field.
    ("state-of-the-art nets on long noisy texts ", "state art nets long noisy texts"),
    ('a "deep net" on long noisy texts ', "deep net long noisy texts"),
    ('a "deep net" on noisy "text da', "deep net noisy text da*"),
    ("very deep nets on self-atten", "deep nets self atten*"),
    (
        't:"deep net" t:self-made nets on noise ',
        ['title:"deep net"', "title:self-made", "nets", "noise"],
    ),
    # Venues and the like make no question of a query.
    (
        "venue:icml status:oral papers about search ",
        "venue:icml status:oral papers search",
    ),
]


@pytest.mark.parametrize(("text", "words"), SCORED)
def test_which_words_count(text: str, words: list[str] | str) -> None:
    assert scored(text) == (words.split() if isinstance(words, str) else words)


def test_words_of_a_question_keep_the_place_of_what_they_stood_in() -> None:
    text = "very deep self-made nets on noise "
    counted = ranking.scoring(leaves(text)).leaves
    places = {text[leaf.start : leaf.end] for leaf in counted}
    assert places == {"deep", "self-made", "nets", "noise"}


def test_the_more_words_the_later_they_saturate() -> None:
    few = ranking.scoring(leaves("a b "))
    many = ranking.scoring(leaves(" ".join(f"word{n}" for n in range(20))))
    most = ranking.scoring(leaves(" ".join(f"word{n}" for n in range(90))))
    assert few.saturation == ranking.LEAST_SATURATION
    assert many.saturation == pytest.approx(1.4)
    assert most.saturation == 3.0


PARTIAL = [
    ("diffusion models", 0, True),
    ("diffusion models", 1, False),
    ("diffusion", 0, False),
    ("diffusion year:2024", 0, False),
    ("diffusion -models", 0, False),
    ("diffusion OR models", 0, False),
    ("(diffusion models) OR graphs", 0, True),
    ("(diffusion OR graphs) year:2024", 0, True),
    # A venue or a status is not given up for a word.
    ("diffusion venue:icml", 0, False),
    ("diffusion status:oral venue:icml", 0, False),
    ("diffusion models status:oral venue:icml", 1, False),
    ("diffusion author:huang", 0, True),
    (QUESTION, 9, True),
    (QUESTION, 10, False),
]


@pytest.mark.parametrize(("text", "matching", "wanted"), PARTIAL)
def test_when_partial_matches_are_wanted(
    text: str, matching: int, wanted: bool
) -> None:
    root = parse(text).root
    assert root is not None
    assert ranking.wants_partial(matching, root, leaves(text)) is wanted


FEEDBACK = [
    ("sparse attention", False),
    (QUESTION, True),
    ("what is sparse attention for me ", False),
    ("what is sparse attention for text ", True),
]


@pytest.mark.parametrize(("text", "wanted"), FEEDBACK)
def test_when_the_best_papers_are_asked(text: str, wanted: bool) -> None:
    found = leaves(text)
    assert ranking.wants_feedback(found, ranking.scoring(found)) is wanted


def paper(title: str, abstract: str = "", author: str = "Test") -> Paper:
    return Paper(title, title, Venue("ICML"), abstract, (Author(author),))


BEST = [
    (paper("Sparse kernels", "Kernels 2024 of the lattice paper, x", "Lattner"), 3.0),
    (paper("Kernel lattices", "Lattices by Lattner in 2024 papers; x", "Lattner"), 2.0),
    (paper("Alone", "Solitary words"), 1.0),
]


def test_feedback_is_what_the_best_papers_share() -> None:
    stems = ranking.feedback(BEST, 6.0, lambda stem: 1.0)
    # Neither "alone" nor "sparse", that one has; no author, number, letter or "paper".
    assert set(stems) == {"kernel", "lattic"}
    assert sum(stems.values()) == pytest.approx(1)
    assert stems["kernel"] > stems["lattic"]


def test_feedback_prefers_what_is_rare_and_needs_something_to_be() -> None:
    rare = {"kernel": 0.1, "lattic": 5.0}
    stems = ranking.feedback(BEST, 6.0, rare.__getitem__)
    assert stems["lattic"] > 0.9
    assert ranking.feedback(BEST, 6.0, lambda stem: 0.0) == {}
    assert ranking.feedback(BEST[2:], 6.0, lambda stem: 1.0) == {}
    assert ranking.feedback([], 6.0, lambda stem: 1.0) == {}


def test_feedback_is_of_so_many_stems_and_always_the_same_ones() -> None:
    many = " ".join(f"x{chr(97 + n)}k" for n in range(26))
    best = [(paper("One", many), 1.0), (paper("Other", many), 1.0)]
    stems = ranking.feedback(best, 30.0, lambda stem: 1.0)
    # Equally good ones come by the alphabet.
    assert list(stems) == [f"x{chr(97 + n)}k" for n in range(20)]
    assert list(stems.values()) == pytest.approx([0.05] * 20)
    assert ranking.feedback(best[::-1], 30.0, lambda stem: 1.0) == stems


TYPED = [
    ("diffusion models", ("diffusion", "models")),
    ("Self-Attention is", ("self", "attention", "is")),
    ("diffusion", ()),
    ("", ()),
    ("title:diffusion models", ()),
    ('"diffusion models"', ()),
    ("diffusion* models", ()),
    ("self-diff* models", ("self", "diff", "models")),
    ("diff*on models", ()),
    (r"at 0.25$^\circ$", ("at", "0.25")),
]


@pytest.mark.parametrize(("text", "words"), TYPED)
def test_which_words_may_begin_a_title(text: str, words: tuple[str, ...]) -> None:
    assert ranking.typed_words(leaves(text)) == words


_TITLE, _ROW = ranking.TITLE_BONUS, ranking.ROW_BONUS
TITLES = [
    ("Deep nets", False, 2 * _TITLE),
    ("DEEP NETS!", False, 2 * _TITLE),
    ("Deep nets for frogs", False, _TITLE),
    ("Deep netsuke", False, 0),
    ("Deep netsuke", True, _TITLE),
    ("Deep nets", True, 2 * _TITLE),
    ("Very deep nets", True, _ROW),
    ("Deep and deep netsuke", True, _ROW),
    ("Nets, deep", True, 0),
    ("Deep", True, 0),
    ("", True, 0),
    (r"\emph{Deep} $\mathrm{nets}$ again", False, _TITLE),
]


def _names(paper: Paper) -> Names:
    fields = (indexed(field_text(paper, name)).words for name in ("title", "authors"))
    return Names(*map(tuple, fields))


@pytest.mark.parametrize(("title", "unfinished", "expected"), TITLES)
def test_words_in_a_row_in_a_title_score_more(
    title: str, unfinished: bool, expected: float
) -> None:
    names = _names(Paper("test:1", title, Venue("ICML")))
    assert ranking.bonus(("deep", "nets"), names, unfinished) == expected


def test_the_name_of_an_author_scores_as_much_as_a_title_that_begins_so() -> None:
    authors = (Author("Liu", "Han"), Author("Hu", "Jerry"))
    names = _names(Paper("test:1", "Frogs", Venue("ICML"), authors=authors))
    assert ranking.bonus(("han", "liu"), names, False) == _TITLE
    assert ranking.bonus(("jerry", "h"), names, True) == _TITLE
    assert ranking.bonus(("han", "hu"), names, False) == 0
