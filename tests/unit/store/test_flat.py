"""Tests a store's table of executed paths, with the cost of each path's completions."""

from pathlib import Path

from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.store.flat import SCHEMA, flat


def test_rows_agree_with_the_profiles_paths(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    table = flat(profile, "id", "shop", "1", "2026-11-01")
    assert table.schema == SCHEMA
    rows = table.to_pylist()
    assert {(row["run"], row["service"], row["version"], row["day"]) for row in rows} == {
        ("id", "shop", "1", "2026-11-01")
    }
    blocks = profile.blocks.set_index(["method", "block"])["instructions"]
    for row, path in zip(rows, profile.table("paths").to_pylist(), strict=True):
        method = profile.methods.loc[path["method"]]
        assert (row["class_name"], row["method"]) == (method["class"], method["name"])
        assert (row["starts"], row["ends"]) == (path["start"], path["end"])
        assert row["blocks"] == "-".join(map(str, path["blocks"]))
        cost = sum(int(blocks[path["method"], block]) for block in path["blocks"])
        assert (row["completions"], row["bytecodes"]) == (path["count"], cost * path["count"])
    loaders = {row["loader"] for row in rows if row["class_name"] == "demo/Shared"}
    assert loaders == {"web"}
