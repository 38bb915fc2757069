"""Tests which lines of a source file the code of a method can have."""

import pytest

from kpath_jvm.source.fitting import JavaLines, may_be_lines
from kpath_jvm.source.syntax import parsed

JAVA = """package demo;
/** A class. */
@Marked
class It extends Base {
    @Getter
    int field;
    /** Made by hand. */
    It() {
        // Nothing.
    }
    int one(int n) {
        if (n > 0) {

            return 1;
        }
        return 0;
    }
    int other() {
        return new Base() {
            int one(int n) { return 5; }
        }.one(3);
    }
    int getField(int n) { return n; }
}
"""


@pytest.mark.parametrize(
    ("method", "lines", "may_be"),
    [
        ("one", {12, 14, 16}, True),
        ("one", {20}, True),
        # Line 13 is empty, line 9 has only a comment, and line 99 isn't there.
        ("one", {12, 13}, False),
        ("one", {9}, False),
        ("one", {99}, False),
        # Line 19 is in another method, but is also where a class begins: the line of a bridge.
        ("one", {21}, False),
        ("one", {19}, True),
        ("one", {12, 21}, False),
        ("other", {14}, False),
        # Compilers made this, or something else that the source doesn't name.
        ("values", {3, 4}, True),
        ("lambda$one$0", {12}, True),
        ("aroundBody0", {12}, True),
        ("getField", {6}, True),
        ("getField", {14}, False),
        ("one", {1}, True),
        # ecj gives a constructor the line of the comment before it.
        ("<init>", {7, 10}, True),
        ("<init>", {99}, False),
        # The class file has no lines.
        ("one", set(), True),
    ],
)
def test_lines_of_another_version_are_recognised(
    method: str, lines: set[int], may_be: bool
) -> None:
    assert JavaLines(parsed(JAVA), JAVA).may_be_of(method, lines) == may_be


def test_of_code_that_cannot_be_parsed_only_empty_lines_are_known() -> None:
    broken = JAVA.replace("int other()", "int other(] %")
    lines = JavaLines(parsed(broken), broken)
    assert lines.may_be_of("one", {21})
    assert lines.may_be_of("one", {9})
    assert not lines.may_be_of("one", {13})


@pytest.mark.parametrize(
    ("lines", "may_be"), [({3}, True), ({2, 3}, False), ({1}, True), ({900}, True)]
)
def test_kotlin_code_is_on_no_empty_line(lines: set[int], may_be: bool) -> None:
    assert may_be_lines("\n\nfun f() = 1\n", lines) == may_be


@pytest.mark.parametrize(
    ("method", "lines", "may_have"),
    [
        ("one", {12, 14}, True),
        ("lambda$one$0", {12}, True),
        ("<init>", {6}, True),
        # javac puts this on the class's line, and Lombok puts these on an annotation's.
        ("$deserializeLambda$", {4}, False),
        ("equals", {3}, False),
    ],
)
def test_code_that_no_method_of_the_source_has_was_made_up(
    method: str, lines: set[int], *, may_have: bool
) -> None:
    assert JavaLines(parsed(JAVA), JAVA).may_have(method, lines) == may_have
