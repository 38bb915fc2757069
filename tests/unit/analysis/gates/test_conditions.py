"""Tests the conditions of ``diff --fail-if``."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builders.methods import figure_3
from builders.numbered import numbered_profile
from builders.recordings import RecordingBuilder, demo_run
from builders.rules import checked
from builders.shaky_runs import ShakyRun, shaky_profile
from builders.versions import (
    ARMS,
    GROWN,
    LEFT,
    RIGHT,
    Version,
    compared_profiles,
    versions_profile,
)
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.changes import MethodChange
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.figures import Bounded, BoundedFigure
from kpath_jvm.analysis.diff.shown import shown
from kpath_jvm.analysis.gates.conditions import KINDS, GateCondition, judge, parsed
from kpath_jvm.analysis.gates.rules import Rule
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Difference:
    paths = compared_profiles(tmp_path_factory.mktemp("compared"))
    return difference(*(Side([Profile.open(path)]) for path in paths))


def found_directory(found: Difference) -> Path:
    """Returns a directory for further profiles, next to those that are compared."""
    place: Path = found.base.runs[0].path.parent / "more"
    place.mkdir(exist_ok=True)
    return place


def failing_or_missing(found: Difference, text: str) -> list[str]:
    (outcome,) = judge(found, [parsed(text)])
    changes = [change.pair for change, _ in outcome.larger]
    return sorted({pair.known.name for pair in (*changes, *outcome.missing)})


def failing(found: Difference, text: str) -> list[str]:
    (outcome,) = judge(found, [parsed(text)])
    assert outcome.wrong is None
    assert outcome.is_failed == bool(outcome.larger or outcome.missing)
    kind = outcome.condition.kind
    if kind in {"bytecodes", "entries", "bytecodes-per-entry", "iterations", "loop-bytecodes"}:
        sizes = [abs(change.bytecodes.change) for change, _ in outcome.larger]
    else:
        sizes = [amount for _, amount in outcome.larger]
    assert sizes == sorted(sizes, reverse=True)
    return [change.pair.known.name for change, _ in outcome.larger]


def wrong(found: Difference, text: str) -> str:
    """Returns why a condition can't be judged. Checks that another condition is still judged."""
    other = parsed("total > 99%")
    of_wrong, of_other = judge(found, [parsed(text), other])
    assert (of_wrong.is_failed, of_wrong.is_untold) == (False, False)
    assert [of_other] == judge(found, [other])
    assert of_wrong.wrong is not None
    return of_wrong.wrong


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("share > 2%", GateCondition("share > 2%", "share", None, 0.02)),
        (" outcome( a.b.C.m(I)V )>0.5", GateCondition("outcome( a.b.C.m(I)V )>0.5", "outcome",
                                                " a.b.C.m(I)V ", 0.5)),
        ("any", GateCondition("any", "any", None, None)),
        ("share > +2%", GateCondition("share > +2%", "share", None, 0.02, "up")),
        ("entries<-0.5", GateCondition("entries<-0.5", "entries", None, 0.5, "down")),
        ("bytecodes(m) > + 250 %", GateCondition("bytecodes(m) > + 250 %", "bytecodes", "m", 2.5,
                                                "up")),
        ("new-loop > 1 %", GateCondition("new-loop > 1 %", "new-loop", None, 0.01)),
        ("cut-off > 100%", GateCondition("cut-off > 100%", "cut-off", None, 1.0)),
        ("outcome > +5%", GateCondition("outcome > +5%", "outcome", None, 0.05, "up")),
        ("cut-off<-150%", GateCondition("cut-off<-150%", "cut-off", None, 1.5, "down")),
    ],
)  # fmt: skip
def test_texts_of_conditions_are_parsed(text: str, condition: GateCondition) -> None:
    assert parsed(text) == condition


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("share < 2%", "write share > +10% for what has become more, share < -10% for what has"),
        ("share > -1%", "isn't a condition; write share > +10% for what has become more"),
        ("share < +1%", "isn't a condition; write share > +10% for what has become more"),
        ("gone-method > -1%", "'gone-method > -1%' isn't a condition; write gone-method > 1%"),
        ("outcome > +100%", "can't fail: nothing differs by more than 100 %"),
        ("outcome < -5%", "if one answer comes less often, others may come as often as before"),
        ("new-loop < -5%", "new-loop can't rise or fall; write new-loop > 1% without a sign"),
        ("share > +200%", "'200%' is more than the whole; a share is 100% at most"),
        ("share > +100%", "can't fail: nothing differs by more than 100 %"),
        ("bytecodes < -100%", "can't fail: nothing becomes less by more than 100 %"),
        ("cut-off > +15", "'15' can mean 15 % or 1500 %; write a % sign"),
        ("bytecodes > +2", "'2' can mean 2 % or 200 %; write a % sign"),
        ("bytecodes > +x", "'x' is not a percentage; write 10% or 0.1"),
        ("", "isn't a condition"),
        ("shar > 2%", "no condition on 'shar'; did you mean share?"),
        ("share > 1.2.3", "the bound of 'share > 1.2.3': '1.2.3' is not a share; write 10% or 0.1"),
        ("share > 2", "the bound of 'share > 2': '2' would be 200 %; write 2% or 0.02"),
        ("outcome(m) > 15", "'15' would be 1,500 %; write 15% or 0.15"),
        ("iterations > 10", "'10' would be 1,000 %; write 10% or 0.1"),
        ("new-loop > 1", "'1' can mean 1 % or all; write 1% (or 0.01), or 100%"),
        ("share > 200%", "'200%' is more than the whole; a share is 100% at most"),
        ("share > 100%", "'share > 100%' can't fail: nothing differs by more than 100 %"),
        ("share > nan", "'nan' is not a share"),
        ("share > inf", "'inf' is not a share"),
        ("share >", "'' is not a share"),
        ("share > 1% > 2%", "isn't a condition"),
        ("share() > 1%", "isn't a condition"),
        ("share( ) > 1%", "has no method between its brackets"),
        ("share = 1%", "isn't a condition"),
        (
            "outcome(m:7) > 5%",
            "m:7 can't have a line; leave the line out, or judge one branch by a "
            "rule of `check` on its outcome",
        ),
    ],
)
def test_texts_that_are_no_condition_are_refused(text: str, message: str) -> None:
    with pytest.raises(KpathError) as failure:
        parsed(text)
    assert message in str(failure.value)
    assert failure.value.exit_status == 2


def test_conditions_find_all_kinds_of_changes(found: Difference) -> None:
    assert failing(found, "new-method") == ["came"]
    assert failing(found, "gone-method > 1%") == ["gone"]
    assert failing(found, "gone-method > 10%") == []
    assert failing(found, "new-loop") == ["grows", "came"]
    assert failing(found, "new-loop(Work.grows)") == ["grows"]
    assert failing(found, "outcome > 50%") == ["run"]
    assert set(failing(found, "new-branch")) == {"grows", "came"}
    assert failing(found, "new-branch(Work.grows) > 1%") == ["grows"]
    assert failing(found, "new-branch > 90%") == []
    assert set(failing(found, "gone-branch")) == {"gone"}
    assert failing(found, "iterations(Work.run) > 19%") == ["run"]
    assert failing(found, "iterations(Work.run) > 21%") == []
    # The condition may use the method's name on either side.
    assert (
        failing(found, "share(oldName) > 1%")
        == failing(found, "share(newName) > 1%")
        == ["newName"]
    )
    assert failing(found, "bytecodes(grows) > 60%") == ["grows"]
    assert failing(found, "entries(grows)") == []
    assert len(failing(found, "any")) == sum(
        len(kind) for kind in (found.methods, found.loops, found.branches, found.sequences)
    )
    assert set(failing(found, "new-sequence")) <= {"run", "grows"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The loop of run went round 4 times, and now goes round 5 times, a quarter more.
        ("iterations(Work.run) > +24%", ["run"]),
        ("iterations(Work.run) > +26%", []),
        ("iterations(Work.run) < -1%", []),
        ("bytecodes(Work.run) > +10%", ["run"]),
        ("bytecodes(Work.run) < -10%", []),
        # 550 bytecodes became 1,500.
        ("bytecodes(grows) > +172%", ["grows"]),
        ("bytecodes(grows) > +173%", []),
        # A method that is new has grown infinitely, and one that is gone has shrunk by 100 %.
        ("bytecodes(came) > +900%", ["came"]),
        ("bytecodes(gone) < -99%", ["gone"]),
        ("share(gone) < -1%", ["gone"]),
        ("share(came) > +15%", ["came"]),
        # ``stays`` executes as much as before, but other methods execute more.
        ("bytecodes(stays) < -0%", []),
        ("share(stays) < -5%", ["stays"]),
        ("share(stays) < -6%", []),
        ("share(stays) > +0%", []),
        ("share(demo.*.*) < -5%", ["run", "newName", "stays"]),
    ],
)
def test_a_condition_judges_one_direction(
    found: Difference, text: str, expected: list[str]
) -> None:
    assert failing(found, text) == expected


