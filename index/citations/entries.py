"""What entries of BibTeX and BibLaTeX have in common: values, names, how they look."""

from __future__ import annotations

import calendar
import re
from typing import TYPE_CHECKING, Any

from paperstui.index.citations import csl, fields
from paperstui.index.citations.latex import Letters, encode
from paperstui.index.citations.venue_names import is_venue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from paperstui.index.citations.cited import CitationOptions, Cited
    from paperstui.index.models import Paper

# What BibTeX (and Biber: =) takes for the structure of a list of names.
_STRUCTURE = re.compile(r"(?<!\\)[,=]|(?<!\S)(?:and|others)(?!\S)", re.IGNORECASE)
# Biber takes it for what separates two publishers.
_AND = re.compile(r"\sand\s", re.IGNORECASE)
_OLD_ARXIV = re.compile(r"([a-z-]+)(?:\.[A-Z]{2})?/\d{7}")
_ARXIV_CLASS = re.compile(r"[a-z-]+(?:\.[A-Za-z-]+)?")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_FIRST_LETTER = re.compile(r"(?<![^\s~-])[^\x00-\x7f]")
_SAID = re.compile(r"[^\s~-]")
_NO_LETTERS = re.compile(r"\{\\text(?:brace(?:left|right)|backslash)\}")
_BETWEEN_KEYWORDS = re.compile(r"[,;|]")


class Values:
    """The fields of one entry in LaTeX, by names of CSL; empty where not known."""

    def __init__(
        self, cited: Cited, options: CitationOptions, *, for_biber: bool
    ) -> None:
        self.item = csl.item(cited)
        self.for_biber = for_biber
        letters = Letters.BIBER if for_biber else Letters.ASCII
        self.letters = Letters.UTF_8 if options.unicode else letters
        self.type: str = self.item["type"]
        self.cited = cited
        self.options = options

    def text(self, *names: str) -> str:
        """The first of these variables that is known."""
        known = (self.item.get(name, "") for name in names)
        return self._encoded(next(filter(None, known), ""))

    def chosen(self, field: str, *names: str) -> str:
        """The same where the person wants this one of `cited.FIELDS`."""
        return self.text(*names) if field in self.options.fields else ""

    @property
    def title(self) -> str:
        return self._encoded(self.item.get("title", ""), keep_case=True)

    @property
    def container(self) -> str:
        """Where it appeared, in full or short as the person wants it."""
        full, short = "container-title", "container-title-short"
        return self.text(
            *((short, full) if self.options.venues == "short" else (full,))
        )

    @property
    def year(self) -> str:
        date = self.item.get("issued")
        return str(date["date-parts"][0][0]) if date else ""

    def month(self) -> str:
        """The name that styles have for the month, or for the one where a span begins.

        No days: Biber complains of them. Empty also without a year.
        """
        dates = self._dates()
        return calendar.month_abbr[dates[0][0]].lower() if dates else ""

    def date(self) -> str:
        """The year, month and days as BibLaTeX wants them: 2024-07-21/2024-07-27."""
        parts = [
            "-".join([self.year, *(f"{part:02}" for part in date if part)])
            for date in self._dates()
        ]
        return "/".join(parts) or self.year

    def _dates(self) -> list[tuple[int, int]]:
        wanted = "month" in self.options.fields
        return fields.dates(self.cited.paper) if wanted else []

    @property
    def pages(self) -> str:
        if "pages" not in self.options.fields:
            return ""
        pages = self._encoded(fields.page_range(self.item.get("page", ""), "--"))
        # Biber takes a zero for no page at all, unless braces keep it from looking.
        return f"{{{pages}}}" if pages.startswith("0--") else pages

    @property
    def was_submitted(self) -> bool:
        """Whether its venue did not take it, so that only its note names the venue."""
        return "status" in self.item

    @property
    def is_masters_thesis(self) -> bool:
        return "master" in self.item.get("genre", "").lower()

    @property
    def arxiv(self) -> str:
        """The arXiv id."""
        return fields.address(self.cited.paper.arxiv)

    @property
    def place(self) -> str:
        """The short name of the venue of a paper that appeared in no proceedings."""
        name = self.cited.paper.venue.name
        known = is_venue(name) and self.type == csl.OTHER
        return self._encoded(name) if known else ""

    def authors(self) -> str:
        """The names as "von Last, Jr, First", with " and " between two of them."""
        return self._names("author")

    def editors(self) -> str:
        """The same of the editors, also where they are not wanted but all there is."""
        is_wanted = "editor" in self.options.fields or "author" not in self.item
        return self._names("editor") if is_wanted else ""

    def eprint(self) -> tuple[str, str]:
        """The arXiv id and the class of the paper there."""
        if not self.arxiv or "eprint" not in self.options.fields:
            return "", ""
        return self.arxiv, _arxiv_class(self.cited.paper)

    def number(self) -> str:
        """The issue, or the number in a series; that of a preprint is its eprint."""
        is_eprint = self.type == csl.PREPRINT and self.arxiv
        return "" if is_eprint else self.chosen("number", "issue", "number")

    def publisher(self, *, is_required: bool = False) -> str:
        """Who published it, also where it is not wanted but required; arXiv is none."""
        if self.type == csl.PREPRINT and self.arxiv:
            return ""
        name = (
            self.text("publisher")
            if is_required
            else self.chosen("publisher", "publisher")
        )
        is_list = self.for_biber and _AND.search(name)
        return _braced(name) if is_list else name

    def locators(self) -> dict[str, str]:
        """Addresses, which styles print verbatim: an escaped % would break them."""
        wanted = self.options.fields
        return {
            "doi": self.item.get("DOI", "") if "doi" in wanted else "",
            "url": self.item.get("URL", "") if "url" in wanted else "",
            "pdf": fields.address(self.cited.paper.pdf) if "pdf" in wanted else "",
        }

    def keywords(self) -> str:
        """The keywords of the paper and the tags of the person, once each."""
        if "keywords" not in self.options.fields:
            return ""
        words = dict.fromkeys((*self.cited.paper.keywords, *self.cited.tags))
        parts = (_BETWEEN_KEYWORDS.sub(" ", self._encoded(word)) for word in words)
        return ", ".join(filter(None, (" ".join(part.split()) for part in parts)))

    def notes(self, *, is_required: bool = False) -> str:
        """What is printed with the reference: that it was only submitted, a remark."""
        status = self.text("status")
        is_wanted = "note" in self.options.fields or (is_required and not status)
        remark = self.text("note") if is_wanted else ""
        return ". ".join(filter(None, (status, remark)))

    def remark(self) -> str:
        """The remark of the person, which styles do not print."""
        return self._encoded(self.cited.note) if "note" in self.options.fields else ""

    def _encoded(self, source: str, *, keep_case: bool = False) -> str:
        return encode(source, keep_case=keep_case, letters=self.letters)

    def _names(self, role: str) -> str:
        people: list[dict[str, str]] = self.item.get(role, [])
        # A group may be called so; this stands for those who are not named.
        are_cut = bool(people) and people[-1] is csl.OTHERS
        names = map(self._name, people[:-1] if are_cut else people)
        found = " and ".join(filter(None, names))
        return f"{found} and others" if found and are_cut else found

    def _name(self, name: Mapping[str, str]) -> str:
        """A name in its parts, the name of a group in one pair of braces."""
        if literal := name.get("literal", ""):
            return _alone(self._encoded(literal))
        # Some lists write a dash for a name that is not there.
        name = {part: said for part, said in name.items() if _SAID.search(said)}
        if sum(said.count(",") for said in name.values()) > 1:
            # With those between its parts more than Biber takes, in braces or not.
            name = {part: said.replace(",", "") for part, said in name.items()}
        family, given = name.get("family", ""), name.get("given", "")
        is_cjk = _CJK.fullmatch(family) and _CJK.fullmatch(given)
        if is_cjk and not self.for_biber:
            # BibTeX would cut the given name within its first letter, and styles
            # would put it first.
            return family + given
        particle = self._part(name.get("non-dropping-particle", ""))
        # BibTeX takes small words before the last for a particle: Ortega y Gasset.
        words = family.split(" ")[:-1]
        is_one = any(word.lstrip("'’")[:1].islower() for word in words)
        whole = _braced(self._bare(family)) if is_one else self._part(family)
        last = " ".join(filter(None, (particle, whole)))
        first = self._part(given)
        if not self.for_biber:
            first = _FIRST_LETTER.sub(_whole_letter, first)
        if last and first:
            return ", ".join(
                filter(None, (last, self._part(name.get("suffix", "")), first))
            )
        return _alone(self._encoded(_in_reading_order(name)))

    def _part(self, name: str) -> str:
        return _guarded(self._bare(name))

    def _bare(self, name: str) -> str:
        # Braces are what is left of damaged LaTeX; Biber trips on a name with one.
        return _NO_LETTERS.sub("", self._encoded(name))


