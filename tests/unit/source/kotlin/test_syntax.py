"""Tests how the code of compiled methods is found in the syntax tree of a Kotlin file."""

import pytest

from kpath_jvm.source.kotlin.syntax import parsed, scope_of
from kpath_jvm.source.nodes import text_of

KOTLIN = """package demo
fun run(i: Int) {
    val r = { inner(i) }
    more()
}
fun run() = last()
class A(val n: Int) {
    val first = one()
    init {
        two()
    }
    val isOpen: Boolean
        get() = three()
    var size = 1
        set(value) { four() }
    companion object {
        val shared = five()
    }
}
fun twice() { a() }; fun twice(i: Int) { b() }
fun broken() { if (; }
"""


@pytest.mark.parametrize(
    ("method", "lines", "part"),
    [
        ("run", {3, 4}, "more()"),
        ("run", {6}, "last()"),
        ("run$lambda$0", {3}, "inner(i)"),
        ("invoke", {3}, "inner(i)"),
        ("run-abc12", {4}, "more()"),
        ("<init>", {8, 10}, "two()"),
        ("isOpen", {13}, "three()"),
        ("setSize", {15}, "four()"),
        ("<clinit>", {17}, "five()"),
    ],
)
def test_code_by_name_and_lines(method: str, lines: set[int], part: str) -> None:
    assert part in " ".join(text_of(one) for one in scope_of(parsed(KOTLIN), method, lines))


@pytest.mark.parametrize(
    ("method", "lines"),
    [
        ("run", {1}), ("other", {4}), ("run", set()), ("run$default", {2, 9}),
        # Two functions with this name are on one line; the text of ``broken`` isn't Kotlin.
        ("twice", {20}), ("broken", {21}),
    ],
)  # fmt: skip
def test_none_if_it_is_not_certain(method: str, lines: set[int]) -> None:
    assert scope_of(parsed(KOTLIN), method, lines) == []
