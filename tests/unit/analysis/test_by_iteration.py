"""Tests how often branches had each outcome in the first, second, third ... iteration of a loop.

test_decided_together.py tests how the length of n-grams limits these counts.
"""

from collections import Counter
from math import log, log2
from pathlib import Path
from random import Random

import pytest

from builders.branching import diamonds
from builders.methods import MethodSpec, figure_3, shaky
from builders.recordings import RecordingBuilder, demo_run
from builders.walks import Program
from builders.walks import walked_profile as profile_of_walks
from builders.wild_walks import HABITS, WalkedMethod, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.by_iteration import by_iteration, numbered_of
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.profile.writer import write_profile


def visits(tmp_path: Path, spec: MethodSpec, sequences: list[list[int]], k: int = 4) -> Profile:
    builder = RecordingBuilder(k=k)
    builder.add(spec)
    builder.stream(spec, *sequences)
    builder.auxiliary(spec, entries=len(sequences))
    write_profile(tmp_path / "visits.kpath", builder.build(tmp_path), demo_run())
    return Profile.open(tmp_path / "visits.kpath")


def test_outcomes_are_counted_by_iteration(tmp_path: Path) -> None:
    """Each of fifty activations of figure_3() has an even, an odd and an even iteration."""
    profile = visits(tmp_path, figure_3(), [[6, 0, 3]] * 50)
    parity, test = by_iteration(profile, 0)
    assert (parity.branch.block, test.branch.block) == (1, 4)
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


@pytest.mark.parametrize(
    ("spec", "block", "paths", "passes"),
    # The header of shaky() is a loop test; figure_3() has no loop test.
    [(shaky(), 0, [0, 2, 2, 3], 4), (figure_3(), 4, [6, 0, 3], 3)],
)
def test_a_loop_test_is_numbered_after_the_last_iteration_too(
    tmp_path: Path, spec: MethodSpec, block: int, paths: list[int], passes: int
) -> None:
    """Each entry makes three iterations. A loop test is executed a fourth time after them."""
    profile = visits(tmp_path, spec, [paths] * 50, k=5)
    (row,) = loop_rows(profile, 0)
    assert row.per_entry is not None
    assert row.per_entry.exactly(3) == row.entries == 50
    (one,) = (it for it in numbered_of(LoopBranches(profile, 0)) if it.branch.block == block)
    assert [sum(numbered) for numbered in one.table] == [50] * passes
    assert not any(one.otherwise)
    # Only in the last pass does the branch end the loop.
    assert all(numbered == one.table[0] for numbered in one.table[:-1])
    assert one.table[-1] != one.table[0]


def test_iterations_beyond_the_n_grams_are_counted_together(tmp_path: Path) -> None:
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


def test_the_strongest_branch_comes_first(tmp_path: Path) -> None:
    """The condition x holds only in the first iteration; y never changes."""
    sequences = [[0, *[12] * 5, 13]] * 30
    profile = visits(tmp_path, diamonds(), sequences, k=3)
    x, more = by_iteration(profile, 0, least_explained=0.0)
    assert (x.branch.block, more.branch.block) == (1, 7)
    assert x.table == ((30, 0), (0, 30), (0, 30))
    assert x.otherwise == (0, 120)
    assert x.bits * x.count > more.bits * more.count


def test_branches_that_behave_alike_in_all_iterations_are_left_out(tmp_path: Path) -> None:
    profile = visits(tmp_path, figure_3(), [[6, *[2] * 2000, 3]] * 2, k=3)
    assert by_iteration(profile, 0) == []
    # Differences between iterations aren't reported, either, if there are too few executions.
    assert by_iteration(visits(tmp_path / "..", figure_3(), [[6, 0, 3]] * 5), 0) == []


def counted(profile: Profile) -> dict[tuple[int, int, int], list[int]]:
    """Returns the counts of outcomes by header, iteration and branch, without lists of zeros."""
    found = {}
    for tables in LoopBranches(profile, 0).tables:
        for at, decision in enumerate(tables.decisions):
            for j, numbered in tables.numbered.items():
                own = numbered[tables.slots(at)].tolist()
                if tables.loop is not None and any(own):
                    found[tables.loop.header, j, decision.block] = own
    return found


