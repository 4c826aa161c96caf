"""Characters of mathematics: scripts, accents and alphabets in Unicode."""

from __future__ import annotations

import unicodedata

SUPERSCRIPTS = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ⊤⊺",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡᵀᵀ",
        strict=True,
    )
)
"""Each character that has a superior form, with that form."""

SUBSCRIPTS = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
"""Each character that has an inferior form, with that form."""

RAISED = frozenset("°′″‴*†‡♮♯♭⋆")
"""Symbols that stand high by themselves, so that a superscript needs no mark."""

COMBINING = {
    "acute": "\u0301",
    "bar": "\u0304",
    "breve": "\u0306",
    "check": "\u030c",
    "dddot": "\u20db",
    "ddot": "\u0308",
    "dot": "\u0307",
    "grave": "\u0300",
    "hat": "\u0302",
    "mathring": "\u030a",
    "overline": "\u0305",
    "tilde": "\u0303",
    "vec": "\u20d7",
    "widehat": "\u0302",
    "widetilde": "\u0303",
    "wt": "\u0303",
    "wh": "\u0302",
    "Bar": "\u0304",
    "Hat": "\u0302",
    "Tilde": "\u0303",
    '"': "\u0308",
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "H": "\u030b",
    "b": "\u0331",
    "c": "\u0327",
    "d": "\u0323",
    "k": "\u0328",
    "r": "\u030a",
    "u": "\u0306",
    "v": "\u030c",
    "not": "\u0338",
}
"""Accent macro to combining character: those of mathematics, then those of text."""

_ALPHABETS = {
    "mathbb": "DOUBLE-STRUCK",
    "mathds": "DOUBLE-STRUCK",
    "mathbbm": "DOUBLE-STRUCK",
    "bb": "DOUBLE-STRUCK",
    "Bbb": "DOUBLE-STRUCK",
    "mathcal": "SCRIPT",
    "mathscr": "SCRIPT",
    "cal": "SCRIPT",
    "mc": "SCRIPT",
    "mathfrak": "FRAKTUR",
}
ALPHABETS = frozenset(_ALPHABETS)
"""Macros that write their argument in another alphabet."""


def in_alphabet(text: str, macro: str) -> str:
    """`text` in the alphabet of `macro`, where Unicode has the letter."""
    style = _ALPHABETS[macro]
    # The O of complexities is written plain, and then takes a precomposed tilde.
    if style == "SCRIPT" and text == "O":
        return text
    return "".join(_letter(char, style) for char in text)


def _letter(char: str, style: str) -> str:
    case = "CAPITAL" if char.isupper() else "SMALL" if char.islower() else "DIGIT"
    if style == "SCRIPT" and char == "P":
        return "\N{MATHEMATICAL SCRIPT CAPITAL P}"  # The older one is Weierstrass's.
    label = f"{style} {case} {unicodedata.name(char, '').rsplit(' ', 1)[-1]}"
    # The letterlike block came first, with other names than the alphabets after it.
    older = label.replace("FRAKTUR", "BLACK-LETTER")
    for name in (older, f"MATHEMATICAL {label}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return char


def accented(text: str, macro: str) -> str:
    """`text` in NFC with the accent of `macro`: on its first character, or over all."""
    mark = COMBINING[macro]
    if macro == "overline" and len(text) > 1:
        return unicodedata.normalize("NFC", "".join(char + mark for char in text))
    text = {"ı": "i", "ȷ": "j"}.get(text, text)
    return unicodedata.normalize("NFC", text[:1] + mark + text[1:])


def scripted(text: str, forms: dict[str, str]) -> str:
    """`text` as a superscript or subscript, after `forms`; else marked with ^ or _."""
    if all(char in forms for char in text):
        return "".join(forms[char] for char in text)
    if forms is SUPERSCRIPTS:
        if text and RAISED.issuperset(text):
            return text
        return f"^{text}" if len(text) == 1 else f"^({text})"
    return f"_{text}" if text.isalnum() or len(text) == 1 else f"_({text})"
