"""The command line, over the seed lists."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.collection import Collection
from paperstui.index.errors import PaperstuiError
from paperstui.index.locations import SEEDS, Locations
from paperstui.index.reading import ReadingState
from paperstui.tui import cli
from paperstui.tui.commands import main
from tests.conftest import toggle

if TYPE_CHECKING:
    from paperstui.index.models import Paper

HOPFIELD = (
    "On Computational Limits of Modern Hopfield Models: "
    "A Fine-Grained Complexity Analysis"
)


def seeds() -> list[Paper]:
    """The papers of the seeds, in list order."""
    collection = Collection(Locations.discover().library)
    collection.seed(SEEDS)
    library = collection.library
    papers = [library.paper(row) for row in library.order]
    collection.close()
    return papers


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="paperstui")


def test_search_prints_a_table() -> None:
    result = run("search", "hopfield")
    assert result.exit_code == 0
    assert result.stdout == (
        f"{HOPFIELD}\n"
        "    Hu, Lin, Song, Liu · ICML 2024 · pp. 19327–19343 · PMLR 235\n"
        "    openreview:vXUqOCsbj8  hu2024computational\n"
    )
    assert result.stderr == ""


def test_search_prints_json_for_scripts() -> None:
    result = run("search", "hopfield", "--format", "json")
    (found,) = json.loads(result.stdout)
    assert (
        found.items()
        >= {
            "id": "openreview:vXUqOCsbj8",
            "title": HOPFIELD,
            "authors": ["Jerry Yao-Chieh Hu", "Thomas Lin", "Zhao Song", "Han Liu"],
            "venue": "ICML",
            "year": 2024,
            "url": "https://proceedings.mlr.press/v235/hu24j.html",
            "pdf": "https://proceedings.mlr.press/v235/hu24j/hu24j.pdf",
            "key": "hu2024computational",
        }.items()
    )
    assert found["abstract"].startswith("We investigate the computational limits")


def test_search_prints_bibtex_and_keeps_the_limit() -> None:
    result = run("search", "diffusion", "--limit", "2", "--format", "bibtex")
    assert result.stdout.count("@inproceedings{") == 2


def test_search_takes_several_words_and_a_phrase() -> None:
    assert len(run("search", "year:2023", "maxout").stdout.splitlines()) == 3
    assert HOPFIELD in run("search", '"hopfield models"').stdout


def test_search_excludes_with_a_minus() -> None:
    found = run("search", "diffusion", "-protein", "--format", "json")
    titles = [each["title"] for each in json.loads(found.stdout)]
    assert len(titles) == 3
    assert not any("protein" in title for title in titles)


def test_search_finds_papers_like_one_by_any_of_its_names() -> None:
    found = run("search", "--like", "hu2024computational", "--limit", "4")
    assert found.exit_code == 0
    assert HOPFIELD not in found.stdout
    assert len(found.stdout.splitlines()) == 12
    again = run("search", "--like", "openreview:vXUqOCsbj8", "--limit", "4")
    assert again.stdout == found.stdout
    narrowed = run("search", "diffusion", "--like", "hu2024computational")
    titles = narrowed.stdout.splitlines()[::3]
    assert set(titles) < set(run("search", "diffusion").stdout.splitlines()[::3])
    assert titles


def test_search_wants_a_query_or_a_paper_that_is_there() -> None:
    result = run("search", "--like", "nobody1999nothing")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("paperstui: there is no paper nobody1999nothing;")
    result = run("search")
    assert result.exit_code == 2
    assert "Missing argument 'QUERY...'" in result.stderr


def test_nothing_found_exits_1() -> None:
    result = run("search", "zzzz")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "paperstui: nothing found\n"
    result = run("search", "zzzz", "--format", "json")
    assert (result.exit_code, json.loads(result.stdout)) == (1, [])


def test_what_was_meant_is_offered() -> None:
    result = run("search", "difusoin")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "paperstui: nothing found; did you mean: diffusion\n"


def test_what_was_meant_is_offered_beside_partial_matches() -> None:
    result = run("search", "hopfeild models", "--limit", "1")
    assert (result.exit_code, result.stdout != "") == (0, True)
    assert result.stderr == (
        "paperstui: only partial matches: did you mean “hopfield models”?\n"
    )


def test_few_answers_to_a_question_are_counted() -> None:
    result = run("search", "how do diffusion models assimilate weather data")
    assert result.stdout.startswith("DiffDA: a Diffusion model for weather-scale")
    assert result.stderr.startswith("paperstui: ")
    assert "the best partial matches follow\n" in result.stderr


def test_what_the_person_marked_is_found() -> None:
    places, paper = Locations.discover(), seeds()[3]
    bookmarks = Bookmarks(places.bookmarks)
    bookmarks.load()
    toggle(bookmarks, paper)
    reading = ReadingState(places.reading)
    reading.load()
    reading.mark_read(paper.id)
    reading.close()
    for query in ("is:bookmarked", "is:seen", f"is:seen id:{paper.id}"):
        found = json.loads(run("search", query, "--format", "json").stdout)
        assert [each["id"] for each in found] == [paper.id]


def test_bad_parts_and_partial_matches_are_told_on_stderr() -> None:
    result = run("search", "year:abc hopfield zzzz")
    assert result.exit_code == 0
    assert result.stdout.startswith(HOPFIELD)
    assert result.stderr == (
        "paperstui: query, position 6: abc - not a year\n"
        "paperstui: no paper has all the words; the best partial matches follow\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("search",),
        ("search", "x", "--limit", "0"),
        ("search", "x", "--format", "ris"),
        ("search", "x", "--fromat", "json"),
        ("cite",),
        ("nonsense",),
        ("--nonsense",),
    ],
)
def test_bad_use_exits_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_cite_by_id_and_by_key() -> None:
    by_id = run("cite", "openreview:vhMq3eAB34")
    by_key = run("cite", "huang2024diffda")
    assert by_id.stdout == by_key.stdout
    both = run("cite", "openreview:vhMq3eAB34", "huang2024diffda")
    assert both.stdout == by_key.stdout
    assert by_id.stdout.startswith("@inproceedings{huang2024diffda,\n")
    assert run("cite", "huang2024diffda", "--format", "key").stdout == (
        "huang2024diffda\n"
    )


def test_cite_in_a_style() -> None:
    apa = run("cite", "huang2024diffda", "--format", "reference").stdout
    assert apa.startswith("Huang, L., Gianinazzi, L., ")
    assert run("cite", "huang2024diffda", "--style", "apa").stdout == apa
    html = run("cite", "huang2024diffda", "--style", "ieee", "--markup", "html").stdout
    assert html.startswith("L. Huang, L. Gianinazzi, ")
    assert "<i>Proceedings of the 41st " in html
    markdown = run("cite", "huang2024diffda", "--markup", "markdown").stdout
    assert "*Proceedings of the 41st " in markdown


def test_cite_in_a_style_that_cannot_be_used() -> None:
    result = run("cite", "huang2024diffda", "--style", "./nothing.csl")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: nothing.csl: cannot be read: ")
    result = run("cite", "huang2024diffda", "--style", "")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: there is no style ''")
    result = run("cite", "huang2024diffda", "--format", "key", "--style", "apa")
    assert result.exit_code == 2


def test_cite_of_nothing_exits_1() -> None:
    result = run("cite", "nobody1900nothing")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there is no paper nobody1900nothing" in result.stderr


def test_bookmarks() -> None:
    result = run("bookmarks")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "paperstui: no bookmarks yet\n"
    kept = Bookmarks(Locations.discover().bookmarks)
    kept.load()
    for paper in seeds()[8:10]:
        toggle(kept, paper)
    result = run("bookmarks", "--format", "json")
    assert [each["key"] for each in json.loads(result.stdout)] == [
        "black2024comparing",
        "huang2024diffda",
    ]
    assert run("bookmarks", "--format", "bibtex").stdout.count("@inproceedings") == 2
    assert run("bookmarks").stdout.splitlines()[3].startswith("DiffDA:")


def test_bookmarks_of_a_list_that_is_gone_are_still_found() -> None:
    places = Locations.discover()
    paper = replace(
        seeds()[0], id="gone:1", title="A frobnication", openreview="", doi="", arxiv=""
    )
    kept = Bookmarks(places.bookmarks)
    kept.load()
    toggle(kept, paper)
    result = run("search", "frobnication")
    assert result.stdout.startswith("A frobnication\n    Tan, Yang, Huang")


def test_doctor_tells_where_everything_is() -> None:
    result = run("doctor")
    assert result.exit_code == 0
    home = os.environ["PAPERSTUI_HOME"]
    assert f"bookmarks  {home}/bookmarks.json (not there yet)" in result.stdout
    assert f"session    {home}/session.json (not there yet)" in result.stdout
    assert "38 papers, 0 bookmarks" in result.stdout
    assert "index not built yet" in result.stdout
    run("search", "hopfield")
    assert "index good, 38 papers" in run("doctor").stdout


def test_version() -> None:
    assert run("--version").stdout == "paperstui, version 0.1.0\n"


def test_without_a_terminal_the_reader_does_not_open() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "paperstui.tui"],
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "needs a terminal" in ran.stderr


def test_a_terminal_without_a_cursor_shows_no_reader() -> None:
    assert os.environ["TERM"] == "dumb"
    with pytest.raises(PaperstuiError, match="TERM=dumb is a terminal that cannot"):
        cli._open()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "paperstui.tui", "--version"],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    told = "paperstui: the output cannot be used: No space left on device\n"
    assert (ran.returncode, ran.stderr) == (2, told)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_terminal_that_is_gone_is_no_error() -> None:
    program = """if True:
        import sys
        from paperstui.tui import native
        with native.hidden():
            sys.stderr.write("drawn")
        print(sys.stderr is sys.__stderr__, sys.stderr.closed)
    """
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", program],
            check=False,
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
        )
    assert ran.stdout == "True False\n"


def test_ctrl_c_while_modules_load_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupted)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 130


def test_a_bad_config_stops_no_command() -> None:
    places = Locations.discover()
    places.config.mkdir(parents=True)
    places.config_file.write_text("{", encoding="utf-8")
    assert run("search", "hopfield").exit_code == 0
    assert run("doctor").exit_code == 0


def test_nothing_is_written_outside_the_home(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "paperstui", tmp_path / "elsewhere"
    elsewhere.mkdir()
    environ = {
        **os.environ,
        "PAPERSTUI_HOME": str(home),
        "HOME": str(elsewhere),
        "XDG_CACHE_HOME": str(elsewhere),
        "XDG_CONFIG_HOME": str(elsewhere),
        "XDG_DATA_HOME": str(elsewhere),
        "TMPDIR": str(elsewhere),
    }
    subprocess.run(
        [sys.executable, "-m", "paperstui.tui", "search", "hopfield"],
        env=environ,
        check=True,
        capture_output=True,
        cwd=elsewhere,
    )
    assert list(elsewhere.iterdir()) == []
    assert (home / "cache" / "index").is_dir()


def test_output_is_utf8_or_at_least_no_crash_in_the_c_locale() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "paperstui.tui", "search", "azizian"],
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""},
        check=True,
        capture_output=True,
    )
    assert "Azizian" in ran.stdout.decode()
