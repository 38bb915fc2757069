"""Tests paths of structure graphs in a profile, and the edge counts that follow from them.

The examples are those of the paper "Structural Path Profiling".
"""

import math
from pathlib import Path

import msgspec
import pytest

from builders.paper_tables import COMPLETE_WINDOWS, GRAPHS, ONLINE_WINDOWS, adjusted
from builders.windowed import methods, windows
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import InstrumentedMethod, read_metadata
from kpath_jvm.profile.recorded.counted import Counted
from kpath_jvm.profile.recorded.structural import (
    counts_of,
    guessed_levels,
    structural,
)
from kpath_jvm.recording.path_windows import PathWindows


def instrumented(directory: Path, **changed: object) -> list[InstrumentedMethod]:
    """Returns the methods of the paper's example."""
    return read_metadata(methods(directory, **changed)).methods


def edges(found: Counted) -> dict[tuple[str, int, int], tuple[int, int]]:
    """Maps an edge to its count, and to the least count that is certain."""
    return {(one.kind, one.source, one.target): (one.count, one.least) for one in found.edges}


def test_the_online_profile_of_table_2_has_counts_and_estimates(tmp_path: Path) -> None:
    """Checks the local counts, and the paper's global counts, which are estimates in a profile."""
    found = structural(instrumented(tmp_path), windows(ONLINE_WINDOWS, 100))
    assert [row.count for row in found.extended] == [100, 50, 1, 1, 48, 2, 56, 40, 2]
    assert [row.graph for row in found.extended] == [-1, 2, 2, 2, 2, 3, 3, 3, 3]
    assert [row.estimate for row in found.extended] == pytest.approx(list(adjusted().values()))
    assert [row.kind for row in found.extended] == ["window"] * 9
    row = found.extended[-1]
    assert (row.start, row.end, row.blocks, row.number) == ("loop 3", "leave 6", (3,), 5)


def test_levels_whose_coefficient_is_guessed_are_counted(tmp_path: Path) -> None:
    """Paths of the inner loop were counted, but no path of the outer loop."""
    example = instrumented(tmp_path)
    assert guessed_levels(example, windows(ONLINE_WINDOWS, 100)) == 0
    apart = (ONLINE_WINDOWS[0], {}, ONLINE_WINDOWS[2])
    assert guessed_levels(example, windows(apart, 100)) == 1
    assert guessed_levels(example, windows(apart, 0)) == 0


def test_edges_of_figure_1_have_their_counts(tmp_path: Path) -> None:
    found = edges(structural(instrumented(tmp_path), windows(COMPLETE_WINDOWS, 0)))
    assert found["entry", -1, 0] == (10_000, 10_000)
    assert found["edge", 2, 3] == (19_800, 19_800)
    assert found["edge", 3, 4] == (14_343, 14_343)
    assert found["edge", 4, 3] == (14_343, 14_343)
    assert found["edge", 3, 6] == (19_800, 19_800)
    assert found["edge", 6, 2] == (9_800, 9_800)
    assert found["edge", 6, 7] == (10_000, 10_000)
    assert found["edge", 4, 5] == (0, 0)
    assert found["exit", 7, -1] == (10_000, 10_000)
    assert found["exit", 5, -1] == (0, 0)
    kinds = [kind for kind, _, _ in found]
    assert (kinds.count("entry"), kinds.count("exit"), kinds.count("edge")) == (1, 2, 9)


def test_an_edges_estimate_is_at_least_the_certain_count(tmp_path: Path) -> None:
    """Estimates are sums of adjusted counts, rounded to whole numbers."""
    found = edges(structural(instrumented(tmp_path), windows(ONLINE_WINDOWS, 100)))
    assert found["edge", 3, 4] == (142, 42)
    assert found["edge", 6, 2] == (96, 49)
    assert all(count >= least for count, least in found.values())


def test_a_complete_profile_has_no_estimates(tmp_path: Path) -> None:
    found = structural(instrumented(tmp_path), windows(COMPLETE_WINDOWS, 0))
    assert all(math.isnan(row.estimate) for row in found.extended)


def test_a_method_without_counts_has_no_rows(tmp_path: Path) -> None:
    """A method without structure graphs has no rows either."""
    found = structural(instrumented(tmp_path), windows(({}, {}, {}), 100))
    assert (found.extended, found.edges) == ([], [])
    found = structural(
        instrumented(tmp_path, graphs=[], mode="edges"), windows(ONLINE_WINDOWS, 100)
    )
    assert (found.extended, found.edges) == ([], [])


def test_a_dispatch_to_a_loops_header_is_one_edge(tmp_path: Path) -> None:
    """The dispatch starts a path of the level around the loop, and a path of the loop."""
    outline = msgspec.structs.replace(
        GRAPHS[0], paths=4, starts=(("entry", 0, 0, 0), ("handler", 2, 2, 2))
    )
    loop = msgspec.structs.replace(
        GRAPHS[1], paths=9, starts=(*GRAPHS[1].starts, ("handler", 2, 2, 6))
    )
    example = instrumented(tmp_path, graphs=msgspec.to_builtins((outline, loop, GRAPHS[2])))
    counts = {12: 3, 14 + 7: 3}
    found = edges(structural(example, PathWindows({}, {10: 0}, counts)))
    assert found["handler", -1, 2] == (3, 3)
    assert found["entry", -1, 0] == (0, 0)


def test_an_invalid_numbering_is_reported_as_damage(tmp_path: Path) -> None:
    broken = msgspec.structs.replace(GRAPHS[0], steps=((0, "edge", 0, 0),))
    example = instrumented(tmp_path, graphs=msgspec.to_builtins((broken, *GRAPHS[1:])))
    with pytest.raises(KpathError, match="damaged"):
        structural(example, windows(ONLINE_WINDOWS, 100))


def test_counts_belong_to_their_graphs(tmp_path: Path) -> None:
    """The ids of a graph's paths follow those of the graph before it."""
    [method] = instrumented(tmp_path)
    counts = windows(ONLINE_WINDOWS, 100).counts
    assert tuple(counts_of(method, counts)) == ONLINE_WINDOWS
