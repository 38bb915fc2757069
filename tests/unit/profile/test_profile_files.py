"""Writing all or nothing, and reading what is damaged."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.recordings import demo_recording, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile import writer
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import check_destination, write_profile

TABLES = sorted(SCHEMAS)


def _write_again(demo: Path, **changes: Any) -> None:
    recorded = demo_recording().build(demo.parent)
    write_profile(demo, recorded, demo_run(version="new"), **changes)


def test_an_existing_profile_needs_replace(demo: Path) -> None:
    with pytest.raises(KpathError, match="exists; pass --force"):
        _write_again(demo)
    _write_again(demo, replace=True)
    assert Profile.open(demo).run.version == "new"
    assert sorted(path.name for path in demo.parent.iterdir()) == ["demo.kpath", "methods.jsonl"]


@pytest.mark.parametrize("text", [None, "{}", "[1]", "junk"])
def test_what_is_not_a_profile_is_never_replaced(tmp_path: Path, text: str | None) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    if text is not None:
        (mine / "run.json").write_text(text)
    with pytest.raises(KpathError, match="is not a profile, so it is not replaced"):
        check_destination(mine, replace=True)


def test_files_and_links_are_never_replaced(demo: Path) -> None:
    link = demo.parent / "link"
    link.symlink_to(demo)
    file = demo.parent / "file"
    file.write_text("mine")
    for path in (link, file):
        with pytest.raises(KpathError, match="not replaced"):
            check_destination(path, replace=True)


def test_the_directory_above_must_exist(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"no directory .*/none"):
        check_destination(tmp_path / "none" / "p.kpath")


def test_a_full_disk_leaves_the_old_profile(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def write_table(*args: Any, **options: Any) -> None:  # noqa: ARG001
        calls.append(args)
        if len(calls) == 4:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writer.pq, "write_table", write_table)
    with pytest.raises(KpathError, match=r"cannot write the profile .*: No space left on device"):
        _write_again(demo, replace=True)
    assert Profile.open(demo).run.version == "0.1.0"
    assert sorted(path.name for path in demo.parent.iterdir()) == ["demo.kpath", "methods.jsonl"]


def test_a_failed_rename_restores_the_old_profile(
    demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self.name.endswith(".new"):
            raise OSError(errno.EIO, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(KpathError, match="Input/output error"):
        _write_again(demo, replace=True)
    assert Profile.open(demo).run.version == "0.1.0"
    assert sorted(path.name for path in demo.parent.iterdir()) == ["demo.kpath", "methods.jsonl"]


def _use_all(path: Path) -> None:
    profile = Profile.open(path)
    for name in TABLES:
        getattr(profile, name)


def _one_line(path: Path, match: str) -> None:
    with pytest.raises(KpathError, match=match) as caught:
        _use_all(path)
    assert "\n" not in str(caught.value)


def test_no_profile(tmp_path: Path) -> None:
    _one_line(tmp_path / "none", "does not exist")
    (tmp_path / "file").write_text("")
    _one_line(tmp_path / "file", "is not a directory")
    _one_line(tmp_path, "has no run.json")


def _edit(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], None]:
    def apply(demo: Path) -> None:
        run = json.loads((demo / "run.json").read_text())
        change(run)
        (demo / "run.json").write_text(json.dumps(run))

    return apply


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda demo: (demo / "run.json").write_text("{"), "run.json is not JSON"),
        (lambda demo: (demo / "run.json").write_text("[" * 10**6), "run.json is not JSON"),
        (lambda demo: (demo / "run.json").write_bytes(b"\xff\xfe\x00"), "run.json is not JSON"),
        (lambda demo: (demo / "run.json").write_text("{}"), "is not ours"),
        (_edit(lambda run: run.update(kpath_jvm_profile=3)), "format version 3, this kpath-jvm"),
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
        (_edit(lambda run: run["tables"].update(ipf=3)), "ipf.parquet has 60 rows"),
    ],
)
def test_a_bad_run_json(demo: Path, damage: Callable[[Path], Any], complaint: str) -> None:
    damage(demo)
    _one_line(demo, complaint)


@pytest.mark.parametrize("name", ["run.json", "ipf.parquet"])
def test_a_pipe_or_a_device_is_no_file_of_a_profile(demo: Path, name: str) -> None:
    path = demo / name
    path.unlink()
    os.mkfifo(path)
    _one_line(demo, f"{name}")
    path.unlink()
    path.symlink_to("/dev/zero")
    _one_line(demo, f"{name}")


def test_a_name_in_a_footer_that_is_no_text(demo: Path) -> None:
    path = demo / "edges.parquet"
    path.write_bytes(path.read_bytes().replace(b"source", b"\xff\xfe\xfd\xfc\xfb\xfa"))
    _one_line(demo, "edges.parquet")


@pytest.mark.parametrize("name", TABLES)
def test_a_bad_table(demo: Path, name: str) -> None:
    path = demo / f"{name}.parquet"
    whole = path.read_bytes()
    for damaged in (b"", whole[:-1], whole[: len(whole) // 2], b"PAR1" + whole[4:-9] + b"PAR1"):
        path.write_bytes(damaged)
        _one_line(demo, f"{name}.parquet cannot be read")
    path.unlink()
    _one_line(demo, f"{name}.parquet is missing")
    other = "paths" if name != "paths" else "ipf"
    path.write_bytes((demo / f"{other}.parquet").read_bytes())
    _one_line(demo, f"{name}.parquet has other columns")


def test_flipped_bits_never_end_in_a_traceback(demo: Path) -> None:
    for name in ("ipf", "blocks"):
        path = demo / f"{name}.parquet"
        whole = path.read_bytes()
        for at in range(4, len(whole), 41):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
            try:
                _use_all(demo)
            except KpathError as error:
                assert "\n" not in str(error)  # noqa: PT017
        path.write_bytes(whole)


@pytest.mark.parametrize(
    ("name", "column", "value", "complaint"),
    [
        ("methods", "method", 5, "not numbered by row"),
        ("methods", "possible_paths", 0, "without paths"),
        ("methods", "completed", 1, "paths and methods disagree"),
        ("blocks", "block", 7, "not numbered by row"),
        ("blocks", "method", 1, "not ordered by method"),
        ("blocks", "method", -1, "out of range"),
        ("blocks", "lines", [1], "differ in number"),
        ("blocks", "lines", [1, None], "an item of lines is missing"),
        ("methods", "cuts", [[1, 2, 3]], "not a pair"),
        ("edges", "target", 6, "target is not a block"),
        ("edges", "source", -2, "source is not a block"),
        ("loops", "header", 6, "header is not a block"),
        ("loops", "parent", 1, "parent is not a loop"),
        ("loops", "parent", -2, "parent is not a loop"),
        ("loops", "loop", 1, "loops are not numbered by row"),
        ("loops", "blocks", [1, 77], "blocks holds what is not a block"),
        ("paths", "blocks", [6], "blocks holds what is not a block"),
        ("paths", "count", 1, "paths and ipf disagree"),
        ("ipf", "parent", 99, "a parent does not come before"),
        ("ipf", "path", 9, "a path is out of range"),
        ("ipf", "node", 9, "not numbered by row"),
        ("ipf", "count", None, "count is missing"),
    ],
)
def test_a_table_that_contradicts_another(
    demo: Path, name: str, column: str, value: Any, complaint: str
) -> None:
    path = demo / f"{name}.parquet"
    table = pq.read_table(path)
    at = table.schema.get_field_index(column)
    values = [value, *table.column(column).to_pylist()[1:]]
    pq.write_table(
        table.set_column(at, table.schema.field(at), pa.array(values, table.schema.types[at])),
        path,
    )
    _one_line(demo, complaint)
