"""What LaTeX macros make of their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paperstui.index.latex.characters import (
    ALPHABETS,
    COMBINING,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    accented,
    in_alphabet,
    scripted,
)
from paperstui.index.latex.layout import Atom, Kind, fraction, join, root
from paperstui.index.latex.symbols import (
    BINOMIALS,
    ENCLOSING,
    FRACTIONS,
    FUNCTIONS,
    STACKED,
    names,
)

if TYPE_CHECKING:
    from paperstui.index.latex.nodes import Converter

_TEXTS = names(
    "text textrm textit textbf textnormal textup textsf textsc texttt mbox hbox"
)
_OPERATORS = names("operatorname mathop")
_ARROWS = {"xrightarrow": "→", "xleftarrow": "←"}
_SCRIPTS = {"textsuperscript": SUPERSCRIPTS, "textsubscript": SUBSCRIPTS}


def applied(converter: Converter, macro: str, arguments: list[list[Any]]) -> list[Atom]:
    """The parts that `macro` makes of its arguments, of which there is at least one."""
    last = arguments[-1]
    if macro in FRACTIONS or macro in BINOMIALS:
        return [divided(converter, macro in BINOMIALS, arguments[0], last)]
    if macro == "sqrt":
        index = converter.tight(arguments[0]) if len(arguments) > 1 else ""
        return [root(converter.atoms(last), index)]
    if macro in ALPHABETS:
        return [Atom(in_alphabet(converter.tight(last), macro))]
    if macro in COMBINING:
        return _accented(converter.atoms(last), macro)
    if macro in STACKED:
        return _stacked(converter, STACKED[macro], arguments[0], last)
    if macro in _ARROWS:
        return [Atom(_ARROWS[macro], Kind.RELATION, sup=converter.tight(last))]
    return _upright(converter, macro, last)


def divided(
    converter: Converter, binomial: bool, above: list[Any], below: list[Any]
) -> Atom:
    """A fraction or a binomial coefficient."""
    if binomial:
        return Atom(f"C({converter.tight(above)}, {converter.tight(below)})")
    text = fraction(converter.atoms(above), converter.atoms(below))
    return Atom(text, Kind.FRACTION)


def _upright(converter: Converter, macro: str, argument: list[Any]) -> list[Atom]:
    if macro in _TEXTS:
        return [Atom(converter.text(argument), word=True)]
    if macro in _SCRIPTS:
        return [Atom(scripted(converter.text(argument), _SCRIPTS[macro]))]
    if macro == "pmod":
        return [Atom(f"(mod {converter.tight(argument)})", Kind.OPENING, gap=2)]
    atoms = converter.atoms(argument)
    if macro in ENCLOSING:
        opening, closing = ENCLOSING[macro]
        return [Atom(opening, Kind.OPENING), *atoms, Atom(closing, Kind.CLOSING)]
    word = "".join(atom.text for atom in atoms)
    if macro in _OPERATORS or word in FUNCTIONS:
        return [Atom(join(atoms), Kind.OPERATOR)]
    if len(word) > 1 and all(atom.word for atom in atoms):
        return [Atom(word, word=True, sub=atoms[-1].sub, sup=atoms[-1].sup)]
    return atoms


def _accented(atoms: list[Atom], macro: str) -> list[Atom]:
    if macro == "overline" and len(atoms) > 1 and all(atom.word for atom in atoms):
        atoms = [Atom("".join(atom.text for atom in atoms), word=True)]
    if atoms:
        atoms[0].text = accented(atoms[0].text, macro)
    return atoms


def _stacked(
    converter: Converter, place: str, script: list[Any], base: list[Any]
) -> list[Atom]:
    atoms = converter.atoms(base) or [Atom("")]
    if place == "sup":
        atoms[-1].sup += converter.tight(script)
    else:
        atoms[-1].sub += converter.tight(script)
    return atoms
