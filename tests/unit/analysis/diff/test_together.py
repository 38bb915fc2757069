"""Tests the figures of a method over all of its versions, against sums made by hand."""

from pathlib import Path
from random import Random

import pytest

from builders.versions import ARMS, LEFT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.together import each_together, together
from kpath_jvm.analysis.gates.conditions import ConditionOutcome, judge, parsed
from kpath_jvm.analysis.matching.known import Side

#: Two versions of a method. In the second version, block 1 has another condition, and there is one
#: more block.
ONE = Version(digest="one")
TWO = Version((*ARMS[:6], (7,), ()), digest="two", operands={1: "y"})


def compared(
    directory: Path, base: list[list[int]], new: list[list[int]], called: str = ""
) -> Difference:
    """Compares two sides.

    A side has a list for version ONE and a list for version TWO. A list has the number of
    iterations of each activation.
    """
    sides = []
    for side, of in (("base", base), ("new", new)):
        versions = []
        for version, activations in zip((ONE, TWO), of, strict=True):
            for iterations in activations:
                version = version.walked(*[LEFT] * iterations)
            if activations:
                versions.append(version)
        sides.append(Side([versions_profile(directory, called + side, *versions)]))
    return difference(*sides, least_share=0.0)


def judged(found: Difference, text: str) -> ConditionOutcome:
    (outcome,) = judge(found, [parsed(text)])
    assert outcome.wrong is None
    return outcome


def test_a_method_may_change_although_none_of_its_versions_does(tmp_path: Path) -> None:
    found = compared(tmp_path, [[2, 2, 2], [6]], [[2], [6, 6, 6]])
    for text in ("iterations(run) > +1%", "iterations > +1%", "iterations(Work.*) > +66%"):
        (row,) = judged(found, text).larger
        assert row[0].pair.known.title == "demo.Work.run(int) [2 versions together]"
        assert row[1] == pytest.approx(5 / 3 - 1)
    assert not judged(found, "iterations(run) > +67%").is_failed
    assert not judged(found, "iterations(run) < -1%").is_failed
    assert judged(found, "iterations(run) < -1%").versions == (2, 0)
    assert "2 versions together" in str(
        [one.pair.known.title for one, _ in judged(found, "bytecodes(run) > +1%").larger]
    )
    # Each version is judged, too.
    (row,) = judged(found, "entries(run) > +1%").larger
    assert row[0].pair.known.title.startswith("demo.Work.run(int) [version ")


