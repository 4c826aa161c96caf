"""The peers: other libraries, set up as their manuals recommend for English texts.

Each numbers the papers as they come, and counts venues by these numbers.
"""

from __future__ import annotations

import re
import sqlite3
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

import bm25s
import Stemmer
import tantivy

from bench.systems import Found
from paperstui.index.text import plain

with warnings.catch_warnings():
    # Whoosh 2.7.4 holds invalid escapes that Python reports when it first compiles it.
    warnings.simplefilter("ignore")
    from whoosh import fields, index
    from whoosh.analysis import StemmingAnalyzer
    from whoosh.qparser import AndGroup, MultifieldParser, OrGroup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.systems import Ask
    from paperstui.index.models import Paper

_WORD = re.compile(r"\w+")


class _Peer:
    """What the peers share."""

    def fill(self, papers: Sequence[Paper], folder: Path) -> None:
        """They keep no papers."""

    def open(self, papers: Sequence[Paper], folder: Path) -> None:
        """Remember the papers."""
        self._ids = [paper.id for paper in papers]
        self._venues = [paper.venue.label for paper in papers]

    def ids(self, rows: Sequence[int]) -> list[str]:
        """The ids of papers by their numbers."""
        return [self._ids[row] for row in rows]

    def close(self) -> None:
        """Nothing to let go of."""

    def _found(self, rows: Iterable[int]) -> Found:
        listed = list(rows)
        return Found(listed, Counter(map(self._venues.__getitem__, listed)))


class Bm25s(_Peer):
    """bm25s with English stop words and stems; it knows words only, not prefixes."""

    name = "bm25s"

    def __init__(self) -> None:
        self._stemmer = Stemmer.Stemmer("english")

    def build(self, papers: Sequence[Paper], folder: Path) -> None:
        """Index title and abstract as one text."""
        retriever = bm25s.BM25()
        texts = [" ".join(_texts(paper)) for paper in papers]
        retriever.index(self._tokens(texts, return_ids=True), show_progress=False)
        retriever.save(folder)

    def open(self, papers: Sequence[Paper], folder: Path) -> None:
        """Load the index."""
        super().open(papers, folder)
        self._retriever = bm25s.BM25.load(folder)

    def search(self, ask: Ask) -> Found:
        """Papers with any of the words."""
        (tokens,) = self._tokens([ask.text], return_ids=False)
        known = [t for t in tokens if t in self._retriever.vocab_dict]
        if not known:
            return Found([])
        scores = self._retriever.get_scores(known)
        order = (-scores).argsort(kind="stable")
        return self._found(order[: (scores > 0).sum()].tolist())

    def _tokens(self, texts: list[str], *, return_ids: bool) -> Any:
        return bm25s.tokenize(
            texts,
            stopwords="en",
            stemmer=self._stemmer,
            return_ids=return_ids,
            show_progress=False,
        )


class Fts5(_Peer):
    """SQLite FTS5 with the porter tokenizer; prefixes run over whole words."""

    name = "SQLite FTS5"

    def build(self, papers: Sequence[Paper], folder: Path) -> None:
        """Index title and abstract as two columns, stemmed and as they are."""
        with sqlite3.connect(folder / "fts5.db") as connection:
            for table, tokenizer in (("stems", "porter"), ("wholes", "unicode61")):
                connection.execute(
                    f"CREATE VIRTUAL TABLE {table} USING fts5(title, abstract, "
                    f"tokenize = '{tokenizer}', prefix = '1 2 3')"
                )
                connection.executemany(
                    f"INSERT INTO {table} (rowid, title, abstract) VALUES (?, ?, ?)",
                    ((row, *_texts(paper)) for row, paper in enumerate(papers)),
                )
                connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
        connection.close()

    def open(self, papers: Sequence[Paper], folder: Path) -> None:
        """Open the file."""
        super().open(papers, folder)
        self._connection = sqlite3.connect(folder / "fts5.db")

    def search(self, ask: Ask) -> Found:
        """Papers by bm25()."""
        words = [f'"{word}"' for word in _words(ask.text)]
        if not words:
            return Found([])
        table = "stems"
        if ask.unfinished:
            table = "wholes"
            words[-1] += "*"
        rows = self._connection.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY bm25({table})",
            ((" AND " if ask.every else " OR ").join(words),),
        )
        return self._found(row for (row,) in rows)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


