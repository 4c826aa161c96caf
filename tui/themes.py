"""The themes of paperstui; Textual's own can be chosen in the palette."""

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

SIXTEEN = Theme(
    name="paperstui-16",
    primary="#55ffff",
    secondary="#55ffff",
    accent="#ffff55",
    warning="#ff5555",
    error="#ff5555",
    success="#55ff55",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
    variables={
        "muted": "#aaaaaa",
        "cursor": "#0000aa",
        "match": "#ffff55",
        "border": "#aaaaaa",
    },
)
"""For terminals of sixteen colours: only colours that they have, so that none of two
that must differ become the same."""

ALL = (DARK, LIGHT, SIXTEEN)


def default(color_system: str | None) -> str:
    """The theme for a terminal of some colour system, by Rich's names for them."""
    return SIXTEEN.name if color_system in ("standard", "windows") else DARK.name