def test_the_other_direction_of_the_same_difference(tmp_path: Path) -> None:
    new, base = (Side([Profile.open(path)]) for path in compared_profiles(tmp_path))
    back = difference(base, new)
    # 5 iterations became 4, a fifth less, and 1,500 bytecodes became 550.
    assert failing(back, "iterations(Work.run) < -19%") == ["run"]
    assert failing(back, "iterations(Work.run) < -21%") == []
    assert failing(back, "iterations(Work.run) > +1%") == []
    assert failing(back, "bytecodes(grows) < -63%") == ["grows"]
    assert failing(back, "bytecodes(grows) < -64%") == []
    assert failing(back, "bytecodes(grows) > +1%") == []


def test_any_fails_for_every_edit(tmp_path: Path) -> None:
    """``any`` fails even if changed code does the same as before, or a light method changed."""
    base = Version().walked(LEFT, RIGHT, times=9)
    one = versions_profile(tmp_path, "one", base, Version(name="other").walked(LEFT))
    for name, new in {
        "renamed": replace(base, name="again", digest="x"),
        "changed": replace(base, digest="x", operands={2: "x2.y"}),
    }.items():
        beside = Version(name="other", digest="x").walked(LEFT)
        other = versions_profile(tmp_path, name, new, beside)
        found = difference(Side([one]), Side([other]))
        assert {change.weight for change in found.methods} == {0}
        assert failing(found, "any") == [new.name]
        assert failing(found, "share") == failing(found, "bytecodes") == []
        # Changed code may do anything, so the change concerns all that the method does.
        share = found.methods[0].share.means[1]
        assert 0.9 < share < 1
        assert failing(found, f"any > {share - 0.001:.4f}") == [new.name]
        assert failing(found, f"any > {share + 0.001:.4f}") == []
    longer = versions_profile(tmp_path, "longer", base, Version(name="other").walked(LEFT, LEFT))
    found = difference(Side([one]), Side([longer]), least_share=0.5)
    assert (found.is_empty, found.light) == (True, 1)
    (outcome,) = judge(found, [parsed("any")])
    assert outcome.is_failed
    assert [change.pair.known.name for change, _ in outcome.larger] == ["other"]
    (outcome,) = judge(found, [parsed("any > 1%")])
    assert not outcome.is_failed
    (outcome,) = judge(difference(Side([one]), Side([one])), [parsed("any")])
    assert not outcome.is_failed


def runs(directory: Path, name: str, *rounds: int) -> Side:
    """Returns a side with one method, whose loop goes round ``rounds[i]`` times in run i."""
    return Side(
        [
            versions_profile(directory, f"{name}{at}", Version().walked(*[LEFT] * times))
            for at, times in enumerate(rounds)
        ]
    )


def test_a_program_of_one_method_that_does_more(tmp_path: Path) -> None:
    """The method's share stays at 100 %, so only figures that aren't shares show the difference."""
    one, more = runs(tmp_path, "a", 10), runs(tmp_path, "b", 40)
    found = difference(one, more)
    assert failing(found, "bytecodes > +10%") == ["run"]
    assert failing(found, "bytecodes > 70%") == ["run"]
    assert failing(found, "bytecodes < -1%") == []
    assert failing(found, "share > 0%") == []
    assert [change.status for change in found.methods] == ["shifted"]
    assert found.methods[0].weight == 0
    assert found.methods[0].concerned == pytest.approx(120 / 43)
    assert failing(found, "any > 99%") == ["run", "run"]
    assert failing(difference(more, one), "bytecodes < -70%") == ["run"]


@pytest.mark.parametrize("seed", range(20))
def test_a_limit_is_exactly_what_was_written(tmp_path: Path, seed: int) -> None:
    """A difference passes if it equals the limit, and fails if it is larger."""
    rng = Random(seed)
    whole = rng.choice([20, 25, 40])
    before, after = rng.sample(range(whole + 1), 2)
    base, new = (
        versions_profile(
            tmp_path, name, replace(Version(), escapes=left).walked(LEFT, times=left).walked(
                RIGHT, times=whole - left
            )
        )
        for name, left in (("base", before), ("new", after))
    )  # fmt: skip
    found = difference(Side([base]), Side([new]))
    limits = {
        "outcome(run) > {}%": Fraction(abs(after - before), whole),
        "cut-off > {}%": abs(Fraction(after, whole + after) - Fraction(before, whole + before)),
        "entries > {}%": Fraction(abs(after - before), whole + max(after, before)),
        # All walks have equal costs. An activation that an exception ended has none.
        "bytecodes-per-entry > {}%": 1
        - Fraction(whole + min(after, before), whole + max(after, before)),
    }
    for text, limit in limits.items():
        percent = 100 * limit
        if 1000 * percent == int(1000 * percent):
            written = f"{int(percent)}.{int(1000 * percent) % 1000:03d}"
            (outcome,) = judge(found, [parsed(text.format(written), completed_only=True)])
            assert (outcome.is_failed, outcome.is_untold) == (False, False), text
        less = int(10**6 * percent - 1) if percent else 0
        written = f"{less // 10**6}.{less % 10**6:06d}"
        (outcome,) = judge(found, [parsed(text.format(written), completed_only=True)])
        assert outcome.is_failed, text


@pytest.mark.parametrize("seed", range(20))
def test_bytecodes_per_entry_agree_with_a_computation_by_hand(tmp_path: Path, seed: int) -> None:
    """Compares gates with the instructions of each walk, divided by the number of walks."""
    rng = Random(seed)
    sides: list[list[Version]] = [[], []]
    for name in "abcd":
        # Some walks are never made, although both sides have the code.
        for side in sides:
            times = [rng.choice((0, rng.randint(1, 9))) for _ in "ab"]
            one = Version(name=name, instructions={2: rng.randint(1, 9)})
            side.append(one.walked(LEFT, times=times[0]).walked(RIGHT, LEFT, times=times[1]))
    profiles = [
        versions_profile(tmp_path, name, Version().walked(LEFT), *side)
        for name, side in zip(("base", "new"), sides, strict=True)
    ]
    found = difference(*(Side([one]) for one in profiles), least_share=0.0)
    each: list[dict[str, Fraction]] = []
    for profile, side in zip(profiles, sides, strict=True):
        (number,) = profile.match_methods("a")
        size = profile.code(number).instructions
        each.append({})
        for one in side:
            own = dict(enumerate(size)) | dict(one.instructions)
            whole = sum(own[block] for walk in one.walks for block in walk)
            each[-1][one.name] = Fraction(whole, max(len(one.walks), 1))
            rule = Rule("bytecodes-per-entry", one.name, one.name, 1)
            (result,) = checked(profile, [rule])
            assert result.figure.value == (float(each[-1][one.name]) if one.walks else None)
    risen = set()
    for name, before in each[0].items():
        after = each[1][name]
        for bound in (0, 1, 3, 10, 30, 90):
            limit = Fraction(bound, 100)
            is_risen, is_fallen = after - before > limit * before, before - after > limit * before
            of = f"bytecodes-per-entry({name})"
            assert bool(failing(found, f"{of} > +{bound}%")) == is_risen
            assert bool(failing(found, f"{of} < -{bound}%")) == is_fallen
            is_either = abs(after - before) > limit * max(after, before)
            assert bool(failing(found, f"{of} > {bound}%")) == is_either
        risen |= {name} if after > before else set()
    assert {*failing(found, "bytecodes-per-entry > +0%")} == risen


