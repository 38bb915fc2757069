"""docs/formats/profile.md names every table, column and field that a profile has."""

import re

import msgspec
import pytest

from kpath_command import REPOSITORY
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.run import ProfileRecord

PAGE = (REPOSITORY / "docs" / "formats" / "profile.md").read_text("utf-8")


def section(page: str, title: str) -> str:
    """Returns what stands below a heading; empty without the heading."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    return found[1] if found else ""


def missing(page: str, table: str) -> list[str]:
    """Returns the columns of a table that a page doesn't name in the table's section."""
    said = section(page, table)
    return [name for name in SCHEMAS[table].names if not re.search(rf"\b{name}\b", said)]


@pytest.mark.parametrize("table", SCHEMAS)
def test_every_column_is_named(table: str) -> None:
    assert missing(PAGE, table) == []


def test_every_field_of_run_json_is_named() -> None:
    said = section(PAGE, "run.json")
    names = [field.encode_name for field in msgspec.structs.fields(ProfileRecord)]
    assert len(names) > 20
    assert [name for name in names if not re.search(rf"\b{name}\b", said)] == []


def test_a_column_that_is_not_named_is_told() -> None:
    assert missing(PAGE.replace("since_millis", ""), "methods") == ["since_millis"]
    assert missing("", "loops") == SCHEMAS["loops"].names
