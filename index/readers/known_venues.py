"""How researchers write the names of conferences that files spell in small letters."""

from __future__ import annotations

import re

from paperstui.index.models import Venue

_IN_CAPITALS = """
3dv aaai aamas accv acl acml ai4x aistats alt asru bmvc chi chil cikm coling colm colt
cscw cvpr dac eacl ecai eccv ecir ecml emnlp focs gecco icaps icassp iccv icdar
icdm icip iclr icml icmr icpr icra icse icwsm ijcai ijcnlp ijcnn inlg iros ismar ismir
iui iwslt jmlr kdd kr l4dc lrec miccai midl naacl nsdi osdi pakdd pldi pods popl rss
sdm sigdial siggraph sigir sigmod slt sosp stoc tacl tmlr uai uist vldb wacv wmt wsdm
www
"""
_UPPER = frozenset(_IN_CAPITALS.split())
_SPELLINGS = {
    "acmmm": "ACM MM",
    "acmmultimedia": "ACM MM",
    "agents4science": "Agents4Science",
    "automl": "AutoML",
    "automlconf": "AutoML",
    "conll": "CoNLL",
    "corl": "CoRL",
    "facct": "FAccT",
    "interspeech": "Interspeech",
    "learningongraphs": "LoG",
    "mlsys": "MLSys",
    "neurips": "NeurIPS",
    "nips": "NeurIPS",
    "recsys": "RecSys",
    "robocup": "RoboCup",
    "siggraphasia": "SIGGRAPH Asia",
    "starsem": "*SEM",
    "thewebconf": "WWW",
    "thewebconference": "WWW",
    "webconf": "WWW",
}
_LONGEST = 3
"""Words of the longest name."""

_ENDINGS = re.compile(
    r"(?:\.(?:json|jsonl|ndjson|csv|tsv|txt|md|xml|ris|nbib|bib|bibtex|biblatex|yaml"
    r"|gz|bz2|xz|zst|zip))+$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_GLUED = re.compile(r"(\d?[^\W\d_]+(?:\d[^\W\d_]+)*)((?:19|20)\d\d)")
_DATED = re.compile(r"(.*\w)[\W_]*((?:19|20)\d\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")


def known_name(name: str) -> str | None:
    """The usual spelling of a conference's name; None where it is not known here.

    Case, spaces and punctuation of `name` do not matter.
    """
    key = "".join(_WORD.findall(name)).lower()
    if key in _SPELLINGS:
        return _SPELLINGS[key]
    return key.upper() if key in _UPPER else None


def spelled(name: str) -> str:
    """The usual spelling of a conference's name, or the name as it is."""
    return known_name(name) or name


def venue_named(name: str, year: int | None = None) -> Venue:
    """The venue that a record calls "nips 2017" or "CVPR Workshops".

    `year` is what the record says elsewhere; it counts for more than one in the name.
    """
    found = _DATED.fullmatch(name.strip())
    if found is None:
        return Venue(spelled(name.strip()), year)
    return Venue(spelled(found[1]), year or int(found[2]))


def venue_of_file(name: str) -> Venue | None:
    """The venue that a file such as "icml2024.json.gz" or "2022.acl.xml" is called for.

    A known name counts if a year stands before or behind it, or if it is all there is
    besides folders and endings; the last such pair counts. None for any other name.
    """
    stem = _ENDINGS.sub("", re.split(r"[/\\]", name)[-1])
    words: list[str] = []
    for word in _WORD.findall(stem):
        glued = _GLUED.fullmatch(word)
        words += glued.groups() if glued else [word]
    if whole := known_name("".join(words)):
        return Venue(whole)
    found = None
    for start in range(len(words)):
        for stop in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            conference = known_name("".join(words[start:stop]))
            year = _year_beside(words, start, stop)
            if conference and year:
                found = Venue(conference, year)
    return found


def _year_beside(words: list[str], start: int, stop: int) -> int | None:
    """The year behind the words from `start` to `stop`, else the one before them."""
    behind, before = words[stop : stop + 1], words[max(0, start - 1) : start]
    for word in (*behind, *before):
        if _YEAR.fullmatch(word):
            return int(word)
    return None