class Tantivy(_Peer):
    """Tantivy with English stems; prefixes run over fields of whole words."""

    name = "Tantivy"

    def build(self, papers: Sequence[Paper], folder: Path) -> None:
        """Index title and abstract, each stemmed and as it is."""
        schema = tantivy.SchemaBuilder()
        schema.add_integer_field("row", fast=True)
        for name in ("title", "abstract"):
            schema.add_text_field(name, tokenizer_name="en_stem")
            schema.add_text_field(f"{name}_whole", tokenizer_name="default")
        made = tantivy.Index(schema.build(), path=str(folder))
        writer = made.writer(num_threads=1)
        for row, paper in enumerate(papers):
            title, abstract = _texts(paper)
            writer.add_document(
                tantivy.Document(
                    row=row,
                    title=title,
                    title_whole=title,
                    abstract=abstract,
                    abstract_whole=abstract,
                )
            )
        writer.commit()
        writer.wait_merging_threads()

    def open(self, papers: Sequence[Paper], folder: Path) -> None:
        """Open the index."""
        super().open(papers, folder)
        self._index = tantivy.Index.open(str(folder))
        self._searcher = self._index.searcher()

    def search(self, ask: Ask) -> Found:
        """Papers by BM25 over both fields; its parser counts a repeated word once."""
        words = _words(ask.text)
        last = words.pop() if words and ask.unfinished else ""
        query = self._index.parse_query(
            " ".join(words), ["title", "abstract"], conjunction_by_default=ask.every
        )
        if last:
            occur = tantivy.Occur.Must if ask.every and words else tantivy.Occur.Should
            parts = [(occur, query), (occur, self._beginning(last))]
            query = tantivy.Query.boolean_query(parts)
        hits = self._searcher.search(query, limit=len(self._ids), count=False).hits
        addresses = [address for _, address in hits]
        rows: Any = self._searcher.fast_field_values("row", addresses)
        return self._found(rows)

    def _beginning(self, word: str) -> Any:
        pattern = re.escape(word) + ".*"
        return tantivy.Query.boolean_query(
            [
                (
                    tantivy.Occur.Should,
                    tantivy.Query.regex_query(self._index.schema, name, pattern),
                )
                for name in ("title_whole", "abstract_whole")
            ]
        )


class StockWhoosh(_Peer):
    """Whoosh with its own stemming analyzer and query parser."""

    name = "stock Whoosh"

    def build(self, papers: Sequence[Paper], folder: Path) -> None:
        """Index title and abstract as two fields."""
        schema = fields.Schema(
            title=fields.TEXT(analyzer=StemmingAnalyzer()),
            abstract=fields.TEXT(analyzer=StemmingAnalyzer()),
        )
        writer = index.create_in(str(folder), schema).writer(limitmb=256)
        for paper in papers:
            title, abstract = _texts(paper)
            writer.add_document(title=title, abstract=abstract)
        writer.commit(optimize=True)  # one segment: documents keep their numbers

    def open(self, papers: Sequence[Paper], folder: Path) -> None:
        """Open the index."""
        super().open(papers, folder)
        self._index = index.open_dir(str(folder))
        self._searcher = self._index.searcher()

    def search(self, ask: Ask) -> Found:
        """Papers by BM25F over both fields."""
        words = _words(ask.text)
        if not words:
            return Found([])  # "*" would find everything
        group = AndGroup if ask.every else OrGroup
        parser = MultifieldParser(
            ["title", "abstract"], self._index.schema, group=group
        )
        text = " ".join(words) + ("*" if ask.unfinished else "")
        hits = self._searcher.search(parser.parse(text), limit=None)
        return self._found(number for number, _ in hits.items())

    def close(self) -> None:
        """Close the files."""
        self._searcher.close()


def peers() -> list[Any]:
    """All of them, the fastest to build first."""
    return [Bm25s(), Fts5(), Tantivy(), StockWhoosh()]


def _texts(paper: Paper) -> tuple[str, str]:
    return plain(paper.title), plain(paper.abstract)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
