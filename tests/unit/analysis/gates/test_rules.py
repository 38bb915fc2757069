"""Tests rules of ``check`` on made-up profiles, with figures calculated by hand."""

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import kpath_jvm
from builders.advisable import advisable_profile
from builders.branching import branching_profile
from builders.edges import edges_profile
from builders.methods import entries_only, figure_3
from builders.paper_tables import COMPLETE_WINDOWS
from builders.recordings import RecordingBuilder, demo_profile, demo_recording, demo_run
from builders.rules import checked
from builders.shaky_runs import WAYS, ShakyRun, shaky_profile
from builders.switching import CALLS, switching_profile
from builders.versions import LEFT, RIGHT, Version, versions_profile
from builders.wild_walks import Walked, WalkedMethod, walked_method, walked_profile
from builders.windowed import windowed_profile
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.analysis.cut_off_work import MethodCutOff
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.gates import rules as rules_module
from kpath_jvm.analysis.gates.path_steps import Decided
from kpath_jvm.analysis.gates.places import PlaceFinder, RulePlace
from kpath_jvm.analysis.gates.rules import Rule, RuleFigure, RuleResult, WrongRule, check
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.of_edges.counted_edges import counts_all_edges
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.ratio import Ratio
from kpath_jvm.reports.gates import summarise_check
from kpath_jvm.source.annotation import SourceTexts
from kpath_jvm.toml_tables import tomllib


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    run = Version().walked(LEFT, LEFT, RIGHT).walked(LEFT)
    return versions_profile(tmp_path, "p", run, Version(name="other").walked(), Version(name="no"))


def value(profile: Profile, figure: Any, where: str, **more: Any) -> float | None:
    (found,) = checked(profile, [Rule(figure, where, "a rule", **more)])
    return found.figure.value


@pytest.mark.parametrize(
    ("figure", "where", "more", "expected"),
    [
        # Each block has ten instructions. The two activations of method run executed 15 and 7
        # blocks, and the one of method other executed 3 blocks.
        ("bytecodes", "Work.run", {}, 220),
        ("share", "run", {}, 220 / 250),
        ("share", "Work.*", {}, 1),
        ("entries", "run", {}, 2),
        ("entries", "no", {}, 0),
        ("bytecodes-per-entry", "Work.run", {}, 110),
        ("bytecodes-per-entry", "Work.*", {}, 250 / 3),
        ("bytecodes-per-entry", "no", {}, None),
        ("bytecodes-per-entry", "nowhere", {"may_be_missing": True}, 0),
        ("bytecodes", "other", {"per": "run"}, 15),
        ("bytecodes", "Work.*", {"per": "other"}, 250),
        ("bytecodes", "Work.*", {"per": "Work.*"}, 250 / 3),
        ("bytecodes", "no", {"per": "run"}, 0),
        ("bytecodes", "no", {"per": "no"}, None),
        ("bytecodes", "nowhere", {"per": "run", "may_be_missing": True}, 0),
        ("entries", "other", {"per": "run"}, 0.5),
        ("entries", "Work.*", {"per": "run"}, 1.5),
        ("loop-bytecodes", "run:2", {"per": "run"}, 90),
        ("loop-bytecodes", "run", {"per": "Work.*", "condition": "x1 == 0"}, 60),
        ("loop-bytecodes", "no:2", {"per": "run"}, 0),
        # Block b is on line b + 1.
        ("iterations", "run:2", {}, 2),
        ("iterations", "no:2", {}, None),
        # The loop has the blocks 1 to 5. At the end, each activation runs the loop test once more.
        ("loop-bytecodes", "run:2", {}, 180),
        ("loop-bytecodes", "run", {"condition": "x1 == 0"}, 180),
        ("loop-bytecodes", "no:2", {}, 0),
        ("loop-bytecodes", "nowhere", {"may_be_missing": True}, 0),
        # Lines move when a file is edited; methods and conditions stay.
        ("iterations", "run", {}, 2),
        ("iterations", "run", {"ordinal": 1, "condition": "x1==0"}, 2),
        ("iterations", "run:2", {"within": "Work.run", "condition": "x1 == 0"}, 2),
        ("outcome", "run", {"condition": "x2 == 0"}, 0.75),
        ("outcome", "run", {"ordinal": 2}, 0.75),
        ("outcome", "run:3", {}, 0.75),
        ("outcome", "run:3", {"answer": "no"}, 0.25),
        ("outcome", "run:3", {"ordinal": 1}, 0.75),
        ("path", "run", {"through": (4,)}, 3),
        ("path", "run", {"through": (2, 5, 6)}, 1),
        # This path was possible but didn't run.
        ("path", "other", {"through": (4,)}, 0),
        ("path", "no", {"through": (2, 3)}, 0),
        ("path", "nowhere", {"through": (4,), "may_be_missing": True}, 0),
        ("path", "run", {"through": (99,), "may_be_missing": True}, 0),
        ("share", "nowhere", {"may_be_missing": True}, 0),
    ],
)
def test_figures(
    profile: Profile, figure: str, where: str, more: dict[str, Any], expected: float | None
) -> None:
    assert value(profile, figure, where, **more) == expected


