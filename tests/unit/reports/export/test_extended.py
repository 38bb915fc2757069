"""Tests that exported extended paths have the bytecode offsets of their blocks."""

import csv
import io
import json
from pathlib import Path

import pytest

from builders.extended import extended_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.reports.export.exported import Exported, ExportOptions
from kpath_jvm.reports.export.jsonl import write_lines
from kpath_jvm.reports.export.tables import write_csv


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return extended_profile(tmp_path)


def test_jsonl_lines_have_the_offsets_of_blocks(profile: Profile) -> None:
    stream = io.StringIO()
    write_lines(Exported(select(profile, ALL), ExportOptions()), stream)
    (line,) = [json.loads(one) for one in stream.getvalue().splitlines()]
    assert (line["kpath_jvm_export_extended"], line["class"], line["method"]) == (
        1, "demo/Figure3", "run",
    )  # fmt: skip
    assert (line["profiler"], line["k"], line["descriptor"]) == ("kiter", 2, "(I)V")
    whole = {path["number"]: path for path in line["paths"]}
    assert whole[9] == {
        "kind": "iterations", "graph": 0, "number": 9, "blocks": [[4, 8], [9, 14], [21, 27]],
        "start": "loop 1", "end": "loop 1", "count": 15, "estimate": 22.5, "other": None,
    }  # fmt: skip
    assert whole[1]["other"] == {
        "class": "demo/Figure3", "method": "plain", "descriptor": "(I)I",
        "blocks": [[0, 1], [4, 5]],
    }  # fmt: skip


def test_the_table_has_the_offsets_of_blocks(profile: Profile) -> None:
    stream = io.StringIO()
    write_csv(Exported(select(profile, ALL), ExportOptions(top=1)), "extended", stream)
    (row,) = csv.DictReader(io.StringIO(stream.getvalue()))
    assert (row["number"], row["offsets"], row["count"], row["estimate"]) == (
        "9", "4 9 21", "15", "22.5",
    )  # fmt: skip
