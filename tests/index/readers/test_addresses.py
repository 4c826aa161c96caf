"""Web addresses and identifiers as lists really write them."""

from __future__ import annotations

import pytest

from paperstui.index.readers import addresses


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("https://x.org/a", "https://x.org/a"),
        (" http://x.org/a\n", "http://x.org/a"),
        ("www.x.org/a", "https://www.x.org/a"),
        ("vid2test.github.io", "https://vid2test.github.io"),
        ("https://a.org; https://b.org", "https://a.org"),
        ("http://a.org/;http://b.org/", "http://a.org/"),
        ("http://a.org/;www.b.org/", "http://a.org/"),
        ("['http://a.org/','http://b.org/']", "http://a.org/"),
        ("http://a.org/2.0.CO;2-V; http://b.org", "http://a.org/2.0.CO;2-V"),
        ("http://a.org/Bayes'_theorem'", "http://a.org/Bayes'_theorem"),
        ("[a](https://a.org/b) + [c](https://c.org)", "https://a.org/b"),
        ("see https://a.org/x_(y).", "https://a.org/x_(y)"),
        ("https://a.org/?x=1&amp;y=2", "https://a.org/?x=1&y=2"),
        ("arXiv:2306.16578", "https://arxiv.org/abs/2306.16578"),
        ("this URL", ""),
        ("javascript:alert(1)", ""),
        ("file:///etc/passwd", ""),
        ("static/papers/1.pdf", ""),
        ("https://a.org/\x1b]52;c;x\x07b", "https://a.org/b"),
        ("", ""),
        (None, ""),
        (7, ""),
    ],
)
def test_the_first_address_of_a_value(value: object, address: str) -> None:
    assert addresses.address(value) == address


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("max-test/some.code", "https://github.com/max-test/some.code"),
        ("github.com/a/b", "https://github.com/a/b"),
        (
            "[![github](/images/github_icon.svg) a/b](https://github.com/a/b) + "
            "[1 more](https://paperswithcode.com/paper/?openreview=X)",
            "https://github.com/a/b",
        ),
        ("[15 more](https://paperswithcode.com/paper/?openreview=X)", ""),
        ([], ""),
    ],
)
def test_the_address_of_code(value: object, address: str) -> None:
    assert addresses.code_address(value) == address


@pytest.mark.parametrize(
    ("link", "place"),
    [
        ("https://proceedings.mlr.press/v235/test24a.html", ("235", "test24a")),
        ("http://proceedings.mlr.press/v80/test18a/test18a.pdf", ("80", "test18a")),
        ("https://proceedings.mlr.press/r0/test95a.html", ("R0", "test95a")),
        ("https://example.org/v235/test24a.html", ("", "")),
    ],
)
def test_a_place_in_pmlr(link: str, place: tuple[str, str]) -> None:
    assert addresses.pmlr_place(link) == place


def test_an_openreview_forum() -> None:
    page = "https://openreview.net/forum?id=-JwmfQC6IRt"
    assert addresses.openreview_id(page) == "-JwmfQC6IRt"
    assert addresses.openreview_id("https://openreview.net/pdf?id=a_B1") == "a_B1"
    assert addresses.openreview_id("https://example.org/forum?id=a") == ""
    assert addresses.openreview_page("-JwmfQC6IRt") == page
    assert addresses.openreview_pdf("x") == "https://openreview.net/pdf?id=x"


@pytest.mark.parametrize(
    ("value", "doi"),
    [
        ("10.1609/aaai.v36i1.19922", "10.1609/aaai.v36i1.19922"),
        ("https://doi.org/10.1145/2461912.2462012", "10.1145/2461912.2462012"),
        ("doi:10.18653/v1/2022.acl-long.39.", "10.18653/v1/2022.acl-long.39"),
        ("none", ""),
        (None, ""),
        (10.1, ""),
    ],
)
def test_a_doi(value: object, doi: str) -> None:
    assert addresses.doi(value) == doi


@pytest.mark.parametrize(
    ("value", "arxiv"),
    [
        ("2309.00613", "2309.00613"),
        ("2309.00613v2", "2309.00613"),
        ("https://arxiv.org/abs/2309.00613v3", "2309.00613"),
        ("arXiv: cs/0112017", "cs/0112017"),
        ("http://arxiv.org/pdf/math.GT/0309136", "math.GT/0309136"),
        ("2309.0061345", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_an_arxiv_identifier(value: object, arxiv: str) -> None:
    assert addresses.arxiv_id(value) == arxiv
