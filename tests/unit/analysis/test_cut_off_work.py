"""Tests bounds on what cut-off paths did, with random walks and all their possible ways."""

from collections.abc import Collection
from pathlib import Path

import pytest

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from builders.wild_walks import WalkedMethod, walked_method, walked_profile
from kpath_jvm import KpathError, Profile
from kpath_jvm.analysis.cut_off import cut_off_by_start
from kpath_jvm.analysis.cut_off_work import AllCutOffWork, CutOffWork, MethodCutOff, costliest_ways
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.uncompleted import held_back, uncompleted
from kpath_jvm.profile.decoding import PathDecoder
from kpath_jvm.profile.writer import write_profile

#: Random reducible methods.
METHODS = [
    method
    for seed in range(30)
    for cut in ("back-edge", "loop-header")
    if (method := walked_method(seed, cut=cut)) is not None
]


def ways_from(method: WalkedMethod, block: int) -> list[list[int]]:
    """Returns all ways that a path can have run from a block on when it is cut off."""
    after = {to for to in method.successors[block] if (block, to) not in method.kinds}
    return [[block]] + [[block, *way] for to in after for way in ways_from(method, to)]


def slowly(method: WalkedMethod, sizes: list[int], blocks: Collection[int]) -> CutOffWork:
    """Returns the bounds, by trying all ways from the start of each cut-off path."""
    paths = bytecodes = 0
    for one in method.broken_off:
        ways = ways_from(method, one.blocks[0])
        paths += any(set(way) & set(blocks) for way in ways)
        bytecodes += max(sum(sizes[it] for it in way if it in blocks) for way in ways)
    return CutOffWork(paths, bytecodes)


def is_told(method: WalkedMethod) -> bool:
    """Returns whether it's known where each path began.

    That is the case if only back edges end paths at headers, and if each end of a path leads to one
    block.
    """
    return method.cut == "back-edge" and all(
        len(method.ways(block, end)) < 2
        for block in range(len(method.successors))
        for end in ("loop", "cut")
    )


@pytest.mark.parametrize("method", METHODS)
def test_bounds_are_those_of_all_possible_ways(tmp_path: Path, method: WalkedMethod) -> None:
    profile = Profile.open(walked_profile(tmp_path, method, k=2))
    code = profile.code(0)
    sizes = list(code.instructions)
    found, every = MethodCutOff(profile, 0), range(len(sizes))
    for blocks in (every, *((block,) for block in every), *method.loops.values()):
        work, expected = found.work(blocks), slowly(method, sizes, blocks)
        assert work is not None
        assert work.paths >= expected.paths
        assert work.bytecodes >= expected.bytecodes
        if is_told(method):
            assert work == expected
        ran = [[block for block in one.blocks if block in blocks] for one in method.broken_off]
        assert work.paths >= sum(map(bool, ran))
        assert work.bytecodes >= sum(sizes[block] for some in ran for block in some)
    assert found.work() == found.work(every)
    total = AllCutOffWork(profile)
    assert total.total == (found.work() if method.broken_off else CutOffWork(0, 0))
    rows = {row.loop: row.cut_off for row in loop_rows(profile, 0)}
    of_loops = {one.loop: one.work for one in total.by_loop}
    assert {loop: work for loop, work in rows.items() if work is not None and work.paths} == {
        loop: work for loop, work in of_loops.items() if loop in rows
    }


def test_the_walks_cover_each_kind_of_case() -> None:
    kinds = {(is_told(method), one.end) for method in METHODS for one in method.broken_off}
    assert kinds == {(told, end) for told in (True, False) for end in ("abandoned", "unfinished")}


def test_cut_off_paths_are_counted_by_their_start(tmp_path: Path) -> None:
    method = next(it for it in METHODS if it.caught and is_told(it))
    profile = Profile.open(walked_profile(tmp_path, method, k=1))
    groups = cut_off_by_start(profile, 0)
    assert groups is not None
    assert sum(one.number for one in groups) == len(method.broken_off)
    assert all(len(one.starts) == 1 for one in groups)


def test_cyclic_paths_are_refused_as_corrupt() -> None:
    decoder = PathDecoder([("entry", 0, 0)], [(0, 1, 0), (1, 0, 0)], [("exit", 1, 1)], 2)
    with pytest.raises(KpathError, match="hold a cycle"):
        costliest_ways(decoder, [1, 1])


def test_held_back_paths_hide_where_the_next_path_began(tmp_path: Path) -> None:
    """One path from the entry into the inner loop is counted.

    A path that was held back may have led from the inner loop to the outer loop's header, so that
    the unfinished path began there.
    """
    spec = MethodSpec(
        class_name="demo/Work",
        name="run",
        descriptor="()V",
        blocks=[(at, at, [(at, at + 1)]) for at in range(7)],
        # The outer loop's header is block 1, and the inner loop's is block 3.
        edges=[(0, 1, 0), (1, 2, 0), (1, 6, 2), (2, 3, 0), (3, 4, 0), (3, 5, 1)],
        starts=[("entry", 0, 0), ("loop", 1, 3), ("loop", 3, 6)],
        ends=[("loop", 4, 0), ("loop", 5, 0), ("exit", 6, 0)],
        paths=8,
        counters=("entries",),
        loops=[
            {"header": 1, "latches": [5], "blocks": [1, 2, 3, 4, 5], "parent": -1},
            {"header": 3, "latches": [4], "blocks": [3, 4], "parent": 0},
        ],
        decisions=[
            (1, "<", "I", ["i", "n"], [1, 0], [2, 6]),
            (3, "<", "I", ["j", "n"], [1, 0], [4, 5]),
        ],
        held_paths=21,
    )
    builder = RecordingBuilder(k=2)
    builder.add(spec)
    builder.stream(spec, [0])
    builder.auxiliary(spec, entries=1)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert held_back(profile, 0) == 21
    assert uncompleted(profile, 0) == 1
    work = MethodCutOff(profile, 0).work({1, 2})
    assert work is not None
    assert work.paths == 1
    # Each of the 21 paths held back may have run through both blocks, of one instruction each.
    assert MethodCutOff(profile, 0).uncounted({1, 2}) == work.bytecodes + 21 * 2
