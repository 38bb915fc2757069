"""Tests which loops of two versions are the same, and which were unrolled."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.versions import ARMS, LEFT, Version, versions_profile
from kpath_jvm.analysis.diff.changes import LoopChange, Unrolled
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.diff.figures import Bounded, Figure
from kpath_jvm.analysis.diff.loops import loop_changes, match_loops
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.diff.totals import WorkTotals
from kpath_jvm.analysis.matching.blocks import BlockMatch, match_blocks
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import match_methods
from kpath_jvm.reports.diff.rows import Rows
from kpath_jvm.reports.diff.words import facts

#: The successors of each block of a method. Block 1 is a loop's header, block 2 is the loop's body,
#: and block 3 comes after the loop.
PLAIN = ((1,), (2, 3), (1,), ())
#: A new loop of blocks 1 and 2 comes first. The old loop now has blocks 3 and 4.
TWO = ((1,), (2, 3), (1,), (4, 5), (3,), ())


def changes(directory: Path, base: Version, new: Version) -> list[LoopChange]:
    sides = [
        Side([versions_profile(directory, name, version)])
        for name, version in (("base", base), ("new", new))
    ]
    (pair,) = match_methods(*sides)
    assert pair.base is not None
    assert pair.new is not None
    totals = WorkTotals.of(*sides)
    return list(loop_changes(pair, MeasuredMethod(pair.base), MeasuredMethod(pair.new), totals))


def test_loops_with_changed_headers_are_matched_by_their_blocks(tmp_path: Path) -> None:
    code = versions_profile(tmp_path, "one", Version().walked(LEFT)).code(0)
    match = match_blocks(code, code)
    assert match_loops(code, code, match) == {0: 0}
    to_new = match.to_new.copy()
    to_new[1] = -1
    assert match_loops(code, code, BlockMatch(to_new, to_new)) == {0: 0}
    to_new[:5] = -1
    assert match_loops(code, code, BlockMatch(to_new, to_new)) == {}


@pytest.mark.parametrize("times", [2, 4])
def test_an_unrolled_loop_before_a_loop_for_the_rest_is_recognised(
    tmp_path: Path, times: int
) -> None:
    rounds = 4 * times
    base = Version(PLAIN, [(0, *(1, 2) * (rounds + 1), 1, 3)], instructions={2: 10})
    walk = (0, *(1, 2) * 4, 1, *(3, 4), 3, 5)
    new = Version(TWO, [walk], digest="x", instructions={2: 10 * times, 4: 10})
    found = changes(tmp_path, base, new)
    unrolled = [one for one in found if one.unrolled]
    assert [one.unrolled for one in unrolled] == [Unrolled(0, times)]
    assert unrolled[0].iterations.means[1] == 4


def test_a_loop_with_fewer_iterations_of_equal_cost_is_not_unrolled(tmp_path: Path) -> None:
    base = Version(PLAIN, [(0, *(1, 2) * 16, 1, 3)])
    new = Version(PLAIN, [(0, *(1, 2) * 4, 1, 3)], operands={1: "y"}, digest="x")
    (found,) = changes(tmp_path, base, new)
    assert found.unrolled is None
    assert found.status == "shifted"
    assert found.mean.known is not None
    assert found.mean.known.means == (16, 4)
    # The base executed more than twice as much as the new side, so the sides are compared by
    # shares.
    assert found.weight == abs(found.share.change)
    assert found.concerned > found.weight


def test_an_unrolled_loop_that_replaces_the_original_is_recognised(tmp_path: Path) -> None:
    base = Version(PLAIN, [(0, *(1, 2) * 16, 1, 3)])
    new = Version(
        PLAIN, [(0, *(1, 2) * 4, 1, 3)], operands={1: "y"}, digest="x", instructions={2: 40}
    )
    (found,) = changes(tmp_path, base, new)
    assert found.unrolled == Unrolled(0, 4)


def test_half_as_many_iterations_of_an_entry_with_few_are_no_unrolled_loop(tmp_path: Path) -> None:
    """3 iterations per entry have become 1.5, because the loop has another bound."""
    base = Version(PLAIN, [(0, *(1, 2) * 3, 1, 3)] * 4)
    walks = [(0, *(1, 2) * times, 1, 3) for times in (1, 2, 1, 2)]
    new = Version(PLAIN, walks, operands={1: "size"}, digest="x", instructions={2: 20})
    (found,) = changes(tmp_path, base, new)
    assert found.iterations.means == (12, 6)
    assert found.unrolled is None
    told = facts("loops", Rows().loop(found))[-1]
    assert told.startswith("asks size == 0, was x1 == 0; iterations in all 12 → 6; per entry 3 →")


@pytest.mark.parametrize("copies", [1, 2])
def test_an_unrolled_loop_has_copies_of_its_branches(tmp_path: Path, copies: int) -> None:
    """The base's loop has one branch, in block 2, and half as many iterations become dearer."""
    base = Version().walked(*[LEFT] * 16)
    new = Version(operands={1: "size"}, digest="x", instructions={3: 20}).walked(*[LEFT] * 8)
    if copies == 2:
        # Block 5 decides between blocks 6 and 7, and block 9 is outside the loop.
        graph = ((1,), (2, 9), (3, 4), (5,), (5,), (6, 7), (8,), (8,), (1,), ())
        walk = (0, *(1, 2, 3, 5, 6, 8) * 8, 1, 9)
        new = Version(graph, [walk], operands={1: "size"}, digest="x")
    (found,) = changes(tmp_path, base, new)
    assert found.iterations.means == (16, 8)
    assert found.unrolled == (Unrolled(0, 2) if copies == 2 else None)


