"""Tests the figures of a method over all of its versions, against sums made by hand."""

from pathlib import Path
from random import Random

import pytest

from builders.versions import ARMS, LEFT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.together import together
from kpath_jvm.analysis.gates.conditions import ConditionOutcome, judge, parsed
from kpath_jvm.analysis.matching.known import Side

#: One class file asks something else than the other, and has a block more.
ONE = Version(digest="one")
TWO = Version((*ARMS[:6], (7,), ()), digest="two", operands={1: "y"})


def compared(
    directory: Path, base: list[list[int]], new: list[list[int]], called: str = ""
) -> Difference:
    """Compares sides; each list has the iterations of each activation of one version."""
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
    assert judged(found, "iterations(run) < -1%").versions == 2
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
def test_sums_of_random_versions(tmp_path: Path, seed: int) -> None:
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


def test_one_version_is_no_sum(tmp_path: Path) -> None:
    found = compared(tmp_path, [[3], []], [[4], []])
    assert together(found.pairs) == []
    (row,) = judged(found, "iterations(run) > +1%").larger
    assert row[0].pair.known.title == "demo.Work.run(int)"
    assert judged(found, "iterations(run) > +50%").versions == 0


def test_a_method_without_a_partner_is_no_sum(tmp_path: Path) -> None:
    here = [ONE.walked(LEFT), TWO.walked(LEFT)]
    there = Version(((1,), ()), [[0, 1]], class_name="demo/Other", name="other", descriptor="()V")
    base = Side([versions_profile(tmp_path, "base", *here)])
    new = Side([versions_profile(tmp_path, "new", there)])
    assert together(difference(base, new).pairs) == []
