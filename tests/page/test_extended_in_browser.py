"""Tests what the page shows about extended paths, and about a profile of edges."""

from pathlib import Path

import pytest

from builders.edges import edges_profile
from builders.extended import extended_profile
from page.browser import Page
from page.files import FIGURE, page_of

DASH = "\u2013"


@pytest.fixture(scope="module")
def extended_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page_of(extended_profile(tmp_path_factory.mktemp("extended")).path)


def test_a_chosen_path_is_lit_with_its_iterations(page: Page, extended_page: Path) -> None:
    page.open(extended_page, f"{FIGURE}&path=X2")
    chosen = page.texts('#extended [aria-selected="true"] .letter')
    assert chosen == ["X2"]
    lit = page.run(
        "return [...document.querySelectorAll('#flow .node.lit')].map((it) => "
        "[it.dataset.block, it.querySelector('.iterations').textContent])"
    )
    # X2 executes block 3 in its second iteration. But the block isn't drawn, because it is in none
    # of the profile's Ball-Larus paths.
    assert dict(found for found in lit if found[1]) == {
        "0": "it. 1", "1": f"it. 1{DASH}2", "2": "it. 1", "4": f"it. 1{DASH}2", "5": "it. 2",
    }  # fmt: skip
    # The path enters its second iteration by the back edge.
    assert page.run("return document.querySelectorAll('#flow .edge.back.lit').length") > 0
    told = page.texts("#extended-X2 .iteration")
    assert [text[0] for text in told] == ["1", "2"]
    page.one("#extended-X2").click()
    assert page.texts('#extended [aria-selected="true"]') == []
    assert page.run("return location.hash").endswith("run(int)")
    page.one("#path-0").click()
    assert page.texts('#paths [aria-selected="true"] .letter') == ["A"]
    page.one("#extended-X1").click()
    assert page.texts('#paths [aria-selected="true"]') == []
    assert page.run("return location.hash").endswith("path=X1")
    assert page.problems() == []


def test_paths_are_chosen_by_keys(page: Page, extended_page: Path) -> None:
    page.open(extended_page, FIGURE)
    page.run("document.querySelector('#extended .paths').focus()")
    page.press("ARROW_DOWN", "ENTER")
    assert page.texts('#extended [aria-selected="true"] .letter') == ["X2"]
    page.press("ESCAPE")
    assert page.texts('#extended [aria-selected="true"]') == []
    assert page.problems() == []


def test_the_page_of_a_profile_of_edges_mentions_no_paths(page: Page, tmp_path: Path) -> None:
    file = page_of(edges_profile(tmp_path).path)
    page.open(file)
    assert "path completions" not in page.one(".figures").text
    assert "18 edges" in page.one(".figures").text
    page.open(file, FIGURE)
    assert page.texts("nav.parts button") == ["Loops", "Source and branches", "Control flow"]
    assert "paths run" not in page.one(".method-head").text
    assert "Paths" not in page.one("#loops thead").text
    assert "≤ 3" in page.texts("#flow .edge.label text")
    assert page.problems() == []