@pytest.mark.parametrize(
    ("figure", "where", "more", "message"),
    [
        ("share", "nowhere", {}, "rule 'a rule': no method nowhere in the profile"),
        ("bytecodes", "run", {"per": "gone"}, "rule 'a rule': per: no method gone in the profile"),
        ("bytecodes", "run", {"per": "gone", "may_be_missing": True}, "rule 'a rule': per: no me"),
        ("bytecodes", "nix", {"per": "gone", "may_be_missing": True}, "rule 'a rule': per: no me"),
        (
            "bytecodes",
            "run",
            {"per": "no"},
            "rule 'a rule': no was never entered, so the figure per entry of it isn't known",
        ),
        ("entries", "run", {"per": "no", "may_be_missing": True}, "no was never entered, so"),
        ("iterations", "run:3", {}, "no loop begins at line 3 of run"),
        ("iterations", "run:2", {"ordinal": 2}, "no loop #2 at run:2; there are: Work.run:2 (x1"),
        ("iterations", "run", {"ordinal": 2}, "run has no loop 2; there are: Work.run:2 (x1 == 0)"),
        ("iterations", "run", {"condition": "i < n"}, "no loop is in run with the condition i < n"),
        ("iterations", "Work.java", {}, "name a method, or a line such as 42, Scanner.java:42 or"),
        ("loop-bytecodes", "run:3", {}, "no loop begins at line 3 of run"),
        ("loop-bytecodes", "*", {}, "this can mean 3 loops of *; there are: Work.run:2"),
        ("outcome", "run:x", {}, "no method run:x in the profile"),
        ("iterations", "*", {}, "this can mean 3 loops of *; there are: Work.run:2"),
        (
            "iterations",
            "run:2",
            {"within": "other"},
            "the loop at run:2 is in Work.run and asks x1",
        ),
        ("iterations", "run:2", {"within": "nix"}, "in = 'nix': no method nix in the profile"),
        ("outcome", "run", {}, "this can mean 2 branches of run; there are: Work.run:2 (x1"),
        ("outcome", "run:3", {"condition": "x1 == 0"}, "asks x2 == 0; the branches with the con"),
        ("outcome", "run:4", {}, "no branch at line 4 of run"),
        ("outcome", "run:99", {}, "no code at line 99 of run"),
        ("outcome", "run:3", {"ordinal": 2}, "no branch #2 at run:3"),
        ("outcome", "run:3", {"answer": "7"}, "no answer '7'; there are: yes, no"),
        ("outcome", "no:3", {"answer": "7"}, "no answer '7'; there are: yes, no"),
        (
            "outcome",
            "run:3",
            {"answer": "7", "may_be_missing": True},
            "no answer '7'; there are: yes, no",
        ),
        ("path", "run", {"through": (99,)}, "through = [99]: no code at line 99; run has code at"),
        ("path", "run", {"through": (2, 98, 99)}, "no code at lines 98, 99; run has code at lines"),
        # No path can run through these lines: their order is wrong, or they are in different arms
        # of a branch.
        ("path", "run", {"through": (6, 5)}, "no path can run through these lines in that order"),
        ("path", "run", {"through": (4, 5)}, "no path can run through these lines in that order"),
        (
            "path",
            "run",
            {"through": (3, Decided("x2 == 0", "yes"), Decided("x2 == 0", "no"))},
            "these lines and branches in that order; where a loop goes back, a path ends and the "
            "next one begins, so no path has code from before and from after that; "
            "run has code at lines",
        ),
        ("share", "Wrok.*", {}, "no method Wrok.* in the profile"),
        ("path", "wlak*", {"through": (4,)}, "no method wlak* in the profile"),
        ("entries", "Gone", {}, "no method Gone in the profile"),
        ("iterations", "Gone.java:7", {}, "comes from a file Gone.java"),
    ],
)
def test_wrong_or_ambiguous_places_are_refused(
    profile: Profile, figure: str, where: str, more: dict[str, Any], message: str
) -> None:
    with pytest.raises(KpathError) as failure:
        value(profile, figure, where, **more)
    assert message in str(failure.value)
    assert failure.value.exit_status == 2


def test_one_message_names_all_wrong_rules(profile: Profile) -> None:
    rules = [
        Rule("share", "nowhere", "one", None, 1),
        Rule("share", "run", "two", None, 1),
        Rule("iterations", "run:3", "three", None, 1),
    ]
    with pytest.raises(KpathError) as failure:
        checked(profile, rules)
    one, three = failure.value.messages
    assert one.startswith("rule 'one': no method nowhere in the profile")
    assert three.startswith("rule 'three': no loop begins at line 3 of run")


