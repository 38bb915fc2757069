"""Checks the flow between a loop's paths against counts that are made path by path."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders.looping import Completed, LoopingProgram, profile_of, random_program
from builders.methods import figure_3
from builders.nested import nested_profile
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.of_loops.iteration_flow import IterationFlow, IterationFlows
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile

#: A path's number, or the kind of a node at which the flow begins or ends, such as "entry".
Place = int | str
_SOURCES = ("entry", "caught", "uncounted-before")
_SINKS = ("exit", "thrown", "uncounted-after")


def slow_ways(program: LoopingProgram, body: set[int]) -> Counter[tuple[Place, Place]]:
    """Counts the steps between places, going through the completed paths one by one."""
    found = Counter[tuple[Place, Place]]()
    for sequence in program.sequences:
        for at, path in enumerate(sequence):
            if not body & set(path.blocks):
                continue
            before = sequence[at - 1] if at else None
            after = sequence[at + 1] if at + 1 < len(sequence) else None
            if came_from(path, before, body) != "member":
                found[came_from(path, before, body), path.number] += 1
            to = went_to(path, after, body, set(program.method.athrows))
            if to == "member":
                assert after is not None
                found[path.number, after.number] += 1
            else:
                found[path.number, to] += 1
    return found


def came_from(path: Completed, before: Completed | None, body: set[int]) -> str:
    if path.start == "entry" or path.blocks[0] not in body:
        return "entry"
    if path.start == "handler":
        return "caught"
    if before is None:
        return "uncounted-before"
    return "member" if before.blocks[-1] in body else "entry"


def went_to(path: Completed, after: Completed | None, body: set[int], athrows: set[int]) -> str:
    if path.blocks[-1] in body & athrows:
        return "thrown"
    if path.end == "exit" or path.blocks[-1] not in body:
        return "exit"
    if after is None:
        return "uncounted-after"
    return "member" if after.blocks[0] in body else "exit"


def grouped(
    ways: Counter[tuple[Place, Place]], places: dict[Place, int]
) -> Counter[tuple[int, int]]:
    """Returns the counts of steps between nodes, given those of steps between places."""
    found = Counter[tuple[int, int]]()
    for (source, target), count in ways.items():
        found[places[source], places[target]] += count
    return found


def places_of(flow: IterationFlow) -> dict[Place, int]:
    """Returns the index of each place's node."""
    found: dict[Place, int] = {}
    for at, node in enumerate(flow.nodes):
        if node.kind in (*_SOURCES, *_SINKS):
            found[node.kind] = at
        for path in node.paths:
            assert path not in found
            found[path] = at
    return found


def check_sums(flow: IterationFlow) -> None:
    """Checks that the inflow and the outflow of each node both equal the node's count.

    A source needs no inflow, and a sink needs no outflow. Counts of nodes and arrows mustn't be 0.
    """
    into, out = Counter[int](), Counter[int]()
    for arrow in flow.arrows:
        assert arrow.count > 0
        out[arrow.source] += arrow.count
        into[arrow.target] += arrow.count
    total = 0
    for at, node in enumerate(flow.nodes):
        assert node.count > 0
        assert node.kind in _SOURCES or into[at] == node.count
        assert node.kind in _SINKS or out[at] == node.count
        total += node.count if node.kind in ("path", "inner", "other") else 0
    assert flow.completions == total


def flows(profile: Profile, method: int) -> IterationFlows:
    ranks = {path: rank for rank, path in enumerate(names_of_paths(profile, method))}
    return IterationFlows(profile, method, ranks)


@given(
    st.integers(0, 2**32), st.integers(2, 4), st.sampled_from([0.0, 0.05]), st.sampled_from([0, 2])
)
@example(0, 2, 0.05, 0)
@example(2, 2, 0.0, 2)
def test_the_flow_equals_the_steps_of_random_walks(
    seed: int, k: int, exceptions: float, handlers: int
) -> None:
    program = random_program(seed, exceptions, handlers=handlers)
    counts = Counter(path.number for sequence in program.sequences for path in sequence)
    if not counts:
        return
    with profile_of(program, k) as profile:
        found = flows(profile, 0)
        for loop, one in enumerate(profile.code(0).loops):
            body = program.bodies()[one.header]
            ways = slow_ways(program, body)
            pieces = sum(
                (path.end != "exit" or path.blocks[-1] in program.method.athrows)
                and path.blocks[-1] in body
                and not (path.end == "loop" and path.blocks[-1] in one.latches)
                for sequence in program.sequences
                for path in sequence
            )
            members = {way for pair in ways for way in pair if isinstance(way, int)}
            for most, least in ((1, 0.0), (2, 0.0), (100, 0.0), (100, 0.2)):
                flow = found.of(loop, most, least)
                check_sums(flow)
                assert flow.pieces == pieces
                places = places_of(flow)
                assert {path for path in places if isinstance(path, int)} == members
                arrows = {(arrow.source, arrow.target): arrow.count for arrow in flow.arrows}
                assert arrows == dict(grouped(ways, places))
                for node in flow.nodes:
                    assert not node.paths or node.count == sum(map(counts.get, node.paths))
                own = [node.count for node in flow.nodes if node.kind == "path"]
                assert own == sorted(own, reverse=True)
                assert flow.steps == sum(
                    count for way, count in ways.items() if all(isinstance(it, int) for it in way)
                )