def test_bytecodes_per_entry_need_an_entry(tmp_path: Path) -> None:
    """If the method was running before the recording began, neither gate nor rule is judged."""
    entered = Version().walked(LEFT, LEFT)
    base = versions_profile(tmp_path, "base", entered)
    new = versions_profile(tmp_path, "new", replace(entered, begun_before=1))
    found = difference(Side([base]), Side([new]))
    for text in ("bytecodes-per-entry > 1%", "bytecodes-per-entry(run) > +1%"):
        (outcome,) = judge(found, [parsed(text)])
        assert (outcome.is_failed, outcome.is_untold) == (False, True)
    rule = Rule("bytecodes-per-entry", "run", "r", at_most=1000)
    with pytest.raises(KpathError, match="run was running before the recording began"):
        checked(new, [rule])
    # The figure is unknown on both sides, so it is no difference.
    again = Side([versions_profile(tmp_path, "again", replace(entered, begun_before=1))])
    assert difference(Side([new]), again).is_empty


#: Two loops, one after the other: blocks 1 and 2, and blocks 3 and 4.
TWO_LOOPS = ((1,), (2, 3), (1,), (4, 5), (3,), ())


def two_loops(first: int, second: int, cost: int, other: int, entries: int = 1) -> Version:
    """Returns a method whose loops make ``first`` and ``second`` iterations per activation.

    The blocks after the loop tests have ``cost`` and ``other`` instructions.
    """
    walk = [0, *(1, 2) * first, 1, *(3, 4) * second, 3, 5]
    return Version(TWO_LOOPS, [walk] * entries, instructions={2: cost, 4: other}, digest=f"{cost}")


@pytest.mark.parametrize("seed", range(25))
def test_the_bytecodes_of_loops_agree_with_a_computation_by_hand(tmp_path: Path, seed: int) -> None:
    """A loop's own bytecodes are those of its iterations, and of one more loop test per entry."""
    rng = Random(seed)
    sides, own = [], []
    for name in ("base", "new"):
        rounds, costs = [rng.randint(0, 6) for _ in "ab"], [rng.randint(1, 9) for _ in "ab"]
        entries = rng.randint(1, 3)
        version = two_loops(*rounds, *costs, entries=entries)
        profile = versions_profile(tmp_path, name, version)
        sizes = profile.code(0).instructions
        sides.append(Side([profile]))
        own.append([
            entries * (times * (sizes[block] + sizes[block + 1]) + sizes[block])
            for times, block in zip(rounds, (1, 3), strict=True)
        ])  # fmt: skip
        rules = [Rule("loop-bytecodes", f"run:{line}", f"{line}", 1) for line in (2, 4)]
        assert [one.figure.value for one in checked(profile, rules)] == own[-1]
    found = difference(*sides)
    # Each block is a line of its own, so the loops begin at lines 2 and 4.
    for before, after, line in zip(*own, (2, 4), strict=True):
        for bound in (0, 10, 50, 100):
            limit = Fraction(bound, 100)
            rise, fall = Fraction(after - before, before), Fraction(before - after, before)
            either = Fraction(abs(after - before), max(after, before))
            of = f"loop-bytecodes(run:{line})"
            assert bool(failing(found, f"{of} > +{bound}%")) == (rise > limit)
            if bound < 100:
                assert bool(failing(found, f"{of} < -{bound}%")) == (fall > limit)
                assert bool(failing(found, f"{of} > {bound}%")) == (either > limit)
    rises = [after > before for before, after in zip(*own, strict=True)]
    assert len(failing(found, "loop-bytecodes > +0%")) == sum(rises)


def test_the_work_of_a_loop_may_rise_while_that_of_its_method_does_not(tmp_path: Path) -> None:
    base = versions_profile(tmp_path, "base", two_loops(10, 10, 3, 7))
    new = versions_profile(tmp_path, "new", two_loops(10, 10, 7, 3))
    found = difference(Side([base]), Side([new]))
    for passes in ("bytecodes > +1%", "total > +1%", "iterations > +1%", "entries > +1%"):
        assert failing(found, passes) == []
    assert failing(found, "loop-bytecodes > +1%") == ["run"]
    assert failing(found, "loop-bytecodes(run:2) > +1%") == ["run"]
    assert failing(found, "loop-bytecodes(run:4) > +1%") == []
    assert failing(found, "loop-bytecodes(run:4) < -1%") == ["run"]
    assert failing(found, "iterations(run:4) > 1%") == []
    assert "no loop of run begins at line 3 on either side; its loops begin at lines 2, 4" in wrong(
        found, "iterations(run:3) > 1%"
    )
    with pytest.raises(KpathError, match="bytecodes is not a figure of a loop, so run:2 can't"):
        parsed("bytecodes(run:2) > 1%")


def test_conditions_on_whole_methods_are_refused_with_a_filter_on_loops(tmp_path: Path) -> None:
    base = Side([versions_profile(tmp_path, "base", two_loops(10, 10, 3, 7))])
    new = Side([versions_profile(tmp_path, "new", two_loops(10, 10, 7, 3))])
    found = difference(base, new, shown(base, new, Selection(loop=("run:4",))))
    for kind in ("total", "share", "bytecodes", "entries", "cut-off", "new-method", "gone-method"):
        text = kind if "method" in kind else f"{kind} > +1%"
        (outcome,) = judge(found, [parsed(text)])
        assert f"but {kind} is about whole methods" in (outcome.wrong or "")
    assert failing(found, "loop-bytecodes > +1%") == []
    assert failing(found, "loop-bytecodes < -1%") == ["run"]
    assert {one.NOUN for one, _ in judge(found, [parsed("any > 1%")])[0].larger} == {"loop"}


@pytest.mark.parametrize("seed", range(20))
def test_a_loop_of_one_side_fails_only_new_loop_or_gone_loop(tmp_path: Path, seed: int) -> None:
    """Other conditions on loops have the same result with and without this loop."""
    rng = Random(seed)
    before, after, alone = rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 50)
    # The loop matches the second loop of ``both``. Only ``both`` has the first loop.
    one_loop = ((1,), (2, 3), (1,), ())

    def one(times: int) -> Version:
        walks = [[0, *(1, 2) * times, 1, 3]]
        return Version(one_loop, walks, instructions={2: 7}, digest=f"o{times}", operands={1: "x3"})

    both = two_loops(alone, after, 3, 7)
    base, new, plain = (
        Side([versions_profile(tmp_path, name, version)])
        for name, version in (("base", one(before)), ("new", both), ("plain", one(after)))
    )
    with_loop, without = difference(base, new), difference(base, plain)
    back, back_without = difference(new, base), difference(plain, base)
    bounds = [f"{sign}{rng.choice((0, 10, 50, 99))}%" for sign in ("> +", "> ", "< -")]
    for kind in ("iterations", "loop-bytecodes"):
        for bound in bounds:
            for of in ("", "(run)", "(demo.*.*)"):
                text = f"{kind}{of} {bound}"
                assert failing(with_loop, text) == failing(without, text), text
                assert failing(back, text) == failing(back_without, text), text
        (outcome,) = judge(with_loop, [parsed(f"{kind} > +900%")])
        assert (outcome.came, outcome.gone) == (1, (0, 0))
        (outcome,) = judge(back, [parsed(f"{kind} > +900%")])
        assert (outcome.came, outcome.gone) == (0, (1, 0))
        measured = judge(without, [parsed(f"{kind} > +900%")])[0].measured
        assert judge(with_loop, [parsed(f"{kind} > +900%")])[0].measured == measured
    assert failing(with_loop, "new-loop") == failing(back, "gone-loop") == ["run"]


