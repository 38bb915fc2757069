"""Tests that docs/api.md has every public name, and no other name."""

import re
from pathlib import Path

import kpath_jvm

PAGE = Path(__file__).resolve().parents[3] / "docs" / "api.md"


def test_the_page_has_exactly_the_public_names() -> None:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"\w+", row)}
    assert named | {"__version__"} == set(kpath_jvm.__all__)
