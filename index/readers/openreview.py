"""Reads notes as the APIs of OpenReview give them: plain values or {"value": ...}.

A file is an array of notes, or an object with them under "notes". Submissions are
papers; reviews and decisions beside them give ratings and statuses. The shapes are
those of https://docs.openreview.net (API 1 and API 2).
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, BinaryIO

from paperstui.index.models import Paper, Problem, Venue
from paperstui.index.readers import addresses, cited, json_records, known_venues, values
from paperstui.index.readers.common import Place, finished, venue
from paperstui.index.readers.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from paperstui.index.readers.base import Origin
    from paperstui.index.readers.json_records import Entry

FORMAT = "openreview"

_NOTES = re.compile(r'"notes"\s*:\s*(?=\[)')
_NOTE = frozenset(("content", "forum", "invitation", "invitations", "replyto"))
_RATINGS = ("rating", "overall_recommendation", "recommendation", "overall")
_SUBJECTS = ("primary_area", "subject_areas", "Primary Area", "Subject Areas")
_CODES = ("code", "code_link", "code_of_the_paper", "software", "github")
_PROJECTS = ("project_page", "website", "project")
_SUMMARIES = ("TLDR", "TL;DR", "TL;DR_", "tldr", "one-sentence_summary")
_OUTCOMES = {
    "Rejected_Submission": "Reject",
    "Withdrawn_Submission": "Withdraw",
    "Desk_Rejected_Submission": "Desk Reject",
    "Desk_Reject_Submission": "Desk Reject",
}
_KINDS = frozenset(("conf", "journals"))
"""Parts of the ids of DBLP that are no names."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_DOMAIN_END = re.compile(r"\.(?:cc|com|io|net|org)$")
_REFUSED = re.compile(r"reject|withdraw", re.IGNORECASE)


@dataclass(slots=True)
class _Replies:
    """What the notes below a submission say of it."""

    ratings: list[Any] = field(default_factory=list)
    decision: str = ""


def sniff(head: str) -> bool:
    """Whether a file begins as an array of notes or an object with notes."""
    first, keys = json_records.opening(head)
    if first == "{":
        return "notes" in keys
    return first == "[" and "content" in keys and len(keys & _NOTE) > 1


def read(file: BinaryIO, origin: Origin) -> Iterator[Paper | Problem]:
    """The papers among the notes, and what is wrong with them; never raises."""
    content, complaint = decode(file.read())
    if complaint:
        yield Problem(origin.source, complaint)
    entries = list(_entries(content))
    replies = _replies(entries)
    found = False
    for entry in entries:
        place = Place(origin, entry.number, entry.line or None)
        if entry.damage:
            yield place.problem(f"cannot be read: {entry.damage}", lost=True)
        elif not isinstance(entry.value, dict) or not _content(entry.value):
            yield place.problem("is no note with content", lost=True)
        elif _is_submission(entry.value):
            found = True
            yield from _paper(entry.value, replies, place)
    if entries and not found:
        yield Problem(origin.source, "holds no submissions, only answers to them")


def _entries(content: str) -> Iterator[Entry]:
    """The notes: those of all invitations where they are grouped by them."""
    if not content.lstrip("\ufeff \t\r\n").startswith("{"):
        yield from json_records.entries(content)
    elif start := _NOTES.search(content):
        yield from json_records.entries(content, start.end(), is_inner=True)
    else:
        try:
            groups = json.loads(content, strict=False)["notes"].values()
        except (ValueError, KeyError, AttributeError, RecursionError) as error:
            reason = getattr(error, "msg", "there are no notes")
            yield json_records.Entry(1, getattr(error, "lineno", 1), damage=reason)
            return
        notes = [note for group in groups if isinstance(group, list) for note in group]
        for number, note in enumerate(notes, 1):
            yield json_records.Entry(number, 0, note)


def _content(note: dict[str, Any]) -> dict[str, Any]:
    """The content with the plain values of API 1."""
    content = note.get("content")
    if not isinstance(content, dict):
        return {}
    return {
        name: value.get("value") if isinstance(value, dict) else value
        for name, value in content.items()
    }


def _is_submission(note: dict[str, Any]) -> bool:
    """Whether a note answers no other one."""
    return note.get("replyto") in (None, "", note.get("id")) and note.get("forum") in (
        None,
        "",
        note.get("id"),
    )


def _replies(entries: Iterable[Entry]) -> dict[str, _Replies]:
    """What is said of each forum, also in the "details" of its submission."""
    found: dict[str, _Replies] = defaultdict(_Replies)
    for note in _with_details(entries):
        content, forum = _content(note), note.get("forum")
        if _is_submission(note) or not isinstance(forum, str):
            continue
        if note.get("replyto") == forum:
            rating = next((content[n] for n in _RATINGS if n in content), None)
            found[forum].ratings.append(rating)
        if decision := values.line(content.get("decision")):
            found[forum].decision = decision
    return found


