"""Tests conditions on whether a value is within a range, or in a collection."""

import pytest

from builders.sources.branches import branch
from builders.sources.kotlin_code import pattern
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.kotlin.asking import asked
from kpath_jvm.source.patterns.alignment import ways

BOUNDS = (branch(0, "1 <= a", ways=(1, 4)), branch(1, "a < n", ways=(4, 4)))


@pytest.mark.parametrize(
    ("code", "branches", "told"),
    [
        ("if (a in b) c()", [branch(0, "b.contains(a)", "Z")], ["a in b"]),
        ("if (a !in b) c()", [branch(0, "b.contains(a)", "Z")], ["not a !in b"]),
        ("val c = a in b", [], []),
        ("val c = a !in b", [branch(0, "b.contains(a)", "Z")], ["not a !in b"]),
        ("val c = a in 1..<n", [*BOUNDS], ["1 <= a", "a < n"]),
        ("if (a in 1..<n) c()", [*BOUNDS, branch(4, "… != 0")], ["1 <= a", "a < n", ""]),
        # The two branches test the ends of the range, but lead to different blocks.
        ("if (a in 1..<n) c()",
         [branch(0, "1 <= a", ways=(1, None)), BOUNDS[1], branch(4, "… != 0")], None),
        ("if (a in 1..<n) c()", [*BOUNDS], None),
    ],
)  # fmt: skip
def test_membership_tests_are_matched_with_branches(
    code: str, branches: list[Branch], told: list[str] | None
) -> None:
    found = ways(branches, pattern(code), asked)
    if found:
        texts = [found[0][one.decision.block] for one in branches]
        assert [f"{'not ' * one.is_negated}{one.text}" for one in texts] == told
    else:
        assert told is None
