"""The engine that searches: chosen by a setting, switched, hinted at, reported."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from paperstui.index.engines.choice import FAST
from paperstui.index.locations import Locations
from paperstui.tui.commands import main
from paperstui.tui.services import Choices

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from click.testing import Result

    from paperstui.index.models import Paper
    from paperstui.tui.services import Services
    from tests.tui.conftest import Desk, Run

    MakeServices = Callable[..., Services]
    Install = Callable[[str | None], None]

HINT = f"! Over 4 papers another engine searches much faster: {FAST}"
MISSING = f"The engine tantivy is missing or too old ({FAST}); whoosh is used."


@pytest.fixture
def _four_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five papers are a large library."""
    monkeypatch.setattr("paperstui.tui.services.MANY", 4)


async def switch(desk: Desk) -> None:
    """Search by the other engine, by the palette."""
    await desk.press("ctrl+p")
    await desk.type("other engine")
    await desk.press("enter", "enter")


async def test_the_palette_switches_the_engine_and_back(run: Run) -> None:
    async with run() as desk:
        assert desk.main.status.state == "tantivy · 5 papers"
        await desk.press("slash")
        await desk.type("diffus")
        await desk.press("enter")
        before = desk.titles
        assert len(before) == 2
        for name in ("whoosh", "tantivy", "whoosh"):
            await switch(desk)
            assert desk.main.status.state == f"{name} · 5 papers"
            *_, toast = desk.app._notifications
            assert toast.message == f"{name} searches until paperstui is closed."
            assert desk.main.search is not None
            assert desk.main.search.engine == name
            assert desk.titles == before
            await desk.press("slash", "backspace")
            assert desk.titles == before
            await desk.type("s")
            assert desk.titles == before
            await desk.press("enter")


async def test_the_choice_of_whoosh_by_the_setting_can_be_switched(
    run: Run, services: Services
) -> None:
    async with run(
        with_services=replace(services, choices=Choices(engine="whoosh"))
    ) as desk:
        assert desk.main.status.state == "whoosh · 5 papers"
        await switch(desk)
        assert desk.main.status.state == "tantivy · 5 papers"


async def test_where_there_is_no_other_engine_it_says_how_to_get_one(
    run: Run, install_tantivy: Install
) -> None:
    install_tantivy(None)
    async with run() as desk:
        assert desk.main.status.state == "whoosh · 5 papers"
        assert desk.status == ""
        search = desk.main.search
        await switch(desk)
        assert desk.status == f"There is no other engine; one is had by {FAST}"
        assert desk.main.search is search


async def test_an_engine_that_is_wanted_and_missing_is_told_and_whoosh_searches(
    run: Run, services: Services, install_tantivy: Install
) -> None:
    install_tantivy(None)
    async with run(
        with_services=replace(services, choices=Choices(engine="tantivy"))
    ) as desk:
        assert desk.status == f"! {MISSING}"
        assert desk.main.status.state == "whoosh · 5 papers"
        await desk.press("slash")
        await desk.type("boltzmann")
        assert desk.titles == ["Energy, Boltzmann Machines and Images"]


@pytest.mark.usefixtures("_four_are_many")
async def test_the_fast_engine_is_hinted_at_once_ever(
    run: Run,
    make_services: MakeServices,
    papers: Sequence[Paper],
    places: Locations,
    install_tantivy: Install,
) -> None:
    install_tantivy(None)
    async with run(with_services=make_services(papers, places)) as desk:
        assert desk.status == HINT
    async with run(with_services=make_services(papers, places)) as desk:
        assert desk.status == ""


@pytest.mark.usefixtures("_four_are_many")
async def test_no_hint_for_a_small_library(
    run: Run,
    make_services: MakeServices,
    papers: Sequence[Paper],
    places: Locations,
    install_tantivy: Install,
) -> None:
    install_tantivy(None)
    async with run(with_services=make_services(papers[:4], places)) as desk:
        assert desk.status == ""
    assert not places.hints.exists()


@pytest.mark.usefixtures("_four_are_many")
async def test_no_hint_for_whoever_chose_whoosh(
    run: Run, services: Services, install_tantivy: Install
) -> None:
    install_tantivy(None)
    async with run(
        with_services=replace(services, choices=Choices(engine="whoosh"))
    ) as desk:
        assert desk.status == ""
    assert not services.locations.hints.exists()


@pytest.mark.usefixtures("_four_are_many")
async def test_no_hint_for_whoever_has_the_fast_engine(
    run: Run, services: Services
) -> None:
    async with run(with_services=services) as desk:
        assert desk.status == ""
        await switch(desk)
        assert desk.main.status.state == "whoosh · 5 papers"
        assert "much faster" not in desk.status
    assert not services.locations.hints.exists()


@pytest.mark.usefixtures("_four_are_many")
async def test_no_hint_where_it_cannot_be_noted_that_it_was_given(
    run: Run, services: Services, install_tantivy: Install
) -> None:
    install_tantivy(None)
    services.locations.hints.mkdir(parents=True)
    async with run(with_services=services) as desk:
        assert desk.status == ""


def command(*arguments: str) -> Result:
    """What a command prints, over the lists that come with the program."""
    result = CliRunner().invoke(main, arguments, prog_name="paperstui")
    assert result.exit_code == 0
    return result


def configure(engine: str) -> Path:
    """Write the setting; gives the folder of the indexes."""
    places = Locations.discover()
    places.config.mkdir(parents=True, exist_ok=True)
    places.config_file.write_text(f'engine = "{engine}"\n', encoding="utf-8")
    return places.index


def test_commands_search_by_the_engine_of_the_setting() -> None:
    answers = []
    for number, name in enumerate(("whoosh", "tantivy"), 1):
        index = configure(name)
        result = command("search", "diffusion model")
        assert result.stderr == ""
        answers.append(result.stdout)
        assert len(list(index.glob(f"{name}-*"))) == 1
        assert len(list(index.iterdir())) == number
    assert answers[0] == answers[1]


def test_commands_tell_that_the_wanted_engine_is_missing(
    install_tantivy: Install,
) -> None:
    install_tantivy(None)
    configure("tantivy")
    result = command("search", "hopfield")
    assert result.stdout.startswith("On Computational Limits of Modern Hopfield")
    assert result.stderr == f"paperstui: {MISSING}\n"


def test_doctor_tells_the_engine_in_use_and_the_one_wanted() -> None:
    lines = command("doctor").stdout.splitlines()
    assert "  engine tantivy (wanted: auto)" in lines
    (version,) = (line for line in lines if line.startswith("  tantivy "))
    assert version.split()[1][0].isdigit()
    assert FAST not in version
    configure("whoosh")
    assert "  engine whoosh (wanted: whoosh)" in command("doctor").stdout.splitlines()


@pytest.mark.parametrize(
    ("version", "told"),
    [(None, "not installed"), ("0.22.2", "0.22.2, too old")],
)
def test_doctor_tells_how_to_get_the_fast_engine(
    install_tantivy: Install, version: str | None, told: str
) -> None:
    install_tantivy(version)
    lines = command("doctor").stdout.splitlines()
    assert f"  tantivy {told} ({FAST})" in lines
    assert "  engine whoosh (wanted: auto)" in lines
    assert f"    {MISSING}" not in lines
    configure("tantivy")
    lines = command("doctor").stdout.splitlines()
    where = lines.index("  engine whoosh (wanted: tantivy)")
    assert lines[where + 1] == f"    {MISSING}"
