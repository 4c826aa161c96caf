"""LaTeX of bibliographies in Unicode: accents, letters and macros of text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from paperstui.index.latex.characters import accented
from paperstui.index.latex.symbols import INVISIBLE, LETTERS, SPACES, SWITCHES, names
from paperstui.index.markup.formulas import formula_at

_SPECIAL = re.compile(r"https?://[^\s<>{}\\^`\"$]+|[\\{}$~]|``|`|''")
_QUOTES = {"``": "“", "''": "”"}
# People write Markdown in their bibliographies, too.
_CODE = re.compile(r"`[^`'\n]{1,200}`(?!`)")
_MACRO = re.compile(r"\\([A-Za-z]+\*?|.)", re.DOTALL)
_ACCENTED = re.compile(
    r"\s*(?:\{\s*(?:\\([A-Za-z]+)|(\w))?\s*(\w*)\s*\}|\\([A-Za-z]+)\s?|([^\W\d_]))"
)
_ACCENTS = frozenset("\"'`^~=.Hbcdkruv")
_ACCENT_BELOW = re.compile(r"\s*(\{?)\s*\\([A-Za-z]|.)")
_ADDRESS = re.compile(r"\s*\{([^{}]*)\}")
_ESCAPED = re.compile(r"\\([%&_#~])(?:\{\})?")
_NAME_END = re.compile(r"\{\}|\s+")
_BARE = names("& % # _")
_PLAIN = names(
    "NoCaseChange emph enquote hbox mbox mkbibemph mkbibquote text textbf textit "
    "textmd textnormal textrm textsc textsf textsl texttt textup underline uppercase"
)
_SWITCHES = SWITCHES.keys() | INVISIBLE | {"cyrchar", "relax", "protect"}
# Those of the encoding T2A, https://ctan.org/pkg/cyrillic, in the order of Unicode.
_CYRILLIC_NAMES = (
    "A B V G D E ZH Z I ISHRT K L M N O P R S T U F H C CH SH SHCH HRDSN ERY SFTSN "
    "EREV YU YA YO YI II"
)
_CYRILLIC = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁЇІ"
_CYRILLIC_LETTERS = {
    name: letter
    for large, capital in zip(_CYRILLIC_NAMES.split(), _CYRILLIC, strict=True)
    for name, letter in (
        (f"CYR{large}", capital),
        (f"cyr{large.lower()}", capital.lower()),
    )
}
_SYMBOLS = (
    LETTERS
    | _CYRILLIC_LETTERS
    | {
        "BibTeX": "BibTeX",
        "DH": "Ð",
        "DJ": "Đ",
        "IJ": "Ĳ",
        "LaTeX": "LaTeX",
        "NG": "Ŋ",
        "TH": "Þ",
        "TeX": "TeX",
        "copyright": "©",
        "dots": "…",
        "euro": "€",
        "guillemotleft": "«",
        "guillemotright": "»",
        "guilsinglleft": "‹",
        "guilsinglright": "›",
        "ij": "ĳ",
        "ldots": "…",
        "ng": "ŋ",
        "quotedblbase": "„",
        "quotesinglbase": "‚",
        "slash": "/",
        "textasciicircum": "^",
        "textasciitilde": "~",
        "textbackslash": "\\",
        "textbar": "|",
        "textbraceleft": r"\{",
        "textbraceright": r"\}",
        "textbrokenbar": "¦",
        "textbullet": "•",
        "textcelsius": "℃",
        "textcent": "¢",
        "textcopyright": "©",
        "textcurrency": "¤",
        "textdagger": "†",
        "textdaggerdbl": "‡",
        "textdegree": "°",
        "textdollar": r"\$",
        "textellipsis": "…",
        "textemdash": "—",
        "textendash": "–",
        "textexclamdown": "¡",
        "textflorin": "ƒ",
        "textgreater": ">",
        "textless": "<",
        "textlnot": "¬",
        "textmho": "℧",
        "textmu": "µ",
        "textnumero": "№",
        "textonehalf": "½",
        "textonequarter": "¼",
        "textordfeminine": "ª",
        "textordmasculine": "º",
        "textparagraph": "¶",
        "textperiodcentered": "·",
        "textpertenthousand": "‱",
        "textperthousand": "‰",
        "textquestiondown": "¿",
        "textquotedblleft": "“",
        "textquotedblright": "”",
        "textquoteleft": "‘",
        "textquoteright": "’",
        "textquotesingle": "'",
        "textreferencemark": "※",
        "textregistered": "®",
        "textsection": "§",
        "textsterling": "£",
        "textthreequarters": "¾",
        "texttrademark": "™",
        "textunderscore": "_",
        "textyen": "¥",
    }
)


def to_text(source: str) -> str:
    r"""A title or abstract: formulas stay LaTeX, all else is Unicode without braces.

    Macros that nobody knows stay as they are with the braces of their arguments, and
    so do `\$`, `\{` and `\}`, which would read as something else without backslash.
    """
    return _Reader(source, keeps_groups=False).read()


def to_name(source: str) -> str:
    """The names of people in Unicode, where only the braces of groups stay."""
    return _Reader(source, keeps_groups=True).read()


@dataclass(slots=True)
class _Reader:
    """Reads one source from left to right."""

    source: str
    keeps_groups: bool
    out: list[str] = field(default_factory=list)
    groups: list[bool] = field(default_factory=list)
    """Whether the closing brace of each open group is shown."""

    def read(self) -> str:
        position = 0
        while match := _SPECIAL.search(self.source, position):
            self.out.append(self.source[position : match.start()])
            position = self._special(match)
        self.out.append(self.source[position:])
        return "".join(self.out)

    def _special(self, match: re.Match[str]) -> int:
        token, start = match[0], match.start()
        match token:
            case "{":
                self._open(shown=self.keeps_groups)
            case "}":
                shown = self.groups.pop() if self.groups else self.keeps_groups
                self.out.append("}" if shown else "")
            case "~":
                # "about ~10%" comes from people who write no LaTeX.
                approximate = not self.source[:start].strip() or (
                    self.source[start - 1].isspace()
                )
                self.out.append("~" if approximate else " ")
            case "$" | "\\":
                formula = formula_at(self.source, start)
                if formula is not None:
                    self.out.append(self.source[start : formula.end])
                    return formula.end
                if token == "\\":
                    return self._macro(start)
                self.out.append(token)
            case "`" | "``" | "''" if not self.keeps_groups:
                return self._quote(token, start)
            case _:
                self.out.append(token)
        return match.end()

    def _quote(self, token: str, start: int) -> int:
        """Read quotation marks, which are pairs by themselves only in Unicode."""
        end = start + len(token)
        if token == "`" and (code := _CODE.match(self.source, start)):
            self.out.append(code[0])
            return code.end()
        opens = not self.source[max(0, start - 1) : start].isalnum()
        is_single = opens and self.source[end : end + 1].strip()
        single = "‘" if is_single else token
        self.out.append(_QUOTES.get(token, single))
        return end

    def _open(self, *, shown: bool) -> None:
        self.groups.append(shown)
        self.out.append("{" if shown else "")

    def _macro(self, start: int) -> int:
        match = _MACRO.match(self.source, start)
        if match is None:
            self.out.append("\\")
            return start + 1
        name, end = match[1], match.end()
        if name in _ACCENTS and (taken := self._accent(name, end)):
            return taken
        if name in _SYMBOLS:
            self.out.append(_SYMBOLS[name])
            after = _NAME_END.match(self.source, end)
            return after.end() if after else end
        if name in ("url", "href") and (taken := self._link(name, end)):
            return taken
        if name in _PLAIN or name in _SWITCHES:
            after = _NAME_END.match(self.source, end)
            return after.end() if after and after[0] != "{}" else end
        return self._unknown(name, start, end)

    def _unknown(self, name: str, start: int, end: int) -> int:
        after = self.source[end : end + 1]
        if name in _BARE or (name == "@" and after.isalnum()):
            self.out.append(name)
        elif name in SPACES or name in ("\\", "@") or name.isspace():
            self.out.append(" " if SPACES.get(name, name != "@") else "")
        elif self.keeps_groups and not name.isalpha():
            self.out.append("" if name in ("{", "}") else name)
        else:
            self.out.append(self.source[start:end])
            if after == "{" and name[0].isalpha():
                self._open(shown=True)
                return end + 1
        return end

    def _accent(self, mark: str, end: int) -> int:
        """Read an accent and its letter; 0 where no letter follows."""
        if taken := self._two_accents(mark, end):
            return taken
        match = _ACCENTED.match(self.source, end)
        if match is None or (mark.isalpha() and match.end() == end + 1 and match[5]):
            return 0
        macro = match[1] or match[4]
        if macro and macro not in LETTERS:
            return 0
        letter = LETTERS.get(macro or "", match[2] or match[5] or "")
        self.out.append(accented(letter, mark) if letter else mark)
        self.out.append(match[3] or "")
        return match.end()

    def _two_accents(self, mark: str, end: int) -> int:
        r"""Read an accent over another one: `\~{\^e}`; 0 where there are not two."""
        inner = _ACCENT_BELOW.match(self.source, end)
        if inner is None or inner[2] not in _ACCENTS:
            return 0
        reader = _Reader(self.source, self.keeps_groups)
        taken = reader._accent(inner[2], inner.end())
        if not taken or (inner[1] and not self.source.startswith("}", taken)):
            return 0
        self.out.append(accented("".join(reader.out), mark))
        return taken + len(inner[1])

    def _link(self, name: str, end: int) -> int:
        """Read the address of a link; 0 where there is none."""
        address = _ADDRESS.match(self.source, end)
        if address is None:
            return 0
        if name == "url" or not self.source.startswith("{", address.end()):
            self.out.append(_ESCAPED.sub(r"\1", address[1].strip()))
        return address.end()
