"""Tests the page's section about callers."""

from pathlib import Path

from builders.called import DEMO, DEMO_UNTOLD, add_callers, caller_counts
from builders.recordings import demo_profile
from kpath_jvm.cli.main import run_verb
from page.browser import Page


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
        "50.0 % (7) from demo.Figure3.run(int), line 14", "they are exact for it",
    ):  # fmt: skip
        assert part in text, part
    assert page.problems() == []


def test_without_callers_there_is_no_such_section(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, called=False))
    assert "Callers" not in page.one("#view").text
    assert page.problems() == []
