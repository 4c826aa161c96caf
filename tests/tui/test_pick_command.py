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
        ("{{{{}}{key}", "{{}hu2024computational\n"),
        (r"\nocite{{{keys}}}\n", "\\nocite{hu2024computational}\\n\n"),
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
    pandoc = run(Chooser(first, second), "--multi", "--format", "[@{keys:; @}]").output
    assert pandoc == f"[@{keys[0]}; @{keys[1]}]\n"


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("{kee}", "position 1 of {kee}: {kee} is none of key, keys, id, title, "),
        (r"\cite{key", r"position 6 of \cite{key: { stands alone"),
        (r"{{{key}}}}", "position 10 of {{{key}}}}: } stands alone"),
        ("bib}", "position 4 of bib}: } stands alone"),
        ("{a{key}}", "position 1 of {a{key}}: { stands alone"),
        ("{key!r}", "position 1 of {key!r}: {key!r} is none of "),
        ("{key:>9}", "position 1 of {key:>9}: only {keys:...} can tell "),
        ("{}", "position 1 of {}: {} is none of "),
        ("bibtx", "“bibtx” is no format, and holds no name in braces such as {key}"),
        ("{{key}}", "“{{key}}” is no format, and holds no name in braces"),
        ("", "“” is no format"),
    ],
)
def test_bad_texts_are_told_before_the_reader_opens(form: str, told: str) -> None:
    chooser = Chooser(HOPFIELD)
    result = run(chooser, "--format", form)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"Error: Invalid value for '--format': {told}" in result.stderr
    assert ("doubled: {{ and }}" in result.stderr) == told.startswith("position")
    assert chooser.asked == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("diffusion --formt key", "--formt"),
        ("--style apaa", "there is no style 'apaa'"),
        ("--style apa --format bibtex", "--style is not for --format bibtex"),
        ("--style apa --format @{key}", "--style is not for --format @{key}"),
    ],
)
def test_bad_options_are_told_before_the_reader_opens(
    arguments: str, told: str
) -> None:
    chooser = Chooser(HOPFIELD)
    result = run(chooser, *arguments.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert told in result.stderr
    assert chooser.asked == []


def test_a_style_alone_or_with_a_markup() -> None:
    plain = run(Chooser(HOPFIELD), "--style", "apa").output
    assert plain.startswith("Hu, J. Y.-C., Lin, T., Song, Z., & Liu, H. (2024). On ")
    form = "reference-html"
    marked_up = run(Chooser(HOPFIELD), "--style", "apa", "--format", form).output
    assert "&amp; Liu, H. (2024)" in marked_up


def test_a_copy_is_not_printed() -> None:
    result = run(Chooser(HOPFIELD), "--copy")
    assert (result.exit_code, result.stdout) == (0, "")
    told, file = result.stderr.rstrip("\n").rsplit(" ", 1)
    assert told.startswith("paperstui: ")
    with open(file, encoding="utf-8") as copies:
        assert "hu2024computational" in copies.read()
