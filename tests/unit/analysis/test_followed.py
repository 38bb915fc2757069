"""Checks how many paths follow another path of their activation, against the runs themselves."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from builders.looping import profile_of, random_program
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.analysis.followed import following
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("k", [2, 4])
def test_paths_that_follow_another_are_counted(seed: int, k: int) -> None:
    """An exception ends a sequence, so a path that begins at a handler follows none."""
    program = random_program(seed, handlers=seed % 3, exceptions=0.05 * (seed % 2))
    with profile_of(program, k) as profile:
        assert following(profile) == sum(max(len(one) - 1, 0) for one in program.sequences)


def written(directory: Path, k: int, **run: Any) -> Profile:
    builder = RecordingBuilder(k=k)
    looping, without_loops = builder.add(figure_3()), builder.add(plain())
    builder.stream(looping, (6, 2, 2, 3), (7,))
    builder.auxiliary(looping, entries=2)
    builder.count(without_loops, 0, 5)
    builder.auxiliary(without_loops, entries=5)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run(**run))
    return Profile.open(directory / "p.kpath")


def test_paths_without_loops_follow_none(tmp_path: Path) -> None:
    assert following(written(tmp_path, 2)) == 3


def test_the_first_path_after_a_reset_follows_none(tmp_path: Path) -> None:
    """No sequence goes across a reset, so the first path may begin at the loop without another."""
    builder = RecordingBuilder(k=4)
    looping = builder.add(figure_3())
    builder.stream(looping, (2, 2, 3))
    recorded = dataclasses.replace(builder.build(tmp_path), begins_amid=True)
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert not profile.worth_of_counts.is_torn
    paths = profile.table("paths")
    assert paths.column("start").to_pylist() == ["loop", "loop"]
    assert sum(paths.column("count").to_pylist()) == 3
    assert following(profile) == 2


@pytest.mark.parametrize(
    ("k", "run"),
    [
        (1, {}),
        # The profiler counts sequences only in some loops.
        (4, {"options": {"profiler": "kiter"}, "inline": INLINE, "workload": None}),
        (4, {"completeness": decided([Fact(cause=Cause.LOST_EVENTS, text="lost", figure=1)])}),
    ],
)
def test_nothing_is_told_without_all_sequences(tmp_path: Path, k: int, run: dict[str, Any]) -> None:
    assert following(written(tmp_path, k, **run)) is None
