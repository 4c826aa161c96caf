"""The parts of bench/compile.py that need neither its data nor any program."""

from __future__ import annotations

from bench.compile import USUAL, nastiest
from bench.compiling import Outcome, entries_in, read_log
from paperstui.index.citations.cited import Cited
from paperstui.index.models import Author, Paper, Venue

LOG = """This is BibTeX, Version 0.99d
The style file: plain.bst
Warning--empty author in first
Warning--empty author in second
Warning--can't use both volume and number fields in third
Name 2 in "Test, Max and Test," has a comma at the end for entry fourth
while executing---line 1049 of file plain.bst
I was expecting a `,' or a `}'---line 7 of file refs.bib
 : @misc{b
(There were 2 error messages)
"""


def test_complaints_of_bibtex_are_counted_by_kind() -> None:
    outcome = Outcome("bibtex plain", 4)
    read_log(outcome, LOG)
    assert outcome.warnings == {
        "empty author": 2,
        "can't use both volume and number fields": 1,
    }
    assert outcome.errors == {
        "while executing": 1,
        "I was expecting a `,' or a `}'": 1,
    }
    assert outcome.examples["empty author"] == "Warning--empty author in first"


def test_entries_are_counted() -> None:
    assert entries_in("@misc{a,\n  title = {@b}\n}\n\n@article{c,\n}\n") == 2


def test_the_nastiest_hold_what_is_rare() -> None:
    titles = ("Deep Nets", r"A $\alpha$ & B", "Nets & More", "Deeper Nets")
    papers = [
        Cited(Paper(title, title, Venue("X"), authors=(Author("Test"),)), f"k{number}")
        for number, title in enumerate(titles)
    ]
    found = nastiest(papers, 2, USUAL)
    assert [each.key for each in found] == ["k1", "k2"]