def _with_details(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """All notes, and behind each the replies that the API put in its details."""
    for entry in entries:
        note = entry.value if isinstance(entry.value, dict) else {}
        details = note.get("details")
        below = details if isinstance(details, dict) else {}
        replies = below.get("replies") or below.get("directReplies")
        for found in (note, *(replies if isinstance(replies, list) else ())):
            if isinstance(found, dict):
                yield found


def _paper(
    note: dict[str, Any], replies: dict[str, _Replies], place: Place
) -> Iterator[Paper | Problem]:
    content = _content(note)
    forum = values.line(note.get("forum") or note.get("id"))
    said = replies.get(forum, _Replies())
    entry = cited.fields(content.get("_bibtex"))
    authors = values.authors(content.get("authors"))
    published, track = _venue(note, content, place.origin)
    status = said.decision or _status(content)
    yield from finished(
        place,
        title=values.title(content.get("title")),
        venue=published,
        abstract=values.block(content.get("abstract")),
        authors=authors,
        et_al=bool(authors) and values.are_cut(content.get("authors")),
        booktitle=entry.get("booktitle", ""),
        url=addresses.openreview_page(forum) if forum else "",
        pdf=_pdf(content, forum),
        doi=addresses.doi(content.get("doi")),
        openreview=forum,
        kind="manuscript" if _REFUSED.search(status) else "paper-conference",
        status=status,
        track=track,
        keywords=_keywords(content),
        code=_link(content, _CODES),
        project=_link(content, _PROJECTS),
        note=_summary(content),
        rating=values.mean_score(said.ratings),
        native_key=entry.get("key", ""),
    )


def _venue(
    note: dict[str, Any], content: dict[str, Any], origin: Origin
) -> tuple[Venue, str]:
    """Venue and track of "NeurIPS.cc/2023/Track/Datasets_and_Benchmarks".

    Journals such as TMLR have no year in their ids but in the dates of their notes.
    """
    invitations = note.get("invitations")
    listed = invitations if isinstance(invitations, list) else []
    for name in (content.get("venueid"), note.get("invitation"), *listed[:1]):
        parts = values.line(name).split("/-/")[0].split("/")
        year = next((n for n, part in enumerate(parts) if _YEAR.fullmatch(part)), 0)
        if year:
            names = parts[1:year] if "." in parts[0] and year > 1 else parts[:year]
            conference = _conference(names)
            kinds = ("Conference", "Track", "Submission", *_OUTCOMES)
            track = [part for part in parts[year + 1 :] if part not in kinds]
            if track[:1] == ["Workshop"]:
                track = [*track[1:], "Workshop"]
            found = Venue(known_venues.spelled(conference), int(parts[year]))
            return found, " ".join(track).replace("_", " ")
    series = values.line(content.get("venueid")).split("/")[:1]
    if any(series) and origin.venue is None:
        return Venue(known_venues.spelled(_conference(series)), _year(note)), ""
    return venue(origin, _year(note)), ""


def _conference(parts: list[str]) -> str:
    """The name in the parts of an id before its year: "ICLR.cc" gives "ICLR"."""
    return _DOMAIN_END.sub("", " ".join(part for part in parts if part not in _KINDS))


def _year(note: dict[str, Any]) -> int | None:
    """The year in which a note was published or else made, from milliseconds."""
    for name in ("pdate", "odate", "cdate"):
        moment = note.get(name)
        # Dates of old notes are in seconds.
        if isinstance(moment, int) and 10**8 < moment < 10**13:
            seconds = moment / 1000 if moment > 10**11 else moment
            return datetime.fromtimestamp(seconds, UTC).year
    return None


def _status(content: dict[str, Any]) -> str:
    """What the venue decided, by the ids and names that it gives its submissions."""
    name = values.line(content.get("venue"))
    outcome = values.line(content.get("venueid")).rpartition("/")[2]
    if outcome in _OUTCOMES:
        return _OUTCOMES[outcome]
    if name.lower().startswith("submitted to"):
        return "Submitted"
    # "ICLR 2024 poster", "NeurIPS 2023 Datasets and Benchmarks Oral"
    last = name.rpartition(" ")[2].lower()
    if last in ("oral", "poster", "spotlight"):
        return last.capitalize()
    return "Accept" if outcome == "Conference" else ""


def _pdf(content: dict[str, Any], forum: str) -> str:
    """The address of the PDF file, which OpenReview gives without its host."""
    path = values.line(content.get("pdf"))
    if path.startswith("/pdf/"):
        return f"https://openreview.net{path}"
    return addresses.address(path) or (
        addresses.openreview_pdf(forum) if path and forum else ""
    )


def _keywords(content: dict[str, Any]) -> tuple[str, ...]:
    """The keywords and, behind them, the subject areas."""
    found = list(values.words(content.get("keywords")))
    for name in _SUBJECTS:
        given = content.get(name)
        found += map(values.line, given if isinstance(given, list) else [given])
    return tuple(dict.fromkeys(filter(None, found)))


def _link(content: dict[str, Any], names: Iterable[str]) -> str:
    """The first of these fields that holds a web address."""
    links = (addresses.address(content.get(name)) for name in names)
    return next(filter(None, links), "")


def _summary(content: dict[str, Any]) -> str:
    """The authors' summary in one sentence."""
    found = next(filter(None, (values.line(content.get(n)) for n in _SUMMARIES)), "")
    return f"TL;DR: {found}" if found else ""
