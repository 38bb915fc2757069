"""Tests how often branches had each outcome in the first, second, third ... iteration of a loop.

test_decided_together.py tests how the length of n-grams limits these counts.
"""

from collections import Counter
from math import log, log2
from pathlib import Path
from random import Random

import pytest

from builders.branching import diamonds
from builders.looping import LoopingProgram, profile_of, random_program
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


def side_entry(*, has_way_in: bool) -> MethodSpec:
    """Returns a method with a cycle of blocks 1, 2 and 3, which block 0 enters at 1 and at 3.

    The loop's back edge leads from block 3 to the header, block 1. Block 0 leads to block 3 without
    passing the header, so block 0 belongs to the loop, too. With --max-paths 3, the edge from block
    0 to the header is cut. With ``has_way_in``, a block outside the loop, block 5, lies on another
    way from block 0 to the header; with --max-paths 2, all edges from block 0 and that from block 5
    to the header are cut.
    """
    if has_way_in:
        edges, cuts = [(1, 2, 0), (2, 3, 0), (3, 4, 1), (5, 4, 1)], [(0, 1), (0, 3), (0, 5), (5, 1)]
        starts = [("entry", 0, 0), ("loop", 1, 1), ("cut", 1, 3), ("cut", 3, 5), ("cut", 5, 7)]
        ends = [("cut", 0, 0), ("cut", 5, 0)]
        decisions = [
            (0, "switch", "I", ["n"], [0, 1], [1, 3, 5]),
            (5, "<", "I", ["n", "9"], [1, 0], [1, 4]),
        ]
    else:
        edges, cuts = [(0, 3, 1), (1, 2, 0), (2, 3, 0), (3, 4, 1)], [(0, 1)]
        starts = [("entry", 0, 0), ("loop", 1, 3), ("cut", 1, 5)]
        ends = [("cut", 0, 0)]
        decisions = [(0, "<", "I", ["n", "0"], [1, 0], [3, 1])]
    size = 5 + has_way_in
    return MethodSpec(
        "demo/Side", "run", "(II)V",
        [(9 * at, 9 * at + 8, [(9 * at, at + 1)]) for at in range(size)],
        edges=edges, starts=starts, ends=[*ends, ("loop", 3, 0), ("exit", 4, 0)],
        paths=9 if has_way_in else 7, cuts=cuts, irreducible=True,
        loops=[{"header": 1, "latches": [3], "blocks": [0, 1, 2, 3], "parent": -1}],
        decisions=[*decisions, (3, "<", "I", ["i", "n"], [1, 0], [1, 4])],
    )  # fmt: skip


def test_a_cut_edge_within_the_loop_does_not_enter_it(tmp_path: Path) -> None:
    """Half of the activations come to the header over the cut edge, in their first iteration."""
    sequences = [[0, 6], [1, 4], [0, 5, 3, 4], [2]]
    profile = visits(tmp_path, side_entry(has_way_in=False), sequences, k=2)
    side, test = numbered_of(LoopBranches(profile, 0))
    assert (side.branch.block, side.branch.targets) == (0, (3, 1))
    assert (side.table, side.otherwise) == (((2, 2),), (0, 0))
    assert (test.branch.block, test.branch.targets) == (3, (1, 4))
    assert (test.table, test.otherwise) == (((2, 2),), (1, 2))


def test_cut_edges_from_within_and_from_outside_lead_to_the_header(tmp_path: Path) -> None:
    """Only the path before shows whether a path that begins at the header enters the loop.

    The second activation leaves the loop and enters it again, over block 5.
    """
    sequences = [[0, 3, 1, 2], [0, 7, 4], [0, 5, 2], [0, 8]]
    profile = visits(tmp_path, side_entry(has_way_in=True), sequences, k=3)
    side, test = numbered_of(LoopBranches(profile, 0))
    assert (side.branch.block, side.branch.targets) == (0, (1, 3, 5))
    assert (side.table, side.otherwise) == (((1, 1, 2),), (0, 0, 0))
    assert (test.branch.block, test.branch.targets) == (3, (1, 4))
    assert (test.table, test.otherwise) == (((2, 1), (1, 1)), (0, 1))


def numbered_in(program: LoopingProgram) -> Counter[tuple[int, int, int, int]]:
    """Counts outcomes by header, iteration, block and target, along whole activations.

    The program must have no exceptions. An outcome isn't counted if the activation's last completed
    path doesn't show it.
    """
    found: Counter[tuple[int, int, int, int]] = Counter()
    bodies = program.bodies()
    uncut = {(a, b) for a, b, _ in program.method.edges}
    for activation in program.activations:
        number = dict.fromkeys(bodies, 0)
        (sequence,) = activation.sequences
        steps = [(block, path.end) for path in sequence for block in path.blocks]
        before = -1
        for at, (block, end) in enumerate(steps):
            for header, body in bodies.items():
                if block not in body:
                    number[header] = 0
                elif not number[header] or (
                    block == header and (before, block) in program.back_edges
                ):
                    number[header] += 1
            before = block
            if at + 1 < len(steps):
                to = steps[at + 1][0]
            else:
                cuts = {b for a, b in program.method.cuts if a == block}
                ways = {b for b in program.ordinary[block] if (block, b) not in uncut}
                ways = ways & cuts if end == "cut" else ways - cuts
                if len(ways) != 1:
                    continue
                (to,) = ways
            found.update((header, it, block, to) for header, it in number.items() if it)
    return found


@pytest.mark.parametrize("most_paths", [1, 2, 3, 4])
def test_counts_by_iteration_of_irreducible_methods(most_paths: int) -> None:
    """In a loop, cut edges may lead to the loop's header or to any other block of the loop."""
    met: Counter[str] = Counter()
    for seed in range(400):
        program = random_program(seed, most_paths=most_paths)
        if not program.irreducible:
            continue
        k = 2 + seed % 6
        truth = numbered_in(program)
        cuts, bodies = program.method.cuts, program.bodies()
        with profile_of(program, k) as profile:
            numbered = numbered_of(LoopBranches(profile, 0))
        for one in numbered:
            header, block = one.loop.header, one.branch.block
            for number, row in enumerate(one.table, start=1):
                told = [truth[header, number, block, to] for to in one.branch.targets]
                assert list(row) == told, (seed, k, block, number)
            later = [
                sum(
                    count
                    for (loop, it, *way), count in truth.items()
                    if (loop, *way) == (header, block, to) and it > len(one.table)
                )
                for to in one.branch.targets
            ]
            assert list(one.otherwise) == later, (seed, k, block)
            met["first"] += bool(one.table)
            met["several"] += len(one.table) > 1
            met["partly"] += bool(one.table) and any(one.otherwise)
            met["within"] += any(a in bodies[header] for a, b in cuts if b == header)
    assert min(met[it] for it in ("first", "several", "partly", "within")) > 10, met