@pytest.mark.parametrize(
    "operand", ["x", 'a "b"', r"a\b", "it's", '"it\'s"', "it's a\\b", '"\x1b"', "'\x1b\\'"]
)
def test_conditions_in_error_messages_are_valid_toml(tmp_path: Path, operand: str) -> None:
    version = Version(name="odd", operands={2: operand}).walked(LEFT)
    profile = versions_profile(tmp_path, "odd", version)
    (asked,) = (
        one.conditions[0]
        for one in PlaceFinder(profile, "branch").named(RulePlace("Work.odd", ordinal=2))
    )
    with pytest.raises(KpathError) as failure:
        checked(profile, [Rule("outcome", "Work.odd:4", "a rule", None, 1, answer="yes")])
    proposed = re.findall(r"with condition = (.*) means the same branch", str(failure.value))
    assert asked in {tomllib.loads(f"is = {text}")["is"] for text in proposed}


@pytest.mark.parametrize(
    ("where", "extra", "told"),
    [
        ("Work.run", {"condition": "x2 != 0"}, "asks the opposite"),
        ("Work.run:3", {"condition": "x2 != 0"}, "asks the opposite"),
        ("Work.run:99", {"condition": "x2 != 0"}, "asks the opposite"),
        ("Work.run", {"condition": "x2 > 7"}, "there are: Work.run:2 (x1 == 0), Work.run:3"),
        ("Work.run:3", {"condition": "x2 > 7"}, "asks x2 == 0; no branch has the condition"),
        ("Work.run:99", {}, "the nearest branches: "),
        ("Work.run", {"ordinal": 9}, "has no branch 9; there are: "),
        ("Work.run:3", {"ordinal": 9}, "no branch #9 at Work.run:3; there are: "),
        ("Work.nix", {"at_most": 1}, None),
    ],
)
def test_may_be_missing_is_suggested_only_for_a_missing_method(
    profile: Profile, where: str, extra: dict[str, Any], told: str | None
) -> None:
    with pytest.raises(KpathError) as failure:
        value(profile, "outcome", where, answer="yes", **extra)
    assert (told or "") in str(failure.value)
    assert ("may-be-missing" in str(failure.value)) is (told is None)


def test_a_message_on_an_unknown_condition_may_suggest_sources(tmp_path: Path) -> None:
    """The message doesn't name all branches, so it may lack the branch that the rule means."""
    chain = (*((at + 1, 7) for at in range(6)), (7,), ())
    version = Version(chain, [range(8)], line=9)
    profile = versions_profile(tmp_path, "chain", version)
    remedy = "to name a condition as the source has it, pass --sources"
    for where in ("Work.run", "Work.run:9"):
        with pytest.raises(KpathError) as failure:
            value(profile, "outcome", where, condition="switch (kind)")
        assert str(failure.value).endswith(remedy)
        assert " and 2 more; " in f"{failure.value}; "
    sources = SourceTexts([tmp_path])
    (wrong,) = check(profile, [Rule("outcome", "Work.run", "r", 0, 1, condition="z > 1")], sources)
    assert isinstance(wrong, WrongRule)
    assert remedy not in wrong.why


def test_may_be_missing_is_suggested_only_if_the_rule_would_then_pass(profile: Profile) -> None:
    for bounds in ({"at_most": 0}, {"at_most": 9}, {"at_least": 0}, {"at_least": 1}):
        rule = Rule("entries", "Work.nix", "r", **bounds)
        (wrong,) = check(profile, [rule])
        assert isinstance(wrong, WrongRule)
        (missing,) = checked(profile, [replace(rule, may_be_missing=True)])
        is_told = "only if it may be missing" in wrong.text and "always passes" in wrong.text
        assert is_told == missing.is_kept


def test_the_negation_of_a_missing_condition_is_reported(profile: Profile) -> None:
    rule = Rule("outcome", "Work.run", "r", at_most=0, condition="x2 != 0", may_be_missing=True)
    (missing,) = checked(profile, [rule])
    assert missing.is_missing
    assert [one.place for one in missing.opposed] == ["Work.run:3"]
    (gate,) = summarise_check(profile.path, [rule], Selection())["gates"]
    assert gate["text"] == (
        "outcome of Work.run yes: 0 % (not in the profile), at most 0 %; Work.run:3 asks the "
        "opposite; if you mean that branch, correct the rule"
    )
    # If the rule gives the line, it can mean no other branch.
    (wrong,) = check(profile, [replace(rule, where="Work.run:3")])
    assert isinstance(wrong, WrongRule)
    assert "a branch at Work.run:3 asks the opposite; if you mean that branch, write" in wrong.why
    (gone,) = checked(profile, [replace(rule, where="Work.nix")])
    assert (gone.is_missing, gone.opposed) == (True, ())


