"""Tests how the code of compiled methods is found in the syntax tree of a Kotlin file."""

import pytest

from kpath_jvm.source.kotlin.syntax import function_at, has_call, parsed, scope_of
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
def test_code_is_found_by_name_and_lines(method: str, lines: set[int], part: str) -> None:
    assert part in " ".join(text_of(one) for one in scope_of(parsed(KOTLIN), method, lines))


@pytest.mark.parametrize(
    ("method", "lines"),
    [
        ("run", {1}), ("other", {4}), ("run", set()), ("run$default", {2, 9}),
        # Two functions named ``twice`` are on one line; the text of ``broken`` isn't valid Kotlin.
        ("twice", {20}), ("broken", {21}),
    ],
)  # fmt: skip
def test_uncertain_code_is_not_found(method: str, lines: set[int]) -> None:
    assert scope_of(parsed(KOTLIN), method, lines) == []


@pytest.mark.parametrize(
    ("line", "part"), [(3, "fun run(i: Int)"), (13, "get()"), (15, "set(value)"), (8, None)]
)
def test_the_function_around_a_line_is_found(line: int, part: str | None) -> None:
    found = function_at(parsed(KOTLIN), line)
    assert (found is None) == (part is None)
    assert part is None or (found is not None and text_of(found).startswith(part))


CALLS = """fun f() {
    one(1)
    two(2) { it > 3 }
    xs.filter { it > 0 }
        .sumOf {
            more(it)
        }
    while (i < n) i++
}
"""


@pytest.mark.parametrize(
    ("line", "is_call"),
    [(2, False), (3, True), (4, True), (5, True), (6, False), (7, False), (8, False), (9, False)],
)
def test_lines_with_calls_that_get_a_lambda_are_found(line: int, is_call: bool) -> None:
    assert has_call(parsed(CALLS), line) == is_call
