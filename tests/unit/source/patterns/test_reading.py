"""Tests which questions are found for branches that may belong to any of several patterns."""

from builders.sources.branches import branch
from kpath_jvm.source.condition import Condition
from kpath_jvm.source.kotlin.asking import asked
from kpath_jvm.source.patterns.pattern import Choice
from kpath_jvm.source.patterns.reading import questions


def condition(text: str, source: str = "a") -> Condition:
    return Condition("truth", text, source, 2, 2)


def test_the_matching_pattern_gives_the_question() -> None:
    one, other = condition("a"), condition("b", "b")
    found = questions([(other,), (one,)], [branch(0, "a", "Z")], asked)
    assert {block: question.text for block, question in found.items()} == {0: "a"}


def test_ambiguous_patterns_give_no_question() -> None:
    own = [branch(0, "a", "Z")]
    assert questions([(condition("a"),), (condition("a too"),)], own, asked) == {}
    several = Choice(((condition("a"),), (condition("a too"),)))
    assert questions([(several,), (condition("a"),)], own, asked) == {}
    assert set(questions([(condition("a"),), (condition("a"),)], own, asked)) == {0}
