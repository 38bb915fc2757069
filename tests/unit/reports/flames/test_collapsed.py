"""Tests collapsed stacks: each stack is one line, whatever its frames' names are."""

import io

from kpath_jvm.reports.flames.collapsed import write_collapsed
from kpath_jvm.reports.flames.stacks import Frame, Stack


def frame(text: str) -> Frame:
    return Frame(text, text, "", 0, "sequence")


STACKS = [
    Stack((frame("a.B"), frame("m(int)"), frame("A: c == ';': yes")), 0, 12),
    Stack((frame("a.B"), frame("m(int)")), 3, 9),
]


def test_each_weight_has_its_stacks() -> None:
    cost, count = io.StringIO(), io.StringIO()
    write_collapsed(STACKS, "cost", cost)
    write_collapsed(STACKS, "count", count)
    assert cost.getvalue() == "a.B;m(int);A: c == '\\u003b': yes 12\na.B;m(int) 9\n"
    assert count.getvalue() == "a.B;m(int) 3\n"
