"""THE key table: bindings, footer, help, palette and README all come from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.binding import Binding


class Context(StrEnum):
    """Where a key works; the value heads its section in the help."""

    ANYWHERE = "Anywhere but the search box"
    SEARCH = "Search box"
    COMPLETIONS = "Completions in the search box"
    SIDEBAR = "Venues"
    RESULTS = "Papers"
    READER = "Abstract"
    PICKING = "Choosing papers by `paperstui pick`"
    TRIAGE = "Triage"
    TRENDS = "Trends"
    COVERAGE = "Coverage"
    AUTHOR = "Author"
    TABLE = "Lists of trends and authors"


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the table."""

    id: str
    """Name by which the config file can give it other keys."""
    keys: str
    """Textual key names, separated by commas."""
    action: str
    help: str
    """What it does, for the help screen, the palette and the README."""
    context: Context = Context.ANYWHERE
    label: str = ""
    """One or two words for the footer; empty keeps it out of there."""
    shown: str = ""
    """The keys as a person reads them, where Textual's names do not do."""
    palette: bool = False
    """Whether the command palette offers it."""
    at_once: bool = False
    """Whether it works before keys that were typed ahead, since it moves the focus."""

    @property
    def display(self) -> str:
        """The keys as a person reads them: "j ↓"."""
        return self.shown or self.keys.replace(",", " ")


_SEARCH, _COMPLETIONS = Context.SEARCH, Context.COMPLETIONS
_SIDEBAR = Context.SIDEBAR
_RESULTS, _READER = Context.RESULTS, Context.READER
_PICKING = Context.PICKING
_TRIAGE = Context.TRIAGE
_TRENDS, _COVERAGE = Context.TRENDS, Context.COVERAGE
_AUTHOR, _TABLE = Context.AUTHOR, Context.TABLE
OWN_SCREENS = (_TRIAGE, _TRENDS, _COVERAGE, _AUTHOR, _TABLE)
"""Contexts of screens where the keys that work anywhere do not."""

