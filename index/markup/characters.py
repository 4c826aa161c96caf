"""Which characters may enter: no controls, nothing invisible, one spelling of each."""

from __future__ import annotations

import re
import unicodedata

# A terminal would obey these whole sequences, so their payload goes as well.
_ESCAPE_SEQUENCES = re.compile(
    # CSI, such as colours and cursor movements.
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    # OSC, DCS, SOS, PM and APC: a string that BEL or ST ends.
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*+"
    r"(?:\x07|\x1b\\|\x9c)"
    # Character sets, saved cursors, keypad modes, reset.
    r"|\x1b(?:[ -/]++[0-~]|[78=>c])"
)

_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane << 16 | 0xFFFE)}-{chr(plane << 16 | 0xFFFF)}" for plane in range(17)
)
_FORBIDDEN = re.compile(
    "["
    "\x00-\x08\x0e-\x1f\x7f-\x9f"  # C0 and C1, without white space
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0"  # invisible fillers
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # zero width and bidi
    "\ufff9-\ufffb\U000e0000-\U000e0fff"  # annotations, tags, variants of ideographs
    f"\ud800-\udfff{_NONCHARACTERS}]+"
)

_SURROGATES = re.compile("[\ud800-\udfff]")

_EMOJI = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
# Arabic, Syriac, N'Ko, Mandaic, the Indic scripts, Tibetan, Myanmar, Khmer, Mongolian.
_JOINING = (
    "\u0600-\u06ff\u0700-\u077f\u07c0-\u07ff\u0840-\u08ff\u0900-\u0dff\u0f00-\u109f"
    "\u1780-\u18af\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
)
_JOINERS = re.compile(
    "("
    f"(?:(?<=[{_EMOJI}])|(?<=[{_EMOJI}]\ufe0f))\u200d(?=[{_EMOJI}])"
    f"|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
    ")|[\u200c\u200d]"
)
# Text and emoji presentation mean something behind a visible character only.
_VARIATIONS = re.compile("(?<=\\S)([\ufe0e\ufe0f])[\ufe00-\ufe0f]*+|[\ufe00-\ufe0f]+")

_LATIN_LIGATURES = dict(
    zip(
        range(0xFB00, 0xFB07), ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True
    )
)
_LATIN_LIGATURE = re.compile("[\ufb00-\ufb06]")

# UTF-8 that was read as Latin-1, told by the C1 characters that no text holds.
_UTF8_AS_LATIN1 = re.compile(
    "[\xc2-\xdf][\x80-\x9f]"
    "|[\xe0-\xef](?=.?[\x80-\x9f])[\x80-\xbf]{2}"
    "|[\xf0-\xf4](?=.{0,2}[\x80-\x9f])[\x80-\xbf]{3}"
)
# The same where only printable characters came out: an A with tilde and a symbol.
_LETTER_AS_LATIN1 = re.compile("\xc3[\xa1-\xbf]")
# Punctuation of Windows-1252 that was read as Latin-1.
_WINDOWS_PUNCTUATION = dict(
    zip((0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99), "‘’“”•–—™", strict=True)
)
# LaTeX whose backslash and first letter a JSON reader took for \t, \b or \f.
_JSON_ESCAPED = re.compile(
    r"\t(?=ext(?:bf|it|tt|sc|rm|sf)?\{|imes\b|heta\b|ilde\b)"
    r"|\x08(?=eta\b|egin\{|oldsymbol\b|ar\b)|\x0c(?=rac\b|ootnote\{|orall\b)"
)
_JSON_LETTERS = {"\t": "\\t", "\x08": "\\b", "\x0c": "\\f"}

_LINE_ENDS = re.compile("\r\n?|[\x85\u2028]")
_PAGE_ENDS = re.compile("[\x0b\x0c]")


def admissible(text: str) -> str:
    """`text` in NFC with only characters that may be shown.

    Line ends become `\\n`, paragraph separators two of them; other white space stays.
    Whole terminal escape sequences, control, bidi and zero-width characters, lone
    surrogates and noncharacters are gone; joiners stay where a script or an emoji
    needs them. Mojibake that is certain is repaired; Latin ligatures are spelled out.
    """
    if text.isascii() and text.isprintable():
        return text
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    text = _JSON_ESCAPED.sub(lambda match: _JSON_LETTERS[match[0]], text)
    text = _UTF8_AS_LATIN1.sub(_from_latin1, text)
    text = _ESCAPE_SEQUENCES.sub("", text)
    text = text.translate(_WINDOWS_PUNCTUATION)
    text = _PAGE_ENDS.sub(" ", _LINE_ENDS.sub("\n", text)).replace("\u2029", "\n\n")
    text = _FORBIDDEN.sub("", text)
    text = _VARIATIONS.sub(r"\1", _JOINERS.sub(r"\1", text))
    text = _LATIN_LIGATURE.sub(lambda match: _LATIN_LIGATURES[ord(match[0])], text)
    text = unicodedata.normalize("NFC", text)
    if _LETTER_AS_LATIN1.search(text):
        text = _LETTER_AS_LATIN1.sub(_from_latin1, text)
        text = unicodedata.normalize("NFC", text)
    return text


def _from_latin1(match: re.Match[str]) -> str:
    """The text that a run of Latin-1 characters is when its bytes are UTF-8."""
    try:
        return match[0].encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return match[0]
