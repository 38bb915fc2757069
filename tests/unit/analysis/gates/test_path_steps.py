"""Tests which paths run through the lines and branches that a rule of ``check`` names."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from builders.rules import checked
from builders.versions import LEFT, RIGHT, Version, versions_profile
from builders.walks import Program, pieces
from kpath_jvm import Profile
from kpath_jvm.analysis.gates.path_steps import Decided, PathStep, answering
from kpath_jvm.analysis.gates.places import MeaninglessError
from kpath_jvm.analysis.gates.rules import Rule, RuleResult
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.code import Outcome
from kpath_jvm.profile.metadata import Decision

#: At least this many random cases must have a path through all steps, and at least as many must
#: have none.
ENOUGH = 10


def judged(profile: Profile, *through: PathStep, where: str = "run") -> RuleResult:
    (found,) = checked(profile, [Rule("path", where, "a rule", None, 0, through=through)])
    return found


def one_switch(decision: Decision) -> Any:
    """Returns the code of a method whose only decision is the given one, on an unknown line."""
    return SimpleNamespace(
        deciding={decision.block: decision}, lines=SimpleNamespace(of_block=lambda _: ()),
        decision_line=lambda _: None,
        places=SimpleNamespace(phrase_if_known=lambda _: None),
    )  # fmt: skip


class OfSource(ToldMethod):
    """A method whose source is known. The cases of its switch are numbers, such as ``case 2``."""

    def labels(self, outcome: Outcome) -> tuple[str, ...]:
        return tuple(map(str, outcome.keys))


def test_a_number_from_the_source_is_an_answer() -> None:
    selected = "op.ordinal()", (0, 2), (1, 2, 3), 1, ("PLUS", "REGULAR")
    decision = Decision(0, "switch", "I", (selected[0],), *selected[1:])
    code = one_switch(decision)
    assert answering(OfSource(code, {}), decision, "2") == {2}
    # Without the source, the 2 may be a number that the compiler has made up.
    with pytest.raises(MeaninglessError, match="'2' is the ordinal of REGULAR, and may be"):
        answering(ToldMethod(code, {}), decision, "2")
    assert answering(ToldMethod(code, {}), decision, "REGULAR") == {2}
    # Here the 2 is a number that the compiler has made up, and not an ordinal.
    other = Decision(0, "switch", "I", ("1.$SwitchMap$Op[op.ordinal()]",), *selected[1:])
    code.deciding[0] = other
    with pytest.raises(MeaninglessError, match="is the compiler's own number for REGULAR"):
        answering(ToldMethod(code, {}), other, "2")


def test_cases_with_the_same_label_have_numbers() -> None:
    """The cases are ``Circle c when c.r > 5``, ``Circle c``, ``Square s`` and the default."""
    labels = ("Circle", "Circle", "Square", "Circle")
    # The last key leads to the default, so the key's label isn't counted.
    decision = Decision(
        0,
        "switch",
        "I",
        ("typeSwitch(local 1, local 2)",),
        (0, 1, 2, 3),
        (5, 6, 7, 8, 8),
        1,
        labels,
    )
    told = ToldMethod(one_switch(decision), {})
    answers = [told.outcome(Outcome(decision, target)).answer for target in (5, 6, 7, 8)]
    assert answers == ["Circle (1 of 2)", "Circle (2 of 2)", "Square", "default"]
    for target, answer in zip((5, 6, 7, 8), answers, strict=True):
        assert answering(told, decision, answer) == {target}
    # Without a number, the label means all cases that have it.
    assert answering(told, decision, "Circle") == {5, 6}


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    run = Version().walked(LEFT, LEFT, RIGHT).walked(LEFT)
    return versions_profile(tmp_path, "p", run, Version(name="other").walked(), Version(name="no"))


@pytest.mark.parametrize(
    ("through", "expected"),
    [
        ((Decided("x2 == 0"),), 3),
        ((Decided("x2==0", "no"),), 1),
        ((Decided("x1 == 0"), Decided("x2 == 0", "no"), 6), 1),
        # This path leaves the loop.
        ((Decided("x1 == 0", "no"), 7), 2),
        ((2, Decided("x2 == 0", line=3), 4), 3),
        ((Decided("x2 == 0", ordinal=2),), 3),
        ((Decided("x2 == 0", line=3, ordinal=1),), 3),
    ],
)
def test_paths_through_branches_are_counted(
    profile: Profile, through: tuple[PathStep, ...], expected: int
) -> None:
    assert judged(profile, *through).figure.value == expected


@pytest.mark.parametrize(
    ("through", "message"),
    [
        ((Decided("x9 == 0"),), "no branch is in run with the condition x9 == 0; there are: Work."),
        ((Decided("x2 == 0", "maybe"),), "no answer 'maybe'; there are: yes, no"),
        # The line that the rule gives has another branch, or no branch.
        (
            (Decided("x2 == 0", line=2),),
            "the branch at run:2 is in Work.run and asks x1 == 0; the branch in run with the "
            "condition x2 == 0 is at Work.run:3 (x2 == 0); correct the line",
        ),
        ((Decided("x2 == 0", line=4),), "condition x2 == 0 is at Work.run:3 (x2 == 0); correct"),
        ((Decided("x2 == 0", line=99),), "condition x2 == 0 is at Work.run:3 (x2 == 0); correct"),
        ((Decided("x2 == 0", ordinal=1),), "branch 1 of run asks x1 == 0; the branch in run"),
        ((Decided("x2 == 0"), 5), "[x2 == 0: yes, 5]: no path can run through these lines and"),
        ((4, Decided("x2 == 0")), "no path can run through these lines and branches in that"),
    ],
)
def test_rules_with_wrong_branches_or_lines_cannot_be_judged(
    profile: Profile, through: tuple[PathStep, ...], message: str
) -> None:
    with pytest.raises(KpathError) as failure:
        judged(profile, *through)
    assert message in str(failure.value)


def test_a_branch_that_moved_is_not_missing(profile: Profile) -> None:
    """A rule with an outdated line can't be judged, even with ``may-be-missing``."""
    rule = Rule(
        "path", "run", "r", None, 0, through=(Decided("x2 == 0", line=2),), may_be_missing=True
    )
    with pytest.raises(KpathError, match="correct the line"):
        checked(profile, [rule])


