"""Tests the page's section about callers."""

from pathlib import Path

from builders.called import DEMO, DEMO_UNTOLD, add_callers, caller_counts
from builders.recordings import demo_profile
from kpath_jvm.cli.main import run_verb
from page.browser import Page
from page.files import part_of


def _page(directory: Path, *, called: bool) -> Path:
    profile = demo_profile(directory)
    if called:
        add_callers(profile, caller_counts(DEMO, DEMO_UNTOLD))
    file = directory / "page.html"
    assert run_verb(["html", str(profile), "-o", str(file)]) == 0
    return file


def test_the_overview_has_the_callers(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, called=True))
    text = page.one("#view").text
    for part in (
        "Callers", "14 (12 in the recorded run)", "demo.Figure3.plain(int)",
        "50.0 % (7) from demo.Figure3.run(int), line 14", "the counts are exact for that run",
    ):  # fmt: skip
        assert part in text, part
    assert page.problems() == []


def test_the_page_of_a_method_lists_its_callers_and_links_to_them(
    page: Page, tmp_path: Path
) -> None:
    page.open(_page(tmp_path, called=True), part_of("demo.Figure3.plain(int)"))
    assert "Callers" in page.texts("nav.parts button")
    rows = page.run(
        "return [...document.querySelectorAll('#callers tbody tr')].map((row) =>"
        " [...row.cells].map((cell) => cell.textContent))"
    )
    assert rows[0] == ["50.0 %", "7", "from demo.Figure3.run(int), line 14"]
    assert len(rows) == 5
    assert "14 (12 in the recorded run)" in page.one("#callers").text
    # If the page has a part about the caller, the caller's name is a link to this part.
    assert page.texts("#callers td a")[0] == "demo.Figure3.run(int)"
    page.run("document.querySelector('#callers td a').click()")
    page.wait("return document.querySelector('#view h1').textContent === 'Figure3.run(int)'")
    assert page.texts("#callers td")[:3] == [
        "100.0 %",
        "1",
        "from demo.Main.main(String[]), line 3",
    ]
    assert page.problems() == []


def test_without_callers_the_page_has_no_section_about_them(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, called=False))
    assert "Callers" not in page.one("#view").text
    page.open(tmp_path / "page.html", part_of("demo.Figure3.plain(int)"))
    assert "Callers" not in page.texts("nav.parts button")
    assert page.problems() == []
