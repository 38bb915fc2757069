"""Tests the counts of branches by the number of their loop's iteration.

test_decided_together.py tests how the length of n-grams limits these counts.
"""

from math import log, log2
from pathlib import Path
from random import Random

import pytest

from builders.branching import diamonds
from builders.methods import MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.walks import Program, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.by_iteration import by_iteration
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.profile.writer import write_profile


def visits(tmp_path: Path, spec: MethodSpec, sequences: list[list[int]], k: int = 4) -> Profile:
    builder = RecordingBuilder(k=k)
    builder.add(spec)
    builder.stream(spec, *sequences)
    builder.auxiliary(spec, entries=len(sequences))
    write_profile(tmp_path / "visits.kpath", builder.build(tmp_path), demo_run())
    return Profile.open(tmp_path / "visits.kpath")


def test_a_loop_of_three_trips(tmp_path: Path) -> None:
    """Each of fifty activations of figure 3's method has an even, an odd and an even iteration."""
    profile = visits(tmp_path, figure_3(), [[6, 0, 3]] * 50)
    parity, test = by_iteration(profile, 0)
    assert (parity.branch.block, test.branch.block) == (1, 4)
    # One branch leads to the even or the odd way. The other branch leads out of the loop or round
    # the loop again.
    assert parity.table == ((50, 0), (0, 50), (50, 0))
    assert test.table == ((0, 50), (0, 50), (50, 0))
    assert parity.otherwise == test.otherwise == (0, 0)
    # Three rows have counts, and the row for later iterations is empty. With two outcomes, this
    # gives two degrees of freedom.
    entropy = -(log2(1 / 3) / 3 + 2 * log2(2 / 3) / 3)
    assert test.uncertainty == pytest.approx(entropy)
    assert test.bits == pytest.approx(entropy - 2 / (2 * 150 * log(2)))
    assert test.explained == pytest.approx(test.bits / entropy)
    assert (test.count, test.is_exact, test.loop.header) == (150, True, 1)


def test_what_windows_do_not_reach(tmp_path: Path) -> None:
    profile = visits(tmp_path, figure_3(), [[6, 0, 0, 0, 2, 3]] * 50, k=2)
    parity, test = by_iteration(profile, 0)
    assert parity.table == ((50, 0), (0, 50))
    assert parity.otherwise == (100, 100)
    assert test.table == ((0, 50), (0, 50))
    assert test.otherwise == (50, 150)
    assert (test.misses, test.misses_given) == (50, 50)
    assert (parity.misses, parity.misses_given) == (150, 100)
    for one in branch_outcomes(profile, 0):
        found = next(it for it in (parity, test) if it.branch.block == one.block)
        assert found.branch == one
        assert found.count == one.total


def test_the_strongest_first(tmp_path: Path) -> None:
    """Branch x is yes in the first iteration and no in later ones; y is always the same."""
    sequences = [[0, *[12] * 5, 13]] * 30
    profile = visits(tmp_path, diamonds(), sequences, k=3)
    x, more = by_iteration(profile, 0, least_explained=0.0)
    assert (x.branch.block, more.branch.block) == (1, 7)
    assert x.table == ((30, 0), (0, 30), (0, 30))
    assert x.otherwise == (0, 120)
    assert x.bits * x.count > more.bits * more.count


def test_what_is_the_same_in_all_iterations_is_not_told(tmp_path: Path) -> None:
    profile = visits(tmp_path, figure_3(), [[6, *[2] * 2000, 3]] * 2, k=3)
    assert by_iteration(profile, 0) == []
    # Differences between iterations aren't reported, either, if there are too few executions.
    assert by_iteration(visits(tmp_path / "..", figure_3(), [[6, 0, 3]] * 5), 0) == []


def counted(profile: Profile) -> dict[tuple[int, int, int], list[int]]:
    """Returns the counts of outcomes by header, iteration and branch, except for lists of zeros."""
    found = {}
    for tables in LoopBranches(profile, 0).tables:
        for at, decision in enumerate(tables.decisions):
            for j, numbered in tables.numbered.items():
                own = numbered[tables.slots(at)].tolist()
                if tables.loop is not None and any(own):
                    found[tables.loop.header, j, decision.block] = own
    return found


def test_cutting_paths_elsewhere_changes_no_iteration(tmp_path: Path) -> None:
    """If n-grams reach through whole activations, both ways of cutting give the same counts."""
    loops = later = 0
    for seed in range(12):
        program, rng = Program.random(seed), Random(seed)
        walks = [program.walk(rng, 25) for _ in range(8)]
        found = []
        for cut in ("back-edge", "loop-header"):
            directory = tmp_path / f"{cut}-{seed}"
            directory.mkdir()
            profile = walked_profile(directory, program, cut, 60, walks)
            found.append(counted(profile))
            total = sum(sum(own) for own in found[-1].values())
            in_loops = {block for loop in program.loops for block in loop.blocks}
            branches = (it for it in branch_outcomes(profile, 0) if it.block in in_loops)
            assert total == sum(one.total for one in branches), "each of them has its number"
        assert found[0] == found[1], seed
        loops += len({header for header, _, _ in found[0]})
        later += any(j > 3 for _, j, _ in found[0])
    assert loops > 12
    assert later > 3


def test_paths_that_are_cut_at_headers_reach_one_path_less(tmp_path: Path) -> None:
    """Only the path before a loop shows that the loop is entered.

    So the n-grams must include that path.
    """
    program, walk = Program(Random(0), [[1], [2, 3], [1], []]), [0, *[1, 2] * 5, 1, 3]
    assert program.back_edges == [(2, 1)]
    tables = []
    for cut in ("back-edge", "loop-header"):
        directory = tmp_path / cut
        directory.mkdir()
        profile = walked_profile(directory, program, cut, 4, [walk] * 40)
        (test,) = by_iteration(profile, 0)
        tables.append((test.table, test.otherwise))
    on = (40, 0)
    assert tables == [((on,) * 4, (40, 40)), ((on,) * 3, (80, 40))]
