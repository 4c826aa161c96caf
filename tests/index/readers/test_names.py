"""Names of people and groups, apart and in lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperstui.index.models import Author
from paperstui.index.readers.names import author, authors, split_authors


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Doe, Jane", Author("Doe", "Jane")),
        ("Jane Q. Doe", Author("Doe", "Jane Q.")),
        ("von der Test, Jr., Max", Author("Test", "Max", "von der", "Jr.")),
        ("Test, Max, III", Author("Test", "Max", "", "III")),
        ("Max van der Test Jr.", Author("Test", "Max", "van der", "Jr.")),
        ("Max Test, Jr.", Author("Test", "Max", "", "Jr.")),
        ("Ana de Lio-Test", Author("Lio-Test", "Ana", "de")),
        ("Max Van den Test", Author("Test", "Max", "Van den")),
        ("Van den Test, Max", Author("Test", "Max", "Van den")),
        ("Van Test, Luc", Author("Van Test", "Luc")),
        ("Test, A. van den", Author("Test", "A.", "van den")),
        ("Luc Van Test", Author("Van Test", "Luc")),
        ("Van den Test, Jan", Author("Test", "Jan", "Van den")),
        ("Nguyen Van Test", Author("Test", "Nguyen Van")),
        ("José Ortega y Test", Author("Ortega y Test", "José")),
        ("Sergi Bermúdez i Test", Author("Bermúdez i Test", "Sergi")),
        ("Jean de La Test", Author("La Test", "Jean", "de")),
        ("Test M. A.", Author("Test", "M. A.")),
        ("Plato", Author("Plato")),
        ("江测试", Author("江测试")),
        ("bell test", Author("test", "bell")),
        ("{Test and Sons, Inc.}", Author("Test and Sons, Inc.")),
        ("{{The Test Group}}", Author("The Test Group")),
        ("Committee of Tests,", Author("Committee of Tests")),
        ("Jane Doe*†", Author("Doe", "Jane")),
        ("Jane Doe (Test University, Dept. A)", Author("Doe", "Jane")),
        ("Test, Max (MIT)", Author("Test", "Max")),
        ("Test, Max (Test University)", Author("Test", "Max")),
        ("Test, Max J. (Bo)", Author("Test", "Max J. (Bo)")),
        ("Test, Lin (田琳)", Author("Test", "Lin (田琳)")),
        ("Test, Yun ('Yo Yo')", Author("Test", "Yun ('Yo Yo')")),
        ("Test, JR", Author("Test", "JR")),
        ("Test, JR, Jr.", Author("Test", "JR", "", "Jr.")),
        ("Max Test, JR", Author("Test", "Max", "", "JR")),
        (r"Te{\ss}t, J{\"o}rg", Author("Teßt", "Jörg")),
        (r"{\'E}mile Test\~nez", Author("Testñez", "Émile")),
        (r"Erd\H{o}s-Test, {\L}uk\'asz", Author("Erdős-Test", "Łukász")),
        (r"S\o ren T{\aa}st", Author("Tåst", "Søren")),
        (r"Mart{\'\i}nez~Test, Jos\'{e}", Author("Martínez Test", "José")),
        (
            "family=Test, given=Charles, prefix=van den, useprefix=false",
            Author("Test", "Charles", "van den"),
        ),
        ("  ", Author("")),
    ],
)
def test_a_name_is_taken_apart(name: str, expected: Author) -> None:
    assert author(name) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Test-A, L. and Test-B, P.", ["Test-A, L.", "Test-B, P."]),
        ("Marland-Test, L. and Alexandra, P.", ["Marland-Test, L.", "Alexandra, P."]),
        ("A B and C D AND E F", ["A B", "C D", "E F"]),
        ("A B\n  and\nC D", ["A B", "C D"]),
        ("{Tests and Sons} and Doe, J.", ["{Tests and Sons}", "Doe, J."]),
        ("Sandy Andrews", ["Sandy Andrews"]),
        ("A B, C D, E F", ["A B", "C D", "E F"]),
        ("A B, C D, E F, G H", ["A B", "C D", "E F", "G H"]),
        ("A B, C D, and E F", ["A B", "C D", "E F"]),
        ("Jane Doe, John Roe and Ann Poe", ["Jane Doe", "John Roe", "Ann Poe"]),
        ("Doe, J., Roe, A. B., & Poe, C.", ["Doe, J.", "Roe, A. B.", "Poe, C."]),
        ("Doe JA, Roe B", ["Doe, JA", "Roe, B"]),
        ("Doe, Jane, Roe, John", ["Doe, Jane", "Roe, John"]),
        ("Doe, Jane; Roe, John; and Poe, A.", ["Doe, Jane", "Roe, John", "Poe, A."]),
        ("Jane Doe|John Roe", ["Jane Doe", "John Roe"]),
        ("Jane Doe (A and B; C); John Roe", ["Jane Doe (A and B; C)", "John Roe"]),
        ("李雷、韩梅梅", ["李雷", "韩梅梅"]),
        ("江, 测试 and Max Test", ["江, 测试", "Max Test"]),
        ("Doe, Jane and others", ["Doe, Jane"]),
        ("Jane Doe et al.", ["Jane Doe"]),
        ("Jane Doe, John Roe, et al.", ["Jane Doe", "John Roe"]),
        ("['Jane Doe', 'others']", ["Jane Doe"]),
        (
            "Max Test, Jr., Jane Doe, John Roe",
            ["Max Test, Jr.", "Jane Doe", "John Roe"],
        ),
        ("Müller, Jürgen", ["Müller, Jürgen"]),
        ("von der Test, Jr., Max", ["von der Test, Jr., Max"]),
        ("and", []),
        ("", []),
    ],
)
def test_a_list_is_split(text: str, expected: list[str]) -> None:
    assert split_authors(text) == expected


def test_one_comma_between_whole_names_means_family_first_in_bibtex_only() -> None:
    assert split_authors("Garcia Test, Ana Maria") == ["Garcia Test", "Ana Maria"]
    assert authors("Garcia Test, Ana Maria", bibtex=True) == (
        Author("Garcia Test", "Ana Maria"),
    )
    assert split_authors("山田, 太郎 and Max Test") == ["山田", "太郎", "Max Test"]
    assert split_authors("山田, 太郎 and Max Test", bibtex=True) == [
        "山田, 太郎",
        "Max Test",
    ]
    # Three whole names are a list even there, as no name is written so.
    assert split_authors("A B, C D, E F", bibtex=True) == ["A B", "C D", "E F"]


def test_a_brace_that_nobody_closes_costs_no_name() -> None:
    assert authors("{Doe, Jane and Roe, John") == (
        Author("Doe", "Jane"),
        Author("Roe", "John"),
    )


@given(st.text(alphabet="aB ,;{}()\\\"'~$&.and\n", max_size=60), st.booleans())
def test_any_text_gives_authors_with_family_names(text: str, bibtex: bool) -> None:
    found = authors(text, bibtex=bibtex)
    assert all(person.family for person in found)
    assert not any(mark in person.name for person in found for mark in "{}\n")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("['Max Test', 'Ada Probe']", (Author("Test", "Max"), Author("Probe", "Ada"))),
        ('["Test, Max", "Plato"]', (Author("Test", "Max"), Author("Plato"))),
        ("['A','B']", (Author("A"), Author("B"))),
        ("[]", ()),
        ("[Max Test]", (Author("Test]", "[Max"),)),
        ("[1, 2]", (Author("[1", "2]"),)),
        (
            """['Max O\\'Test', "Ada O'Test",]""",
            (Author("O'Test", "Max"), Author("O'Test", "Ada")),
        ),
    ],
)
def test_a_list_that_a_program_wrote_down(
    given: str, expected: tuple[Author, ...]
) -> None:
    assert authors(given) == expected