def rendered(kind: str, key: str, known: Mapping[str, str]) -> str:
    """An entry of this type, its fields that are not empty on one line each."""
    # A month is a name that styles define, the others are texts.
    lines = [
        f"  {name} = {value}" if name == "month" else f"  {name} = {{{value}}}"
        for name, value in known.items()
        if value
    ]
    return ",\n".join([f"@{kind}{{{key}", *lines]) + "\n}"


def separated(entries: Iterable[str]) -> Iterator[str]:
    """Entries as pieces of a file, an empty line between two of them."""
    for number, entry in enumerate(entries):
        yield "\n" if number else ""
        yield f"{entry}\n"


def _alone(latex: str) -> str:
    """A name that is not to be taken apart."""
    return _braced(latex) if " " in latex else _guarded(latex)


def _in_reading_order(name: Mapping[str, Any]) -> str:
    parts = ("given", "non-dropping-particle", "family")
    whole = " ".join(filter(None, (name.get(part, "") for part in parts)))
    suffix = name.get("suffix", "")
    return f"{whole}, {suffix}" if suffix else whole


def _guarded(latex: str) -> str:
    """A part of a name, in braces where BibTeX would take it apart."""
    return _braced(latex) if _STRUCTURE.search(latex) else latex


def _braced(latex: str) -> str:
    return f"{{{latex}}}"


def _whole_letter(match: re.Match[str]) -> str:
    """A first letter that BibTeX keeps whole, where it abbreviates to one byte."""
    latex = encode(match[0])
    return latex if latex.startswith("{\\") else rf"{{\relax {match[0]}}}"


def _arxiv_class(paper: Paper) -> str:
    if old := _OLD_ARXIV.fullmatch(paper.arxiv):
        return old[1]
    # Lists of preprints name their tracks by their classes.
    is_preprint = csl.item_type(paper) == csl.PREPRINT
    return paper.track if is_preprint and _ARXIV_CLASS.fullmatch(paper.track) else ""
