"""Tests how many paths began but weren't counted, because they were cut off or held back."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pyarrow.parquet as pq
import pytest

from builders.advisable import advisable_profile
from builders.edges import edges_profile
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from builders.rules import checked
from builders.wild_walks import WalkedMethod, number_of, spec_of, walked_method
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.analysis.gates.path_steps import PathStep
from kpath_jvm.analysis.gates.rules import Rule, RuleFigure
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.uncompleted import held_back, uncompleted, uncounted
from kpath_jvm.profile.writer import write_profile, write_run
from kpath_jvm.records.held_back import HeldBack


def test_begun_paths_that_were_not_completed_are_counted(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path, escapes=17))
    paths = profile.rows_of("paths")
    for method in profile.method_rows.numbers.tolist():
        completed = [
            count for start, count in paths.rows(method, "start", "count") if start == "entry"
        ]
        # Each activation begins one path at the entry, and here exceptions end only such paths.
        begun = profile.method_rows.row(method)["entries"]
        assert uncompleted(profile, method) == begun - sum(completed) == 17


def test_edge_profiles_lack_no_path(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    assert {uncompleted(profile, it) for it in profile.method_rows.numbers.tolist()} == {0}


def test_inline_profilers_do_not_count_uncompleted_paths(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path, inline=INLINE))
    assert {uncompleted(profile, it) for it in profile.method_rows.numbers.tolist()} == {None}


def test_a_method_s_missing_paths_are_bounded_by_its_activations_and_the_total(
    tmp_path: Path,
) -> None:
    builder = RecordingBuilder(k=2)
    builder.auxiliary(builder.add(figure_3(held_paths=21)), entries=3)
    builder.auxiliary(builder.add(figure_3(name="more", held_paths=12)), entries=1)
    method = builder.add(plain())
    builder.count(method, 0, 7)
    builder.auxiliary(method, entries=7)
    recorded = builder.build(tmp_path)
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert [held_back(profile, method) for method in range(3)] == [63, 12, 0]
    assert [uncounted(profile, method) for method in range(2)] == [66, 13]
    # It isn't known which methods' held-back paths were written at the end.
    some = replace(recorded, released=HeldBack(activations=3, paths=54))
    write_profile(tmp_path / "some.kpath", some, demo_run())
    profile = Profile.open(tmp_path / "some.kpath")
    assert [held_back(profile, method) for method in range(3)] == [21, 12, 0]
    every = replace(recorded, released=HeldBack(activations=4, paths=75))
    write_profile(tmp_path / "all.kpath", every, demo_run())
    profile = Profile.open(tmp_path / "all.kpath")
    assert [held_back(profile, method) for method in range(3)] == [0, 0, 0]


def test_earlier_profiles_have_only_the_total_of_missing_paths(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    builder.auxiliary(builder.add(figure_3(held_paths=21)), entries=3)
    ended = builder.add(figure_3(name="ended", held_paths=21))
    builder.stream(ended, (6, 2, 2, 3), times=2)
    builder.auxiliary(ended, entries=2)
    builder.auxiliary(builder.add(plain()), entries=1)
    record = write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    path = tmp_path / "p.kpath" / "methods.parquet"
    earlier = pq.read_table(path).drop_columns(["held_back", "code_digest", "unnamed_variables"])
    pq.write_table(earlier, path)
    write_run(tmp_path / "p.kpath", record)
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.run.held_back == HeldBack(activations=3, paths=63)
    assert [held_back(profile, method) for method in range(3)] == [63, 0, 0]


def _profiles(directory: Path, method: WalkedMethod, most: int, rng: Random) -> list[Profile]:
    """Returns the profile of all walks, and a profile that lacks the paths that were held back.

    A walk that wasn't seen to end may have held back up to ``most`` of its last paths.
    """
    found = []
    for name, held in (("whole", 0), ("cut", most)):
        builder = RecordingBuilder(k=3)
        spec = spec_of(method)
        spec.held_paths = held
        builder.add(spec)
        for at, sequence in enumerate(method.sequences):
            is_left = sequence and sequence[-1].end == "exit"
            # The start of the next sequence shows whether an exception ended this sequence.
            is_last = all(one and one[0].start == "entry" for one in method.sequences[at + 1 :][:1])
            lost = rng.randint(0, held) if is_last and not is_left else 0
            kept = max(len(sequence) - lost, 0)
            builder.stream(spec, [number_of(spec, walked) for walked in sequence[:kept]])
        builder.auxiliary(spec, entries=method.entries, handlers=method.caught)
        write_profile(directory / name, builder.build(directory), demo_run())
        found.append(Profile.open(directory / name))
    return found


def _contains(wide: RuleFigure, narrow: RuleFigure) -> bool:
    if narrow.least is None or narrow.most is None:
        return True
    assert wide.least is not None
    assert wide.most is not None
    return wide.least <= narrow.least + 1e-9 and narrow.most <= wide.most + 1e-9


@pytest.mark.parametrize("seed", range(60))
def test_bounds_are_true_wherever_activations_were_cut(tmp_path: Path, seed: int) -> None:
    """The bounds of a recording that lacks held-back paths contain those of the whole recording."""
    method = walked_method(seed)
    if method is None:
        return
    rng = Random(seed)
    whole, cut = _profiles(tmp_path, method, rng.choice((1, 3, 8)), rng)
    for one, other in zip(loop_rows(whole, 0), loop_rows(cut, 0), strict=True):
        assert other.entries <= one.entries <= (one.entries_most or 0) <= (other.entries_most or 0)
        assert other.iterations <= one.iterations
        assert (one.iterations_most or 0) <= (other.iterations_most or 0)
        assert (other.mean_least or 0.0) <= (one.mean_least or 0.0)
        assert other.mean_most is None or one.mean_most is None or one.mean_most <= other.mean_most
    branches = [block for block, ways in enumerate(method.successors) if len(set(ways)) > 1]
    for at in range(len(branches)):
        answers = ("0", "default") if len(method.successors[branches[at]]) > 2 else ("yes", "no")
        for answer in answers:
            rule = Rule("outcome", "walk", "r", at_most=0.5, answer=answer, ordinal=at + 1)
            before, after = (checked(it, [rule])[0].figure for it in (whole, cut))
            assert _contains(after, before)
    steps: list[PathStep] = sorted({block // 2 + 1 for block in range(len(method.successors))})
    for step in steps:
        rule = Rule("path", "walk", "r", at_most=0, through=(step,), may_be_missing=True)
        before, after = (checked(it, [rule])[0].figure for it in (whole, cut))
        assert _contains(after, before)


def test_a_loop_of_the_only_activation_was_entered_once(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    spec = builder.add(figure_3(held_paths=21))
    builder.stream(spec, [6] + [2] * 2_981)
    builder.auxiliary(spec, entries=1)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "p.kpath"), 0)
    assert (row.entries, row.entries_most, row.missing) == (1, 1, 22)
    assert (row.mean_least, row.mean_most) == (row.iterations, row.iterations + 22)
