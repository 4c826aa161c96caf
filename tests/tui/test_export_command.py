"""`paperstui export`, over the seed lists."""

from __future__ import annotations

import gzip
import json
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paperstui.index.bookmarks import Bookmarks
from paperstui.index.collection import Collection
from paperstui.index.library import Library
from paperstui.index.locations import SEEDS, Locations
from paperstui.index.models import Paper
from paperstui.tui.commands import main

HOPFIELD = "hu2024computational"


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, stdin, prog_name="paperstui")


def keys(text: str) -> list[str]:
    return re.findall(r"^@\w+\{(.*),$", text, re.MULTILINE)


def bookmark(*places: int) -> list[Paper]:
    """Bookmark seeds by their places in the list."""
    locations = Locations.discover()
    collection = Collection(locations.library)
    collection.seed(SEEDS)
    library: Library = collection.library
    papers = [library.paper(library.order[place]) for place in places]
    collection.close()
    bookmarks = Bookmarks(locations.bookmarks)
    bookmarks.load()
    for paper in papers:
        bookmarks.put([paper])
    return papers


def test_what_a_query_finds_is_exported_best_first() -> None:
    result = run("export", "--query", "hopfield")
    assert (result.exit_code, keys(result.stdout), result.stderr) == (0, [HOPFIELD], "")
    listed = run("search", "diffusion sort:title", "--format", "json")
    many = run("export", "--query", "diffusion sort:title", "--format", "key")
    assert many.stdout.rstrip("\n").split(",") == [
        each["key"] for each in json.loads(listed.stdout)
    ]


def test_a_venue_is_exported_in_its_order() -> None:
    listed = run("search", "venue:icml year:2023 sort:list", "--format", "json")
    result = run("export", "--venue", "icml 2023", "--format", "jsonl")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == 19
    assert [each["id"] for each in records] == [
        each["id"] for each in json.loads(listed.stdout)
    ]
    narrowed = run("export", "--venue", "ICML2024", "--query", "diffusion")
    assert sorted(keys(narrowed.stdout)) == ["huang2024diffda", "phillips2024particle"]


def test_bookmarks_are_exported_newest_first() -> None:
    papers = bookmark(3, 1, 7)
    result = run("export", "--bookmarks", "--format", "jsonl")
    ids = [json.loads(line)["id"] for line in result.stdout.splitlines()]
    assert ids == [paper.id for paper in reversed(papers)]


