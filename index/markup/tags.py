"""HTML and JATS in titles and abstracts: tags out, paragraphs and scripts kept."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from html.entities import html5

from paperstui.index.latex.characters import SUBSCRIPTS, SUPERSCRIPTS
from paperstui.index.latex.symbols import names

_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*+)([^<>]*+)>")
_ATTRIBUTES = re.compile(
    r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=]+))*+\s*/?"
)
# These stand alone in HTML. Any other tag counts only with its partner, so that tokens
# such as <s> and <MASK>, and <b> as a word, stay as they are.
_SINGLE = frozenset(("br", "hr", "p"))
_BLOCKS = names(
    "abstract br disp-formula div h1 h2 h3 h4 h5 h6 hr li list list-item ol p sec "
    "section title ul"
)
_INLINE = names(
    "a alternatives b bold em ext-link fixed-case font i inline-formula italic "
    "monospace named-content roman sc small span strong styled-content sub sup "
    "tex tex-math tt u underline uri url xref"
)
_MARKS = {"i": "*", "em": "*", "italic": "*", "b": "**", "bold": "**", "strong": "**"}
_FORMS = {"sub": (SUBSCRIPTS, "_"), "sup": (SUPERSCRIPTS, "^")}
_PARAGRAPH = "\n\n"
# Taking tags out can join others, as in "<<b>b>"; nobody means such a text.
_MAX_PASSES = 8

_ENTITY = re.compile(r"&(#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# A text that was encoded as a whole, tags and all.
_ENCODED_MARKUP = re.compile(r"\s*&lt;(jats:)?p&gt;.*&lt;/(jats:)?p&gt;\s*", re.DOTALL)
_ENCODED_SCRIPT = re.compile(r"<(sub|sup)>([^<>]{1,20})</\1>")
_HEADING = re.compile(r"(?:abstract|summary)\W*", re.IGNORECASE)
# What JATS gives beside TeX for the same formula, and what TeX needs around it.
_ALTERNATIVE = re.compile(
    r"(</(?:jats:)?tex-math>)\s*<mml:math\b(?:(?!</?mml:math\b).){0,9000}</mml:math>",
    re.DOTALL,
)
_TEX_DOCUMENT = re.compile(
    r"\\documentclass.{0,2000}?\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL
)


def without_markup(text: str) -> str:
    """`text` without the tags of HTML and JATS, its entities decoded at most twice.

    Paragraphs and line breaks become empty lines; scripts become Unicode, or are
    marked with `_` and `^`; emphasis gets the asterisks of Markdown. What only decodes
    to a tag was meant as text and stays.
    """
    encodings = 2
    if _ENCODED_MARKUP.fullmatch(text):
        text = _decoded(text)
        encodings = 1
    if "tex-math" in text:
        text = _ALTERNATIVE.sub(r"\1", text)
    for _ in range(_MAX_PASSES if "<" in text else 0):
        before, text = text, _Page(text).read()
        if text == before:
            break
    for _ in range(encodings if "&" in text else 0):
        text = _decoded(text)
    return _ENCODED_SCRIPT.sub(_encoded_script, text)


class _Page:
    """One text while its tags are taken out."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces: list[str] = []
        self._open: list[tuple[str, int]] = []
        """Name of each element that is open, and the place of its tag."""
        self._depths: Counter[str] = Counter()

    def read(self) -> str:
        """The text without tags; a tag without its partner stays."""
        position = 0
        for match in _TAG.finditer(self._text):
            self._pieces.append(self._text[position : match.start()])
            self._tag(match)
            position = match.end()
        self._pieces.append(self._text[position:])
        return "".join(self._pieces)

    def _tag(self, match: re.Match[str]) -> None:
        slash, full_name, attributes = match.groups()
        prefix, _, name = full_name.lower().rpartition(":")
        is_jats = prefix == "jats"
        if not _ATTRIBUTES.fullmatch(attributes):
            self._pieces.append(match[0])
        elif prefix == "mml":
            return
        elif name in _SINGLE or (is_jats and name in _BLOCKS - {"title"}):
            self._pieces.append(_PARAGRAPH)
        elif name not in _BLOCKS | _INLINE or prefix not in ("", "jats"):
            self._pieces.append("" if is_jats else match[0])
        elif slash and self._depths[name]:
            self._close(name, match.end())
        elif slash or attributes.endswith("/"):
            self._pieces.append("" if is_jats else match[0])
        else:
            self._open.append((name, len(self._pieces)))
            self._depths[name] += 1
            self._pieces.append("" if is_jats else match[0])

    def _close(self, name: str, end: int) -> None:
        """Put what the element `name` shows in the place of its pieces."""
        opened = ""
        place = 0
        while opened != name:
            opened, place = self._open.pop()
            self._depths[opened] -= 1
        inner = "".join(self._pieces[place + 1 :])
        del self._pieces[place:]
        if name in _MARKS:
            before = next((piece for piece in reversed(self._pieces) if piece), "")
            joined = before[-1:].isalnum() or self._text[end : end + 1].isalnum()
            inner = inner if joined else _marked(inner, _MARKS[name])
        elif name in _FORMS:
            inner = _script(inner, name)
        elif name == "tex-math":
            inner = _TEX_DOCUMENT.sub(r"\1", inner).strip()
            inner = inner if "$" in inner or "\\(" in inner else f"${inner}$"
        elif name in _BLOCKS:
            is_heading = name == "title" and _HEADING.fullmatch(inner.strip())
            inner = _PARAGRAPH + ("" if is_heading else inner + _PARAGRAPH)
        self._pieces.append(inner)


def _marked(text: str, mark: str) -> str:
    """`text` between `mark`s, which stand beside its first and last character."""
    core = text.strip()
    marked = len(core) - len(core.lstrip("*"))
    if not core or _PARAGRAPH in core or marked == len(mark) or marked > 2:
        return text
    start = text.index(core[0])
    return text[:start] + mark + core + mark + text[start + len(core) :]


def _script(text: str, name: str) -> str:
    forms, mark = _FORMS[name]
    plain = _decoded(_decoded(text)).strip()
    if all(char in forms for char in plain):
        return "".join(forms[char] for char in plain)
    return f"{mark}({text.strip()})"


def _encoded_script(match: re.Match[str]) -> str:
    forms, _ = _FORMS[match[1]]
    characters = [forms.get(char) for char in match[2]]
    return match[0] if None in characters else "".join(filter(None, characters))


def _decoded(text: str) -> str:
    return _ENTITY.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    if match[1].startswith("#"):
        return unescape(match[0])
    return html5.get(f"{match[1]};", match[0])
