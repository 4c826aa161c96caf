"""Names in references, by the rules of CSL.

https://docs.citationstyles.org/en/stable/specification.html#names
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

from citeproc import model

from paperstui.index.citations import markers
from paperstui.index.citations.csl import OTHERS
from paperstui.index.citations.markers import from_rich, mark
from paperstui.index.citations.numbers import initials
from paperstui.index.citations.style_element import NAMESPACE, Element, Rendering

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperstui.index.citations.entry import Entry

    Show = Callable[[str], str]

_EAST_ASIAN = re.compile(
    r"[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)
# Elsewhere the options of names have longer names.
_ON_NAMES = {"form": "name-form", "delimiter": "name-delimiter"}
_DEFAULTS = {
    "name-form": "long",
    "name-delimiter": ", ",
    "delimiter-precedes-last": "contextual",
    "delimiter-precedes-et-al": "contextual",
    "et-al-min": "0",
    "et-al-use-first": "1",
    "sort-separator": ", ",
    "demote-non-dropping-particle": "display-and-sort",
}


class Names(Rendering, model.Names):  # type: ignore[misc]
    """The names of one or more roles, or what stands in for them."""

    def part(self, tag: str) -> Any:
        """The first element in this one with a tag; None if there is none."""
        return self.find(NAMESPACE + tag)

    def render(self, entry: Entry, outer: Names | None = None) -> str:
        """The names; `outer` are those that these stand in for and look like."""
        shown = self if outer is None or self.part("name") is not None else outer
        texts = [
            text
            for role in self.get("variable").split()
            if (text := _role(shown, role, entry))
        ]
        if texts:
            delimiter = self.get("delimiter") or self.option("names-delimiter") or ""
            return self.formatted(delimiter.join(texts))
        substitute = self.part("substitute")
        return substitute.text(entry, shown) if substitute is not None else ""

    def option(self, name: str) -> str | None:
        """An option of the bibliography, else of the style."""
        value: str | None = self.style.bibliography_element.get(name)
        return self.style.get(name) if value is None else value


def _role(names: Names, role: str, entry: Entry) -> str:
    """The names of one role with their label; empty if there are none."""
    people = entry.value(role)
    if not people:
        return ""
    name, label = names.part("name"), names.part("label")
    text = str(name.text(people, names.part("et-al")))
    if label is None:
        return text
    shown = label.render(entry, role, is_plural=len(people) > 1)
    before = names.parts.index(label) < names.parts.index(name)
    return f"{shown}{text}" if before else f"{text}{shown}"


class Substitute(Element, model.Substitute):  # type: ignore[misc]
    """What stands in for names that are missing; it is shown nowhere else then."""

    def text(self, entry: Entry, outer: Names) -> str:
        """What the first element that has something renders."""
        for part in self.parts:
            used = len(entry.used)
            inherited = (outer,) if isinstance(part, Names) else ()
            if text := part.render(entry, *inherited):
                entry.suppressed.update(entry.used[used:])
                return str(text)
        return ""


class Name(Element, model.Name):  # type: ignore[misc]
    """How names look, one by one and in a row."""

    def text(self, people: list[dict[str, str]], et_al: Et_Al | None) -> str:
        """All names, or as many of them as the style wants."""
        least, count = self._number("et-al-min"), self._number("et-al-use-first")
        is_cut = 0 < least <= len(people) and count < len(people)
        are_all = people[-1] != OTHERS
        named = people if are_all else people[:-1]
        shown = named[:count] if is_cut else named
        texts = [self._one(person, number == 0) for number, person in enumerate(shown)]
        if not is_cut and are_all:
            return self.formatted(self._row(texts))
        delimiter = self.option("name-delimiter")
        uses_last = are_all and self.option("et-al-use-last") == "true"
        if uses_last and count <= len(people) - 2:
            texts.append(f"… {self._one(people[-1], False)}")
            return self.formatted(delimiter.join(texts))
        others = self.style.term("et-al") if et_al is None else et_al.text()
        if not texts or not others:
            return self.formatted(delimiter.join(texts))
        precedes = self._precedes("delimiter-precedes-et-al", len(texts) > 1, texts)
        joint = delimiter if precedes else " "
        row = f"{delimiter.join(texts)}{joint}{others}"
        return self.formatted(row)

    @functools.cached_property
    def _options(self) -> dict[str, str]:
        """The options of the style, of its bibliography, and of these names."""
        own = {_ON_NAMES.get(name, name): value for name, value in self.attrib.items()}
        bibliography = self.style.bibliography_element
        return {**_DEFAULTS, **self.style.attrib, **bibliography.attrib, **own}

    def option(self, name: str) -> Any:
        """An option of these names; None where the style does not set it."""
        return self._options.get(name)

    def _number(self, name: str) -> int:
        return int(self.option(name))

    def _row(self, texts: list[str]) -> str:
        """Names that are all there, the last one behind "and" if the style has one."""
        delimiter, conjunction = self.option("name-delimiter"), self.option("and")
        if len(texts) < 2 or conjunction is None:
            return str(delimiter.join(texts))
        term = self.style.term("and") if conjunction == "text" else "&"
        first = delimiter.join(texts[:-1])
        precedes = self._precedes("delimiter-precedes-last", len(texts) > 2, texts[:-1])
        return f"{first}{delimiter if precedes else ' '}{term} {texts[-1]}"

    def _precedes(self, name: str, is_several: bool, before: list[str]) -> bool:
        """Whether the delimiter stands before the last name or before "et al."."""
        match self.option(name):
            case "always":
                return True
            case "never":
                return False
            case "after-inverted-name":
                return self._is_inverted(len(before) == 1)
        return is_several

    def _is_inverted(self, is_first: bool) -> bool:
        order = self.option("name-as-sort-order")
        return bool(order == "all" or (order == "first" and is_first))

    def _one(self, person: dict[str, str], is_first: bool) -> str:
        """One name; that of a group is as it is."""
        parts = {name: from_rich(words) for name, words in person.items()}
        if "literal" in parts:
            return mark(markers.VALUE, self._part("family", parts["literal"]))
        family, given = parts.get("family", ""), parts.get("given", "")
        particle = parts.get("non-dropping-particle", "")
        dropped = parts.get("dropping-particle", "")
        suffix = parts.get("suffix", "")
        if _EAST_ASIAN.fullmatch(family) and (not given or _EAST_ASIAN.match(given)):
            given = "" if self.option("name-form") == "short" else given
            return mark(markers.VALUE, f"{self._part('family', family)}{given}")
        given = self._initials(given)
        if self.option("name-form") == "short":
            words = _spaced(particle, family)
            return mark(markers.VALUE, self._part("family", words))
        if not self._is_inverted(is_first):
            words = self._part("family", _spaced(dropped, particle, family))
            words = _spaced(self._part("given", given), words, suffix)
            return mark(markers.VALUE, words)
        if self.option("demote-non-dropping-particle") == "display-and-sort":
            given = _spaced(given, dropped, particle)
        else:
            family, given = _spaced(particle, family), _spaced(given, dropped)
        shown = (self._part("family", family), self._part("given", given), suffix)
        return mark(
            markers.VALUE, self.option("sort-separator").join(filter(None, shown))
        )

    def _initials(self, given: str) -> str:
        ending = self.option("initialize-with")
        if ending is None:
            return given
        return initials(
            given,
            ending,
            keeps_names=self.option("initialize") == "false",
            keeps_hyphens=self.option("initialize-with-hyphen") != "false",
        )

    def _part(self, name: str, text: str) -> str:
        """A part of a name in its own format."""
        for part in self.parts:
            if part.get("name") == name:
                return str(part.finished(text))
        return text


class Name_Part(Element, model.Name_Part):  # type: ignore[misc]
    """The format of family or given names."""


class Et_Al(Element, model.Et_Al):  # type: ignore[misc]
    """What stands for the names that are left out."""

    def text(self) -> str:
        """The term of the locale in its format."""
        return self.finished(self.style.term(self.get("term", "et-al")))


def _spaced(*words: str) -> str:
    return " ".join(filter(None, words))