@pytest.mark.parametrize("kind", ["iterations", "loop-bytecodes"])
def test_a_new_loop_is_judged_if_the_named_methods_have_no_other_loop(
    tmp_path: Path, kind: str
) -> None:
    """If the loop weren't judged, the condition would pass without a comparison."""
    # The base has a loop before a branch. The new side has another loop, after the branch.
    ran, never = (
        Version(
            ((1, 3), (2, 3), (1,), (4, 5), (6,), (6,), ()), [walk], digest="base",
            operands={3: "m"}, instructions={1: 40, 2: 40, 3: 21, 4: 22, 5: 23},
        )
        for walk in ([0, 1, 2, 1, 3, 4, 6], [0, 3, 4, 6])
    )  # fmt: skip
    rewritten = Version(
        ((1, 2), (3,), (3,), (4,), (5, 6), (4,), ()), [[0, 1, 3, *(4, 5) * 50, 4, 6]], digest="new",
        operands={0: "m"}, operators={4: "<"}, instructions={0: 21, 1: 22, 2: 23, 4: 3, 5: 3},
    )  # fmt: skip
    other = Version(((1,), ()), [[0, 1]], name="other")
    new = Side([versions_profile(tmp_path, "new", rewritten, other)])
    for name, before in (("ran", ran), ("never", never)):
        base = Side([versions_profile(tmp_path, name, before, other)])
        found = difference(base, new, least_share=0.0)
        assert failing(found, "new-loop") == ["run"]
        assert failing(found, f"{kind}(Work.*) > +10%") == ["run"]
        assert failing(found, f"{kind}(run) > +10%") == ["run"]
        # A condition without a pattern leaves new loops to new-loop.
        assert failing(found, f"{kind} > +10%") == []
    # On the new side, a filter leaves only the new loop.
    plain = Version().walked(LEFT, RIGHT)
    grown = Version(GROWN, [[0, *LEFT, *RIGHT, 1, 6, *(7, 6) * 9, 8]], digest="x")
    base, new = (
        Side([versions_profile(tmp_path, called, one)])
        for called, one in (("plain", plain), ("grown", grown))
    )
    found = difference(base, new, shown(base, new, Selection(loop=("run:7",))), least_share=0.0)
    assert failing(found, f"{kind}(run) > +10%") == ["run"]
    assert failing(difference(base, new, least_share=0.0), f"{kind}(run) > +10%") == []


def test_a_gone_loop_fails_a_condition_and_an_ambiguous_line_is_wrong(tmp_path: Path) -> None:
    whole = two_loops(10, 5, 3, 7)
    # The first loop is gone, so the second loop begins at line 2.
    walks = [[0, *(1, 2) * 5, 1, 3]]
    left = Version(((1,), (2, 3), (1,), ()), walks, instructions={2: 7}, digest="left",
                   operands={1: "x3"})  # fmt: skip
    # In this version, the second loop begins at line 3.
    walks = [[0, 1, *(2, 3, 4) * 5, 2, 5]]
    later = Version(((1,), (2,), (3, 5), (4,), (2,), ()), walks, digest="l", operands={2: "x3"})
    base = Side([versions_profile(tmp_path, "base", whole)])
    found, other = (
        difference(base, Side([versions_profile(tmp_path, name, one)]))
        for name, one in (("left", left), ("later", later))
    )
    assert failing(found, "loop-bytecodes(run:4) > +1%") == []
    assert "run:2 is one loop in the base and another one on the new side" in wrong(
        found, "loop-bytecodes(run:2) > +1%"
    )
    for line in (3, 4):
        assert failing(other, f"loop-bytecodes(run:{line}) > +1%") == ["run"]
    (outcome,) = judge(other, [parsed("loop-bytecodes(run:2) > +1%")])
    assert outcome.is_failed
    assert [pair.known.name for pair in outcome.lost] == ["run"]
    # If a condition on loops names no method, its outcome has the number of loops that are gone.
    for text, gone in (("iterations > +1000%", 1), ("loop-bytecodes > +900%", 1), ("total", 0)):
        (outcome,) = judge(found, [parsed(text)])
        assert outcome.gone[0] == gone


def test_bytecodes_are_judged_by_themselves(tmp_path: Path) -> None:
    """The method's share varies from run to run as before, but its bytecodes have risen."""
    sides = []
    for name, factor in (("a", 1), ("b", 3)):
        profiles = []
        for at, others in enumerate((10, 12, 11, 13, 14)):
            rounds = [LEFT] * (100 + at) * factor
            other = [RIGHT] * others * factor
            profiles.append(
                versions_profile(
                    tmp_path, f"{name}{at}", Version().walked(*rounds),
                    Version(name="other").walked(*other),
                )
            )  # fmt: skip
        sides.append(Side(profiles))
    found = difference(*sides)
    assert failing(found, "bytecodes(run) > +100%") == ["run"]
    assert failing(found, "share(run) > 0%") == []
    assert {one.judged.verdict for one in found.methods} == {"likely"}
    # If the runs vary alike on both sides, no gate fails.
    same = difference(runs(tmp_path, "c", 9, 12, 10, 11), runs(tmp_path, "d", 10, 9, 12, 11))
    assert failing(same, "bytecodes > +0%") == failing(same, "iterations > 0%") == []


@pytest.mark.parametrize(
    ("text", "is_failed"),
    [
        # All methods: 2,410 bytecodes became 4,120.
        ("total > +70%", True),
        ("total > +71%", False),
        ("total < -1%", False),
        ("total > 41%", True),
        ("total > 42%", False),
        ("total", True),
        # The methods of this pattern: 1,140 + 550 + 310 became 1,380 + 1,500 + 310.
        ("total(demo.Work.*) > +59%", True),
        ("total(demo.Work.*) > +60%", False),
        ("total(newName)", False),
        ("total(gone) < -99%", True),
        ("total(came) > +900%", True),
    ],
)
def test_totals(found: Difference, text: str, *, is_failed: bool) -> None:
    (outcome,) = judge(found, [parsed(text)])
    assert (outcome.is_failed, outcome.larger, outcome.missing) == (is_failed, (), ())
    assert outcome.total is not None


def test_work_that_has_moved_within_a_pattern_is_not_more_work(tmp_path: Path) -> None:
    """One method now does the work of two. This method has grown, but the sum has fallen."""
    base = versions_profile(
        tmp_path, "base", Version().walked(*[LEFT] * 5), Version(name="other").walked(*[LEFT] * 5)
    )
    new = versions_profile(tmp_path, "new", Version().walked(*[LEFT] * 9))
    found = difference(Side([base]), Side([new]))
    assert failing(found, "bytecodes(demo.*.*) > +0%") == ["run"]
    (outcome,) = judge(found, [parsed("total(demo.*.*) > +0%")])
    assert not outcome.is_failed
    assert outcome.total is not None
    assert outcome.total.methods == 2
    costs = [side.bytecodes.tolist()[0] for side in (found.base, found.new)]
    assert [*outcome.total.figure.means] == costs


def test_a_total_fails_only_if_it_rises_by_more_than_runs_vary(tmp_path: Path) -> None:
    same = difference(runs(tmp_path, "c", 9, 12, 10, 11), runs(tmp_path, "d", 10, 9, 12, 15))
    (outcome,) = judge(same, [parsed("total > +1%")])
    assert outcome.total is not None
    assert (outcome.is_failed, outcome.total.amount) == (False, None)
    assert outcome.total.figure.growth > 0.01
    more = difference(runs(tmp_path, "e", 9, 12, 10, 11), runs(tmp_path, "f", 19, 29, 22, 25))
    (outcome,) = judge(more, [parsed("total > +1%")])
    assert outcome.is_failed


def test_light_methods_may_be_new_or_gone(tmp_path: Path) -> None:
    other = Version(name="other", class_name="demo/Other").walked(LEFT)
    one = versions_profile(tmp_path, "one", Version().walked(*[LEFT] * 90))
    two = versions_profile(tmp_path, "two", Version().walked(*[LEFT] * 90), other)
    for status, base, new in (("new", one, two), ("gone", two, one)):
        found = difference(Side([base]), Side([new]), least_share=0.5)
        assert failing(found, f"{status}-method") == ["other"]
        assert failing(found, f"{status}-method(other)") == ["other"]
        assert failing(found, f"{status}-method > 10%") == []
        assert failing(found, "any") == ["other"]
        # Conditions on figures concern only methods that do enough of the work.
        assert failing(found, "bytecodes > +10%") == failing(found, "any > 0.1%") == []


