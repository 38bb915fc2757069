"""Tests which loops and branches a rule of ``check`` means, and what their conditions are."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.versions import LEFT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.gates.places import (
    MeaninglessError,
    PlaceFinder,
    PlaceKind,
    RulePlace,
)
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile

#: The successors of each block, in three methods: one has a loop with the condition at its end, one
#: a loop that is left at a branch inside, and one nested loops.
SHAPES = {
    "atTheEnd": ((1,), (2,), (1, 3), ()),
    "inside": ((1,), (2,), (3, 4), (1,), ()),
    "nested": ((1,), (2, 5), (3, 4), (2,), (1,), ()),
}


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    walks = {"atTheEnd": [0, 1, 2, 1, 2, 3], "inside": [0, 1, 2, 3, 1, 2, 4],
             "nested": [0, 1, 2, 3, 2, 4, 1, 5]}  # fmt: skip
    versions = [
        Version(shape, [walks[name]], name=name, operands={1: "outer", 2: "inner"})
        for name, shape in SHAPES.items()
    ]
    return versions_profile(tmp_path, "p", *versions, Version().walked(LEFT))


@pytest.mark.parametrize(
    ("method", "conditions"),
    [
        ("atTheEnd", [("inner == 0",)]),
        ("inside", [("inner == 0",)]),
        # The condition that ends the inner loop doesn't end the outer one.
        ("nested", [("outer == 0",), ("inner == 0",)]),
        # The branch inside the loop doesn't end the loop.
        ("run", [("x1 == 0",)]),
    ],
)
def test_the_conditions_of_a_loop_are_those_that_end_it(
    profile: Profile, method: str, conditions: list[tuple[str, ...]]
) -> None:
    finder = PlaceFinder(profile, "loop")
    found = [
        finder.named(RulePlace(method, ordinal=number))[0]
        for number in range(1, len(conditions) + 1)
    ]
    assert [one.conditions for one in found] == conditions
    assert [one.ordinal_in_method for one in found] == list(range(1, len(conditions) + 1))
    for one in found:
        (condition,) = one.conditions
        assert finder.named(RulePlace(method, condition=condition)) == [one]


def test_white_space_of_a_condition_does_not_matter(profile: Profile) -> None:
    finder = PlaceFinder(profile, "branch")
    (found,) = finder.named(RulePlace("run", condition="  x2==0 "))
    assert (found.title, found.place, found.ordinal) == ("Work.run", "Work.run:3", 1)


@pytest.mark.parametrize(("condition", "opposite"), [("x2 != 0", "x2 == 0"), ("x1!=0", "x1 == 0")])
def test_a_negated_condition_is_named(profile: Profile, condition: str, opposite: str) -> None:
    line = "Work.run:3" if "x2" in condition else "Work.run:2"
    told = (
        f"a branch at {line} asks the opposite; if you mean that branch, write condition = "
        f'"{opposite}" and the opposite answer (no for yes, yes for no)'
    )
    for where in ("run", line):
        with pytest.raises(KpathError) as raised:
            PlaceFinder(profile, "branch").named(RulePlace(where, condition=condition))
        assert str(raised.value).endswith(told)


NEGATED = (
    'if you mean that branch, write condition = "x != 0" and the opposite answer (no for yes, yes '
    "for no)"
)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        # The branch at line 3 asks the opposite, and another branch asks the rule's condition.
        (
            RulePlace("run:3", "run", "x == 0"),
            "the branch at run:3 is in Work.run and asks x != 0; a branch at Work.run:3 asks the "
            f"opposite; {NEGATED}; otherwise, the branch in run with the condition x == 0 is at "
            "Work.run:2 (x == 0); correct the line",
        ),
        (
            RulePlace("run", None, "x == 0", 2),
            f"branch 2 of run asks x != 0, the opposite; {NEGATED}; otherwise, the branch in run "
            "with the condition x == 0 is number 1; correct the ordinal",
        ),
        (
            RulePlace("other:99", None, "x == 0"),
            "no code at line 99 of other; the nearest code is at line 7; a branch at "
            f"Work.other:2 asks the opposite; {NEGATED}; otherwise, the branch with the "
            "condition x == 0 is at Work.run:2 (x == 0); correct the line",
        ),
    ],
)
def test_a_negated_condition_is_named_even_if_another_branch_asks_the_condition(
    tmp_path: Path, place: RulePlace, message: str
) -> None:
    run = Version(operands={1: "x", 2: "x"}, operators={2: "!="}).walked(LEFT)
    other = Version(name="other", operands={1: "x"}, operators={1: "!="}).walked(LEFT)
    profile = versions_profile(tmp_path, "p", run, other)
    for may_be_missing in (False, True):
        with pytest.raises(MeaninglessError) as raised:
            PlaceFinder(profile, "branch").named(place, may_be_missing=may_be_missing)
        assert str(raised.value) == message


def test_several_branches_may_ask_the_opposite(tmp_path: Path) -> None:
    run = Version(operands={1: "x", 2: "x"}).walked(LEFT)
    finder = PlaceFinder(versions_profile(tmp_path, "p", run), "branch")
    with pytest.raises(KpathError) as raised:
        finder.named(RulePlace("run", condition="x != 0"))
    assert str(raised.value).endswith(
        "branches at Work.run:2, Work.run:3 ask the opposite; if you mean one of them, write "
        'condition = "x == 0" and the opposite answer (no for yes, yes for no)'
    )


def test_a_negated_condition_is_named_if_a_rule_has_only_a_line(profile: Profile) -> None:
    with pytest.raises(MeaninglessError) as raised:
        PlaceFinder(profile, "branch").named(RulePlace("3", condition="x2 != 0"))
    assert str(raised.value).endswith(
        "a branch at Work.run:3 asks the opposite; if you mean that branch, write condition = "
        '"x2 == 0" and the opposite answer (no for yes, yes for no)'
    )


def test_one_of_several_branches_on_a_line_may_be_negated(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    last = (4, ">=", "I", ["i", "n"], [1, 0], [5, 1])
    spec = builder.add(figure_3(decisions=[(1, "<", "I", ["i", "n"], [1, 0], [2, 3]), last]))
    builder.stream(spec, [6, *[0, 2] * 40, 1])
    builder.auxiliary(spec, entries=1)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    finder = PlaceFinder(Profile.open(tmp_path / "p.kpath"), "branch")
    assert [one.at for one in finder.named(RulePlace("run:9", condition="i < n", ordinal=1))] == [1]
    with pytest.raises(MeaninglessError) as raised:
        finder.named(RulePlace("run:9", condition="i < n", ordinal=2), may_be_missing=True)
    assert str(raised.value) == (
        "branch #2 at run:9 asks i >= n, the opposite; if you mean that branch, write condition = "
        '"i >= n" and the opposite answer (no for yes, yes for no)'
    )


@pytest.mark.parametrize("condition", ["x2 != 1", "x2 > 0", "x2 != 0 && x1 != 0", "x2 -> 0", "x"])
def test_other_conditions_are_not_taken_for_negations(profile: Profile, condition: str) -> None:
    with pytest.raises(KpathError) as raised:
        PlaceFinder(profile, "branch").named(RulePlace("run", condition=condition))
    assert "asks the opposite" not in str(raised.value)


def test_all_versions_of_a_method_are_found(tmp_path: Path) -> None:
    changed = Version(digest="other").walked(LEFT, LEFT)
    profile = versions_profile(tmp_path, "p", Version().walked(LEFT), changed)
    found = PlaceFinder(profile, "loop").named(RulePlace("Work.run"))
    assert [one.method for one in found] == [0, 1]


#: Other versions of Work.run. In the first, the loop has another condition. The second has no loop.
OTHERS = {
    "condition": Version(digest="other", operands={1: "y"}),
    "no loop": Version(((1,), (2,), ()), digest="other"),
}


@pytest.mark.parametrize(
    ("other", "kind", "place", "message"),
    [
        (
            "condition", "loop", RulePlace("Work.run", condition="x1 == 0"),
            "1 of 2 versions of Work.run has no loop with the condition x1 == 0; there are: "
            "Work.run:2 (y == 0); change the rule, or give it may-be-missing = true to judge the "
            "other versions alone",
        ),
        ("condition", "branch", RulePlace("Work.run", condition="x1 == 0"), "has no branch with"),
        (
            "condition", "loop", RulePlace("run:2", "run", "x1 == 0"),
            "has no loop at run:2 with the condition x1 == 0; there are: Work.run:2",
        ),
        ("no loop", "loop", RulePlace("Work.run"), "versions of Work.run has no loop; change"),
        ("no loop", "loop", RulePlace("2"), "versions of Work.run has no loop at 2; change"),
        ("no loop", "branch", RulePlace("run", ordinal=2), "of Work.run has no branch 2; change"),
    ],
)  # fmt: skip
def test_a_version_without_the_place_is_not_ignored(
    tmp_path: Path, other: str, kind: PlaceKind, place: RulePlace, message: str
) -> None:
    walk = [0, 1, 2] if other == "no loop" else [0, *LEFT, 1, 6]
    changed = replace(OTHERS[other], walks=[walk])
    profile = versions_profile(tmp_path, "p", Version().walked(LEFT), changed)
    finder = PlaceFinder(profile, kind)
    with pytest.raises(MeaninglessError) as failure:
        finder.named(place)
    assert message in str(failure.value)
    assert {one.method for one in finder.named(place, may_be_missing=True)} == {0}
    with pytest.raises(MeaninglessError) as elsewhere:
        finder.named(replace(place, is_in_file=False))
    assert "may-be-missing" not in str(elsewhere.value)
    # A version that never ran has nothing to judge.
    never = versions_profile(tmp_path, "q", Version().walked(LEFT), OTHERS[other])
    assert {one.method for one in PlaceFinder(never, kind).named(place)} == {0}


def test_an_ambiguous_place_is_an_error(profile: Profile) -> None:
    finder = PlaceFinder(profile, "loop")
    for place in (RulePlace("nested"), RulePlace("Work.*"), RulePlace("*", condition="inner == 0")):
        with pytest.raises(MeaninglessError, match=r"this can mean \d+ loops of .*; there are: "):
            finder.named(place)


def test_a_message_suggests_a_line_if_the_rule_is_in_no_file(profile: Profile) -> None:
    finder = PlaceFinder(profile, "loop")
    message = r"this can mean 2 loops of nested; .*; name a line, as in nested:\d+$"
    with pytest.raises(MeaninglessError, match=message) as failure:
        finder.named(RulePlace("nested", is_in_file=False))
    line = str(failure.value).rpartition(" ")[2]
    assert len(finder.named(RulePlace(line, is_in_file=False))) == 1


def test_loops_on_one_line_need_a_rule_with_an_ordinal(tmp_path: Path) -> None:
    nested = Version(SHAPES["nested"], [[0, 1, 2, 3, 2, 4, 1, 5]], operands={1: "x", 2: "x"})
    profile = versions_profile(tmp_path, "p", replace(nested, line=7))
    place = RulePlace("run:7", is_in_file=False)
    finder = PlaceFinder(profile, "loop")
    assert len(finder.named(place)) == 2
    with pytest.raises(MeaninglessError, match="; write a rule with an ordinal, in a file for"):
        finder.named(RulePlace("run", is_in_file=False))


def test_a_message_suggests_nothing_that_the_rule_already_has(tmp_path: Path) -> None:
    twice = Version(SHAPES["nested"], [[0, 1, 2, 3, 2, 4, 1, 5]], operands={1: "x", 2: "x"})
    profile = versions_profile(tmp_path, "p", twice, replace(twice, digest="other"))
    with pytest.raises(MeaninglessError) as failure:
        PlaceFinder(profile, "loop").named(RulePlace("run", condition="x == 0"))
    text = str(failure.value)
    assert text.startswith("this can mean 4 loops in 2 versions of run; there are: ")
    assert text.endswith("; add ordinal = 1 or 2, which counts them in the order of the code")
    with pytest.raises(MeaninglessError, match="; add a condition, or ordinal = 1 or 2, which"):
        PlaceFinder(profile, "loop").named(RulePlace("run"))


def test_a_switch_that_always_goes_one_way_is_no_branch(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    program = Version().program
    spec = program.method("back-edge")
    spec.decisions = [(2, "switch", "I", ["x"], [1], [3, 3]), *spec.decisions[:1]]
    builder.add(spec)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    name = profile.methods["name"].iloc[0]
    with pytest.raises(KpathError, match=f"no branch at {name}:3$"):
        PlaceFinder(profile, "branch").named(RulePlace(f"{name}:3"))


@pytest.mark.parametrize(
    ("place", "before"),
    [
        (RulePlace("run:99", "run", "step == 0"), "no code at line 99 of run"),
        (RulePlace("run:3", "run", "step == 0"), "no loop begins at line 3 of run"),
        (
            RulePlace("run:2", "run", "step == 0"),
            "the loop at run:2 is in Work.run and asks i == 0",
        ),
        (RulePlace("run", condition="step == 0"), "no loop is in run with the condition step == 0"),
    ],
)
def test_a_message_names_a_loop_that_moved_into_another_method(
    tmp_path: Path, place: RulePlace, before: str
) -> None:
    """The rule has the moved loop's condition. Another loop is nearest to the rule's line."""
    here = Version(operands={1: "i"}).walked(LEFT)
    profile = versions_profile(
        tmp_path, "p", here, Version(name="fold", operands={1: "step"}).walked(LEFT)
    )
    with pytest.raises(KpathError) as failure:
        PlaceFinder(profile, "loop").named(place)
    text = str(failure.value)
    assert text.startswith(before)
    assert text.endswith(
        "in another method, a loop with the condition step == 0 is at Work.fold:2 (step == 0); if "
        "you mean that one, name its method in the rule"
    )
    # A loop of another class may have this condition by chance, so the message doesn't name it.
    elsewhere = Version(class_name="demo/Other", name="fold", operands={1: "step"}).walked(LEFT)
    other = versions_profile(tmp_path, "q", here, elsewhere)
    with pytest.raises(KpathError) as failure:
        PlaceFinder(other, "loop").named(place)
    assert "fold" not in str(failure.value)
    assert "means the same loop" not in str(failure.value)


def test_a_message_says_that_no_branch_has_the_condition(profile: Profile) -> None:
    with pytest.raises(KpathError) as failure:
        PlaceFinder(profile, "branch").named(RulePlace("Work.run:3", condition="row < 2"))
    assert str(failure.value).endswith(
        "; no branch has the condition row < 2; correct the rule; "
        "to name a condition as the source has it, pass --sources"
    )
