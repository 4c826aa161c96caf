"""From the nodes of a parsed formula to its parts on the line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexCommentNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexSpecialsNode,
)

from paperstui.index.latex.applied import applied, divided
from paperstui.index.latex.characters import in_alphabet
from paperstui.index.latex.layout import Atom, Kind, join, kind_of
from paperstui.index.latex.symbols import (
    FUNCTIONS,
    IGNORED,
    INVISIBLE,
    SPACES,
    unbraced,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_ITEMS = re.compile(r"[A-Za-z]+|\d+|'+|[:<>=]=|<<|>>|[-=]>|.", re.DOTALL)
_MATRICES = {
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
}
_SIDES = {
    "left": Kind.OPENING,
    "mleft": Kind.OPENING,
    "right": Kind.CLOSING,
    "mright": Kind.CLOSING,
}
_PRIMES = {"''": "″", "'''": "‴"}
# What authors call a letter in another alphabet or in bold: \cX, \bbR, \vx.
_SHORTHAND = re.compile(r"(bb|c|m|s|b|v)([A-Za-z])")
_SHORTHAND_ALPHABETS = {"bb": "mathbb", "c": "mathcal"}


class Converter:
    """Turns nodes of pylatexenc into atoms; keeps nothing between two calls."""

    def __init__(self, symbols: Mapping[str, str]) -> None:
        self._symbols = symbols

    def atoms(self, nodes: Iterable[Any]) -> list[Atom]:
        """The parts of the formula `nodes`; a string is a run of characters."""
        items = list(_items(nodes))
        for position, item in enumerate(items):
            name = item.macroname if isinstance(item, LatexMacroNode) else ""
            if name in ("over", "choose"):
                halves = items[:position], items[position + 1 :]
                return [divided(self, name == "choose", *halves)]
        return _Line(self, items).read()

    def text(self, nodes: Iterable[Any]) -> str:
        """The nodes of an argument of text, with the white space in it."""
        pieces: list[str] = []
        for node in nodes:
            if isinstance(node, str):
                pieces.append(node)
            elif isinstance(node, LatexCharsNode):
                pieces.append(node.chars)
            elif isinstance(node, LatexGroupNode):
                pieces.append(self.text(node.nodelist))
            else:
                pieces.append(join(self.atoms([node])))
                pieces.append(getattr(node, "macro_post_space", ""))
        return "".join(pieces)

    def symbol(self, macro: str) -> str | None:
        """What a macro without arguments shows, or None where it is unknown."""
        shown = self._symbols.get(macro)
        if shown is not None:
            return shown.strip()
        match = _SHORTHAND.fullmatch(macro)
        if match is None:
            return macro if len(macro) == 1 else None
        alphabet = _SHORTHAND_ALPHABETS.get(match[1])
        return in_alphabet(match[2], alphabet) if alphabet else match[2]

    def tight(self, nodes: Iterable[Any]) -> str:
        """The formula `nodes` as it stands in a script."""
        return join(self.atoms(nodes), tight=True).strip()


class _Line:
    """One formula or group while it is read."""

    def __init__(self, converter: Converter, items: list[Any]) -> None:
        self._converter = converter
        self._items = items
        self._position = 0
        self._atoms: list[Atom] = []
        self._gap = 0
        self._side: Kind | None = None
        """The class of the next delimiter, behind `\\left` or `\\right`."""

    def read(self) -> list[Atom]:
        """All the parts, in order."""
        while self._position < len(self._items):
            item = self._items[self._position]
            self._position += 1
            if isinstance(item, str):
                self._characters(item)
            else:
                self._node(item)
        return self._atoms

    def _next(self) -> Any:
        more = self._position < len(self._items)
        return self._items[self._position] if more else None

    def _characters_next(self) -> str:
        """The next item if it is of characters; empty before a node and at the end."""
        item = self._next()
        return item if isinstance(item, str) else ""

    def _characters(self, item: str) -> None:
        if item.isspace():
            self._gap = max(self._gap, 1)
        elif item == "~":
            self._gap = 2
        elif item in ("^", "_"):
            self._script(item)
        elif item[0] == "'":
            self._owner().sup += _PRIMES.get(item, "′" * len(item))
        elif item == "." and self._side is not None:
            self._side = None
        elif item in FUNCTIONS:
            self._add(Atom(item, Kind.OPERATOR))
        elif item.isalpha():
            for letter in item:
                self._add(Atom(letter, word=len(item) > 1))
        else:
            self._symbol(item)

    def _add(self, *atoms: Atom) -> None:
        for atom in atoms:
            atom.gap = max(atom.gap, self._gap)
            self._gap = 0
            self._atoms.append(atom)

    def _owner(self) -> Atom:
        """The atom that a script belongs to; an empty one at the start."""
        if not self._atoms:
            self._add(Atom(""))
        self._gap = 0
        return self._atoms[-1]

    def _script(self, mark: str) -> None:
        """Read the script behind `mark` and give it to the part before."""
        while self._characters_next().isspace():
            self._position += 1
        item = self._next()
        if item is None:
            self._add(Atom(mark))
            return
        self._position += 1
        if isinstance(item, str):
            item = self._script_of_characters(item)
        script = self._converter.tight([item])
        if mark == "^":
            self._owner().sup += script
        else:
            self._owner().sub += script

    def _script_of_characters(self, item: str) -> str:
        """What stands in a script without braces that begins with `item`."""
        if item == "-" and self._characters_next().isdigit():
            # Not as in TeX, but as meant in lists that have lost the braces: 10^-3.
            item += self._characters_next()
            self._position += 1
            return item
        if item.isalpha() and len(item) > 1:
            # As in TeX, one letter; the rest of the run stays on the line.
            self._position -= 1
            self._items[self._position] = item[1:]
            return item[0]
        return item

    def _symbol(self, symbol: str) -> None:
        kind = kind_of(symbol)
        if self._side is not None:
            kind, self._side = self._side, None
            symbol = {"<": "⟨", ">": "⟩"}.get(symbol, symbol)
        self._add(Atom(symbol, kind))

    def _node(self, node: Any) -> None:
        if isinstance(node, LatexMacroNode):
            self._macro(node)
            self._gap = max(self._gap, int(bool(node.macro_post_space)))
        elif isinstance(node, LatexEnvironmentNode):
            self._environment(node)
        elif isinstance(node, LatexGroupNode | LatexMathNode):
            self._add(*self._converter.atoms(node.nodelist))
        elif isinstance(node, LatexSpecialsNode):
            self._gap = 2
        elif isinstance(node, LatexCommentNode):
            self._add(Atom("%" + node.comment))

    def _environment(self, node: Any) -> None:
        opening, closing = _MATRICES.get(node.environmentname, ("", ""))
        atoms = self._converter.atoms(node.nodelist)
        if atoms and atoms[-1].text == ";":
            atoms.pop()
        self._add(Atom(opening, Kind.OPENING), *atoms, Atom(closing, Kind.CLOSING))

    def _macro(self, node: Any) -> None:
        name = node.macroname
        arguments = [
            argument.nodelist if isinstance(argument, LatexGroupNode) else [argument]
            for argument in (node.nodeargd.argnlist if node.nodeargd else [])
            if argument is not None
        ]
        if name in SPACES:
            self._gap = max(self._gap, SPACES[name])
        elif name in INVISIBLE:
            self._side = _SIDES.get(name)
        elif name == "\\":
            self._add(Atom(";", Kind.PUNCTUATION))
            self._gap = 2
        elif arguments and name not in IGNORED:
            self._add(*applied(self._converter, name, arguments))
        elif name not in IGNORED:
            self._bare(name)

    def _bare(self, name: str) -> None:
        """Add what a macro without arguments shows."""
        shown = self._converter.symbol(name)
        if name == "mid":
            self._add(Atom("|", Kind.RELATION))
        elif shown is not None:
            self._symbol(shown)
        elif isinstance(self._next(), LatexGroupNode) and self._next().nodelist:
            return  # Unknown: the group behind it is its argument, and is shown.
        elif parts := unbraced(name):
            macro, argument = parts
            if macro in FUNCTIONS:
                self._symbol(macro)
                self._characters(argument)
            else:
                self._add(*applied(self._converter, macro, [[argument]]))
        else:
            self._add(Atom(name, Kind.OPERATOR))


def _items(nodes: Iterable[Any]) -> Iterator[Any]:
    """Runs of letters, runs of digits, single characters, and the nodes between."""
    for node in nodes:
        if isinstance(node, LatexCharsNode | str):
            characters = node if isinstance(node, str) else node.chars
            yield from _ITEMS.findall(characters)
        else:
            yield node
