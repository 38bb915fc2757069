"""Tests that all differences between versions of a made-up program are found, and no others."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from builders.resampled import with_record
from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.sessions.merge import MergeRequest, merge

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
    """Returns, for each kind of change, the names of the methods with such changes."""
    return {
        name: [one.pair.known.name for one in getattr(found, name)]
        for name in ("methods", "loops", "branches", "sequences")
        if getattr(found, name)
    }


def test_two_runs_of_one_program_do_not_differ(tmp_path: Path) -> None:
    found = compared(tmp_path, [RUN, OTHER], [OTHER, RUN])
    assert found.is_empty
    assert (found.light, found.within_spread) == (0, 0)
    assert len(found.pairs) == 2


def test_a_changed_branch_is_reported(tmp_path: Path) -> None:
    asked = Version(operands={2: "x2.y"}, digest="x").walked(LEFT, RIGHT, RIGHT, RIGHT, times=3)
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


def test_a_new_loop_is_reported_with_its_condition(tmp_path: Path) -> None:
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
    # With the sides exchanged, the loop and its branch are gone.
    (tmp_path / "back").mkdir()
    back = compared(tmp_path / "back", [grown, OTHER], [RUN, OTHER])
    assert [one.status for one in back.loops] == ["gone"]
    assert [one.status for one in back.branches] == ["gone"]


def test_a_renamed_method_is_reported_however_light(tmp_path: Path) -> None:
    renamed = [replace(RUN, name="walk", digest="x"), replace(OTHER, digest="x")]
    found = compared(tmp_path, [RUN, OTHER], renamed, least_share=0.99)
    assert kinds(found) == {"methods": ["walk"]}
    (method,) = found.methods
    assert method.pair.is_renamed
    assert method.share.is_equal


def test_only_what_another_input_changed_is_reported(tmp_path: Path) -> None:
    longer = Version().walked(LEFT, LEFT, RIGHT, LEFT, LEFT, LEFT, times=3)
    found = compared(tmp_path, [RUN, OTHER], [longer, OTHER])
    # The other method did the same as before, though its share has changed.
    assert {name for names in kinds(found).values() for name in names} == {"run"}
    (loop,) = found.loops
    assert loop.mean.known == Figure((4,), (6,))
    assert loop.per_iteration.nearest is not None
    assert loop.per_iteration.nearest.means[0] > 0


def test_changed_methods_with_little_work_are_only_counted(tmp_path: Path) -> None:
    asked = Version(operands={2: "x2.y"}, digest="x").walked(LEFT, RIGHT, RIGHT, RIGHT, times=3)
    found = compared(tmp_path, [RUN, OTHER], [asked, OTHER], least_share=1.1)
    assert kinds(found) == {}
    assert found.light == 1
    longer = Version().walked(LEFT, LEFT, RIGHT, LEFT, LEFT, times=3)
    (tmp_path / "longer").mkdir()
    found = compared(tmp_path / "longer", [RUN, OTHER], [longer, OTHER], least_share=1.1)
    assert (kinds(found), found.light) == ({}, 1)


def test_new_and_gone_methods_are_reported_however_light(tmp_path: Path) -> None:
    other = replace(OTHER, class_name="demo/Other")
    for name, base, new in (("a", [RUN], [RUN, other]), ("b", [RUN, other], [RUN])):
        (tmp_path / name).mkdir()
        found = compared(tmp_path / name, base, new, least_share=0.9)
        (method,) = found.methods
        assert (method.status, method.is_light) == ("new" if name == "a" else "gone", True)


def runs(directory: Path, name: str, of_run: Sequence[Sequence[Version]]) -> Side:
    return Side([versions_profile(directory, f"{name}{at}", *one) for at, one in enumerate(of_run)])


#: The numbers of calls of a method in four runs. They vary by chance.
OFTEN = (3, 40, 9, 90)


def test_with_four_runs_too_what_is_new_is_reported(tmp_path: Path) -> None:
    """The new loop's iterations vary so much that no statistical test can rule out chance."""
    noise = [Version(name="other").walked(*[RIGHT] * rounds, LEFT) for rounds in (2, 4, 3, 5)]
    plain = [[Version().walked(LEFT, times=times), noise[at]] for at, times in enumerate(OFTEN)]
    walks = [[*walk[:-1], 6, 7, 6, 7, 6, 8] for walk in Version().walked(LEFT).walks]
    grown = [
        [Version(GROWN, walks * times, digest="x"), noise[at - 1]] for at, times in enumerate(OFTEN)
    ]
    found = difference(runs(tmp_path, "plain", plain), runs(tmp_path, "grown", grown))
    assert [one.status for one in found.loops if one.status != "shifted"] == ["new"]
    (branch,) = (one for one in found.branches if one.status == "new")
    assert branch.judged.verdict in ("counted", "likely")


