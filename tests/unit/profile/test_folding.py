"""Tests the bounds on the errors of counts after the engine folded sequences to save memory."""

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from builders.recordings import demo_recording, demo_run
from damaged_profiles import sealed_again
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.folding import reason
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.profile_sum import merge_jvms
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.folding import Folding

STATISTICS = {
    "folds": 3,
    "folded_nodes": 1234,
    "folded_restarts": 2,
    "ipf_least_count": 5,
    "folding_errors": [10, 11, 15],
    "memory_bytes": 64 << 20,
}


def folded_profile(directory: Path, *, restarts: int = 2, **statistics: Any) -> Profile:
    """Returns a demo profile in which both versions of Shared.run have folded sequences."""
    recorded = demo_recording().build(directory)
    first_ids = first_ids_of(directory, recorded)
    ids = [first_ids["web@1"] + 2, first_ids["web@2"] + 2, first_ids["web@1"] + 2]
    recorded = dataclasses.replace(
        recorded,
        folded_paths=np.array(ids, dtype=np.int32),
        folded_lengths=np.array([1, 1, 3], dtype=np.int32),
        folded_counts=np.array([7, 3, 5], dtype=np.int64),
    )
    told = STATISTICS | {"folded_restarts": restarts} | statistics
    folding = Folding.of(told)
    assert folding is not None
    write_profile(directory / "p.kpath", recorded, demo_run(folding=folding))
    return Profile.open(directory / "p.kpath")


def first_ids_of(directory: Path, recorded: Any) -> dict[str, int]:
    write_profile(directory / "ids.kpath", recorded, demo_run())
    methods = Profile.open(directory / "ids.kpath").methods
    shared = methods[methods["class"] == "demo/Shared"]
    return dict(zip(shared["loader"], shared["first_id"], strict=True))


def test_folding_is_a_reason_why_counts_are_inexact() -> None:
    folding = Folding.of(STATISTICS)
    assert folding is not None
    assert folding.errors == (10 + 2, 11 + 4, 15 + 6)
    assert reason(folding) == (
        "folded: counts of n-grams with n >= 2 are lower bounds, too low by at most 21 "
        "(n = 2: 12); single paths are exact; 1,234 nodes were folded in 3 passes; "
        "2 sequences began anew; "
        "n-grams with n >= 2 that were counted fewer than 5 times are left out: --engine-memory "
        "was 64 MiB; give it more, or use a smaller -k"
    )
    assert Folding.of(STATISTICS | {"folds": 0, "ipf_least_count": 1}) is None
    assert Folding.of({}) is None


def test_each_version_has_its_own_errors(tmp_path: Path) -> None:
    profile = folded_profile(tmp_path)
    one = profile.find_method("Shared.run@web@1")
    two = profile.find_method("Shared.run@web@2")
    assert [profile.error(one, 2, n) for n in (1, 2, 3, 4)] == [0, 7 + 2, 7 + 4, 12 + 6]
    assert [profile.error(two, 2, n) for n in (1, 2, 3, 4)] == [0, 3 + 2, 3 + 4, 3 + 6]
    assert profile.error(one, 6, 4) == 6
    assert profile.unlisted_count(one, 2, 4) == 12 + 6 + 4
    assert profile.unlisted_count(one, 2, 1) == 0
    assert profile.method_errors(one) == [9, 11, 18]
    ngrams = profile.ngrams(one)
    for sequence, length, error in ngrams[["sequence", "length", "error"]].to_numpy().tolist():
        assert error == profile.error(one, sequence[-1], length)


def test_errors_add_up_when_versions_are_merged(tmp_path: Path) -> None:
    profile = folded_profile(tmp_path)
    merged = profile.merged()
    method = merged.find_method("Shared.run")
    assert merged.folded[["path", "length", "count"]].to_numpy().tolist() == [[2, 1, 10], [2, 3, 5]]
    assert merged.error(method, 2, 4) == 15 + 6 + 4
    assert merged.unlisted_count(method, 2, 4) == 15 + 6 + 2 * 4
    assert profile.folding is not None
    assert merged.folding is not None
    assert profile.folding.errors == (9, 11, 18)
    assert merged.folding.errors == (12 + 4, 14 + 4, 21 + 4)


def test_errors_of_several_jvms_add_up(tmp_path: Path) -> None:
    directories = (tmp_path / "1", tmp_path / "2")
    for directory in directories:
        directory.mkdir()
    profiles = [folded_profile(directory) for directory in directories]
    tables, folding = merge_jvms(profiles)
    assert folding is not None
    assert (folding.times, folding.restarts, folding.least_count) == (6, 4, 5)
    # In a sum of several JVMs, loaders of the same class count as one loader. So the four versions,
    # two from each JVM, became one method.
    assert folding.parts == 4
    assert folding.errors == (2 * 10 + 4 + 12, 2 * 10 + 8 + 12, 2 * 15 + 12 + 12)
    assert tables["folded"].num_rows == 2


def test_exact_profiles_have_no_error(tmp_path: Path) -> None:
    write_profile(tmp_path / "p.kpath", demo_recording().build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.folding is None
    assert profile.folded.empty
    assert profile.merged().folded.empty
    assert profile.unlisted_count(0, 2, 4) == 0
    assert not profile.ngrams(0)["error"].any()


@pytest.mark.parametrize(
    ("column", "value", "complaint"),
    [("path", -1, "path is out"), ("length", 4, "length is out"), ("count", 0, "below 1")],
)
def test_damaged_tables_are_refused(
    tmp_path: Path, column: str, value: int, complaint: str
) -> None:
    profile = folded_profile(tmp_path)
    file = profile.path / "folded.parquet"
    table = pq.read_table(file)
    at = table.schema.get_field_index(column)
    values = table.column(column).to_numpy().copy()
    values[0] = value
    field = table.schema.field(at)
    pq.write_table(table.set_column(at, field, [values]), file)
    sealed_again(profile.path)
    with pytest.raises(KpathError, match=f"corrupt: folded.parquet: a .*{complaint}"):
        _ = Profile.open(profile.path).folded


def test_an_impossible_length_of_a_folded_sequence_is_refused(tmp_path: Path) -> None:
    recorded = demo_recording().build(tmp_path)
    wrong = dataclasses.replace(
        recorded,
        folded_paths=np.array([1], dtype=np.int32),
        folded_lengths=np.array([4], dtype=np.int32),
        folded_counts=np.array([1], dtype=np.int64),
    )
    with pytest.raises(KpathError, match="an impossible length"):
        write_profile(tmp_path / "p.kpath", wrong, demo_run())
