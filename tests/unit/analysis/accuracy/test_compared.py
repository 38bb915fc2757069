"""Checks the overlap of an online profile and a complete one against sums over their paths.

The overlap adds up the smaller of each path's two shares.
"""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from builders.edges import edges_profile
from builders.methods import MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.table_4 import overlapping_profiles
from kpath_jvm import Profile
from kpath_jvm.analysis.accuracy.compared import PATHS, WINDOWS, compared
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath
from kpath_jvm.records.run import RunRecord

RUN, AGAIN = ("demo/Figure3", "run", "(I)V"), ("demo/Figure3", "again", "(I)V")


def written(
    directory: Path,
    counts: dict[int, int],
    *,
    again: int = 0,
    method: MethodSpec | None = None,
    run: RunRecord | None = None,
    windows: dict[tuple[int, ...], tuple[int, float]] | None = None,
) -> Profile:
    """Writes a profile with two methods.

    ``counts`` has the counts of the first method's paths, by number. The first method's graph is
    that of the k-BLPP paper's Fig. 3 unless ``method`` is given. ``again`` is the count of the
    second method's path 0. ``windows`` has the structural paths of the first method: the count and
    the estimate of each one, by the path's blocks.
    """
    directory.mkdir(exist_ok=True)
    builder = RecordingBuilder(k=1)
    figure = builder.add(method or figure_3())
    other = builder.add(figure_3(name="again"))
    for path, count in counts.items():
        builder.stream(figure, [path], times=count)
    if again:
        builder.stream(other, [0], times=again)
    extended = [
        ExtendedPath(figure.first_id, at, "window", -1, "entry", "exit", blocks, count, estimate)
        for at, (blocks, (count, estimate)) in enumerate((windows or {}).items())
    ]
    recorded = replace(builder.build(directory), extended=extended)
    write_profile(directory / "p.kpath", recorded, run or demo_run())
    return Profile.open(directory / "p.kpath")


def test_methods_and_the_program_have_overlaps(tmp_path: Path) -> None:
    """The paths of ``run`` contribute 0.25 to the overlap, and those of ``again`` 0.5."""
    online = written(tmp_path / "a", {0: 1, 2: 1}, again=2)
    complete = written(tmp_path / "b", {0: 30, 3: 10}, again=60)
    found = compared(online, complete)
    assert found.kind == PATHS
    assert found.overlap == pytest.approx(0.25 + 0.5)
    assert (found.in_both, found.online_only, found.complete_only) == (2, [], [])
    run, other = sorted(found.methods, key=lambda one: one.method != RUN)
    assert (run.method, other.method) == (RUN, AGAIN)
    assert (run.overlap, other.overlap) == (pytest.approx(0.5), pytest.approx(1))
    assert found.mean == pytest.approx(0.75)
    assert (run.online, run.complete) == (pytest.approx(0.5), pytest.approx(0.4))
    assert (run.online_paths, run.complete_paths, run.both_paths) == (2, 2, 1)
    # Path 2 isn't in the complete profile.
    assert (run.most.online, run.most.complete) == (pytest.approx(0.25), 0)
    assert run.missing == pytest.approx(0.05 + 0.1)
    assert other.missing == pytest.approx(0.1)
    assert [one.method for one in found.methods] == [RUN, AGAIN]


@pytest.mark.parametrize("seed", range(8))
def test_overlaps_are_sums_over_paths(tmp_path: Path, seed: int) -> None:
    randoms = random.Random(seed)
    counts = [Counter({path: randoms.randrange(0, 40) for path in range(8)}) for _ in range(2)]
    again_counts = [randoms.randrange(1, 40) for _ in range(2)]
    profiles = [
        written(tmp_path / str(at), dict(one), again=again_counts[at])
        for at, one in enumerate(counts)
    ]
    found = compared(*profiles)
    totals = [one.total() + more for one, more in zip(counts, again_counts, strict=True)]
    expected = min(again_counts[0] / totals[0], again_counts[1] / totals[1]) + sum(
        min(counts[0][path] / totals[0], counts[1][path] / totals[1]) for path in range(8)
    )
    assert found.overlap == pytest.approx(expected)
    assert found.overlap == pytest.approx(compared(profiles[1], profiles[0]).overlap)
    assert 1 - sum(one.missing for one in found.methods) == pytest.approx(expected)
    assert 1 - sum(one.surplus for one in found.methods) == pytest.approx(expected)
    differences = {
        RUN: sum(abs(counts[0][at] / totals[0] - counts[1][at] / totals[1]) for at in range(8)),
        AGAIN: abs(again_counts[0] / totals[0] - again_counts[1] / totals[1]),
    }
    for one in found.methods:
        assert one.difference == pytest.approx(differences[one.method])
    assert [one.method for one in found.methods] == sorted(
        differences, key=lambda method: -differences[method]
    )


