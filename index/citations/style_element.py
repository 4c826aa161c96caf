"""What the elements of CSL styles share: a style, its words, and how text is finished.

The classes are those of citeproc-py, which needs 100 ms to load.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from citeproc import model

from paperstui.index.citations import markers
from paperstui.index.citations.finishing import Quotes
from paperstui.index.citations.markers import cased, mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from paperstui.index.citations.entry import Entry

NAMESPACE = "{http://purl.org/net/xbiblio/csl}"

_FORMATS = {
    ("font-style", "italic"): markers.ITALIC,
    ("font-style", "oblique"): markers.ITALIC,
    ("font-variant", "small-caps"): markers.SMALL_CAPS,
    ("font-weight", "bold"): markers.BOLD,
    ("text-decoration", "underline"): markers.UNDERLINE,
    ("vertical-align", "sup"): markers.SUPERSCRIPT,
    ("vertical-align", "sub"): markers.SUBSCRIPT,
}
_FALLBACKS = {
    "verb-short": ("verb-short", "verb", None),
    "symbol": ("symbol", "short", None),
    "verb": ("verb", None),
    "short": ("short", None),
}


class Element:
    """What all elements share; proxies live as long as their style, with these."""

    get: Callable[..., Any]
    getroottree: Callable[..., Any]

    @functools.cached_property
    def parts(self) -> list[Any]:
        """The elements in this one."""
        return list(iter(self))  # type: ignore[call-overload]

    @functools.cached_property
    def style(self) -> Style:
        """The style that this element belongs to, or that its locale is read for."""
        style: Style = self.getroottree().getroot().style
        return style

    @functools.cached_property
    def affixes(self) -> tuple[str, str]:
        """What stands before and behind."""
        return self.get("prefix", ""), self.get("suffix", "")

    @functools.cached_property
    def _look(self) -> tuple[bool, str | None, list[str]]:
        """Whether periods go; the case; the markers of the format and of quotes."""
        formats = [
            marker
            for (name, value), marker in _FORMATS.items()
            if self.get(name) == value
        ]
        if self.get("quotes") == "true":
            formats.append(markers.QUOTED)
        return self.get("strip-periods") == "true", self.get("text-case"), formats

    def preformat(self, text: str) -> str:
        """A term as it is: markup is written when the reference is finished."""
        return text

    def get_single_term(self, name: str, form: str | None = None, **_: Any) -> str:
        """A term of the locale, for what citeproc-py writes by itself: ordinals."""
        return self.style.term(name, form)

    def formatted(self, text: str) -> str:
        """A text with the format and affixes of this element; empty if it is."""
        if not text:
            return ""
        for marker in self._look[2]:
            text = mark(marker, text)
        prefix, suffix = self.affixes
        return f"{prefix}{text}{suffix}"

    def finished(self, text: str) -> str:
        """A text in the case of this element, formatted."""
        no_periods, text_case, _ = self._look
        if no_periods:
            text = text.replace(".", "")
        if text_case and text:
            text = cased(text, text_case, is_english=self.style.is_english)
        return self.formatted(text)

    def pieces(self, entry: Entry) -> Iterator[str]:
        """What the elements in this one render."""
        for part in self.parts:
            if isinstance(part, Rendering):
                yield from part.rendered(entry)

    def joined(self, entry: Entry) -> str:
        """The `pieces` with the delimiter of this element."""
        delimiter: str = self.get("delimiter", "")
        return delimiter.join(self.pieces(entry))


class Rendering(Element):
    """An element that renders something by itself."""

    def render(self, entry: Entry) -> str:
        """Its text with markers; empty if it has nothing to show."""
        raise NotImplementedError

    def rendered(self, entry: Entry) -> Iterator[str]:
        """Its text if it has one, as a piece of the element around it."""
        if text := self.render(entry):
            yield text


class Style(Element, model.Style):  # type: ignore[misc]
    """The root of a style."""

    locales: list[Any]
    """Where terms and dates are looked for, in this order."""

    @functools.cached_property
    def style(self) -> Style:
        return self

    @functools.cached_property
    def bibliography_element(self) -> Any:
        """What makes references; None in a style for notes alone."""
        return self.find(f"{NAMESPACE}bibliography")

    @functools.cached_property
    def macros(self) -> dict[str, Any]:
        """Macros by name."""
        return {each.get("name"): each for each in self.findall(f"{NAMESPACE}macro")}

    @functools.cached_property
    def is_english(self) -> bool:
        return str(self.get("default-locale", "en")).startswith("en")

    @functools.cached_property
    def quotes(self) -> Quotes:
        """The quotation marks of the locale."""
        names = ("open-quote", "close-quote", "open-inner-quote", "close-inner-quote")
        outer, end, inner, inner_end = (self.term(name) for name in names)
        for locale in self.locales:
            options = locale.find(f"{NAMESPACE}style-options")
            if options is not None and options.get("punctuation-in-quote"):
                holds = options.get("punctuation-in-quote") == "true"
                return Quotes((outer, end), (inner, inner_end), holds)
        return Quotes((outer, end), (inner, inner_end), False)

    @functools.cached_property
    def page_dash(self) -> str:
        """What stands between two pages."""
        return self.term("page-range-delimiter") or "–"

    @functools.cached_property
    def _terms(self) -> dict[tuple[str, str | None], Any]:
        found: dict[tuple[str, str | None], Any] = {}
        for locale in self.locales:
            for term in locale.iter(f"{NAMESPACE}term"):
                form = term.get("form")
                known_form = None if form == "long" else form
                found.setdefault((term.get("name"), known_form), term)
        return found

    def term(self, name: str, form: str | None = None, *, plural: bool = False) -> str:
        """A term of the locale, in the closest form there is; empty if unknown."""
        for each in _FALLBACKS.get(form or "", (None,)):
            if (term := self._terms.get((name, each))) is not None:
                return str(term.multiple if plural else term.single)
        return ""

    def date_of(self, form: str) -> Any:
        """The date of the locale in a form; None if there is none."""
        for locale in self.locales:
            for date in locale.iterchildren(f"{NAMESPACE}date"):
                if date.get("form") == form:
                    return date
        return None


class Locale(Element, model.Locale):  # type: ignore[misc]
    """Terms and dates of a language."""


class Term(Element, model.Term):  # type: ignore[misc]
    """A word of the locale."""
