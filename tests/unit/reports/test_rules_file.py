"""Files of rules."""

from pathlib import Path

import pytest

from kpath_jvm.analysis.gates.rules import Rule
from kpath_jvm.errors import KpathError
from kpath_jvm.reports.rules_file import read_rules


def rules(directory: Path, text: str) -> list[Rule]:
    path = directory / "rules.toml"
    path.write_text(text)
    return read_rules(path)


def test_rules(tmp_path: Path) -> None:
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
        """,
    )
    assert found == [
        Rule("iterations", "A.java:3", "short", None, 20),
        Rule("share", "A.m", "share of A.m", 0.1, 0.125, may_be_missing=True),
        Rule("outcome", "A.m:4", "outcome of A.m:4", 0.5, None, "default", 2),
        # A path that mustn't run.
        Rule("path", "A.m", "path of A.m", None, 0, through=(3, 5)),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rule is missing; write a table [[rule]] for each rule"),
        ("rules = 1\n[[rule]]\nshare='m'\nat-most=1", "rules is unknown"),
        ("[[rule]]\nat-most = 1", "rule 1 is on nothing; give one of share, bytecodes,"),
        ("[[rule]]\nshare='m'\nentries='m'", "rule 1 is on share and entries; give one of"),
        ("[[rule]]\nshare='m'", "rule 1 has no bound; give at-least or at-most"),
        ("[[rule]]\nshare='m'\nat-most='x'", "at-most is 'x', not a share, as 0.1 or \"10%\""),
        ("[[rule]]\nentries='m'\nat-most='5%'", "at-most is '5%', not a number of 0 or more"),
        ("[[rule]]\nentries='m'\nat-most=true", "at-most is True, not a number of 0 or more"),
        ("[[rule]]\nentries='m'\nat-most=-1", "at-most is -1, not a number of 0 or more"),
        ("[[rule]]\nshare='m'\nat-mots=1", "has no bound"),
        ("[[rule]]\nshare='m'\nat-most=1\nanswer='no'", "rule.answer is unknown"),
        ("[[rule]]\npath='m'", "rule.through is missing"),
        ("[[rule]]\nshare=''\nat-most=1", "rule.share is empty"),
        ("[[rule", "cannot read the rules"),
    ],
)
def test_what_is_none(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(KpathError) as failure:
        rules(tmp_path, text)
    assert message in str(failure.value)
    assert failure.value.exit_status == 2


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"cannot read the rules .*: No such file"):
        read_rules(tmp_path / "none.toml")
