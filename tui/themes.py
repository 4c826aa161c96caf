"""The two themes of paperstui; Textual's own can be chosen in the palette."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="paperstui-dark",
    primary="#7aa2f7",
    secondary="#7dcfff",
    accent="#e0af68",
    warning="#e0af68",
    error="#f7768e",
    success="#9ece6a",
    foreground="#d5d9e8",
    background="#16171f",
    surface="#16171f",
    panel="#262a3a",
    dark=True,
    variables={
        "muted": "#8f98b8",
        "cursor": "#2b3450",
        "match": "#ffd787",
        "border": "#3b4261",
    },
)

LIGHT = Theme(
    name="paperstui-light",
    primary="#2e5aac",
    secondary="#0b7285",
    accent="#9a5b00",
    warning="#9a5b00",
    error="#b3261e",
    success="#2b7a3d",
    foreground="#23262f",
    background="#fafaf7",
    surface="#fafaf7",
    panel="#e8e8e2",
    dark=False,
    variables={
        "muted": "#5c6370",
        "cursor": "#dde6f7",
        "match": "#9a3d00",
        "border": "#c4c6c0",
    },
)

DEFAULT = DARK.name