def test_a_message_about_a_wrong_line_names_the_nearest_loops(profile: Profile) -> None:
    with pytest.raises(KpathError) as failure:
        value(profile, "iterations", "Work.run:99")
    assert str(failure.value) == (
        "rule 'a rule': no code at line 99 of Work.run; the nearest loops: Work.run:2 (x1 == 0); "
        'iterations = "Work.run" with condition = "x1 == 0" means the same loop after edits, too'
    )
    with pytest.raises(KpathError) as failure:
        value(profile, "loop-bytecodes", "Work.run:99")
    named = 'loop-bytecodes = "Work.run" with condition = "x1 == 0" means the same loop after'
    assert named in str(failure.value)
    with pytest.raises(KpathError) as failure:
        value(profile, "outcome", "Work.run:4")
    assert "no branch at line 4 of Work.run; the nearest branches: Work.run:3 (x2 == 0), " in str(
        failure.value
    )


def test_answers_of_a_switch_are_keys(tmp_path: Path) -> None:
    profile = Profile.open(branching_profile(tmp_path))
    rows = profile.decisions
    (at,) = rows.index[rows["operator"] == "switch"]
    method, block = (int(rows.loc[at, name]) for name in ("method", "block"))
    line = profile.code(method).lines.of_block(block)[-1]
    name = profile.methods.loc[method, "name"]
    (row,) = [one for one in branch_outcomes(profile, method) if one.block == block]
    shares = dict(zip(row.targets, row.shares, strict=True))
    assert len(set(shares.values())) > 1
    answers = [*map(str, rows.loc[at, "keys"]), "default"]
    for answer, target in zip(answers, rows.loc[at, "targets"], strict=True):
        assert value(profile, "outcome", f"{name}:{line}", answer=answer) == shares[target]


@pytest.mark.parametrize("figure", ["share", "bytecodes", "bytecodes-per-entry", "path"])
def test_unrecorded_figures_are_unknown_and_not_0(tmp_path: Path, figure: Any) -> None:
    """The method is too large for probes, so only its entries are counted."""
    builder = demo_recording()
    large = builder.add(entries_only())
    builder.auxiliary(large, entries=3)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    rule = Rule(figure, "Large.table", "hot", None, 0.5, through=(1,), may_be_missing=True)
    with pytest.raises(KpathError, match=r"rule 'hot': only entries of .*table.* were counted"):
        checked(profile, [rule])
    (found,) = checked(profile, [Rule("entries", "Large.table", "hot", None, 2)])
    assert (found.figure.value, found.is_kept) == (3, False)


def test_edge_counts_without_an_upper_bound_leave_iterations_unjudged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = edges_profile(tmp_path)
    open_rows = [
        replace(row, missing=None, missing_entries=None, missing_iterations=None, is_at_least=True)
        for row in loop_rows(profile, 0)
    ]
    monkeypatch.setattr(rules_module, "loop_rows", lambda *_, **__: open_rows)
    method = profile.method_rows.title(0).partition("(")[0]
    (result,) = checked(profile, [Rule("iterations", method, "it", at_most=100.0)])
    assert (result.figure.least, result.figure.most) == (0.0, float("inf"))
    assert not result.is_kept


@pytest.mark.parametrize("slack", [0, 4])
@pytest.mark.parametrize("seed", range(6))
def test_verdicts_from_edge_counts_hold_for_every_value_within_the_bounds(
    tmp_path: Path, seed: int, slack: int
) -> None:
    """Compares verdicts with runs that are executed instruction by instruction.

    The rules' bounds are 0.1 to 10 times the true value. So some rules are kept and some are
    broken; others can't be judged, because the figure is known only within bounds.
    """
    runs = {"one": ShakyRun(seed, 0.05), "other": ShakyRun(seed + 100, 0.01)}
    profile = shaky_profile(tmp_path, runs, slack)
    run, both = runs["one"], sum(it.bytecodes for it in runs.values())
    (loop,) = profile.code(*profile.match_methods("one")).loops
    switched = sum(run.edges[0, way] for way in WAYS[0])
    asked = {"condition": "switch (left)", "answer": "default"}
    true = {
        "bytecodes": (run.bytecodes, {}),
        "bytecodes-per-entry": (run.bytecodes / run.edges[-1, 0], {}),
        "share": (run.bytecodes / both, {}),
        "outcome": (run.edges[0, 4] / switched, asked),
        "loop-bytecodes": (sum(run.executed[block] for block in loop.blocks), {}),
    }
    # A quotient by the entries of the other method has bounds, too.
    divided = {"per": "other"}
    entries = runs["other"].edges[-1, 0]
    quotients = [(figure, (true[figure][0] / entries, divided))
                 for figure in ("bytecodes", "loop-bytecodes")]  # fmt: skip
    told = set()
    for figure, (value, more) in (*true.items(), *quotients):
        for factor in (0.1, 0.5, 0.8, 0.9, 0.95, 0.99, 1, 1.01, 1.05, 1.1, 1.3, 2, 10):
            bound = value * factor
            for bounds in ({"at_most": bound}, {"at_least": bound}):
                rule: Any = Rule(figure, "one", "r", **bounds, **more)  # type: ignore[arg-type]
                (found,) = checked(profile, [rule])
                least, most = found.figure.least, found.figure.most
                assert least is not None
                assert most is not None
                assert least <= value <= most
                is_true = value <= bound if "at_most" in bounds else value >= bound
                of_ends = {
                    one <= bound if "at_most" in bounds else one >= bound for one in (least, most)
                }
                assert found.is_untold == (len(of_ends) == 2)
                assert found.is_untold or found.is_kept == is_true
                told.add("can't be told" if found.is_untold else found.is_kept)
    assert told == {True, False, "can't be told"}


