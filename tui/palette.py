"""What the command palette offers: rows of the key table, and themes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from paperstui.tui.keys import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_COMMANDS = (
    *((key.help, f"key: {key.display}", key.action) for key in KEYS if key.palette),
    (
        "Search by the other engine",
        "Whoosh or Tantivy, until paperstui is closed",
        "switch_engine",
    ),
)
"""Name, help and action."""


class KeyCommands(Provider):
    """Keys that make sense as commands, and more, found by what they do."""

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for name, help_text, run in self._commands():
            yield DiscoveryHit(name, run, help=help_text)

    async def search(self, query: str) -> Hits:
        """Those that fit what is typed."""
        matcher = self.matcher(query)
        for name, help_text, run in self._commands():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), run, help=help_text)

    def _commands(self) -> Iterator[tuple[str, str, Callable[[], Any]]]:
        for name, help_text, action in _COMMANDS:
            if not self._is_here(action):
                continue

            async def run(action: str = action) -> None:
                await self.screen.run_action(action)

            yield name, help_text, run
        yield "Choose another theme", "all of Textual's", self.app.search_themes

    def _is_here(self, action: str) -> bool:
        """Whether the screen can do it: those over the main one cannot do all."""
        namespace, _, name = action.partition("(")[0].rpartition(".")
        doer = self.app if namespace == "app" else self.screen
        return hasattr(doer, f"action_{name}")
