"""Tests that a method stays one method if its class file's digest differs between bursts."""

import errno
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.recordings import demo_profile
from builders.resampled import resample
from damaged_profiles import sealed_again
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.table_files import write_table
from kpath_jvm.sessions.bursts import one_code
from kpath_jvm.sessions.bursts.one_code import OneCode
from kpath_jvm.sessions.merge import MergeRequest, merge


def with_other_digests(profile: Path, mark: str) -> Path:
    """Changes the digests of all classes, as each retransformation does on some JDKs."""
    path = profile / "methods.parquet"
    table = pq.read_table(path)
    place = table.column_names.index("digest")
    own = [mark + digest[len(mark) :] for digest in table.column("digest").to_pylist()]
    write_table(table.set_column(place, table.schema.field(place), pa.array(own)), "methods", path)
    sealed_again(profile)
    return profile


def test_settled_bursts_are_merged_as_if_digests_were_equal(tmp_path: Path) -> None:
    source = Profile.open(demo_profile(tmp_path, k=4))
    bursts = [resample(source, tmp_path / f"{it}.kpath", it, share=1.0) for it in range(3)]
    merge(MergeRequest(tuple(bursts), tmp_path / "before.kpath"), lambda _: None)
    for place, burst in enumerate(bursts):
        with_other_digests(burst, f"{place:02}")
    merge(MergeRequest(tuple(bursts), tmp_path / "apart.kpath"), lambda _: None)
    code = OneCode()
    for burst in bursts:
        code.settle(burst)
        code.settle(burst)
    merge(MergeRequest(tuple(bursts), tmp_path / "after.kpath"), lambda _: None)
    before, apart, after = (
        Profile.open(tmp_path / f"{name}.kpath") for name in ("before", "apart", "after")
    )
    assert len(apart.method_rows) > len(before.method_rows)
    assert after.methods.drop(columns="digest").equals(before.methods.drop(columns="digest"))
    assert after.ipf.equals(before.ipf)


def test_a_full_disk_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Profile.open(demo_profile(tmp_path, k=4))
    first, second = (resample(source, tmp_path / f"{it}.kpath", it, share=1.0) for it in range(2))
    code = OneCode()
    code.settle(first)
    with_other_digests(second, "01")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(one_code, "write_table", full)
    with pytest.raises(KpathError, match=r"cannot write the profile .*1\.kpath: No space left on"):
        code.settle(second)
