"""What a simulated reader looks for: topics that keywords of papers name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from paperstui.index import analysis
from paperstui.index.text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.models import Paper


@dataclass(frozen=True, slots=True)
class Topic:
    """A term of a field, which papers have among their keywords."""

    name: str
    """In the singular."""
    short: frozenset[str] = frozenset()
    """Short forms, as folded words, which are taken out of texts, too."""

    def is_of(self, paper: Paper) -> bool:
        """Whether a keyword of the paper holds the term in full."""
        full = replace(self, short=frozenset())
        return any(map(full.pieces, paper.keywords))

    def pieces(self, text: str) -> list[tuple[int, int]]:
        """Where the term stands in a plain text, in whatever form its stems allow.

        With hyphens or without, in the plural, as one word, or short.
        """
        wanted = [analysis.stem(word) for word in self.name.split()]
        joined = analysis.stem(self.name.replace(" ", ""))
        words = analysis.terms(text).words
        stems = [analysis.stem(word.text) for word in words]
        found = []
        for at, (word, stem) in enumerate(zip(words, stems, strict=True)):
            if stems[at : at + len(wanted)] == wanted:
                found.append((word.start, words[at + len(wanted) - 1].end))
            elif stem == joined or word.text in self.short:
                found.append((word.start, word.end))
        return found

    def without(self, paper: Paper) -> Paper:
        """The paper with the term taken out of its texts.

        Keywords that hold it are taken out whole.
        """
        return replace(
            paper,
            title=self._left(plain(paper.title)),
            abstract=self._left(plain(paper.abstract)),
            keywords=tuple(k for k in paper.keywords if not self.pieces(plain(k))),
        )

    def _left(self, text: str) -> str:
        for start, end in reversed(self.pieces(text)):
            text = f"{text[:start]} {text[end:]}"
        return text


def _topic(name: str, short: str = "") -> Topic:
    return Topic(name, frozenset(short.split()))


TOPICS = (
    _topic("auction"),
    _topic("clustering"),
    _topic("diffusion model", "ddpm ddpms ldm ldms"),
    _topic("fairness"),
    _topic("federated learning", "fl fedavg"),
    _topic("graph neural network", "gnn gnns"),
    _topic("imitation learning", "il"),
    _topic("information extraction"),
    _topic("knowledge graph", "kg kgs"),
    _topic("large language model", "llm llms"),
    _topic("locomotion"),
    _topic("machine translation", "mt nmt smt"),
    _topic("object detection"),
    _topic("privacy"),
    _topic("question answering", "qa vqa kbqa"),
    _topic("recommender system"),
    _topic("rendering"),
    _topic("social choice"),
    _topic("time series"),
    _topic("transfer learning", "tl"),
)
"""Each from a half to five hundredths of the papers that have keywords; in alphabetical
order, so that those to tune by and those to test take turns."""


def halved(half: str) -> Sequence[Topic]:
    """The topics in even places to tune by, the others to test; or "all"."""
    return {"tuning": TOPICS[::2], "test": TOPICS[1::2], "all": TOPICS}[half]
