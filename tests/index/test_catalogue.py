"""The names of the public collection and the addresses made of them."""

from __future__ import annotations

import pytest

from paperstui.index.catalogue import BASE, Entry, address, entries, parse_name
from paperstui.index.models import Venue


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("icml2025", Entry("icml", 2025)),
        ("ICML 2025", Entry("icml", 2025)),
        ("icml-2025", Entry("icml", 2025)),
        ("icml2025.json", Entry("icml", 2025)),
        ("3dv2025", Entry("3dv", 2025)),
        ("ai4x2025", Entry("ai4x", 2025)),
        ("NeurIPS 2023", Entry("nips", 2023)),
        ("nips1987", Entry("nips", 1987)),
        ("SIGGRAPH Asia 2022", Entry("siggraphasia", 2022)),
    ],
)
def test_a_name_means_a_list(name: str, entry: Entry) -> None:
    assert parse_name(name) == entry


def test_a_conference_alone_means_its_newest_list() -> None:
    assert parse_name("iclr") == Entry("iclr", 2025)
    assert parse_name("neurips") == Entry("nips", 2024)
    assert parse_name("3DV") == Entry("3dv", 2025)


def test_a_year_that_is_not_known_is_taken_as_it_is() -> None:
    entry = parse_name("iclr2031")
    assert entry == Entry("iclr", 2031)
    assert not entry.is_known
    assert Entry("iclr", 2024).is_known


@pytest.mark.parametrize(
    "name",
    ["", "2025", "icml25", "icml2025b", "notaconf2024", "papers.bib", "../icml2025"],
)
def test_other_words_name_no_list(name: str) -> None:
    assert parse_name(name) is None


def test_every_entry_is_found_by_its_name() -> None:
    known = entries()
    assert all(parse_name(entry.name) == entry for entry in known)
    assert len({entry.conference for entry in known}) == 31
    assert len(known) == len(set(known)) == 280


def test_the_address_is_made_of_the_name() -> None:
    entry = Entry("icml", 2025)
    assert address(entry) == f"{BASE}/icml/icml2025.json"
    assert address(entry, "http://127.0.0.1:8000/copy/") == (
        "http://127.0.0.1:8000/copy/icml/icml2025.json"
    )


@pytest.mark.parametrize(
    ("name", "venue"),
    [
        ("icml2025", Venue("ICML", 2025)),
        ("nips2020", Venue("NeurIPS", 2020)),
        ("corl2024", Venue("CoRL", 2024)),
        ("siggraphasia2020", Venue("SIGGRAPH Asia", 2020)),
    ],
)
def test_the_venue_is_spelled_as_researchers_do(name: str, venue: Venue) -> None:
    entry = parse_name(name)
    assert entry is not None
    assert entry.venue == venue
