"""Turns the counts of structural path profiling into counts of paths and estimates for edges."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.profile.recorded.adjustment import Coefficients, coefficients
from kpath_jvm.profile.recorded.counted import Counted
from kpath_jvm.profile.structure_graph import StructuralPath, StructureGraph
from kpath_jvm.recording.counted import EdgeCount, ExtendedPath
from kpath_jvm.recording.path_windows import PathWindows

#: An edge's kind, source and target.
_Edge = tuple[str, int, int]


def structural(methods: Sequence[InstrumentedMethod], windows: PathWindows) -> Counted:
    """Returns the paths that path windows counted, and the edges of these paths' methods.

    If the windows are complete, nothing is estimated. Raises KpathError for a number that belongs
    to no path.
    """
    extended: list[ExtendedPath] = []
    edges: list[EdgeCount] = []
    for method, counts in _counted(methods, windows):
        factors = None if windows.are_complete else coefficients(method.schemes.graphs, counts)
        extended += _extended(method, counts, factors)
        edges += _edges(method, counts, factors)
    return Counted(extended=extended, edges=edges)


def guessed_levels(methods: Sequence[InstrumentedMethod], windows: PathWindows) -> int:
    """Returns the number of levels, in all methods together, that have a guessed coefficient.

    If the windows are complete, the number is 0, because nothing is adjusted. Raises KpathError for
    a number that belongs to no path.
    """
    if windows.are_complete:
        return 0
    found = _counted(methods, windows)
    return sum(len(coefficients(method.schemes.graphs, counts).guessed) for method, counts in found)


def _counted(
    methods: Sequence[InstrumentedMethod], windows: PathWindows
) -> Iterator[tuple[InstrumentedMethod, list[dict[StructuralPath, int]]]]:
    for method in methods:
        if not method.schemes.graphs:
            continue
        try:
            counts = counts_of(method, windows.counts)
        except ValueError as error:
            raise KpathError(f"the recording is damaged: {error}; record again") from None
        if any(counts):
            yield method, counts


def counts_of(
    method: InstrumentedMethod, counts: Mapping[int, int]
) -> list[dict[StructuralPath, int]]:
    """Returns how often each path of each graph of a method was counted.

    ``counts`` has counts by id. Raises ValueError if the recording is damaged.
    """
    found = []
    for first, graph in zip(_first_ids(method), method.schemes.graphs, strict=True):
        numbers = [number for number in range(graph.paths) if counts.get(first + number)]
        found.append({graph.path(number): counts[first + number] for number in numbers})
    return found


def _first_ids(method: InstrumentedMethod) -> list[int]:
    sizes = [graph.paths for graph in method.schemes.graphs]
    return list(accumulate(sizes[:-1], initial=method.counted.first_id))


def _extended(
    method: InstrumentedMethod,
    counts: list[dict[StructuralPath, int]],
    factors: Coefficients | None,
) -> Iterator[ExtendedPath]:
    for place, (graph, of_graph) in enumerate(zip(method.schemes.graphs, counts, strict=True)):
        for path, count in of_graph.items():
            estimate = math.nan if factors is None else count * factors.factors[place]
            yield ExtendedPath(
                method.counted.first_id, number_of(graph, path), "window", graph.header,
                path.start_text, path.end_text, path.nodes, count, estimate,
            )  # fmt: skip


def number_of(graph: StructureGraph, path: StructuralPath) -> int:
    """Returns the number of a graph's path: the sum of the values of its start and steps."""
    kinds = {(kind, block): value for kind, block, _, value in graph.starts}
    steps = {(node, kind, target): value for node, kind, target, value in graph.steps}
    number = kinds[path.kind, path.block]
    for node, target in zip(path.nodes, path.nodes[1:], strict=False):
        number += steps[node, "edge", target]
    return number + steps[path.nodes[-1], path.end, path.target]


def _edges(
    method: InstrumentedMethod,
    counts: list[dict[StructuralPath, int]],
    factors: Coefficients | None,
) -> Iterator[EdgeCount]:
    """Yields the counts of a method's edges. A block's edges are counted in the block's level."""
    found: dict[_Edge, int] = {}
    estimates: dict[_Edge, float] = {}
    for place, (graph, of_graph) in enumerate(zip(method.schemes.graphs, counts, strict=True)):
        inner = {one.header for one in method.schemes.graphs if one.parent == place}
        for edge in _all_edges(graph, inner):
            found.setdefault(edge, 0)
        factor = 1.0 if factors is None else factors.factors[place]
        for path, count in of_graph.items():
            for edge in _edges_of(path, inner, is_outline=graph.parent < 0):
                found[edge] = found.get(edge, 0) + count
                estimates[edge] = estimates.get(edge, 0.0) + factor * count
    for (kind, source, target), least in found.items():
        count = max(least, round(estimates.get((kind, source, target), 0.0)))
        yield EdgeCount(method.counted.first_id, kind, source, target, count, least, None)


def _all_edges(graph: StructureGraph, inner: set[int]) -> Iterator[_Edge]:
    for kind, block, node, _ in graph.starts:
        if (kind == "entry" and graph.parent < 0) or (kind == "handler" and node not in inner):
            yield kind, -1, block
    for node, kind, target, _ in graph.steps:
        if node not in inner and kind != "none":
            yield ("exit", node, -1) if kind == "exit" else ("edge", node, target)


def _edges_of(path: StructuralPath, inner: set[int], *, is_outline: bool) -> Iterator[_Edge]:
    # If a handler is a loop's header, a path starts in the loop's level, and another path in the
    # level around the loop. The edge to the handler is counted in the loop's level.
    if (path.kind == "handler" and path.nodes[0] not in inner) or (
        path.kind == "entry" and is_outline
    ):
        yield path.kind, -1, path.block
    for node, target in zip(path.nodes, path.nodes[1:], strict=False):
        if node not in inner:
            yield "edge", node, target
    if path.nodes[-1] not in inner and path.end != "none":
        yield ("exit", path.nodes[-1], -1) if path.end == "exit" else (
            "edge", path.nodes[-1], path.target,
        )  # fmt: skip