def test_an_unexecuted_version_adds_nothing_to_outcomes_from_edges(tmp_path: Path) -> None:
    never = ShakyRun(4, 0.1, activations=0)
    rule = Rule("outcome", "one", "r", at_most=0.5, condition="switch (left)", answer="default")
    figures = []
    for name, more in (("alone", {}), ("both", {"one#never": never})):
        (tmp_path / name).mkdir()
        profile = shaky_profile(tmp_path / name, {"one": ShakyRun(3, 0.1), **more}, 4)
        (found,) = checked(profile, [rule])
        figures.append(found.figure)
    assert not counts_all_edges(profile, 1)
    assert figures[0] == figures[1]
    assert figures[0].is_of_edges


def test_completed_only_has_no_effect_on_edge_counts(tmp_path: Path) -> None:
    profile = shaky_profile(tmp_path, {"one": ShakyRun(3, 0.1)}, 4)
    (row,) = loop_rows(profile, 0)
    assert row.mean_least is not None
    assert row.mean_most is not None
    middle = (row.mean_least + row.mean_most) / 2
    for completed_only in (False, True):
        rule = Rule("iterations", "one", "r", at_most=middle, completed_only=completed_only)
        (found,) = checked(profile, [rule])
        assert (found.is_kept, found.is_untold) == (False, True)


def own_blocks(method: WalkedMethod, header: int) -> set[int]:
    """Returns the blocks of a loop that are in no smaller loop."""
    whole = method.loops[header]
    inner = [blocks for blocks in method.loops.values() if len(blocks) < len(whole)]
    return {block for block in whole if not any(block in blocks for blocks in inner)}


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
@pytest.mark.parametrize("seed", range(40))
def test_loops_own_bytecodes_are_those_of_random_walks(tmp_path: Path, seed: int, cut: str) -> None:
    """Adds up the instructions of completed paths, and those of paths that were cut off."""
    method = walked_method(seed, cut=cut)
    if method is None:
        return
    profile = Profile.open(walked_profile(tmp_path, method, k=3))
    code = profile.code(0)
    (known,) = Side([profile]).methods
    of_diff = MeasuredMethod(known).loops
    # A rule numbers loops in the order of their headers.
    for ordinal, header in enumerate(sorted(method.loops), 1):
        own = own_blocks(method, header)

        def executed(paths: Iterable[Walked], own: set[int] = own) -> int:
            return sum(code.instructions[it] for one in paths for it in one.blocks if it in own)

        counted = executed(one for sequence in method.sequences for one in sequence)
        rule = Rule("loop-bytecodes", "Walked.walk", "r", at_most=counted, ordinal=ordinal)
        below = replace(rule, at_most=counted - 1, completed_only=True)
        alone = replace(rule, completed_only=True)
        each = replace(rule, per="Walked.walk", at_most=float(Fraction(counted, method.entries)))
        judged, less, completed, divided = checked(profile, [rule, below, alone, each])
        figure = judged.figure
        assert figure.value == figure.least == counted
        assert figure.most is not None
        assert figure.most >= counted + executed(method.broken_off)
        assert figure.most == counted + MethodCutOff(profile, 0).uncounted(own)
        assert judged.is_kept == (figure.most == counted)
        assert divided.figure == RuleFigure(
            *(one / method.entries for one in (counted, counted, figure.most))
        )
        assert divided.is_kept == judged.is_kept
        assert (less.is_kept, completed.is_kept) == (False, True)
        (place,) = [at for at, loop in enumerate(code.loops) if loop.header == header]
        assert of_diff[place][0].cost == counted


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
@pytest.mark.parametrize("seed", range(40))
def test_bytecodes_per_entry_are_those_of_random_walks(tmp_path: Path, seed: int, cut: str) -> None:
    """Adds up the instructions of completed paths. Every walk counts as an entry."""
    method = walked_method(seed, cut=cut)
    if method is None:
        return
    profile = Profile.open(walked_profile(tmp_path, method, k=3))
    size = profile.code(0).instructions
    paths = [one for sequence in method.sequences for one in sequence]
    each = Fraction(sum(size[it] for one in paths for it in one.blocks), method.entries)
    rule = Rule("bytecodes-per-entry", "Walked.walk", "r", at_most=float(each))
    least = replace(rule, at_least=float(each) + 1e-6, at_most=None)
    rules = [rule, least]
    rules += [replace(one, figure="bytecodes", per="Walked.walk") for one in rules]
    for result, is_kept in zip(checked(profile, rules), (True, False) * 2, strict=True):
        assert result.figure == RuleFigure.exact(Ratio(each))
        assert result.is_kept == is_kept


