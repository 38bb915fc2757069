"""Tests the tables of a profile, which are made from an engine's result."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.methods import MethodSpec, else_if, figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Verdict
from kpath_jvm.records.held_back import HeldBack


def test_cut_off_paths_are_abandoned_unfinished_or_undecided(demo: Path) -> None:
    methods = Profile.open(demo).methods
    columns = [
        "entries",
        "handler_entries",
        "completed",
        "exits",
        "abandoned",
        "unfinished",
        "undecided",
    ]
    rows = {
        (row["class"], row["name"]): tuple(row[name] for name in columns)
        for _, row in methods.iterrows()
    }
    assert rows["demo/Figure3", "run"] == (1, 0, 14, 1, 0, 0, 0)
    assert rows["demo/Figure3", "plain"] == (12, 0, 12, 12, 0, 0, 0)
    assert rows["demo/Tangle", "spin"] == (6, 0, 21, 6, 0, 0, 0)
    assert rows["demo/Shaky$Inner", "retry"] == (2, 2, 5, 2, 2, 0, 0)
    # Exceptions that leave the method aren't counted, so the activation may have thrown one, or
    # may be unfinished.
    assert rows["demo/Shaky", "stuck"] == (1, 0, 0, 0, 0, 0, 1)
    # Without a counter, the number of entries is computed from other counts.
    assert rows["demo/Shared", "run"] == (2, 0, 8, 2, 0, 0, 0)
    assert methods["entries_counted"].tolist() == [True] * 5 + [False] * 2


def test_unreturned_super_calls_leave_paths_undecided(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    method = builder.add(
        plain(name="<init>", counters=("entries", "escapes", "super_calls", "super_returns"))
    )
    builder.count(method, 0, 3)
    builder.auxiliary(method, entries=6, escapes=1, super_calls=6, super_returns=4)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    row = Profile.open(tmp_path / "p.kpath").methods.iloc[0]
    # Two calls of super() threw an exception, or are still running.
    ends = row["abandoned"], row["unfinished"], row["undecided"]
    assert (row["completed"], *ends) == (3, 1, 0, 2)


def test_each_activation_without_an_end_may_hold_back_a_word(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    word = builder.add(figure_3(held_paths=21))
    builder.auxiliary(word, entries=3)
    more = builder.add(figure_3(name="more", held_paths=12))
    builder.auxiliary(more, entries=1)
    one_by_one = builder.add(figure_3(name="other"))
    builder.auxiliary(one_by_one, entries=5)
    record = write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    assert record.held_back == HeldBack(activations=4, paths=3 * 21 + 12)
    assert record.completeness.verdict is Verdict.TRUNCATED
    assert record.held_back.reason() in record.completeness.reasons


def test_paths_written_at_the_end_are_not_missing(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    builder.auxiliary(builder.add(figure_3(held_paths=21)), entries=3)
    recorded = builder.build(tmp_path)
    some = replace(recorded, released=HeldBack(activations=2, paths=42))
    record = write_profile(tmp_path / "some.kpath", some, demo_run())
    assert record.held_back == HeldBack(activations=1, paths=21)
    every = replace(recorded, released=HeldBack(activations=3, paths=63))
    record = write_profile(tmp_path / "all.kpath", every, demo_run())
    assert record.held_back is None
    assert record.completeness.verdict is Verdict.EXACT


def test_ended_activations_hold_nothing_back(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    method = builder.add(plain(held_paths=21))
    builder.count(method, 0, 3)
    builder.auxiliary(method, entries=3)
    record = write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    assert record.held_back is None
    assert record.completeness.verdict is Verdict.EXACT


@pytest.mark.parametrize(
    ("entries", "handlers", "completed", "expected"),
    [
        # All paths were completed.
        (5, 0, 5, (0, 0, 0)),
        # Two of five activations were left by exceptions or are still running.
        (5, 0, 3, (0, 0, 2)),
        # Two dispatches to handlers abandoned paths.
        (5, 2, 5, (2, 0, 0)),
        # Two activations were left by exceptions or are still running. Two dispatches to handlers
        # abandoned paths.
        (5, 2, 3, (2, 0, 2)),
        # There are more completions than entries. This contradiction stays visible.
        (5, 0, 6, (-1, 0, 0)),
    ],
)
def test_without_a_count_of_escapes_some_paths_stay_undecided(
    tmp_path: Path, entries: int, handlers: int, completed: int, expected: tuple[int, int, int]
) -> None:
    builder = RecordingBuilder(k=2)
    method = builder.add(plain(counters=("entries", "handlers")))
    builder.count(method, 0, completed)
    builder.auxiliary(method, entries=entries, handlers=handlers)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    row = Profile.open(tmp_path / "p.kpath").methods.iloc[0]
    assert (row["abandoned"], row["unfinished"], row["undecided"]) == expected
    assert entries + handlers == completed + sum(expected)


def test_executed_paths_are_decoded(demo: Path) -> None:
    profile = Profile.open(demo)
    for row in profile.paths.itertuples():
        decoded = profile.decode(row.method, row.path)
        assert (list(decoded.blocks), decoded.start, decoded.end) == (
            list(row.blocks),
            row.start,
            row.end,
        )
        assert (decoded.lines[0], decoded.lines[-1]) == (row.first_line, row.last_line)


def test_the_line_of_a_goto_is_not_a_line_of_the_path(tmp_path: Path) -> None:
    """The goto after ``if (a) { … }`` has the line of ``} else if (b) {``, which isn't executed."""
    builder = RecordingBuilder(k=2)
    builder.stream(builder.add(else_if()), (3, 0, 1, 2))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    found = {}
    for row in profile.paths.itertuples():
        lines = profile.decode(row.method, row.path).lines
        assert (lines[0], lines[-1]) == (row.first_line, row.last_line)
        found[row.path] = lines
    assert found == {3: (1, 2, 3), 0: (2, 3), 1: (2, 4, 5), 2: (2, 4, 7)}


def test_a_profile_may_have_no_methods(tmp_path: Path) -> None:
    write_profile(tmp_path / "p.kpath", RecordingBuilder().build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert len(profile.methods) == len(profile.ipf) == len(profile.paths) == 0
    assert profile.merged() is profile


def test_missing_counters_are_0_and_huge_counts_stay_exact(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    method = builder.add(plain())
    builder.count(method, 0, 2**60 + 1)
    recorded = builder.build(tmp_path)
    short = type(recorded)(**(recorded.__dict__ | {"counters": recorded.counters[:2]}))
    write_profile(tmp_path / "p.kpath", short, demo_run())
    row = Profile.open(tmp_path / "p.kpath").methods.iloc[0]
    assert (row["completed"], row["entries"]) == (2**60 + 1, 0)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ipf_parents", [-1, 1]),
        ("ipf_depths", [1, 3]),
        ("ipf_counts", [1, -1]),
        ("ipf_paths", [1, 11]),
    ],
)
def test_contradictory_results_of_an_engine_are_refused(
    tmp_path: Path, name: str, values: list[int]
) -> None:
    builder = RecordingBuilder(k=3)
    builder.stream(builder.add(figure_3()), (6,))
    builder.add(plain())
    given = builder.build(tmp_path)
    arrays: dict[str, Any] = {
        "ipf_parents": np.array([-1, 0], dtype=np.int32),
        "ipf_paths": np.array([1, 2], dtype=np.int32),
        "ipf_depths": np.array([1, 2], dtype=np.int32),
        "ipf_counts": np.array([1, 1], dtype=np.int64),
    }
    arrays[name] = np.array(values, dtype=arrays[name].dtype)
    recorded = type(given)(**(given.__dict__ | arrays))
    with pytest.raises(KpathError, match="engine's forest is inconsistent"):
        write_profile(tmp_path / "p.kpath", recorded, demo_run())
    assert not (tmp_path / "p.kpath").exists()


def test_inlined_lines_of_other_files_have_their_own_names(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(plain())
    builder.add(plain(name="inlining", mapped=[(22, "Util.kt", "a/b", 12, 21)]))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.mapped_lines.to_numpy().tolist() == [[1, 22, "Util.kt", "a/b", 12, 21]]
    assert profile.code(0).places.names((21, 22, 24)) == "21-24"
    assert profile.code(1).places.names((21, 22, 24)) == "21, Util.kt:12, 24"


def test_a_method_may_have_no_lines(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    spec: MethodSpec = plain(blocks=[(0, 1, []), (4, 5, []), (6, 8, [])])
    builder.count(builder.add(spec), 0, 2)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.decode(0, 0).lines == ()
    assert profile.paths[["first_line", "last_line"]].to_numpy().tolist() == [[-1, -1]]
