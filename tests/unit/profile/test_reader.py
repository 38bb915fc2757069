"""Tests that damaged profiles are refused in one line, and that older profiles are read."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from damaged_profiles import TABLES, check_one_line, sealed_again, use_all
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Forest
from kpath_jvm.seals import sealed


def test_what_is_no_profile_is_refused(tmp_path: Path) -> None:
    check_one_line(tmp_path / "none", "does not exist")
    (tmp_path / "file").write_text("")
    check_one_line(tmp_path / "file", "is not a directory")
    check_one_line(tmp_path, "has no run.json")
    # The new file makes the directory a recorded stream.
    (tmp_path / "stream.json").write_text("{}")
    check_one_line(tmp_path, "`kpath-jvm build ")


def _edit(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], None]:
    def apply(demo: Path) -> None:
        run = json.loads((demo / "run.json").read_text())
        change(run)
        del run["seal"]
        (demo / "run.json").write_bytes(sealed(json.dumps(run)))

    return apply


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda demo: (demo / "run.json").write_text("{"), "run.json is not JSON"),
        (lambda demo: (demo / "run.json").write_text("[" * 10**6), "run.json is not JSON"),
        (lambda demo: (demo / "run.json").write_bytes(b"\xff\xfe\x00"), "run.json is not JSON"),
        (lambda demo: (demo / "run.json").write_text("{}"), "is not a file of kpath-jvm"),
        (
            _edit(lambda run: run.update(kpath_jvm_profile=3)),
            "format version 3, but this kpath-jvm",
        ),
        (
            _edit(lambda run: run.update(kpath_jvm_profile=10)),
            "format version 10, but this kpath-jvm",
        ),
        (_edit(lambda run: run.pop("tables")), "missing required field `tables`"),
        (_edit(lambda run: run.update(k=65)), "k = 65"),
        (_edit(lambda run: run.update(k="8")), "k = '8'"),
        (_edit(lambda run: run.update(completeness="exact")), "completeness = 'exact'"),
        (_edit(lambda run: run.update(skipped=[1])), r"skipped\[0\] = 1"),
        (_edit(lambda run: run.update(events=-1)), "events = -1"),
        (_edit(lambda run: run.update(lost_events=2**63)), "lost_events = 9223372036854775808"),
        (_edit(lambda run: run["tables"].pop("ipf")), "missing required field `ipf`"),
        (_edit(lambda run: run["completeness"].update(verdict="good")), "verdict = 'good'"),
        (_edit(lambda run: run.update(workload={"\ud800": 1})), "is not usable"),
        (
            _edit(lambda run: run["options"].update({"self-loops": True})),
            "it was recorded with --self-loops, which this kpath-jvm doesn't have; record it again",
        ),
        (_edit(lambda run: run["tables"].update(ipf=3)), "ipf.parquet has 60 rows"),
    ],
)
def test_a_bad_run_json_is_refused(
    demo: Path, damage: Callable[[Path], Any], complaint: str
) -> None:
    damage(demo)
    check_one_line(demo, complaint)


@pytest.mark.parametrize("name", ["run.json", "ipf.parquet"])
def test_a_pipe_or_a_device_in_a_profile_is_refused(demo: Path, name: str) -> None:
    path = demo / name
    path.unlink()
    os.mkfifo(path)
    check_one_line(demo, f"{name}")
    path.unlink()
    path.symlink_to("/dev/zero")
    check_one_line(demo, f"{name}")


def test_a_footer_with_invalid_utf_8_is_refused(demo: Path) -> None:
    path = demo / "edges.parquet"
    path.write_bytes(path.read_bytes().replace(b"source", b"\xff\xfe\xfd\xfc\xfb\xfa"))
    check_one_line(demo, "edges.parquet")


@pytest.mark.parametrize("name", TABLES)
def test_a_bad_table_is_refused(demo: Path, name: str) -> None:
    path = demo / f"{name}.parquet"
    whole = path.read_bytes()
    for damaged in (b"", whole[:-1], whole[: len(whole) // 2], b"PAR1" + whole[4:-9] + b"PAR1"):
        path.write_bytes(damaged)
        check_one_line(demo, f"{name}.parquet cannot be read")
    path.unlink()
    check_one_line(demo, f"{name}.parquet is missing")
    other = "paths" if name != "paths" else "ipf"
    path.write_bytes((demo / f"{other}.parquet").read_bytes())
    check_one_line(demo, f"{name}.parquet has other columns")


def test_flipped_bits_never_end_in_a_traceback(demo: Path) -> None:
    for name in ("ipf", "blocks"):
        path = demo / f"{name}.parquet"
        whole = path.read_bytes()
        for at in range(4, len(whole), 41):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
            try:
                use_all(demo)
            except KpathError as error:
                assert "\n" not in str(error)  # noqa: PT017
        path.write_bytes(whole)


def test_the_forest_of_a_single_method_is_checked(demo: Path) -> None:
    whole = Profile.open(demo).forest
    alone = Profile.open(demo).method_forest(2)
    for name in Forest.__dataclass_fields__:
        assert getattr(alone, name).tolist() == getattr(whole.of_method(2), name).tolist()
    path = demo / "ipf.parquet"
    table = pq.read_table(path)
    rows = np.flatnonzero(table.column("method").to_numpy() == 2)
    for column, value, complaint in (
        ("count", 5, "paths and methods disagree"),
        ("path", 6, "a path is out of range"),
        ("parent", 0, "a parent does not come before"),
        ("depth", 7, "not one deeper"),
    ):
        values = table.column(column).to_numpy().copy()
        values[rows[0]] = value
        changed = table.set_column(
            table.schema.get_field_index(column),
            table.schema.field(column),
            pa.array(values, table.schema.field(column).type),
        )
        pq.write_table(changed, path)
        sealed_again(demo)
        with pytest.raises(KpathError, match=complaint):
            Profile.open(demo).method_forest(2)
        pq.write_table(table, path)


def test_a_profile_without_labels_is_read(demo: Path) -> None:
    path = demo / "decisions.parquet"
    whole = pq.read_table(path)
    pq.write_table(whole.drop_columns(["labels"]), path)
    sealed_again(demo)
    profile = Profile.open(demo)
    assert profile.table("decisions").equals(whole)
    use_all(demo)


def test_a_branch_test_without_a_size_counts_as_its_whole_block(demo: Path) -> None:
    path = demo / "decisions.parquet"
    whole = pq.read_table(path)
    # Profiles without the column ``instructions`` lack ``labels``, too, which was added later.
    pq.write_table(whole.drop_columns(["instructions", "labels"]), path)
    sealed_again(demo)
    profile = Profile.open(demo)
    assert set(profile.table("decisions").column("instructions").to_pylist()) == {-1}
    codes = [profile.code(method) for method in range(6)]
    assert any(code.deciding for code in codes)
    assert all(
        code.test_size(block) == code.instructions[block]
        for code in codes
        for block in code.deciding
    )
    use_all(demo)


@pytest.mark.parametrize("lacking", [["assigned"], ["waits", "assigned"]])
def test_a_profile_without_the_later_columns_of_loops_is_read(
    demo: Path, lacking: list[str]
) -> None:
    path = demo / "loops.parquet"
    whole = pq.read_table(path)
    assert {*lacking} < {*whole.column_names}
    pq.write_table(whole.drop_columns(lacking), path)
    sealed_again(demo)
    profile = Profile.open(demo)
    assert profile.table("loops").equals(whole)
    loops = [loop for method in range(6) for loop in profile.code(method).loops]
    assert {(loop.waits, loop.assigned) for loop in loops} == {("", ())}
    use_all(demo)
    # No other column of loops.parquet may be missing.
    pq.write_table(whole.drop_columns(["latches"]), path)
    sealed_again(demo)
    check_one_line(demo, "loops.parquet has other columns")
