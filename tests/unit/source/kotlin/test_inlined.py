"""Tests calls that the compiler replaces with the callee's code, leaving no trace of the call."""

from builders.sources.branches import branch
from builders.sources.kotlin_code import pattern
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.kotlin.asking import asked
from kpath_jvm.source.patterns.alignment import ways


def told(code: str, *branches: Branch) -> list[tuple[str, bool]] | None:
    """Returns each branch's question and whether it's negated; None if the branches don't fit."""
    found = ways(branches, pattern(code), asked)
    if not found:
        return None
    own = [found[0][one.decision.block] for one in branches]
    return [(one.text, one.is_negated) for one in own]


def test_calls_may_test_for_emptiness() -> None:
    text = "l.isNotEmpty()"
    stored = (branch(0, "l.isEmpty()", "Z", ways=(3, 3)), branch(3, "… != 0"))
    assert told(f"if ({text}) b()", *stored) == [(text, True), ("", False)]
    assert told("if (l.isEmpty()) b()", branch(0, "l.isEmpty()", "Z")) == [("l.isEmpty()", False)]
    # For an array, a second branch negates what the first one has stored.
    twice = (
        branch(0, "l.length == 0", ways=(3, 3)), branch(3, "… == 0", ways=(5, 5)),
        branch(5, "… == 0"),
    )  # fmt: skip
    assert told(f"require({text})", *twice) == [(text, True), ("", False), ("", False)]
    assert told(f"if ({text}) b()", branch(0, "l.size() > 0")) is None


def test_calls_may_require_a_condition() -> None:
    assert told("require(a > 3) { m() }", branch(0, "a > 3")) == [("a > 3", False)]
    stored = (branch(0, "a > 3", ways=(2, 2)), branch(2, "… == 0"))
    assert told("check(a > 3)", *stored) == [("a > 3", False), ("", False)]
    assert told("other(a > 3)", *stored) is None


def test_calls_may_test_for_null_or_emptiness() -> None:
    stored = (
        branch(0, "local 2 != null", "A", ways=(1, 3)),
        branch(1, "local 2.length() == 0", ways=(3, 3)), branch(3, "… != 0"),
    )  # fmt: skip
    asked_for = [("s != null", False), ("s.isEmpty()", False), ("", False)]
    assert told("if (s.isNullOrEmpty()) b()", *stored) == asked_for
    elsewhere = (*stored[:1], branch(1, "local 2.length() == 0", ways=(7, 3)), *stored[2:])
    assert told("if (s.isNullOrEmpty()) b()", *elsewhere) is None
    assert told("if (s.isNullOrEmpty()) b()", *stored[:2]) is None


def test_take_if_tests_the_condition_of_its_lambda() -> None:
    kept = (branch(0, "it > 3"), branch(1, "… != 0"))
    assert told("f(a.takeIf { it > 3 })", *kept) == [("it > 3", False), ("", False)]
    assert told("f(a.other { it > 3 })", *kept) is None


def test_repeat_is_a_loop() -> None:
    trips = (branch(0, "local 4 < a"), branch(1, "it == 2"))
    asked_for = [("another element", False), ("it == 2", False)]
    assert told("repeat(a) { if (it == 2) b() }", *trips) == asked_for
    assert told("other(a) { if (it == 2) b() }", *trips) is None


def test_or_empty_tests_for_null() -> None:
    chain = (branch(0, "a != null", "A", ways=(1, 2)), branch(1, "… == null", "A"))
    assert told("f(a?.b.orEmpty())", *chain) == [("a != null", False), ("a?.b != null", True)]
