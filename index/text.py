"""Texts of papers: cleaned on the way in, rendered on the way to the screen."""

from __future__ import annotations

import re

from paperstui.index.markup.styled import Span, Style, StyledText

__all__ = ["Span", "Style", "StyledText", "clean", "clean_block", "plain", "render"]

_MARKUP = re.compile(r"</?[A-Za-z]|&[#A-Za-z]")
_PARAGRAPH_END = re.compile(r"\n\s*\n")
_RENDERED = ("\\", "$", "*", "_", "`", "~", "^", "--")
_IN_BRACES = re.compile(r"\{.\}")


def clean(raw: str) -> str:
    """A title or name on one line: in NFC, every run of white space one space.

    Control, bidi and zero-width characters, terminal escape sequences, lone surrogates
    and noncharacters never get in; entities are decoded, known tags removed.
    """
    return " ".join(_readable(raw).split())


def clean_block(raw: str) -> str:
    """An abstract, cleaned as by `clean`, with one empty line between paragraphs.

    The lines of a paragraph are joined by one space.
    """
    paragraphs = _PARAGRAPH_END.split(_readable(raw))
    lines = (" ".join(paragraph.split()) for paragraph in paragraphs)
    return "\n\n".join(filter(None, lines))


def render(source: str) -> StyledText:
    """A cleaned text as a person reads it: LaTeX as Unicode, Markdown as styles.

    Formulas, common macros of text, emphasis and code are rendered; lists and headings
    are not touched, `%` is no comment, and what is not understood stays as it is. Never
    raises.
    """
    if _reads_as_it_is(source):
        return StyledText(source)
    # Not at the top, to start sooner: the module compiles many patterns.
    from paperstui.index.markup.reader import MarkupReader

    return MarkupReader(source).read()


def plain(source: str) -> str:
    """The text of `render`, without its styles."""
    return source if _reads_as_it_is(source) else render(source).text


def _reads_as_it_is(source: str) -> bool:
    """Whether nothing in a text can be read otherwise than it stands there."""
    # Looked for one by one: far faster than one pattern, and most texts hold none.
    for mark in _RENDERED:
        if mark in source:
            return False
    return "{" not in source or not _IN_BRACES.search(source)


def _readable(raw: str) -> str:
    # Not at the top, to start sooner: what is shown first is clean already.
    from paperstui.index.markup.characters import admissible

    text = admissible(raw)
    if _MARKUP.search(text):
        # Not at the top, to start sooner: most texts hold no markup of the web.
        from paperstui.index.markup.tags import without_markup

        text = admissible(without_markup(text))
    return text
