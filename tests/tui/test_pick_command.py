"""The command that prints what was chosen, without a terminal to choose on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from paperstui.tui.commands import main
from paperstui.tui.picking import Picking
from tests.tui.test_cli import seeds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperstui.index.models import Paper

HOPFIELD = "openreview:vXUqOCsbj8"


class Chooser:
    """Chooses papers by id, as a person would."""

    def __init__(self, *ids: str) -> None:
        self._ids = ids
        self.asked: list[Picking] = []

    def __call__(self, picking: Picking) -> Sequence[Paper]:
        self.asked.append(picking)
        papers = {paper.id: paper for paper in seeds()} if self._ids else {}
        return [papers[each] for each in self._ids]


def run(chooser: Chooser, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["pick", *arguments], obj=chooser)


def test_the_query_and_whether_several_are_wanted() -> None:
    chooser = Chooser()
    run(chooser, "diffusion", "-image", "--multi")
    run(chooser)
    assert chooser.asked == [
        Picking("diffusion -image", multi=True),
        Picking("", multi=False),
    ]


def test_nothing_chosen_prints_nothing() -> None:
    result = run(Chooser(), "diffusion")
    assert (result.exit_code, result.output) == (1, "")


@pytest.mark.parametrize(
    ("form", "printed"),
    [
        ("key", "hu2024computational\n"),
        ("cite", "\\cite{hu2024computational}\n"),
        ("[@{key}]", "[@hu2024computational]\n"),
        (r"\citep[{year}]{{{key}}}", "\\citep[2024]{hu2024computational}\n"),
        ("{author}, {venue}: {id}", f"Jerry Yao-Chieh Hu, ICML: {HOPFIELD}\n"),
        ("{{key}}", "{key}\n"),
    ],
)
def test_forms(form: str, printed: str) -> None:
    result = run(Chooser(HOPFIELD), "--format", form)
    assert (result.exit_code, result.output) == (0, printed)


def test_a_line_for_each_or_one_for_all() -> None:
    first, second = (paper.id for paper in seeds()[:2])
    each = run(Chooser(first, second), "--multi", "--format", "@{key}").output
    keys = [line.removeprefix("@") for line in each.splitlines()]
    assert len(set(keys)) == 2
    joined = run(Chooser(first, second), "--multi", "--format", "<{keys}>").output
    assert joined == f"<{','.join(keys)}>\n"


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("{kee}", "{kee}: {kee} is none of key, keys, id, title, "),
        (r"\cite{key", r"\cite{key: "),
        ("bib}", "bib}: "),
        ("{key!r}", "{key!r}: {key} is none of "),
        ("{key:>9}", "{key:>9}: {key} is none of "),
        ("{}", "{}: {} is none of "),
    ],
)
def test_bad_texts_are_told_before_the_reader_opens(form: str, told: str) -> None:
    chooser = Chooser(HOPFIELD)
    result = run(chooser, "--format", form)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {told}")
    assert "doubled: {{ and }}" in result.stderr
    assert chooser.asked == []


def test_bad_options_are_told_before_the_reader_opens() -> None:
    chooser = Chooser(HOPFIELD)
    result = run(chooser, "diffusion", "--formt", "key")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "--formt" in result.stderr
    assert chooser.asked == []


def test_a_copy_is_not_printed() -> None:
    result = run(Chooser(HOPFIELD), "--copy")
    assert (result.exit_code, result.stdout) == (0, "")
    told, file = result.stderr.rstrip("\n").rsplit(" ", 1)
    assert told.startswith("paperstui: ")
    with open(file, encoding="utf-8") as copies:
        assert "hu2024computational" in copies.read()
