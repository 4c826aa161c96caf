"""What became of the records of a file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from paperstui.index.models import Paper, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(slots=True)
class Report:
    """The counts of one file, filled while it is read."""

    source: str
    format: str = ""
    """Name of the format; empty where none fits."""
    loaded: int = 0
    duplicates: int = 0
    """Records that say a second time what the file has said."""
    skipped: int = 0
    """Records that could not be loaded."""
    without_abstract: int = 0
    """Loaded papers that have none."""
    share: float = 0.0
    """How much of the file is read, from 0 to 1."""
    problems: list[Problem] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """All records of the file."""
        return self.loaded + self.duplicates + self.skipped

    def watch(self, items: Iterable[Paper | Problem]) -> Iterator[Paper]:
        """Pass the papers on and count everything."""
        ids: dict[str, int] = {}
        for item in items:
            if isinstance(item, Problem):
                self.problems.append(item)
                self.skipped += item.lost
                continue
            content = hash((item.abstract, item.url, item.pages, item.authors))
            if item.id.startswith("hash:"):
                item = _apart(item, content, ids)
            if item.id in ids:
                self.duplicates += 1
                self.problems.append(
                    Problem(self.source, f"“{item.title}” stands in the file twice")
                )
            else:
                ids[item.id] = content
                self.loaded += 1
                self.without_abstract += not item.abstract
                yield item


def _apart(paper: Paper, content: int, ids: dict[str, int]) -> Paper:
    """Another id for another paper of the same name, such as the second Preface."""
    paper_id, number = paper.id, 2
    while paper_id in ids and ids[paper_id] != content:
        paper_id, number = f"{paper.id}-{number}", number + 1
    return paper if paper_id == paper.id else replace(paper, id=paper_id)
