"""Tests how a pattern is written: conditions, choices, and places to which jumps lead."""

from kpath_jvm.source.condition import Condition, Jump
from kpath_jvm.source.kotlin.syntax import parsed
from kpath_jvm.source.patterns.pattern import Choice, JumpPlace
from kpath_jvm.source.patterns.writer import PatternWriter


def test_conditions_choices_and_places_are_written_in_order() -> None:
    node = parsed("a\n").named_children[0]
    out, jump = PatternWriter(), Jump()
    with out.beginning_at(node), out.place_of(jump):
        out.choice(lambda: out.add("truth", node), lambda: None)
        with out.copied():
            out.add("truth", node)
    out.add("null", node, text="x" * 90, is_end=True)
    start, choice, copied, end, last = out.written()
    assert isinstance(choice, Choice)
    assert [len(one) for one in choice.sequences] == [1, 0]
    assert (start, end) == (JumpPlace(jump), JumpPlace(jump, is_end=True))
    assert isinstance(copied, Condition)
    assert isinstance(last, Condition)
    assert (copied.finally_block, last.finally_block) == (1, 0)
    assert last.text == "…" + "x" * 79
