"""Tests the reading of rules from a file."""

from dataclasses import replace
from pathlib import Path

import pytest

from kpath_jvm.analysis.gates.path_steps import Decided
from kpath_jvm.analysis.gates.rules import Rule
from kpath_jvm.errors import KpathError
from kpath_jvm.reports.rules_file import read_rules


def rules(directory: Path, text: str) -> list[Rule]:
    path = directory / "rules.toml"
    path.write_text(text)
    return read_rules(path)


def test_rules_are_read(tmp_path: Path) -> None:
    found = rules(
        tmp_path,
        """
        [[rule]]
        name = "short"
        iterations = "A.java:3"
        at-most = 20

        [[rule]]
        share = "A.m"
        at-least = 0.1
        at-most = "12.5 %"
        may-be-missing = true

        [[rule]]
        outcome = "A.m:4"
        answer = "default"
        ordinal = 2
        at-least = "0.5"

        [[rule]]
        path = "A.m"
        through = [3, 5]

        [[rule]]
        path = "A.m"
        through = [
            3,
            { condition = "i < n" },
            { line = 5, condition = "a == b", answer = "no", ordinal = 2 },
        ]

        [[rule]]
        iterations = "A.java:3"
        in = "A.m"
        condition = "i < n"
        ordinal = 2
        at-most = 7

        [[rule]]
        outcome = "A.m"
        ordinal = 3
        at-most = 0.5

        [[rule]]
        loop-bytecodes = "A.java:3"
        in = "A.m"
        condition = "i < n"
        ordinal = 2
        completed-only = true
        at-least = 1
        at-most = 9_000

        [[rule]]
        loop-bytecodes = "A.m"
        per = "B.n"
        at-most = 7

        [[rule]]
        bytecodes = "a.*.*"
        per = "B.n"
        at-most = 7.5

        [[rule]]
        entries = "A.m"
        per = "B.*"
        at-least = 0.5
        """,
    )
    assert [one.is_named for one in found] == [True, *[False] * 10]
    assert [replace(one, is_named=True) for one in found] == [
        Rule("iterations", "A.java:3", "short", None, 20),
        Rule("share", "A.m", "share of A.m", 0.1, 0.125, may_be_missing=True),
        Rule("outcome", "A.m:4", "outcome of A.m:4", 0.5, None, "default", 2),
        # A rule on a path that has no bounds forbids the path.
        Rule("path", "A.m", "path of A.m", None, 0, through=(3, 5)),
        Rule("path", "A.m", "path of A.m (rule 5)", None, 0,
             through=(3, Decided("i < n"), Decided("a == b", "no", 5, 2))),
        Rule("iterations", "A.java:3", "iterations per entry of A.java:3, in A.m, i < n", None, 7,
             ordinal=2, within="A.m", condition="i < n"),
        Rule("outcome", "A.m", "outcome of A.m #3", None, 0.5, ordinal=3),
        Rule("loop-bytecodes", "A.java:3", "own bytecodes of A.java:3, in A.m, i < n", 1, 9000,
             ordinal=2, within="A.m", condition="i < n", completed_only=True),
        Rule("loop-bytecodes", "A.m", "own bytecodes of A.m per entry of B.n", None, 7, per="B.n"),
        Rule("bytecodes", "a.*.*", "bytecodes of a.*.* per entry of B.n", None, 7.5, per="B.n"),
        Rule("entries", "A.m", "entries of A.m per entry of B.*", 0.5, per="B.*"),
    ]  # fmt: skip