@pytest.mark.parametrize("seed", range(20))
def test_the_largest_change_of_bytecodes_comes_first(tmp_path: Path, seed: int) -> None:
    """The order is that of costs computed by hand, even if a method never ran in the base."""
    rng = Random(seed)
    sides: list[list[Version]] = [[], []]
    rises = {}
    for name in "abcd":
        # A method with 0 entries never ran, although both sides have its code.
        entries = [rng.choice((0, rng.randint(1, 40))), rng.randint(1, 80)]
        size = rng.randint(1, 9)
        own = Version(name=name, digest=name, instructions={0: size, 2: size, 3: size})
        walked = [own.walked(LEFT, times=times) for times in entries]
        for side, one in zip(sides, walked, strict=True):
            side.append(one)
        if entries[1] > entries[0]:
            rises[name] = entries[1] - entries[0]
    base, new = (
        versions_profile(tmp_path, name, Version().walked(LEFT), *side)
        for name, side in zip(("base", "new"), sides, strict=True)
    )
    found = difference(Side([base]), Side([new]), least_share=0.0)
    rows, (walk,) = new.method_rows, Version().walked(LEFT).walks
    per_entry = {
        rows.row(method)["name"]: sum(new.code(method).instructions[at] for at in walk)
        for method in rows.numbers.tolist()
    }
    cost = {name: times * per_entry[name] for name, times in rises.items()}
    for kind in ("bytecodes", "entries"):
        assert failing(found, f"{kind} > +0%") == sorted(cost, key=lambda name: -cost[name])


@pytest.mark.parametrize("kind", ["bytecodes", "entries", "bytecodes-per-entry", "iterations"])
def test_a_method_of_one_side_has_nothing_to_be_compared_with(found: Difference, kind: str) -> None:
    """A method of one side fails no condition on several methods, in either direction."""
    for pattern in ("", "(demo.*.*)", "(Work.*)"):
        for bound in ("> +0.1%", "< -0.1%", "> 0.1%"):
            text = f"{kind}{pattern} {bound}"
            (outcome,) = judge(found, [parsed(text)])
            assert not {"came", "gone"} & {one.pair.known.name for one, _ in outcome.larger}
            assert outcome.alone == len(
                {
                    one.known.name
                    for one in found.pairs
                    if (one.base is None or one.new is None)
                    and (kind != "iterations" or one.known.code.loops)
                    and (
                        not pattern or "Work" not in pattern or one.known.class_name[-4:] == "Work"
                    )
                }
            )
    # A condition on such a method alone has nothing to judge, so it fails. A condition on the
    # method's share can be judged, because the share is 0 on the other side.
    assert failing_or_missing(found, f"{kind}(came) > +0.1%") == ["came"]
    assert "came" in failing(found, "share > +0.1%")
    assert "came" in failing(found, "share(demo.*.*) > +0.1%")


def test_a_condition_may_have_its_own_least_share(tmp_path: Path) -> None:
    """The condition must be judged as if the whole comparison had this least share."""
    heavy = Version().walked(*[LEFT] * 400)
    light = Version(name="wraps", digest="w").walked(LEFT, times=9)
    more = light.walked(*[RIGHT] * 6)
    sides = [
        Side([versions_profile(tmp_path, name, heavy, one)])
        for name, one in (("base", light), ("new", replace(more, escapes=9)))
    ]
    usual, every = (difference(*sides, least_share=least) for least in (0.5, 0.0))
    bounds = {
        "cut-off": "> +2%", "bytecodes": "> +1%", "entries": "> +1%", "iterations": "> +1%",
        "outcome": "> 1%", "share": "> 0.1%", "any": "> 0.1%", "new-sequence": "> 0.1%",
        "new-branch": "", "gone-loop": "",
    }  # fmt: skip
    for kind, bound in bounds.items():
        text = f"{kind} {bound}"
        (own, plain), (wanted,) = (
            judge(usual, [parsed(f"{text}, min-share 0%"), parsed(text)]),
            judge(every, [parsed(text)]),
        )
        assert (text, failing(usual, f"{text}, min-share 0%")) == (text, failing(every, text))
        assert own.larger == wanted.larger or len(own.larger) == len(wanted.larger)
        assert own.least_share == wanted.least_share
        assert plain.condition.least_share is None
        # If the condition passes only because the method is light, its outcome names the method.
        lighter = {change.pair.known.name for change, _ in plain.lighter}
        assert (text, lighter) == (
            text, set() if plain.is_failed else {*failing(every, text)} - {"run"},
        )  # fmt: skip
    assert failing(usual, "cut-off > +2%, min-share 0%") == ["wraps"]
    assert failing(usual, "cut-off > +2%") == []
    # The other conditions keep the least share of the comparison.
    outcomes = judge(usual, [parsed("cut-off > +2%, min-share 0%"), parsed("bytecodes > +1%")])
    assert [one.is_failed for one in outcomes] == [True, False]
    assert [one.least_share for one in outcomes] == [None, 0.5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cut-off > +2%, min-share", "the min-share of 'cut-off > +2%, min-share': "),
        ("cut-off > +2%, min-share 200%", "the min-share of"),
        ("total > +10%, min-share 0%", "looks even at methods that do little; leave"),
        ("new-method > 1%, min-share 0%", "looks even at methods that do little"),
        ("any, min-share 0%", "looks even at methods that do little"),
        ("bytecodes(run) > +10%, min-share 0%", "looks even at methods that do little"),
        ("cut-off > +2%, most-share 0%", "the bound of"),
    ],
)
def test_a_least_share_that_means_nothing_is_refused(text: str, message: str) -> None:
    with pytest.raises(KpathError, match=re.escape(message)) as caught:
        parsed(text)
    assert caught.value.exit_status == 2


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("bytecodes(gone) > +10%", ["gone"]),
        ("share(gone) > +1%", ["gone"]),
        ("iterations(gone) > +10%", ["gone"]),
        ("outcome(gone) > 5%", ["gone"]),
        ("total(gone) > +10%", ["gone"]),
        ("new-loop(gone)", ["gone"]),
        ("new-sequence(demo.Gone.*)", ["gone"]),
        ("bytecodes(came) < -1%", ["came"]),
        ("outcome(came) > 5%", ["came"]),
        ("gone-branch(came)", ["came"]),
        ("new-branch(gone) > 1%", ["gone"]),
        # The conditions from here on can be judged.
        ("gone-branch(gone) > 99%", []),
        ("new-loop(came) > 99%", []),
        ("new-method(gone)", []),
        ("gone-method(came)", []),
        ("bytecodes(demo.*.*) < -99.9%", []),
        ("entries(run) > +1%", []),
    ],
)
def test_a_named_method_of_one_side(found: Difference, text: str, missing: list[str]) -> None:
    """If only one side has the method, its figures can't be compared, so the condition fails."""
    (outcome,) = judge(found, [parsed(text)])
    assert [pair.known.name for pair in outcome.missing] == missing
    assert outcome.is_failed == bool(outcome.larger or missing)


def test_light_methods_that_would_fail_a_passing_condition_are_named(tmp_path: Path) -> None:
    random = Random(5)
    for at in range(6):
        sides: list[list[Version]] = [[], []]
        for number in range(5):
            times = random.choice((1, 1, 40))
            walks = [random.choices((LEFT, RIGHT), k=random.randrange(4)) for _ in range(2)]
            for side, rounds in zip(sides, walks, strict=True):
                one = Version(name=f"m{number}", digest=f"d{number}")
                side.append(one.walked(*rounds * times, times=times))
        base, new = (
            Side([versions_profile(tmp_path, f"{name}{at}", *of_side)])
            for name, of_side in zip(("base", "new"), sides, strict=True)
        )
        found, every = (difference(base, new, least_share=least) for least in (0.2, 0.0))
        heavy = {pair.known.name for pair in found.pairs if found.is_compared(pair)}
        for text in ("outcome > 10%", "iterations > +10%", "bytecodes > +10%", "new-branch"):
            (one,) = judge(found, [parsed(text)])
            wanted = set() if one.is_failed else {*failing(every, text)} - heavy
            assert (text, {it.pair.known.name for it, _ in one.lighter}) == (text, wanted)


