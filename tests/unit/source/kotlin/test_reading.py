"""Tests which questions are found in Kotlin's source for the branches of a method."""

from builders.sources.branches import branch
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.kotlin.reading import questions
from kpath_jvm.source.kotlin.syntax import parsed

CODE = "fun f() {\nif (a > 0) b()\nif (DEBUG) c()\nd?.e()\n}\n"


def test_lines_are_proven_one_by_one() -> None:
    own = [branch(0, "a > 0"), branch(3, "other > 0", line=3), branch(5, "d != null", "A", line=4)]
    found = questions(parsed(CODE), "f", own)
    assert {block: one.text for block, one in found.items()} == {0: "a > 0", 5: "d != null"}


def test_what_was_inlined_from_elsewhere_is_left_out() -> None:
    own = branch(0, "a > 0")
    elsewhere = Branch(branch(7, "x > 0").decision, -1, (-1, -1), (None, None), is_elsewhere=True)
    assert set(questions(parsed(CODE), "f", [own, elsewhere])) == {0}
    assert questions(parsed(CODE), "g", [own]) == {}