def test_all_are_exported_to_a_file_and_its_ending_tells_the_form(
    tmp_path: Path,
) -> None:
    path = tmp_path / "all.ris"
    result = run("export", "--all", "-o", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"Wrote 38 papers to {path}\n"
    assert path.read_text(encoding="utf-8").count("TY  - ") == 38


def test_a_file_is_appended_to_replaced_or_left(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    run("export", "--query", "hopfield", "-o", str(path))
    before = path.read_text(encoding="utf-8")
    left = run("export", "--query", "diffusion", "-o", str(path))
    assert left.exit_code == 1
    assert left.stderr == (
        f"Error: {path} is there already: --append adds to it, --force replaces it\n"
    )
    assert path.read_text(encoding="utf-8") == before
    appended = run(
        "export", "--query", "hopfield OR maxout", "--append", "-o", str(path)
    )
    assert appended.stderr == f"Wrote 1 paper to {path}; 1 was there before\n"
    assert path.read_text(encoding="utf-8").startswith(before)
    forced = run("export", "--query", "maxout", "--force", "-o", str(path))
    assert forced.stderr == f"Wrote 1 paper to {path}\n"
    assert len(keys(path.read_text(encoding="utf-8"))) == 1


def test_fields_and_venues_can_be_chosen() -> None:
    result = run("export", "--query", "hopfield", "--fields=+abstract,-url")
    assert "  abstract = {" in result.stdout
    assert "  url = {" not in result.stdout
    only = run("export", "--query", "hopfield", "--fields", "doi", "--venues", "short")
    assert re.findall(r"^  (\w+) = ", only.stdout, re.MULTILINE) == [
        "title",
        "author",
        "booktitle",
        "year",
    ]


USES = {
    (): "say what to export: --bookmarks, --query, ...",
    ("--all", "--bookmarks"): "choose one of --bookmarks, --query, --venue, --all",
    ("--all", "--query", "x"): "choose one of --bookmarks, --query, --venue, --all",
    ("--all", "--append", "--force"): "--append adds to a file, --force replaces it",
    ("--all", "--append"): "--append and --force need a file: -o FILE",
}


@pytest.mark.parametrize(("arguments", "reason"), USES.items())
def test_wrong_use_is_told(arguments: tuple[str, ...], reason: str) -> None:
    result = run("export", *arguments)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"Error: {reason}"


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    told = {
        ("--venue", "icml1999"): "Error: there is no venue icml1999; "
        "`paperstui venues` lists what there is\n",
        ("--bookmarks",): "paperstui: there is nothing to export\n",
        ("--query", "zzzz"): "paperstui: there is nothing to export\n",
        ("--all", "--format", "reference", "--style", "no.csl"): "Error: no.csl: "
        "cannot be read: No such file or directory\n",
        ("--all", "-o", f"{tmp_path}/a.docx"): f"Error: {tmp_path}/a.docx: its ending "
        "tells no format; give one by --format\n",
        ("--all", "--fields", "isbn"): "Error: isbn is no field; there are: volume, "
        "number, series, pages, publisher, editor, address, month, doi, eprint, url, "
        "pdf, abstract, keywords, note\n",
        (
            "--all",
            "-o",
            f"{tmp_path}/no/a.bib",
        ): f"Error: {tmp_path}/no/a.bib: there is "
        f"no folder {tmp_path}/no; make it first\n",
    }
    for arguments, reason in told.items():
        result = run("export", *arguments)
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", reason)


def test_what_was_exported_can_be_bookmarked_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = bookmark(3, 1, 7)
    page = tmp_path / "share.html"
    run("export", "--bookmarks", "-o", str(page))
    monkeypatch.setenv("PAPERSTUI_HOME", str(tmp_path / "elsewhere"))
    result = run("bookmark", str(page), "--tag", "shared")
    assert (result.exit_code, result.stdout) == (0, "3 papers bookmarked\n")
    again = run("export", "--bookmarks", "--format", "jsonl")
    records = [json.loads(line) for line in again.stdout.splitlines()]
    assert [each["id"] for each in records] == [paper.id for paper in reversed(papers)]
    assert [each["bookmark"] for each in records] == [{"tags": ["shared"]}] * 3


def test_tags_and_notes_of_csl_json_come_along(tmp_path: Path) -> None:
    (paper,) = bookmark(3)
    path = tmp_path / "a.json"
    run("bookmark", paper.id, "--tag", "to read")
    run("export", "--bookmarks", "-o", str(path))
    items = json.loads(path.read_text())
    assert items[0]["custom"]["bookmark"] == {"tags": ["to read"]}
    items[0]["custom"]["bookmark"] = {"tags": ["a", "b"], "note": "mine"}
    path.write_text(json.dumps(items))
    assert run("bookmark", str(path)).stdout == (
        "0 papers bookmarked, 1 had been before\n"
    )
    found = json.loads(run("search", "tag:b note:mine", "--format", "json").stdout)
    assert [each["id"] for each in found] == [paper.id]


def test_ids_keys_and_addresses_are_bookmarked(tmp_path: Path) -> None:
    names = tmp_path / "ids.txt"
    names.write_text(f"{HOPFIELD}  # a key\n\nopenreview:vjkq5fwsj3\nnot-there\n")
    result = run(
        "bookmark",
        str(names),
        "https://arxiv.org/abs/2401.05932v2",
        "nothing",
        "~nosuch/x",
        "x" * 300,
        "caf\udce9",
        HOPFIELD,
        "http://proceedings.mlr.press/v235/tan24e/tan24e.pdf",
    )
    assert result.exit_code == 1
    assert result.stdout == "4 papers bookmarked\n"
    assert result.stderr == (
        "paperstui: ids.txt:4: there is no paper not-there\n"
        "paperstui: nothing: there is no such file, key or id\n"
        "paperstui: ~nosuch/x: there is no such file, key or id\n"
        f"paperstui: {'x' * 300}: there is no such file, key or id\n"
        "paperstui: caf\\udce9: there is no such file, key or id\n"
    )
    again = run("bookmark", "-", stdin=f"{HOPFIELD}\n")
    assert again.stdout == "0 papers bookmarked, 1 had been before\n"


def test_a_bib_file_is_bookmarked_with_what_no_list_has(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    run("export", "--query", "hopfield", "-o", str(path))
    with path.open("a") as file:
        file.write(
            "@article{own2020, title = {Own Work}, author = {Own, O.}, year = 2020,\n"
            "  journal = {Journal of Own}, keywords = {energy, memory}}\n"
        )
    result = run("bookmark", str(path), "--keywords")
    assert result.stdout == "2 papers bookmarked; 1 is in no list of yours\n"
    found = json.loads(run("search", "tag:energy", "--format", "json").stdout)
    assert [each["title"] for each in found] == ["Own Work"]


def test_what_is_piped_may_be_papers_and_need_not_be_utf_8() -> None:
    bookmark(3, 1)
    pages = run("export", "--bookmarks", "--format", "jsonl").stdout
    again = run("bookmark", "-", stdin=pages)
    told = "0 papers bookmarked, 2 had been before\n"
    assert (again.exit_code, again.stdout, again.stderr) == (0, told, "")
    found = run("bookmark", "-", stdin=f"\ufeff{HOPFIELD}\r\n".encode())
    assert (found.exit_code, found.stdout) == (0, "1 paper bookmarked\n")
    odd = run("bookmark", "-", stdin=b"caf\xe9\n\x1b]0;owned\x07\n" + b"x" * 2000)
    assert (odd.exit_code, odd.stdout) == (1, "0 papers bookmarked\n")
    assert odd.stderr == (
        "paperstui: stdin:1: there is no paper café\n"
        "paperstui: stdin:2: there is no paper \n"
        f"paperstui: stdin:3: there is no paper {'x' * 80}…\n"
    )
    empty = run("bookmark", "-", stdin="")
    assert (empty.exit_code, empty.stderr) == (1, "paperstui: stdin: is empty\n")


def test_one_odd_line_makes_no_abstracts_of_a_list_of_ids(tmp_path: Path) -> None:
    names = tmp_path / "ids.txt"
    names.write_text(f"{HOPFIELD}\ntwo words\nvjkq5fwsj3\n")
    result = run("bookmark", str(names))
    assert (result.exit_code, result.stdout) == (1, "2 papers bookmarked\n")
    assert result.stderr == "paperstui: ids.txt:2: there is no paper two words\n"


def test_a_picture_is_no_list_of_papers(tmp_path: Path) -> None:
    path = tmp_path / "plot.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\x80" + b"\xa7q " * 300)
    result = run("bookmark", str(path))
    assert (result.exit_code, result.stdout) == (1, "0 papers bookmarked\n")
    assert result.stderr.startswith(
        "paperstui: plot.png: is in no format that is known here; "
        "`paperstui add --format` names one: html, "
    )


def test_what_is_mended_in_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    entry = "@misc{%s, title={%s title here}, author={A, B}, year={2020}}\n"
    whole = entry % ("a", "First")
    cut = "@misc{b, title={Second {title, author={C, D}, year=2021}\n"
    path.write_bytes((whole + cut + entry % ("c", "Café")).encode("latin-1"))
    result = run("bookmark", str(path))
    assert result.exit_code == 0
    assert result.stdout == "3 papers bookmarked; 3 are in no list of yours\n"
    assert result.stderr == (
        "paperstui: refs.bib: is not UTF-8 (line 3); read as Windows-1252\n"
        "paperstui: refs.bib:2: record 2: is not closed; its fields were read line by "
        "line\n"
    )


@pytest.mark.parametrize("kind", ["plain", "gz", "gz of another time", "zip"])
def test_tags_and_notes_come_along_from_packed_files_and_twice(
    tmp_path: Path, kind: str
) -> None:
    first = {"id": "hash:1", "title": "Own", "venue": {"name": "X"}, "key": "own"}
    records = [
        {**first, "bookmark": {"tags": ["a"], "note": "mine"}},
        {**first, "bookmark": {"tags": ["b"], "note": "other"}},
    ]
    data = "".join(f"{json.dumps(record)}\n" for record in records).encode()
    path = tmp_path / f"shared.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("shared.jsonl", data)
    elif kind == "plain":
        path.write_bytes(data)
    else:
        # With this time there is no white space in it: it looks like one word.
        mtime = 1_700_000_035 if kind == "gz of another time" else 1
        path.write_bytes(gzip.compress(data, mtime=mtime))
    assert run("bookmark", str(path)).exit_code == 0
    (line,) = run("export", "--bookmarks", "--format", "jsonl").stdout.splitlines()
    assert json.loads(line)["bookmark"] == {"tags": ["a", "b"], "note": "mine"}


def test_a_damaged_file_in_an_archive_costs_no_tags_of_others(tmp_path: Path) -> None:
    record = {"id": "hash:1", "title": "Own", "venue": {"name": "X"}, "key": "own"}
    record["bookmark"] = {"tags": ["a"], "note": "mine"}
    path = tmp_path / "shared.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("other.jsonl", "spoiled\n")
        archive.writestr("shared.jsonl", f"{json.dumps(record)}\n")
    path.write_bytes(path.read_bytes().replace(b"spoiled", b"SPOILED"))
    result = run("bookmark", str(path))
    assert "other.jsonl cannot be unpacked" in result.stderr
    (line,) = run("export", "--bookmarks", "--format", "jsonl").stdout.splitlines()
    assert json.loads(line)["bookmark"] == {"tags": ["a"], "note": "mine"}


def test_tags_are_those_that_can_be_taken_away_again() -> None:
    tags = ("to  read", "", " ", "a\nb\x1b[31m")
    run("bookmark", HOPFIELD, *(f"--tag={tag}" for tag in tags))
    (line,) = run("export", "--bookmarks", "--format", "jsonl").stdout.splitlines()
    assert json.loads(line)["bookmark"] == {"tags": ["to read", "a b"]}
