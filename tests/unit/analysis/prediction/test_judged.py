"""Compares the paths by which predictions are judged with the blocks that random programs ran."""

import pytest

from builders.looping import Completed, LoopingProgram, profile_of, random_program
from kpath_jvm.analysis.prediction.edge_prediction import predict, predictions
from kpath_jvm.analysis.prediction.judged import counts_by_method, judged_paths
from kpath_jvm.analysis.prediction.path_coverage import coverages
from kpath_jvm.profile.identity.paths import PathIdentity


def identity(path: Completed) -> PathIdentity:
    return PathIdentity(path.start, path.blocks, path.end)


def slowly(program: LoopingProgram) -> dict[int, list[PathIdentity]]:
    """Returns every completion of a path through a loop's own blocks, by the loop's number."""
    found: dict[int, list[PathIdentity]] = {}
    for place, header in enumerate(sorted(program.bodies())):
        own = [
            identity(path)
            for sequence in program.sequences
            for path in sequence
            if any(program.innermost(block) == header for block in path.blocks)
        ]
        if own:
            found[place] = own
    return found


@pytest.mark.parametrize("seed", range(30))
def test_each_loop_s_paths_are_those_that_ran(seed: int) -> None:
    program = random_program(seed, handlers=seed % 3, exceptions=0.05 * (seed % 2))
    expected = slowly(program)
    with profile_of(program, 3) as profile:
        ((method, counts),) = counts_by_method(profile)
        (found,) = judged_paths(profile).values()
        assert found.counts == counts
        assert found.paths == counts.keys()
        assert found.by_loop == {loop: set(own) for loop, own in expected.items()}
        # With a selection, only the paths of the selected loops are left.
        for loop, own in expected.items():
            (found,) = judged_paths(profile, {method: {loop}}).values()
            assert (found.paths, found.by_loop) == (set(own), {loop: set(own)})
        assert not judged_paths(profile, {})


@pytest.mark.parametrize("seed", range(30))
def test_each_loop_s_figures_count_completions_once(seed: int) -> None:
    """Even for a single loop, edges predict from the counts of all paths of the method."""
    program = random_program(seed, handlers=seed % 3, runs=20)
    expected = slowly(program)
    with profile_of(program, 3) as profile:
        ((method, counts),) = counts_by_method(profile)
        likely = set(predict(counts).values())
        found, covered = predictions(profile), coverages(profile, profile)
        assert found.by_loop.keys() == covered.by_loop.keys() == {(method, at) for at in expected}
        for (_, loop), one in found.by_loop.items():
            own = expected[loop]
            assert (one.paths, one.completions) == (len(set(own)), len(own))
            assert one.predicted_paths == len(likely.intersection(own))
            assert one.predicted_completions == sum(path in likely for path in own)
            sizes = profile.code(method).instructions
            bytecodes = sum(sizes[block] for path in own for block in path.blocks)
            its = covered.by_loop[method, loop]
            assert (its.paths, its.completions, its.bytecodes) == (
                one.paths,
                one.completions,
                bytecodes,
            )
            assert one.executed.average_bytecodes * len(own) == pytest.approx(bytecodes)
            # If only this loop is selected, its figures stay the same, and the totals equal them.
            only = judged_paths(profile, {method: frozenset({loop})})
            assert predictions(profile, only).by_loop == {(method, loop): one}
            assert predictions(profile, only).total == one
            assert coverages(profile, profile, only).total == its
