"""Tests how a guided run's paths get the numbers of a run without a guide.

A guide is an earlier profile's hot paths. With a guide, the agent gives paths other numbers.
"""

import itertools
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.graphs import NumberedGraph, numbered_graphs
from builders.methods import instrumented
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.graphs.hot_numbers import HotNumbers
from kpath_jvm.profile.metadata import Block, InstrumentedMethod
from kpath_jvm.profile.recorded.own_numbers import HotDecoder, by_own_numbers
from kpath_jvm.recording.recorded import Recorded


def hot_numbers(graph: NumberedGraph, random: Random) -> HotNumbers:
    """Returns numbers as the agent gives them (HotNumbering), with hot steps drawn at random."""
    starts, edges, ends, size, _ = graph
    spans: dict[int, tuple[int, int]] = {}

    def give(targets: list[int]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """Returns the steps' values and a span, all as pairs of numbers (see ``_value``).

        The values along any path that begins with one of the steps add up to less than the span,
        in each of the two numbers. Target -1 is an end.
        """
        of_step = [spans.get(target, (1, 1)) for target in targets]
        is_hot = [random.random() < 0.5 for _ in targets]
        if targets and not any(is_hot):
            is_hot[random.randrange(len(targets))] = True
        hot = cold = 0
        values = [(0, 0)] * len(targets)
        for at in (at for at, one in enumerate(is_hot) if one):
            values[at] = hot, 0
            hot += of_step[at][0]
            cold = max(cold, of_step[at][1])
        for at in (at for at, one in enumerate(is_hot) if not one):
            values[at] = 0, cold
            cold += of_step[at][1]
        return values, (max([hot, *(span[0] for span in of_step)]), cold)

    found: dict[tuple[str, int, object], tuple[int, int]] = {}
    for block in reversed(range(size)):
        steps: list[tuple[str, int, object]] = [
            ("edge", block, target) for source, target, _ in edges if source == block
        ]
        targets = [target for source, target, _ in edges if source == block]
        of_ends = [kind for kind, place, _ in ends if place == block]
        steps += [("end", block, kind) for kind in of_ends]
        values, spans[block] = give(targets + [-1] * len(of_ends))
        found.update(zip(steps, values, strict=True))
    values, (most, times) = give([block for _, block, _ in starts])
    return HotNumbers(
        ids=most * times,
        paths=most,
        edges=tuple(_value(found["edge", a, b], most) for a, b, _ in edges),
        starts=tuple(_value(value, most) for value in values),
        ends=tuple(_value(found["end", block, kind], most) for kind, block, _ in ends),
    )


def _value(pair: tuple[int, int], most: int) -> int:
    """Returns a pair as one number. ``most`` bounds the sums of the pairs' first numbers."""
    return pair[0] + most * pair[1]


def method(graph: NumberedGraph, first_id: int, hot: HotNumbers | None) -> InstrumentedMethod:
    starts, edges, ends, size, paths = graph
    return instrumented(
        class_name="C", name=f"m{first_id}", descriptor="()V", mode="streamed", first_id=first_id,
        paths=paths, counters={}, rung="full", hot=hot,
        blocks=tuple(Block(at, at, (), 1) for at in range(size)),
        edges=tuple(edges), starts=tuple(starts), ends=tuple(ends),
    )  # fmt: skip


def recorded_numbers(one: InstrumentedMethod) -> dict[int, int]:
    """Maps each path's own number to the recorded number, the sum of the values of its steps."""
    numbered, hot = one.numbered, one.numbered.hot
    assert hot is not None
    decoder = one.decoder()
    of_starts = {start[:2]: at for start, at in zip(numbered.starts, hot.starts, strict=True)}
    of_edges = {edge[:2]: at for edge, at in zip(numbered.edges, hot.edges, strict=True)}
    of_ends = {end[:2]: at for end, at in zip(numbered.ends, hot.ends, strict=True)}
    numbers = {}
    for path in range(one.numbered.paths):
        blocks, start, end = decoder.blocks(path)
        number = of_starts[start, blocks[0]] + of_ends[end, blocks[-1]]
        number += sum(of_edges[step] for step in itertools.pairwise(blocks))
        numbers[path] = number
    return numbers


def recording(grams: Counter[tuple[int, ...]], counted: Counter[int], size: int) -> Recorded:
    """Returns a recording with its nodes in an engine's order: by level, parent and id."""
    order = sorted(grams, key=lambda gram: (len(gram), gram))
    node = {gram: index for index, gram in enumerate(order)}
    counters = np.zeros(size, dtype=np.int64)
    for number, count in counted.items():
        counters[number] = count
    return Recorded(
        methods_path=Path("-"), k=3, counters=counters,
        ipf_parents=np.array([node.get(gram[:-1], -1) for gram in order], dtype=np.int32),
        ipf_paths=np.array([gram[-1] for gram in order], dtype=np.int32),
        ipf_depths=np.array([len(gram) for gram in order], dtype=np.int32),
        ipf_counts=np.array([grams[gram] for gram in order], dtype=np.int64),
        folded_paths=np.array(sorted(counted), dtype=np.int32),
    )  # fmt: skip


@given(
    st.lists(numbered_graphs().filter(lambda graph: graph[4] < 60), min_size=1, max_size=3),
    st.randoms(use_true_random=False),
)
def test_guided_paths_get_the_numbers_of_an_unguided_run(
    graphs: list[NumberedGraph], random: Random
) -> None:
    """Compares n-grams, counts and folded counts of several methods, some of them guided."""
    methods, own_of = [], {}
    first = 1
    for graph in graphs:
        hot = hot_numbers(graph, random) if random.random() < 0.7 else None
        one = method(graph, first, hot)
        numbers = {path: path for path in range(one.numbered.paths)} if hot is None else None
        for path, number in (numbers or recorded_numbers(one)).items():
            assert first + number not in own_of, "two paths have one number"
            own_of[first + number] = first + path
        methods.append(one)
        first += one.path_ids + 1
    ids = sorted(own_of)
    grams: Counter[tuple[int, ...]] = Counter()
    for _ in range(30):
        gram = tuple(random.choice(ids) for _ in range(3))
        for length in (1, 2, 3):
            grams[gram[:length]] += 1
    counted = Counter({random.choice(ids): random.randrange(1, 9) for _ in range(5)})
    found = by_own_numbers(methods, recording(grams, counted, first))
    owns = Counter({tuple(own_of[id_] for id_ in gram): n for gram, n in grams.items()})
    expected = recording(owns, Counter({own_of[id_]: n for id_, n in counted.items()}), first)
    assert found.ipf_parents.tolist() == expected.ipf_parents.tolist()
    assert found.ipf_paths.tolist() == expected.ipf_paths.tolist()
    assert found.ipf_counts.tolist() == expected.ipf_counts.tolist()
    assert found.counters.tolist() == expected.counters.tolist()
    assert sorted(found.folded_paths.tolist()) == expected.folded_paths.tolist()


def test_a_recording_without_guided_methods_is_returned_as_it_is() -> None:
    graph: NumberedGraph = ([("entry", 0, 0)], [], [("exit", 0, 0)], 1, 1)
    same = recording(Counter({(1,): 1}), Counter(), 3)
    assert by_own_numbers([method(graph, 1, None)], same) is same


def test_a_number_without_a_path_is_refused() -> None:
    """The hot path has number 0, and the cold path has number 1. Number 2 belongs to no path."""
    graph: NumberedGraph = (
        [("entry", 0, 0)], [(0, 1, 0), (0, 2, 1)], [("exit", 1, 0), ("exit", 2, 0)], 3, 2,
    )  # fmt: skip
    hot = HotNumbers(ids=3, paths=1, edges=(0, 1), starts=(0,), ends=(0, 0))
    decoder = HotDecoder(method(graph, 1, hot))
    assert [decoder.own_number(number) for number in (0, 1)] == [0, 1]
    with pytest.raises(KpathError, match="no path is recorded under number 2"):
        decoder.own_number(2)