def test_a_passing_condition_reports_that_it_leaves_out_methods(tmp_path: Path) -> None:
    """A passing condition that left out methods which might fail it reports its least share."""
    paths = compared_profiles(tmp_path)
    found = difference(*(Side([Profile.open(path)]) for path in paths), least_share=0.2)
    for text, least in {
        "new-branch": 0.2, "bytecodes > 99%": 0.2, "outcome > 99%": 0.2, "any > 19%": 0.2,
        "new-sequence > 99%": 0.2, "any > 20%": 0.2, "any > 35%": None, "new-loop > 30%": None,
            "new-method": None,
        "any": None, "total": None, "outcome(run) > 99%": None, "outcome(*) > 99%": 0.2,
        "new-branch(*)": 0.2, "bytecodes(*) > +99%": 0.2, "share(*) > 99%": None,
        "any(*) > 35%": None, "gone-method(*)": None,
    }.items():  # fmt: skip
        (outcome,) = judge(found, [parsed(text)])
        assert (text, outcome.least_share) == (text, least)


#: A method that can bypass its loop.
AROUND = ((1, 6), *ARMS[1:])


def noisy(directory: Path, name: str, rounds: Sequence[int], *others: int) -> Side:
    """Returns a side with two methods, the second of which may bypass its loop.

    ``others`` has, for each run, the iterations of the second method's loop, or 0 if the method
    bypasses the loop.
    """
    other = Version(AROUND, [[0, 6]] * 9, name="other", class_name="demo/Other")
    return Side(
        [
            versions_profile(
                directory, f"{name}{at}", Version().walked(*[LEFT] * times),
                other.walked(*[LEFT] * more) if more else other,
            )
            for at, (times, more) in enumerate(zip(rounds, others, strict=True))
        ]
    )  # fmt: skip


def test_what_ran_in_some_runs_only_may_be_chance(tmp_path: Path) -> None:
    """If both sides have a loop's code, the loop is surely new only if it ran in all new runs."""
    rounds, again = (90, 93, 99, 94), (92, 91, 97, 96)
    none = noisy(tmp_path, "none", rounds, 0, 0, 0, 0)
    some = noisy(tmp_path, "some", again, 0, 3, 0, 0)
    always = noisy(tmp_path, "always", again, 1, 9, 2, 3)
    found = difference(none, some)
    assert [change.status for change in found.loops] == ["new"]
    (outcome,) = judge(found, [parsed("new-loop")])
    assert (outcome.is_failed, len(outcome.doubtful)) == (False, 1)
    (outcome,) = judge(found, [parsed("any")])
    assert not outcome.is_failed
    assert outcome.doubtful
    found = difference(none, always)
    assert failing(found, "new-loop") == ["other"]
    assert failing(found, "iterations > +10%") == ["other"]
    # Two runs per side are too few for a statistical test, so the loop is new if it ran at all.
    few = [Side(side.runs[:2]) for side in (none, some)]
    assert failing(difference(*few), "new-loop") == ["other"]


def test_a_share_of_a_named_method_is_judged_by_its_runs(tmp_path: Path) -> None:
    """The method does the same in all runs, but its share depends on what other methods do."""
    sides = [
        noisy(tmp_path, name, rounds, *[9] * 4)
        for name, rounds in {
            "a": (90, 93, 99, 94), "b": (92, 91, 97, 96), "c": (48, 45, 47, 49),
        }.items()
    ]  # fmt: skip
    same, moved = difference(sides[0], sides[1]), difference(sides[0], sides[2])
    (outcome,) = judge(same, [parsed("share(other)")])
    assert (outcome.is_failed, len(outcome.doubtful)) == (False, 1)
    assert failing(moved, "share(other) > +2%") == ["other"]
    assert failing(moved, "share(other) < -2%") == failing(moved, "bytecodes(other)") == []


def test_a_method_that_only_one_base_run_calls_keeps_its_outcomes(tmp_path: Path) -> None:
    """Wherever the method runs, its branches have the same outcomes."""

    def side(name: str, calls: Sequence[int], cut_off: int) -> Side:
        other = Version(name="other").walked(LEFT, times=5)
        called = [Version().walked(LEFT, RIGHT, times=times) for times in calls]
        left = [replace(one, escapes=len(one.walks) * cut_off // 4) for one in called]
        return Side(
            [versions_profile(tmp_path, f"{name}{at}", one, other) for at, one in enumerate(left)]
        )

    for cut_off, texts in ((0, ("outcome > 1%", "iterations > 1%")), (1, ("cut-off > 1%",))):
        base = side(f"base-{cut_off}-", (0, 0, 0, 0, 8), cut_off)
        found = difference(base, side(f"new-{cut_off}-", (8, 8, 16, 8, 8), cut_off))
        assert failing(found, "entries(run) > +10%") == ["run"]
        for text in texts:
            (outcome,) = judge(found, [parsed(text)])
            assert (outcome.is_failed, outcome.doubtful, outcome.untold) == (False, (), ())
        assert not found.branches
        assert not found.sequences


PARTS = [f"{status}-{noun}" for status in ("new", "gone") for noun in ("loop", "branch")]


@pytest.mark.parametrize("status", ["new", "gone"])
def test_cut_off_paths_may_have_run_parts_that_seem_new_or_gone(
    tmp_path: Path, status: str
) -> None:
    """A loop or branch is new or gone only if it certainly ran on one side alone."""
    other = Version(name="other").walked(LEFT)

    def compared(name: str, once: Version) -> Difference:
        options = {"cut": once.cut}
        ran = Version(cut=once.cut).walked(LEFT, RIGHT)
        sides = [
            Side([versions_profile(tmp_path, f"{name}-{at}", one, other, options=options)])
            for at, one in enumerate((once, ran))
        ]
        return difference(*(sides if status == "new" else sides[::-1]))

    loop, branch = f"{status}-loop", f"{status}-branch"
    found = compared("left-by-exceptions", replace(Version(), escapes=3))
    for text in PARTS:
        is_open = text.startswith(status)
        (outcome,) = judge(found, [parsed(text)])
        assert (outcome.is_failed, outcome.is_untold, outcome.cut_off) == (False, is_open, 1)
        (outcome,) = judge(found, [parsed(text, completed_only=True)])
        assert (outcome.is_failed, outcome.is_untold) == (is_open, False)
    # The loop has 50 % of the bytecodes, so it can't have 60 %, whether it is new or not.
    (outcome,) = judge(found, [parsed(f"{loop} > 60%")])
    assert not outcome.is_untold
    # On one side, the method never ran, and none of its paths was cut off.
    never = compared("never-ran", Version())
    assert failing(never, loop) == ["run"]
    assert failing(never, branch) == ["run", "run"]
    # A completed path led into the loop, and there the recording ended.
    under_way = compared("under-way", Version(walks=[[0]], cut="loop-header"))
    for completed_only in (False, True):
        (outcome,) = judge(under_way, [parsed(loop, completed_only=completed_only)])
        assert (outcome.is_failed, outcome.is_untold) == (False, False)
    assert [change.status for change in under_way.loops] == ["shifted"]


def test_a_condition_on_a_method_that_neither_side_has_is_wrong(found: Difference) -> None:
    assert wrong(found, "share(nix) > 1%").startswith("no method nix in the profile")
    assert {"new-loop", "gone-sequence", "gone-method", "new-branch", "gone-branch"} <= set(KINDS)


def test_a_condition_on_a_method_that_is_not_compared_is_wrong(tmp_path: Path) -> None:
    """If a condition on a method that isn't compared were judged, it would always pass."""
    paths = compared_profiles(tmp_path)
    base, new = (Side([Profile.open(path)]) for path in paths)
    light = difference(base, new, least_share=0.9)
    for text in ("outcome(run) > 1%", "iterations(run) > 1%", "any(run)", "new-loop(run)"):
        assert wrong(light, text).startswith("run has less than 90 % of the recorded")
    assert wrong(light, "bytecodes(ru*) > 1%").startswith("ru* has less than 90 %")
    # A method's bytecodes and its share are known, however small they are.
    for text in ("bytecodes(run) > 1%", "share(run) > 1%"):
        assert failing(light, text) == ["run"]
    (share,) = judge(light, [parsed("share(run) > 89%")])
    assert not share.is_failed
    selected = shown(base, new, Selection(method=("grows",)))
    left = difference(base, new, selected)
    assert wrong(left, "share(run)").startswith("run is not among the methods that the filters")
    assert failing(difference(base, new, selected), "bytecodes(grows)") == ["grows"]


def test_a_method_that_has_not_run_yet_is_judged_like_others(tmp_path: Path) -> None:
    """Whether a condition is judged or refused doesn't depend on whether the method has run."""
    work = Version().walked(*[LEFT] * 2000)
    never, once = Version(name="other"), Version(name="other").walked(LEFT)
    sides = [
        Side([versions_profile(tmp_path, str(at), work, other)])
        for at, other in enumerate((never, never, once))
    ]
    idle, run = difference(sides[0], sides[1]), difference(sides[0], sides[2])
    for text in ("entries(other) > +10%", "bytecodes(other) > +10%"):
        assert failing(idle, text) == []
        assert failing(run, text) == ["other"]
    for text in ("iterations(other) > +10%", "outcome(other)", "entries(oth*) > +10%"):
        for found, why in ((idle, "never ran"), (run, "has less than 0.1 % of the recorded")):
            message = wrong(found, text)
            assert why in message
            remedy = "so it is not compared; write ', min-share 0%' after the condition"
            assert remedy in message


def thrown(directory: Path, name: str, cut: int, **run: object) -> Side:
    """Returns a side whose method was entered 100 times. Exceptions ended ``cut`` of the calls."""
    method = replace(Version().walked(LEFT, LEFT, times=100 - cut), escapes=cut)
    return Side([versions_profile(directory, name, method, **run)])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("cut-off > +10%", ["run"]),
        ("cut-off > +29%", ["run"]),
        ("cut-off > +31%", []),
        ("cut-off(run) > +10%", ["run"]),
        ("cut-off > 10%", ["run"]),
        ("cut-off < -10%", []),
    ],
)
def test_exceptions_that_became_frequent(tmp_path: Path, text: str, names: list[str]) -> None:
    """Exceptions end activations early, so the program executes less, and other conditions pass."""
    found = difference(thrown(tmp_path, "base", 0), thrown(tmp_path, "new", 30))
    assert failing(found, text) == names
    for more in ("total > +0%", "bytecodes > +0%", "entries > +0%", "outcome > 1%"):
        assert failing(found, more) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [("cut-off > +149%", ["run"]), ("cut-off > +151%", []), ("cut-off > 100%", ["run"])],
)
def test_a_method_may_have_several_paths_cut_off_for_each_entry(
    tmp_path: Path, text: str, names: list[str]
) -> None:
    sides = []
    for name, caught in (("base", 1), ("new", 4)):
        builder = RecordingBuilder(k=4)
        spec = builder.add(figure_3(class_name="demo/Work", counters=("entries", "handlers")))
        builder.stream(spec, (6, 3), times=2)
        builder.auxiliary(spec, entries=2, handlers=caught)
        write_profile(tmp_path / name, builder.build(tmp_path), demo_run())
        sides.append(Side([Profile.open(tmp_path / name)]))
    found = difference(*sides)
    assert failing(found, text) == names


