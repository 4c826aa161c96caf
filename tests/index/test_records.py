"""Papers to plain data and back."""

from __future__ import annotations

import json
import math
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.models import Author, Paper, Venue
from paperstui.index.records import from_record, to_record

SMALL: dict[str, Any] = {"id": "a", "title": "T", "venue": {"name": "ICML"}}
TEXTS = [field.name for field in fields(Paper) if field.type == "str"]

authors = st.builds(Author, st.text(), st.text(), st.text(), st.text())
venues = st.builds(Venue, st.text(), st.none() | st.integers(1900, 2100))
tuples = st.lists(st.text(max_size=5), max_size=3).map(tuple)
papers = st.builds(
    Paper,
    venue=venues,
    authors=st.lists(authors, max_size=3).map(tuple),
    editors=st.lists(authors, max_size=2).map(tuple),
    title_derived=st.booleans(),
    et_al=st.booleans(),
    keywords=tuples,
    affiliations=tuples,
    rating=st.none() | st.floats(allow_nan=False, allow_infinity=False, width=32),
    citations=st.none() | st.integers(),
    **dict.fromkeys(TEXTS, st.text(max_size=5)),
)


def test_a_full_paper_reads_well() -> None:
    paper = Paper(
        id="pmlr:x24a",
        title="A Title",
        venue=Venue("ICML", 2024),
        abstract="One.\n\nTwo.",
        authors=(Author("Test", "Max", "van der", "Jr."), Author("A Group")),
        title_derived=True,
        pages="1-2",
        status="Oral",
        keywords=("a", "b"),
        affiliations=("Here", ""),
        rating=0.0,
        citations=0,
    )
    assert to_record(paper) == {
        "id": "pmlr:x24a",
        "title": "A Title",
        "title_derived": True,
        "authors": [
            {
                "family": "Test",
                "given": "Max",
                "non-dropping-particle": "van der",
                "suffix": "Jr.",
            },
            {"family": "A Group"},
        ],
        "venue": {"name": "ICML", "year": 2024},
        "abstract": "One.\n\nTwo.",
        "pages": "1-2",
        "status": "Oral",
        "keywords": ["a", "b"],
        "affiliations": ["Here", ""],
        "rating": 0.0,
        "citations": 0,
    }


def test_empty_fields_are_left_out() -> None:
    assert to_record(Paper("a", "T", Venue("ICML"))) == SMALL


@given(papers)
def test_nothing_is_lost(paper: Paper) -> None:
    assert from_record(json.loads(json.dumps(to_record(paper)))) == paper


def test_every_field_of_a_paper_is_tried() -> None:
    tried = {
        *TEXTS,
        "venue",
        "authors",
        "editors",
        "et_al",
        "title_derived",
        "keywords",
        "affiliations",
    }
    assert tried | {"rating", "citations"} == {field.name for field in fields(Paper)}


def test_a_record_of_an_older_version_is_read() -> None:
    record = {**SMALL, "authors": [{"family": "T"}], "abstract": "A", "doi": "10.1/x"}
    assert from_record(record) == Paper(
        "a", "T", Venue("ICML"), abstract="A", authors=(Author("T"),), doi="10.1/x"
    )


def test_a_rating_may_be_a_whole_number() -> None:
    rating = from_record({**SMALL, "rating": 8}).rating
    assert (rating, type(rating)) == (8.0, float)


def test_unknown_fields_are_passed_over() -> None:
    record = {**SMALL, "tags": ["x"], "authors": [{"family": "T", "orcid": "1"}]}
    assert from_record(record) == Paper("a", "T", Venue("ICML"), authors=(Author("T"),))


def test_the_literal_name_of_a_group_is_its_family_name() -> None:
    record = {**SMALL, "authors": [{"literal": "The Team"}]}
    assert from_record(record).authors == (Author("The Team"),)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (None, "a paper must be an object"),
        ([SMALL], "a paper must be an object"),
        ({"title": "T", "venue": {"name": "V"}}, '"id" of the paper is missing'),
        ({"id": "a", "venue": {"name": "V"}}, '"title" of the paper is missing'),
        ({"id": "a", "title": "T"}, '"venue" must be an object'),
        ({**SMALL, "id": 7}, '"id" of the paper must be text'),
        ({**SMALL, "doi": None}, '"doi" of the paper must be text'),
        ({**SMALL, "venue": {}}, '"name" of the venue must be text'),
        (
            {**SMALL, "venue": {"name": "V", "year": "2024"}},
            '"year" of the venue must be a whole number',
        ),
        (
            {**SMALL, "venue": {"name": "V", "year": True}},
            '"year" of the venue must be a whole number',
        ),
        ({**SMALL, "title_derived": 1}, '"title_derived" must be true or false'),
        (
            {**SMALL, "keywords": "a;b"},
            '"keywords" of the paper must be a list of texts',
        ),
        (
            {**SMALL, "affiliations": ["Here", None]},
            '"affiliations" of the paper must be a list of texts',
        ),
        ({**SMALL, "rating": "8"}, '"rating" of the paper must be a number'),
        ({**SMALL, "rating": True}, '"rating" of the paper must be a number'),
        ({**SMALL, "rating": 10**400}, '"rating" of the paper must be a number'),
        ({**SMALL, "rating": math.nan}, '"rating" of the paper must be a number'),
        (
            {**SMALL, "citations": 1.5},
            '"citations" of the paper must be a whole number',
        ),
        ({**SMALL, "authors": "Max Test"}, '"authors" must be a list'),
        ({**SMALL, "authors": ["Max Test"]}, "an author must be an object"),
        (
            {**SMALL, "authors": [{"given": "Max"}]},
            'an author needs a "family", and only texts',
        ),
        (
            {**SMALL, "authors": [{"family": "T", "given": None}]},
            'an author needs a "family", and only texts',
        ),
    ],
)
def test_another_shape_is_refused_with_a_reason(record: object, reason: str) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        from_record(record)
    assert str(raised.value) == reason
