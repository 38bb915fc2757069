"""Tests a method's figures in each run, which are sums over all versions of the method."""

from pathlib import Path

from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.measured import LoopTrips, MeasuredMethod
from kpath_jvm.analysis.matching.known import Side


def test_runs_and_versions_add_up(tmp_path: Path) -> None:
    one = Version().walked(LEFT, RIGHT)
    twice = versions_profile(tmp_path, "two", one, Version(digest="b").walked(RIGHT))
    side = Side([versions_profile(tmp_path, "one", one), twice])
    (known,) = side.methods
    assert known.numbers == ((0,), (0, 1))
    measured = MeasuredMethod(known)
    assert measured.blocks.tolist() == [[1, 3, 2, 1, 1, 2, 1], [2, 5, 3, 1, 2, 3, 2]]
    # Each of the loop's blocks has ten instructions.
    assert measured.loops == [[LoopTrips(1, 2, 90), LoopTrips(2, 3, 140)]]
    assert LoopTrips(2, 3, 140).mean_iterations == 1.5
    assert LoopTrips(0, 3, 9).mean_iterations == 0
    assert measured.outcomes[0][2] == {3: 1, 4: 1}
    assert measured.outcomes[1][2] == {3: 1, 4: 2}
    assert set(measured.branches) == {1, 2}


def test_a_run_without_the_method(tmp_path: Path) -> None:
    walked = Version().walked(LEFT)
    other = versions_profile(tmp_path, "two", Version(name="other").walked(LEFT))
    side = Side([other, versions_profile(tmp_path, "one", walked)])
    measured = MeasuredMethod(next(known for known in side.methods if known.name == "run"))
    assert measured.loops == [[LoopTrips(0, 0, 0), LoopTrips(1, 1, 50)]]
    assert measured.outcomes[0] == {}