def test_a_version_that_is_gone_or_new_is_in_the_sum(tmp_path: Path) -> None:
    found = compared(tmp_path, [[3, 3], []], [[3, 3], [3, 3]])
    assert not judged(found, "iterations(run) > +1%").is_failed
    assert [amount for _, amount in judged(found, "entries(run) > +1%").larger] == [1.0]
    back = compared(tmp_path, [[3, 3], [5]], [[3, 3], []], called="back")
    assert not judged(back, "iterations(run) > +1%").is_failed
    assert [amount for _, amount in judged(back, "entries(run) < -1%").larger] == [
        pytest.approx(1 / 3)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_sums_over_random_versions_equal_sums_made_by_hand(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)

    def activations(least: int) -> list[int]:
        return [rng.randint(0, 4) for _ in range(rng.randint(least, 4))]

    base, new = ([activations(1), activations(0)] for _ in range(2))
    found = compared(tmp_path, base, new)
    several = together(found.pairs)
    if not base[1] and not new[1]:
        assert several == []
        return
    (one,) = several
    whole = found.figures_of(one.whole())
    assert whole.entries.means == tuple(float(sum(map(len, side))) for side in (base, new))
    means = [sum(map(sum, side)) / sum(map(len, side)) for side in (base, new)]
    changes = found.loops_together(one)
    if means[0] == means[1]:
        assert not any(change.mean.known.change for change in changes if change.mean.known)
        return
    (change,) = changes
    assert change.mean.known is not None
    assert change.mean.known.means == pytest.approx(means)
    if all(means):
        # The loop tests that end the loop count in no version's iterations, nor in the sum.
        assert change.per_iteration.known is not None
        assert change.per_iteration.known.means == (40, 40)


def test_a_single_version_gets_no_sum(tmp_path: Path) -> None:
    found = compared(tmp_path, [[3], []], [[4], []])
    assert together(found.pairs) == []
    (row,) = judged(found, "iterations(run) > +1%").larger
    assert row[0].pair.known.title == "demo.Work.run(int)"
    assert judged(found, "iterations(run) > +50%").versions == (0, 0)


def test_a_method_without_a_partner_gets_no_sum(tmp_path: Path) -> None:
    here = [ONE.walked(LEFT), TWO.walked(LEFT)]
    there = Version(((1,), ()), [[0, 1]], class_name="demo/Other", name="other", descriptor="()V")
    base = Side([versions_profile(tmp_path, "base", *here)])
    new = Side([versions_profile(tmp_path, "new", there)])
    assert together(difference(base, new).pairs) == []


#: Each block's successors: in a method with two loops in a row, and in one with a single loop.
TWO_LOOPS, ONE_LOOP = ((1,), (2, 3), (1,), (4, 5), (3,), ()), ((1,), (2, 3), (1,), ())


def two_loops(first: int, second: int, times: int) -> Version:
    walk = [0, *[1, 2] * first, 1, *[3, 4] * second, 3, 5]
    return Version(TWO_LOOPS, [walk] * times, digest="two", operands={1: "p", 3: "q"})


def one_loop(iterations: int, times: int, asked: str) -> Version:
    walk = [0, *[1, 2] * iterations, 1, 3]
    return Version(ONE_LOOP, [walk] * times, digest=asked, operands={1: asked})


def difference_of(directory: Path, base: list[Version], new: list[Version]) -> Difference:
    sides = (("base", base), ("new", new))
    return difference(
        *(Side([versions_profile(directory, name, *own)]) for name, own in sides), least_share=0.0
    )


def test_two_loops_of_a_version_are_never_added_up(tmp_path: Path) -> None:
    """The single loop of another version may correspond to either of the two."""
    base = [two_loops(10, 2, times=10), one_loop(3, 10, "p")]
    found = difference_of(tmp_path, base, [two_loops(10, 2, times=30), one_loop(3, 10, "q")])
    (one,) = together(found.pairs)
    first, second = one.loop_groups()
    assert first == [(0, 0, 0), (1, 0, 0)]
    assert sorted(second) == [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]
    # If all loops were added up, the iterations per entry would rise, from 5 to 5.57.
    assert not judged(found, "iterations(run) > +1%").is_failed
    (row,) = judged(found, "iterations(run) < -1%").larger
    assert row[1] == pytest.approx(1 - 2.25 / 2.5)


@pytest.mark.parametrize("seed", range(20))
def test_a_group_has_at_most_one_loop_or_branch_of_each_version(tmp_path: Path, seed: int) -> None:
    """Each loop or branch is in only one group."""
    rng = Random(seed)
    shapes = [ONE, TWO, two_loops(1, 1, times=1), one_loop(1, 1, "p"), one_loop(1, 1, "q")]
    base, new = (
        [one.walked() if one.successors is ARMS else one for one in own]
        for own in (rng.sample(shapes, rng.randint(1, 4)) for _ in range(2))
    )
    for one in each_together(difference_of(tmp_path, base, new).pairs):
        for groups in (one.loop_groups(), one.branch_groups()):
            every = [part for group in groups for part in group]
            assert len(set(every)) == len(every)
            for group in groups:
                assert len({part[:2] for part in group}) == len(group)
        loops = sum(len(known.code.loops) for own in one.sides for known in own)
        assert sum(map(len, one.loop_groups())) == loops