def test_the_methods_that_make_up_the_difference_come_first_in_both_directions(
    tmp_path: Path,
) -> None:
    """One profile counts at most ten completions of each method, the other one counts all.

    So each of the 37 cold methods has a slightly greater share in the first profile.
    """
    profiles = []
    for most in (10, 10_000):
        builder = RecordingBuilder(k=1)
        for number in range(40):
            times = 1_000 * (10 - number) if number < 3 else 12
            method = builder.add(figure_3(name=f"m{number}"))
            builder.stream(method, [0], times=min(times, most))
        (tmp_path / str(most)).mkdir()
        write_profile(tmp_path / f"{most}.kpath", builder.build(tmp_path / str(most)), demo_run())
        profiles.append(Profile.open(tmp_path / f"{most}.kpath"))
    for pair in (profiles, profiles[::-1]):
        found = compared(*pair)
        assert [one.method[1] for one in found.methods[:3]] == ["m0", "m1", "m2"]
        hot = sum(max(one.missing, one.surplus) for one in found.methods[:3])
        assert hot == pytest.approx(1 - found.overlap)


def test_a_profile_overlaps_wholly_with_itself(tmp_path: Path) -> None:
    profile = written(tmp_path / "a", {0: 5, 3: 1})
    found = compared(profile, profile)
    assert (found.overlap, found.mean) == (pytest.approx(1), pytest.approx(1))
    assert not any(one.differs for one in found.methods)


def test_methods_in_only_one_profile_lower_the_overlap(tmp_path: Path) -> None:
    one, both = written(tmp_path / "a", {0: 1}), written(tmp_path / "b", {0: 1}, again=3)
    found = compared(one, both)
    assert found.overlap == pytest.approx(0.25)
    assert [(entry.method, entry.complete) for entry in found.complete_only] == [(AGAIN, 0.75)]
    assert found.mean == 0.5
    back = compared(both, one)
    assert back.overlap == pytest.approx(0.25)
    assert [(entry.method, entry.online) for entry in back.online_only] == [(AGAIN, 0.75)]
    assert {entry.method: entry.overlap for entry in back.methods}[AGAIN] is None


def test_windows_are_compared_by_their_estimates(tmp_path: Path) -> None:
    """The online profile's estimates are compared with the complete profile's counts.

    By the estimates, the two paths have shares of 0.75 and 0.25. By the counts of either profile,
    each path has a share of 0.5.
    """
    blocks, others = (0, 1, 5), (0, 5)
    online = written(tmp_path / "a", {}, windows={blocks: (10, 30.0), others: (10, 10.0)})
    nan = float("nan")
    complete = written(tmp_path / "b", {}, windows={blocks: (70, nan), others: (70, nan)})
    found = compared(online, complete)
    assert (found.kind, found.overlap) == (WINDOWS, pytest.approx(0.75))
    with pytest.raises(KpathError, match=r"structural paths, but .* has Ball-Larus paths; give"):
        compared(online, written(tmp_path / "c", {0: 1}))


def test_windows_with_an_estimate_of_0_do_not_count_as_executed(tmp_path: Path) -> None:
    blocks, others = (0, 1, 5), (0, 5)
    some = written(tmp_path / "a", {}, windows={blocks: (10, 30.0), others: (10, 0.0)})
    none = written(tmp_path / "b", {}, windows={blocks: (10, 0.0)})
    (method,) = compared(some, some).methods
    assert (method.overlap, method.complete_paths) == (1, 1)
    for pair in ((some, none), (none, some), (none, none)):
        with pytest.raises(KpathError, match="has no executed paths; give one of a longer run"):
            compared(*pair)


def test_profiles_without_comparable_paths_are_refused(tmp_path: Path) -> None:
    profile = written(tmp_path / "a", {0: 1})
    cut = demo_run(options={"profiler": "stream", "cut": "loop-header"})
    with pytest.raises(KpathError, match=r"cut at back edges, but .* at loop headers; record both"):
        compared(profile, written(tmp_path / "b", {0: 1}, run=cut))
    with pytest.raises(KpathError, match=r"counts of edges but no paths, so nothing can be"):
        compared(edges_profile(tmp_path), profile)
    with pytest.raises(KpathError, match=r"p\.kpath has no executed paths"):
        compared(profile, written(tmp_path / "d", {}))


def test_other_code_and_other_programs_are_not_compared(tmp_path: Path) -> None:
    profile = written(tmp_path / "a", {0: 4}, again=1)
    changed = figure_3(blocks=[*figure_3().blocks[:-1], (28, 30, [(28, 17)])])
    found = compared(profile, written(tmp_path / "b", {0: 1}, again=5, method=changed))
    assert (found.other_code, [one.method for one in found.methods]) == ({RUN}, [AGAIN])
    assert found.overlap == pytest.approx(1)
    with pytest.raises(KpathError, match=r"have no method in common; give two profiles of one pro"):
        compared(profile, overlapping(tmp_path / "c"))


def test_within_compares_only_methods_of_the_complete_profile(tmp_path: Path) -> None:
    both, one = written(tmp_path / "a", {0: 1}, again=3), written(tmp_path / "b", {0: 1})
    run = select(one, Selection(method=("Figure3.run",))).profile
    found = compared(both, run, within=True)
    assert ([entry.method for entry in found.methods], found.overlap) == ([RUN], pytest.approx(1))


def overlapping(directory: Path) -> Profile:
    """Writes a profile of another program."""
    directory.mkdir()
    overlapping_profiles(directory, 0)
    return Profile.open(directory / "exact.kpath")
