"""Tests how the bodies of methods are found in the syntax tree of a file."""

import pytest

from kpath_jvm.source.nodes import text_of, unwrapped
from kpath_jvm.source.syntax import bodies_of, parsed

JAVA = """class A {
    static { first(); }
    A() { one(); }
    void run(int i) {
        Runnable r = () -> inner(i);
        more();
    }
    void run() { last(); }
    record P(int x) {
        P { check(x); }
        int run() { return x > 0 ? switch (x) { case 1 -> 2; default -> 3; } : 1; }
    }
    void twice() { a(); } void twice(int i) { b(); }
    void broken() { if (; }
}
enum E {
    X(a());
    static final int S = b();
    int field = c();
    { d(); }
    E(int i) {
        e();
    }
    E() { f(); }
}
interface I { int N = g(); }
"""


@pytest.mark.parametrize(
    ("method", "lines", "part"),
    [
        ("run", {5, 6}, "more();"),
        ("run", {8}, "last();"),
        ("run", {11}, "switch (x)"),
        ("<init>", {3}, "one();"),
        ("<init>", {10}, "check(x);"),
        ("<clinit>", {2}, "first();"),
        ("lambda$run$0", {5}, "inner(i)"),
        ("<init>", {19, 20, 22}, "int field = c(); { d(); } { e(); } { f(); }"),
        ("<clinit>", {17, 18}, "X(a()) static final int S = b();"),
        ("<clinit>", {26}, "int N = g();"),
    ],
)
def test_a_body_is_found_by_name_and_lines(method: str, lines: set[int], part: str) -> None:
    assert part in " ".join(text_of(one) for one in bodies_of(parsed(JAVA), method, lines))


@pytest.mark.parametrize(
    ("method", "lines"),
    [
        ("run", {1}),
        ("run", {6, 8}),
        ("other", {5}),
        ("run", set()),
        # Two methods named ``twice`` are on line 13. The text of ``broken`` isn't Java.
        ("twice", {13}),
        ("broken", {14}),
    ],
)
def test_uncertain_code_is_not_found(method: str, lines: set[int]) -> None:
    assert bodies_of(parsed(JAVA), method, lines) == []


def test_parentheses_are_removed() -> None:
    (body,) = bodies_of(parsed("class A { void f() {\nx((( /* why */ a)));\n} }"), "f", {2})
    call = body.named_children[0].named_children[0]
    argument = call.child_by_field_name("arguments")
    assert argument is not None
    assert text_of(unwrapped(argument.named_children[0])) == "a"
