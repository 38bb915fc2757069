"""Tests that all differences between versions of a made-up program are found, and no others."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.matching.known import Side

GROWN = (*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ())
RUN = Version().walked(LEFT, LEFT, RIGHT, LEFT, times=3)
OTHER = Version(name="other").walked(RIGHT, RIGHT, LEFT)


def compared(
    directory: Path, base: Sequence[Version], new: Sequence[Version], **options: float
) -> Difference:
    sides = [
        Side([versions_profile(directory, name, *versions).merged()])
        for name, versions in (("base", base), ("new", new))
    ]
    return difference(*sides, **options)  # type: ignore[arg-type]


def kinds(found: Difference) -> dict[str, list[str]]:
    """Returns the names of the methods for which each kind of change is reported."""
    return {
        name: [one.pair.known.name for one in getattr(found, name)]
        for name in ("methods", "loops", "branches", "sequences")
        if getattr(found, name)
    }


def test_two_runs_of_one_program(tmp_path: Path) -> None:
    found = compared(tmp_path, [RUN, OTHER], [OTHER, RUN])
    assert found.is_empty
    assert (found.light, found.within_spread) == (0, 0)
    assert len(found.pairs) == 2


def test_a_changed_branch(tmp_path: Path) -> None:
    asked = Version(operands={2: "y"}, digest="x").walked(LEFT, RIGHT, RIGHT, RIGHT, times=3)
    found = compared(tmp_path, [RUN, OTHER], [asked, OTHER])
    assert kinds(found) == {"methods": ["run"], "branches": ["run"], "sequences": ["run"] * 2}
    (branch,) = found.branches
    assert branch.is_asked_anew
    assert branch.moved == 0.5
    shares = [shift.share.means for shift in branch.outcomes]
    assert shares == [(0.75, 0.25), (0.25, 0.75)]
    assert branch.executions.is_equal
    assert [one.of for one in found.sequences] == ["base", "new"]
    assert found.methods[0].status == "shifted"


def test_a_new_loop(tmp_path: Path) -> None:
    walks = [[*walk[:-1], 6, 7, 6, 7, 6, 8] for walk in RUN.walks]
    grown = Version(GROWN, walks, digest="x")
    found = compared(tmp_path, [RUN, OTHER], [grown, OTHER])
    assert kinds(found)["loops"] == ["run"]
    (loop,) = found.loops
    assert (loop.status, loop.base, loop.unrolled) == ("new", None, None)
    assert loop.iterations.means == (0, 6)
    assert loop.entries.means == (0, 3)
    # Only the loop's own condition is reported.
    (branch,) = found.branches
    assert (branch.status, branch.base) == ("new", None)
    assert branch.new is not None
    assert branch.new.block == 6
    assert found.methods[0].pair.code == "changed"
    # In the opposite direction, the branch is gone.
    (tmp_path / "back").mkdir()
    back = compared(tmp_path / "back", [grown, OTHER], [RUN, OTHER])
    assert [one.status for one in back.loops] == ["gone"]
    assert [one.status for one in back.branches] == ["gone"]


def test_a_renamed_method_is_told_however_little_it_costs(tmp_path: Path) -> None:
    found = compared(tmp_path, [RUN, OTHER], [replace(RUN, name="walk"), OTHER], least_share=0.99)
    assert kinds(found) == {"methods": ["walk"]}
    (method,) = found.methods
    assert method.pair.is_renamed
    assert method.share.is_equal


def test_another_input(tmp_path: Path) -> None:
    longer = Version().walked(LEFT, LEFT, RIGHT, LEFT, LEFT, LEFT, times=3)
    found = compared(tmp_path, [RUN, OTHER], [longer, OTHER])
    # The other method did the same as before, though its share has changed.
    assert {name for names in kinds(found).values() for name in names} == {"run"}
    (loop,) = found.loops
    assert loop.mean.means == (4, 6)
    assert loop.per_iteration.means[0] > 0


def test_methods_with_little_work_are_compared_as_a_whole(tmp_path: Path) -> None:
    asked = Version(operands={2: "y"}, digest="x").walked(LEFT, RIGHT, RIGHT, RIGHT, times=3)
    found = compared(tmp_path, [RUN, OTHER], [asked, OTHER], least_share=1.1)
    assert kinds(found) == {}
    assert found.light == 1


def test_what_runs_of_one_side_differ_by_is_no_difference(tmp_path: Path) -> None:
    noisy = [
        [RUN, Version(name="other").walked(*[RIGHT] * rounds, LEFT)] for rounds in (2, 4, 3, 5)
    ]
    sides = [
        Side([versions_profile(tmp_path, f"{side}{at}", *noisy[at]) for at in places])
        for side, places in (("base", (0, 1, 2, 3)), ("new", (3, 2, 1, 0)))
    ]
    found = difference(*sides)
    assert found.is_empty
    assert found.within_spread > 0
    slower = [
        [RUN, Version(name="other").walked(*[RIGHT] * rounds, *[LEFT] * 40)]
        for rounds in (2, 4, 3, 5)
    ]
    runs = [versions_profile(tmp_path, f"slow{at}", *one) for at, one in enumerate(slower)]
    found = difference(sides[0], Side(runs))
    assert {one.judged.verdict for one in found.methods} == {"likely"}
    assert {one.pair.known.name for one in found.loops} == {"other"}
