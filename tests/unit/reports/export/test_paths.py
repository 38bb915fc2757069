"""Checks the rows of the exported table of paths against the profile's paths, one by one."""

from pathlib import Path

import pyarrow as pa
import pytest

from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.reports.export import paths
from kpath_jvm.reports.export.exported import Exported, ExportOptions


def test_each_executed_path_has_a_row(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "CHUNK", 3)
    profile = Profile.open(demo).merged(across_loaders=False)
    rows = pa.concat_tables(paths.chunks(Exported.of(profile))).to_pylist()
    executed = profile.table("paths").to_pylist()
    assert len(rows) == len(executed) > 10
    costs = Costs(profile)
    for row, one in zip(rows, executed, strict=True):
        method, path = one["method"], one["path"]
        identity, code = profile.method_rows.row(method), profile.code(method)
        decoded = code.decode(path)
        loop = code.loop_around([decoded.blocks[0]] if decoded.start == "loop" else [])
        told = ToldMethod(code, identity).path(decoded)
        assert row == {
            "id": method,
            "class": identity["class"],
            "method": identity["name"],
            "descriptor": identity["descriptor"],
            "path": path,
            "name": names_of_paths(profile, method)[path],
            "start": decoded.start,
            "end": decoded.end,
            "loop_line": None if loop is None else code.header_line(loop.header),
            "count": one["count"],
            "bytecodes": costs.of_path(method, path),
            "lines": list(decoded.lines),
            "places": code.places.names(decoded.lines),
            "decisions": [decision.text for decision in told],
        }


def test_the_costliest_paths_can_be_exported_alone(demo: Path) -> None:
    profile = Profile.open(demo)
    rows, hottest = (
        [row for chunk in paths.chunks(Exported.of(profile, options)) for row in chunk.to_pylist()]
        for options in (ExportOptions(), ExportOptions(top=4))
    )
    ranked = sorted(rows, key=lambda row: -row["count"] * row["bytecodes"])
    assert hottest == ranked[:4]
