"""Tests the tables that compare two profiles."""

import uuid
from pathlib import Path
from typing import Any

import pytest

from builders.edges import edges_profile
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from builders.resampled import with_record
from builders.versions import ARMS, LEFT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.comparing import compare_methods, compare_sequences
from kpath_jvm.cli.main import run_verb
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile


def profile_of(directory: Path, called: str, times: int, **changes: Any) -> Profile:
    builder = RecordingBuilder(k=3)
    figure = builder.add(figure_3(**changes))
    builder.stream(figure, (6, 2, 3), times=times)
    builder.auxiliary(figure, entries=times)
    if times > 1:
        more = builder.add(plain(digest=figure_3(**changes).digest))
        builder.count(more, 0, 5)
        builder.auxiliary(more, entries=5)
    path = directory / f"{called}.kpath"
    write_profile(path, builder.build(directory), demo_run())
    return Profile.open(path)


def test_two_profiles_are_compared_side_by_side(tmp_path: Path) -> None:
    one, other = profile_of(tmp_path, "one", 1), profile_of(tmp_path, "other", 4)
    table = compare_methods(one, other).set_index("name")
    assert list(table.index) == ["run", "plain"]
    assert table.loc["run", ["completed_1", "completed_2"]].tolist() == [3, 12]
    assert table.loc["run", ["entries_1", "entries_2"]].tolist() == [1, 4]
    assert table.at["run", "factor"] == 4
    assert table["in"].tolist() == ["both", "second"]
    assert table["same_code"].tolist() == [True, False]
    sequences = compare_sequences(one, other, "Figure3.run").set_index("sequence")
    assert len(sequences) == 6
    assert sequences.loc[[(6, 2, 3)]].to_numpy().tolist() == [[1, 4, 4.0]]
    changed = compare_methods(one, profile_of(tmp_path, "changed", 1, digest="0ther"))
    assert changed["same_code"].tolist() == [False]
    assert changed["code"].tolist() == ["alike"]


def test_versions_with_different_code_have_separate_rows(tmp_path: Path) -> None:
    one = Version(digest="0ne").walked(LEFT)
    other = Version((*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ()), digest="tw0").walked(LEFT)
    both = versions_profile(tmp_path, "both", one, other)
    alone = versions_profile(tmp_path, "alone", one)
    table = compare_methods(alone, both)
    key = ["class", "name", "descriptor", "version"]
    assert len(table) == len(table.drop_duplicates(key)) == 2
    assert set(table["version"]) == {
        "version 1 of 2, class file 0ne", "version 2 of 2, class file tw0",
    }  # fmt: skip
    assert table["version_1"].isna().all()
    back = compare_methods(both, alone)
    assert set(back["version_1"]) == set(table["version"])
    assert back["version"].isna().all()


def test_sums_of_runs_are_compared_by_their_mean(tmp_path: Path) -> None:
    """Each of the two runs did the same as the single run, so the program hasn't changed."""
    one = profile_of(tmp_path, "one", 4)
    for name in ("first", "second"):
        profile_of(tmp_path, name, 4)
        with_record(tmp_path / f"{name}.kpath", identities=(uuid.uuid4().hex,))
    both = [str(tmp_path / f"{name}.kpath") for name in ("first", "second")]
    assert run_verb(["merge", *both, "-o", str(tmp_path / "sum.kpath")]) == 0
    added = Profile.open(tmp_path / "sum.kpath")
    assert int(added.methods["completed"].max()) == 24
    for table in (compare_methods(one, added), compare_methods(added, one)):
        assert table["completed_1"].tolist() == table["completed_2"].tolist()
        assert sorted(table["completed_2"]) == [5, 12]
        assert table["entries_1"].tolist() == table["entries_2"].tolist()
        assert table["factor"].tolist() == [1, 1]
    for table in (
        compare_sequences(one, added, "Figure3.run"),
        compare_sequences(added, one, "Figure3.run"),
    ):
        assert table["count_1"].tolist() == table["count_2"].tolist()
        assert set(table["factor"]) == {1}


def test_unknown_figures_are_missing_and_not_0(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=3)
    figure = builder.add(figure_3())
    builder.stream(figure, (6, 2), times=2)
    builder.auxiliary(figure, entries=2)
    other = profile_of(tmp_path, "other", 4)
    for profiler in ("kiter", "k-blpp"):
        path = tmp_path / f"{profiler}.kpath"
        write_profile(path, builder.build(tmp_path), demo_run(options={"profiler": profiler}))
        table = compare_sequences(Profile.open(path), other, "Figure3.run")
        found = table.set_index("sequence").loc[[(2, 3)]]
        assert found["count_1"].isna().tolist() == [profiler == "kiter"]
        assert found["count_2"].tolist() == [4]
        assert found["factor"].isna().all()


def test_edge_profiles_have_no_completions_to_compare(tmp_path: Path) -> None:
    edges, paths = edges_profile(tmp_path), profile_of(tmp_path, "paths", 1)
    for one, other in ((edges, paths), (paths, edges)):
        with pytest.raises(KpathError, match="counts of edges and no Ball-Larus paths"):
            compare_methods(one, other)
        with pytest.raises(KpathError, match="counts of edges and no Ball-Larus paths"):
            compare_sequences(one, other, "Figure3.run")


def test_a_renamed_method_has_one_row_and_is_found_by_both_names(tmp_path: Path) -> None:
    one = profile_of(tmp_path, "one", 1)
    other = profile_of(tmp_path, "other", 4, name="walk", digest="0ther")
    table = compare_methods(one, other).set_index("name")
    assert table.loc["walk", ["completed_1", "completed_2", "name_1"]].tolist() == [3, 12, "run"]
    assert table["in"].tolist() == ["both", "second"]
    for text in ("Figure3.walk", "Figure3.run"):
        sequences = compare_sequences(one, other, text).set_index("sequence")
        assert sequences.loc[[(6, 2, 3)]].to_numpy().tolist() == [[1, 4, 4.0]]
    with pytest.raises(KpathError, match=r"no method Figure3\.went in the profile"):
        compare_sequences(one, other, "Figure3.went")


def test_sequences_are_matched_by_blocks_and_not_by_numbers(tmp_path: Path) -> None:
    edges = [(0, 1, 0), (1, 3, 2), (1, 2, 0), (2, 4, 0), (3, 4, 0), (4, 5, 1)]
    one, other = profile_of(tmp_path, "one", 2), profile_of(tmp_path, "other", 2, edges=edges)
    # In the other profile, the numbers 6, 2 and 3 stand for other paths. So there are two rows, one
    # for each sequence that ran in only one of the profiles.
    table = compare_sequences(one, other, "Figure3.run").set_index("sequence")
    assert table.loc[[(6, 2, 3)]].to_numpy()[:, :2].tolist() == [[2, 0], [0, 2]]


def test_profiles_without_methods_cannot_be_compared(tmp_path: Path) -> None:
    both = []
    for name in ("one", "other"):
        write_profile(tmp_path / name, RecordingBuilder(k=1).build(tmp_path), demo_run())
        both.append(Profile.open(tmp_path / name))
    with pytest.raises(KpathError, match=r"^no method run in either profile$"):
        compare_sequences(both[0], both[1], "run")