def test_varying_runs_are_judged_by_costs_per_iteration(tmp_path: Path) -> None:
    """The sides' ranges overlap for iterations, but not for bytecodes per iteration."""
    sides = []
    for name, size in (("a", 10), ("b", 14)):
        version = Version(instructions={2: size})
        sides.append(
            runs(
                tmp_path, name,
                [
                    [version.walked(*[LEFT] * times, times=times), OTHER]
                    for times in (OFTEN if size == 10 else OFTEN[::-1])
                ],
            )
        )  # fmt: skip
    (loop,) = difference(*sides).loops
    assert loop.judged_by == "bytecodes_per_iteration"
    assert not loop.share.is_apart
    assert not loop.iterations.is_apart


def test_a_method_that_ran_in_one_of_several_runs_is_new(tmp_path: Path) -> None:
    sides = [
        runs(tmp_path, "a", [[RUN], [RUN]]),
        runs(tmp_path, "b", [[RUN], [RUN, replace(OTHER, class_name="demo/Other")]]),
    ]
    found = difference(*sides)
    assert [(one.status, one.judged.verdict) for one in found.methods] == [("new", "spread")]


def test_with_several_runs_a_different_share_alone_is_no_difference(tmp_path: Path) -> None:
    """``run`` does about as much as before. Its share falls because ``other`` does far more."""
    sides = [
        runs(
            tmp_path, name,
            [
                [
                    Version().walked(*[LEFT] * times),
                    replace(OTHER, class_name="demo/Other").walked(*[RIGHT] * others),
                ]
                for times in order
            ],
        )
        for name, others, order in (("a", 10, (60, 62, 61, 63)), ("b", 900, (63, 60, 62, 61)))
    ]  # fmt: skip
    found = difference(*sides)
    assert {one.pair.known.name for one in (*found.methods, *found.loops)} == {"other"}


def summed(directory: Path, *profiles: Profile) -> Profile:
    merge(MergeRequest(tuple(one.path for one in profiles), directory / "sum.kpath"), print)
    return Profile.open(directory / "sum.kpath")


def test_a_sum_is_compared_per_run(tmp_path: Path) -> None:
    longer = Version().walked(LEFT, LEFT, RIGHT, LEFT, LEFT, LEFT, times=3)
    parts = []
    for at in range(3):
        one = versions_profile(tmp_path, f"part{at}", RUN, OTHER)
        with_record(one.path, identities=(uuid.uuid4().hex,))
        parts.append(Profile.open(one.path))
    whole = Side([summed(tmp_path, *parts).merged()])
    same = Side([versions_profile(tmp_path, "same", RUN, OTHER).merged()])
    assert whole.summed == (3,)
    found = difference(whole, same)
    assert (found.is_empty, found.light, found.within_spread) == (True, 0, 0)
    changed = Side([versions_profile(tmp_path, "longer", longer, OTHER).merged()])
    one, sum_of = difference(same, changed), difference(whole, changed)
    for kind in ("methods", "loops", "branches", "sequences"):
        here, there = getattr(one, kind), getattr(sum_of, kind)
        assert here
        assert [change.figures for change in here] == [change.figures for change in there]
        assert [change.weight for change in here] == [change.weight for change in there]


def test_a_spread_among_the_runs_of_one_side_is_no_difference(tmp_path: Path) -> None:
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
    assert {one.judged.verdict for one in found.methods} <= {"likely", "apart"}
    assert {one.pair.known.name for one in found.loops} == {"other"}
