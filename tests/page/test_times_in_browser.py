"""Tests the page's section about time beside bytecodes."""

from pathlib import Path

from builders.recordings import demo_profile
from builders.timed import DEMO, add_samples
from page.browser import Page
from page.files import page_of


def _page(directory: Path, *, timed: bool) -> Path:
    profile = demo_profile(directory)
    if timed:
        add_samples(profile, *DEMO)
    return page_of(profile)


def test_the_overview_has_the_shares_and_the_words(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, timed=True))
    text = page.one("#view").text
    for part in (
        "Time beside bytecodes", "78.7 %", "700 (75.8 % to 81.2 %)", "demo.Figure3.plain(int)",
        "takes 78.7 % of the time but 6.0 % of the bytecodes: waiting for memory",
        "11.0 % of all 1,000 samples are in code whose bytecodes aren't counted",
        "Shares of time are of the 890 samples",
    ):  # fmt: skip
        assert part in text, part
    assert page.problems() == []


def test_without_samples_there_is_no_such_section(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, timed=False))
    assert "Time beside" not in page.one("#view").text
    assert page.problems() == []
