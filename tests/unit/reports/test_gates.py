"""Tests how each output shows the results of gates."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.gates.rules import Rule, RuleFigure, RuleResult
from kpath_jvm.analysis.selection import ALL
from kpath_jvm.errors import KpathError
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports.gates import (
    _of_rule,
    _other_branch,
    renderables,
    summarise_check,
    write_junit,
)
from kpath_jvm.reports.markdown.gates import check_markdown
from kpath_jvm.reports.output import write

KILLED = decided([Fact(cause=Cause.KILLED, text="the target was killed by SIGKILL")])
RULES = [
    Rule("share", "Work.run", "all of it", 0.5, 1),
    Rule("iterations", "run:2", "short <loop> & \x1b", None, 1.5),
    Rule("path", "run", "never | there", None, 0, through=(2, 5)),
    Rule("outcome", "no:3", "never ran", 0.5),
]


def documents(directory: Path) -> dict[str, object]:
    run = Version().walked(LEFT, RIGHT).walked(LEFT, LEFT)
    profile = versions_profile(directory, "p", run, Version(name="no"))
    return summarise_check(profile.path, RULES, ALL)


def test_the_document_has_the_result_of_each_rule(tmp_path: Path) -> None:
    document = documents(tmp_path)
    assert document["failed"] == 2
    gates = document["gates"]
    assert isinstance(gates, list)
    assert [(gate["passed"], gate["value"]) for gate in gates] == [
        (True, 1), (False, 2), (False, 1), (True, None),
    ]  # fmt: skip
    assert [gate["text"] for gate in gates] == [
        "share of Work.run: 100 %, at least 50 % and at most 100 %",
        'iterations per entry of run:2 (the loop that ends at the condition "x1 == 0"): 2, at most '
        "1.5; the rule has no condition, so it takes any loop there",
        "path of run through line 2 (asks x1 == 0), line 5 (after x2 == 0: no): 1, at most 0",
        "outcome of no:3 (x2 == 0) yes: never ran, at least 50 %; the rule has no condition, so it "
        "takes any branch there",
    ]


@pytest.mark.parametrize("figure", ["iterations", "loop-bytecodes"])
def test_a_rule_without_a_condition_is_said_to_take_any_loop(tmp_path: Path, figure: Any) -> None:
    profile = versions_profile(tmp_path, "p", Version().walked(LEFT))
    rules = [
        Rule(figure, "run:2", "line", None, 9),
        Rule(figure, "run:2", "both", None, 9, condition="x1 == 0"),
        Rule(figure, "run", "method", None, 9),
        Rule(figure, "run:2", "number", None, 9, ordinal=1),
    ]
    gates = summarise_check(profile.path, rules, ALL)["gates"]
    told = ["takes any loop there" in gate["text"] for gate in gates]
    assert told == [True, False, False, False]
    numbered = "has no condition, so it takes whichever loop has this number there"
    assert [numbered in gate["text"] for gate in gates] == [False, False, False, True]


def test_a_rule_without_a_name_is_described_once(tmp_path: Path) -> None:
    profile = versions_profile(tmp_path, "p", Version().walked(LEFT))
    rules = [
        Rule("share", "Work.run", "share of Work.run", None, 0.5, is_named=False),
        Rule(
            "iterations",
            "Work.run",
            "iterations per entry of Work.run, x1 == 0",
            None,
            0.5,
            condition="x1 == 0",
            is_named=False,
        ),
        Rule("share", "Work.run", "mine", None, 0.5),
    ]
    stream = io.StringIO()
    write(stream, 200, *renderables(summarise_check(profile.path, rules, ALL)))
    lines = stream.getvalue().splitlines()
    assert [line for line in lines if line.startswith("FAILED")] == [
        "FAILED  share of Work.run: 100 %, at most 50 %",
        "FAILED  iterations per entry of Work.run (Work.run:2: the loop that ends at the condition "
        '"x1 == 0"): 1, at most 0.5',
        "FAILED  mine: share of Work.run: 100 %, at most 50 %",
    ]


@pytest.mark.parametrize(
    ("places", "missing", "other"),
    [
        (["A.a:1"], "A.a:1 asks the opposite; if you mean that branch, correct",
         "A.a:1 asks the opposite in the class file: if the rule's condition is the source's, the "
         "rule may mean that branch, so"),
        (["A.a:1", "A.b:2"], "A.a:1, A.b:2 ask the opposite; if you mean one of them, correct",
         "A.a:1, A.b:2 ask the opposite in the class file: if the rule's condition is the "
         "source's, the rule may mean one of them, so"),
    ],
)  # fmt: skip
def test_branches_that_ask_the_opposite_are_named(
    places: list[str], missing: str, other: str
) -> None:
    opposed = [SimpleNamespace(place=place) for place in places]
    for is_missing, text in ((True, missing), (False, other)):
        one: Any = SimpleNamespace(opposed=opposed, is_missing=is_missing)
        assert _other_branch(one).startswith(f"; {text} ")


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (RuleFigure(30.7, 30.7, 30.7), "30.7, at most 31"),
        (
            RuleFigure(30.7002, 30.69985, 30.7004),
            "30.7002; 30.6998 to 30.7004 if paths that an exception or the recording's end cut off "
            "are included (completed-only = true leaves them out), at most 31",
        ),
        (
            RuleFigure(1500, 1499.6, 1500.2),
            "1,500.0; 1,499.6 to 1,500.2 if paths that an exception or the recording's end cut off "
            "are included (completed-only = true leaves them out), at most 31",
        ),
        (RuleFigure.exact(31.0001), "31.0001, at most 31"),
        (RuleFigure.exact(1234567.25), "1,234,567.2, at most 31"),
        (RuleFigure.exact(1234567), "1,234,567, at most 31"),
        # Four digits would round this to 4.
        (RuleFigure.exact(3.99976), "3.9998, at most 31"),
    ],
)
def test_figures_have_enough_digits_to_differ(figure: RuleFigure, text: str) -> None:
    rule = Rule("iterations", "Work.run", "mine", None, 31)
    assert _of_rule(RuleResult(rule, figure))["text"] == f"iterations per entry of Work.run: {text}"


@pytest.mark.parametrize(
    ("times", "more", "text"),
    [
        (1, {}, "bytecodes of run in 1 entry: 70, at most 900"),
        (3, {}, "bytecodes of run in all 3 entries: 210 (70 per entry), at most 900"),
        (2000, {}, "bytecodes of run in all 2,000 entries: 140,000 (70 per entry), at most 900"),
        (0, {}, "bytecodes of run: 0, at most 900"),
        (
            3,
            {"walks": 3001},
            "bytecodes of run in all 3,002 entries: 330,180 (109.99 per entry), at most 900",
        ),
    ],
)
def test_bytecodes_are_said_to_be_those_of_all_entries(
    tmp_path: Path, times: int, more: dict[str, int], text: str
) -> None:
    """A bound for the sum must not be read as a bound for each entry."""
    run = Version().walked(LEFT, times=1 if more else times)
    run = run.walked(LEFT, RIGHT, times=more.get("walks", 0))
    profile = versions_profile(tmp_path, "p", run, Version(name="other").walked(LEFT))
    rules = [
        Rule("bytecodes", "run", "mine", None, 900),
        Rule("bytecodes-per-entry", "run", "e", 1),
    ]
    gates = summarise_check(profile.path, rules, ALL)["gates"]
    assert gates[0]["text"] == text
    each = text.partition("(")[2].partition(" per")[0] or "70" if times else "never ran"
    assert gates[1]["text"] == f"bytecodes per entry of run: {each}, at least 1"


def test_only_a_rule_on_one_method_shows_bytecodes_per_entry(tmp_path: Path) -> None:
    """Versions of a method are one; methods of one name with other parameters are several."""
    profile = versions_profile(
        tmp_path,
        "p",
        Version(digest="one").walked(LEFT, times=2),
        Version((*ARMS[:6], (7,), ()), digest="two").walked(LEFT, times=2),
        Version(descriptor="()V", name="other").walked(LEFT, times=3),
        Version(descriptor="(J)V", name="other").walked(LEFT, RIGHT, times=1),
    )
    rules = [
        Rule("bytecodes", where, "r", 1) for where in ("run", "other", "Work.other(J)V", "Work.*")
    ]
    assert [gate["text"] for gate in summarise_check(profile.path, rules, ALL)["gates"]] == [
        "bytecodes of run in all 4 entries: 300 (75 per entry), at least 1",
        "bytecodes of other (2 methods) in all 4 entries: 320, at least 1",
        "bytecodes of Work.other(J)V in 1 entry: 110, at least 1",
        "bytecodes of Work.* (3 methods) in all 8 entries: 620, at least 1",
    ]


def test_a_rule_on_completed_paths_shows_the_full_bounds() -> None:
    """A forbidden path may have run and been cut off by an exception of a callee."""
    rule = Rule("path", "Work.run", "never", None, 0, through=(2,), completed_only=True)
    gate = _of_rule(RuleResult(rule, RuleFigure(0, 0, 100)))
    assert gate["passed"]
    assert gate["text"] == (
        "path of Work.run through [2]: 0 (completed-only = true; 0 to 100 if paths that an "
        "exception or the recording's end cut off are included), at most 0"
    )
    exact = _of_rule(RuleResult(rule, RuleFigure.exact(0.0)))
    assert exact["text"] == "path of Work.run through [2]: 0, at most 0"


def test_the_gate_on_exact_counts_is_counted_apart_from_rules(tmp_path: Path) -> None:
    profile = versions_profile(tmp_path, "p", Version().walked(LEFT), completeness=KILLED)
    document = summarise_check(profile.path, RULES[:1], ALL)
    assert len(document["gates"]) == 2
    stream = io.StringIO()
    write(stream, 1000, *renderables(document))
    exact = f"counts of {profile.path} are exact, or accepted"
    told = f"1 rule and the gate of exact counts, 1 failed ('{exact}')"
    assert stream.getvalue().splitlines()[-1] == told
    assert next(iter(check_markdown(document))).replace("\\", "").endswith(f": {told}")


@pytest.mark.parametrize(
    ("value", "bounds", "text"),
    [
        (7.18e-7, (None, 0.3), "< 0.1 %, at most 30 %"),
        (7.18e-7, (None, 0.0), "< 0.1 %, at most 0 %"),
        # If the bound is as small as the figure, the figure is shown in full, without an exponent.
        (7.18e-7, (None, 7e-7), "0.0000718 %, at most 0.00007 %"),
        (7.18e-7, (7.180001e-7, None), "0.0000718 %, at least 0.00007180001 %"),
        (0.0004999, (None, 0.001), "< 0.1 %, at most 0.1 %"),
        (0.0, (0.1, None), "0 %, at least 10 %"),
        (0.9999996, (None, 0.5), "99.99996 %, at most 50 %"),
        (1.0, (None, 0.5), "100 %, at most 50 %"),
    ],
)
def test_a_small_share_reads_differently_from_its_bound(
    value: float, bounds: tuple[float | None, float | None], text: str
) -> None:
    result = RuleResult(Rule("share", "Work.run", "mine", *bounds), RuleFigure.exact(value))
    assert _of_rule(result)["text"] == f"share of Work.run: {text}"


def test_a_wrong_rule_does_not_hide_the_others(tmp_path: Path) -> None:
    profile = versions_profile(tmp_path, "p", Version().walked(LEFT))
    wrong = Rule("outcome", "Work.run", "<mine>", 0.5, condition="x2 == 9")
    rules = [Rule("share", "Work.run", "all of it", 0.5, 1), wrong, Rule("entries", "run", "n", 5)]
    document = summarise_check(profile.path, rules, ALL)
    assert (document["failed"], document["wrong"]) == (1, 1)
    gates = document["gates"]
    assert [gate["passed"] for gate in gates] == [True, False, False]
    assert [gate["error"] is not None for gate in gates] == [False, True, False]
    assert gates[1]["error"] == f"rule '<mine>': {gates[1]['text']}"
    stream = io.StringIO()
    write(stream, 200, *renderables(document))
    lines = stream.getvalue().splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["FAILED", "error", "passed"]
    assert lines[2].startswith("error   <mine>: ")
    assert lines[-1] == "3 rules, 1 failed ('n'), 1 can't be judged ('<mine>')"
    rows = (line for line in check_markdown(document) if line.startswith("|"))
    (row,) = (line for line in rows if "mine" in line)
    assert row.startswith("| **error** | ")
    stream = io.StringIO()
    write_junit(stream, "kpath-jvm check", gates)
    root = ElementTree.fromstring(stream.getvalue())
    assert [root.attrib[name] for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    (error,) = root.findall("testcase/error")
    assert error.attrib["message"] == gates[1]["error"]


def test_a_profile_without_methods_cannot_be_judged(tmp_path: Path) -> None:
    profile = versions_profile(tmp_path, "p")
    rule = Rule("entries", "Work.run", "few", None, 5, may_be_missing=True)
    with pytest.raises(KpathError, match=r"p\.kpath has no methods, so no rule can be judged"):
        summarise_check(profile.path, [rule], ALL)


def test_a_pattern_says_how_many_methods_it_took(tmp_path: Path) -> None:
    """Versions of a method are one."""
    profile = versions_profile(
        tmp_path, "p", Version(digest="one").walked(LEFT),
        Version((*ARMS[:6], (7,), ()), digest="two").walked(LEFT), Version(name="other"),
    )  # fmt: skip
    rules: list[Rule] = [
        Rule(figure, where, f"{figure} {where}", 0, 9e9)
        for figure in ("share", "entries") for where in ("Work.*", "run", "Work.other")
    ]  # fmt: skip
    gates = summarise_check(profile.path, rules, ALL)["gates"]
    texts = [gate["text"].partition(":")[0] for gate in gates]
    assert texts == [
        f"{figure} of {where}" for figure in ("share", "entries")
        for where in ("Work.* (2 methods)", "run", "Work.other")
    ]  # fmt: skip


def test_a_figure_per_entry_of_other_methods_names_them(tmp_path: Path) -> None:
    profile = versions_profile(
        tmp_path, "p", Version().walked(LEFT, times=3), Version(name="other").walked(LEFT, times=2),
        Version(name="once").walked(), Version(name="no"),
    )  # fmt: skip
    rules = [
        Rule("bytecodes", "run", "one", None, 99, per="other"),
        Rule("entries", "Work.*", "two", None, 99, per="Work.*"),
        Rule("loop-bytecodes", "run", "three", None, 999, per="once"),
        Rule("bytecodes", "no", "four", 1, per="no"),
        Rule("bytecodes", "gone", "five", None, 1, per="other", may_be_missing=True),
    ]
    run = "the loop that ends at the condition"
    gates = summarise_check(profile.path, rules, ALL)["gates"]
    assert [gate["text"] for gate in gates] == [
        "bytecodes of run per entry of other (2 entries): 105, at most 99",
        "entries of Work.* (4 methods) per entry of Work.* (4 methods, 6 entries): 1, at most 99",
        f'own bytecodes of run (Work.run:2: {run} "x1 == 0") per entry of once (1 entry): 150, at '
        "most 999",
        "bytecodes of no per entry of no: never ran, at least 1",
        "bytecodes of gone per entry of other: 0 (not in the profile), at most 1",
    ]
    assert [gate["value"] for gate in gates] == [105, 1, 150, None, 0]
    assert [gate["passed"] for gate in gates] == [False, True, True, True, True]


def test_a_missing_method_is_mentioned(tmp_path: Path) -> None:
    profile = versions_profile(tmp_path, "p", Version().walked(LEFT))
    rules = [
        Rule("entries", where, "few", None, 5, may_be_missing=True) for where in ("run", "gone")
    ]
    document = summarise_check(profile.path, rules, ALL)
    assert [gate["text"] for gate in document["gates"]] == [
        "entries of run: 1, at most 5", "entries of gone: 0 (not in the profile), at most 5",
    ]  # fmt: skip


def test_text_and_markdown_name_what_failed(tmp_path: Path) -> None:
    document = documents(tmp_path)
    stream = io.StringIO()
    write(stream, 100, *renderables(document))
    lines = stream.getvalue().splitlines()
    assert " ".join(lines[:2]).startswith(f"Rules on {tmp_path}")
    worth = "; counts: exact; not asked for: the JDK; excluded: demo.generated.*"
    assert f"{worth} FAILED" in " ".join(stream.getvalue().split())
    assert [line.split()[0] for line in lines if line[:6] in ("passed", "FAILED")] == [
        "FAILED", "FAILED", "passed", "passed",
    ]  # fmt: skip
    # The last line names what failed, as people may read only the end of a build's log.
    told = "4 rules, 2 failed ('short <loop> & \\u001b', 'never | there')"
    assert lines[-1] == told
    assert "\x1b" not in stream.getvalue()
    markdown = list(check_markdown(document))
    assert markdown[0].replace("\\", "").endswith(told.replace("\\", ""))
    assert markdown[2].replace("\\", "").endswith(worth)
    assert "| result | rule | figure |" in markdown
    assert "<loop>" not in markdown[0].replace("\\<", "")
    assert len([line for line in markdown if line.startswith("| ")]) == 6
    # A bar in a rule's name doesn't end the table's cell.
    assert any("never \\| there" in line for line in markdown)


def test_junit_has_a_case_for_each_gate(tmp_path: Path) -> None:
    stream = io.StringIO()
    gates = documents(tmp_path)["gates"]
    assert isinstance(gates, list)
    write_junit(stream, "kpath-jvm check", gates)
    root = ElementTree.fromstring(stream.getvalue())
    assert (root.tag, root.attrib["tests"], root.attrib["failures"]) == ("testsuite", "4", "2")
    cases = root.findall("testcase")
    assert [case.attrib["name"] for case in cases][1] == "short <loop> & \\u001b"
    assert [case.find("failure") is not None for case in cases] == [False, True, True, False]
    printed = [case.findtext("system-out") for case in cases]
    assert printed == [gate["text"] if gate["passed"] else None for gate in gates]
