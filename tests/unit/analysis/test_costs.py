"""Checks costs of paths against activations that are walked block by block."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.graphs import NumberedGraph, numbered_graphs
from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile

GRAPHS = st.lists(numbered_graphs(), max_size=3)


def method(graph: NumberedGraph, number: int, sizes: list[int]) -> MethodSpec:
    starts, edges, ends, size, paths = graph
    return MethodSpec(
        "C", f"m{number}", "()V", blocks=[(9 * at, 9 * at + 8, []) for at in range(size)],
        edges=edges, starts=starts, ends=ends, paths=paths, instructions=dict(enumerate(sizes)),
    )  # fmt: skip


class Walk:
    """A random activation, with the instructions of each path and of the whole activation."""

    def __init__(self, spec: MethodSpec, random: Random) -> None:
        self.paths: list[int] = []
        self.of_path: dict[int, int] = {}
        self.executed = 0
        starts = [one for one in spec.starts if one[0] == "entry"]
        while starts and len(self.paths) < 20:
            _, block, number = random.choice(starts)
            before = self.executed
            while True:
                self.executed += spec.instructions[block]
                ways = [(value, target) for source, target, value in spec.edges if source == block]
                leaving = [(value, kind) for kind, source, value in spec.ends if source == block]
                value, way = random.choice(ways + leaving)
                number += value
                if isinstance(way, str):
                    break
                block = way
            self.paths.append(number)
            self.of_path[number] = self.executed - before
            starts = [] if way == "exit" else [one for one in spec.starts if one[0] == "loop"]


@given(GRAPHS, st.randoms(use_true_random=False))
def test_costs_are_those_of_random_walks(graphs: list[NumberedGraph], random: Random) -> None:
    builder = RecordingBuilder()
    walks: list[list[Walk]] = []
    for number, graph in enumerate(graphs):
        spec = builder.add(method(graph, number, [random.randint(1, 9) for _ in range(graph[3])]))
        walks.append([Walk(spec, random) for _ in range(random.randint(0, 4))])
        builder.stream(spec, *(walk.paths for walk in walks[-1]))
    with TemporaryDirectory() as directory:
        write_profile(Path(directory, "p.kpath"), builder.build(Path(directory)), demo_run())
        costs = Costs(Profile.open(Path(directory, "p.kpath")))
        for number, own in enumerate(walks):
            assert costs.of_method(number) == sum(walk.executed for walk in own)
            lengths = {path: size for walk in own for path, size in walk.of_path.items()}
            assert costs.of_paths(number, [*lengths]).tolist() == [*lengths.values()]
            assert all(costs.of_path(number, path) == size for path, size in lengths.items())
        assert costs.total == sum(walk.executed for own in walks for walk in own)


def test_paths_and_methods_of_the_demo_have_their_costs(demo: Path) -> None:
    """Blocks A to F have 4, 5, 6, 6, 7 and 1 instructions; path 7 is ABCEF, and path 2 is BCE."""
    profile = Profile.open(demo)
    costs = Costs(profile)
    run = profile.find_method("Figure3.run(I)V")
    assert costs.of_path(run, 7) == 4 + 5 + 6 + 7 + 1
    found = costs.of_paths(run, np.array([0, 2]))
    assert (found.tolist(), found.dtype) == ([5 + 6 + 7, 5 + 6 + 7], np.int64)
    assert costs.of_paths(run, []).shape == (0,)
    assert costs.total == sum(costs.of_method(number) for number in range(len(profile.methods)))
    with pytest.raises(KpathError, match="no path 8"):
        costs.of_path(run, 8)


def test_costs_of_merged_methods_are_found_by_number(demo: Path) -> None:
    profile = Profile.open(demo)
    merged = profile.merged()
    numbers = merged.methods.index.tolist()
    assert len(numbers) < len(profile.methods)
    costs = Costs(merged)
    assert costs.total == Costs(profile).total
    shared = merged.find_method("Shared.run")
    assert costs.of_method(shared) == 2 * Costs(profile).of_method(shared) > 0
