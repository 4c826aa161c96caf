"""Names of conferences in names of files and in records."""

from __future__ import annotations

import pytest

from paperstui.index.catalogue import Entry, entries
from paperstui.index.models import Venue
from paperstui.index.readers.known_venues import (
    known_name,
    spelled,
    venue_named,
    venue_of_file,
)

FILES = [
    ("icml2024.json", "ICML 2024"),
    ("icml2024.json.gz", "ICML 2024"),
    ("/home/x/cvpr2020/icml2024.json", "ICML 2024"),
    (r"C:\lists\icml2024.json", "ICML 2024"),
    ("ICML 2024.txt", "ICML 2024"),
    ("icml-2024_papers.csv", "ICML 2024"),
    ("2024_icml.bib", "ICML 2024"),
    ("2022.acl.xml", "ACL 2022"),
    ("2023.acl-long", "ACL 2023"),
    ("nips2013.json", "NeurIPS 2013"),
    ("nips2023.json", "NeurIPS 2023"),
    ("neurips2023.json", "NeurIPS 2023"),
    ("corl2021.json", "CoRL 2021"),
    ("3dv2025.json", "3DV 2025"),
    ("ai4x2025.json", "AI4X 2025"),
    ("acmmm2024.json", "ACM MM 2024"),
    ("acm-mm-2024.json", "ACM MM 2024"),
    ("automl2024.json", "AutoML 2024"),
    ("siggraph2024.json", "SIGGRAPH 2024"),
    ("siggraphasia2021.json", "SIGGRAPH Asia 2021"),
    ("siggraph_asia_2021.json", "SIGGRAPH Asia 2021"),
    ("www2024.json", "WWW 2024"),
    ("hhh2210-iclr2017.json", "ICLR 2017"),
    ("iccv2023-vision-language.json", "ICCV 2023"),
    ("colt2020-clustered.csv", "COLT 2020"),
    ("neurips.json", "NeurIPS"),
]


@pytest.mark.parametrize(("name", "label"), FILES)
def test_a_file_is_called_for_its_venue(name: str, label: str) -> None:
    found = venue_of_file(name)
    assert found is not None
    assert found.label == label


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: str(entry.name))
def test_every_list_of_the_collection_is_known(entry: Entry) -> None:
    assert venue_of_file(f"{entry.name}.json") == entry.venue


@pytest.mark.parametrize(
    "name",
    ["", "papers.json", "my-list-2024.json", "rss-feed.xml", "icml12345.json", "2024"],
)
def test_other_names_say_nothing(name: str) -> None:
    assert venue_of_file(name) is None


def test_a_name_may_hold_spaces_and_punctuation() -> None:
    assert known_name("ACM-MM") == "ACM MM"
    assert known_name("SIGGRAPHASIA") == "SIGGRAPH Asia"
    assert known_name("Journal of Tests") is None
    assert spelled("Journal of Tests") == "Journal of Tests"


@pytest.mark.parametrize(
    ("name", "year", "venue"),
    [
        ("NIPS", 2017, Venue("NeurIPS", 2017)),
        ("nips 2017", None, Venue("NeurIPS", 2017)),
        ("ICML2024", None, Venue("ICML", 2024)),
        ("ICML 2023", 2024, Venue("ICML", 2024)),
        ("CVPR Workshops 2023", None, Venue("CVPR Workshops", 2023)),
        ("Journal of Tests", None, Venue("Journal of Tests")),
    ],
)
def test_a_record_names_its_venue(name: str, year: int | None, venue: Venue) -> None:
    assert venue_named(name, year) == venue
