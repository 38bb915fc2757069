"""Tests that a loop which an edit has moved into another method is recognised."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.versions import LEFT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.reports.diff.gates import of_conditions
from kpath_jvm.reports.diff.rows import Rows
from kpath_jvm.reports.diff.words import facts

#: A method whose loop has the condition ``i == 0``, and the same method without the loop.
LOOP = Version(operands={1: "i"}).walked(*[LEFT] * 20)
LEFT_OVER = Version(((1,), (2,), ()), [(0, 1, 2)], digest="x")


def compared(directory: Path, *new: Version) -> Difference:
    main = Version(name="main", descriptor="()V").walked(LEFT)
    return difference(
        Side([versions_profile(directory, "base", main, LOOP)]),
        Side([versions_profile(directory, "new", main, LEFT_OVER, *new)]),
    )


def moved(name: str = "fold", rounds: int = 20, asks: str = "i") -> Version:
    return Version(name=name, descriptor="([J)V", operands={1: asks}, digest="x").walked(
        *[LEFT] * rounds
    )


def test_a_loop_that_was_extracted(tmp_path: Path) -> None:
    found = compared(tmp_path, moved())
    gone, come = sorted(found.loops, key=lambda one: one.status)
    assert (gone.status, come.status) == ("gone", "new")
    texts = [facts("loops", Rows().loop(one))[0] for one in (gone, come)]
    assert "; it seems to have moved to demo.Work.fold(long[]), line 2;" in texts[0]
    assert "; it seems to have moved here from demo.Work.run(int), line 2;" in texts[1]
    for kind, text in (
        ("gone-loop > 1%", "; it seems to have moved to demo.Work.fold(long[]), line 2)"),
        ("new-loop > 1%", "; it seems to have moved here from demo.Work.run(int), line 2)"),
    ):
        (gate,) = of_conditions(judge(found, [parsed(kind)]))
        assert not gate["passed"]
        assert text in gate["text"]


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
def test_another_loop(tmp_path: Path, new: list[Version]) -> None:
    found = compared(tmp_path, *new)
    assert {one.status for one in found.loops} == {"gone", "new"}
    assert [one.moved for one in found.loops] == [None] * len(found.loops)
