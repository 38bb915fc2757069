"""Tests that docs/formats/profile.md names every table and column of a profile."""

import re

import pytest

from kpath_command import REPOSITORY
from kpath_jvm.profile.schema import SCHEMAS

PAGE = (REPOSITORY / "docs" / "formats" / "profile.md").read_text("utf-8")


def section(page: str, title: str) -> str:
    """Returns the text below a heading, or an empty string if the page lacks the heading."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    return found[1] if found else ""


def missing(page: str, table: str) -> list[str]:
    """Returns a table's columns that aren't named in the table's section of the page."""
    said = section(page, table)
    return [name for name in SCHEMAS[table].names if not re.search(rf"\b{name}\b", said)]


@pytest.mark.parametrize("table", SCHEMAS)
def test_every_column_is_named(table: str) -> None:
    assert missing(PAGE, table) == []


def test_the_check_finds_an_unnamed_column() -> None:
    assert missing(PAGE.replace("since_millis", ""), "methods") == ["since_millis"]
    assert missing("", "loops") == SCHEMAS["loops"].names
