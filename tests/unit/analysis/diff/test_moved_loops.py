"""Tests that a loop which an edit has moved into another method is recognised."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.versions import LEFT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.figures import Bounded, BoundedFigure
from kpath_jvm.analysis.diff.moved_loops import as_one
from kpath_jvm.analysis.diff.shown import shown
from kpath_jvm.analysis.diff.totals import WorkBounds
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.reports.diff.gates import of_conditions
from kpath_jvm.reports.diff.rows import Rows
from kpath_jvm.reports.diff.words import facts

#: A method whose loop has the condition ``i == 0``, and the same method without the loop.
LOOP = Version(operands={1: "i"}).walked(*[LEFT] * 20)
LEFT_OVER = Version(((1,), (2,), ()), [(0, 1, 2)], digest="x")


def compared(directory: Path, *new: Version) -> Difference:
    directory.mkdir(exist_ok=True)
    main = Version(name="main", descriptor="()V").walked(LEFT)
    return difference(
        Side([versions_profile(directory, "base", main, LOOP)]),
        Side([versions_profile(directory, "new", replace(main, digest="x"), LEFT_OVER, *new)]),
    )


def moved(name: str = "fold", rounds: int = 20, asks: str = "i") -> Version:
    return Version(name=name, descriptor="([J)V", operands={1: asks}, digest="x").walked(
        *[LEFT] * rounds
    )


def test_a_loop_that_was_extracted_seems_to_have_moved(tmp_path: Path) -> None:
    found = compared(tmp_path, moved())
    gone, come = sorted(found.loops, key=lambda one: one.status)
    assert (gone.status, come.status) == ("gone", "new")
    texts = [facts("loops", Rows().loop(one))[0] for one in (gone, come)]
    assert "; it seems to have moved to demo.Work.fold(long[]), line 2;" in texts[0]
    assert "; it seems to have moved here from demo.Work.run(int), line 2;" in texts[1]
    # For gates, a loop that was extracted and does no more than before is neither new nor gone.
    for kind in ("gone", "new"):
        assert gate_of(found, f"{kind}-loop > 1%") == (
            True,
            f"no {kind} loop has more; a loop that seems to have moved, and to do no more than "
            "before, doesn't count: demo.Work.fold(long[]), loop at line 2 of the new side (it "
            "seems to have moved here from demo.Work.run(int), line 2)",
        )
        assert gate_of(found, f"{kind}-loop > 99%") == (True, f"no {kind} loop has more")
    for text in ("iterations > 1%", "iterations > +1%", "iterations(Work.*) < -1%"):
        passed, told = gate_of(found, text)
        assert passed
        assert "only one side" not in told


def test_a_moved_loop_with_another_test_is_compared_by_its_back_edges_too(tmp_path: Path) -> None:
    """Code between the loop's two conditions leaves only the first one in the loop test."""
    graph = ((1,), (2, 4), (3, 4), (1,), ())
    walks = [(0, 1, 2, 4), *[(0, *(1, 2, 3) * 16, 1, 4)] * 2]
    base = Version(graph, walks, operands={1: "i"}, digest="d")
    new = Version(
        graph, walks, name="fold", descriptor="([J)V", operands={1: "i"}, digest="x",
        instructions={2: 9}, test_sizes={2: 2},
    )  # fmt: skip
    main = Version(name="main", descriptor="()V").walked(LEFT)
    found = difference(
        Side([versions_profile(tmp_path, "base", main, base)]),
        Side([versions_profile(tmp_path, "new", replace(main, digest="x"), LEFT_OVER, new)]),
    )
    gone, come = sorted(found.loops, key=lambda one: one.status)
    assert gone.moved is not None
    joined = as_one(gone, come, found.totals)
    assert joined.counted_mean.means == (32 / 3, 33 / 3)
    assert joined.has_other_test
    assert joined.back_edges.counted.means == (32 / 3, 32 / 3)
    assert gate_of(found, "iterations > +1%")[0]


def test_a_loop_that_ran_alike_is_perhaps_the_one_that_is_gone(tmp_path: Path) -> None:
    """The new loop has other conditions, so its code doesn't show that it has moved."""
    found = compared(tmp_path / "alike", moved(asks="other"))
    gone, come = sorted(found.loops, key=lambda one: one.status)
    texts = [facts("loops", Rows().loop(one))[0] for one in (gone, come)]
    alike = ", line 2, with as many entries and iterations"
    assert f"perhaps it is now the loop of demo.Work.fold(long[]){alike}" in texts[0]
    assert f"perhaps it was the loop of demo.Work.run(int){alike}" in texts[1]
    # A guess decides no gate, but the gate's line has it.
    for kind in ("gone", "new"):
        passed, text = gate_of(found, f"{kind}-loop > 1%")
        assert not passed
        assert alike in text
    more = compared(tmp_path / "more", moved(asks="other", rounds=21))
    twice = compared(tmp_path / "twice", moved(asks="other"), moved(name="again", asks="other"))
    for other in (more, twice):
        assert not any(one.perhaps for one in other.loops)