def test_a_loop_that_never_ran_is_not_compared(tmp_path: Path) -> None:
    assert len(ARMS) == 7
    (tmp_path / "a").mkdir()
    never = Version(PLAIN, [(0, 1, 3)])
    assert changes(tmp_path / "a", never, Version(PLAIN, [(0, 1, 3)])) == []


def test_unknown_iterations_per_entry_are_no_figure(tmp_path: Path) -> None:
    """All counts are equal.

    But on the new side, exceptions left 30 more activations in their first path.
    """
    base = Version(PLAIN, [(0, *(1, 2) * 16, 1, 3)])
    (found,) = changes(tmp_path, base, replace(base, escapes=30))
    assert found.counted_mean.means == (16, 16)
    assert (found.mean.known, found.mean.nearest) == (None, None)
    assert found.mean.new == (Bounded(None, 16 / 31, 16.0),)
    assert "mean_iterations" not in found.figures
    assert "mean_iterations" not in found.decisive
    assert found.is_of_bounds_alone


def test_iterations_per_entry_may_surely_differ(tmp_path: Path) -> None:
    base = Version(PLAIN, [(0, *(1, 2) * 16, 1, 3)])
    walk = (0, *(1, 2) * 90, 1, 3)
    (found,) = changes(tmp_path, base, Version(PLAIN, [walk], escapes=2))
    assert found.mean.nearest == Figure((16.0,), (30.0,))
    assert found.concerned >= max(found.share.means) * (30 - 16) / 30
    assert not found.is_of_bounds_alone


def test_a_loop_without_iterations_has_no_bytecodes_per_iteration(tmp_path: Path) -> None:
    """A side without iterations has no cost per iteration, so it doesn't look cheaper."""
    entered, went = (0, 1, 3), (0, *(1, 2) * 7, 1, 3)
    base, new = Version(PLAIN, [entered]), Version(PLAIN, [went], instructions={2: 10})
    for sides, text in (((base, new), "- → 20"), ((new, base), "20 → -")):
        directory = tmp_path / text[:1]
        directory.mkdir()
        (found,) = changes(directory, *sides)
        assert found.status == "shifted"
        assert "mean_iterations" in found.figures
        assert "bytecodes_per_iteration" not in found.figures
        row = Rows().loop(found)
        cost = row["bytecodes_per_iteration"]
        side = "base" if sides[0] is base else "new"
        assert (cost[side], cost["least"][side], cost["most"][side]) == (None, None, None)
        assert facts("loops", row)[-1].endswith(f"bytecodes each {text}")


def test_runs_without_iterations_are_not_apart_from_runs_with_them(tmp_path: Path) -> None:
    def side(name: str, *rounds: int) -> Side:
        walks = [(0, *(1, 2) * times, 1, 3) for times in rounds]
        return Side([
            versions_profile(tmp_path, f"{name}{at}", Version(PLAIN, [walk]))
            for at, walk in enumerate(walks)
        ])  # fmt: skip

    found = difference(side("base", 0, 0, 0, 0), side("new", 9, 3, 5, 0))
    assert not found.loops
