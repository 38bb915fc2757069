"""Tests the questions found for a Kotlin function's branches, and what may be inlined code."""

import pytest

from builders.sources.branches import branch
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.kotlin.reading import may_be_inlined, questions
from kpath_jvm.source.kotlin.syntax import parsed

CODE = "fun f() {\nif (a > 0) b()\nif (DEBUG) c()\nd?.e()\n}\n"


def test_lines_are_matched_one_by_one() -> None:
    own = [branch(0, "a > 0"), branch(3, "other > 0", line=3), branch(5, "d != null", "A", line=4)]
    found = questions(parsed(CODE), "f", own)
    assert {block: one.text for block, one in found.items()} == {0: "a > 0", 5: "d != null"}


def test_inlined_branches_of_other_files_are_left_out() -> None:
    own = branch(0, "a > 0")
    elsewhere = Branch(branch(7, "x > 0").decision, -1, (-1, -1), (None, None), is_elsewhere=True)
    assert set(questions(parsed(CODE), "f", [own, elsewhere])) == {0}
    assert questions(parsed(CODE), "g", [own]) == {}


INLINED = """inline fun each(xs: List<T>, f: (T) -> Int): Int {
for (x in xs) {
if (f(x) > 0) return 1
}
return 0
}
fun broken() { if (; }
"""


@pytest.mark.parametrize(
    ("line", "asked", "fits"),
    [
        (2, [branch(0, "xs.iterator().hasNext()", line=2)], True),
        (2, [branch(0, "f > 0", line=3)], True),
        # Another function may be inlined into this one, and may have the branch that doesn't fit.
        (2, [branch(0, "a == b", line=3), branch(1, "xs.iterator().hasNext()", line=2)], True),
        (2, [branch(0, "a == b", line=3)], False),
        (2, [branch(0, "xs.iterator().hasNext()", line=5)], False),
        # The branch belongs to another function, so it shows nothing about this one.
        (2, [branch(0, "a == b", line=70)], True),
        (2, [], True),
        # Line 7 can't be read, and line 70 may be part of code that can't be read.
        (7, [branch(0, "a == b", line=7)], True),
        (70, [branch(0, "a == b", line=70)], True),
    ],
)
def test_at_least_one_branch_of_inlined_code_must_fit(
    line: int, asked: list[Branch], fits: bool
) -> None:
    assert may_be_inlined(parsed(INLINED), line, asked) == fits


def test_lines_without_a_function_are_not_inlined() -> None:
    whole = INLINED.partition("fun broken")[0]
    assert not may_be_inlined(parsed(whole), 70, [branch(0, "a == b", line=70)])