def test_a_cut_off_condition_needs_counts_of_cut_off_paths(tmp_path: Path) -> None:
    sides = [thrown(tmp_path, name, 0, inline=INLINE) for name in ("a", "b")]
    found = difference(*sides)
    assert "is by an inline profiler, which doesn't count the" in wrong(found, "cut-off > +10%")


bounds = st.lists(st.integers(0, 6), min_size=2, max_size=2).map(sorted)
HOLDS: dict[str, Callable[[int, int], bool]] = {
    "iterations > 20%": lambda base, new: abs(new - base) > 0.2 * max(base, new),
    "iterations > +20%": lambda base, new: new > 1.2 * base,
    "iterations < -20%": lambda base, new: new < 0.8 * base,
    "iterations": lambda base, new: new != base,
}


@pytest.mark.parametrize("text", HOLDS)
@given(base=bounds, new=bounds)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_condition_answers_only_what_is_certain(
    found: Difference, text: str, base: list[int], new: list[int]
) -> None:
    """Each value within the bounds of a figure is possible.

    A condition has an answer only if all these values give the same answer.
    """
    loop = next(one for one in found.loops if one.status == "shifted")
    mean = BoundedFigure(*((Bounded(None, *map(float, one)),) for one in (base, new)))
    if base[0] == base[1] and new[0] == new[1]:
        mean = BoundedFigure(*((Bounded.exact(one[0]),) for one in (base, new)))
    only = replace(
        found, loops=(replace(loop, per_entry=replace(loop.per_entry, bounded=mean)),), unlisted=()
    )
    (outcome,) = judge(only, [parsed(text)])
    answers = {
        HOLDS[text](one, other)
        for one in range(base[0], base[1] + 1)
        for other in range(new[0], new[1] + 1)
    }
    assert outcome.is_failed == (answers == {True})
    assert outcome.is_untold == (answers == {True, False})


def test_paths_that_were_cut_off_leave_a_condition_without_an_answer(tmp_path: Path) -> None:
    """The counts of completed paths are equal on both sides.

    But on the new side, exceptions ended 30 more activations in their first path.
    """
    base = Version().walked(*[LEFT] * 10)
    sides = [
        Side([versions_profile(tmp_path, name, one)])
        for name, one in (("base", base), ("new", replace(base, escapes=30)))
    ]
    compared = difference(*sides)
    assert compared.within_spread == 0
    (outcome,) = judge(compared, [parsed("iterations > 10%")])
    assert (outcome.is_failed, outcome.is_untold) == (False, True)
    # In the base, one entry had 10 iterations. On the new side, there are 1 to 31 entries, and 10
    # to 40 iterations in all. So the mean is at most 40.
    (outcome,) = judge(compared, [parsed("iterations > +350%")])
    assert (outcome.is_failed, outcome.is_untold, outcome.cut_off) == (False, False, 1)
    (outcome,) = judge(compared, [parsed("iterations > 10%", completed_only=True)])
    assert (outcome.is_failed, outcome.is_untold, outcome.cut_off) == (False, False, 1)
    # The outcome of a condition on branches also has the number of methods with cut-off paths.
    (outcome,) = judge(compared, [parsed("outcome > 10%")])
    assert (outcome.is_failed, outcome.is_untold, outcome.cut_off) == (False, False, 1)
    (outcome,) = judge(compared, [parsed("bytecodes")])
    assert outcome.cut_off == 0


def test_a_branch_that_ran_on_one_side_only_is_reported(tmp_path: Path) -> None:
    """A branch that runs now has to be reported, whether its code is new or not."""
    without, ran = Version().walked(), Version().walked(LEFT, RIGHT)
    one, other = (
        Side([versions_profile(tmp_path, str(at), it)]) for at, it in enumerate((without, ran))
    )
    assert failing(difference(one, other), "new-branch") == ["run"]
    assert failing(difference(one, other), "gone-branch") == []
    assert failing(difference(other, one), "gone-branch") == ["run"]
    assert failing(difference(other, one), "new-branch") == []
    # A branch that ran on one side only has nothing to be compared with.
    (outcome,) = judge(difference(one, other), [parsed("outcome > 1%")])
    assert {change.status for change, _ in outcome.larger} == {"shifted"}


def test_sequences_of_a_new_method_cannot_be_compared(tmp_path: Path) -> None:
    came = Version(name="came").walked(LEFT, RIGHT)
    one = Side([versions_profile(tmp_path, "one", Version().walked(LEFT))])
    other = Side([versions_profile(tmp_path, "other", Version().walked(LEFT), came)])
    (outcome,) = judge(difference(one, other), [parsed("new-sequence(came)")])
    assert [pair.known.name for pair in outcome.missing] == ["came"]
    (outcome,) = judge(difference(one, other), [parsed("new-branch(came)")])
    assert (outcome.missing, bool(outcome.larger)) == ((), True)


