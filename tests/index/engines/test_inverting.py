"""Postings of batches, joined, are those of each document for itself."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.analysis import indexed
from paperstui.index.engines import lexicon
from paperstui.index.engines.base import SEARCHED, TEXT_FIELDS, WEIGHTS, Document
from paperstui.index.engines.inverting import Joined, invert

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXTS = (
    "",
    "deep",
    "deep networks, deep network",
    "self-attention FlashAttention",
    "深度学习 deep",
    "Müller's C++",
)
documents = st.lists(
    st.builds(
        lambda texts, status, row: Document(
            row,
            row % 7,
            row % 2 == 1,
            2000 + row % 3,
            status,
            frozenset({"pdf"}),
            {
                name: indexed(text)
                for name, text in zip(TEXT_FIELDS, texts, strict=True)
            },
        ),
        st.lists(st.sampled_from(TEXTS), min_size=6, max_size=6),
        st.sampled_from(("", "Oral", " Oral\nPoster ")),
        st.integers(0, 2**32 - 1),
    ),
    max_size=8,
)
Posting = tuple[float, list[int]]


def one_by_one(documents: Sequence[Document]) -> dict[str, dict[int, Posting]]:
    """By term and document its weight and places, the plain way."""
    found: dict[str, dict[int, Posting]] = {}
    for number, document in enumerate(documents):
        for field in lexicon.FIELDS:
            mark = "" if field in SEARCHED else lexicon.APART
            terms = document.terms[field]
            spelled = [(mark + word, at) for at, word in enumerate(terms.words)]
            spelled += [(f"{mark}~{word}", at) for word, at in terms.variants]
            for term, at in spelled:
                weight, places = found.setdefault(term, {}).get(number, (0.0, []))
                place = lexicon.FIRST_PLACE[field] + at
                found[term][number] = weight + WEIGHTS[field], [*places, place]
        if status := " ".join(document.status.split()):
            found.setdefault(lexicon.STATUS + status, {})[number] = 1.0, []
        length = sum(WEIGHTS[f] * len(document.terms[f].words) for f in SEARCHED)
        facts = [document.row, document.venue, document.year or 0, round(length)]
        flags = 0b1010 if document.refused else 0b0010
        found.setdefault(lexicon.FACTS, {})[number] = 1.0, [*facts, flags]
    return found


@given(documents, st.integers(1, 4))
def test_batches_of_any_size_join_to_the_postings_of_each_document(
    documents: list[Document], size: int
) -> None:
    joined = Joined()
    for first in range(0, len(documents), size):
        batch = invert(documents[first : first + size])
        assert list(batch.rows) == [
            each.row for each in documents[first : first + size]
        ]
        joined.add(batch, first)
    told: dict[str, dict[int, Posting]] = {}
    for term, frequency, kept in joined.postings():
        content = array("I", kept)
        ids, ends = content[:frequency], content[2 * frequency : 3 * frequency]
        weights = array("f", content[frequency : 2 * frequency].tobytes())
        places = content[3 * frequency :].tolist()
        starts = [0, *ends]
        assert list(ids) == sorted(set(ids))
        told[term] = {
            number: (weight, places[start:end])
            for number, weight, start, end in zip(
                ids, weights, starts, ends, strict=False
            )
        }
    assert list(told) == sorted(told)
    assert told == one_by_one(documents)
