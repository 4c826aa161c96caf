"""English stems: Snowball's, with what it leaves apart in scholarly prose."""

from __future__ import annotations

import re
import threading
from functools import lru_cache

# Plurals of Latin and Greek, and spellings that stand alone.
_SAME = {
    "analyses": "analysis",
    "appendices": "appendix",
    "artefact": "artifact",
    "artefacts": "artifact",
    "automata": "automaton",
    "axes": "axis",
    "catalogue": "catalog",
    "catalogues": "catalog",
    "centre": "center",
    "centred": "centered",
    "centres": "center",
    "children": "child",
    "corpora": "corpus",
    "criteria": "criterion",
    "defence": "defense",
    "defences": "defense",
    "dialogue": "dialog",
    "dialogues": "dialog",
    "fibre": "fiber",
    "fibres": "fiber",
    "foci": "focus",
    "formulae": "formula",
    "grey": "gray",
    "greyscale": "grayscale",
    "hypotheses": "hypothesis",
    "indices": "index",
    "loci": "locus",
    "matrices": "matrix",
    "maxima": "maximum",
    "mice": "mouse",
    "minima": "minimum",
    "nuclei": "nucleus",
    "optima": "optimum",
    "phenomena": "phenomenon",
    "radii": "radius",
    "simplices": "simplex",
    "spectra": "spectrum",
    "stimuli": "stimulus",
    "syntheses": "synthesis",
    "theses": "thesis",
    "vertices": "vertex",
}
# "optimise" as "optimize": only after letters that no other English "-ise" follows
# in more than one form of a word, so that "supervised" still meets "supervision".
_ISE = re.compile(
    r"([a-z]{2,}(?:[aeiou][lnr]|[aeinpc]t|ort|etr|[hnrtx]im|[dt]om|ym|id|rd|gn|[ae]s"
    r"|tiv|ph))"
    r"is(e[ds]?|ers?|ing|ations?|able)"
)
_OUR = re.compile("((?:behavi|col|fav|flav|hon|hum|lab|neighb|rum|tum|vap)o)u(r.*)")
_YSE = re.compile("((?:re)?analy|paraly|cataly)z(e[ds]?|ers?|ing)")
# "llms", "gpus": said letter by letter, though not "this" and "plus".
_ACRONYMS = re.compile("(?!this|thus|plus|.*ss)([b-df-hj-np-tv-xz]{2,}[aeiou]?)s")
_SHORTEST_ACRONYMS = 4


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The English stem of a folded word; itself where it is no English word."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    word = _SAME.get(word, word)
    # A look for what a pattern needs is far faster than the pattern.
    if (
        word[-1] == "s"
        and len(word) >= _SHORTEST_ACRONYMS
        and (acronyms := _ACRONYMS.fullmatch(word))
    ):
        return acronyms[1]
    if "is" in word and _ISE.fullmatch(word):
        word = _ISE.sub(r"\1iz\2", word)
    if "yz" in word and _YSE.fullmatch(word):
        word = _YSE.sub(r"\1s\2", word)
    if "our" in word and _OUR.fullmatch(word):
        word = _OUR.sub(r"\1\2", word)
    return str(_stemmers().english.stemWord(word))


class _Stemmers(threading.local):
    """One stemmer a thread: it keeps the word it is working on in itself."""

    def __init__(self) -> None:
        # Costs 20 ms and is not needed before the first search.
        import snowballstemmer

        self.english = snowballstemmer.stemmer("english")


@lru_cache(maxsize=1)
def _stemmers() -> _Stemmers:
    return _Stemmers()
