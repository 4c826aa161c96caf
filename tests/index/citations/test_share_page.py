"""Share pages: whole in themselves, safe, and read back."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from paperstui.index.citations import share_page
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.models import Author, Paper, Problem, Venue
from paperstui.index.readers import registry
from paperstui.index.readers import share_page as reader
from paperstui.index.readers.base import Origin
from paperstui.index.readers.shared import shared

HOSTILE = "</script><script>alert(1)</script><!-- <img src=x> & \"'"
PAPERS = (
    Cited(
        Paper(
            "openreview:a",
            r"Deep $\alpha_2$ Nets",
            Venue("ICML", 2024),
            abstract="One.\n\nTwo < three.",
            authors=(Author("Müller", "Max"), Author("Probe", "Ada")),
            url="https://example.org/a?b=1&c=2",
            pdf="https://example.org/a.pdf",
            code="https://github.com/x/y",
            status="Oral",
        ),
        "muller2024deep",
        ("rl", "<b>"),
        "Ask Ada.\n\n& soon",
    ),
    Cited(
        Paper(
            "test:2",
            HOSTILE,
            Venue("ACL", 2023),
            abstract=HOSTILE,
            authors=(Author(HOSTILE),),
            url="javascript:alert(1)",
            pdf="data:text/html,x",
        ),
        'k"><script>',
        (HOSTILE,),
        HOSTILE,
    ),
)
VOID = {"meta", "input"}


class _Page(HTMLParser):
    """Elements, texts and attributes of a page; asserts that elements are closed."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self.feed(content)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        {"script": self.scripts, "style": self.styles}.get(
            self.open[-1] if self.open else "", self.texts
        ).append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def written(*papers: Cited) -> str:
    return "".join(share_page.write(papers, DEFAULTS))


@pytest.fixture(scope="module")
def page() -> _Page:
    return _Page(written(*PAPERS))


def test_it_shows_the_papers(page: _Page) -> None:
    texts = [text for text in page.texts if text.strip()]
    shown = (
        "2 papers from ICML 2024, ACL 2023",
        "Deep α₂ Nets",
        "Max Müller, Ada Probe",
        "ICML 2024 (Oral)",
        "PDF",
        "Code",
        "rl",
        "<b>",
        "Ask Ada.\n\n& soon",
        "One.",
        "Two < three.",
    )
    assert [text for text in shown if text not in texts] == []
    assert any("@inproceedings{muller2024deep," in text for text in texts)
    assert texts.count(HOSTILE) == 5
    assert len(page.all("article")) == 2


def test_it_takes_nothing_from_elsewhere(page: _Page) -> None:
    loading = {"img", "link", "iframe", "object", "embed", "audio", "video", "base"}
    assert loading.isdisjoint(name for name, _ in page.elements)
    assert not [given for _, given in page.elements if "src" in given]
    assert not [given for _, given in page.elements if "style" in given]
    named = {name for _, given in page.elements for name in given}
    assert not [name for name in named if name.startswith("on")]
    assert not re.search(r"url\(|@import", "".join(page.styles))
    assert not re.search(r"fetch|XMLHttp|import\(|eval", page.scripts[-1])


def test_its_policy_allows_its_own_style_and_script_only(page: _Page) -> None:
    (policy,) = (
        given["content"]
        for given in page.all("meta")
        if given.get("http-equiv") == "Content-Security-Policy"
    )

    def source(content: str) -> str:
        digest = hashlib.sha256(content.encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode()}'"

    assert policy == (
        f"default-src 'none'; style-src {source(page.styles[0])}; "
        f"script-src {source(page.scripts[-1])}; base-uri 'none'; form-action 'none'"
    )


def test_links_lead_to_the_web_and_tell_nothing(page: _Page) -> None:
    links = page.all("a")
    assert [link["href"] for link in links] == [
        "https://example.org/a?b=1&c=2",
        "https://example.org/a.pdf",
        "https://github.com/x/y",
    ]
    assert {link["rel"] for link in links} == {"noopener noreferrer"}


