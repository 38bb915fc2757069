"""Tests that a profile is written completely or not at all, and replaces only profiles."""

import errno
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from builders.recordings import demo_recording, demo_run
from kpath_jvm import Profile, whole_directories
from kpath_jvm.errors import KpathError
from kpath_jvm.profile import table_files
from kpath_jvm.profile.destination import check_destination
from kpath_jvm.profile.writer import write_profile


def _write_again(demo: Path, **changes: Any) -> None:
    recorded = demo_recording().build(demo.parent)
    write_profile(demo, recorded, demo_run(version="new"), **changes)


def test_an_existing_profile_is_replaced_only_on_request(demo: Path) -> None:
    with pytest.raises(KpathError, match="exists; pass --force"):
        _write_again(demo)
    _write_again(demo, replace=True)
    assert Profile.open(demo).run.version == "new"
    assert sorted(path.name for path in demo.parent.iterdir()) == ["demo.kpath", "methods.jsonl"]


@pytest.mark.parametrize("text", [None, "{}", "[1]", "junk"])
def test_only_profiles_are_replaced(tmp_path: Path, text: str | None) -> None:
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


def test_the_parent_directory_must_exist(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"no directory .*/none"):
        check_destination(tmp_path / "none" / "p.kpath")


def test_a_full_disk_leaves_the_old_profile(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def write_table(*args: Any, **options: Any) -> None:  # noqa: ARG001
        calls.append(args)
        if len(calls) == 4:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(table_files.pq, "write_table", write_table)
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
    monkeypatch.setattr(whole_directories, "_exchanged", lambda *_: False)
    with pytest.raises(KpathError, match="Input/output error"):
        _write_again(demo, replace=True)
    assert Profile.open(demo).run.version == "0.1.0"
    assert sorted(path.name for path in demo.parent.iterdir()) == ["demo.kpath", "methods.jsonl"]


def test_writing_imports_nothing_slow(tmp_path: Path) -> None:
    """Importing pandas and the like would take a tenth of a second at the end of every run."""
    code = """
import sys
from pathlib import Path
from builders.recordings import demo_recording, demo_run
from kpath_jvm.profile.arrow import keep_pandas_out
from kpath_jvm.profile.writer import write_profile

keep_pandas_out()
there = Path(sys.argv[1])
write_profile(there / "p.kpath", demo_recording().build(there), demo_run())
print(*sys.modules)
"""
    path = [entry for entry in sys.path if entry]
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True, text=True, check=True, env={"PYTHONPATH": ":".join(path)},
    )  # fmt: skip
    loaded = set(done.stdout.split())
    assert "pyarrow.parquet" in loaded
    assert loaded & {"pandas", "pyarrow.compute", "numpy.ma"} == set()
