"""Writes papers to a file in one of the forms, whole or not at all."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import dropwhile
from typing import TYPE_CHECKING

from paperstui.index import files
from paperstui.index.citations import appending
from paperstui.index.citations.keys import candidates
from paperstui.index.errors import PaperstuiError
from paperstui.index.folding import fold
from paperstui.index.merging import native_ids, twin
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from paperstui.index.citations.cited import CitationOptions, Cited
    from paperstui.index.citations.forms import Form
    from paperstui.index.models import Paper

_MOST_TOLD = 5
"""Papers of which it is told what their keys are in a file."""
_BEGINNING = 4_000
"""Characters that are shown before a file is written."""
_EVERY = 200
"""Papers after which `progress` is called again."""


class Existing(StrEnum):
    """What to do with a file that is there already."""

    ASK = "ask"
    """Raise `FileThereError`."""
    APPEND = "append"
    REPLACE = "replace"


class FileThereError(PaperstuiError):
    """The file is there, and nobody said what to do with it."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    path: Path
    written: int
    """Papers that the file did not hold before."""
    present: int = 0
    """Papers that it held already."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """By citation key, the key in the file of papers whose own is another's there."""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """By citation key, the key under which the file has had that paper before."""

    def lines(self) -> Iterator[str]:
        """What to tell a person, the most important line first."""
        papers = "1 paper" if self.written == 1 else f"{self.written:,} papers"
        were = "was" if self.present == 1 else "were"
        present = f"; {self.present:,} {were} there before" if self.present else ""
        yield f"Wrote {papers} to {self.path}{present}"
        name = self.path.name
        told = [
            f"{key} is the key of another paper in {name}: wrote {other}"
            for key, other in self.renamed.items()
        ]
        told += [
            f"{key} is there as {other}, its key in {name}"
            for key, other in self.elsewhere.items()
        ]
        yield from told[:_MOST_TOLD]
        if len(told) > _MOST_TOLD:
            yield f"{len(told) - _MOST_TOLD:,} more have other keys in {name}"


def write(
    papers: Sequence[Cited],
    form: Form,
    options: CitationOptions,
    path: Path,
    existing: Existing = Existing.ASK,
    progress: Callable[[int], None] = lambda done: None,
) -> Exported:
    """Write papers to a file, in their order; the file is replaced at once, or not.

    What is appended doubles no paper and no key. `progress` gets how many papers are
    done, and may raise to leave. Raises PaperstuiError, naming the file and what to do.
    """
    path = files.expanded(path)
    check(path)
    if existing is Existing.ASK and path.exists() and path.is_file():
        raise FileThereError(
            f"{path} is there already: --append adds to it, --force replaces it"
        )
    if path.exists() and not os.access(path, os.W_OK):
        # Replacing it would succeed where only its folder can be written.
        raise PaperstuiError(f"{path} is read-only; choose another file")
    try:
        if existing is not Existing.APPEND or not path.is_file():
            _put(path, "".join(_pieces(papers, form, options, progress)))
            return Exported(path, len(papers))
        found = path.stat()
        old = path.read_bytes().decode("utf-8")
        with _naming(path):
            appending.check_format(form, old)
        there = appending.papers_in(form, old)
        progress(0)
        chosen = _chosen(papers, there)
        if chosen.new:
            text = "".join(_pieces(chosen.new, form, options, progress))
            with _naming(path):
                text = appending.joined(form, old, text)
            if files.signature(path.stat()) != files.signature(found):
                raise PaperstuiError(
                    f"{path} was changed by another program meanwhile, so nothing is "
                    "added; try again"
                )
            _put(path, text)
    except UnicodeDecodeError:
        raise PaperstuiError(
            f"{path} is not UTF-8: convert it, or choose another file"
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from error
    written = len(chosen.new)
    return Exported(
        path, written, len(papers) - written, chosen.renamed, chosen.elsewhere
    )


def beginning(papers: Sequence[Cited], form: Form, options: CitationOptions) -> str:
    """What a file of papers begins with, from the first of them on."""
    pieces = form.write(papers, options)
    if form.id == "html":
        # The head of a page is longer than all that is shown.
        pieces = dropwhile(lambda piece: not piece.startswith("<article"), pieces)
    text = ""
    for piece in pieces:
        text += piece
        if len(text) > _BEGINNING:
            break
    return text[:_BEGINNING]


def check(path: Path) -> None:
    """Raise PaperstuiError where a path cannot be that of an export."""
    try:
        if path.is_dir():
            raise PaperstuiError(f"{path} is a folder: name a file in it")
        if not path.parent.is_dir():
            raise PaperstuiError(
                f"{path}: there is no folder {path.parent}; make it first"
            )
    except OSError as error:
        raise _unwritable(path, error) from error


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Put the name of the file before what is wrong with it."""
    try:
        yield
    except PaperstuiError as error:
        raise PaperstuiError(f"{path}: {error}") from None


def _unwritable(path: Path, error: OSError) -> PaperstuiError:
    return PaperstuiError(
        f"{path} cannot be written: {files.reason(error)}; choose another file"
    )


def _pieces(
    papers: Sequence[Cited],
    form: Form,
    options: CitationOptions,
    progress: Callable[[int], None],
) -> Iterator[str]:
    """The text of papers, its progress told about every `_EVERY` papers."""
    for number, piece in enumerate(form.write(papers, options)):
        if number % _EVERY == 0:
            progress(min(number, len(papers)))
        yield piece


def _put(path: Path, text: str) -> None:
    if path.exists() and not path.is_file():
        # A pipe or a terminal, such as /dev/stdout.
        path.write_text(text, encoding="utf-8", newline="")
    else:
        files.write_atomically(path, text.encode("utf-8", "replace"))


@dataclass(slots=True)
class _Chosen:
    """What a file has to take."""

    new: list[Cited] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    elsewhere: dict[str, str] = field(default_factory=dict)


def _chosen(papers: Sequence[Cited], there: Sequence[Paper]) -> _Chosen:
    """Those papers that are not there, under keys that are not there either."""
    own = {paper.key.lower() for paper in papers}
    titles = {each.native_key.lower(): _letters(each.title) for each in there}
    keys = {
        name: each.native_key
        for each in there
        if each.native_key.lower() not in own
        for name in _names(each)
    }
    found = _Chosen()
    for each in papers:
        title = _letters(each.paper.title)
        for key in candidates(each.key):
            is_own, taken = key == each.key, titles.get(key.lower())
            if taken == title:
                break
            if is_own and (same := keys.keys() & _names(each.paper)):
                if other := keys[min(same)]:
                    found.elsewhere[each.key] = other
                break
            if taken is None and (is_own or key.lower() not in own):
                if not is_own:
                    titles[key.lower()] = title
                    found.renamed[each.key] = key
                found.new.append(each if is_own else replace(each, key=key))
                break
    return found


def _names(paper: Paper) -> set[str]:
    """What a paper shares with itself in other files, whatever its key."""
    names = set(filter(None, native_ids(paper)))
    same = twin(paper)
    return names | {f"twin:{same}"} if same else names


def _letters(title: str) -> str:
    """A title by its letters alone: files differ in case, braces and accents."""
    return "".join(filter(str.isalnum, fold(plain(title))))
