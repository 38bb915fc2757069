"""Tests which names in bytecode count as written in Kotlin code."""

import pytest

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.kotlin.names import are_written


@pytest.mark.parametrize(
    ("operand", "source", "is_written"),
    [
        ("p.getNext()", "p.next == null", True),
        ("p.getNext()", "p.getNext() == null", True),
        ("p.isOpen()", "p.isOpen", True),
        ("p.getOther()", "p.next == null", False),
        # A method that returns a value isn't a property's setter.
        ("p.setNext(q)", "p.setNext(q) == null", True),
        ("p.setNext(q)", "p.next == q", False),
        ("p.setOpen(true)", "p.isOpen = true", False),
        ("Intrinsics.areEqual(s, t)", "s == t", True),
        ("Intrinsics.areEqual(s, t)", "s.eq(t)", False),
        ("s.compareTo(t)", "s < t", True),
        ("l.contains(Integer.valueOf(a))", "a in l", True),
        ("l.get(0)", "l[0]", True),
        ("Math.max(a, b)", "maxOf(a, b)", True),
        ("o instanceof Integer", "o is Int", True),
        ("o instanceof Integer", "o is Long", False),
        ("$count.element", "count > 3", True),
        ("StringsKt.startsWith$default(s, t)", "s.startsWith(t)", True),
        ("check-WZ4Q5Ns(a)", "check(a)", True),
        ("Color.RED", "c == Color.RED", True),
        ("local 4", "x", True),
        ('"some text"', "TEXT", True),
    ],
)
def test_names_in_bytecode_are_looked_up_in_the_code(
    operand: str, source: str, is_written: bool
) -> None:
    decision = Decision(0, "true", "Z", (operand,), (1, 0), (1, 2))
    assert are_written(decision, source) is is_written