def test_without_scripts_all_but_the_tools_is_there(page: _Page) -> None:
    hidden = [given.get("class") for _, given in page.elements if "hidden" in given]
    assert hidden == ["search", None, None, "none"]
    assert [given.get("type") for given in page.all("button")] == ["button"] * 3


def test_the_search_box_has_a_label(page: _Page) -> None:
    (box,) = page.all("input")
    (label,) = page.all("label")
    assert (box["type"], label["for"]) == ("search", box["id"])


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_words_are_found_however_they_are_written() -> None:
    script = Path(share_page.__file__).with_suffix(".js").read_text(encoding="utf-8")
    folded = script[script.index("const typed") : script.index("// What is searched")]
    words = ["Łukasz Ørsted’s", "Müller ﬁne Straße", "Self‑attention", "がか", "x²"]
    ran = subprocess.run(
        ["node", "-e", f"{folded} console.log(JSON.stringify({words}.map(folded)))"],
        capture_output=True,
        check=True,
    )
    plain = ["lukasz orsted's", "muller fine strasse", "self attention"]
    assert json.loads(ran.stdout)[:3] == plain
    kana, square = json.loads(ran.stdout)[3:]
    assert (kana[0], kana[-1], square) == ("か", "か", "x2")
    assert kana != "かか"


def test_the_records_are_embedded_once(page: _Page) -> None:
    scripts = page.all("script")
    assert scripts == [{"type": "application/json", "id": "paperstui"}, {}]
    assert "<" not in page.scripts[0]
    first, second = json.loads(page.scripts[0])
    assert (first["key"], first["bookmark"]["tags"]) == (
        "muller2024deep",
        ["rl", "<b>"],
    )
    assert second["title"] == HOSTILE


def test_the_papers_come_back(tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    place.write_text(written(*PAPERS), encoding="utf-8")
    formats: list[str] = []
    found = list(registry.read(place, Origin("page.html"), found=formats.append))
    assert formats == ["html"]
    assert found == [
        replace(each.paper, source="page.html", native_key=each.key) for each in PAPERS
    ]
    with place.open("rb") as file:
        assert list(shared(file)) == [
            replace(each, paper=replace(each.paper, native_key=each.key))
            for each in PAPERS
        ]


def test_a_page_without_papers_is_whole() -> None:
    content = written()
    assert "0 papers" in _Page(content).texts
    assert list(reader.read(io.BytesIO(content.encode()), Origin("x"))) == []


def read(content: str) -> list[Any]:
    return list(reader.read(io.BytesIO(content.encode()), Origin("x.html")))


def test_a_page_that_is_cut_gives_what_is_left_and_says_so() -> None:
    content = written(PAPERS[0], PAPERS[0])
    cut = content[: content.rindex('"venue"')]
    paper, problem = read(cut)
    assert isinstance(paper, Paper)
    assert isinstance(problem, Problem)
    assert (problem.record, problem.lost) == (2, True)


def test_records_of_another_shape_are_told() -> None:
    (problem,) = read('<script id="paperstui">[{"title": "A"}]</script>')
    assert str(problem) == "x.html:1: record 1: cannot be read: is no record of a paper"
    (problem,) = read("<html>")
    assert problem.reason == "cannot be read: the page holds no records"


@pytest.mark.parametrize(
    ("head", "is_ours"),
    [
        ("\ufeff<!DOCTYPE html>\n<html><meta name=generator content=paperstui>", True),
        ('<!doctype html><meta content="paperstui" name="generator">', True),
        ("<!doctype html><title>paperstui</title>", False),
        ('{"title": "<meta content=\'paperstui\'>"}', False),
        ("", False),
    ],
)
def test_sniff(head: str, is_ours: bool) -> None:
    assert reader.sniff(head) is is_ours