def test_nested_loops_have_separate_flows(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    found = flows(profile, 0)
    # The first activation has the paths 5 0 0 1 2 1 4, the second has 7, and the third has 6 4.
    # Path 0 stays in the inner loop, and path 1 ends an iteration of the outer loop.
    outer = found.of(0, 100)
    check_sums(outer)
    assert [(node.kind, node.paths, node.count) for node in outer.nodes] == [
        ("entry", (), 3),
        ("path", (1,), 2), ("path", (4,), 2), ("path", (2,), 1), ("path", (5,), 1),
        ("path", (6,), 1), ("path", (7,), 1),
        ("inner", (0,), 2),
        ("exit", (), 3),
    ]  # fmt: skip
    named = [(*(outer.nodes[at].paths or outer.nodes[at].kind for at in (one.source, one.target)),
              one.count) for one in outer.arrows]  # fmt: skip
    assert sorted(named, key=str) == sorted(
        [
            ("entry", (5,), 1), ("entry", (6,), 1), ("entry", (7,), 1),
            ((5,), (0,), 1), ((0,), (0,), 1), ((0,), (1,), 1), ((1,), (2,), 1), ((2,), (1,), 1),
            ((1,), (4,), 1), ((6,), (4,), 1), ((4,), "exit", 2), ((7,), "exit", 1),
        ],
        key=str,
    )  # fmt: skip
    inner = found.of(1, 2)
    check_sums(inner)
    # The inner loop has five paths. The three rarest share a node.
    assert [(node.kind, len(node.paths), node.count) for node in inner.nodes] == [
        ("entry", 0, 3), ("path", 1, 2), ("path", 1, 2), ("other", 3, 3), ("exit", 0, 3),
    ]  # fmt: skip


def test_a_single_remaining_path_has_its_own_node(tmp_path: Path) -> None:
    found = flows(nested_profile(tmp_path), 0)
    assert [node.kind for node in found.of(1, 4).nodes] == ["entry", *["path"] * 5, "exit"]
    assert [node.kind for node in found.of(1, 3).nodes][1:-1] == [*["path"] * 3, "other"]


def test_paths_below_a_share_are_grouped(tmp_path: Path) -> None:
    found = flows(nested_profile(tmp_path), 0)
    # There are seven completions: two paths were completed twice, and three paths once.
    flow = found.of(1, 5, 0.2)
    check_sums(flow)
    assert [node.kind for node in flow.nodes] == ["entry", "path", "path", "other", "exit"]
    assert [node.kind for node in found.of(1, 5, 1 / 7).nodes][1:-1] == ["path"] * 5
    assert [node.kind for node in found.of(1, 5, 0.5).nodes][1:-1] == ["other"]


def test_the_flow_ends_uncounted_where_an_exception_ends_a_sequence(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("Shaky$Inner.retry")
    flow = flows(profile, method).of(0, 100)
    check_sums(flow)
    # An exception ends the first sequence. The second one begins at a handler in the loop.
    kinds = {node.kind: node.count for node in flow.nodes if node.kind != "path"}
    assert kinds["caught"] > 0
    assert kinds["uncounted-after"] > 0


def test_an_exception_caught_in_the_loop_is_no_exit(tmp_path: Path) -> None:
    """The second of two iterations throws, and a handler in the loop catches the exception."""
    builder = RecordingBuilder()
    method = figure_3(
        edges=[(0, 1, 0), (1, 2, 0), (1, 3, 2), (2, 5, 1)],
        starts=[("entry", 0, 0), ("loop", 1, 3), ("handler", 4, 6)],
        ends=[("loop", 2, 0), ("exit", 3, 0), ("exit", 5, 0), ("loop", 4, 0)],
        paths=7, athrows=[3], counters=("entries", "handlers"),
        loops=[{"header": 1, "latches": [2, 4], "blocks": [1, 2, 3, 4], "parent": -1}],
        decisions=[(1, "==", "I", ["x", "0"], [1, 0], [2, 3])],
    )  # fmt: skip
    added = builder.add(method)
    builder.stream(added, (0, 5))
    builder.stream(added, (6, 4))
    builder.auxiliary(added, entries=1, handlers=1)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    flow = flows(profile, 0).of(0, 100)
    check_sums(flow)
    ends = {node.kind: node.count for node in flow.nodes if node.kind != "path"}
    assert ends == {"entry": 1, "caught": 1, "thrown": 1, "exit": 1}
    assert flow.pieces == 1


def test_more_pairs_than_paths_are_an_error(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.stream(builder.add(figure_3()), (6, 2, 0, 3))
    recorded = builder.build(tmp_path)
    depths = recorded.ipf_depths
    counts = recorded.ipf_counts + (depths == 2)
    write_profile(tmp_path / "it.kpath", replace(recorded, ipf_counts=counts), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    with pytest.raises(KpathError, match="sequences occurred more often than their paths"):
        flows(profile, 0).of(0, 5)