@pytest.mark.parametrize("kind", ["iterations", "loop-bytecodes"])
def test_the_message_on_a_moved_loop_names_a_pattern_for_both_methods(
    tmp_path: Path, kind: str
) -> None:
    found = compared(tmp_path, moved())
    moved_here = "it seems to have moved here from demo.Work.run(int), line 2"
    for where, place in (
        ("run:2", "demo.Work.fold(long[]), loop at line 2 of the new side"),
        ("fold:2", "its loop at line 2 of the new side"),
        ("Work.fold", "its loop at line 2 of the new side"),
    ):
        passed, told = gate_of(found, f"{kind}({where}) > +1%")
        assert not passed
        end = f"; {place}: {moved_here}, and {kind}(Work.*:2) compares it"
        assert told.endswith(end)
    assert gate_of(found, f"{kind}(Work.*:2) > +1%")[0]
    # If the loop has moved to another class, the pattern names the package. If the loop is gone,
    # the message names no pattern.
    elsewhere = compared(tmp_path / "a", replace(moved(), class_name="demo/Other"))
    _, told = gate_of(elsewhere, f"{kind}(run:2) > +1%")
    assert f"and {kind}(demo.*.*:2) compares it" in told
    assert gate_of(elsewhere, f"{kind}(demo.*.*:2) > +1%")[0]
    gone = compared(tmp_path / "b", moved(rounds=60))
    _, told = gate_of(gone, f"{kind}(run:2) > +1%")
    assert told.endswith("name the method that does this work now, or use gone-loop")


def gate_of(found: Difference, condition: str) -> tuple[bool, str]:
    (gate,) = of_conditions(judge(found, [parsed(condition)]))
    return gate["passed"], gate["text"]


def test_a_moved_loop_is_compared_with_what_it_was(tmp_path: Path) -> None:
    """The loop makes as many iterations as before in fewer entries, so each entry makes more."""
    main = Version(name="main", descriptor="()V").walked(LEFT)
    often = Version(operands={1: "i"}).walked(*[LEFT] * 4, times=5)
    found = difference(
        Side([versions_profile(tmp_path, "base", main, often)]),
        Side([versions_profile(tmp_path, "new", main, LEFT_OVER, moved())]),
    )
    assert gate_of(found, "iterations > +10%") == (
        False,
        "demo.Work.fold(long[]), loop at line 2 of the new side: iterations per entry 4 → 20 "
        "(+400 %; iterations in all 20; entries 5 → 1; it seems to have moved here from "
        "demo.Work.run(int), line 2)",
    )
    assert gate_of(found, "iterations < -10%")[0]
    (change,) = judge(found, [parsed("iterations > +10%")])[0].larger
    assert change[1] == 20 / 4 - 1


def test_a_moved_loop_that_does_more_is_new(tmp_path: Path) -> None:
    """The loop makes as many iterations as before, but each iteration executes more bytecodes."""
    dear = replace(moved(), instructions=dict.fromkeys(range(1, 6), 30))
    found = compared(tmp_path, dear)
    assert {one.moved is not None for one in found.loops} == {True}
    passed, told = gate_of(found, "new-loop > 1%")
    assert not passed
    assert "it seems to have moved here from demo.Work.run(int), line 2" in told
    assert not gate_of(found, "gone-loop > 1%")[0]


@pytest.mark.parametrize(
    "new",
    [
        [moved(rounds=25)],
        [moved(asks="j")],
        [replace(moved(), successors=((1,), (2, 3), (1,), ()), walks=[(0, *(1, 2) * 20, 1, 3)])],
        # Two loops fit, so it isn't known which of them is the moved one.
        [moved(), moved("again")],
    ],
)
def test_a_different_loop_has_not_moved(tmp_path: Path, new: list[Version]) -> None:
    found = compared(tmp_path, *new)
    assert {one.status for one in found.loops} == {"gone", "new"}
    assert [one.moved for one in found.loops] == [None] * len(found.loops)


