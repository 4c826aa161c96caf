"""Web addresses and identifiers in the many ways in which lists write them."""

from __future__ import annotations

import re

from paperstui.index import text

# A semicolon or an apostrophe is part of an address unless another text follows:
# ".../2.0.CO;2", ".../Bayes'_theorem".
_ADDRESS = re.compile(
    r"https?://(?:[^\s<>\"'`;|\\^{}]|;(?!https?:|www\.)(?=[\w%/])|'(?=\w))+",
    re.IGNORECASE,
)
_BARE_HOST = re.compile(
    r"(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#][^\s<>\"'`;|\\^{}]*)?", re.IGNORECASE
)
_REPOSITORY = re.compile(r"[\w-]+/[\w.-]+")
# A badge of Papers with Code is no place where code lies.
_NO_CODE = re.compile(r"https?://(?:www\.)?paperswithcode\.com", re.IGNORECASE)
_TRAILING = ".,:!?*"

_OPENREVIEW = re.compile(
    r"openreview\.net/(?:forum|pdf|attachment)\?(?:.*&)?id=([\w-]+)"
)
_PMLR = re.compile(
    r"proceedings\.mlr\.press/[vr](?P<volume>R?\d+)/(?P<paper>[\w-]+)", re.I
)
_REISSUED = re.compile(r"proceedings\.mlr\.press/r\d", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*|^)"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?!\d)",
    re.IGNORECASE,
)


def address(value: object) -> str:
    """The first web address in a value, complete with its scheme; empty for none.

    "www.x.org/a", "https://a; https://b" and "[a](https://a)" are understood, and
    "arXiv:2306.16578" is the page of that preprint.
    """
    if not isinstance(value, str):
        return ""
    found = _addresses(value)
    return found[0] if found else ""


def code_address(value: object) -> str:
    """The address of a repository, also for "owner/name" on GitHub; empty for none."""
    if not isinstance(value, str):
        return ""
    if _REPOSITORY.fullmatch(value.strip()):
        return f"https://github.com/{value.strip()}"
    found = [link for link in _addresses(value) if not _NO_CODE.match(link)]
    return found[0] if found else ""


def openreview_id(link: str) -> str:
    """The forum that an address on OpenReview leads to; empty for other addresses."""
    found = _OPENREVIEW.search(link)
    return found[1] if found else ""


def openreview_page(forum: str) -> str:
    """The landing page of an OpenReview forum."""
    return f"https://openreview.net/forum?id={forum}"


def openreview_pdf(forum: str) -> str:
    """The PDF file of an OpenReview forum."""
    return f"https://openreview.net/pdf?id={forum}"


def pmlr_place(link: str) -> tuple[str, str]:
    """Volume and id of an address in PMLR ("235", "hu24j"); empty for other ones."""
    found = _PMLR.search(link)
    if found is None:
        return "", ""
    volume = found["volume"].upper()
    return (f"R{volume}" if _REISSUED.search(link) else volume), found["paper"]


def doi(value: object) -> str:
    """The DOI in a value, without the address of its resolver; empty for none."""
    found = _DOI.search(text.clean(value)) if isinstance(value, str) else None
    return found[0].rstrip(".,;") if found else ""


def arxiv_id(value: object) -> str:
    """The arXiv identifier in a value, without its version; empty for none."""
    found = _ARXIV.search(value.strip()) if isinstance(value, str) else None
    return found[1] if found else ""


def _addresses(value: str) -> list[str]:
    value = text.clean(value)
    found = [_trimmed(link) for link in _ADDRESS.findall(value)]
    if found:
        return found
    if preprint := arxiv_id(value):
        return [f"https://arxiv.org/abs/{preprint}"]
    bare = _BARE_HOST.fullmatch(value)
    return [f"https://{_trimmed(bare[0])}"] if bare else []


def _trimmed(link: str) -> str:
    """An address without the punctuation and the closing bracket behind it."""
    link = link.rstrip(_TRAILING)
    while link.endswith(")") and link.count(")") > link.count("("):
        link = link[:-1].rstrip(_TRAILING)
    return link