def test_the_random_walks_cover_loops_with_cut_off_paths() -> None:
    methods = [one for seed in range(40) if (one := walked_method(seed)) is not None]
    is_cut = {
        any(
            block in own_blocks(method, header) for one in method.broken_off for block in one.blocks
        )
        for method in methods
        for header in method.loops
    }
    assert is_cut == {True, False}
    assert any(
        own_blocks(one, header) != one.loops[header] for one in methods for header in one.loops
    )


def test_inline_profilers_give_upper_bounds_only_of_unexecuted_loops(tmp_path: Path) -> None:
    ran, never = Version().walked(LEFT), Version(name="no")
    profile = versions_profile(tmp_path, "p", ran, never, inline=INLINE)
    rules = [Rule("loop-bytecodes", name, name, at_most=50) for name in ("run", "no")]
    one, other = checked(profile, rules)
    assert one.figure == RuleFigure(50, 50, float("inf"))
    assert other.figure == RuleFigure.exact(0)
    assert (one.is_kept, other.is_kept) == (False, True)


@pytest.mark.parametrize("figure", ["path"])
def test_edge_profiles_have_no_figures_of_paths(tmp_path: Path, figure: Any) -> None:
    profile = edges_profile(tmp_path)
    name = profile.methods["name"].iloc[0]
    with pytest.raises(KpathError, match=r"only edges of .* were counted"):
        checked(profile, [Rule(figure, name, "never", None, 0, through=(1,))])


@pytest.mark.parametrize("completed_only", [False, True])
def test_structural_profiles_cannot_judge_paths(tmp_path: Path, completed_only: bool) -> None:
    """Structural profiling counts no Ball-Larus paths, so any path would seem to be unexecuted."""
    profile = windowed_profile(tmp_path / "spp", COMPLETE_WINDOWS, 0)
    never = Rule("path", "Example.f", "never", None, 0, through=(1,), completed_only=completed_only)
    with pytest.raises(KpathError, match=r"only parts of paths of .* were counted, so its path is"):
        checked(profile, [never])
    # Entries are exact, so a rule that requires one more is broken.
    for least, is_kept in ((10_000, True), (10_001, False)):
        (found,) = checked(profile, [Rule("entries", "Example.f", "entered", least, None)])
        assert found.figure == RuleFigure.exact(10_000)
        assert found.is_kept == is_kept


@pytest.mark.parametrize(
    ("figure", "least", "most", "kept"),
    [
        (5, None, 5, True), (5, None, 4.9, False), (5, 5, None, True), (5, 5.1, None, False),
        (5, 1, 9, True), (None, 1, 9, True),
    ],
)  # fmt: skip
def test_a_rule_is_kept_within_its_bounds(
    figure: float | None, least: float | None, most: float | None, kept: bool
) -> None:
    assert (
        RuleResult(Rule("share", "m", "r", least, most), RuleFigure.exact(figure)).is_kept == kept
    )


