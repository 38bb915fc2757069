"""Tests the exported table of edges, which has bounds for counts that exceptions make inexact."""

import csv
import io
from pathlib import Path

from builders.edges import edges_profile
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.reports.export.exported import Exported, ExportOptions
from kpath_jvm.reports.export.tables import write_csv


def test_the_table_has_counts_and_bounds(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    stream = io.StringIO()
    write_csv(Exported(select(profile, ALL), ExportOptions()), "edges", stream)
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert len(rows) == len(profile.edge_counts) == 18
    figures = {
        (row["method"], row["kind"], row["source"], row["target"]): (
            row["source_offset"], row["target_offset"], row["count"], row["least"], row["most"]
        )
        for row in rows
    }  # fmt: skip
    assert figures["run", "entry", "", "0"] == ("", "0", "3", "3", "3")
    assert figures["run", "edge", "4", "1"] == ("27", "4", "11", "11", "11")
    assert figures["run", "exit", "5", ""] == ("28", "", "3", "0", "3")
    assert figures["retry", "handler", "", "2"] == ("", "10", "4", "4", "")