def test_steps_are_shown_with_their_questions_and_answers(profile: Profile) -> None:
    """A line with a branch is shown with the branch's question.

    Any other line is shown with the answer that led to it, if there was one.
    """
    assert judged(profile, 1, 3, 5, 6).steps == (
        "line 1", "line 3 (asks x2 == 0)", "line 5 (after x2 == 0: no)",
        "line 6 (after x1 == 0: yes)",
    )  # fmt: skip
    assert judged(profile, Decided("x2 == 0")).steps == ("x2 == 0: yes (at Work.run:3)",)


def test_a_pattern_may_mean_several_methods(tmp_path: Path) -> None:
    versions = [
        Version(name=f"m{at}", operands={2: name}).walked(LEFT) for at, name in enumerate("abcde")
    ]
    found = judged(versions_profile(tmp_path, "p", *versions), 3, where="m*")
    assert found.figure.value == 5
    assert found.steps == (
        "line 3 (asks a == 0) or line 3 (asks b == 0) or line 3 (asks c == 0) or 2 more",
    )


def events(piece: list[int], following: int | None, program: Program) -> list[PathStep]:
    """Returns the lines and answers of a piece of a walk.

    ``following`` is the block at which the walk goes on, or None if the walk ends.
    """
    found: list[PathStep] = []
    for block, target in zip(piece, [*piece[1:], following], strict=True):
        found.append(block + 1)
        ways = program.successors[block]
        if len(ways) == 2:
            found.append(Decided(f"x{block} == 0", "yes" if target == ways[0] else "no"))
    return found


def runs_through(some: list[PathStep], steps: list[PathStep]) -> bool:
    rest = iter(some)
    return all(step in rest for step in steps)


@pytest.mark.parametrize("k", [1, 4])
def test_counts_of_random_programs_are_those_of_their_walks(tmp_path: Path, k: int) -> None:
    """Compares the counts with those of a search through all blocks of the walks."""
    cases = {True: 0, False: 0}
    for seed in range(12):
        rng = Random(seed)
        program = Program.random(seed)
        walks = [program.walk(rng, 25) for _ in range(4)]
        version = Version(program.successors, walks)
        profile = versions_profile(tmp_path, f"p{seed}", version, k=k)
        pasts = []
        for walk in walks:
            cut = pieces(walk, program.cuts("back-edge"))
            nexts = [one[0] for one in cut[1:]]
            pasts += [events(*one, program) for one in zip(cut, [*nexts, None], strict=True)]
        known = sorted({step for past in pasts for step in past}, key=str)
        for _ in range(30):
            past = rng.choice(pasts)
            steps = [past[at] for at in sorted(rng.sample(range(len(past)), min(2, len(past))))]
            if rng.random() < 0.6:
                steps = rng.sample(known, 2)
            expected = sum(runs_through(past, steps) for past in pasts)
            try:
                figure = judged(profile, *steps).figure
            except KpathError:
                # No path can run through these steps.
                assert expected == 0
                continue
            assert figure.least is not None
            assert figure.most is not None
            assert figure.least <= expected <= figure.most
            # Sequences of several paths show where each path went on.
            assert k == 1 or figure.least == figure.most == expected
            cases[expected > 0] += 1
    assert min(cases.values()) >= ENOUGH
