"""Adding papers to files that hold some, form by form."""

from __future__ import annotations

import json

import pytest

from paperstui.index.citations.appending import check_format, joined, papers_in
from paperstui.index.citations.cited import DEFAULTS, Cited
from paperstui.index.citations.forms import FORMS, Form, form_named
from paperstui.index.errors import PaperstuiError
from paperstui.index.models import Author, Paper, Venue

FIRST, SECOND = (
    Cited(
        Paper(
            f"test:{n}", title, Venue("ICML", 2024), authors=(Author("Test", "Max"),)
        ),
        key,
        tags=("rl",),
        note="A note",
    )
    for n, (title, key) in enumerate((("One Title", "first1"), ("Two", "second2")))
)
ADDED = [form.id for form in FORMS if form.append is not None]
WITH_KEYS = {"bibtex", "ris", "csl-json", "markdown", "csv", "jsonl", "html"}


def keys_in(form: Form, content: str) -> dict[str, str]:
    return {each.native_key: each.title for each in papers_in(form, content)}


def written(name: str, *papers: Cited) -> str:
    return "".join(form_named(name).write(papers, DEFAULTS))


def test_every_form_of_files_can_be_added_to() -> None:
    assert set(ADDED) == {form.id for form in FORMS if form.ending}
    assert set(ADDED) >= WITH_KEYS


@pytest.mark.parametrize("name", ADDED)
def test_both_are_there_as_if_written_at_once(name: str) -> None:
    form = form_named(name)
    both = joined(form, written(name, FIRST), written(name, SECOND))
    assert both == written(name, FIRST, SECOND)
    assert keys_in(form, both) == {"first1": "One Title", "second2": "Two"}


@pytest.mark.parametrize("name", ADDED)
@pytest.mark.parametrize("old", ["", "\ufeff", "\n \n"])
def test_an_empty_file_takes_all(name: str, old: str) -> None:
    assert joined(form_named(name), old, written(name, FIRST)) == written(name, FIRST)


@pytest.mark.parametrize("name", ADDED)
def test_adding_nothing_changes_nothing(name: str) -> None:
    old = written(name, FIRST)
    assert joined(form_named(name), old, "") == old


@pytest.mark.parametrize("name", ["bibtex", "ris", "jsonl", "csv", "markdown"])
def test_a_missing_line_end_and_those_of_windows_are_kept(name: str) -> None:
    old = written(name, FIRST).rstrip("\n").replace("\n", "\r\n")
    both = joined(form_named(name), old, written(name, SECOND))
    assert both.startswith(old)
    if "\r\n" in old:
        assert both.replace("\n", "\r\n").replace("\r\r", "\r") == both
    assert both.replace("\r\n", "\n") == written(name, FIRST, SECOND)


@pytest.mark.parametrize("name", ["csl-json", "html"])
def test_what_is_there_already_is_not_doubled(name: str) -> None:
    old = written(name, FIRST)
    both = joined(form_named(name), old, written(name, FIRST, SECOND))
    assert both == written(name, FIRST, SECOND)


def test_a_list_in_other_notes_begins_behind_an_empty_line() -> None:
    form, new = form_named("markdown"), written("markdown", SECOND)
    assert joined(form, "# To read\nThis week:\n", new) == (
        f"# To read\nThis week:\n\n{new}"
    )


def test_an_object_of_items_stays_one() -> None:
    form = form_named("csl-json")
    old = {"version": 1, "items": [{"id": "x", "type": "book", "title": "X"}]}
    both = json.loads(joined(form, json.dumps(old), written("csl-json", FIRST)))
    assert both["version"] == 1
    assert [item["id"] for item in both["items"]] == ["x", "first1"]


def test_an_item_may_have_any_id() -> None:
    form = form_named("csl-json")
    old: list[object] = [{"id": ["x"]}, {"id": {"a": 1}}, {"id": None}, {}, "text"]
    both = json.loads(joined(form, json.dumps(old), written("csl-json", FIRST)))
    assert both[:-1] == old
    assert both[-1]["id"] == "first1"


@pytest.mark.parametrize(
    ("name", "old", "reason"),
    [
        ("csv", "title,url\nA,x\n", "its columns are others"),
        ("csl-json", "[{", "it is no JSON"),
        ("csl-json", '{"a": 1}', "it holds no list"),
        ("html", "<html>", "nothing is added"),
        ("title", "A\n", "Title cannot be added to a file"),
    ],
)
def test_what_cannot_be_added_to_is_refused(name: str, old: str, reason: str) -> None:
    with pytest.raises(PaperstuiError, match=reason):
        joined(form_named(name), old, written(name, SECOND))


def test_only_files_of_the_same_format_are_added_to() -> None:
    for old in ADDED:
        text = written(old, FIRST)
        for new in ADDED:
            if old == "markdown" or {old, new} <= {"bibtex", "biblatex"} or old == new:
                check_format(form_named(new), text)
                continue
            with pytest.raises(PaperstuiError, match="it holds"):
                check_format(form_named(new), text)
    notes = f"To read:\n```bibtex\n{written('bibtex', FIRST)}```\n"
    check_format(form_named("markdown"), notes)
    check_format(form_named("bibtex"), "% mine\n")


def test_a_row_behind_an_open_quote_would_be_lost() -> None:
    new = written("csv", SECOND)
    old = written("csv", FIRST).replace("A note", 'A\n""note""')
    assert joined(form_named("csv"), old, new) == old + new.partition("\n")[2]
    open_quote = old.rstrip()[:-1]
    with pytest.raises(PaperstuiError, match="the quote in line 2 is never closed"):
        joined(form_named("csv"), open_quote, new)


def test_a_page_that_is_cut_is_not_added_to() -> None:
    page = written("html", FIRST)
    cut = page[: page.rindex('"venue"')]
    with pytest.raises(PaperstuiError, match="nothing is added"):
        joined(form_named("html"), cut, written("html", SECOND))


def test_files_of_others_are_known_by_their_keys() -> None:
    assert keys_in(form_named("bibtex"), "@misc{a:b, title={A {B}}}") == {"a:b": "A B"}
    ris = "TY  - JOUR\nID  - a1\nTI  - A\nER  - \nTY  - JOUR\nID  - 17\nTI  - B\nER  - "
    assert keys_in(form_named("ris"), ris) == {"a1": "A", "": "B"}
    assert keys_in(form_named("csl-json"), "no json") == {}
    assert keys_in(form_named("title"), "A\n") == {}