@pytest.mark.parametrize(
    ("figure", "where", "more", "expected"),
    [
        ("path", "Steady.run", {"through": (8, 9)}, (1_200, 1_200, float("inf"))),
        ("outcome", "Steady.run:9", {"ordinal": 2}, (1 / 6, 0, 1)),
        ("iterations", "Steady.run:9", {}, (6, 0, float("inf"))),
        # Entries don't depend on completed paths, so they are exact, as with ``stream``.
        ("entries", "Steady.run", {}, (1_200, 1_200, 1_200)),
    ],
)
def test_an_inline_profiler_does_not_know_what_was_cut_off(
    tmp_path: Path, figure: Any, where: str, more: dict[str, Any], expected: tuple[float, ...]
) -> None:
    """If figures had no bounds, a rule could seem to be kept only because nothing was counted.

    For example, the path that the rule forbids may lead to a call that always throws.
    """
    for name, run in (("stream", {}), ("inline", {"inline": INLINE})):
        (tmp_path / name).mkdir()
        profile = Profile.open(advisable_profile(tmp_path / name, **run))
        bounded = Rule(figure, where, "a rule", None, expected[0], **more)
        alone = replace(bounded, completed_only=True)
        (judged, only) = checked(profile, [bounded, alone])
        told = judged.figure
        wanted = expected if run else (expected[0],) * 3
        assert (told.value, told.least, told.most) == pytest.approx(wanted)
        assert judged.is_kept == (wanted[2] == expected[0])
        assert only.is_kept


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            Rule("path", "run", "r", at_most=0, through=(Decided("x2 == 0", "no"),)),
            "1 of 2 versions of Work.run has no branch with the condition x2 == 0; there are: ",
        ),
        (
            Rule("path", "run", "r", at_most=0, through=(2, 6)),
            "1 of 2 versions of Work.run has no path through [2, 6] in that order; change the rule",
        ),
        (
            Rule("outcome", "run", "r", at_most=0, condition="x2 == 0"),
            "1 of 2 versions of Work.run has no branch with the condition x2 == 0; there are: ",
        ),
    ],
)
def test_a_version_that_lost_what_a_rule_names_is_not_ignored(
    tmp_path: Path, rule: Rule, message: str
) -> None:
    """If the simple version were ignored, the rule would always pass for that version."""
    simple = Version(((1,), (2, 3), (1,), ()), [[0, 1, 2, 1, 3]], digest="other")
    found = versions_profile(tmp_path, "p", Version().walked(LEFT), simple)
    (wrong,) = check(found, [rule])
    assert isinstance(wrong, WrongRule)
    assert wrong.why.startswith(message)
    (result,) = check(found, [replace(rule, may_be_missing=True)])
    assert isinstance(result, RuleResult)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("a", 0.4), ("b", 0.4), ('"a"', 0.4), ('"a", "b"', 0.4), ('"1"', 0.2), ("default", 0.4),
        # The switch's keys are accepted as answers, too.
        ("0", 0.2), ("2", 0.4),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("where", "more"),
    [
        # Reports with sources show a single switch on the line.
        ("Words.java:4", {}), ("kind", {}), ("kind", {"condition": "switch (word)"}),
        ("kind", {"condition": "switch (local 2)"}), ("kind:4", {"ordinal": 5}),
    ],
)  # fmt: skip
def test_source_labels_are_accepted_as_answers(
    tmp_path: Path, where: str, more: dict[str, Any], answer: str, expected: float
) -> None:
    profile = switching_profile(tmp_path)
    rule = Rule("outcome", where, "a rule", None, 1, answer=answer, **more)
    (found,) = check(profile, [rule], SourceTexts([tmp_path / "src"]))
    assert isinstance(found, RuleResult)
    assert found.figure.value == expected
    assert [one.asked for one in found.judged] == ["switch (word)"]


