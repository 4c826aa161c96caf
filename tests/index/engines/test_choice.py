"""Which engine searches, by what is wanted and what is installed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from paperstui.index.engines.choice import (
    AUTO,
    FAST,
    TANTIVY,
    WHOOSH,
    choose,
    is_fast_engine_here,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Install = Callable[[str | None], None]

MISSING = f"The engine tantivy is missing or too old ({FAST}); whoosh is used."


@pytest.mark.parametrize("wanted", [AUTO, TANTIVY])
def test_the_fast_engine_is_taken_where_it_is(wanted: str) -> None:
    assert is_fast_engine_here()
    chosen = choose(wanted)
    assert (chosen.engine.name, chosen.notices) == (TANTIVY, ())


def test_whoosh_is_taken_by_whoever_wants_it() -> None:
    chosen = choose(WHOOSH)
    assert (chosen.engine.name, chosen.notices) == (WHOOSH, ())


@pytest.mark.parametrize("version", [None, "0.26.9", "0.9", "unknown"])
def test_without_a_tantivy_that_will_do_whoosh_is_taken(
    install_tantivy: Install, version: str | None
) -> None:
    install_tantivy(version)
    assert not is_fast_engine_here()
    chosen = choose(AUTO)
    assert (chosen.engine.name, chosen.notices) == (WHOOSH, ())
    asked = choose(TANTIVY)
    assert (asked.engine.name, asked.notices) == (WHOOSH, (MISSING,))


@pytest.mark.parametrize("version", ["0.27", "0.27.0", "0.100.1", "1.0rc1"])
def test_later_versions_will_do(install_tantivy: Install, version: str) -> None:
    install_tantivy(version)
    assert is_fast_engine_here()


@pytest.mark.parametrize("wanted", [AUTO, TANTIVY])
def test_a_tantivy_that_cannot_be_loaded_is_told(
    monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    monkeypatch.setitem(sys.modules, "tantivy", None)
    monkeypatch.delitem(sys.modules, "paperstui.index.engines.tantivy", raising=False)
    chosen = choose(wanted)
    assert chosen.engine.name == WHOOSH
    (told,) = chosen.notices
    assert told.startswith("The engine tantivy cannot be loaded (")
    assert told.endswith("); whoosh is used.")
