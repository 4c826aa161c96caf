"""How papers read on the screen: lines and short forms, without any widget."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from paperstui.index.models import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.models import Paper
    from paperstui.index.requests import ResultPage

# All take one cell in every terminal; a star or a bullet takes two in some.
BOOKMARKED = "✱"
NOTED = "✎"
READ = "✓"
SAVED = "◊"
MARKED = "◉"
IN_RANGE = "◌"
CRUMB = " › "

VERDICTS = {Verdict.KEEP: "+", Verdict.MAYBE: "=", Verdict.SKIP: "-"}
"""What was decided, as the keys that decide it."""
DECIDED = {Verdict.KEEP: "Kept", Verdict.MAYBE: "Maybe", Verdict.SKIP: "Skipped"}
"""The same in words."""
SIGNS = (
    (MARKED, "marked"),
    (IN_RANGE, "in the range that is being marked"),
    (BOOKMARKED, "bookmarked"),
    (NOTED, "bookmarked, with a note of yours"),
    (READ, "read"),
    *((sign, DECIDED[verdict].lower()) for verdict, sign in VERDICTS.items()),
    (SAVED, "a saved search"),
)
"""What the signs before papers and in the sidebar mean, for the help screen."""

_CRUMBS = (28, 20, 14, 10)
"""Cells that crumbs but the last one are cut to, from the first that does."""
_LEAST_CRUMB = 20
"""Cells that the last one should have."""
_LEFT_OUT = "…"
_LABEL = 48
"""Cells of the title in what is told of similar papers."""


def state_line(verdict: Verdict | None, *, bookmarked: bool, read: bool = False) -> str:
    """What a person made of a paper: "+ kept  ✱ bookmarked"; empty for nothing."""
    parts = [f"{VERDICTS[verdict]} {DECIDED[verdict].lower()}"] if verdict else []
    if bookmarked:
        parts.append(f"{BOOKMARKED} bookmarked")
    # Who decided has read it.
    if read and not verdict:
        parts.append(f"{READ} read")
    return "  ".join(parts)


def authors_line(paper: Paper, width: int) -> str:
    """Family names for as many authors as fit into some cells, then "+3".

    Where the paper does not name all of its authors, "et al." takes the place of that.
    """
    names = [" ".join(filter(None, (a.particle, a.family))) for a in paper.authors]
    line = ""
    for count in range(len(names), 0, -1):
        line = ", ".join(names[:count])
        if paper.et_al:
            line += " et al."
        elif count < len(names):
            line += f" +{len(names) - count}"
        if cell_len(line) <= width:
            break
    return line


def cut_around(
    line: str,
    pieces: Sequence[tuple[int, int]],
    width: int,
    chief: Sequence[tuple[int, int]] = (),
) -> tuple[str, list[tuple[int, int]]]:
    """A line cut to some cells around most of its pieces, and where those are then.

    The chief pieces decide, if there are any. It is cut between words, with an ellipsis
    where something is left out.
    """
    if cell_len(line) <= width or not pieces:
        return line, list(pieces)
    start = _window(line, chief or pieces, width)
    head = "…" if start else ""
    end = start
    room = width - len(head)
    for letter in line[start:]:
        room -= cell_len(letter)
        # The ellipsis at the end takes one, too.
        if room < (end + 1 < len(line)):
            break
        end += 1
    if end < len(line):
        space = line.rfind(" ", start, end + 1)
        last = max((b for _, b in pieces if b <= end), default=start)
        end = space if space >= last else end
    shift = len(head) - start
    tail = "…" if end < len(line) else ""
    shown = [
        (max(a, start) + shift, min(b, end) + shift)
        for a, b in pieces
        if a < end and b > start
    ]
    return f"{head}{line[start:end]}{tail}", shown


def _window(line: str, pieces: Sequence[tuple[int, int]], width: int) -> int:
    """Where to begin so that most pieces fit into some cells, behind other words."""
    first, most = pieces[0][0], 0
    for at, _ in pieces:
        within = [b for a, b in pieces if a >= at and cell_len(line[at:b]) <= width - 2]
        if len(within) > most:
            first, most, last = at, len(within), within[-1]
    if not most:
        return first
    # A third of what is left goes before them, unless the line ends sooner.
    spare = width - 2 - cell_len(line[first:last])
    before = max(spare // 3, spare - cell_len(line[last:]))
    start = first
    while start and cell_len(line[start - 1 : first]) <= before:
        start -= 1
    if not start or line[start - 1].isspace():
        return start
    space = line.find(" ", start, first)
    return start if space < 0 else space + 1


def imprint(paper: Paper) -> str:
    """Where it appeared: "ICML 2024 · pp. 19327-19343 · PMLR 235"."""
    parts = [paper.venue.label]
    parts += filter(None, (paper.track if paper.track != "main" else "", paper.status))
    if paper.pages:
        label = "pp." if "-" in paper.pages or "," in paper.pages else "p."
        parts.append(f"{label} {paper.pages.replace('--', '-').replace('-', '–')}")
    if paper.volume:
        parts.append(f"{paper.publisher or 'vol.'} {paper.volume}")
    return " · ".join(parts)


def count_of(count: int, total: int) -> str:
    """How many papers are shown: "5 of 38", or "38 papers" when it is all of them."""
    if count == total:
        return plural(total, "paper")
    return f"{count:,} of {total:,}"


def readable(text: str) -> str:
    """A text of the person without what would act on the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def one_line(text: str) -> str:
    """The same with its lines joined."""
    return " ".join(readable(text).split())


