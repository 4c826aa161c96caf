"""Notes as both APIs of OpenReview give them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers.base import Origin
from paperstui.index.readers.openreview import read, sniff

DATA = Path(__file__).parents[4] / "shared" / "data" / "formats" / "openreview-json"
COUNTS = {
    "v1-expertise-service.json": 2,
    "v1-notes-derived.json": 2,
    "v2-forum-7MPstNz66e.json": 1,
    "v2-forum-if6RZty9HK.json": 1,
    "v2-notes-agents4science-derived.json": 247,
}
MAX, ADA = Author("Test", "Max"), Author("Probe", "Ada")

V1: dict[str, Any] = {
    "id": "r1eLk2mKiX",
    "forum": "r1eLk2mKiX",
    "replyto": None,
    "invitation": "NIPS.cc/2018/Workshop/CDNNRIA/-/Blind_Submission",
    "content": {
        "title": "A\n Title",
        "authors": ["Max Test", "Ada Probe"],
        "abstract": "One.\n\nTwo.",
        "keywords": ["a", "b"],
        "TL;DR": "We test.",
        "pdf": "/pdf/dad703.pdf",
        "code": "https://github.com/a/b",
        "_bibtex": "@misc{\ntest2018a,\ntitle={A Title}\n}",
    },
}
V2: dict[str, Any] = {
    "id": "0d3Nloe9pB",
    "forum": "0d3Nloe9pB",
    "invitations": ["ICLR.cc/2024/Conference/-/Submission"],
    "content": {
        "title": {"value": "A Title"},
        "authors": {"value": ["Max Test"]},
        "keywords": {"value": ["a; b"]},
        "primary_area": {"value": "theory"},
        "abstract": {"value": "One\nline."},
        "pdf": {"value": "/pdf/d0a26c.pdf"},
        "venue": {"value": "ICLR 2024 poster"},
        "venueid": {"value": "ICLR.cc/2024/Conference"},
    },
}


def reply(**content: Any) -> dict[str, Any]:
    """An answer to the submission of API 1."""
    return {
        "id": "x",
        "forum": "r1eLk2mKiX",
        "replyto": "r1eLk2mKiX",
        "content": content,
    }


def notes(content: Any, source: str = "notes.json") -> list[Paper | Problem]:
    """What a file with this content gives."""
    return list(read(io.BytesIO(json.dumps(content).encode()), Origin(source)))


def paper(note: dict[str, Any], **content: Any) -> Paper:
    """The only paper of a file with this note, some of its content changed."""
    (found,) = notes([{**note, "content": {**note["content"], **content}}])
    assert isinstance(found, Paper)
    return found


def test_api_1_with_its_replies() -> None:
    comment = {
        "id": "y",
        "forum": "r1eLk2mKiX",
        "replyto": "x",
        "content": {"title": "C"},
    }
    found = notes(
        {
            "notes": [
                reply(title="Good", rating="4: Top 50%, clear accept"),
                reply(title="Bad", rating="1: reject"),
                comment,
                V1,
                reply(title="Acceptance Decision", decision="Accept (Poster)"),
            ],
            "count": 5,
        }
    )
    assert found == [
        Paper(
            id="openreview:r1eLk2mKiX",
            title="A Title",
            venue=Venue("NeurIPS", 2018),
            abstract="One.\n\nTwo.",
            authors=(MAX, ADA),
            url="https://openreview.net/forum?id=r1eLk2mKiX",
            pdf="https://openreview.net/pdf/dad703.pdf",
            openreview="r1eLk2mKiX",
            source="notes.json",
            kind="paper-conference",
            status="Accept (Poster)",
            track="CDNNRIA Workshop",
            keywords=("a", "b"),
            code="https://github.com/a/b",
            note="TL;DR: We test.",
            rating=2.5,
            native_key="test2018a",
        )
    ]


def test_replies_in_the_details_count_as_well() -> None:
    replies = [reply(rating="3"), reply(decision="Reject")]
    (found,) = notes([{**V1, "details": {"directReplies": replies}}])
    assert isinstance(found, Paper)
    assert (found.rating, found.status, found.kind) == (3.0, "Reject", "manuscript")


def test_api_2() -> None:
    assert notes([V2]) == [
        Paper(
            id="openreview:0d3Nloe9pB",
            title="A Title",
            venue=Venue("ICLR", 2024),
            abstract="One line.",
            authors=(MAX,),
            url="https://openreview.net/forum?id=0d3Nloe9pB",
            pdf="https://openreview.net/pdf/d0a26c.pdf",
            openreview="0d3Nloe9pB",
            source="notes.json",
            kind="paper-conference",
            status="Poster",
            keywords=("a", "b", "theory"),
        )
    ]


@pytest.mark.parametrize(
    ("venue", "venueid", "label", "track", "status"),
    [
        ("ICLR 2024 oral", "ICLR.cc/2024/Conference", "ICLR 2024", "", "Oral"),
        (
            "NeurIPS 2023 Datasets and Benchmarks Spotlight",
            "NeurIPS.cc/2023/Track/Datasets_and_Benchmarks",
            "NeurIPS 2023",
            "Datasets and Benchmarks",
            "Spotlight",
        ),
        (
            "Submitted to ICLR 2024",
            "ICLR.cc/2024/Conference/Rejected_Submission",
            "ICLR 2024",
            "",
            "Reject",
        ),
        (
            "ICLR 2024 Conference Withdrawn Submission",
            "ICLR.cc/2024/Conference/Withdrawn_Submission",
            "ICLR 2024",
            "",
            "Withdraw",
        ),
        (
            "ICLR 2024 Conference Desk Rejected Submission",
            "ICLR.cc/2024/Conference/Desk_Rejected_Submission",
            "ICLR 2024",
            "",
            "Desk Reject",
        ),
        (
            "Submitted to ICLR 2024",
            "ICLR.cc/2024/Conference/Submission",
            "ICLR 2024",
            "",
            "Submitted",
        ),
        (
            "CoRL 2023",
            "robot-learning.org/CoRL/2023/Conference",
            "CoRL 2023",
            "",
            "Accept",
        ),
        ("ARR", "aclweb.org/ACL/ARR/2024/June", "ACL ARR 2024", "June", ""),
        ("ICML 2019", "dblp.org/conf/ICML/2019", "ICML 2019", "", ""),
        ("TMLR", "TMLR", "TMLR 2023", "", ""),
    ],
)
def test_venue_and_status(
    venue: str, venueid: str, label: str, track: str, status: str
) -> None:
    note = {**V2, "invitations": [], "pdate": 1_690_000_000_000}
    found = paper(note, venue={"value": venue}, venueid={"value": venueid})
    assert (found.venue.label, found.track, found.status) == (label, track, status)


def test_a_note_without_ids_is_of_the_venue_of_its_file() -> None:
    note = {"id": "a", "cdate": 1583404916, "content": {"title": "T"}}
    (found,) = notes({"notes": {"X/-/Submission": [note], "Y": []}}, "papers.json")
    assert isinstance(found, Paper)
    assert found.venue == Venue("Papers", 2020)
    (found,) = notes([note], "iclr2019.json")
    assert isinstance(found, Paper)
    assert found.venue == Venue("ICLR", 2019)


@pytest.mark.parametrize(
    "authors",
    [None, {"value": None}, {"value": ["Anonymous"]}, {"value": []}, ["Anonymous"]],
)
def test_anonymous_submissions_have_no_authors(authors: object) -> None:
    assert paper(V2, authors=authors).authors == ()


def test_authors_may_be_objects() -> None:
    authors = [{"fullname": "Max Test", "username": "~Max_Test1"}]
    assert paper(V2, authors={"value": authors}).authors == (MAX,)


def test_bad_notes_cost_no_others() -> None:
    found = notes(
        [7, {"id": "a"}, {**V2, "id": "b", "forum": "b", "content": {"x": 1}}, V2]
    )
    assert [(p.title, p.id) for p in found if isinstance(p, Paper)] == [
        ("Untitled", "openreview:b"),
        ("A Title", "openreview:0d3Nloe9pB"),
    ]
    assert [str(problem) for problem in found if isinstance(problem, Problem)] == [
        "notes.json:1: record 1: is no note with content",
        "notes.json:1: record 2: is no note with content",
        "notes.json:1: record 3: has no title; shown as “Untitled”",
    ]


def test_a_cut_file_keeps_what_is_whole() -> None:
    content = json.dumps({"notes": [V1, V1, V2]}, indent=1)[:-100]
    found = list(read(io.BytesIO(content.encode()), Origin("x.json")))
    assert [type(item) for item in found] == [Paper, Paper, Problem]
    assert isinstance(found[2], Problem)
    assert found[2].lost
    assert found[2].record == 3


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b'{"notes": 7}', b'{"notes": {"a": ', b"[7]", b'{"notes": [null]}'],
)
def test_what_holds_no_notes_is_a_problem(content: bytes) -> None:
    found = list(read(io.BytesIO(content), Origin("x.json")))
    assert found
    assert all(isinstance(item, Problem) for item in found)


def test_answers_alone_are_told() -> None:
    assert notes([reply(title="Good", rating="7")]) == [
        Problem("notes.json", "holds no submissions, only answers to them")
    ]


@pytest.mark.parametrize(
    ("head", "is_notes"),
    [
        (json.dumps({"notes": [V1]})[:60], True),
        ('{\n  "notes": {\n    "ABC.cc/-/Submission": [', True),
        (json.dumps([V2], indent=2), True),
        ('[{"id": "a", "content": {"title": {"value": "notes"}}, "forum": "a"', True),
        ('[{"title": "A", "abstract": "content forum"}]', False),
        ('{"title": "A", "venue": "notes"}', False),
        ("", False),
    ],
)
def test_sniffing(head: str, is_notes: bool) -> None:
    assert sniff(head) is is_notes


@pytest.mark.skipif(not DATA.is_dir(), reason="the folder of real files is not there")
@pytest.mark.parametrize("name", COUNTS)
def test_real_files_lose_nothing(name: str) -> None:
    data = (DATA / name).read_bytes()
    assert sniff(data[:65536].decode(errors="ignore"))
    found = list(read(io.BytesIO(data), Origin(name)))
    assert len(found) == COUNTS[name]
    assert all(
        isinstance(item, Paper) and item.title and item.abstract for item in found
    )


@pytest.mark.skipif(not DATA.is_dir(), reason="the folder of real files is not there")
def test_statuses_of_a_real_file() -> None:
    name = "v2-notes-agents4science-derived.json"
    statuses: dict[str, int] = {}
    for item in read(io.BytesIO((DATA / name).read_bytes()), Origin(name)):
        assert isinstance(item, Paper)
        assert item.venue == Venue("Agents4Science", 2025)
        statuses[item.status] = statuses.get(item.status, 0) + 1
    assert statuses == {"Reject": 194, "Accept": 48, "Withdraw": 5}


def test_a_note_may_name_only_some_authors() -> None:
    found = paper(V1, authors=["Max Test", "et al."])
    assert (found.authors, found.et_al) == ((MAX,), True)
