"""A paper while its lines are read: what links, labels and phrases say of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from paperstui.index import text
from paperstui.index.models import Venue
from paperstui.index.readers import addresses, values
from paperstui.index.readers.known_venues import known_name
from paperstui.index.readers.markdown_labels import field_of
from paperstui.index.readers.markdown_lines import Link, links, without_links

_PAPER_HOST = re.compile(
    r"arxiv\.org|openreview\.net|aclanthology|aclweb\.org|doi\.org|proceedings|papers\."
    r"|thecvf\.com|ieee|dl\.acm\.org|springer|sciencedirect|jmlr|mlr\.press"
    r"|semanticscholar|nature\.com|science\.org|biorxiv|ecva\.net|isca-|aaai\.org"
    r"|ijcai\.org|robotics\.org|hal\.science|ssrn|usenix|vldb|icml\.cc|iclr\.cc"
    r"|neurips\.cc|nips\.cc"
)
_CODE_HOST = re.compile(
    r"(?:github\.com|gitlab\.|bitbucket\.org|codeberg\.org|4open\.science)"
)
_OTHER_HOST = re.compile(r"youtu\.?be|shields\.io|twitter|x\.com$|zhihu|bilibili|colab")
_PDF = re.compile(r"\.pdf(?:[?#]|$)|/pdf[/?]", re.IGNORECASE)
_NAMED_VENUE = re.compile(
    r"(?P<name>\*?[A-Za-z][A-Za-z0-9*-]+(?: Asia)?)[ \-_'’]*"
    r"(?P<year>(?:19|20)\d\d)(?!\d)"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NAME = re.compile(r"[^\W\d_][\w.'’*†‡§-]*(?:\s+\S+){0,5}")
_AFFILIATION = re.compile(r"\([^()]*\)")
_EMPHASIS = re.compile(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}")
_DATE_BEHIND = re.compile(r"\s*[·|,—–-]\s*(?:19|20)\d\d[-/.]?\d*[-/.]?\d*$")
_ET_AL = re.compile(r",?\s+et\.? al\b\.?$", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;，、·]|\band\b|&")
_NO_NAMES = re.compile(r"[:?!{}\[\]=]|\d{3}|\w{2}\. [A-Z]\w{2}")
_PARTICLE = re.compile(
    r"al|bin|d[aeio]|de[lnr]|della|dos|du|el|ibn|l[ae]|te[nr]|van|von|y|zu"
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{9}")
_MOST = 10_000
"""Characters of the longest list of names that is looked for."""


@dataclass(slots=True)
class Draft:
    """A paper while its lines are read."""

    line: int
    title: str
    venue: Venue
    """Of the section; the name may be empty."""
    authors: str = ""
    abstract: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    url: str = ""
    pdf: str = ""
    code: str = ""
    project: str = ""
    arxiv: str = ""
    doi: str = ""
    openreview: str = ""
    status: str = ""
    keywords: tuple[str, ...] = ()
    affiliations: str = ""
    rating: float | None = None
    is_paper: bool = False
    """Whether something beside the title shows that it is one."""

    def take_link(self, link: Link, label: str = "") -> bool:
        """Keep a link by what it is called and where it leads; whether to a paper."""
        address = addresses.address(link.address)
        if not address:
            return False
        parts = urlsplit(address)
        if parts.fragment and _CODE_HOST.search(parts.netloc):
            return False  # An entry of a table of contents.
        kind = field_of(link.text) or field_of(label)
        is_code = _CODE_HOST.search(parts.netloc) is not None
        if _OTHER_HOST.search(parts.netloc) or kind == "other":
            return False
        if kind == "project" or parts.netloc.endswith(".github.io"):
            self.project = self.project or address
            return False
        if kind == "code" or (is_code and kind != "link"):
            self.code = self.code or address
            return False
        known = _PAPER_HOST.search(parts.netloc) or _PDF.search(address)
        if not (known or kind == "link" or link.text or label):
            return False
        self._take_address(address)
        return bool(known or kind == "link")

    def _take_address(self, address: str) -> None:
        forum = addresses.openreview_id(address)
        preprint = addresses.arxiv_id(address)
        if "doi.org" in address:
            self.doi = self.doi or addresses.doi(address)
        if forum:
            self.openreview = self.openreview or forum
            self.url = self.url or addresses.openreview_page(forum)
            self.pdf = self.pdf or addresses.openreview_pdf(forum)
        elif preprint:
            self.arxiv = self.arxiv or preprint
            self.url = self.url or f"https://arxiv.org/abs/{preprint}"
            self.pdf = self.pdf or f"https://arxiv.org/pdf/{preprint}"
        elif _PDF.search(address):
            self.pdf = self.pdf or address
        else:
            self.url = self.url or address

    def take_field(self, name: str, value: str) -> bool:
        """Keep what a label or column says; whether it shows that this is a paper."""
        content = plain(value)
        is_prose = name in ("abstract", "note")
        found = [
            self.take_link(link, "" if is_prose else name)
            for link in links(value)
            if not is_prose or _CODE_HOST.search(link.address)
        ]
        match name:
            case "abstract":
                self.abstract.append(content)
                return True
            case "authors":
                self.authors = self.authors or content
                return bool(content)
            case "venue" | "year":
                self.take_venue(content)
            case "keywords":
                self.keywords = self.keywords or values.words(
                    content.replace("][", "; ").replace("[", "").replace("]", "")
                )
            case "affiliations":
                self.affiliations = content if content.lower() != "unknown" else ""
            case "status":
                self.status = content if content.lower() != "unknown" else ""
            case "rating":
                self.rating = values.mean_score(content)
            case "ratings" if self.rating is None:
                self.rating = values.mean_score(content.split(","))
            case "note":
                self.notes.append(content)
        return any(found)

    def take_venue(self, content: str) -> None:
        """Take the venue and year that a phrase names, as far as it does."""
        for match in _NAMED_VENUE.finditer(content):
            name = known_name(match["name"])
            if name:
                self.venue = Venue(name, int(match["year"]))
                return
        year = _YEAR.search(content)
        name = known_name(_YEAR.sub("", content)) or self.venue.name
        self.venue = Venue(name, int(year[0]) if year else self.venue.year)


def without_venue(shown: str) -> str:
    """A phrase without the venues and years in it."""
    return _YEAR.sub(" ", _NAMED_VENUE.sub(" ", shown))


def plain(line: str) -> str:
    """The text of a line without links and the marks around all of it."""
    shown = without_links(line).strip()
    for mark in ("***", "**", "__", "*", "_"):
        inner = shown[len(mark) : -len(mark)]
        if shown.startswith(mark) and shown.endswith(mark) and mark not in inner:
            shown = inner.strip()
    return text.clean(shown)


def authors_in(line: str, *, single: bool = False) -> str:
    """The names in a line that is a list of them: two or more, or one with `single`.

    Empty for any other line. A date behind the names is left out.
    """
    if len(line) > _MOST:
        return ""
    shown = _DATE_BEHIND.sub("", _EMPHASIS.sub("", plain(line))).strip()
    bare = _ET_AL.sub("", _AFFILIATION.sub("", shown)).rstrip(". ,;")
    if not bare or _NO_NAMES.search(bare):
        return ""
    parts = [part.strip() for part in _BETWEEN.split(bare) if part.strip()]
    fit = [part for part in parts if _is_name(part)]
    is_several = len(parts) > 1 or bare != shown.rstrip(". ,;")
    if not is_several and not (single and len(bare.split()) < 5):
        return ""
    return shown if fit and len(fit) >= 0.8 * len(parts) else ""


def _is_name(part: str) -> bool:
    words = part.split()
    if not 1 <= len(words) <= 6 or not _NAME.fullmatch(part):
        return False
    if _CJK.search(part):
        return False
    small = [
        word for word in words if word[:1].islower() and not _PARTICLE.fullmatch(word)
    ]
    return not small and not words[-1][:1].islower()