@pytest.mark.parametrize(
    ("answer", "with_sources", "message"),
    [
        ("c", True, """no answer 'c'; there are: "1", "a", "b", default"""),
        (
            "a", False,
            "no answer 'a'; there are: 0, 1, 2, default; these are keys of the class file, and "
            "with --sources a rule can give labels, too",
        ),
        (
            "1", True,
            "answer '1' is both a key and a label; write '\"1\"' if you mean the label, or '\"a\"' "
            "if you mean the key",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("figure", ["outcome", "path"])
def test_an_answer_that_the_switch_lacks_is_refused(
    tmp_path: Path, figure: Any, answer: str, with_sources: bool, message: str
) -> None:
    profile = switching_profile(tmp_path)
    asked = "switch (local 2)"
    rule = Rule(figure, "kind", "a rule", None, 1, answer=answer, condition=asked)
    if figure == "path":
        rule = Rule(figure, "kind", "a rule", None, 1, through=(Decided(asked, answer),))
    sources = SourceTexts([tmp_path / "src"]) if with_sources else None
    (found,) = check(profile, [rule], sources)
    assert isinstance(found, WrongRule)
    assert found.why == message


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        # The answer 1 means the label "1". It doesn't mean "a", although the compiler has given "a"
        # the number 1.
        ("1", 0.2), ('"1"', 0.2), ("a", 0.4),
        ("0", "answer '0' is the compiler's own number for \"1\", and may be that of another"),
        ("2", "answer '2' is the compiler's own number for \"a\", \"b\", and may be that of"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("with_sources", [False, True])
def test_a_label_may_equal_the_number_that_the_compiler_gave_another_label(
    tmp_path: Path, answer: str, expected: float | str, *, with_sources: bool
) -> None:
    profile = switching_profile(tmp_path, labels=['"1"', '"a"', '"b"'])
    asked = "switch (local 2)"
    rule = Rule("outcome", "kind", "a rule", None, 1, answer=answer, condition=asked)
    (found,) = check(profile, [rule], SourceTexts([tmp_path / "src"]) if with_sources else None)
    if isinstance(expected, str):
        assert isinstance(found, WrongRule)
        assert found.why.startswith(expected)
    else:
        assert isinstance(found, RuleResult)
        assert found.figure.value == expected


def test_rules_on_paths_accept_labels(tmp_path: Path) -> None:
    profile = switching_profile(tmp_path)
    rule = Rule("path", "kind", "a rule", None, 0, through=(Decided("switch (word)", "b"),))
    (found,) = check(profile, [rule], SourceTexts([tmp_path / "src"]))
    assert isinstance(found, RuleResult)
    assert found.figure.value == CALLS["a"] + CALLS["b"]
    assert found.steps == ("switch (word): b (at Words.kind:4)",)


def test_source_and_class_file_may_have_the_same_condition_for_different_branches(
    tmp_path: Path,
) -> None:
    """The source asks i < n twice. The class file asks i < n only once, and then asks i >= n."""
    builder = RecordingBuilder(k=4)
    last = (4, ">=", "I", ["i", "n"], [1, 0], [5, 1])
    spec = builder.add(figure_3(decisions=[(1, "<", "I", ["i", "n"], [1, 0], [2, 3]), last]))
    builder.stream(spec, [6, *[0, 2] * 40, 1])
    builder.auxiliary(spec, entries=1)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    source = ["class Figure3 {", "  void run(int n) {", *["use(n);"] * 6]
    source += ["do use(i < n ? 1 : 2); while (i < n);", *["use(n);"] * 8, "} }"]
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "Figure3.java").write_text("\n".join(source))
    sources = SourceTexts([tmp_path])
    asked = kpath_jvm.branches(profile, "Figure3.run", [tmp_path])
    assert set(asked["question"]) == {"i < n"}

    def judged(**changes: Any) -> Any:
        rule = Rule("outcome", "Figure3.run", "a rule", 0, 1, condition="i < n", **changes)
        (found,) = check(profile, [rule], sources)
        return found

    assert "this can mean 2 branches of Figure3.run" in judged().why
    # Without sources, only the class file's conditions are known. The result names the branch that
    # the rule would mean if its condition came from the source.
    plain = Rule("outcome", "Figure3.run", "a rule", 0, 1, condition="i < n")
    for rule, others in (
        (plain, [2]),
        (replace(plain, condition="i >= n"), [1]),
        (replace(plain, ordinal=1), []),
        (replace(plain, where="Figure3.java:9"), [2]),
    ):
        (told,) = check(profile, [rule])
        assert isinstance(told, RuleResult)
        assert [one.ordinal_in_method for one in told.opposed] == others
        path = tmp_path / "it.kpath"
        (gate,) = summarise_check(path, [rule], Selection())["gates"]
        other = "Figure3.run:9 asks the opposite in the class file: if the rule's condition is the"
        assert (other in gate["text"]) == bool(others)
    (told,) = check(profile, [replace(plain, condition="i >= n")], sources)
    assert isinstance(told, RuleResult)
    assert told.opposed == ()
    for ordinal in (1, 2):
        rows = asked[asked["ordinal"] == ordinal]
        for answer, share in zip(rows["answer"], rows["share"], strict=True):
            found = judged(ordinal=ordinal, answer=answer)
            assert found.figure.value == share
            assert [one.asked for one in found.judged] == ["i < n"]
    # The last of the 82 iterations leaves the loop.
    assert judged(ordinal=2, answer="yes").figure.value == 81 / 82
    # A rule may still name the branch by the class file's condition.
    opposite = Rule("outcome", "Figure3.run", "a rule", 0, 1, condition="i >= n")
    (found,) = check(profile, [opposite], sources)
    assert isinstance(found, RuleResult)
    assert found.figure.value == 1 / 82
    steps = (Decided("i < n", "no", ordinal=2),)
    (found,) = check(profile, [Rule("path", "Figure3.run", "a path", 0, 1, through=steps)], sources)
    assert isinstance(found, RuleResult)
    assert (found.figure.value, found.steps) == (1, ("i < n: no (at Figure3.run:9)",))


def test_answers_refer_to_the_condition_in_the_class_file(tmp_path: Path) -> None:
    """The source asks i < n, and the class file asks the negation i >= n."""
    profile = Profile.open(demo_profile(tmp_path))
    source = ["class Figure3 {", "  void run(int n) {", *["use(n);"] * 6]
    source += [
        "do use(i % 2 == 0 ? 1 : 2); while (i < n);",
        *["use(n);"] * 8,
        "}",
        "",
        "",
        "int plain(boolean it) {",
    ]
    source += ["if (it)", "return 1;", "else", "return 2;", "} }"]
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "Figure3.java").write_text("\n".join(source))
    asked = {
        answer: Rule("outcome", "Figure3.run", answer, 0, 1, answer=answer, condition="i >= n")
        for answer in ("yes", "no")
    }
    path = Rule("path", "Figure3.run", "a path", 0, 1, through=(Decided("i >= n", "yes"),))
    rules = [*asked.values(), path]
    sources = SourceTexts([tmp_path])
    asked_in_source = kpath_jvm.branches(profile, "Figure3.run", [tmp_path])["question"]
    assert "i < n" in set(asked_in_source)
    plain, with_sources = check(profile, rules), check(profile, rules, sources)
    figures = [one.figure.value for one in plain if isinstance(one, RuleResult)]
    assert len(figures) == len(rules)
    assert figures[0] != figures[1]
    assert [one.figure.value for one in with_sources if isinstance(one, RuleResult)] == figures
