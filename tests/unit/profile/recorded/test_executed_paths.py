"""Tests that decoding all paths at once gives the same result as decoding them one by one."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.graphs import NumberedGraph, numbered_graphs
from builders.methods import instrumented
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import Block, InstrumentedMethod, Metadata
from kpath_jvm.profile.recorded.executed_paths import lines_of
from kpath_jvm.profile.tables import build_tables
from kpath_jvm.recording.recorded import Recorded

#: For each block, whether it has source lines. A list that is too short is repeated.
lines = st.lists(st.booleans(), min_size=1, max_size=5)


def method(graph: NumberedGraph, first_id: int, with_lines: list[bool]) -> InstrumentedMethod:
    starts, edges, ends, size, paths = graph
    return instrumented(
        class_name="C", name=f"m{first_id}", descriptor="()V", mode="counted", first_id=first_id,
        paths=paths, counters={}, rung="full", athrows=tuple(range(0, size, 3)),
        blocks=tuple(
            Block(2 * at, 2 * at + 1, ((2 * at, 10 + at),) if with_lines[at % len(with_lines)]
                  else (), 1 + at)
            for at in range(size)
        ),
        edges=tuple(edges), starts=tuple(starts), ends=tuple(ends),
    )  # fmt: skip


def recorded(counters: list[int]) -> Recorded:
    none = np.zeros(0, dtype=np.int32)
    return Recorded(
        methods_path=Path("-"), k=1, counters=np.array(counters, dtype=np.int64),
        ipf_parents=none, ipf_paths=none, ipf_depths=none, ipf_counts=none.astype(np.int64),
    )  # fmt: skip


@given(st.lists(numbered_graphs(), max_size=4), st.randoms(use_true_random=False), lines)
def test_paths_decoded_at_once_equal_paths_decoded_one_by_one(
    graphs: list[NumberedGraph], random: Random, has: list[bool]
) -> None:
    methods, counters = [], [0]
    for graph in graphs:
        methods.append(method(graph, len(counters), has))
        counters += [random.choice((0, 1, 5)) for _ in range(graph[4])]
    tables = build_tables(Metadata(methods=methods), recorded(counters)).tables
    rows, exits, athrow_exits = [], [0] * len(methods), [0] * len(methods)
    for number, one in enumerate(methods):
        decoder = one.decoder()
        table = lines_of(one)
        for path in range(one.numbered.paths):
            count = counters[one.counted.first_id + path]
            if not count:
                continue
            blocks, start, end = decoder.blocks(path)
            executed = [line for block in blocks for line in table.executed(block)] or [-1]
            rows.append({
                "method": number, "path": path, "start": start, "end": end,
                "blocks": list(blocks), "first_line": executed[0], "last_line": executed[-1],
                "count": count,
            })  # fmt: skip
            exits[number] += count * (end == "exit")
            athrow_exits[number] += count * (end == "exit" and blocks[-1] in one.flow.athrows)
    assert tables["paths"].to_pylist() == rows
    assert tables["methods"].column("exits").to_pylist() == exits
    abandoned = tables["methods"].column("abandoned").to_pylist()
    assert abandoned == [-count for count in athrow_exits]


@pytest.mark.parametrize(
    ("graph", "complaint"),
    [
        (([("entry", 0, 1)], [], [("exit", 0, 0)], 1, 2), "no path 0: no start"),
        (([("entry", 0, 0)], [], [("exit", 0, 0)], 1, 2), "no path 1: 1 is left over"),
        (([("entry", 0, 0)], [], [("exit", 0, 1)], 1, 1), "no path 0: nothing follows block 0"),
        (([("entry", 0, 0)], [(0, 1, 0)], [], 2, 1), "no path 0: nothing follows block 1"),
        (([("entry", 0, 0)], [(0, 1, 0), (1, 0, 0)], [], 2, 1), "no path 0: the edges hold a cyc"),
        (([], [], [], 1, 1), "no path 0: no start"),
    ],
)
def test_undecodable_paths_are_refused(graph: NumberedGraph, complaint: str) -> None:
    """The decoder of single paths raises this error."""
    broken = method(graph, 1, [True])
    with pytest.raises(KpathError, match=complaint):
        build_tables(Metadata(methods=[broken]), recorded([0] + [1] * graph[4]))
