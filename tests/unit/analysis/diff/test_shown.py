"""Tests which part of a difference the filters show."""

from pathlib import Path

import pytest

from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.shown import ALL_SHOWN, shown
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.selection import ALL, Selection
from kpath_jvm.errors import KpathError

GROWN = (*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ())


@pytest.fixture
def sides(tmp_path: Path) -> list[Side]:
    base = [Version().walked(LEFT, LEFT, RIGHT), Version(name="other").walked(LEFT)]
    new = [
        Version(GROWN, [(0, *LEFT, *RIGHT, *RIGHT, 1, 6, 7, 6, 8)], digest="x"),
        Version(name="another", digest="x").walked(LEFT),
        Version(name="third", class_name="demo/Third", descriptor="(J)V").walked(RIGHT, RIGHT),
    ]
    return [
        Side([versions_profile(tmp_path, name, *versions)])
        for name, versions in (("base", base), ("new", new))
    ]


def compared(sides: list[Side], **selection: tuple[str, ...]) -> Difference:
    return difference(*sides, shown(*sides, Selection(**selection)))  # type: ignore[arg-type]


def methods(found: Difference) -> list[str]:
    return sorted(one.pair.known.name for one in found.methods)


def test_methods_are_found_by_their_name_on_either_side(sides: list[Side]) -> None:
    assert shown(*sides, ALL) is ALL_SHOWN
    assert methods(difference(*sides)) == ["another", "run", "third"]
    # The method is found by its former name and by its present one.
    assert methods(compared(sides, method=("other",))) == ["another"]
    assert methods(compared(sides, method=("another",))) == ["another"]
    assert methods(compared(sides, include=("Third",))) == ["third"]
    assert methods(compared(sides, exclude=("demo.Work",))) == ["third"]


def test_loops_are_found_by_their_line(sides: list[Side]) -> None:
    # Block b is on line b + 1, so the new loop begins on line 7.
    found = compared(sides, loop=("run:7",))
    assert [(one.status, one.new) for one in found.loops if one.pair.known.name == "run"] == [
        ("new", 1)
    ]
    # The new loop's condition is shown, too.
    own = [one for one in found.branches if one.pair.known.name == "run"]
    assert {(one.status, one.base, one.new and one.new.block) for one in own} == {("new", None, 6)}
    found = compared(sides, loop=("run:2",))
    assert {one.new and one.new.block for one in found.branches} == {2}
    assert found.sequences
    assert all(one.pair.known.name == "run" for one in found.sequences)


def test_a_method_that_neither_side_has_is_refused(sides: list[Side]) -> None:
    with pytest.raises(KpathError, match="no method gone in the profile"):
        compared(sides, method=("gone",))