def test_counts_do_not_depend_on_where_paths_are_cut(tmp_path: Path) -> None:
    """N-grams that reach through whole activations give the same counts for both cuts."""
    loops = later = 0
    for seed in range(12):
        program, rng = Program.random(seed), Random(seed)
        walks = [program.walk(rng, 25) for _ in range(8)]
        found = []
        for cut in ("back-edge", "loop-header"):
            directory = tmp_path / f"{cut}-{seed}"
            directory.mkdir()
            profile = profile_of_walks(directory, program, cut, 60, walks)
            found.append(counted(profile))
            total = sum(sum(own) for own in found[-1].values())
            in_loops = {block for loop in program.loops for block in loop.blocks}
            branches = (it for it in branch_outcomes(profile, 0) if it.block in in_loops)
            assert total == sum(one.total for one in branches), "an execution has no iteration"
        assert found[0] == found[1], seed
        loops += len({header for header, _, _ in found[0]})
        later += any(j > 3 for _, j, _ in found[0])
    assert loops > 12
    assert later > 3


def true_numbers(method: WalkedMethod, k: int) -> dict[int, Counter[tuple[int, int]]]:
    """Counts the outcomes of each branch by iteration and target, along whole activations.

    An exception that is caught in the loop doesn't end the iteration.
    """
    found: dict[int, Counter[tuple[int, int]]] = {}
    inner = {
        block: min(around, key=lambda it: len(method.loops[it]))
        for block in range(len(method.successors))
        if (around := [header for header, own in method.loops.items() if block in own])
    }
    for activation in method.activations:
        number = dict.fromkeys(method.loops, 0)
        before = -1
        for at, path in enumerate(activation):
            is_last = at + 1 == len(activation) or activation[at + 1].end == "abandoned"
            for place, block in enumerate(path.blocks):
                for header, own in method.loops.items():
                    if block not in own:
                        number[header] = 0
                    elif not number[header] or ((before, block) in method.back and block == header):
                        number[header] += 1
                before = block
                to = [*path.blocks, path.went_to][place + 1]
                is_open = place + 1 == len(path.blocks) and len(method.ways(block, path.end)) > 1
                if is_open and (is_last or k == 1):
                    continue
                if path.end != "abandoned" and to is not None and block in inner:
                    counts = found.setdefault(block, Counter())
                    counts[number[inner[block]], to] += 1
    return found


@pytest.mark.parametrize(
    ("cut", "seeds"), [("back-edge", range(1000, 1300)), ("loop-header", range(2000, 2200))]
)
def test_counts_by_iteration_agree_with_whole_activations(
    tmp_path: Path, cut: str, seeds: range
) -> None:
    """Tests with a small k, and with iterations of several paths."""
    met: Counter[str] = Counter()
    for seed in seeds:
        method = walked_method(seed, cut=cut, among=HABITS if seed % 2 else ("random", "seldom"))
        if method is None:
            continue
        k = 1 + seed % 7
        directory = tmp_path / str(seed)
        directory.mkdir()
        loops = LoopBranches(Profile.open(walked_profile(directory, method, k)), 0)
        truth = true_numbers(method, k)
        for one in numbered_of(loops):
            own = truth.get(one.branch.block, Counter())
            for number, row in enumerate(one.table, start=1):
                told = [own[number, to] for to in one.branch.targets]
                assert list(row) == told, (seed, k, one.branch.block, number)
            later = [
                sum(own[it, to] for it, way in own if way == to and it > len(one.table))
                for to in one.branch.targets
            ]
            assert list(one.otherwise) == later, (seed, k, one.branch.block)
            met["first"] += bool(one.table)
            met["several"] += len(one.table) > 1
            met["partly"] += bool(one.table) and any(one.otherwise)
            met["none"] += not one.table and one.count > 0
            met["all"] += bool(one.table) and not any(one.otherwise)
    assert min(met[it] for it in ("first", "several", "partly", "none", "all")) > 20, met


def test_n_grams_of_paths_cut_at_headers_reach_one_path_less(tmp_path: Path) -> None:
    """If paths are cut at loop headers, only the path before a loop shows that the loop is entered.

    So an n-gram must include that path to tell which iteration is the first.
    """
    program, walk = Program(Random(0), [[1], [2, 3], [1], []]), [0, *[1, 2] * 5, 1, 3]
    assert program.back_edges == [(2, 1)]
    tables = []
    for cut in ("back-edge", "loop-header"):
        directory = tmp_path / cut
        directory.mkdir()
        profile = profile_of_walks(directory, program, cut, 4, [walk] * 40)
        (test,) = by_iteration(profile, 0)
        tables.append((test.table, test.otherwise))
    on = (40, 0)
    assert tables == [((on,) * 4, (40, 40)), ((on,) * 3, (80, 40))]
