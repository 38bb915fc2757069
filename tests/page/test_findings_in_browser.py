"""Tests the page's section of findings, "What stands out"."""

from pathlib import Path

from builders.advisable import advisable_profile
from builders.recordings import demo_profile
from kpath_jvm.cli.main import run_verb
from page.browser import Page


def _page(directory: Path, profile: Path) -> Path:
    file = directory / "page.html"
    assert run_verb(["html", str(profile), "-o", str(file)]) == 0
    return file


def test_a_finding_leads_to_its_loop(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, advisable_profile(tmp_path)))
    first, *others = page.texts("#findings li")
    assert first.startswith("31.2 % demo.Peeled.run(int), loop at line 9")
    assert "95.8 % of the entries make 8 iterations [write out]" in first
    assert "of the iterations follow it to its end; this is for a compiler" in first
    assert any("the answer stays the same throughout each entry" in it for it in others)
    text = page.one("#view").text
    assert text.index("What stands out") < text.index("Hottest methods")
    page.run("document.querySelector('#findings a').click()")
    page.wait("return document.querySelector('#view h1').textContent === 'Peeled.run(int)'")
    assert page.run("return document.querySelectorAll('tr.lit').length") == 1
    assert page.problems() == []


def test_without_a_search_for_findings_the_page_has_no_section_of_findings(
    page: Page, tmp_path: Path
) -> None:
    page.open(_page(tmp_path, demo_profile(tmp_path, k=1)))
    assert "What stands out" not in page.one("#view").text
    assert page.problems() == []
