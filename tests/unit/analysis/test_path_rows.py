"""Checks a profile's paths and n-grams, computed all at once, against those computed one by one."""

from pathlib import Path

import numpy as np
import pytest

from builders.looping import profile_of, random_program
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loop_columns import NONE
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.path_rows import PathRows, bytecodes_of, loops_of


def _agrees(profile: Profile) -> int:
    """Compares all paths and n-grams. Returns the number of n-grams that stay in a loop."""
    rows, forest, costs = PathRows(profile), profile.forest, Costs(profile)
    places = rows.places(forest.methods, forest.paths)
    nodes = np.arange(len(forest))
    grams = forest.along(nodes, places.astype(np.int32))
    bytecodes, loops = bytecodes_of(rows, grams).tolist(), loops_of(rows, grams).tolist()
    inside = 0
    for node, gram in enumerate(forest.sequences(nodes).tolist()):
        method = int(forest.methods[node])
        code = profile.code(method)
        decoded = [code.decode(path) for path in gram if path >= 0]
        assert rows.paths[grams[node, : len(decoded)]].tolist() == gram[: len(decoded)]
        assert (grams[node, len(decoded) :] == -1).all()
        assert rows.paths[places[node]] == decoded[-1].path
        assert bytecodes[node] == sum(costs.of_path(method, path.path) for path in decoded)
        following = decoded[1:] or decoded
        headers = [path.blocks[0] for path in following if path.start == "loop"]
        expected = code.loop_around(headers)
        if expected is None:
            assert loops[node] == NONE
        else:
            assert rows.loop_rows.methods[loops[node]] == method
            assert code.loops[rows.loop_rows.numbers[loops[node]]] == expected
            inside += 1
    return inside


def test_rows_of_the_demo_are_as_if_computed_one_by_one(demo: Path) -> None:
    profile = Profile.open(demo)
    assert _agrees(profile) > 10
    rows = PathRows(profile)
    for method in profile.method_rows.numbers.tolist():
        places = np.flatnonzero(rows.methods == method)
        names = dict(zip(rows.paths[places].tolist(), rows.names[places], strict=True))
        assert names == names_of_paths(profile, method)


@pytest.mark.parametrize("seed", range(40))
def test_rows_of_random_methods_are_as_if_computed_one_by_one(seed: int) -> None:
    with profile_of(random_program(seed, exceptions=0.05 * (seed % 2)), 4) as profile:
        _agrees(profile)
        rows = PathRows(profile)
        names = dict(zip(rows.paths.tolist(), rows.names, strict=True))
        (method,) = profile.method_rows.numbers.tolist()
        assert names == names_of_paths(profile, method)
        assert rows.bytecodes.tolist() == [
            Costs(profile).of_path(method, path) for path in rows.paths.tolist()
        ]
