"""Tests that versions of a method are alike if only the names of variables differ."""

from pathlib import Path

import pytest

from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import match_methods


def sides(directory: Path, before: tuple[str, str], after: tuple[str, str]) -> list[Side]:
    """Returns two sides, each with one version of a method.

    A version's two branches are in blocks 1 and 2. ``before`` and ``after`` are the first operands
    of these branches in the two versions.
    """
    return [
        Side(
            [
                versions_profile(
                    directory, name,
                    Version(operands={1: one, 2: other}, digest=name).walked(LEFT, RIGHT),
                )
            ]
        )
        for name, (one, other) in (("a", before), ("b", after))
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        (("i", "c"), ("i", "letter"), "alike"),
        (("keys[slot]", "slot"), ("keys[place]", "place"), "alike"),
        (("line.charAt(i)", "line"), ("text.charAt(i)", "text"), "alike"),
        # A name must be replaced by the same name everywhere.
        (("i", "i"), ("j", "i"), "changed"),
        (("i", "j"), ("k", "k"), "changed"),
        # "to" is another variable of the same method, not a new name for "from".
        (("from", "to"), ("to", "from"), "changed"),
        (("from", "to"), ("to", "end"), "changed"),
        # Names of methods, of fields after a dot, of classes and of constants aren't variables.
        # Strings and numbers aren't either.
        (("i", "size()"), ("i", "length()"), "changed"),
        (("i", "a.size"), ("i", "a.length"), "changed"),
        (("i", "MOST"), ("i", "LEAST"), "changed"),
        (("i", 'a.is("x")'), ("i", 'a.is("y")'), "changed"),
        (("i", "7"), ("i", "8"), "changed"),
        (("i", "a + b"), ("i", "a - b"), "changed"),
        (("i", "local 3"), ("i", "local 4"), "changed"),
        (("i", "…"), ("i", "x"), "changed"),
    ],
)
def test_code_is_alike_if_only_variables_are_renamed(
    tmp_path: Path, before: tuple[str, str], after: tuple[str, str], code: str
) -> None:
    (pair,) = match_methods(*sides(tmp_path, before, after))
    assert pair.code == code


def test_renamed_variables_fail_no_gate(tmp_path: Path) -> None:
    found = difference(*sides(tmp_path, ("i", "quantity"), ("i", "amount")))
    assert found.is_empty
    for text in ("any", "any > 1%"):
        (outcome,) = judge(found, [parsed(text)])
        assert not outcome.is_failed
