"""What workers tell the main screen; messages of one widget are nested in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from paperstui.index.authors import Profile
    from paperstui.index.export import Exported
    from paperstui.index.facets import FacetGroup
    from paperstui.index.likely import Likely
    from paperstui.index.report import Report
    from paperstui.index.requests import ResultPage
    from paperstui.index.search import Search
    from paperstui.index.triage import Triage
    from paperstui.tui.clipboard import Copied


class IndexProgress(Message):
    """So many papers are indexed."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__()
        self.done = done
        self.total = total

    def can_replace(self, message: Message) -> bool:
        """A newer count makes an older one pointless."""
        return isinstance(message, IndexProgress)


class IndexReady(Message):
    """The index can be searched."""

    def __init__(self, search: Search, notices: tuple[str, ...]) -> None:
        super().__init__()
        self.search = search
        self.notices = notices


class SearchFinished(Message):
    """The answer to one request."""

    def __init__(
        self,
        number: int,
        page: ResultPage,
        around: ResultPage,
        groups: tuple[FacetGroup, ...] = (),
    ) -> None:
        super().__init__()
        self.number = number
        """Number of the request: an answer to an earlier one is dropped."""
        self.page = page
        self.around = around
        """What the text finds without what it had to match within."""
        self.groups = groups
        """The facets of the page, where they were asked for."""


class SearchEnded(Message):
    """A search is done, with an answer or without."""


class SearchesCounted(Message):
    """How many papers some saved searches find."""

    def __init__(self, counts: Mapping[str, int], faulty: Mapping[str, str]) -> None:
        super().__init__()
        self.counts = counts
        """By name."""
        self.faulty = faulty
        """What is wrong with those that cannot be used whole."""


class BookmarksGrouped(Message):
    """How many bookmarked papers match the query, and how many of each group."""

    def __init__(
        self, text: str | None, bookmarked: int, counts: Mapping[str, int]
    ) -> None:
        super().__init__()
        self.text = text
        """The query; None where it could not be asked."""
        self.bookmarked = bookmarked
        self.counts = counts
        """By name of the group."""


class SearchesKept(Message):
    """The saved searches are others."""

    def __init__(self, searches: Mapping[str, str], told: str) -> None:
        super().__init__()
        self.searches = searches
        """Name to query."""
        self.told = told


class RowsMarked(Message):
    """A thread marked papers."""

    def __init__(self, rows: set[int] | None) -> None:
        super().__init__()
        self.rows = rows
        """All rows that are marked now; None where it failed."""


class Acted(Message):
    """Something was done with papers, or undone."""

    def __init__(
        self,
        told: str,
        paper_ids: tuple[str, ...] = (),
        marks: set[int] | None = None,
        *,
        marked: bool,
        failed: bool,
    ) -> None:
        super().__init__()
        self.told = told
        """What was done, or why it could not be saved."""
        self.paper_ids = paper_ids
        """The papers where something was undone or redone."""
        self.marks = marks
        """The library rows that are marked now; None where these did not change."""
        self.marked = marked
        """Whether it was done with the marked papers."""
        self.failed = failed


class TriageBegun(Message):
    """It is known which papers a triage is to go through."""

    def __init__(self, triage: Triage) -> None:
        super().__init__()
        self.triage = triage


class Learned(Message):
    """The papers of a triage were read, to tell which are likely."""

    def __init__(self, likely: Likely) -> None:
        super().__init__()
        self.likely = likely


class ActingEnded(Message):
    """All has been done that was to be done, or the thread failed."""


class TextCopied(Message):
    """Something was copied, somehow."""

    def __init__(self, copied: Copied, text: str) -> None:
        super().__init__()
        self.copied = copied
        self.text = text


class Added(Message):
    """Papers were added, or could not be."""

    def __init__(self, reports: Sequence[Report], failure: str = "") -> None:
        super().__init__()
        self.reports = reports
        self.failure = failure
        """Why nothing was added; empty when something was."""


class AddProgress(Message):
    """How far adding is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def can_replace(self, message: Message) -> bool:
        """A newer word makes an older one pointless."""
        return isinstance(message, AddProgress)


class ExportProgress(Message):
    """How far writing papers is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def can_replace(self, message: Message) -> bool:
        """A newer word makes an older one pointless."""
        return isinstance(message, ExportProgress)


class ExportDone(Message):
    """Papers were written, or could not be."""

    def __init__(self, done: Exported | None, failure: str = "") -> None:
        super().__init__()
        self.done = done
        self.failure = failure
        """Why nothing was written; empty when it was."""


class Previewed(Message):
    """How the first papers look in the form that is chosen."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class TrendCounted(Message):
    """What a view of the trends shows was counted."""

    def __init__(self, number: int, shown: object) -> None:
        super().__init__()
        self.number = number
        """Number of the request: an answer to an earlier one is dropped."""
        self.shown = shown


class TrendProgress(Message):
    """How far that is."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__()
        self.number = number
        self.text = text

    def can_replace(self, message: Message) -> bool:
        """A newer word makes an older one pointless."""
        return isinstance(message, TrendProgress)


class ProfileFound(Message):
    """What there is of an author was looked up."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.profile = profile


class AuthorsCounted(Message):
    """How many papers some authors of a paper have."""

    def __init__(self, papers: Mapping[int, int]) -> None:
        super().__init__()
        self.papers = papers
        """By the places of the authors on the paper, from 0."""

    def can_replace(self, message: Message) -> bool:
        """Newer counts hold the older ones."""
        return isinstance(message, AuthorsCounted)


class Notice(Message):
    """Something happened that the status line should tell."""

    def __init__(self, text: str, *, warning: bool = False) -> None:
        super().__init__()
        self.text = text
        self.warning = warning