def found_count(page: ResultPage, total: int) -> str:
    """How many papers a page lists: as `count_of`, or "3 + 9 partial"."""
    if not page.partial:
        return count_of(len(page.rows), total)
    part = f"{len(page.rows) - page.whole:,} partial"
    return f"{page.whole:,} + {part}" if page.whole else part


def partial_matches(page: ResultPage) -> str:
    """What a page with partial matches holds, and what was meant, in one sentence."""
    if page.suggestion:
        return f"Only partial matches: did you mean “{page.suggestion}”?"
    if not page.whole:
        return "No paper has all the words; the best partial matches follow."
    have = "has" if page.whole == 1 else "have"
    papers = plural(page.whole, "paper")
    return f"{papers} {have} all the words; the best partial matches follow."


def similar_papers(page: ResultPage) -> str:
    """What a page of similar papers holds: how many like what, from where and when.

    Empty where it lists none, or papers that are like nothing.
    """
    request = page.request
    if request.like is None or not page.rows:
        return ""
    label = shortened(readable(request.like.label), _LABEL)
    told = f"{plural(len(page.rows), 'paper')} like “{label}”"
    if request.bookmarked_only:
        return told  # the counts are over all papers
    venues = [v for v in page.counts if request.venues is None or v in request.venues]
    names = sorted({venue.name for venue in venues})
    years = sorted({venue.year for venue in venues if venue.year is not None})
    where = readable(names[0]) if len(names) == 1 else f"{len(names):,} venues"
    when = "–".join(map(str, dict.fromkeys((years[0], years[-1])))) if years else ""
    return f"{told} in {', '.join(filter(None, (where, when)))}"


def cut_crumbs(parts: Sequence[str], width: int) -> list[str]:
    """Crumbs cut to some cells with what stands between them.

    The last says where one is: the others are shortened before it, then left out from
    the left.
    """
    *before, here = parts
    if _crumbs_width(parts) <= width:
        return list(parts)
    # What is left of the last one must still be readable.
    least = min(cell_len(here), max(_LEAST_CRUMB, width * 2 // 5))
    for longest in _CRUMBS:
        shown = [shortened(part, longest) for part in before]
        if width - _crumbs_width([*shown, ""]) >= least:
            break
    else:
        while len(shown) > 1 and width - _crumbs_width([*shown, ""]) < least:
            shown = [_LEFT_OUT, *shown[1 + (shown[0] == _LEFT_OUT) :]]
    room = width - _crumbs_width([*shown, ""])
    if room < least:
        shown, room = [], width
    return [*shown, shortened(here, room)]


def _crumbs_width(parts: Sequence[str]) -> int:
    return sum(map(cell_len, parts)) + cell_len(CRUMB) * (len(parts) - 1)


def shortened(line: str, width: int) -> str:
    """A line cut to some cells, with an ellipsis where something is left out."""
    if cell_len(line) <= width:
        return line
    return f"{set_cell_size(line, max(0, width - 1)).rstrip()}{_LEFT_OUT}"


def two_columns(
    rows: Sequence[tuple[str, str]], width: int
) -> list[list[tuple[str, str, str]]]:
    """Rows of two texts, the right one wrapped so that both fit into some cells.

    Gives the lines of each row: the left text (empty from the second line on), the gap
    between, and the piece of the right text.
    """
    left_width = max(cell_len(left) for left, _ in rows)
    right_width = max(10, width - left_width - 2)
    found = []
    for left, right in rows:
        pieces = wrap(right, right_width)
        lefts = [left, *("" for _ in pieces[1:])]
        found.append(
            [
                (shown, " " * (left_width - cell_len(shown) + 2), piece)
                for shown, piece in zip(lefts, pieces, strict=True)
            ]
        )
    return found


def plural(count: int, noun: str) -> str:
    """A count with its noun: "1 paper", "2,610 papers"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
