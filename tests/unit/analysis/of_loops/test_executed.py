"""Checks arrays of executed paths against the same paths, decoded one by one."""

from pathlib import Path

import numpy as np
import pytest

from builders.looping import profile_of, random_program
from kpath_jvm import Profile
from kpath_jvm.analysis.of_loops.executed import (
    ExecutedPaths,
    as_executed,
    executed_paths,
    executed_rows,
)


def _check(profile: Profile) -> int:
    """Compares all methods. Returns the number of their executed paths."""
    count = 0
    for method in profile.method_rows.numbers.tolist():
        forest = profile.method_forest(method)
        is_root = forest.parents < 0
        found = executed_paths(profile, method)
        assert found.numbers.tolist() == forest.paths[is_root].tolist()
        assert found.counts.tolist() == forest.counts[is_root].tolist()
        rows = executed_rows(profile, method).to_pylist()
        assert [row["path"] for row in rows] == found.numbers.tolist()
        for place, row in enumerate(rows):
            path = profile.decode(method, row["path"])
            blocks = list(path.blocks)
            assert (row["start"], row["end"], row["blocks"]) == (path.start, path.end, blocks)
            assert found.blocks[found.owners == place].tolist() == blocks
            assert (found.firsts[place], found.lasts[place]) == (blocks[0], blocks[-1])
            assert found.begins_loop[place] == (path.start == "loop")
            assert found.ends_loop[place] == (path.end == "loop")
            assert found.begins_at_entry[place] == (path.start == "entry")
            assert found.begins_anew[place] == (path.start in ("entry", "handler"))
            assert found.ends_at_exit[place] == (path.end == "exit")
            is_last = np.arange(len(profile.code(method).offsets)) == blocks[-1]
            assert found.through(is_last)[place]
        assert found.places(found.numbers).tolist() == list(range(len(rows)))
        counts = dict(zip(found.numbers.tolist(), found.counts.tolist(), strict=True))
        decoded = as_executed(profile.code(method), counts)
        for name in ExecutedPaths.__struct_fields__:
            assert getattr(decoded, name).tolist() == getattr(found, name).tolist(), name
        count += len(rows)
    return count


def test_executed_paths_of_the_demo_agree_with_decoded_paths(demo: Path) -> None:
    assert _check(Profile.open(demo)) > 10


@pytest.mark.parametrize("seed", range(10))
def test_executed_paths_of_random_methods_agree_with_decoded_paths(seed: int) -> None:
    with profile_of(random_program(seed, exceptions=0.05 * (seed % 2)), 3) as profile:
        assert _check(profile) > 0