def test_a_moved_loop_is_chosen_by_either_place(tmp_path: Path) -> None:
    """Gates judge the loop as without filters, even if filters choose it on one side only."""
    later = ((1,), (2,), (3, 7), (4, 5), (6,), (6,), (2,), ())
    walk = (0, 1, *(2, 3, 4, 6) * 20, 2, 7)
    fold = replace(moved(), successors=later, walks=[walk], operands={2: "i"})
    fold = replace(fold, instructions=dict.fromkeys(range(2, 7), 30))
    sides = compared(tmp_path, fold)
    texts = ("loop-bytecodes > +9900%", "loop-bytecodes > +1%", "iterations > 1%", "gone-loop > 1%")
    whole = [gate_of(sides, text)[0] for text in texts]
    assert whole == [True, False, True, False]
    for selection in (
        Selection(loop=("run:2",)), Selection(loop=("fold:3",)),
        Selection(line=("run:3",)), Selection(line=("fold:5",)),
    ):  # fmt: skip
        one = shown(sides.base, sides.new, selection)
        found = difference(sides.base, sides.new, one)
        assert [gate_of(found, text)[0] for text in texts] == whole
        assert {(it.pair.known.name, it.status) for it in found.loops} == {
            ("run", "gone"),
            ("fold", "new"),
        }
        assert {pair.known.name for pair in found.pairs} == {"run", "fold"}


def test_bounds_of_a_moved_loop_are_those_of_both_loops(tmp_path: Path) -> None:
    found = compared(tmp_path, moved())
    gone, come = sorted(found.loops, key=lambda one: one.status)
    nothing, some = Bounded.exact(0.0), Bounded(9.0, 5.0, 9.0)
    share = BoundedFigure((nothing,), (Bounded.exact(come.share.means[1]),))
    bounds = WorkBounds(BoundedFigure((nothing,), (some,)), share, None, None)
    come = replace(come, bounds=bounds)
    one = as_one(gone, come, found.totals)
    before = Bounded.exact(gone.bytecodes.means[0])
    assert one.bounds is not None
    assert one.bounds.bytecodes == BoundedFigure((before,), (some,))
    assert one.bounds.share.known == one.share
    assert one.share.means == (gone.share.means[0], come.share.means[1])
    whole = found.totals.each.means[0]
    (before,) = gone.bytecodes.base
    assert one.bounds.part == AmountBounds((5 - before) / whole, (9 - before) / whole)
    assert one.bounds.of_base == (
        AmountBounds.exact(before / whole),
        AmountBounds(5 / whole, 9 / whole),
    )


@pytest.mark.parametrize("cost", [1, 6, 100])
def test_a_moved_loop_weighs_as_much_as_it_has_changed(tmp_path: Path, cost: int) -> None:
    """The weight is that of the change, whether work is compared by bytecodes or by shares."""
    found = compared(tmp_path, replace(moved(), instructions=dict.fromkeys(range(1, 6), cost)))
    gone, come = sorted(found.loops, key=lambda one: one.status)
    one = as_one(gone, come, found.totals)
    (before,), (after,) = gone.bytecodes.base, come.bytecodes.new
    (whole,), (now,) = found.totals.each.base, found.totals.each.new
    assert one.part == pytest.approx((after - before) / whole)
    assert one.of_base == (pytest.approx(before / whole), pytest.approx(after / whole))
    is_by_bytecodes = whole / 2 < now < 2 * whole
    of_share = after / now - before / whole
    assert one.weight == pytest.approx(abs(one.part if is_by_bytecodes else of_share))


def test_a_loop_of_a_class_that_one_side_has_not_loaded_has_not_moved(tmp_path: Path) -> None:
    main = Version(name="main", descriptor="()V").walked(LEFT)
    up, down = (
        replace(LOOP, class_name=f"demo/{name}", digest=name, code_digest="c0de")
        for name in ("Up", "Down")
    )
    found = difference(
        Side([versions_profile(tmp_path, "base", main, up)]),
        Side([versions_profile(tmp_path, "new", main, down)]),
    )
    assert {one.status for one in found.loops} == {"gone", "new"}
    assert not any(one.moved for one in found.loops)
    conditions = ("gone-loop", "new-loop", "gone-method", "new-method", "entries(Up.run) > 10%")
    assert not any(gate_of(found, text)[0] for text in conditions)
    # After an edit, the class may have another name.
    edited = replace(main, digest="x")
    found = difference(
        Side([versions_profile(tmp_path, "before", main, up)]),
        Side([versions_profile(tmp_path, "after", edited, down)]),
    )
    assert all(gate_of(found, text)[0] for text in conditions)
