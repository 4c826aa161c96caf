"""The short name of a venue from the full name of its proceedings or journal."""

from __future__ import annotations

import re

from paperstui.index.readers.known_venues import known_name
from paperstui.index.readers.venues import YEAR

# The more special before the more general.
_FULL_NAMES = (
    ("AutoML", "conference on automated machine learning"),
    ("MLSys", "(?:conference on|proceedings of) machine learning and systems"),
    ("ACML", "asian conference on machine learning"),
    ("ECML", "european conference on machine learning"),
    (
        "ICML",
        r"international conference on machine learning"
        r"(?=\W*$|\W*(?:icml|pmlr|\d|vol|proc)|, (?!optimization|methods))",
    ),
    ("ICLR", "international conference on learning representations"),
    ("NeurIPS", "(?:advances in )?neural information processing systems"),
    ("AISTATS", "(?:conference on )?artificial intelligence and statistics"),
    ("UAI", "uncertainty in artificial intelligence"),
    ("IJCAI", "international joint conferences? on artificial intelligence"),
    ("ECAI", "european conference on artificial intelligence"),
    ("AAAI", "aaai conference on artificial intelligence"),
    ("COLT", "(?:conference on learning theory|computational learning theory)"),
    ("ALT", "algorithmic learning theory"),
    ("CoRL", "conference on robot learning"),
    ("L4DC", "learning for dynamics and control"),
    ("MIDL", "medical imaging with deep learning"),
    ("CLeaR", "causal learning and reasoning"),
    ("CoLLAs", "conference on lifelong learning agents"),
    ("LoG", "learning on graphs conference"),
    ("COLM", "conference on language modeling"),
    ("3DV", "international conference on 3d vision"),
    ("WACV", "winter conference on applications of computer vision"),
    ("ACCV", "asian conference on computer vision"),
    ("ECCV", "european conference on computer vision"),
    ("ICCV", "international conference on computer vision(?! theory)"),
    ("CVPR", "computer vision and pattern recognition"),
    ("BMVC", "british machine vision conference"),
    ("AACL", "asia-pacific chapter of the association for computational linguistics"),
    ("EACL", "european chapter of the association for computational linguistics"),
    ("NAACL", "(?:north american|nations of the americas) chapter of the association"),
    ("TACL", "transactions of the association for computational linguistics"),
    ("EMNLP", "empirical methods in natural language processing"),
    ("CoNLL", "computational natural language learning"),
    ("COLING", "conference on computational linguistics"),
    ("LREC", "language resources and evaluation"),
    ("ACL", "meeting of the association for computational linguistics"),
    ("KDD", "knowledge discovery (?:and|&) data mining"),
    ("SIGIR", "research and development in information retrieval"),
    ("CIKM", "conference on information (?:and|&) knowledge management"),
    ("RecSys", "acm conference on recommender systems"),
    ("WWW", "(?:world wide|acm|the) web conference|conference on world wide web"),
    ("FAccT", "conference on fairness, accountability,? (?:and|&) transparency"),
    (
        "ACM MM",
        "acm international conference on multimedia(?! (?:retrieval|in |and ))",
    ),
    ("RSS", "robotics: science (?:and|&) systems"),
    ("ICRA", "international conference on robotics and automation"),
    ("IROS", "intelligent robots and systems"),
    ("ICASSP", "acoustics, speech,? and signal processing"),
    ("JMLR", "journal of machine learning research"),
    ("TMLR", "transactions on machine learning research"),
    ("arXiv", r"\barxiv\b"),
    ("CoRR", r"\bcorr\b"),
)
_PATTERNS = re.compile(
    "|".join(f"({pattern})" for _, pattern in _FULL_NAMES), re.IGNORECASE
)
# Pacific-Asia and European conferences bear the names of others with one word more.
_OTHER = re.compile(
    r"workshop|pacific-asia|international conference on machine learning and\b",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"SIGGRAPH Asia|[A-Z*][\w*]*[A-Z][\w*]*|[A-Z][a-z]+[A-Z]\w*")
_PARENTHESES = re.compile(r"\(([^()]+)\)")
_OPENING = re.compile(
    r"^(?:(?:in )?proc(?:eedings|s?\.)?(?: of)?(?: the)?"
    r"|the)\s+(?=\S)",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\b(?:\d+(?:st|nd|rd|th)|(?:twenty|thirty|forty|fifty|sixty)[- ]?[a-z]+th"
    r"|annual)\b\s*",
    re.IGNORECASE,
)
_FINDINGS = re.compile(r"findings of\b", re.IGNORECASE)


def short_name(container: str) -> str:
    """The name that researchers use, or nothing where it is not known for sure.

    "Proceedings of the 40th International Conference on Machine Learning", "Proc. ICML
    2023" and "Machine Learning (ICML)" are all ICML; workshops keep their own names.
    """
    if not container or _OTHER.search(container):
        return ""
    words = _ACRONYM.findall(container)
    if _FINDINGS.match(container):
        # Findings of the ACL: EMNLP 2021.
        words.reverse()
    for word in words:
        if name := known_name(word):
            return name
    match = _PATTERNS.search(container)
    if match is not None and match.lastindex is not None:
        return _FULL_NAMES[match.lastindex - 1][0]
    return ""


def plain_name(container: str) -> str:
    """The name without "Proceedings of the", ordinals, the year and what follows it."""
    name = _OPENING.sub("", container)
    year = YEAR.search(name)
    if year and year.start() > 3:
        name = name[: year.start()]
    elif year:
        name = name[year.end() :]
    acronym = _PARENTHESES.search(name)
    if acronym and _ACRONYM.fullmatch(acronym[1].strip()):
        return acronym[1].strip()
    name = " ".join(_ORDINAL.sub("", name).split()).strip(" ,.:;-–(")
    return name or container


def track(container: str) -> str:
    """The part of a conference that its proceedings name: "Findings", or nothing."""
    return "Findings" if _FINDINGS.match(container) else ""
