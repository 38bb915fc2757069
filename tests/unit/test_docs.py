"""Tests the documents: links lead somewhere, lines aren't too long, and each verb has its page."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from kpath_jvm.cli.main import VERBS
from kpath_jvm.records.completeness import VERDICTS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
#: Code with two backticks on each side. It may look like a link without being one.
_CODE = re.compile(r"``.+?``")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_MOST_CHARACTERS = 140


def _lines(document: Path) -> Iterator[tuple[int, str]]:
    """Yields the lines that aren't code, with their numbers."""
    in_code = False
    for number, line in enumerate(document.read_text("utf-8").splitlines(), 1):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield number, line


def _anchors(document: Path) -> set[str]:
    """Returns the names that GitHub gives to the headings. Links may have these names after a #."""
    titles = (line.lstrip("# ") for _, line in _lines(document) if line.startswith("#"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(document: Path) -> None:
    for number, line in _lines(document):
        for link in _LINK.findall(_CODE.sub("", line)):
            if "://" in link:
                continue
            name, _, anchor = unquote(link).partition("#")
            target = document.parent / name if name else document
            assert target.exists(), f"{document}:{number}: {link}"
            if anchor and target.suffix == ".md":
                assert anchor in _anchors(target), f"{document}:{number}: {link}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_prose_fits_its_width(document: Path) -> None:
    wide = [
        number
        for number, line in _lines(document)
        if len(line) > _MOST_CHARACTERS and not line.startswith("|")
    ]
    assert not wide, f"{document}: lines {wide} have more than {_MOST_CHARACTERS} characters"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_merge_conflict_is_left(document: Path) -> None:
    for number, line in enumerate(document.read_text("utf-8").splitlines(), 1):
        assert not line.startswith(("<<<<<<< ", ">>>>>>> ")), number


def test_each_verb_has_its_page() -> None:
    pages = {page.stem for page in (ROOT / "docs" / "verbs").glob("*.md")}
    assert pages == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_a_line_in_both_readmes(verb: str) -> None:
    assert f"\n| [`{verb}`](docs/verbs/{verb}.md) | " in (ROOT / "README.md").read_text("utf-8")
    assert f"[{verb}](verbs/{verb}.md)" in (ROOT / "docs" / "README.md").read_text("utf-8")


def test_the_page_of_verdicts_has_every_fact() -> None:
    page = (ROOT / "docs" / "verdicts.md").read_text("utf-8")
    table = page.partition("| fact | verdict |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (.+) \| `(.+)` \|$", table, re.MULTILINE)
    told = {fact: verdict for facts, verdict in rows for fact in facts.split(", ")}
    assert told == {
        "a note" if str(cause) == "note" else str(cause): str(verdict)
        for cause, verdict in VERDICTS.items()
    }