SHARE = "[[rule]]\nshare='m'\n"
ENTRIES = "[[rule]]\nentries='m'\n"
OUTCOME = "[[rule]]\noutcome='m:1'\nat-most=0.5\n"
PATH = "[[rule]]\npath='m'\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rule is missing; write a table [[rule]] for each rule"),
        ("rule = []", "rule is missing; write a table [[rule]] for each rule"),
        ("rule = [1]", "rule is not a list of tables; write each as [[rule]]"),
        ("[rule]\nshare='m'", "rule is a table, not a list of tables; write [[rule]]"),
        ("rules = 1\n" + SHARE + "at-most=0.5", "rules is unknown; did you mean rule?"),
        ("[[rules]]\nshare='m'", "rules is unknown"),
        ("[[rule]]\nat-most = 0.1", "rule 1: it is on nothing; give one of share, bytecodes,"),
        (SHARE + "entries='m'", "rule 1: it is on share and entries; give one of"),
        (SHARE, "rule 1: it has no bound; give at-least or at-most"),
        # Most of these keys are unknown or misspelt, or belong to rules about other figures.
        (SHARE + "atmost=0.1", "rule 1: atmost is unknown; did you mean at-most"),
        (SHARE + "at-most=0.1\nat_least=0.1", "rule 1: at_least is unknown"),
        (SHARE + "at-most=0.5\nanswer='no'", "rule 1: answer is unknown"),
        (SHARE + "at-most=0.5\nthrough=[1]", "rule 1: through is unknown"),
        (ENTRIES + "at-most=5\nordinal=1", "rule 1: ordinal is unknown"),
        ("[[rule]]\nloop-bytecodes='m'\nat-most=5\nanswer='no'", "rule 1: answer is unknown"),
        ("[[rule]]\nloop-bytecodes='m'\nat-least=0", "which every value satisfies"),
        (ENTRIES + "at-most=5\nin='m'", "rule 1: in is unknown"),
        (SHARE + "at-most=0.5\nper='m'", "rule 1: per is unknown"),
        (OUTCOME + "per='m'", "rule 1: per is unknown"),
        (ENTRIES + "at-most=5\nper=''", "rule 1: per is empty"),
        (ENTRIES + "at-most=5\nper=3", "rule 1: per is 3, not a string"),
        (PATH + "through=[1]\ncondition='i < n'", "rule 1: condition is unknown"),
        (OUTCOME + "in=''", "rule 1: in is empty"),
        (OUTCOME + "condition=7", "rule 1: condition is 7, not a string"),
        (
            "[[rule]]\niterations='A.m'\nat-most=5\nin='A.m'",
            "rule 1: in is 'A.m', but the rule is already on the method A.m; leave one of the two",
        ),
        (OUTCOME + "through=[1]", "rule 1: through is unknown"),
        (PATH + "through=[1]\nanswer='no'", "rule 1: answer is unknown"),
        ("[[rule]]\nshar='m'\nat-most=0.1", "rule 1: shar is unknown; did you mean share"),
        # These are bounds on shares.
        (SHARE + "at-most='x'", "rule 1: at-most: 'x' is not a share; write 10% or 0.1"),
        (SHARE + "at-most=15", "rule 1: at-most: 15 would be 1,500 %; write 15% or 0.15"),
        (SHARE + "at-most='15'", "rule 1: at-most: '15' would be 1,500 %; write 15% or 0.15"),
        (
            SHARE + "at-most=1",
            "rule 1: at-most: 1 can mean 1 % or all; write 1% (or 0.01), or 100%",
        ),
        (SHARE + "at-most='200%'", "rule 1: at-most: '200%' is more than the whole"),
        (SHARE + "at-least=nan", "rule 1: at-least: nan is not a share"),
        (SHARE + "at-most=inf", "rule 1: at-most: inf is not a share"),
        (SHARE + "at-most=-0.1", "rule 1: at-most: -0.1 is not a share"),
        (SHARE + "at-most=true", "rule 1: at-most: true is not a share"),
        (SHARE + "at-most=[0.1]", "rule 1: at-most: [0.1] is not a share"),
        ("[[rule]]\noutcome='m:1'\nat-most=15", "rule 1: at-most: 15 would be 1,500 %"),
        # These are bounds on other figures.
        (ENTRIES + "at-most='5%'", "rule 1: at-most is '5%', not a number of 0 or more"),
        (ENTRIES + "at-most=true", "rule 1: at-most is true, not a number of 0 or more"),
        (ENTRIES + "at-most=-1", "rule 1: at-most is -1, not a number of 0 or more"),
        (ENTRIES + "at-most=nan", "rule 1: at-most is nan, not a number of 0 or more"),
        (ENTRIES + "at-least=inf", "rule 1: at-least is inf, not a number of 0 or more"),
        (ENTRIES + f"at-most={10**400}", "not a number of 0 or more"),
        # No value is within these bounds, or every value is.
        (
            ENTRIES + "at-least=5\nat-most=4",
            "rule 1: at-least is 5, above at-most, which is 4: no value is within",
        ),
        (SHARE + "at-least='20%'\nat-most=0.1", "at-least is '20%', above at-most, which is 0.1"),
        (PATH + "through=[1]\nat-least=5\nat-most=4", "at-least is 5, above at-most"),
        (SHARE + "at-most='100%'", "at-most is '100%', which every value satisfies"),
        (ENTRIES + "at-least=0", "at-least is 0, which every value satisfies"),
        (SHARE + "at-least=0\nat-most='100%'", "which every value satisfies"),
        (PATH + "through=[1]\nat-least=0", "at-least is 0, which every value satisfies"),
        # These are about a rule's other keys.
        (PATH, "rule 1: through is missing"),
        (PATH + "through=[]", "rule 1: through is empty"),
        (PATH + "through=[0]", "rule 1: through has 0, neither a whole number of 1 or more"),
        (PATH + "through=[1.5]", "rule 1: through has 1.5, neither a whole number"),
        (PATH + "through=['7']", "rule 1: through has '7', neither a whole number"),
        (PATH + "through=7", "rule 1: through is 7, not a list"),
        (PATH + "through=[{}]", "rule 1: through 1: condition is missing"),
        (PATH + "through=[1, {condition=''}]", "rule 1: through 2: condition is empty"),
        (PATH + "through=[{condition='c', line=0}]", "through 1: line is 0, not 1 or more"),
        (PATH + "through=[{condition='c', anwser='no'}]", "1: anwser is unknown; did you mean ans"),
        (PATH + "through=[true]", "rule 1: through has true, neither a whole number"),
        (OUTCOME + "ordinal=0", "rule 1: ordinal is 0, not 1 or more"),
        (OUTCOME + "ordinal='1'", "rule 1: ordinal is '1', not a whole number"),
        (OUTCOME + "ordinal=1.5", "rule 1: ordinal is 1.5, not a whole number"),
        (OUTCOME + "answer=7", "rule 1: answer is 7, not a string"),
        (OUTCOME + "answer=''", "rule 1: answer is empty"),
        (OUTCOME + "may-be-missing=1", "rule 1: may-be-missing is 1, not true or false"),
        (SHARE + "at-most=0.5\nname=''", "rule 1: name is empty"),
        (SHARE + "at-most=0.5\nname=5", "rule 1: name is 5, not a string"),
        ("[[rule]]\nshare=''\nat-most=0.5", "rule 1: share is empty"),
        ("[[rule]]\nshare=['m']\nat-most=0.5", "rule 1: share is ['m'], not a string"),
        ("[[rule", "cannot read the rules"),
    ],
)
def test_invalid_rules_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(KpathError) as failure:
        rules(tmp_path, text)
    assert message in str(failure.value)
    assert "rules.toml" in str(failure.value)
    assert "\n" not in str(failure.value)
    assert failure.value.exit_status == 2


