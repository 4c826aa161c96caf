"""Papers made of pieces of others."""

from __future__ import annotations

from itertools import islice

from bench.recombined import recombined
from paperstui.index.models import Author, Paper, Venue


def real(number: int) -> Paper:
    """One whose every piece names it."""
    sentences = (f"Sentence {place} of {number}." for place in range(2 + number % 3))
    return Paper(
        id=str(number),
        title=f"Learning{number} to{number} paint{number} walls{number}",
        venue=Venue("ICML", 2000 + number),
        abstract=" ".join(sentences),
        authors=tuple(Author(f"Family{number}{n}") for n in range(1 + number % 2)),
        keywords=(f"keyword{number}",),
        status="Oral" if number % 2 else "Reject",
    )


REAL = [real(number) for number in range(20)]


def test_made_papers_depend_on_nothing_but_the_seed() -> None:
    made = list(recombined(REAL, 50, seed=1))
    assert made == list(recombined(REAL, 50, seed=1))
    assert made[:20] == list(islice(recombined(REAL, 1_000_000, seed=1), 20))
    assert made[0] != next(recombined(REAL, 1, seed=2))


def test_every_made_paper_has_an_id_of_its_own() -> None:
    ids = [paper.id for paper in recombined(REAL, 500, seed=1)]
    assert len({*ids, *(paper.id for paper in REAL)}) == 520


def test_made_papers_are_pieces_of_real_ones_in_their_places() -> None:
    by_venue = {paper.venue: paper for paper in REAL}
    names = {author for paper in REAL for author in paper.authors}
    begun = {paper.title.split()[:2][0] for paper in REAL}
    mixed = 0
    for made in recombined(REAL, 200, seed=3):
        first = by_venue[made.venue]
        assert made.status == first.status
        assert made.title.split()[:2] == first.title.split()[:2]
        assert made.title.split()[0] in begun
        assert {word.rstrip("0123456789") for word in made.title.split()[2:]} == {
            "paint",
            "walls",
        }
        sentences = made.abstract.removesuffix(".").split(". ")
        assert len(sentences) == first.abstract.count(".")
        assert [s.split()[1] for s in sentences] == [
            str(place) for place in range(len(sentences))
        ]
        assert len(set(made.authors)) == len(made.authors) == len(first.authors)
        assert set(made.authors) <= names
        mixed += len({s.split()[-1] for s in sentences}) > 1
    assert mixed > 100


def test_papers_without_abstract_or_authors_can_be_taken_apart() -> None:
    bare = [Paper("1", "", Venue("ICML"))]
    made = next(recombined(bare, 1, seed=1))
    assert (made.title, made.abstract, made.authors) == ("", "", ())
