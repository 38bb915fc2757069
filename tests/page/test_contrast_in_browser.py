"""Checks that all texts of the pages have enough contrast, in the light and the dark theme."""

from pathlib import Path

import pytest

from builders.called import DEMO as CALLERS
from builders.called import add_callers, caller_counts
from builders.extended import extended_profile
from builders.recordings import demo_profile
from builders.timed import DEMO as SAMPLES
from builders.timed import add_samples
from kpath_jvm.cli.main import run_verb
from page.browser import Page
from page.contrast import too_pale
from page.files import FIGURE, page_of


@pytest.fixture(scope="module")
def full_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a page with callers and time."""
    profile = demo_profile(tmp_path_factory.mktemp("full"))
    add_callers(profile, caller_counts(CALLERS))
    add_samples(profile, *SAMPLES)
    return page_of(profile)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("part", ["", FIGURE, f"{FIGURE}&path=0", f"{FIGURE}&loop=0"])
@pytest.mark.parametrize("width", [1400, 390])
def test_texts_of_the_page_have_enough_contrast(
    page: Page, full_page: Path, scheme: str, part: str, width: int
) -> None:
    page.open(full_page, part, width=width)
    page.media(scheme)
    if "path" in part:
        # A path is highlighted, so everything else is paler.
        assert page.texts("#source tr.unlit, #flow .node:not(.lit)")
    assert too_pale(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_about_extended_paths_have_enough_contrast(
    page: Page, tmp_path: Path, scheme: str
) -> None:
    page.open(page_of(extended_profile(tmp_path).path), f"{FIGURE}&path=X2")
    page.media(scheme)
    assert too_pale(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_of_a_flame_graph_have_enough_contrast(
    page: Page, tmp_path: Path, scheme: str
) -> None:
    file = tmp_path / "flames.html"
    command = ["export", str(demo_profile(tmp_path)), "--format", "flamegraph", "-o", str(file)]
    assert run_verb(command) == 0
    page.open(file)
    page.media(scheme)
    assert too_pale(page) == []
    page.run("document.querySelector('.frame.loop').click()")
    assert page.run("return document.querySelectorAll('.frame.around').length") > 0
    assert too_pale(page) == []


def test_text_that_is_too_pale_is_found(page: Page, full_page: Path) -> None:
    page.open(full_page, FIGURE)
    page.run(
        "document.querySelector('#view h1').style.opacity = 0.3;"
        "document.querySelector('#flow .node text').style.fill = '#ccc';"
        "document.querySelector('.chips li').style.color = '#999'"
    )
    assert len(too_pale(page)) >= 3
