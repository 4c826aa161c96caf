"""Files of papers: whole or not at all, appended to without doubling."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.citations.forms import FORMS, Form, form_named
from paperstui.index.errors import PaperstuiError
from paperstui.index.export import Existing, Exported, FileThereError, write
from paperstui.index.models import Author, Paper, Venue

ICML = Venue("ICML", 2024)
BIBTEX = form_named("bibtex")
FILE_FORMS = [form for form in FORMS if form.ending]


def cited(number: int, title: str = "Deep Nets", key: str = "") -> Cited:
    paper = Paper(
        f"test:{number}",
        f"{title} {number}",
        ICML,
        authors=(Author("Müller-Test", "Zoë"),),
        abstract="On $x^2$ & more.",
        url=f"https://example.org/{number}",
        native_key=f"theirs-{number}",
    )
    return Cited(paper, key or f"mullertest2024deep{number}", ("rl",), "read it")


def keys_of(path: Path) -> list[str]:
    return re.findall(r"^@\w+\{(.*),$", path.read_text(encoding="utf-8"), re.MULTILINE)


def test_papers_are_written_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    papers = [cited(number) for number in (3, 1, 2)]
    done = write(papers, BIBTEX, DEFAULTS, path)
    assert keys_of(path) == [each.key for each in papers]
    assert list(done.lines()) == [f"Wrote 3 papers to {path}"]
    assert os.listdir(tmp_path) == ["refs.bib"]


def test_a_file_that_is_there_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("% mine\n")
    with pytest.raises(FileThereError) as error:
        write([cited(1)], BIBTEX, DEFAULTS, path)
    assert str(error.value) == (
        f"{path} is there already: --append adds to it, --force replaces it"
    )
    assert path.read_text() == "% mine\n"
    write([cited(1)], BIBTEX, DEFAULTS, path, Existing.REPLACE)
    assert keys_of(path) == [cited(1).key]


@pytest.mark.parametrize("form", FILE_FORMS, ids=lambda form: form.id)
def test_appending_twice_changes_nothing(tmp_path: Path, form: Form) -> None:
    path = tmp_path / f"papers{form.ending}"
    title = "Kreı\u0306n Spaces"  # comes back from BibTeX with a dot
    papers = [cited(1), cited(2, title), cited(3)]
    write(papers[:2], form, DEFAULTS, path)
    done = write(papers[1:], form, DEFAULTS, path, Existing.APPEND)
    assert (done.written, done.present, dict(done.renamed)) == (1, 1, {})
    once = path.read_bytes()
    assert list(done.lines()) == [f"Wrote 1 paper to {path}; 1 was there before"]
    again = write(papers, form, DEFAULTS, path, Existing.APPEND)
    assert (again.written, again.present) == (0, 3)
    assert path.read_bytes() == once
    at_once = tmp_path / f"at-once{form.ending}"
    write(papers, form, DEFAULTS, at_once)
    assert once == at_once.read_bytes()


def test_a_key_of_another_paper_is_not_written_twice(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("@misc{hu2024deep,\n  title = {Something Else}\n}\n")
    ours = cited(1, key="Hu2024deep")
    done = write(
        [ours, cited(2, key="hu2024deepa")], BIBTEX, DEFAULTS, path, Existing.APPEND
    )
    assert keys_of(path) == ["hu2024deep", "Hu2024deepb", "hu2024deepa"]
    assert list(done.lines()) == [
        f"Wrote 2 papers to {path}",
        "Hu2024deep is the key of another paper in refs.bib: wrote Hu2024deepb",
    ]
    again = write([ours], BIBTEX, DEFAULTS, path, Existing.APPEND)
    assert (again.written, again.present) == (0, 1)


def test_a_paper_under_another_key_is_not_written_twice(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(
        "@misc{mine, title = {Deep nets 1}, author = {Zo{\\'e} M{\\\"u}ller-Test}}\n"
        "@misc{doi, title = {Other}, doi = {10.1000/ABC}}\n"
        "@misc{other, title = {Deep Nets 3}, author = {Own, O.}}\n"
    )
    third = cited(4)
    third = replace(third, paper=replace(third.paper, doi="10.1000/abc"))
    papers = [cited(1), third, cited(3)]
    done = write(papers, BIBTEX, DEFAULTS, path, Existing.APPEND)
    assert keys_of(path) == ["mullertest2024deep3"]
    assert list(done.lines()) == [
        f"Wrote 1 paper to {path}; 2 were there before",
        "mullertest2024deep1 is there as mine, its key in refs.bib",
        "mullertest2024deep4 is there as doi, its key in refs.bib",
    ]
    many = Exported(path, 9, 0, {f"a{number}": "b" for number in range(9)})
    assert list(many.lines())[-1] == "4 more have other keys in refs.bib"


def test_what_a_person_wrote_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    mine = (
        b"\xef\xbb\xbf% mine, with a comment\r\n@misc{own,\r\n  title = {Own}\r\n}\r\n"
    )
    path.write_bytes(mine)
    path.chmod(0o640)
    write([cited(1)], BIBTEX, DEFAULTS, path, Existing.APPEND)
    data = path.read_bytes()
    assert data.startswith(mine)
    assert data.count(b"\n") == data.count(b"\r\n")
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_is_appended_to_no_file_makes_one(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    done = write([cited(1)], BIBTEX, DEFAULTS, path, Existing.APPEND)
    assert (done.written, keys_of(path)) == (1, [cited(1).key])


def test_paths_that_cannot_be_are_told(tmp_path: Path) -> None:
    told = {
        tmp_path: f"{tmp_path} is a folder: name a file in it",
        tmp_path / "no" / "a.bib": f"{tmp_path / 'no' / 'a.bib'}: there is no folder "
        f"{tmp_path / 'no'}; make it first",
        Path("~nosuch/a.bib"): "~nosuch/a.bib: there is no folder ~nosuch; "
        "make it first",
        Path("a" * 300): f"{'a' * 300} cannot be written: File name too long; "
        "choose another file",
    }
    for path, reason in told.items():
        with pytest.raises(PaperstuiError) as error:
            write([cited(1)], BIBTEX, DEFAULTS, path)
        assert str(error.value) == reason
    latin = tmp_path / "latin.bib"
    latin.write_bytes("@misc{a, title = {Größe}}".encode("latin-1"))
    with pytest.raises(PaperstuiError) as error:
        write([cited(1)], BIBTEX, DEFAULTS, latin, Existing.APPEND)
    assert str(error.value) == (
        f"{latin} is not UTF-8: convert it, or choose another file"
    )
    assert latin.read_bytes() == "@misc{a, title = {Größe}}".encode("latin-1")


def test_a_file_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("% mine\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(PaperstuiError) as error:
        write([cited(1)], BIBTEX, DEFAULTS, path, Existing.APPEND)
    assert str(error.value) == (
        f"{path} cannot be written: No space left on device; choose another file"
    )
    assert path.read_text() == "% mine\n"
    assert os.listdir(tmp_path) == ["refs.bib"]


@pytest.mark.parametrize("existing", [Existing.APPEND, Existing.REPLACE])
def test_a_read_only_file_is_told_and_kept(
    existing: Existing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("% mine\n")
    path.chmod(0o444)
    # All files are open to the superuser.
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(PaperstuiError) as error:
        write([cited(1)], BIBTEX, DEFAULTS, path, existing)
    assert str(error.value) == f"{path} is read-only; choose another file"
    assert path.read_text() == "% mine\n"


def test_what_another_program_writes_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("% mine\n")

    def progress(done: int) -> None:
        path.write_text("% theirs\n")

    with pytest.raises(PaperstuiError, match="was changed by another program"):
        write([cited(1)], BIBTEX, DEFAULTS, path, Existing.APPEND, progress)
    assert path.read_text() == "% theirs\n"


def test_a_file_of_another_format_is_not_added_to(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    write([cited(1)], BIBTEX, DEFAULTS, path)
    before = path.read_text()
    with pytest.raises(PaperstuiError) as error:
        write([cited(2)], form_named("ris"), DEFAULTS, path, Existing.APPEND)
    assert str(error.value) == (
        f"{path}: it holds bibtex, to which no ris can be added; choose another file "
        "or format"
    )
    assert path.read_text() == before


def test_leaving_half_way_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text("% mine\n")
    seen: list[int] = []

    def progress(done: int) -> None:
        seen.append(done)
        if done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(
            [cited(number) for number in range(1_000)],
            BIBTEX,
            DEFAULTS,
            path,
            Existing.REPLACE,
            progress,
        )
    assert seen[0] == 0
    assert path.read_text() == "% mine\n"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    write([cited(1)], BIBTEX, DEFAULTS, Path(f"/dev/fd/{writing}"))
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        assert pipe.read().startswith("@")


def test_csl_json_stays_one_array(tmp_path: Path) -> None:
    path = tmp_path / "papers.json"
    form = form_named("csl-json")
    write([cited(1)], form, DEFAULTS, path)
    write([cited(2)], form, DEFAULTS, path, Existing.APPEND)
    ids = [item["id"] for item in json.loads(path.read_text(encoding="utf-8"))]
    assert ids == [cited(1).key, cited(2).key]