def test_errors_name_the_rule(tmp_path: Path) -> None:
    good = "[[rule]]\nentries='m'\nat-most=5\n"
    with pytest.raises(KpathError, match=r"rules\.toml: rule 2 'hot': at-most: 15 would be"):
        rules(tmp_path, good + "[[rule]]\nname='hot'\nshare='m'\nat-most=15")


def test_equal_default_names_get_a_number_and_equal_given_names_are_refused(tmp_path: Path) -> None:
    same = "[[rule]]\nentries='m'\nat-most=5\n"
    found = rules(tmp_path, same + same.replace("5", "6"))
    assert [one.name for one in found] == ["entries of m", "entries of m (rule 2)"]
    named = same + "name='a'\n"
    with pytest.raises(KpathError, match="rule 2 has the name 'a' of rule 1; give each rule a"):
        rules(tmp_path, named + named)


def test_a_path_may_run_through_a_line_twice(tmp_path: Path) -> None:
    (found,) = rules(tmp_path, PATH + "through=[3, 5, 3]")
    assert found.through == (3, 5, 3)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"cannot read the rules .*: No such file"):
        read_rules(tmp_path / "none.toml")


def test_all_faulty_rules_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(KpathError) as failure:
        rules(tmp_path, SHARE + ENTRIES + "at-most=5\n" + PATH)
    assert [message.split(": ", 1)[1] for message in failure.value.messages] == [
        "rule 1: it has no bound; give at-least or at-most",
        "rule 3: through is missing; correct the file",
    ]
