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

    painted: reactive[bool] = reactive(False)
    """Whether the screen is: which keys work takes as long as to draw its lists."""

    def __init__(self) -> None:
        super().__init__()
        self._keys = Content()

    def on_mount(self) -> None:
        """Follow the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self._keys_changed)
        self.call_after_refresh(setattr, self, "painted", True)

    def render(self) -> Content:
        """Each key with its label; both can be clicked."""
        # Under a dialog Textual would ask that which of the screen's keys work.
        if self.painted and self.app.screen is self.screen:
            self._keys = self._working()
        return self._keys

    def _working(self) -> Content:
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
