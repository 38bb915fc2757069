"""Tests the file of the HTML page."""

import io
import re
import zipfile
from pathlib import Path

import pytest

from kpath_command import REPOSITORY
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import PAGE_LIBRARIES_NAME, jars, require_page_libraries
from kpath_jvm.reports.page.page import LIBRARIES, SCRIPTS, STYLES, write_page
from page_reading import check_policy

ASSETS = REPOSITORY / "orchestrator" / "kpath_jvm" / "reports" / "page" / "assets"


def written(title: str = "a title", document: dict[str, object] | None = None) -> str:
    stream = io.StringIO()
    write_page(stream, title, document or {}, [{"n": 1}, {"n": 2}], jars().page_libraries)
    return stream.getvalue()


def test_every_asset_is_in_the_page() -> None:
    assert {path.name for path in ASSETS.iterdir()} == {*SCRIPTS, *STYLES}


def test_the_policy_allows_exactly_the_pages_scripts_and_styles() -> None:
    check_policy(written(), scripts=len(LIBRARIES) + len(SCRIPTS), styles=len(STYLES))


def test_the_page_has_no_external_addresses() -> None:
    own = "".join((ASSETS / name).read_text("utf-8") for name in (*SCRIPTS, *STYLES))
    # SVG's namespace is written as an address, but nothing is loaded from there.
    assert own.replace("http://www.w3.org/2000/svg", "").count("://") == 0
    head = written().partition("<style>")[0]
    assert re.findall(r'(?:src|href)="([^"]*)"', head) == ["data:,"]


def test_licences_come_before_their_libraries() -> None:
    text = written()
    for folder, _ in LIBRARIES:
        licence = text.partition(f"<script>/*! {folder}\n")[2].partition("*/")[0]
        assert "Permission" in licence, folder


def test_missing_and_unusable_libraries_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KpathError, match="cannot read the page's libraries"):
        write_page(io.StringIO(), "t", {}, [], tmp_path / "none.jar")
    jar = tmp_path / "page.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("d3/LICENSE", "x")
    with pytest.raises(KpathError, match=r"d3/d3.min.js"):
        write_page(io.StringIO(), "t", {}, [], jar)
    with zipfile.ZipFile(jar, "a") as archive:
        archive.writestr("d3/d3.min.js", "'</SCRIPT>'")
    with pytest.raises(KpathError, match=r"d3 in .* can't be put into a page"):
        write_page(io.StringIO(), "t", {}, [], jar)
    monkeypatch.setenv("KPATH_JVM_JARS", str(tmp_path))
    with pytest.raises(KpathError, match=f"{PAGE_LIBRARIES_NAME} is not in {tmp_path}"):
        require_page_libraries()
