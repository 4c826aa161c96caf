"""Writes papers to a file in one of the forms, whole or not at all."""

from __future__ import annotations

import unicodedata
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from paperstui.index import files
from paperstui.index.citations import appending
from paperstui.index.citations.keys import candidates
from paperstui.index.errors import PaperstuiError
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from paperstui.index.citations.cited import CitationOptions, Cited
    from paperstui.index.citations.forms import Form

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

    def lines(self) -> Iterator[str]:
        """What to tell a person, the most important line first."""
        papers = "1 paper" if self.written == 1 else f"{self.written:,} papers"
        were = "was" if self.present == 1 else "were"
        present = f"; {self.present:,} {were} there before" if self.present else ""
        yield f"Wrote {papers} to {self.path}{present}"
        for key, other in self.renamed.items():
            name = self.path.name
            yield f"{key} is the key of another paper in {name}: wrote {other}"


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
    try:
        if existing is not Existing.APPEND or not path.is_file():
            _put(path, "".join(_pieces(papers, form, options, progress)))
            return Exported(path, len(papers))
        found = path.stat()
        old = path.read_bytes().decode("utf-8")
        with _naming(path):
            appending.check_format(form, old)
        new, renamed = _new(papers, appending.keys_in(form, old))
        if new:
            text = "".join(_pieces(new, form, options, progress))
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
    return Exported(path, len(new), len(papers) - len(new), renamed)


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


def _new(
    papers: Sequence[Cited], present: Mapping[str, str]
) -> tuple[list[Cited], dict[str, str]]:
    """Papers that a file does not hold, under keys that it does not hold either.

    `present` are the titles of what it holds by key.
    """
    titles = {key.lower(): _letters(title) for key, title in present.items()}
    own = {paper.key.lower() for paper in papers}
    new: list[Cited] = []
    renamed: dict[str, str] = {}
    for each in papers:
        title = _letters(each.paper.title)
        for key in candidates(each.key):
            if titles.get(key.lower()) == title:
                break
            if key == each.key:
                if key.lower() not in titles:
                    new.append(each)
                    break
            elif key.lower() not in titles and key.lower() not in own:
                titles[key.lower()] = title
                renamed[each.key] = key
                new.append(replace(each, key=key))
                break
    return new, renamed


def _letters(title: str) -> str:
    """A title by its letters alone: files differ in case, braces and punctuation."""
    decomposed = unicodedata.normalize("NFKD", plain(title)).casefold()
    return "".join(filter(str.isalnum, decomposed))