def test_a_named_method_must_not_lose_its_loops_and_branches(tmp_path: Path) -> None:
    """If the gates passed, moving the method's work into another method would disable them."""
    work = Version().walked(LEFT, RIGHT, times=3)
    moved = replace(work, name="moved", class_name="demo/Dups", digest="x")
    emptied = Version(((1,), ()), [[0, 1]] * 3, digest="y")
    base = Side([versions_profile(tmp_path, "base", work)])
    new = Side([versions_profile(tmp_path, "new", emptied, moved)])
    found = difference(base, new, least_share=0.0)
    for text in ("iterations(run) > +10%", "outcome(run) > 5%"):
        (outcome,) = judge(found, [parsed(text)])
        assert outcome.is_failed
        assert [pair.known.name for pair in outcome.lost] == ["run"]
    # No other method that matches the pattern has branches, so nothing is left to judge.
    (outcome,) = judge(found, [parsed("outcome(Work.*) > 5%")])
    assert (outcome.is_failed, outcome.gone) == (False, (0, 0))
    assert "no branch of Work.* ran on both sides" in str(outcome.wrong)
    (outcome,) = judge(found, [parsed("bytecodes(run) > +10%")])
    assert not outcome.is_failed


def test_a_named_method_may_lose_one_of_its_loops(tmp_path: Path) -> None:
    grown = Version(GROWN, [[0, *LEFT, *RIGHT, 1, 6, *(7, 6) * 9, 8]], digest="x")
    shrunk = Version().walked(LEFT, RIGHT)
    sides = [
        Side([versions_profile(tmp_path, name, one)])
        for name, one in (("base", grown), ("new", shrunk))
    ]
    found = difference(*sides, least_share=0.0)
    (outcome,) = judge(found, [parsed("iterations(run) > +10%")])
    assert (outcome.is_failed, outcome.lost, outcome.gone) == (False, (), (1, 2))


def test_a_switch_is_undecided_even_if_chance_explains_its_least_difference(
    tmp_path: Path,
) -> None:
    """It isn't known which cases correspond, so a difference that seems to be 6 % may be 26 %."""
    base, new = (
        Side(
            [
                numbered_profile(tmp_path, f"{digest} {most}", (most, 90 - most, 10), digest=digest)
                for most in counts
            ]
        )
        for digest, counts in (("d1", (50, 53, 58, 59)), ("d2", (56, 59, 64, 65)))
    )
    found = difference(base, new)
    # If the more frequent cases of both sides correspond, the shares differ by 6 %. Otherwise they
    # differ by 26 %.
    for bound, expected in ((5, (False, True, 0)), (7, (False, True, 0)), (40, (False, False, 0))):
        (outcome,) = judge(found, [parsed(f"outcome(kind) > {bound}%")])
        assert outcome.wrong is None
        assert (outcome.is_failed, outcome.is_untold, len(outcome.doubtful)) == expected


def test_any_is_undecided_only_if_a_sequence_may_exceed_its_bound(tmp_path: Path) -> None:
    base, new = (
        Side([numbered_profile(tmp_path, digest, (60, 30, 10), digest=digest, others=900)])
        for digest in ("d1", "d2")
    )
    found = difference(base, new, least_share=0.0)
    share = max(next(found.figures_of(one) for one in found.pairs if one.known.name == "kind")
                .share.means)  # fmt: skip
    assert 0.05 < share < 0.5
    for bound, is_untold in (("", True), (" > 5%", True), (" > 50%", False)):
        (outcome,) = judge(found, [parsed(f"any{bound}")])
        assert (outcome.is_failed, outcome.is_untold) == (False, is_untold)


@pytest.mark.parametrize("slack", [0, 4])
@pytest.mark.parametrize("seed", range(4))
def test_conditions_judged_by_edge_counts_agree_with_exact_figures(
    tmp_path: Path, seed: int, slack: int
) -> None:
    """Compares gates with exact figures from runs that are executed instruction by instruction."""
    sides = [
        {"one": ShakyRun(seed, 0.05), "other": ShakyRun(seed + 50, 0.01)},
        {"one": ShakyRun(seed + 100, 0.02), "other": ShakyRun(seed + 150, 0.01)},
    ]
    base, new = (
        Side([shaky_profile(tmp_path, runs, slack, name)])
        for name, runs in zip(("base", "new"), sides, strict=True)
    )
    found = difference(base, new)
    one = [runs["one"].bytecodes for runs in sides]
    each = [runs["one"].bytecodes / runs["one"].edges[-1, 0] for runs in sides]
    total = [sum(it.bytecodes for it in runs.values()) for runs in sides]
    shares = [part / whole for part, whole in zip(one, total, strict=True)]
    grown, larger = (abs(one[1] - one[0]) / of for of in (one[0], max(one)))
    sign = "> +" if one[1] > one[0] else "< -"
    sign_of_total = "> +" if total[1] > total[0] else "< -"
    true = {
        "bytecodes(one) > ": larger,
        f"bytecodes(one) {sign}": grown,
        "bytecodes-per-entry(one) > ": abs(each[1] - each[0]) / max(each),
        "share(one) > ": abs(shares[1] - shares[0]),
        f"total {sign_of_total}": abs(total[1] - total[0]) / total[0],
    }
    told = set()
    for text, value in true.items():
        for factor in (0.05, 0.3, 0.6, 0.8, 0.9, 0.95, 0.99, 1.01, 1.05, 1.1, 1.2, 1.5, 3):
            bound = value * factor
            if bound >= 1:
                continue
            (outcome,) = judge(found, [parsed(f"{text}{100 * bound:.12f}%")])
            assert outcome.wrong is None
            assert outcome.is_untold or outcome.is_failed == (value > bound)
            assert outcome.total is not None or (outcome.possible or 0.0) >= value
            told.add("can't be told" if outcome.is_untold else outcome.is_failed)
    assert "can't be told" in told
    assert len(told) > 1
    for change in (*found.methods, *(it for it in found.unlisted if isinstance(it, MethodChange))):
        runs = [it[change.pair.known.name].bytecodes for it in sides]
        assert change.bounds is not None
        for figure, values in (
            (change.bounds.bytecodes, runs),
            (change.bounds.share, [part / whole for part, whole in zip(runs, total, strict=True)]),
        ):
            for within, value in zip(figure.bounds, values, strict=True):
                assert within.least <= value <= within.most
        assert change.bounds.part is not None
        part = (runs[1] - runs[0]) / total[0]
        assert change.bounds.part.least <= part <= change.bounds.part.most
        if found.totals.measure == "bytecodes":
            assert change.concerned_in_bounds.least <= abs(part) <= change.concerned_in_bounds.most


@pytest.mark.parametrize("condition", ["iterations({}) > 10%", "loop-bytecodes({}) > +10%"])
def test_an_unchanged_loop_is_found_by_its_line_on_either_side(
    tmp_path: Path, condition: str
) -> None:
    base = Version(((1,), (2, 3), (1,), ()), [(0, *(1, 2) * 9, 1, 3)])
    # On the new side, block 0 ends with a branch, and the loop begins one block later.
    new = Version(((1, 2), (2,), (3, 4), (2,), ()), [(0, 1, *(2, 3) * 9, 2, 4)], digest="x")
    profiles = [
        versions_profile(tmp_path, name, replace(version, operands={header: "i"}))
        for name, version, header in (("base", base, 1), ("new", new, 2))
    ]
    lines = [one.code(0).header_line(one.code(0).loops[0].header) for one in profiles]
    assert lines[0] != lines[1]
    found = difference(*(Side([one]) for one in profiles))
    assert not found.loops
    for line in lines:
        (outcome,) = judge(found, [parsed(condition.format(f"run:{line}"))])
        assert (outcome.most, outcome.is_failed, outcome.wrong) == (0, False, None)
