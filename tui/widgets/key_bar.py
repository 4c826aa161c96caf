"""The footer: the keys that work now, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.events import Click
    from textual.screen import Screen


class KeyBar(Widget):
    """One widget for all keys, as it is drawn at start-up and at every focus change."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--label"}

    shown: reactive[bool] = reactive(False)
    """Off until the screen is painted: which keys work takes as long as its lists."""

    def on_mount(self) -> None:
        """Follow the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self._keys_changed)
        self.call_after_refresh(setattr, self, "shown", True)

    def render(self) -> Content:
        """Each key with its label; both can be clicked."""
        if not self.shown:
            return Content()
        key_style = self.get_visual_style("keys--key", partial=True)
        label_style = self.get_visual_style("keys--label", partial=True)
        parts = []
        labels = set()
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show and enabled and binding.description not in labels:
                labels.add(binding.description)
                click = Style.from_meta({"key": binding.key})
                parts.append(
                    Content.assemble(
                        (self.app.get_key_display(binding), key_style + click),
                        " ",
                        (binding.description, label_style + click),
                    )
                )
        return Content("  ").join(parts)

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked."""
        key = event.style.meta.get("key")
        if key:
            self.app.simulate_key(key)

    def _keys_changed(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen:
            self.refresh()