KEYS = (
    Key(
        "help",
        "question_mark",
        "help",
        "Show the keys",
        label="Keys",
        shown="?",
        palette=True,
    ),
    Key(
        "search",
        "slash",
        "search",
        "Search",
        label="Search",
        shown="/",
        palette=True,
        at_once=True,
    ),
    Key(
        "bookmark",
        "b",
        "bookmark",
        "Bookmark the paper or the marked ones; where all are, take that away",
        label="Bookmark",
        palette=True,
    ),
    Key(
        "tag",
        "number_sign",
        "tag",
        "Tag the paper or the marked ones, or take tags away",
        shown="#",
        palette=True,
    ),
    Key(
        "note",
        "N",
        "note",
        "Write a note on the paper or the marked ones, or take it away",
        palette=True,
    ),
    Key(
        "triage",
        "t",
        "triage",
        "Walk through the papers listed, one by one: keep, maybe, skip",
        label="Triage",
        palette=True,
        at_once=True,
    ),
    Key(
        "keep",
        "plus",
        "decide('keep')",
        "Keep the paper or the marked ones, which bookmarks them; or no longer",
        shown="+",
        palette=True,
    ),
    Key(
        "maybe",
        "equals_sign",
        "decide('maybe')",
        "Leave them as maybe, or no longer",
        shown="=",
        palette=True,
    ),
    Key(
        "skip",
        "minus",
        "decide('skip')",
        "Skip them, or no longer",
        shown="-",
        palette=True,
    ),
    Key("undo", "u", "undo", "Undo what was done last", palette=True),
    Key("redo", "ctrl+r", "redo", "Do again what was undone", palette=True),
    Key(
        "bookmarks",
        "B",
        "bookmarks",
        "Show the bookmarks, or all papers again",
        palette=True,
        at_once=True,
    ),
    Key(
        "group",
        "c",
        "group_bookmarks",
        "Group the bookmarks in the sidebar: by tag, by venue, by date, not at all",
        palette=True,
    ),
    Key(
        "refused",
        "R",
        "refused",
        "Show or hide papers that their venues refused",
        palette=True,
    ),
    Key(
        "hide-seen",
        "H",
        "hide('seen')",
        "Hide papers that were seen, or show them",
        palette=True,
    ),
    Key(
        "hide-skipped",
        "S",
        "hide('skipped')",
        "Hide papers that were skipped, or show them",
        palette=True,
    ),
    Key(
        "sort",
        "s",
        "sort",
        "Choose the order of the papers",
        label="Sort",
        palette=True,
    ),
    Key(
        "similar",
        "tilde",
        "similar",
        "List the papers most like this one, from all venues and years",
        shown="~",
        palette=True,
        at_once=True,
    ),
    Key(
        "similar-text",
        "grave_accent",
        "similar_text",
        "List the papers most like a text that you paste",
        shown="`",
        palette=True,
    ),
    Key(
        "save",
        "ctrl+s",
        "save",
        "Save the search under a name; the sidebar lists it",
        palette=True,
    ),
    Key(
        "copy",
        "y",
        "copy('bibtex')",
        "Copy the citation as BibTeX",
        label="Cite",
        palette=True,
    ),
    Key(
        "copy-menu",
        "Y",
        "copy_menu",
        "Copy in another form: key, \\cite, reference, link, title, abstract",
        palette=True,
    ),
    Key(
        "export",
        "e",
        "export",
        "Export papers to a file: BibTeX, RIS, CSV, HTML, ...",
        palette=True,
    ),
    Key(
        "copy-selection",
        "ctrl+c,super+c",
        "copy_text",
        "Copy the text that the mouse selected",
        shown="ctrl+c",
    ),
    Key(
        "add",
        "a",
        "add",
        "Add papers: a file, a folder, an address, a conference",
        label="Add",
        palette=True,
    ),
    Key("page", "o", "open('url')", "Open the page of the paper", palette=True),
    Key("pdf", "p", "open('pdf')", "Open the PDF of the paper", palette=True),
    Key(
        "source",
        "r",
        "source",
        "Show the abstract's LaTeX source, or the readable text again",
        palette=True,
    ),
    Key(
        "next-match",
        "n",
        "match(1)",
        "Go to the next match in the paper",
        palette=True,
    ),
    Key(
        "previous-match",
        "P",
        "match(-1)",
        "Go to the match before",
        palette=True,
    ),
    Key(
        "trends",
        "T",
        "trends",
        "Compare venues and years: the topic, terms, authors, what was read",
        palette=True,
    ),
    Key(
        "authors",
        "at",
        "authors",
        "See the authors of the paper, and what else they wrote",
        shown="@",
        palette=True,
    ),
    Key(
        "sidebar",
        "1",
        "pane('sidebar')",
        "Go to the venues",
        palette=True,
        at_once=True,
    ),
    Key(
        "results",
        "2",
        "pane('results')",
        "Go to the papers",
        palette=True,
        at_once=True,
    ),
    Key(
        "reader",
        "3",
        "pane('reader')",
        "Go to the abstract",
        palette=True,
        at_once=True,
    ),
    Key(
        "next-pane",
        "tab,l,right",
        "next_pane(1)",
        "Go to the next pane",
        shown="tab l →",
        at_once=True,
    ),
    Key(
        "previous-pane",
        "shift+tab,h,left",
        "next_pane(-1)",
        "Go to the pane before",
        shown="shift+tab h ←",
        at_once=True,
    ),
    Key(
        "narrower",
        "less_than_sign",
        "resize_pane(-1)",
        "Make the pane narrower",
        shown="<",
        palette=True,
    ),
    Key(
        "wider",
        "greater_than_sign",
        "resize_pane(1)",
        "Make the pane wider",
        shown=">",
        palette=True,
    ),
    Key(
        "back",
        "escape",
        "back",
        "Go one level back: abstract, range, search, venue, similar papers; then marks",
        shown="esc",
        at_once=True,
    ),
    Key(
        "theme",
        "ctrl+t",
        "app.switch_theme",
        "Switch between dark and light",
        palette=True,
    ),
    Key("palette", "ctrl+p", "app.command_palette", "Find a command by its name"),
    Key("quit", "q", "app.quit", "Quit", label="Quit", palette=True),
    Key(
        "search-done",
        "enter",
        "submit",
        "Go to the papers found; where there are none, take what was meant",
        _SEARCH,
        label="Papers",
        at_once=True,
    ),
    Key(
        "search-complete",
        "tab",
        "complete",
        "Complete the word before the cursor, or go to the papers",
        _SEARCH,
        label="Complete",
        at_once=True,
    ),
    Key(
        "search-earlier",
        "up",
        "earlier",
        "Earlier query",
        _SEARCH,
        label="Earlier",
        shown="↑",
        at_once=True,
    ),
    Key(
        "search-later",
        "down",
        "later",
        "Later query; from the newest go to the papers",
        _SEARCH,
        shown="↓",
        at_once=True,
    ),
    Key(
        "search-leave",
        "escape",
        "leave",
        "Leave the box and keep the search",
        _SEARCH,
        label="Leave",
        shown="esc",
        at_once=True,
    ),
    Key(
        "search-save",
        "ctrl+s",
        "save",
        "Save the search under a name",
        _SEARCH,
    ),
    Key(
        "language",
        "f1",
        "language",
        "Explain what can be typed, with examples to run",
        _SEARCH,
        palette=True,
        at_once=True,
    ),
    Key(
        "language-empty",
        "question_mark",
        "language(True)",
        "The same, in the empty box",
        _SEARCH,
        label="Help",
        shown="?",
        at_once=True,
    ),
    Key(
        "completion-next",
        "tab,down",
        "step_completion(1)",
        "Next completion",
        _COMPLETIONS,
        label="Next",
        shown="tab ↓",
        at_once=True,
    ),
    Key(
        "completion-previous",
        "shift+tab,up",
        "step_completion(-1)",
        "Completion before",
        _COMPLETIONS,
        shown="shift+tab ↑",
        at_once=True,
    ),
    Key(
        "completion-take",
        "enter",
        "take_completion",
        "Put the completion into the query",
        _COMPLETIONS,
        label="Take",
        at_once=True,
    ),
    Key(
        "completion-close",
        "escape",
        "close_completions",
        "Close the completions",
        _COMPLETIONS,
        label="Close",
        shown="esc",
        at_once=True,
    ),
    Key("venue-down", "j,down", "move(1)", "Next venue", _SIDEBAR, shown="j ↓"),
    Key("venue-up", "k,up", "move(-1)", "Venue before", _SIDEBAR, shown="k ↑"),
    Key(
        "venue-fold",
        "space",
        "fold",
        "Open or close a conference, or the groups of the bookmarks",
        _SIDEBAR,
    ),
    Key(
        "venue-filter",
        "f",
        "filter",
        "Only venues whose names hold what is typed; esc ends it",
        _SIDEBAR,
        label="Filter",
    ),
    Key("venue-first", "g,home", "move_to(0)", "First venue", _SIDEBAR),
    Key("venue-last", "G,end", "move_to(-1)", "Last venue", _SIDEBAR),
    Key(
        "venue-enter",
        "enter",
        "enter",
        "Go to the papers of the venue",
        _SIDEBAR,
        label="Papers",
    ),
    Key(
        "venue-remove",
        "d,delete",
        "screen.remove_search",
        "Remove the saved search",
        _SIDEBAR,
        shown="d delete",
    ),
    Key("paper-down", "j,down", "move(1)", "Next paper", _RESULTS, shown="j ↓"),
    Key("paper-up", "k,up", "move(-1)", "Paper before", _RESULTS, shown="k ↑"),
    Key("paper-half-down", "ctrl+d", "move_pages(0.5)", "Half a page down", _RESULTS),
    Key("paper-half-up", "ctrl+u", "move_pages(-0.5)", "Half a page up", _RESULTS),
    Key("paper-page-down", "pagedown", "move_pages(1)", "A page down", _RESULTS),
    Key("paper-page-up", "pageup", "move_pages(-1)", "A page up", _RESULTS),
    Key("paper-first", "g,home", "move_to(0)", "First paper", _RESULTS),
    Key("paper-last", "G,end", "move_to(-1)", "Last paper", _RESULTS),
    Key(
        "paper-read",
        "enter",
        "enter",
        "Read the abstract",
        _RESULTS,
        label="Read",
    ),
    Key(
        "facets",
        "f",
        "screen.facets",
        "Narrow by year, status, venue, and what papers have",
        _RESULTS,
        label="Narrow",
        palette=True,
    ),
    Key(
        "mark",
        "space",
        "screen.mark",
        "Mark the paper, or take its mark, and go to the next; mark the range",
        _RESULTS,
        label="Mark",
    ),
    Key(
        "mark-range",
        "v",
        "screen.mark_range",
        "Begin a range that the cursor extends; mark it, or unmark it where all is",
        _RESULTS,
    ),
    Key(
        "mark-all",
        "asterisk",
        "screen.mark_all",
        "Mark all papers listed, or unmark them where all are marked",
        _RESULTS,
        shown="*",
        palette=True,
    ),
    Key(
        "see-above",
        "A",
        "screen.see_above",
        "Mark all papers above as seen",
        _RESULTS,
        palette=True,
    ),
    Key("read-down", "j,down", "move(1)", "A line down", _READER, shown="j ↓"),
    Key("read-up", "k,up", "move(-1)", "A line up", _READER, shown="k ↑"),
    Key("read-half-down", "ctrl+d", "move_pages(0.5)", "Half a page down", _READER),
    Key("read-half-up", "ctrl+u", "move_pages(-0.5)", "Half a page up", _READER),
    Key(
        "read-page-down",
        "space,pagedown",
        "move_pages(1)",
        "A page down",
        _READER,
    ),
    Key("read-page-up", "pageup", "move_pages(-1)", "A page up", _READER),
    Key("read-top", "g,home", "move_to(0)", "To the top", _READER),
    Key("read-bottom", "G,end", "move_to(-1)", "To the bottom", _READER),
    Key(
        "read-next",
        "J",
        "step(1)",
        "Read the next paper",
        _READER,
        label="Next",
    ),
    Key("read-previous", "K", "step(-1)", "Read the paper before", _READER),
    Key(
        "read-authors",
        "enter",
        "screen.authors",
        "See the authors of the paper",
        _READER,
        label="Authors",
    ),
    Key(
        "pick-take",
        "enter",
        "take",
        "Take the paper: from the papers, the abstract or the search box",
        _PICKING,
        label="Take",
        at_once=True,
    ),
    Key(
        "pick-leave",
        "escape",
        "leave_empty",
        "Leave without a paper; from the abstract go back to the papers",
        _PICKING,
        label="Leave",
        shown="esc",
        at_once=True,
    ),
    Key(
        "pick-quit",
        "ctrl+c",
        "quit_empty",
        "Leave without a paper",
        _PICKING,
        at_once=True,
    ),
    Key("triage-keep", "y", "decide('keep')", "Keep it", _TRIAGE, label="Keep"),
    Key("triage-maybe", "m", "decide('maybe')", "Maybe", _TRIAGE, label="Maybe"),
    Key("triage-skip", "n", "decide('skip')", "Skip it", _TRIAGE, label="Skip"),
    Key(
        "triage-scroll",
        "space,pagedown,ctrl+d",
        "read_on(1)",
        "Read on where the abstract is long",
        _TRIAGE,
        shown="space",
    ),
    Key(
        "triage-scroll-back",
        "pageup,ctrl+u",
        "read_on(-1)",
        "Read back",
        _TRIAGE,
    ),
    Key("triage-down", "j,down", "scroll(1)", "A line down", _TRIAGE, shown="j ↓"),
    Key("triage-up", "k,up", "scroll(-1)", "A line up", _TRIAGE, shown="k ↑"),
    Key("triage-back", "p", "go_back", "The paper before", _TRIAGE, label="Back"),
    Key(
        "triage-later",
        "l,right",
        "go_on",
        "The next paper, with this one left open",
        _TRIAGE,
        label="Later",
        shown="l →",
    ),
    Key("triage-undo", "u", "undo", "Undo what was done last", _TRIAGE, label="Undo"),
    Key("triage-redo", "ctrl+r", "redo", "Do again what was undone", _TRIAGE),
    Key("triage-links", "enter", "links", "Open a link", _TRIAGE, label="Links"),
    Key(
        "triage-order",
        "s",
        "order",
        "In which order papers come: listed, shuffled, most likely first",
        _TRIAGE,
        label="Order",
    ),
    Key("triage-tag", "number_sign", "tag", "Tag it", _TRIAGE, shown="#"),
    Key("triage-note", "N", "note", "Write a note on it", _TRIAGE),
    Key("triage-bookmark", "b", "bookmark", "Bookmark it, or no longer", _TRIAGE),
    Key("triage-copy", "Y", "copy_menu", "Copy its citation", _TRIAGE),
    Key(
        "triage-leave",
        "escape,q",
        "leave",
        "Back to the list; triage goes on here the next time",
        _TRIAGE,
        label="List",
        shown="esc q",
    ),
    Key("trends-topic", "1", "view('topic')", "The query by year and venue", _TRENDS),
    Key(
        "trends-terms",
        "2",
        "view('terms')",
        "Terms that are new, grow or fade from one year of a venue to another",
        _TRENDS,
    ),
    Key(
        "trends-people",
        "3",
        "view('people')",
        "Authors who come again, are new or are gone",
        _TRENDS,
    ),
    Key(
        "trends-coverage",
        "4",
        "view('coverage')",
        "What was seen and kept of each venue and year",
        _TRENDS,
    ),
    Key(
        "trends-next", "tab", "next_view(1)", "The next of these", _TRENDS, label="View"
    ),
    Key(
        "trends-previous",
        "shift+tab",
        "next_view(-1)",
        "The one before",
        _TRENDS,
    ),
    Key(
        "trends-switch",
        "s",
        "switch",
        "Bars of papers or of shares; the next group of terms or authors",
        _TRENDS,
        label="Switch",
    ),
    Key(
        "trends-venue",
        "v",
        "venue",
        "Choose the conference whose years are compared",
        _TRENDS,
        label="Venue",
    ),
    Key(
        "trends-later",
        "l,right",
        "compare_with(1)",
        "Compare with a later year",
        _TRENDS,
        label="Later",
        shown="l →",
    ),
    Key(
        "trends-earlier",
        "h,left",
        "compare_with(-1)",
        "Compare with an earlier year",
        _TRENDS,
        label="Earlier",
        shown="h ←",
    ),
    Key(
        "trends-from-later",
        "L,shift+right",
        "compare_from(1)",
        "Begin the comparison at a later year",
        _TRENDS,
        shown="L shift+→",
    ),
    Key(
        "trends-from-earlier",
        "H,shift+left",
        "compare_from(-1)",
        "Begin the comparison at an earlier year",
        _TRENDS,
        shown="H shift+←",
    ),
    Key(
        "trends-back",
        "escape,q",
        "leave",
        "Back to the papers",
        _TRENDS,
        label="Back",
        shown="esc q",
    ),
    Key(
        "coverage-right",
        "l,right",
        "move_column(1)",
        "A year to the right",
        _COVERAGE,
        label="Right",
        shown="l →",
    ),
    Key(
        "coverage-left",
        "h,left",
        "move_column(-1)",
        "A year to the left",
        _COVERAGE,
        label="Left",
        shown="h ←",
    ),
    Key(
        "author-next",
        "tab",
        "next_pane(1)",
        "Go to the co-authors, to years and venues, to the papers",
        _AUTHOR,
        label="Next",
    ),
    Key("author-previous", "shift+tab", "next_pane(-1)", "The same back", _AUTHOR),
    Key(
        "author-search",
        "slash",
        "search_all",
        "List the papers of the author in the main list",
        _AUTHOR,
        label="List",
        shown="/",
    ),
    Key(
        "author-back",
        "escape",
        "back",
        "Back to the author before, else to where one came from",
        _AUTHOR,
        label="Back",
        shown="esc",
    ),
    Key("author-leave", "q", "leave", "Back to where one came from", _AUTHOR),
    Key("table-down", "j,down", "move(1)", "Next line", _TABLE, shown="j ↓"),
    Key("table-up", "k,up", "move(-1)", "Line before", _TABLE, shown="k ↑"),
    Key(
        "table-half-down",
        "ctrl+d,pagedown",
        "move_pages(0.5)",
        "Half a page down",
        _TABLE,
    ),
    Key(
        "table-half-up",
        "ctrl+u,pageup",
        "move_pages(-0.5)",
        "Half a page up",
        _TABLE,
    ),
    Key("table-first", "g,home", "move_to(0)", "First line", _TABLE),
    Key("table-last", "G,end", "move_to(-1)", "Last line", _TABLE),
    Key(
        "table-enter",
        "enter",
        "enter",
        "List the papers of the line, or see its author",
        _TABLE,
        label="Open",
    ),
)
"""Every key, in the order of help and footer."""


_NAMES = {
    context: frozenset(
        key.action.partition("(")[0] for key in KEYS if key.context is context
    )
    for context in Context
}
MOVES = frozenset(
    key.action.partition("(")[0]
    for key in KEYS
    if key.at_once and key.context is Context.ANYWHERE
)
"""Actions that move the focus from anywhere but the search box."""


def actions(context: Context) -> frozenset[str]:
    """Names of the actions of one context."""
    return _NAMES[context]


def bindings(context: Context) -> list[Binding]:
    """The Textual bindings of one context."""
    # The commands that print know the table, too, and do without the interface.
    from textual.binding import Binding

    return [
        Binding(
            key.keys,
            key.action,
            key.label or key.help,
            show=bool(key.label),
            key_display=key.display.split()[0] if key.shown else None,
            priority=key.at_once,
            id=key.id,
        )
        for key in KEYS
        if key.context is context
    ]
