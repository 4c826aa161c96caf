"""The elements of CSL styles that render references.

They are those of citeproc-py, which parses styles and holds the locales and terms. What
it renders otherwise than the specification says is rendered here: groups, conditions,
names, dates, page ranges, cases, quotes and punctuation.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from citeproc import model

from paperstui.index.citations import markers, numbers
from paperstui.index.citations.markers import from_rich, mark
from paperstui.index.citations.style_element import Element, Rendering

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paperstui.index.citations.entry import Entry

_SMALL = re.compile(r"[0-9]{1,3}")


class Layout(Rendering, model.Layout):  # type: ignore[misc]
    """How a reference looks as a whole."""

    def render(self, entry: Entry) -> str:
        pieces = list(self.pieces(entry))
        is_column = self.getparent().get("second-field-align") is not None
        if is_column and entry.number is not None and pieces:
            # The number stands in a column of its own.
            pieces[0] += " "
        return self.formatted("".join(pieces))


class Group(Rendering, model.Group):  # type: ignore[misc]
    """Elements that are shown when one of their variables is."""

    def render(self, entry: Entry) -> str:
        asked, shown = entry.asked, entry.shown
        text = self.joined(entry)
        if entry.asked > asked and entry.shown == shown:
            return ""
        entry.count(text)
        return self.formatted(text)


class Macro(Group, model.Macro):  # type: ignore[misc]
    """A part of a style by name: a group, as citeproc-js and pandoc have it."""


class Choose(Rendering, model.Choose):  # type: ignore[misc]
    """The elements of the first branch whose conditions hold."""

    def render(self, entry: Entry) -> str:
        return "".join(self.rendered(entry))

    def rendered(self, entry: Entry) -> Iterator[str]:
        """The pieces of the branch, which count as those of the element around."""
        for branch in self.parts:
            if isinstance(branch, If | Else) and branch.holds(entry):
                return branch.pieces(entry)
        return iter(())


class If(Element, model.If):  # type: ignore[misc]
    """A branch with conditions."""

    @functools.cached_property
    def _conditions(self) -> list[tuple[str, str]]:
        """Names of tests, each with what is tested."""
        return [
            (name, tested)
            for name, values in self.attrib.items()
            if name != "match"
            # An item has one type: all of several could never hold.
            for tested in ([values] if name == "type" else values.split())
        ]

    def holds(self, entry: Entry) -> bool:
        """Whether as many conditions hold as `match` asks for."""
        results = (self._is_true(*condition, entry) for condition in self._conditions)
        match self.get("match", "all"):
            case "any":
                return any(results)
            case "none":
                return not any(results)
        return all(results)

    def _is_true(self, name: str, tested: str, entry: Entry) -> bool:
        match name:
            case "type":
                return entry.item["type"] in tested.split()
            case "variable":
                return entry.has(tested)
            case "is-numeric":
                return entry.has(tested) and numbers.is_numeric(entry.item[tested])
        # Uncertain dates, places within a work, and places of a citation.
        return False


class Else_If(If):
    """A further branch with conditions."""


class Else(Element, model.Else):  # type: ignore[misc]
    """The branch where no other holds."""

    def holds(self, entry: Entry) -> bool:
        return True


class Text(Rendering, model.Text):  # type: ignore[misc]
    """A variable, a macro, a term or some words."""

    def render(self, entry: Entry) -> str:
        if name := self.get("macro"):
            return self.finished(self.style.macros[name].render(entry))
        if name := self.get("variable"):
            return self.finished(self._variable_text(name, entry))
        if name := self.get("term"):
            plural = self.get("plural") == "true"
            return self.finished(self.style.term(name, self.get("form"), plural=plural))
        return self.finished(self.get("value", ""))

    def _variable_text(self, name: str, entry: Entry) -> str:
        if name == "year-suffix":
            # Made up to tell references apart, which nobody asked for.
            return ""
        if name == "citation-number":
            return entry.citation_number()
        if self.get("form") == "short" and entry.has(f"{name}-short"):
            name = f"{name}-short"
        value = entry.value("page" if name == "page-first" else name)
        if value is None:
            return ""
        if name == "page":
            form, dash = self.style.get("page-range-format"), self.style.page_dash
            value = numbers.page_ranges(str(value), form, dash)
        elif name == "page-first":
            value = numbers.first_page(str(value))
        if name in ("DOI", "URL"):
            return mark(markers.LINK, value)
        if name in ("volume", "issue"):
            value = numbers.page_ranges(str(value), None, self.style.page_dash)
        return mark(markers.VALUE, from_rich(str(value)))


class Number(Rendering, model.Number):  # type: ignore[misc]
    """A variable that is a number."""

    def render(self, entry: Entry) -> str:
        value = entry.value(self.get("variable"))
        if value is None:
            return ""
        text = numbers.page_ranges(str(value), None, self.style.page_dash)
        # Nobody writes larger ones in letters.
        if self.get("form", "numeric") != "numeric" and _SMALL.fullmatch(text):
            text = self.format_number(text)
        return self.finished(mark(markers.VALUE, from_rich(text)))


class Label(Rendering, model.Label):  # type: ignore[misc]
    """The term for a variable, such as "pp."."""

    def render(self, entry: Entry, role: str = "", *, is_plural: bool = False) -> str:
        name = role or self.get("variable")
        if not entry.can_show(name):
            return ""
        if not role:
            is_plural = numbers.is_plural(name, entry.item[name])
        match self.get("plural"):
            case "always":
                is_plural = True
            case "never":
                is_plural = False
        return self.finished(self.style.term(name, self.get("form"), plural=is_plural))


class Date(Rendering, model.Date):  # type: ignore[misc]
    """A date, in the form of the locale or in one of its own."""

    def render(self, entry: Entry) -> str:
        value = entry.value(self.get("variable"))
        parts = (value or {}).get("date-parts") or [[]]
        known = dict(zip(("year", "month", "day"), parts[0], strict=False))
        form = self.get("form")
        localized = self.style.date_of(form) if form else None
        shown = self if localized is None else localized
        wanted = self.get("date-parts", "year-month-day").split("-")
        own = {part.get("name"): part for part in self.parts}
        texts = [
            part.text_of(known[name], own.get(name))
            for part in shown.parts
            if (name := part.get("name")) in known and (not form or name in wanted)
        ]
        text = shown.get("delimiter", "").join(texts)
        return self.finished(mark(markers.VALUE, text)) if text else ""


class Date_Part(Element, model.Date_Part):  # type: ignore[misc]
    """The year, month or day of a date."""

    def text_of(self, number: int, own: Date_Part | None) -> str:
        """A part as text; `own` has the attributes that the style sets on it."""
        form = (None if own is None else own.get("form")) or self.get("form")
        text = str(number)
        match self.get("name"), form:
            case "year", _:
                text = self._year(number, form)
            case "month", None | "long" | "short":
                text = self.style.term(f"month-{number:02}", form)
            case _, "numeric-leading-zeros":
                text = f"{number:02}"
        if own is None or own is self:
            return self.finished(text)
        # The style may format what the locale puts between its words.
        prefix, suffix = self.affixes
        return f"{prefix}{own.finished(text)}{suffix}"

    def _year(self, year: int, form: str | None) -> str:
        if form == "short":
            return str(year)[-2:]
        era = "bc" if year < 0 else "ad" if year < 1000 else ""
        return f"{abs(year)}{self.style.term(era)}"
