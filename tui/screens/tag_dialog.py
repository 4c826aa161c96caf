"""The dialog that gives tags to papers and takes them away."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from paperstui.tui.formatting import READ, readable
from paperstui.tui.screens.dialog import Dialog
from paperstui.tui.widgets.search_bar import QueryInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult

_MOST = 200
"""Tags that are offered."""
_PIECE = re.compile(r'(-?)#?(?:"([^"]*)"?|([^\s,"]+))')
_ODD = re.compile(r"[\s,]|^[-#]")


@dataclass(frozen=True, slots=True)
class TagChange:
    """What is to become of the tags of some papers; no tag is in both."""

    added: tuple[str, ...]
    removed: tuple[str, ...]


def read_tags(typed: str, known: Mapping[str, str]) -> TagChange:
    """What a line of tags says: `rl, "to read" -vision`.

    `known` gives tags in use by their lower case: what is typed becomes these. Of what
    is said of one tag twice, the last counts.
    """
    found: dict[str, tuple[str, bool]] = {}
    for minus, quoted, plain in _PIECE.findall(typed):
        tag = " ".join((quoted or plain).split())
        if tag and (quoted or tag.strip("-#")):
            found[tag.casefold()] = known.get(tag.casefold(), tag), not minus
    return TagChange(
        tuple(tag for tag, added in found.values() if added),
        tuple(tag for tag, added in found.values() if not added),
    )


class TagDialog(Dialog[TagChange]):
    """Answers with the tags that come and go."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, as the box takes its letters the moment they come, too; and
        # without it for one that was typed before the dialog was open.
        Binding("enter", "submit", "Save", priority=True),
        Binding("enter", "submit", show=False),
        Binding("tab", "complete", "Complete", priority=True),
        Binding("down", "choose(1)", show=False, priority=True),
        Binding("up", "choose(-1)", show=False, priority=True),
    ]

    box = getters.query_one(QueryInput)
    menu = getters.query_one(OptionList)

    def __init__(
        self, papers: int, counts: Mapping[str, int], having: Mapping[str, int]
    ) -> None:
        """Take how many papers are tagged, and what tags there are.

        `counts` are of all bookmarks, the most frequent tag first; `having` tells how
        many of the papers have a tag, by its lower case.
        """
        super().__init__()
        self._papers = papers
        self._counts = counts
        self._having = having
        self._known = {tag.casefold(): tag for tag in counts}
        self._offered: list[str] = []

    def compose(self) -> ComposeResult:
        """A line to type in, the tags in use, and what saving would do."""
        with Vertical(classes="window") as window:
            one = self._papers == 1
            papers = "the paper" if one else f"{self._papers:,} papers"
            window.border_title = f"Tag {papers}"
            window.border_subtitle = "enter saves · tab completes · esc cancels"
            yield QueryInput(placeholder="tags, or -tag to take one away", compact=True)
            yield OptionList()
            yield Static(id="effect", markup=False)

    def on_mount(self) -> None:
        """Offer what is in use, and take keys, at once."""
        # `AUTO_FOCUS` comes too late for keys that were typed ahead.
        self.set_focus(self.box)
        self._show("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._show(event.value)

    def action_submit(self) -> None:
        """Answer, where something was typed."""
        change = read_tags(self.box.value, self._known)
        self.dismiss(change if change.added or change.removed else None)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._complete(event.option_index)
        self.box.focus()

    def action_complete(self) -> None:
        """Take over the tag that is highlighted, or the first."""
        if self._offered:
            self._complete(self.menu.highlighted or 0)

    def action_choose(self, step: int) -> None:
        """Highlight another tag."""
        if step > 0:
            self.menu.action_cursor_down()
        else:
            self.menu.action_cursor_up()

    def _complete(self, place: int) -> None:
        tag = self._offered[place]
        if _ODD.search(tag):
            tag = f'"{tag}"'
        start, minus, _ = self._begun()
        end = self.box.cursor_position
        self.box.replace(f"{'-' if minus else ''}{tag} ", start, end)

    def _begun(self) -> tuple[int, bool, str]:
        """Where the tag before the cursor begins, whether with `-`, and its letters."""
        before = self.box.value[: self.box.cursor_position]
        quote = before.rfind('"') if before.count('"') % 2 else -1
        start = max(before.rfind(" "), before.rfind(",")) + 1 if quote < 0 else quote
        while quote > 0 and start and before[start - 1] in "-#":
            start -= 1
        piece = before[start:]
        return start, piece.startswith("-"), piece.lstrip('-#"')

    def _show(self, typed: str) -> None:
        change = read_tags(typed, self._known)
        _, minus, begun = self._begun()
        said = {tag.casefold() for tag in (*change.added, *change.removed)}
        said.discard(begun.casefold())
        self._offered = [
            tag
            for name, tag in self._known.items()
            if name.startswith(begun.casefold())
            and name not in said
            and (not minus or self._having.get(name))
            and '"' not in tag
        ][:_MOST]
        width = max(map(cell_len, self._offered), default=0)
        self.menu.clear_options()
        self.menu.add_options(Content(self._line(t, width)) for t in self._offered)
        self.menu.display = bool(self._offered)
        self.query_one("#effect", Static).update(Content(self._effect(change)))

    def _line(self, tag: str, width: int) -> str:
        """A tag with its counts: "✓ rl  12  2 of 3 have it"."""
        having = self._having.get(tag.casefold(), 0)
        share = ""
        if having and self._papers > 1:
            some = f"{having:,} of {self._papers:,}"
            share = f"  {'all' if having == self._papers else some} have it"
        sign = READ if having else " "
        gap = " " * (width - cell_len(tag))
        return f"{sign} {readable(tag)}{gap} {self._counts[tag]:>6,}{share}"

    def _effect(self, change: TagChange) -> str:
        missing = [t for t in change.removed if not self._having.get(t.casefold())]
        parts = []
        if change.added:
            parts.append(f"adds {', '.join(change.added)}")
        if change.removed:
            parts.append(f"takes away {', '.join(change.removed)}")
        if missing:
            who = "the paper lacks" if self._papers == 1 else "all of them lack"
            parts.append(f"! {who} {', '.join(missing)}")
        return (
            " · ".join(parts) or "Commas or spaces separate tags; tag:NAME finds them."
        )
