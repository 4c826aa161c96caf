"""What the labels of lines, links and columns in Markdown lists stand for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LABELS: Mapping[str, str] = {
    name: field
    for field, names in {
        "abstract": "abstract|摘要|zusammenfassung|résumé",
        "authors": "author|authors|author(s)|by|作者",
        "code": "code|codes|github|repo|repository|source code|implementation|official "
        "code|pytorch|tensorflow|代码|code link",
        "project": "project|project page|homepage|website|web page|web|github page|page"
        "|主页|项目主页",
        "link": "paper|papers|paper link|link|links|url|pdf|arxiv|openreview|doi|html"
        "|abs|paper url|acl anthology|preprint|full text|论文|论文地址|论文链接"
        "|论文下载链接",
        "keywords": "key|keys|keyword|keywords|topic|topics|tags|关键词|area|category",
        "venue": "venue|conference|publisher|published|published in|publication|journal"
        "|会议|booktitle",
        "year": "year|date|年份|published date",
        "affiliations": "affiliation|affiliations|institution|institutions|单位|机构",
        "status": "decision|status|type|presentation",
        "rating": "avgrating|avg rating|average rating|avg. rating|rating|score|mean",
        "ratings": "ratings|scores",
        "note": "tldr|tl;dr|tl|dr|summary|note|notes|comment|comments|备注",
        "other": "video|videos|slides|poster|talk|demo|colab|blog|dataset|data|bibtex"
        "|youtube|supp|supplementary|解读|数据集|视频|session|rank|id|env|details",
    }.items()
    for name in names.split("|")
}
"""What the labels of lines, links and columns stand for."""

_BOLD_LABEL = re.compile(
    r"\W{0,4}?(\*\*|__)\s*(?P<label>[^*_:：]{2,30}?)\s*[:：]?\s*\1\s*[:：]?\s*(?P<value>.*)"
)
_PLAIN_LABEL = re.compile(
    r"[^\w\[(*]{0,4}(?P<label>[^\W\d][^:：*\[\](){}]{0,25}?)\d?\s*(?:（[^（）]*）)?\s*"
    r"[:：]\s*(?P<value>.*)"
)


def label_of(line: str) -> tuple[str, str]:
    """The field that a line such as "**Abstract**: ..." is of, and its value."""
    for pattern in (_BOLD_LABEL, _PLAIN_LABEL):
        match = pattern.fullmatch(line)
        name = LABELS.get(plain_label(match["label"])) if match else None
        if match and name:
            return name, match["value"]
    return "", ""


def column(head: str) -> str:
    """The field that the head of a column names; "title" for the titles."""
    name = plain_label(head)
    if name in (
        "title",
        "titles",
        "paper title",
        "paper name",
        "标题",
        "题目",
        "论文标题",
    ):
        return "title"
    return LABELS.get(name, "")


def is_label(shown: str) -> bool:
    """Whether the text of a link says what it is, such as "pdf"."""
    return plain_label(shown) in LABELS or len(plain_label(shown)) < 2


def plain_label(shown: str) -> str:
    """A label in small letters without what is around it."""
    return shown.strip(" \t[]()*_`:：.!📄💻🌐🔗").lower()


def field_of(shown: str) -> str:
    """The field that a label stands for; empty for a text that is none."""
    return LABELS.get(plain_label(shown), "")
