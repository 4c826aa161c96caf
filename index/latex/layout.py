"""How the parts of a formula stand on one line: spaces, scripts, roots, fractions."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from paperstui.index.latex.characters import SUBSCRIPTS, SUPERSCRIPTS, scripted

if TYPE_CHECKING:
    from collections.abc import Sequence


class Kind(Enum):
    """The class of a part, which settles its spaces, as in The TeXbook, chapter 17."""

    ORDINARY = auto()
    OPERATOR = auto()
    BINARY = auto()
    RELATION = auto()
    OPENING = auto()
    CLOSING = auto()
    PUNCTUATION = auto()
    BAR = auto()
    """A delimiter that opens or closes, by what stands before it."""
    FRACTION = auto()


_OPENING = frozenset("([{⟨⌊⌈")
_CLOSING = frozenset(")]}⟩⌋⌉!")
_BARS = frozenset("|‖")
_PUNCTUATION = frozenset(",;:")
_BINARY = frozenset("∙•+-−*±∓×÷·∘∪∩∧∨⊕⊗⊖⊙⊎∖⋆⊔⊓⋅")
_ORDINARY = frozenset("/~^∞∂∇∀∃∄¬√∅ℏ°′″♮♯♭⊤⊥⋯…⋮⋱△□■⊺℘∠✓§¶")
_COMPOSED = frozenset("<>=:-")
_LARGE = frozenset("∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂")


def kind_of(symbol: str) -> Kind:
    """The class of a symbol; of a word, that of a function name."""
    if len(symbol) > 1:
        if _COMPOSED.issuperset(symbol):
            return Kind.RELATION
        return Kind.OPERATOR if symbol.isalpha() else Kind.ORDINARY
    for kind, symbols in (
        (Kind.BINARY, _BINARY),
        (Kind.OPENING, _OPENING),
        (Kind.CLOSING, _CLOSING),
        (Kind.PUNCTUATION, _PUNCTUATION),
        (Kind.BAR, _BARS),
        (Kind.OPERATOR, _LARGE),
        (Kind.ORDINARY, _ORDINARY),
    ):
        if symbol in symbols:
            return kind
    is_relation = unicodedata.category(symbol) == "Sm" or "←" <= symbol <= "⇿"
    return Kind.RELATION if is_relation else Kind.ORDINARY


@dataclass(slots=True)
class Atom:
    """One part of a formula."""

    text: str
    kind: Kind = Kind.ORDINARY
    gap: int = 0
    """Space before it: 1 as white space of the source, 2 as a spacing macro."""
    word: bool = False
    """True for a part of a word, where white space of the source tells words apart."""
    sub: str = ""
    """What stands below the line, in plain characters."""
    sup: str = ""
    """What stands above the line, in plain characters."""
    radical: bool = False
    """True for a root without parentheses, which must not swallow what follows."""

    def scripts(self) -> str:
        """Subscript and superscript as they follow the text."""
        primes = len(self.sup) - len(self.sup.lstrip("′″‴"))
        rest = self.sup[primes:]
        if rest == "∘":
            rest = "°"
        return (
            self.sup[:primes]
            + (scripted(self.sub, SUBSCRIPTS) if self.sub else "")
            + (scripted(rest, SUPERSCRIPTS) if rest else "")
        )


# After these an operand begins: a sign is unary, and a bar opens.
_BEFORE_OPERAND = frozenset(
    (Kind.OPENING, Kind.RELATION, Kind.BINARY, Kind.PUNCTUATION, Kind.OPERATOR)
)
_FACTOR_BEFORE = frozenset((Kind.ORDINARY, Kind.CLOSING, Kind.OPERATOR, Kind.FRACTION))
_FACTOR_AFTER = frozenset((Kind.ORDINARY, Kind.OPENING, Kind.OPERATOR, Kind.FRACTION))
_AFTER_OPERAND = frozenset((Kind.CLOSING, Kind.PUNCTUATION))


def join(atoms: Sequence[Atom], *, tight: bool = False) -> str:
    """The formula on one line; `tight` as in scripts, with only the spaces it needs."""
    pieces: list[str] = []
    before: Atom | None = None
    kind_before: Kind | None = None
    for position, atom in enumerate(atoms):
        after = atoms[position + 1] if position + 1 < len(atoms) else None
        kind = _kind_here(atom, kind_before, after.kind if after else None)
        text = atom.text
        if kind is Kind.FRACTION and (
            atom.sub
            or atom.sup
            or kind_before in _FACTOR_BEFORE
            or (after is not None and after.kind in _FACTOR_AFTER | {Kind.BAR})
        ):
            text = f"({text})"
        if before and kind_before:
            opens = kind is Kind.OPENING or (
                kind is Kind.FRACTION and text != atom.text
            )
            if _spaced(before, kind_before, atom, kind, opens=opens, tight=tight) or (
                text[:1].isalnum() and _runs_on(before, pieces[-1])
            ):
                pieces.append(" " if pieces[-1][-1:] != " " and text[:1] != " " else "")
        pieces.append(text + atom.scripts())
        before, kind_before = atom, kind
    return "".join(pieces)


def _kind_here(atom: Atom, before: Kind | None, after: Kind | None) -> Kind:
    """The class of a part between its neighbours: signs and bars depend on them."""
    kind = atom.kind
    starts = before is None or before in _BEFORE_OPERAND
    if before is Kind.OPERATOR and atom.gap:
        starts = False  # A name such as OPT is an operand itself: "OPT - 1".
    if kind is Kind.BAR:
        return Kind.OPENING if starts or before is Kind.FRACTION else Kind.CLOSING
    if kind is Kind.BINARY:
        if after is None or after in _AFTER_OPERAND or after is Kind.RELATION:
            return Kind.ORDINARY
        return Kind.OPENING if starts else kind
    if kind is Kind.RELATION and (after is None or after in _AFTER_OPERAND):
        return Kind.CLOSING
    if kind is Kind.RELATION and (before is None or before is Kind.OPENING):
        return Kind.OPENING
    return kind


def _spaced(
    before: Atom,
    kind_before: Kind,
    atom: Atom,
    kind: Kind,
    *,
    opens: bool,
    tight: bool,
) -> bool:
    """True where a space stands between two neighbours."""
    if kind_before is Kind.OPENING or kind in _AFTER_OPERAND:
        return False
    if atom.gap == 2:
        return True
    if Kind.RELATION in (kind_before, kind):
        return not tight and kind_before is not kind
    if kind is Kind.BINARY:
        return bool(atom.gap) and not tight
    if kind_before is Kind.BINARY:
        return bool(before.gap) and not tight
    if kind_before is Kind.PUNCTUATION:
        is_map = before.text == ":" and not atom.text[:1].isdigit()
        return (bool(atom.gap) or is_map) and not tight
    return _factors_spaced(before, kind_before, atom, kind, opens=opens)


def _factors_spaced(
    before: Atom, kind_before: Kind, atom: Atom, kind: Kind, *, opens: bool
) -> bool:
    """True where a space stands between two factors of a product."""
    if "/" in (before.text, atom.text):
        return False
    if kind_before is Kind.OPERATOR:
        bare = before.text in _LARGE and not (before.sub or before.sup)
        return not (opens or bare)
    if kind is Kind.OPERATOR:
        return atom.text not in _LARGE
    if not atom.gap:
        return False
    digits = before.text[-1:].isdigit() and atom.text[:1].isdigit()
    return digits or before.word or atom.word or bool(before.sup)


def _runs_on(before: Atom, text: str) -> bool:
    """True where an alphanumeric character would seem to belong to what is before."""
    unmarked = text[-1:].isalnum() and ("_" in text or "^" in text)
    return (before.radical or unmarked) and not text.endswith(")")


def fraction(numerator: Sequence[Atom], denominator: Sequence[Atom]) -> str:
    """A fraction on one line, with the parentheses that it needs inside."""
    above, below = join(numerator), join(denominator)
    if _is_sum(numerator):
        above = f"({above})"
    if len(denominator) > 1 and not _is_enclosed(denominator):
        below = f"({below})"
    return f"{above}/{below}"


def root(radicand: Sequence[Atom], index: str = "") -> Atom:
    """A root on one line, with parentheses unless one symbol stands under it."""
    under = join(radicand)
    sign = {"3": "∛", "4": "∜"}.get(index, scripted(index, SUPERSCRIPTS) + "√")
    if not under:
        return Atom(sign)
    simple = len(radicand) == 1 and not radicand[0].sup and " " not in under
    if simple and radicand[0].kind is not Kind.FRACTION:
        return Atom(sign + under, radical=True)
    return Atom(sign + (under if _is_enclosed(radicand) else f"({under})"))


def _is_sum(atoms: Sequence[Atom]) -> bool:
    """True where a division sign behind the atoms would part them."""
    if _is_enclosed(atoms):
        return False
    loose = (Kind.BINARY, Kind.RELATION, Kind.PUNCTUATION, Kind.FRACTION)
    depth = 0
    for position, atom in enumerate(atoms):
        depth += (atom.kind is Kind.OPENING) - (atom.kind is Kind.CLOSING)
        if depth == 0 and position and (atom.kind in loose or atom.text == "/"):
            return True
        if depth == 0 and (atom.gap == 2 or (atom.kind is Kind.OPERATOR and atoms[1:])):
            return True
    return len(atoms) == 1 and atoms[0].kind is Kind.FRACTION


def _is_enclosed(atoms: Sequence[Atom]) -> bool:
    """True where one pair of brackets encloses all the atoms."""
    if len(atoms) < 2 or atoms[0].kind is not Kind.OPENING:
        return False
    depth = 0
    for position, atom in enumerate(atoms):
        depth += (atom.kind is Kind.OPENING) - (atom.kind is Kind.CLOSING)
        if depth <= 0:
            return position == len(atoms) - 1
    return False
