"""Names of proceedings, in full and short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperstui.index.citations.proceedings import proceedings
from paperstui.index.citations.venue_names import full_name, short_name
from paperstui.index.models import Paper, Venue
from paperstui.index.readers import containers
from paperstui.index.readers.known_venues import known_name

# As the sites of these venues give them.
GIVEN = {
    (
        "ICML",
        2013,
    ): "Proceedings of the 30th International Conference on Machine Learning",
    (
        "ICML",
        2024,
    ): "Proceedings of the 41st International Conference on Machine Learning",
    ("ICLR", 2018): "International Conference on Learning Representations",
    ("ICLR", 2023): "The Eleventh International Conference on Learning Representations",
    (
        "ICLR",
        2025,
    ): "The Thirteenth International Conference on Learning Representations",
    ("NeurIPS", 2018): "Advances in Neural Information Processing Systems",
    ("NeurIPS", 2023): (
        "Thirty-seventh Conference on Neural Information Processing Systems"
    ),
    ("NeurIPS", 2024): (
        "The Thirty-eighth Annual Conference on Neural Information Processing Systems"
    ),
    ("AISTATS", 2023): (
        "Proceedings of the 26th International Conference on Artificial Intelligence "
        "and Statistics"
    ),
    ("AISTATS", 1995): (
        "International Conference on Artificial Intelligence and Statistics"
    ),
    ("UAI", 2020): (
        "Proceedings of the 36th Conference on Uncertainty in Artificial Intelligence"
    ),
    ("COLT", 2023): "Proceedings of the 36th Conference on Learning Theory",
    ("COLM", 2025): "Second Conference on Language Modeling",
    ("CoRL", 2021): "5th Annual Conference on Robot Learning",
    ("IJCAI", 2024): (
        "Proceedings of the Thirty-third International Joint Conference on Artificial "
        "Intelligence"
    ),
    ("ACL", 2022): (
        "Proceedings of the 60th Annual Meeting of the Association for Computational "
        "Linguistics"
    ),
    ("KDD", 2024): (
        "Proceedings of the 30th ACM SIGKDD Conference on Knowledge Discovery and Data "
        "Mining"
    ),
    ("ACM MM", 2024): (
        "Proceedings of the 32nd ACM International Conference on Multimedia"
    ),
    ("ACML", 2019): "Proceedings of the 11th Asian Conference on Machine Learning",
    ("WWW", 2024): "Proceedings of the ACM Web Conference 2024",
    ("SIGIR", 2020): (
        "Proceedings of the 43rd International ACM SIGIR Conference on Research and "
        "Development in Information Retrieval"
    ),
    ("ICML", None): "International Conference on Machine Learning",
    ("NoSuchVenue", 2024): "",
}


@pytest.mark.parametrize(("venue", "name"), GIVEN.items(), ids=str)
def test_proceedings(venue: tuple[str, int | None], name: str) -> None:
    assert proceedings(Venue(*venue)) == name


def test_the_names_are_those_that_readers_give_their_venues() -> None:
    from paperstui.index.citations.proceedings import NAMES

    assert [name for name in NAMES if known_name(name) not in (name, None)] == []


def test_readers_know_the_venues_of_all_these_names() -> None:
    from paperstui.index.citations.proceedings import NAMES

    venues = [
        Venue(name, max(since, 1990))
        for name, editions in NAMES.items()
        for since, _, _ in editions
    ]
    assert [containers.short_name(proceedings(venue)) for venue in venues] == [
        venue.name for venue in venues
    ]


BARE = Paper("test:1", "Deep Nets", Venue("ACL", 2022), kind="paper-conference")


@pytest.mark.parametrize(
    ("paper", "full", "short"),
    [
        (
            replace(BARE, booktitle="Findings of the ACL 2022", track="Findings"),
            "Findings of the ACL 2022",
            "Findings of ACL",
        ),
        (
            replace(BARE, venue=Venue("ICLR", 2018), status="Workshop"),
            "International Conference on Learning Representations, Workshop Track",
            "ICLR Workshop",
        ),
        (replace(BARE, venue=Venue("Tests", 2018)), "Tests", "Tests"),
        (replace(BARE, venue=Venue("Papers", 2018)), "", ""),
        (
            # The venue is that of the whole list.
            replace(BARE, kind="article-journal", booktitle="Annals of Tests"),
            "Annals of Tests",
            "Annals of Tests",
        ),
        (
            replace(
                BARE,
                kind="article-journal",
                booktitle="Journal of Machine Learning Research",
            ),
            "Journal of Machine Learning Research",
            "JMLR",
        ),
    ],
)
def test_names_in_full_and_short(paper: Paper, full: str, short: str) -> None:
    assert (full_name(paper), short_name(paper)) == (full, short)
