"""Tests which source text is found for a compiled method."""

import pytest

from kpath_jvm.source.nodes import text_of
from kpath_jvm.source.scala.syntax import has_call, parsed, scopes_of

SCALA = """class A(x: Int) {
  val early = first()
  lazy val late = second()
  def run(i: Int): Int = {
    xs.map(x => inner(x))
    def go(j: Int) = local(j)
    for (y <- xs if y > 1; z <- more(y))
      body(z)
    lazily(later(1))
  }
  def +(o: A) = plus(o)
  def twice() = a(); def twice(i: Int) = b()
  val lifted = try attempt() catch { case e: T => 1 }
  def run(): Int = xs.filter { _ > 3 }.map(_ + 4)
}
object B {
  second()
}
"""


@pytest.mark.parametrize(
    ("method", "lines", "parts"),
    [
        ("run", {5, 7}, ["xs.map(x => inner(x))"]),
        ("run", {14}, ["xs.filter"]),
        ("go$1", {6}, ["local(j)"]),
        ("$plus", {11}, ["plus(o)"]),
        ("<init>", {2}, ["val early = first()"]),
        ("$init$", {2}, ["val early = first()"]),
        ("<clinit>", {17}, ["second()"]),
        ("liftedTree1$1", {13}, ["try attempt()"]),
        ("$anonfun$run$1", {5}, ["inner(x)"]),
        ("run$$anonfun$2", {7}, ["body(z)", "y > 1", "more(y)"]),
        ("run$$anonfun$3", {8}, ["body(z)"]),
        # In the grammar's tree, an indented block ends only after the next line has begun.
        ("$anonfun$run$4", {9}, ["body(z)", "later(1)"]),
        ("$anonfun$run$5", {14}, ["{ _ > 3 }", "_ > 3", "_ + 4"]),
    ],
)
def test_scopes_are_found_by_name_and_lines(method: str, lines: set[int], parts: list[str]) -> None:
    found = [" ".join(map(text_of, one)) for one in scopes_of(parsed(SCALA), method, lines)]
    assert len(found) == len(parts), found
    assert all(any(part in one for one in found) for part in parts), found


@pytest.mark.parametrize(
    ("method", "lines"),
    [
        ("run", {1}), ("run", {5, 14}), ("other", {5}), ("run", set()), ("twice", {12}),
        ("run$default$1", {5}), ("late$lzycompute", {3}),
    ],
)  # fmt: skip
def test_uncertain_code_is_not_found(method: str, lines: set[int]) -> None:
    assert scopes_of(parsed(SCALA), method, lines) == []


def test_code_that_the_grammar_cannot_read_is_left_out() -> None:
    assert scopes_of(parsed("class A {\n def f() = { if ( }\n}\n"), "f", {2}) == []


CALLS = """def f(n: Int) = {
  val a = one(
    2)
  while (i < n) i += 1
  xs map g
  other
}
"""


@pytest.mark.parametrize(
    ("line", "is_call"), [(2, True), (3, False), (4, False), (5, True), (6, False)]
)
def test_lines_with_calls_are_found(line: int, is_call: bool) -> None:
    assert has_call(parsed(CALLS), line) == is_call
