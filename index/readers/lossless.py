"""Papers from records that hold every field of them (`records.to_record`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paperstui.index.markup.characters import admissible
from paperstui.index.records import from_record

if TYPE_CHECKING:
    from paperstui.index.models import Paper, Problem
    from paperstui.index.readers.common import Place

_BLOCKS = frozenset(("abstract", "note"))


def is_lossless(record: object) -> bool:
    """Whether a record is in the lossless shape: its venue is an object."""
    return isinstance(record, dict) and isinstance(record.get("venue"), dict)


def restored(record: dict[str, Any], place: Place) -> Paper | Problem:
    """The paper of a record, or why there is none.

    Its citation key, "key", stands in for a native one.
    """
    given = {name: admitted(value, name) for name, value in record.items()}
    given["source"] = given.get("source") or place.origin.source
    if isinstance(given.get("key"), str):
        given["native_key"] = given.get("native_key") or given["key"]
    try:
        return from_record(given)
    except ValueError as error:
        return place.problem(str(error), lost=True)


def admitted(value: Any, name: str = "") -> Any:
    """A value of JSON whose texts may be shown; clean ones are not changed.

    Entities and tags are not decoded: what is clean has them only where they are meant.
    Fields that are blocks of text keep their line ends.
    """
    if isinstance(value, str):
        shown = admissible(value)
        if name in _BLOCKS:
            lines = (" ".join(line.split()) for line in shown.split("\n"))
            return "\n".join(lines).strip("\n")
        return " ".join(shown.split())
    if isinstance(value, list):
        return [admitted(item, name) for item in value]
    if isinstance(value, dict):
        return {key: admitted(item, key) for key, item in value.items()}
    return value
