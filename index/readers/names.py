"""Names of people and groups in all the ways in which lists write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperstui.index import text
from paperstui.index.latex.symbols import names
from paperstui.index.models import Author

if TYPE_CHECKING:
    from collections.abc import Iterator

_BETWEEN = re.compile(r"[;；|、]")
_AND = re.compile(r"(?:(?<=[\s,])|^)(?:and(?=\s|$)|&(?=\s))", re.IGNORECASE)
_COMMA = re.compile(r"[,，]")
_SPACE = re.compile(r"[\s~]+")
_NOBODY = re.compile(
    r"(?:and )?(?:\d+ )?(?:others|more(?: authors)?|et\.?[ ~]?al\.?|\.\.\.|…)",
    re.IGNORECASE,
)
_HINT = re.compile(r"\b(?:others|more|(?:et)?al)\b|\.\.\.|…", re.IGNORECASE)
"""What every list holds that does not name all: most do not, and need no reading."""
# A text in a list, up to the comma behind it or the bracket that ends the list.
_QUOTED = re.compile(r"\s*([\"'])((?:(?!\1|\\).|\\.)*+)\1\s*(?:,|(?=\]$))", re.DOTALL)
_ET_AL = re.compile(r"[,\s~]+et\.?[\s~]+al\.?$", re.IGNORECASE)
_SUFFIX = re.compile(
    r"jr\.?|sr\.?|junior|jun\.|sen\.|II|III|IV|2nd|3rd|4th", re.IGNORECASE
)
_LIKE_SUFFIXES = frozenset(("JR", "SR"))
"""Initials, where no given name stands beside them: "Test, JR"."""
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[ -]?){1,4}")
_DOTTED = re.compile(r"(?:[^\W\d_]\.-?)+")
_WORD = re.compile(r"[^\W\d_]{2}")
_FAMILY_AND_INITIALS = re.compile(r"(.*[^\W\d_]{2}.*) ([^\W\d_a-z]{1,3})")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_REMARK = re.compile(r"(?:[\s*†‡§¶#⁰¹²³⁴-⁹]|\\textsuperscript\{[^{}]*\})+$")
_AFFILIATION = re.compile(r"(?<=\S)\s+\([^()]*\)$")
NICKNAMED = re.compile(
    r"[^,;]+,(?:[^,;()]+,)?[^,;()]+\((?=['\"‘“]?[^\W\d_])"
    r"(?![^()]*(?i:univ|instit|colleg|school|labor))(?:[^()\d,;A-Z]|[A-Z](?![A-Z]))+\)"
)
"""Another name behind the given one, where an affiliation may stand: "Test, A (Bo)"."""
_NEEDLESS_BRACES = re.compile(r"\{([^{}\s,;]*)\}")
_ONE_GROUP = re.compile(r"\{([^{}]*)\}")
_LABELLED = re.compile(r"\b(family|given|prefix|suffix)\s*=\s*([^,]*)")

_PARTICLES = names(
    "'t al am auf aus av af bin bint d' da dal das de degli dei del dela della dem den "
    "der des di do dos du e el i ibn im in la las le les lo los op s' ten ter te und "
    "van vande vander vom von vor y zu zum zur"
)
_CONJUNCTIONS = frozenset(("e", "i", "y", "und"))
# Written large they are part of the family name: Luc Van Gool. Others, such as Da and
# Le, are given names as often.
_LARGE_PARTICLES = names("Van Von De Del Della Dos Der Den Vande Vander")
_VIETNAMESE = names("Bui Do Dang Duong Hoang Le Ngo Nguyen Pham Tran Vo Vu")


def split_authors(text: str, *, bibtex: bool = False) -> list[str]:
    """The names in a list of authors, as they stand there but for "others", "et al.".

    Semicolons and "and" separate names outside braces and parentheses, and so do
    commas where the parts are whole names. A list of one name with one comma is
    "Family, Given" if the words allow it, and always with `bibtex`. A list that a
    program wrote down, "['Max Test', 'Ada Test']", is understood.
    """
    return [name for name in _listed(text, bibtex=bibtex) if not is_nobody(name)]


def are_cut(text: str, *, bibtex: bool = False) -> bool:
    """Whether a list says that it does not name all: by "and others" or "et al."."""
    if not _HINT.search(text):
        return False
    found = list(map(is_nobody, _listed(text, bibtex=bibtex)))
    return any(found) and not all(found)


def is_nobody(name: str) -> bool:
    """Whether it is no name, but says that others are left out: "et al.", "others"."""
    bare = _ONE_GROUP.sub(r"\1", name.strip())
    return _NOBODY.fullmatch(bare) is not None


def _listed(text: str, *, bibtex: bool) -> list[str]:
    """What stands in a list of authors, "others" and "et al." as well."""
    if (names := _literal_list(text)) is not None:
        return [name.strip() for name in names if name.strip()]
    if text.count("{") != text.count("}"):
        text = text.replace("{", "").replace("}", "")
    listed = _split(text, _BETWEEN)
    items = [name for item in listed for name in _split(item, _AND)]
    items = [name.strip(" \t\r\n,") for name in items]
    is_cut = any(is_nobody(name) or _ET_AL.search(name) for name in items)
    others = ["et al."] if is_cut else []
    items = [_ET_AL.sub("", name) for name in items]
    items = [name for name in items if name and not is_nobody(name)]
    if len(listed) > 1:
        return items + others
    commas = [len(_split(name, _COMMA)) - 1 for name in items]
    if len(items) > 1 and all(count == 1 for count in commas):
        return items + others
    # Nobody writes "et al." behind one name that stands family first.
    bibtex = bibtex and not (len(items) == 1 and _ET_AL.search(text))
    family_first = bibtex and (len(items) == 1 or 0 not in commas)
    found = [
        name
        for item in items
        for name in _comma_list(item, family_first=family_first, bibtex=bibtex)
    ]
    return found + others


def author(name: str) -> Author:
    """One name, taken apart; LaTeX and braces become plain Unicode.

    "Family, Given", "Family, Jr., Given", "Given von Family", one word, a group in
    braces and the labelled names of biblatex are known. The family name is empty only
    where nothing is left of the name.
    """
    name = _readable(name)
    if group := _ONE_GROUP.fullmatch(name):
        return Author(_bare(group[1]))
    if _LABELLED.search(name):
        return _labelled(name)
    if name.endswith(",") and name.count(",") == 1:
        # How RIS marks a group of people.
        return Author(_bare(name[:-1]))
    parts = [part.strip() for part in _split(name, _COMMA)]
    parts = [part for part in parts if part]
    if len(parts) < 2:
        return _reading_order(parts[0]) if parts else Author("")
    suffixes = [part for part in parts[1:] if _SUFFIX.fullmatch(part)]
    if len(suffixes) == len(parts) - 1 and (" " not in parts[0] or len(parts) > 2):
        suffixes = [part for part in suffixes if part not in _LIKE_SUFFIXES]
    rest = [part for part in parts if part not in suffixes or part == parts[0]]
    suffix = _bare(" ".join(suffixes))
    if len(rest) == 1:
        found = _reading_order(rest[0])
        return Author(found.family, found.given, found.particle, suffix)
    return _family_first(rest[0], " ".join(rest[1:]), suffix)


def authors(text: str, *, bibtex: bool = False) -> tuple[Author, ...]:
    """The authors that a list names, in its order; see `split_authors`."""
    found = (author(name) for name in split_authors(text, bibtex=bibtex))
    return tuple(person for person in found if person.family)


def _literal_list(text: str) -> list[str] | None:
    """The texts of a list as Python or JSON writes it; None where it is none."""
    inner = text.strip()
    if not (inner.startswith("[") and inner.endswith("]")):
        return None
    found: list[str] = []
    position = 1
    while position < len(inner) - 1:
        quoted = _QUOTED.match(inner, position)
        if quoted is None:
            return None
        found.append(re.sub(r"\\(.)", r"\1", quoted[2]))
        position = quoted.end()
    return found


def _split(source: str, separator: re.Pattern[str]) -> list[str]:
    """The parts of a text between separators outside braces and parentheses."""
    if not separator.search(source):
        return [source]
    if "{" not in source and "(" not in source:
        return separator.split(source)
    pairs = "{}()" if source.count("(") == source.count(")") else "{}"
    return list(_parts(source, separator, pairs))


def _parts(source: str, separator: re.Pattern[str], pairs: str) -> Iterator[str]:
    start = depth = 0
    tokens = re.compile(f"([{re.escape(pairs)}])|{separator.pattern}", separator.flags)
    for match in tokens.finditer(source):
        if match[1]:
            depth = max(0, depth + (1 if match[1] in "{(" else -1))
        elif depth == 0:
            yield source[start : match.start()]
            start = match.end()
    yield source[start:]


def _comma_list(item: str, *, family_first: bool, bibtex: bool) -> list[str]:
    """One name, or those of a list that only commas separate."""
    if _LABELLED.search(item):
        return [item]
    parts: list[str] = []
    for part in filter(None, map(str.strip, _split(item, _COMMA))):
        if parts and _SUFFIX.fullmatch(part):
            parts[-1] += f", {part}"
        else:
            parts.append(part)
    suffixed = any("," in part for part in parts)
    if len(parts) < 2 or (suffixed and len(parts) == 2 and " " not in parts[0]):
        return [item]
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    paired = [f"{family}, {given}" for family, given in pairs]
    is_even = len(parts) % 2 == 0
    if is_even and all(_WORD.search(a) and _are_initials(b) for a, b in pairs):
        return paired
    if all(_FAMILY_AND_INITIALS.fullmatch(part) for part in parts):
        return [_FAMILY_AND_INITIALS.sub(r"\1, \2", part) for part in parts]
    whole = sum(" " in part or _CJK.fullmatch(part) is not None for part in parts)
    if len(parts) == 2:
        starts = parts[0].split()[0]
        # A single character is nobody's whole name: 江, 测试.
        is_family = starts in _PARTICLES or len(parts[0]) == 1
        is_family = is_family or (bibtex and _CJK.fullmatch(parts[0]) is not None)
        is_list = whole == 2 and not family_first and not is_family
        return parts if is_list else [item]
    if whole == 0 and is_even:
        return paired
    if bibtex and len(parts) == 3 and whole < 2:
        return [item]
    return parts


def _are_initials(name: str) -> bool:
    return name.isupper() and _INITIALS.fullmatch(name) is not None


def _readable(name: str) -> str:
    name = text.clean(name)
    if "\\" in name or "$" in name:
        # Not at the top, to start sooner: most names hold no LaTeX.
        from paperstui.index.readers.tex import to_name

        name = text.clean(to_name(name))
    if name.count("{") != name.count("}"):
        name = _bare(name)
    while _NEEDLESS_BRACES.search(name):
        name = _NEEDLESS_BRACES.sub(r"\1", name)
    name = _REMARK.sub("", name).strip(" ;")
    while name.startswith("{{") and name.endswith("}}"):
        name = name[1:-1]
    if not name.startswith("{") and not NICKNAMED.fullmatch(name):
        name = _AFFILIATION.sub("", name)
    return name


def _bare(name: str) -> str:
    return " ".join(name.replace("{", "").replace("}", "").replace("~", " ").split())


def _words(name: str) -> list[str]:
    return [word for word in _split(name.strip(), _SPACE) if word]


def _reading_order(name: str) -> Author:
    """A name as it is read: given names, particle, family name, suffix."""
    words = _words(name)
    suffix = ""
    if len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
        suffix = words.pop()
    names_end = len(words)
    while names_end > 1 and _DOTTED.fullmatch(words[names_end - 1]):
        names_end -= 1
    if names_end < len(words) and not _DOTTED.fullmatch(words[0]):
        # "Test M. A.": initials are no family name.
        given = " ".join(words[names_end:])
        return _family_first(" ".join(words[:names_end]), given, suffix)
    start, stop = _particle(words)
    return Author(
        family=_bare(" ".join(words[stop:])),
        given=_bare(" ".join(words[:start])),
        particle=_bare(" ".join(words[start:stop])),
        suffix=suffix,
    )


def _particle(words: list[str]) -> tuple[int, int]:
    """Where the particle of a name begins and where the family name does."""
    last = len(words) - 1
    places = [n for n, word in enumerate(words[:last]) if word in _PARTICLES]
    if not places:
        large = [n for n in range(1, last) if words[n] in _LARGE_PARTICLES]
        start = large[0] if large and words[0] not in _VIETNAMESE else max(last, 0)
        return start, start
    start = places[0]
    if words[start] in _CONJUNCTIONS:
        # Ortega y Gasset: the word before belongs to the family name.
        start = max(start - 1, min(1, start))
        return start, start
    if start > 1 and words[start - 1] in _LARGE_PARTICLES:
        start -= 1
    stop = start + 1
    while stop < last and words[stop] in _PARTICLES:
        stop += 1
    return start, stop


def _family_first(family: str, given: str, suffix: str) -> Author:
    """A name with a comma, the particle before the family or behind the given name."""
    words, forenames = _words(family), _words(given)
    # "Van den Test", where "Van Test" is one name.
    is_large = len(words) > 2 and words[0] in _LARGE_PARTICLES
    stop = 1 if is_large and words[1] in _PARTICLES else 0
    while stop < len(words) - 1 and words[stop] in _PARTICLES:
        stop += 1
    particle = words[:stop]
    behind = len(forenames)
    while behind > 1 and forenames[behind - 1] in _PARTICLES - _CONJUNCTIONS:
        behind -= 1
    particle += forenames[behind:]
    if not suffix and stop == 0 and len(words) > 1 and _SUFFIX.fullmatch(words[-1]):
        suffix = words.pop()
    return Author(
        family=_bare(" ".join(words[stop:])),
        given=_bare(" ".join(forenames[:behind])),
        particle=_bare(" ".join(particle)),
        suffix=suffix,
    )


def _labelled(name: str) -> Author:
    """A name as biblatex spells it out: "family=Test, given=Max, prefix=van der"."""
    parts = {label: _bare(value) for label, value in _LABELLED.findall(name)}
    return Author(
        family=parts.get("family", ""),
        given=parts.get("given", ""),
        particle=parts.get("prefix", ""),
        suffix=parts.get("suffix", ""),
    )
