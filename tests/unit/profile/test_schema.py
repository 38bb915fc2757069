"""Tests that each column of a profile's tables has a description."""

import re
from pathlib import Path

import pytest

from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.run import TableRows

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "formats" / "profile.md"


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_column_is_described(name: str) -> None:
    sections = re.split(r"^## ", DOCUMENT.read_text("utf-8"), flags=re.MULTILINE)
    (section,) = [one for one in sections if one.startswith(f"{name}\n")]
    words = set(re.findall(r"\w+", section))
    assert {column for column in SCHEMAS[name].names if column not in words} == set()


def test_run_json_counts_the_rows_of_each_table() -> None:
    assert TableRows.__struct_fields__ == tuple(SCHEMAS)
