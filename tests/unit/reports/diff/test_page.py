"""Tests the page of a difference: names in class files never become markup."""

from pathlib import Path

from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.reports.diff.page import page
from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff

_EVIL = "<img src=x onerror=alert(1)>"


def test_names_are_escaped(tmp_path: Path) -> None:
    runs = [
        Version(name=_EVIL, operands={2: f"{_EVIL}&"}).walked(LEFT, LEFT, RIGHT),
        Version(name=_EVIL, operands={2: "'\"\x01"}, digest="x").walked(LEFT, RIGHT, RIGHT),
    ]
    paths = [
        versions_profile(tmp_path, name, run).path for name, run in zip("ab", runs, strict=True)
    ]
    options = DiffOptions()
    document = summarise_diff(compare(paths[:1], paths[1:], options), options)
    text = "".join(page(document))
    assert "<img" not in text
    assert "&lt;img" in text
    assert "\x01" not in text
    assert "\x02" not in text
    assert text.count("<code>") == text.count("</code>") > 0
    assert "default-src 'none'" in text
    assert text.endswith("</html>\n")
